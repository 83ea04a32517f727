//! What can go wrong, once: every surface turns an [`Error`] into its own currency by one table.
//!
//! A message is lower case and has backticks around what the user wrote; a hint says what to do next.

use std::path::Path;

/// The result of everything in mast that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Which kind of failure it is; [`ErrorKind::row`] says what each means to each surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// A question or an argument that cannot be understood.
    InvalidInput,
    /// `mast.config.json`, a flag or a variable holds what no configuration can hold.
    ConfigInvalid,
    /// The root is a place that is never indexed: `/`, a drive root, the home directory.
    RootRefused,
    /// The root does not exist or is no directory.
    RootMissing,
    /// There is no index in the state directory.
    NotInitialised,
    /// The index was written by an older program and has to be rebuilt.
    IndexVersionOlder,
    /// The index was written by a newer program.
    IndexVersionNewer,
    /// The index is damaged, or no index at all.
    IndexUnreadable,
    /// Another process holds the write lock.
    Busy,
    /// The state directory cannot be created or written.
    StateDirUnwritable,
    /// The operating system refused to read or write a file.
    Io,
    /// The caller withdrew the request.
    Cancelled,
    /// A fault of mast itself.
    Internal,
}

/// What a kind of failure is called and counted as on every surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorRow {
    /// The kind.
    pub kind: ErrorKind,
    /// Its code in JSON and in the Node package.
    pub name: &'static str,
    /// The exit code of the program.
    pub exit_code: u8,
    /// The status that a C function returns; 0 is success.
    pub c_status: i32,
    /// The code of a JSON-RPC error.
    pub json_rpc_code: i32,
}

/// Every kind of failure, in the order of [`ErrorKind`].
///
/// JSON-RPC reserves -32602 and -32603; the others lie in the range left to servers, away from the
/// numbers that MCP uses itself.
pub const ERROR_ROWS: &[ErrorRow] = &[
    row(ErrorKind::InvalidInput, "invalid_input", 1, 1, -32602),
    row(ErrorKind::ConfigInvalid, "config_invalid", 1, 2, -32010),
    row(ErrorKind::RootRefused, "root_refused", 1, 3, -32011),
    row(ErrorKind::RootMissing, "root_missing", 1, 4, -32012),
    row(ErrorKind::NotInitialised, "not_initialised", 1, 5, -32013),
    row(ErrorKind::IndexVersionOlder, "index_version_older", 1, 6, -32014),
    row(ErrorKind::IndexVersionNewer, "index_version_newer", 1, 7, -32015),
    row(ErrorKind::IndexUnreadable, "index_unreadable", 1, 8, -32016),
    row(ErrorKind::Busy, "busy", 1, 9, -32017),
    row(
        ErrorKind::StateDirUnwritable,
        "state_dir_unwritable",
        1,
        10,
        -32018,
    ),
    row(ErrorKind::Io, "io", 1, 11, -32019),
    row(ErrorKind::Cancelled, "cancelled", 130, 12, -32800),
    row(ErrorKind::Internal, "internal", 70, 13, -32603),
];

const fn row(
    kind: ErrorKind,
    name: &'static str,
    exit_code: u8,
    c_status: i32,
    json_rpc_code: i32,
) -> ErrorRow {
    ErrorRow {
        kind,
        name,
        exit_code,
        c_status,
        json_rpc_code,
    }
}

impl ErrorKind {
    /// What this kind is on every surface.
    pub const fn row(self) -> &'static ErrorRow {
        &ERROR_ROWS[self as usize]
    }

    /// Its code in JSON: `snake_case`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The exit code of the program.
    pub const fn exit_code(self) -> u8 {
        self.row().exit_code
    }

    /// The status that a C function returns.
    pub const fn c_status(self) -> i32 {
        self.row().c_status
    }

    /// The code of a JSON-RPC error.
    pub const fn json_rpc_code(self) -> i32 {
        self.row().json_rpc_code
    }
}

/// A failure: its kind, what happened, and what to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind.
    pub kind: ErrorKind,
    /// What happened, in one line.
    pub message: String,
    /// What to do next, in one line.
    pub hint: Option<String>,
}

impl Error {
    /// A failure of the kind `kind`.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
        }
    }

    /// The same failure with what to do next.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// A question or an argument that cannot be understood.
    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// A configuration that cannot be used.
    pub fn config_invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::ConfigInvalid, message)
    }

    /// A root that is never indexed.
    pub fn root_refused(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::RootRefused, message)
    }

    /// A root that is not there.
    pub fn root_missing(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::RootMissing, message)
    }

    /// No index in the state directory `state_dir`.
    pub fn not_initialised(state_dir: &Path) -> Self {
        Self::new(
            ErrorKind::NotInitialised,
            format!("no index in `{}`", state_dir.display()),
        )
        .with_hint("run `mast init` or `mast index` first, or name the state directory with `--state-dir`")
    }

    /// The index speaks an older schema than the program.
    pub fn index_version_older(index: &str, program: &str) -> Self {
        Self::new(
            ErrorKind::IndexVersionOlder,
            format!("the index has schema version {index} and this mast needs {program}"),
        )
        .with_hint("run `mast index` to rebuild it")
    }

    /// The index speaks a newer schema than the program.
    pub fn index_version_newer(index: &str, program: &str) -> Self {
        Self::new(
            ErrorKind::IndexVersionNewer,
            format!("the index has schema version {index} and this mast knows up to {program}"),
        )
        .with_hint("upgrade mast (`mast upgrade` says how); the index was left as it is")
    }

    /// An index that cannot be read.
    pub fn index_unreadable(path: &Path, reason: impl std::fmt::Display) -> Self {
        Self::new(
            ErrorKind::IndexUnreadable,
            format!("cannot read the index `{}`: {reason}", path.display()),
        )
        .with_hint("run `mast index` to rebuild it")
    }

    /// Another process, `holder` where its number is known, writes to the state directory.
    pub fn busy(state_dir: &Path, holder: Option<u32>) -> Self {
        let who = holder.map_or_else(
            || "another process".to_owned(),
            |process| format!("process {process}"),
        );
        Self::new(
            ErrorKind::Busy,
            format!("{who} is writing the index in `{}`", state_dir.display()),
        )
        .with_hint("try again when it has finished; the lock ends with the process that holds it")
    }

    /// A state directory that cannot be created or written.
    pub fn state_dir_unwritable(state_dir: &Path, reason: impl std::fmt::Display) -> Self {
        Self::new(
            ErrorKind::StateDirUnwritable,
            format!(
                "cannot write the state directory `{}`: {reason}",
                state_dir.display()
            ),
        )
        .with_hint("make it writable, or name another directory with `--state-dir` or `MAST_STATE_DIR`")
    }

    /// The operating system's refusal to `verb` (`read`, `write`, …) the file `path`.
    pub fn io(verb: &str, path: &Path, reason: &std::io::Error) -> Self {
        let error = Self::new(
            ErrorKind::Io,
            format!("cannot {verb} `{}`: {reason}", path.display()),
        );
        match reason.kind() {
            std::io::ErrorKind::PermissionDenied => {
                error.with_hint("see who owns it and who may read and write it")
            }
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                error.with_hint("free some space and try again")
            }
            std::io::ErrorKind::ReadOnlyFilesystem => error.with_hint(
                "the file system is read-only: name a state directory elsewhere with `--state-dir`",
            ),
            _ => error,
        }
    }

    /// The caller withdrew the request.
    pub fn cancelled() -> Self {
        Self::new(ErrorKind::Cancelled, "cancelled")
    }

    /// A fault of mast itself.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message).with_hint(concat!(
            "this is a fault of mast: please report it at ",
            env!("CARGO_PKG_REPOSITORY"),
            "/issues"
        ))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(out, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_table_has_each_kind_at_its_own_place_with_its_own_codes() {
        for (at, row) in ERROR_ROWS.iter().enumerate() {
            assert_eq!(row.kind as usize, at, "{}", row.name);
            assert_eq!(row.kind.row(), row);
        }
        assert_eq!(ErrorKind::Internal as usize + 1, ERROR_ROWS.len());
        let names: HashSet<_> = ERROR_ROWS.iter().map(|row| row.name).collect();
        let statuses: HashSet<_> = ERROR_ROWS.iter().map(|row| row.c_status).collect();
        let codes: HashSet<_> = ERROR_ROWS.iter().map(|row| row.json_rpc_code).collect();
        assert_eq!(
            (names.len(), statuses.len(), codes.len()),
            (ERROR_ROWS.len(), ERROR_ROWS.len(), ERROR_ROWS.len())
        );
        assert!(!statuses.contains(&0));
    }

    #[test]
    fn the_hint_stands_on_a_line_of_its_own() {
        assert_eq!(
            Error::not_initialised(Path::new("/p/.mast")).to_string(),
            "no index in `/p/.mast`\nhint: run `mast init` or `mast index` first, or name the state directory with `--state-dir`"
        );
        assert_eq!(Error::invalid_input("no").to_string(), "no");
        assert_eq!(
            Error::busy(Path::new("/p"), Some(7)).message,
            "process 7 is writing the index in `/p`"
        );
    }
}
