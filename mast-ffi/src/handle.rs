//! The projects that are open, each under a number that C holds as a pointer.
//!
//! Nobody looks behind a handle: it is looked up. So one that is closed, or never was one, is an answer and no crash, and an engine
//! that is closed while calls are under way goes with the last of them. A number is never given twice.
//!
//! Cost: a lock for readers and a look into a table, nanoseconds; and a look at two files, for a changed configuration.

use std::collections::HashMap;
use std::ptr;
use std::sync::{Arc, LazyLock, Weak};

use mast_core::engine::Engine;
use mast_core::error::Result;
use mast_surface::held::Held;
use parking_lot::{Mutex, RwLock};

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
    open: HashMap<usize, Arc<Open>>,
    next: usize,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(|| {
    RwLock::new(Table {
        open: HashMap::new(),
        next: FIRST,
    })
});

/// What stands behind a handle.
#[derive(Debug)]
pub(crate) struct Open {
    held: Held,
    /// The engine of each configuration so far that calls may still be using.
    used: Mutex<Vec<Weak<Engine>>>,
}

impl Open {
    /// The engine under the configuration that is on disk now; it stays as long as it is held.
    ///
    /// # Errors
    ///
    /// When the configuration was changed to one that cannot be used.
    pub(crate) fn engine(&self) -> Result<Arc<Engine>> {
        let engine = self.held.engine()?;
        let mut used = self.used.lock();
        if !used
            .last()
            .is_some_and(|last| ptr::eq(last.as_ptr(), Arc::as_ptr(&engine)))
        {
            used.retain(|engine| engine.strong_count() > 0);
            used.push(Arc::downgrade(&engine));
        }
        Ok(engine)
    }

    /// Withdraws what is under way.
    pub(crate) fn cancel(&self) {
        for engine in self.used.lock().iter().filter_map(Weak::upgrade) {
            engine.activity().withdraw();
        }
    }
}

/// Gives `held` a handle.
pub(crate) fn open(held: Held) -> *mut MastEngine {
    let used = Mutex::default();
    let mut table = TABLE.write();
    let number = table.next;
    table.next += STEP;
    table.open.insert(number, Arc::new(Open { held, used }));
    ptr::without_provenance_mut(number)
}

/// What stands behind `handle`.
pub(crate) fn opened(handle: *const MastEngine) -> std::result::Result<Arc<Open>, Failure> {
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

/// Takes `handle` back: what stood behind it is the caller's to drop.
pub(crate) fn close(handle: *const MastEngine) -> std::result::Result<Arc<Open>, Failure> {
    let mut table = TABLE.write();
    table.open.remove(&handle.addr()).ok_or_else(Failure::bad_handle)
}
