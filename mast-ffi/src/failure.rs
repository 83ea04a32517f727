//! What went wrong: a status for the caller, and words for whoever asks on the same thread.

#![allow(
    unsafe_code,
    reason = "an exported name counts as unsafe; nothing here reads a pointer"
)]

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::ptr;

use mast_core::error::Error;
use mast_surface::call;

use crate::pointer;
use crate::status::MastStatus;

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What the function returns.
    pub(crate) status: MastStatus,
    message: String,
    hint: Option<String>,
}

impl Failure {
    /// The argument `name` is null.
    pub(crate) fn null(name: &str) -> Self {
        Self {
            status: MastStatus::NullArgument,
            message: format!("`{name}` is null"),
            hint: None,
        }
    }

    /// The argument `name` is not UTF-8 from its byte `offset` on.
    pub(crate) fn bad_utf8(name: &str, offset: usize) -> Self {
        Self {
            status: MastStatus::BadUtf8,
            message: format!("`{name}` is not UTF-8 (first bad byte at offset {offset})"),
            hint: None,
        }
    }

    /// The handle stands for no engine.
    pub(crate) fn bad_handle() -> Self {
        Self {
            status: MastStatus::BadHandle,
            message: "the engine is closed, or never was one".to_owned(),
            hint: Some("pass what `mast_open` gave, and nothing after `mast_close`".to_owned()),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self {
            status: MastStatus::of(error.kind),
            message: error.message,
            hint: error.hint,
        }
    }
}

/// The words of the last failure.
struct Said {
    message: CString,
    hint: Option<CString>,
}

thread_local! {
    static LAST: RefCell<Option<Said>> = const { RefCell::new(None) };
}

/// The body of every exported function that can fail: does `work`, lets no fault out, and keeps the words of a failure.
///
/// It stays on the caller's stack, on which alone many languages can be called back; what needs a deeper one asks for it.
pub(crate) fn answered(work: impl FnOnce() -> Result<(), Failure>) -> MastStatus {
    let (status, said) = match call::caught(work) {
        Ok(()) => (MastStatus::Ok, None),
        Err(failure) => {
            let said = Said {
                message: pointer::c_string(failure.message),
                hint: failure.hint.map(pointer::c_string),
            };
            (failure.status, Some(said))
        }
    };
    // A thread that is ending has nobody left to ask.
    let _ = LAST.try_with(|last| last.replace(said));
    status
}

fn last(part: impl FnOnce(&Said) -> Option<&CString>) -> *const c_char {
    LAST.try_with(|last| {
        last.borrow()
            .as_ref()
            .and_then(part)
            .map_or(ptr::null(), |text| text.as_ptr())
    })
    .unwrap_or(ptr::null())
}

/// What went wrong in the last call on this thread that returned a `MastStatus`, in one line; null when that call succeeded. The text
/// belongs to the library and stays until the next such call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn mast_last_error() -> *const c_char {
    last(|said| Some(&said.message))
}

/// What to do about the failure that `mast_last_error` tells of, in one line; null where there is nothing to add. The text belongs to
/// the library and stays as long as that of `mast_last_error`.
#[unsafe(no_mangle)]
pub extern "C" fn mast_last_error_hint() -> *const c_char {
    last(|said| said.hint.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> (Option<String>, Option<String>) {
        LAST.with_borrow(|last| {
            let text = |text: &CString| text.to_string_lossy().into_owned();
            (
                last.as_ref().map(|said| text(&said.message)),
                last.as_ref().and_then(|said| said.hint.as_ref()).map(text),
            )
        })
    }

    #[test]
    fn a_fault_is_a_status_and_success_forgets_it() {
        assert_eq!(answered(|| panic!("no way\0on")), MastStatus::Internal);
        let (message, hint) = words();
        assert_eq!(message.as_deref(), Some("no way\u{FFFD}on"));
        assert_eq!(hint, Error::internal("").hint);
        assert_eq!(answered(|| Ok(())), MastStatus::Ok);
        assert_eq!(words(), (None, None));
        assert!(mast_last_error().is_null() && mast_last_error_hint().is_null());
    }

    #[test]
    fn each_thread_has_its_own() {
        assert_eq!(answered(|| Err(Failure::null("x"))), MastStatus::NullArgument);
        let other = std::thread::spawn(|| words().0).join().expect("a thread");
        assert_eq!(other, None);
        assert_eq!(words().0.as_deref(), Some("`x` is null"));
    }
}
