//! The one place that looks behind a pointer: text that comes in, results that go out.
//!
//! The exported functions hand over what C passed, as it is; each says in its comment what C has to keep. Nothing here is kept beyond
//! the call.

#![allow(unsafe_code, reason = "what C passes is behind pointers")]

use std::ffi::{CStr, CString, c_char};
use std::ptr;

use crate::failure::Failure;

/// The text behind `pointer`, the argument `name`; none when it is null.
pub(crate) fn optional_text<'a>(name: &str, pointer: *const c_char) -> Result<Option<&'a str>, Failure> {
    let Some(bytes) = bytes(pointer) else {
        return Ok(None);
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(error) => Err(Failure::bad_utf8(name, error.valid_up_to())),
    }
}

/// The text behind `pointer`, the argument `name`.
pub(crate) fn text<'a>(name: &str, pointer: *const c_char) -> Result<&'a str, Failure> {
    optional_text(name, pointer)?.ok_or_else(|| Failure::null(name))
}

/// The bytes behind `pointer` up to their NUL; none when it is null.
pub(crate) fn bytes<'a>(pointer: *const c_char) -> Option<&'a [u8]> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: it is no null pointer, and what C passes as text ends with NUL and stays as it is during the call, which is as long as
    // the exported functions keep it.
    Some(unsafe { CStr::from_ptr(pointer) }.to_bytes())
}

/// Where a function leaves its result; it holds a null pointer until there is one.
#[derive(Debug)]
pub(crate) struct Place<T>(*mut *mut T);

impl<T> Place<T> {
    /// The place behind `pointer`, the argument `name`.
    pub(crate) fn new(name: &str, pointer: *mut *mut T) -> Result<Self, Failure> {
        Self::optional(pointer).ok_or_else(|| Failure::null(name))
    }

    /// The place behind `pointer`, if the caller wants a result.
    pub(crate) fn optional(pointer: *mut *mut T) -> Option<Self> {
        let place = (!pointer.is_null()).then_some(Self(pointer))?;
        place.put(ptr::null_mut());
        Some(place)
    }

    /// Leaves `value`.
    pub(crate) fn put(&self, value: *mut T) {
        // SAFETY: it is no null pointer, and C passes the address of a variable of its own that can hold a pointer.
        unsafe { self.0.write(value) }
    }
}

impl Place<c_char> {
    /// Leaves `text` for the caller to give back.
    pub(crate) fn put_text(&self, text: String) {
        self.put(c_string(text).into_raw());
    }
}

/// `text` as C has it. What stands behind a NUL in it would be lost, so one is shown as a character that is not there.
pub(crate) fn c_string(text: String) -> CString {
    CString::new(text).unwrap_or_else(|error| {
        let bytes = error.into_vec();
        let shown = String::from_utf8_lossy(&bytes).replace('\0', "\u{FFFD}");
        CString::new(shown).unwrap_or_default()
    })
}

/// Gives back a text that a function of this library left through a `char **`. Each is given back once; a null pointer is nothing to
/// give back. Other memory must not be passed: this is the one mistake that cannot be answered.
#[allow(clippy::missing_safety_doc, reason = "the comment is for C, and says it")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller passes what `put_text` left, once.
        drop(unsafe { CString::from_raw(text) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::MastStatus;

    #[test]
    fn text_is_checked() {
        assert_eq!(text("x", c"gr\u{fc}n".as_ptr()).as_deref(), Ok("grün"));
        assert_eq!(optional_text("x", ptr::null()), Ok(None));
        assert_eq!(text("x", ptr::null()), Err(Failure::null("x")));
        let bad = text("x", c"gr\xFCn".as_ptr()).expect_err("it is Latin-1");
        assert_eq!(bad, Failure::bad_utf8("x", 2));
        assert_eq!(bad.status, MastStatus::BadUtf8);
    }

    #[test]
    fn a_place_is_empty_until_there_is_a_result() {
        let mut out: *mut c_char = ptr::without_provenance_mut(1);
        let place = Place::new("out", &raw mut out).expect("it is there");
        assert!(out.is_null());
        place.put_text("a\0b".to_owned());
        assert_eq!(text("out", out), Ok("a\u{FFFD}b"));
        // SAFETY: it was left a line above.
        unsafe { mast_free(out) };
        assert!(Place::<c_char>::new("out", ptr::null_mut()).is_err());
    }
}
