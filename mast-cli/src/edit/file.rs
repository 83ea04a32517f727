//! Reading a file that belongs to somebody else, and writing it whole or not at all.
//!
//! A symbolic link stays a link: what it leads to is written. Mode, owner, byte-order mark and line ends stay.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use mast_core::error::{Error, Result};

/// How many links in a row are followed.
const MOST_LINKS: usize = 40;

const MARK: &str = "\u{feff}";

/// Reads the file at `path`, without its byte-order mark; none where nothing is.
///
/// # Errors
///
/// When it is no UTF-8 text, or cannot be read.
pub(crate) fn read(path: &Path) -> Result<Option<String>> {
    let bytes = match fs::read(target(path)) {
        Ok(bytes) => bytes,
        Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(None),
        Err(reason) => return Err(Error::io("read", path, &reason)),
    };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text))),
        Err(_) => Err(
            Error::invalid_input(format!("`{}` is not UTF-8 text", path.display()))
                .with_hint("it was left as it is; save it as UTF-8 and run this again"),
        ),
    }
}

/// Writes `text` to `path`, and makes the directories above it.
///
/// # Errors
///
/// When it is read-only or cannot be written; the old file is then as it was.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let target = target(path);
    let refused = |reason: &io::Error| {
        Error::io("write", path, reason).with_hint("nothing was changed; see who may write there")
    };
    let before = fs::metadata(&target).ok();
    if before
        .as_ref()
        .is_some_and(|before| before.permissions().readonly())
    {
        return Err(read_only(path));
    }
    let marked = before.is_some() && fs::read(&target).is_ok_and(|bytes| bytes.starts_with(MARK.as_bytes()));
    if let Some(directory) = target.parent() {
        fs::create_dir_all(directory).map_err(|reason| refused(&reason))?;
    }
    let mark = if marked { MARK } else { "" };
    let mode = before.as_ref().map_or(Mode::New, Mode::Of);
    replace(&target, &[mark, text].concat(), mode).map_err(|reason| refused(&reason))
}

/// Deletes the file at `path` and, as far as `root`, the directories above it that are empty then.
///
/// # Errors
///
/// When it is read-only or cannot be deleted.
pub(crate) fn delete(path: &Path, root: &Path) -> Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly()) {
        return Err(read_only(path));
    }
    fs::remove_file(path).map_err(|reason| Error::io("delete", path, &reason))?;
    let above = path
        .ancestors()
        .skip(1)
        .take_while(|directory| *directory != root && directory.starts_with(root));
    for directory in above {
        // One that holds something else stays.
        if fs::remove_dir(directory).is_err() {
            break;
        }
    }
    Ok(())
}

fn read_only(path: &Path) -> Error {
    Error::io(
        "write",
        path,
        &io::Error::new(ErrorKind::PermissionDenied, "it is read-only"),
    )
    .with_hint("nothing was changed; make it writable and run this again")
}

/// What a link at `path` leads to, whether or not that exists.
fn target(path: &Path) -> PathBuf {
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => break,
        }
    }
    target
}

/// What a file that is written may be used for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode<'a> {
    /// The same, and by the same owner, as the file that was there.
    Of(&'a Metadata),
    /// What new files are.
    New,
    /// It can be executed.
    Executable,
}

/// Writes `text` to `target`, which is no link, through a file beside it.
///
/// # Errors
///
/// When it cannot be written; the old file is then as it was.
pub(crate) fn replace(target: &Path, text: &str, mode: Mode<'_>) -> io::Result<()> {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = target.with_file_name(name);
    let written = File::create_new(&temporary)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            match mode {
                Mode::Of(before) => {
                    file.set_permissions(before.permissions())?;
                    keep_owner(&file, before);
                }
                Mode::New => {}
                Mode::Executable => make_executable(&file)?,
            }
            file.sync_data()
        })
        .and_then(|()| fs::rename(&temporary, target));
    if written.is_err() {
        // The first failure is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(unix)]
fn make_executable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn make_executable(_file: &File) -> io::Result<()> {
    Ok(())
}

/// A run as another user, such as root, leaves the file to its owner. Where that is not allowed the file is the writer's.
#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let differs = file
        .metadata()
        .is_ok_and(|now| (now.uid(), now.gid()) != (before.uid(), before.gid()));
    if differs {
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _before: &Metadata) {}
