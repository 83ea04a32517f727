//! The engines that are open, each under a number that C holds as a pointer.
//!
//! Nobody looks behind a handle: it is looked up. So one that is closed, or never was one, is an answer and no crash, and an engine
//! that is closed while calls are under way goes with the last of them. A number is never given twice.
//!
//! Cost: a lock for readers and a look into a table, nanoseconds.

use std::collections::HashMap;
use std::ptr;
use std::sync::{Arc, LazyLock};

use mast_core::engine::Engine;
use mast_surface::call;
use mast_surface::project::OpenProject;
use parking_lot::RwLock;

use crate::failure::Failure;

/// An engine: one project with its index. There is nothing to see behind the pointer; it is opened by `mast_open`, closed by
/// `mast_close`, and may be used from any thread.
#[derive(Debug)]
pub struct MastEngine {
    _nothing_to_see: [u8; 0],
}

/// Odd numbers are addresses of nothing that has an alignment, and small ones are what a program has at hand by mistake.
const FIRST: usize = 0x6d61_7375;
const STEP: usize = 2;

/// What is open, and the number that is given next.
struct Table {
    open: HashMap<usize, Arc<OpenProject>>,
    next: usize,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(|| {
    RwLock::new(Table {
        open: HashMap::new(),
        next: FIRST,
    })
});

/// Gives `project` a handle.
pub(crate) fn open(project: OpenProject) -> *mut MastEngine {
    let mut table = TABLE.write();
    let number = table.next;
    table.next += STEP;
    table.open.insert(number, Arc::new(project));
    ptr::without_provenance_mut(number)
}

/// The engine behind `handle`, under the configuration that is on disk now; it stays as long as it is held.
pub(crate) fn engine(handle: *const MastEngine) -> Result<Arc<Engine>, Failure> {
    let project = project(handle)?;
    Ok(call::guarded(|| project.engine())?)
}

/// The project behind `handle`.
pub(crate) fn project(handle: *const MastEngine) -> Result<Arc<OpenProject>, Failure> {
    if handle.is_null() {
        return Err(Failure::null("engine"));
    }
    let table = TABLE.read();
    table
        .open
        .get(&handle.addr())
        .cloned()
        .ok_or_else(Failure::bad_handle)
}

/// Takes `handle` back: the project is the caller's to drop.
pub(crate) fn close(handle: *const MastEngine) -> Result<Arc<OpenProject>, Failure> {
    let mut table = TABLE.write();
    table.open.remove(&handle.addr()).ok_or_else(Failure::bad_handle)
}
