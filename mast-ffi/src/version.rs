//! Which mast this is.

#![allow(
    unsafe_code,
    reason = "an exported name counts as unsafe; nothing here reads a pointer"
)]

use std::ffi::{CString, c_char};
use std::sync::LazyLock;

use mast_core::engine::VERSION;
use mast_core::store::SCHEMA_VERSION;

use crate::pointer;

/// The version of the library, such as `0.5.0`. The text belongs to the library and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn mast_version() -> *const c_char {
    static TEXT: LazyLock<CString> = LazyLock::new(|| pointer::c_string(VERSION.to_owned()));
    TEXT.as_ptr()
}

/// The version of the layout of an index, such as `2.3.0`: an index of an older layout is built anew by `mast_index`, one of a newer is
/// refused. The text belongs to the library and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn mast_schema_version() -> *const c_char {
    static TEXT: LazyLock<CString> = LazyLock::new(|| pointer::c_string(SCHEMA_VERSION.to_owned()));
    TEXT.as_ptr()
}
