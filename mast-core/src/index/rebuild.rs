//! A full index: a new file beside the old one, swapped in when it is complete.

use crate::error::{Error, ErrorKind, Result};
use crate::index::modules::{self, Found};
use crate::index::{Course, IndexRun, Project, Task, prepare_and_write, stamp_run};
use crate::project::lock::WriteLock;
use crate::project::walk::{ProblemKind, Walk};
use crate::store::meta::MetaKey;
use crate::store::write::Writer;

/// Indexes the whole project from nothing.
///
/// # Errors
///
/// When the root or a directory in it cannot be read, the state directory cannot be written, or the course says to stop. The
/// index that was there stays.
pub fn rebuild(project: &Project<'_>, lock: &WriteLock, course: Course<'_>) -> Result<IndexRun> {
    let scan = (course.clock)();
    let walk = project.walker()?.walk(scan)?;
    refuse_unreadable(&walk)?;
    let mut writer = Writer::fresh(&project.database(), lock)?;
    let mut run = IndexRun {
        rebuilt: true,
        ..IndexRun::default()
    };
    let tasks: Vec<Task> = walk
        .files
        .into_iter()
        .map(|file| Task {
            path: file.path,
            language: file.language,
            stamp: file.stamp,
        })
        .collect();
    course.progress.report(0, tasks.len());
    prepare_and_write(
        project,
        &tasks,
        &mut writer,
        &mut run,
        course.progress,
        course.go_on,
    )?;
    let go_on = || {
        if (course.go_on)() {
            Ok(())
        } else {
            Err(Error::cancelled())
        }
    };
    go_on()?;
    modules::resolve(project, &mut writer, Found::Walked(&walk.manifests), scan)?;
    writer.set_directories(&walk.directories, &[])?;
    writer.set_rules(&walk.rules)?;
    writer.set_meta(MetaKey::Configuration, &project.configuration())?;
    writer.set_meta(MetaKey::Extraction, &project.extraction())?;
    stamp_run(project, &mut writer, scan, (course.clock)())?;
    go_on()?;
    writer.commit()?;
    run.duration = course.started.elapsed();
    Ok(run)
}

/// An unreadable directory stops a full run: what lies below it would look deleted.
fn refuse_unreadable(walk: &Walk) -> Result<()> {
    match walk
        .problems
        .iter()
        .find(|problem| matches!(problem.kind, ProblemKind::UnreadableDirectory))
    {
        None => Ok(()),
        Some(problem) => Err(Error::new(
            ErrorKind::Io,
            format!(
                "the directory `{}` cannot be read: {}",
                problem.path, problem.reason
            ),
        )
        .with_hint("make it readable, or exclude it with `exclude_patterns` in mast.config.json")),
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}
