//! What a call comes to, as a number: the kinds of failure of mast-core, and those that only C can have.

#![allow(
    unsafe_code,
    reason = "an exported name counts as unsafe; nothing here reads a pointer"
)]

use std::ffi::{CStr, c_char};

use mast_core::error::ErrorKind;

/// What a call came to. 0 is success; the numbers of the others never change their meaning.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MastStatus {
    /// The call did what it was to do.
    Ok = 0,
    /// A tool, a question or an argument that cannot be understood.
    InvalidInput = 1,
    /// `mast.config.json`, an option or a variable holds what no configuration can hold.
    ConfigInvalid = 2,
    /// The root is a place that is never indexed: the root of the file system, a drive, the home directory.
    RootRefused = 3,
    /// The root does not exist or is no directory.
    RootMissing = 4,
    /// There is no index yet: call `mast_index`.
    NotInitialised = 5,
    /// The index was written by an older version: call `mast_index`.
    IndexVersionOlder = 6,
    /// The index was written by a newer version.
    IndexVersionNewer = 7,
    /// The index is damaged: call `mast_index`.
    IndexUnreadable = 8,
    /// Another process writes the same index.
    Busy = 9,
    /// The state directory cannot be created or written.
    StateDirUnwritable = 10,
    /// The operating system refused to read or write a file.
    Io = 11,
    /// The call was cancelled.
    Cancelled = 12,
    /// A fault of mast itself.
    Internal = 13,
    /// An argument that must not be null is.
    NullArgument = 100,
    /// An argument that is text is not UTF-8.
    BadUtf8 = 101,
    /// The engine is closed, or never was one.
    BadHandle = 102,
}

impl MastStatus {
    /// The status that stands for `kind`.
    pub(crate) const fn of(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::InvalidInput => Self::InvalidInput,
            ErrorKind::ConfigInvalid => Self::ConfigInvalid,
            ErrorKind::RootRefused => Self::RootRefused,
            ErrorKind::RootMissing => Self::RootMissing,
            ErrorKind::NotInitialised => Self::NotInitialised,
            ErrorKind::IndexVersionOlder => Self::IndexVersionOlder,
            ErrorKind::IndexVersionNewer => Self::IndexVersionNewer,
            ErrorKind::IndexUnreadable => Self::IndexUnreadable,
            ErrorKind::Busy => Self::Busy,
            ErrorKind::StateDirUnwritable => Self::StateDirUnwritable,
            ErrorKind::Io => Self::Io,
            ErrorKind::Cancelled => Self::Cancelled,
            ErrorKind::Internal => Self::Internal,
        }
    }
}

/// Each status with its name.
const NAMES: &[(MastStatus, &CStr)] = &[
    (MastStatus::Ok, c"ok"),
    (MastStatus::InvalidInput, c"invalid_input"),
    (MastStatus::ConfigInvalid, c"config_invalid"),
    (MastStatus::RootRefused, c"root_refused"),
    (MastStatus::RootMissing, c"root_missing"),
    (MastStatus::NotInitialised, c"not_initialised"),
    (MastStatus::IndexVersionOlder, c"index_version_older"),
    (MastStatus::IndexVersionNewer, c"index_version_newer"),
    (MastStatus::IndexUnreadable, c"index_unreadable"),
    (MastStatus::Busy, c"busy"),
    (MastStatus::StateDirUnwritable, c"state_dir_unwritable"),
    (MastStatus::Io, c"io"),
    (MastStatus::Cancelled, c"cancelled"),
    (MastStatus::Internal, c"internal"),
    (MastStatus::NullArgument, c"null_argument"),
    (MastStatus::BadUtf8, c"bad_utf8"),
    (MastStatus::BadHandle, c"bad_handle"),
];

/// The name of a status in `snake_case`, such as `not_initialised`; `unknown` for a number that is none. Those up to 99 are the codes
/// that the other surfaces of mast use. The text belongs to the library and is never freed.
// A number and no `MastStatus`, since C may pass any.
#[unsafe(no_mangle)]
pub extern "C" fn mast_status_name(status: i32) -> *const c_char {
    let known = NAMES.iter().find(|(known, _)| *known as i32 == status);
    known.map_or(c"unknown", |(_, name)| name).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mast_core::error::ERROR_ROWS;

    /// Statuses of C alone start here; kinds of failure stay below.
    const FIRST_OF_C: i32 = 100;

    #[test]
    fn the_statuses_are_the_kinds_of_failure_and_those_of_c() {
        let names: Vec<(i32, &str)> = NAMES
            .iter()
            .map(|(status, name)| (*status as i32, name.to_str().expect("a plain name")))
            .collect();
        let kinds = ERROR_ROWS.iter().map(|row| (row.c_status, row.name));
        let expected: Vec<(i32, &str)> = [(0, "ok")].into_iter().chain(kinds).collect();
        let (shared, of_c) = names.split_at(expected.len());
        assert_eq!(shared, expected);
        assert!(shared.iter().all(|(status, _)| *status < FIRST_OF_C));
        assert!(of_c.iter().all(|(status, _)| *status >= FIRST_OF_C));
        for row in ERROR_ROWS {
            assert_eq!(MastStatus::of(row.kind) as i32, row.c_status, "{}", row.name);
        }
    }
}
