//! An engine: opened, indexed, cancelled, closed.

#![allow(
    unsafe_code,
    reason = "what is exported and takes pointers counts as unsafe; they are read in `pointer`"
)]
#![allow(clippy::missing_safety_doc, reason = "the comments are for C, and say it")]

use std::ffi::{c_char, c_void};
use std::path::PathBuf;

use mast_core::engine::Extent;
use mast_core::error::Error;
use mast_surface::held::Held;
use mast_surface::{call, process};

use crate::failure::{Failure, answered};
use crate::handle::{self, MastEngine};
use crate::options::{self, Options};
use crate::pointer::{self, Place};
use crate::run;
use crate::status::MastStatus;

/// How much `mast_index` indexes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MastExtent {
    /// What changed since the last run; everything where there is no index to go on from.
    Incremental = 0,
    /// Everything, from nothing.
    Full = 1,
}

/// Told by `mast_index` that `done` of `total` files are done, after every few files. It returns 0 to go on; anything else ends the run
/// with `MAST_STATUS_CANCELLED`. It runs on the thread that called `mast_index`, which waits for it, and may call any function of this
/// library. It must return: no exception and no `longjmp` leaves it.
pub type MastProgress = Option<unsafe extern "C" fn(done: u64, total: u64, user_data: *mut c_void) -> i32>;

/// Opens the project at `root` and leaves its engine in `*engine`, to be closed with `mast_close`; on failure that is null.
///
/// `root` is the directory of the project, relative to the working directory or absolute; on Unix any bytes, elsewhere UTF-8. Null means
/// the nearest directory at or above the working directory that looks like a project, as for the program `mast`.
///
/// `options` is null, empty, or a JSON object with any of these keys; everything else is decided by `mast.config.json` in the root:
///
/// - `state_dir`: the directory of the index; else what `MAST_STATE_DIR` or the configuration says, else `.mast` in the root.
/// - `refresh`: what a question does about files that changed. `"within_budget"`, as without it, takes them in for at most 250 ms and
///   says what is left; `"fully"` takes all of them in; `"off"` answers from what is indexed.
/// - `file_extensions`, `exclude_patterns`: lists that outrank those of the configuration.
///
/// A change of the configuration is followed at the next call; one that cannot be used fails it with `MAST_STATUS_CONFIG_INVALID`.
///
/// Nothing is written and nothing indexed: a project that was never indexed can be opened, and its first call is `mast_index`. Several
/// engines may be open for one project, in one process or many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_open(
    root: *const c_char,
    options: *const c_char,
    engine: *mut *mut MastEngine,
) -> MastStatus {
    answered(|| {
        let place = Place::new("engine", engine)?;
        let root = pointer::bytes(root).map(path).transpose()?;
        let options = pointer::optional_text("options", options)?.unwrap_or_default();
        let held = call::guarded(|| opened(root, options::read(options)?))?;
        place.put(handle::open(held));
        Ok(())
    })
}

fn opened(root: Option<PathBuf>, options: Options) -> Result<Held, Error> {
    let place = process::Place {
        root,
        state_dir: options.state_dir,
    };
    Held::open(&place, &options.settings, options.refresh)
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere paths are text")]
fn path(bytes: &[u8]) -> Result<PathBuf, Failure> {
    use std::os::unix::ffi::OsStrExt;
    Ok(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Result<PathBuf, Failure> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(PathBuf::from(text)),
        Err(error) => Err(Failure::bad_utf8("root", error.valid_up_to())),
    }
}

/// Builds the index of the project or brings it up to date, and leaves in `*report` what was done: the JSON that the tool
/// `mast_reindex` answers. `report` may be null. The text is the caller's, for `mast_free`; on failure it is null.
///
/// `extent` is one of `MastExtent`. `progress` is told how far the run is, with `user_data`, and may be null.
///
/// The run uses every core. Questions to the same engine are answered meanwhile, from the index as it was. One run at a time writes an
/// index: this one waits a few seconds for another, then returns `MAST_STATUS_BUSY`. A full run that is cancelled or fails leaves the
/// index that was there; an incremental one leaves what it has taken in, and the rest is known to be missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_index(
    engine: *mut MastEngine,
    extent: i32,
    progress: MastProgress,
    user_data: *mut c_void,
    report: *mut *mut c_char,
) -> MastStatus {
    answered(|| {
        let place = Place::optional(report);
        let open = handle::opened(engine)?;
        let extent = match extent {
            extent if extent == MastExtent::Incremental as i32 => Extent::Incremental,
            extent if extent == MastExtent::Full as i32 => Extent::Full,
            other => {
                return Err(
                    Error::invalid_input(format!("`{other}` is no extent of an index"))
                        .with_hint("pass MAST_EXTENT_INCREMENTAL or MAST_EXTENT_FULL")
                        .into(),
                );
            }
        };
        let engine = call::guarded(|| open.engine())?;
        let done = run::index(&engine, extent, run::Listener { progress, user_data })?;
        if let Some(place) = place {
            place.put_text(done);
        }
        Ok(())
    })
}

/// Cancels what other threads are doing with `engine`; it does not wait for them, and what begins afterwards is not concerned.
///
/// A call of a tool that reads returns `MAST_STATUS_CANCELLED`: when its turn comes, if it waits for one; after the files in hand, if it
/// takes in changed ones; else when its answer is there, which then is not given. `mast_index` and the tool `mast_reindex` stop after the
/// files in hand and return the same, unless everything is written already. It may be called in a progress function, but not in a signal
/// handler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_cancel(engine: *mut MastEngine) -> MastStatus {
    answered(|| {
        handle::opened(engine)?.cancel();
        Ok(())
    })
}

/// Closes `engine`. A null pointer is nothing to close. Calls that are under way on other threads end as if it were open; the last of
/// them frees it. Every later call with the same handle, another `mast_close` too, returns `MAST_STATUS_BAD_HANDLE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_close(engine: *mut MastEngine) -> MastStatus {
    answered(|| {
        if !engine.is_null() {
            drop(handle::close(engine)?);
        }
        Ok(())
    })
}
