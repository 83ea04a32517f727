//! Edits that move what specifiers lead to: few names in few folders, so that most files answer to some specifier.

use super::manifests;
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::sources;
use std::fs;

const FOLDERS: &[&str] = &["", "src/", "src/", "src/deep/", "src/user/", "lib/", "lib/cart/"];
const NAMES: &[&str] = &["user", "order", "cart", "Cart", "index", "index", "deep"];
const ENDINGS: &[&str] = &[".ts", ".ts", ".tsx", ".js", ".d.ts", ".mjs", ".md"];

/// Fills a project.
pub(super) fn start(project: &Project, random: &mut Random) {
    project.write("mast.config.json", "{}");
    for _ in 0..14 {
        create(project, random);
    }
    for _ in 0..4 {
        manifests::write(project, random);
    }
}

/// Makes one edit and says which.
pub(super) fn make(project: &Project, random: &mut Random) -> String {
    let files = sources_of(project);
    if files.len() < 6 {
        return create(project, random);
    }
    let path = random.pick(&files).as_str();
    match random.within(0..12) {
        0..=2 => create(project, random),
        3 | 4 => {
            project.delete(path);
            format!("delete {path}")
        }
        5 | 6 => {
            let to = free_path(project, random);
            make_folder(project, &to);
            fs::rename(project.path(path), project.path(&to)).expect("files can be renamed");
            format!("rename {path} {to}")
        }
        7 => {
            project.write(path, sources::links(random));
            format!("point elsewhere from {path}")
        }
        8 => link(project, random),
        _ => manifests::write(project, random),
    }
}

fn sources_of(project: &Project) -> Vec<String> {
    let mut files = project.files();
    files.retain(|path| {
        ENDINGS.iter().any(|ending| path.ends_with(ending))
            && project
                .path(path)
                .symlink_metadata()
                .is_ok_and(|data| data.is_file())
    });
    files
}

fn free_path(project: &Project, random: &mut Random) -> String {
    loop {
        let (folder, name, ending) = (random.pick(FOLDERS), random.pick(NAMES), random.pick(ENDINGS));
        let path = format!("{folder}{name}{ending}");
        let is_blocked = path.match_indices('/').any(|(at, _)| {
            let above = project.path(&path[..at]);
            above.symlink_metadata().is_ok_and(|data| !data.is_dir())
        });
        let place = project.path(&path);
        if !is_blocked && (place.symlink_metadata().is_err() || random.percent(20) && place.is_file()) {
            return path;
        }
    }
}

fn make_folder(project: &Project, path: &str) {
    let place = project.path(path);
    fs::create_dir_all(place.parent().expect("a path below the root")).expect("folders can be made");
}

fn create(project: &Project, random: &mut Random) -> String {
    let path = free_path(project, random);
    project.write(&path, sources::links(random) + &sources::links(random));
    format!("create {path}")
}

/// A link to a file or a folder; or one less.
#[cfg(unix)]
fn link(project: &Project, random: &mut Random) -> String {
    let name = *random.pick(&["src/linked", "src/user.ts", "lib/deep", "linked"]);
    let place = project.path(name);
    if place.is_symlink() {
        fs::remove_file(&place).expect("links can be removed");
        return format!("no link {name}");
    }
    if place.exists() {
        return "nothing".to_owned();
    }
    make_folder(project, name);
    let to = *random.pick(&[
        "src",
        "deep",
        "../src/deep",
        "user.ts",
        "../lib/cart.js",
        "nowhere",
    ]);
    std::os::unix::fs::symlink(to, &place).expect("links can be made");
    format!("link {name} to {to}")
}

#[cfg(not(unix))]
fn link(_: &Project, _: &mut Random) -> String {
    "nothing".to_owned()
}
