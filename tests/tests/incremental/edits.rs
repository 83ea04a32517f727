//! What people and programs do to the files of a project.

use super::{manifests, modules};
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::sources;
use std::fs::{self, File};
use std::io::Write as _;
use std::time::{Duration, SystemTime};

const FOLDERS: &[&str] = &[
    "",
    "src/",
    "src/deep/",
    "lib/",
    "docs/",
    "build/",
    "lib/.hidden/",
    "Name with [x] #1/",
];
const NAMES: &[&str] = &["user", "order", "cart", "Cart", "index", "üser 🚀", "a.test"];
const ENDINGS: &[&str] = &[
    ".ts", ".ts", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cts", ".d.ts", ".md", ".txt",
];

/// `max_file_bytes` of every project, so that a file soon is too large.
const LARGEST: usize = 12_000;

/// What edits are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// Whatever happens to a project.
    Anything,
    /// Files and manifests that decide where specifiers lead.
    Modules,
}

/// Makes random edits.
#[derive(Debug)]
pub(super) struct Edits {
    focus: Focus,
    /// Paths that were taken out of the way, with their bytes.
    away: Vec<(String, Vec<u8>)>,
}

impl Edits {
    /// Fills a project with its first files.
    pub(super) fn start(project: &Project, random: &mut Random, focus: Focus) -> Self {
        if focus == Focus::Modules {
            modules::start(project, random);
            return Self {
                focus,
                away: Vec::new(),
            };
        }
        if random.percent(50) {
            project.write(".git/HEAD", "ref: refs/heads/main\n");
        }
        configure(project, random);
        for _ in 0..10 {
            create(project, random);
        }
        for _ in 0..3 {
            manifests::write(project, random);
        }
        Self {
            focus,
            away: Vec::new(),
        }
    }

    /// Makes one edit and says which.
    #[allow(clippy::disallowed_methods, reason = "tests read the clock")]
    pub(super) fn make(&mut self, project: &Project, random: &mut Random) -> String {
        if self.focus == Focus::Modules {
            return modules::make(project, random);
        }
        let files = sources_of(project);
        if files.is_empty() {
            return create(project, random);
        }
        let path = random.pick(&files).as_str();
        let place = project.path(path);
        let what = match random.within(0..31) {
            0..=2 => return create(project, random),
            3 | 4 => {
                project.write(path, sources::text(random, path));
                "rewrite"
            }
            5 => {
                project.delete(path);
                "delete"
            }
            6 => return rename(project, random, path),
            7 => return rename_folder(project, random, path),
            8 => {
                set_modified(project, path, SystemTime::now());
                "touch"
            }
            9 => {
                // The same size and the same times.
                let modified = fs::metadata(&place).and_then(|data| data.modified());
                change_a_letter(project, random, path);
                if let Ok(modified) = modified {
                    set_modified(project, path, modified);
                }
                "change a letter and set the time back"
            }
            10 => {
                change_a_letter(project, random, path);
                set_modified(
                    project,
                    path,
                    SystemTime::UNIX_EPOCH + Duration::from_hours(438_288),
                );
                "change a letter in 2020"
            }
            11 => {
                append(project, path, b"\nexport function broken( {\n  return\n");
                "break"
            }
            12 => {
                append(project, path, b"\nconst caf\xe9 = 1;\n");
                "spoil the encoding of"
            }
            13 => {
                append(
                    project,
                    path,
                    &b"// more and more of the same text\n".repeat(LARGEST / 30),
                );
                "overgrow"
            }
            14 => return ignore(project, random),
            15 => {
                project.write(path, "");
                "empty"
            }
            16 => return self.swap_with_folder(project, random, path),
            17 => return configure(project, random),
            18 => {
                let text = fs::read(&place).unwrap_or_default();
                project.write(path, String::from_utf8_lossy(&text).replace('\n', "\r\n"));
                "give carriage returns to"
            }
            19 => {
                let text = String::from_utf8_lossy(&fs::read(&place).unwrap_or_default()).into_owned();
                let units = text.encode_utf16().flat_map(u16::to_le_bytes);
                project.write(path, [0xFF, 0xFE].into_iter().chain(units).collect::<Vec<u8>>());
                "write as UTF-16"
            }
            20 => {
                let text = fs::read(&place).unwrap_or_default();
                project.write(
                    path,
                    [b"import { session } from './session';\n", text.as_slice()].concat(),
                );
                "add an import to"
            }
            21 => return nest_repository(project, random),
            22 | 23 => return shadow(project, random, path),
            24 => return change_case(project, path),
            25..=28 => return manifests::write(project, random),
            29 => {
                project.write(
                    path,
                    format!("{}export const last = 1;\n", sources::links(random)),
                );
                "point elsewhere from"
            }
            _ => return link(project, random, path),
        };
        format!("{what} {path}")
    }

    /// A file makes way for a folder of its name, and comes back.
    fn swap_with_folder(&mut self, project: &Project, random: &mut Random, path: &str) -> String {
        if let Some((path, bytes)) = self.away.pop() {
            let place = project.path(&path);
            if place.is_dir() {
                project.delete(&path);
                project.write(&path, bytes);
                return format!("folder to file {path}");
            }
        }
        let bytes = fs::read(project.path(path)).unwrap_or_default();
        project.delete(path);
        let inside = format!("{path}/inside{}", random.pick(ENDINGS));
        project.write(&inside, sources::text(random, &inside));
        self.away.push((path.to_owned(), bytes));
        format!("file to folder {path}")
    }
}

/// Everything that may be edited as a source.
fn sources_of(project: &Project) -> Vec<String> {
    let mut files = project.files();
    files.retain(|path| {
        !path.starts_with(".git/")
            && !path.ends_with(".gitignore")
            && path != "mast.config.json"
            && !manifests::is_one(path)
            && !path.contains("/.git/")
            && project
                .path(path)
                .symlink_metadata()
                .is_ok_and(|data| data.is_file())
    });
    files
}

fn new_path(project: &Project, random: &mut Random) -> Option<String> {
    let (folder, name, ending) = (random.pick(FOLDERS), random.pick(NAMES), random.pick(ENDINGS));
    let deeper = if random.percent(10) { "new/nested/" } else { "" };
    let path = format!("{folder}{deeper}{name}{ending}");
    // A file may stand where a folder is wanted.
    let blocked = path
        .match_indices('/')
        .any(|(at, _)| project.path(&path[..at]).is_file());
    let taken = project
        .path(&path)
        .symlink_metadata()
        .is_ok_and(|data| !data.is_file());
    (!blocked && !taken).then_some(path)
}

fn create(project: &Project, random: &mut Random) -> String {
    match new_path(project, random) {
        None => "nothing".to_owned(),
        Some(path) => {
            project.write(&path, sources::text(random, &path));
            format!("create {path}")
        }
    }
}

fn rename(project: &Project, random: &mut Random, path: &str) -> String {
    let Some(to) = new_path(project, random) else {
        return "nothing".to_owned();
    };
    let place = project.path(&to);
    fs::create_dir_all(place.parent().expect("a path below the root")).expect("folders can be made");
    fs::rename(project.path(path), place).expect("files can be renamed");
    format!("rename {path} {to}")
}

/// A file beside a folder of its name, or a folder with an index beside a file.
fn shadow(project: &Project, random: &mut Random, path: &str) -> String {
    let Some((stem, _)) = path.rsplit_once('.') else {
        return "nothing".to_owned();
    };
    let ending = random.pick(&[".ts", ".tsx", ".js", ".d.ts"]);
    let to = match stem.strip_suffix("/index") {
        Some(folder) => format!("{folder}{ending}"),
        None if random.percent(50) => format!("{stem}/index{ending}"),
        None => format!("{stem}{ending}"),
    };
    let blocked = to
        .match_indices('/')
        .any(|(at, _)| project.path(&to[..at]).is_file());
    if blocked || project.path(&to).is_dir() {
        return "nothing".to_owned();
    }
    project.write(&to, sources::text(random, &to));
    format!("shadow {path} by {to}")
}

/// The same name with other capitals.
fn change_case(project: &Project, path: &str) -> String {
    let at = path.rfind('/').map_or(0, |at| at + 1);
    let (folder, name) = path.split_at(at);
    let other = match name.chars().next() {
        Some(first) if first.is_ascii_lowercase() => {
            first.to_uppercase().chain(name.chars().skip(1)).collect()
        }
        _ => name.to_lowercase(),
    };
    let to = format!("{folder}{other}");
    if to == path || project.path(&to).exists() {
        return "nothing".to_owned();
    }
    fs::rename(project.path(path), project.path(&to)).expect("files can be renamed");
    format!("rename {path} {to}")
}

fn rename_folder(project: &Project, random: &mut Random, path: &str) -> String {
    let Some((folder, _)) = path.split_once('/') else {
        return "nothing".to_owned();
    };
    let to = *random.pick(&["moved", "src", "lib", "other/place"]);
    let place = project.path(to);
    let fits = !place.exists() && (to != "other/place" || !project.path("other").is_file());
    if folder == "other" || !fits {
        return "nothing".to_owned();
    }
    fs::create_dir_all(place.parent().expect("a path below the root")).expect("folders can be made");
    fs::rename(project.path(folder), place).expect("folders can be renamed");
    format!("rename folder {folder} {to}")
}

fn set_modified(project: &Project, path: &str, time: SystemTime) {
    let file = File::options().write(true).open(project.path(path));
    file.and_then(|file| file.set_modified(time))
        .expect("times can be set");
}

fn change_a_letter(project: &Project, random: &mut Random, path: &str) {
    let mut bytes = fs::read(project.path(path)).unwrap_or_default();
    let letters: Vec<usize> = (0..bytes.len())
        .filter(|at| bytes[*at].is_ascii_lowercase())
        .collect();
    if !letters.is_empty() {
        bytes[*random.pick(&letters)] = b'q';
        // In place: the same file, not a new one of that name.
        let file = File::options().write(true).open(project.path(path));
        file.and_then(|mut file| file.write_all(&bytes))
            .expect("files can be written");
    }
}

fn append(project: &Project, path: &str, more: &[u8]) {
    let bytes = fs::read(project.path(path)).unwrap_or_default();
    project.write(path, [bytes.as_slice(), more].concat());
}

fn ignore(project: &Project, random: &mut Random) -> String {
    let folder = *random.pick(&["", "", "src/", "lib/"]);
    let path = format!("{folder}.gitignore");
    if project.path(folder.trim_end_matches('/')).is_file() {
        return "nothing".to_owned();
    }
    if project.path(&path).exists() && random.percent(40) {
        project.delete(&path);
        return format!("delete {path}");
    }
    let rules = *random.pick(&[
        "*.js\n",
        "deep/\n",
        "user.*\n!user.ts\n",
        "/lib\n",
        "# nothing\n",
        "docs/*.md\n",
    ]);
    project.write(&path, rules);
    format!("write {path}: {}", rules.replace('\n', " "))
}

/// Another repository begins in a folder, or no longer does.
fn nest_repository(project: &Project, random: &mut Random) -> String {
    let folder = *random.pick(&["lib", "src/deep", "docs"]);
    let head = format!("{folder}/.git/HEAD");
    if project.path(&head).exists() {
        project.delete(&format!("{folder}/.git"));
        return format!("no repository in {folder}");
    }
    if !project.path(folder).is_dir() {
        return "nothing".to_owned();
    }
    project.write(&head, "ref: refs/heads/main\n");
    format!("a repository in {folder}")
}

#[cfg(unix)]
fn link(project: &Project, random: &mut Random, path: &str) -> String {
    let Some(from) = new_path(project, random) else {
        return "nothing".to_owned();
    };
    let place = project.path(&from);
    fs::create_dir_all(place.parent().expect("a path below the root")).expect("folders can be made");
    let _ = fs::remove_file(&place);
    std::os::unix::fs::symlink(project.path(path), &place).expect("links can be made");
    format!("link {from} to {path}")
}

#[cfg(not(unix))]
fn link(_: &Project, _: &mut Random, _: &str) -> String {
    "nothing".to_owned()
}

fn configure(project: &Project, random: &mut Random) -> String {
    let keys = [
        (
            "exclude_patterns",
            *random.pick(&[r#"["**/build/**"]"#, r#"["src/**", "**/*.test.ts"]"#, "[]"]),
        ),
        ("chunk_split_threshold", *random.pick(&["100", "100", "20"])),
        ("markdown_heading_depth", *random.pick(&["2", "2", "3"])),
        ("respect_gitignore", *random.pick(&["true", "true", "false"])),
        ("include_dot_dirs", *random.pick(&["[]", r#"["lib/.hidden"]"#])),
        (
            "file_extensions",
            *random.pick(&[
                r#"[".ts", ".tsx", ".js", ".mjs", ".cts", ".md"]"#,
                r#"[".ts", ".md"]"#,
            ]),
        ),
        ("context_lines", *random.pick(&["0", "3"])),
    ];
    let mut lines = vec![format!("  \"max_file_bytes\": {LARGEST}")];
    lines.extend(keys.iter().map(|(key, value)| format!("  \"{key}\": {value}")));
    let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
    project.write("mast.config.json", &text);
    format!("write mast.config.json {}", text.replace('\n', " "))
}
