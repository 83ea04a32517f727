//! The C library as a C programmer has it: installed below a prefix, and programs in C that are compiled against it.
//!
//! Everything is below `c` in the directory of the profile. Where a tool is missing that only some tests need, they say so and go on.

use crate::program::{self, Ran};
use crate::repository;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// How a program gets at the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// At run time.
    Shared,
    /// Part of the program.
    Static,
}

/// Whether a program watches its own memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// It does not.
    Plain,
    /// The address sanitizer looks at what the program reads, and in the end at what was never freed.
    Watched,
}

/// What a program is compiled as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++11.
    Cpp,
}

/// The folder of everything here.
fn folder() -> PathBuf {
    program::built().join("c")
}

/// The prefix below which the library is installed; installed now, from what is built.
///
/// # Panics
///
/// When it cannot be installed.
pub fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = folder().join("prefix");
        let ran = install(&prefix);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        prefix
    })
}

/// Installs the library below `prefix`, from what is built.
pub fn install(prefix: &Path) -> Ran {
    let mut script = Command::new(repository().join("mast-ffi/install.sh"));
    script.arg(prefix).arg("--built").arg(program::built());
    script.stdin(Stdio::null());
    program::finish(captured(script))
}

/// Whether the tool `name` can be run; says so when it cannot.
#[allow(clippy::disallowed_macros, reason = "a test says what it leaves out")]
pub fn has(name: &str) -> bool {
    let found = Command::new(name)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let has = found.is_ok_and(|status| status.success());
    if !has {
        println!("skipped: `{name}` is not there");
    }
    has
}

/// The program of `source`, a path of the repository or an absolute one, compiled with every warning an error.
///
/// # Panics
///
/// When it cannot be compiled.
pub fn compiled(source: &str, language: Language, link: Link) -> PathBuf {
    compiled_with(source, language, link, Memory::Plain)
}

/// The same, with its memory watched or not.
///
/// # Panics
///
/// When it cannot be compiled.
pub fn compiled_with(source: &str, language: Language, link: Link, memory: Memory) -> PathBuf {
    let source = repository().join(source);
    let name = source
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let place = folder().join(format!("{name}-{language:?}-{link:?}-{memory:?}").to_lowercase());
    // Another process may compile the same, or run it.
    let made = place.with_extension(std::process::id().to_string());
    let mut compiler = match language {
        Language::C => Command::new("cc"),
        Language::Cpp => Command::new("c++"),
    };
    match language {
        Language::C => compiler.arg("-std=c99").arg("-D_POSIX_C_SOURCE=200809L"),
        // A program in C is one in C++ here: what it says of its language is not what its name says.
        Language::Cpp => compiler.args(["-std=c++11", "-x", "c++"]),
    };
    compiler.args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-pthread"]);
    if memory == Memory::Watched {
        compiler.arg("-fsanitize=address");
    }
    compiler.arg("-I").arg(repository().join("tests/c"));
    compiler.arg(&source);
    if language == Language::Cpp {
        compiler.args(["-x", "none"]);
    }
    compiler.args(flags(link)).arg("-o").arg(&made);
    let ran = program::finish(captured(compiler));
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), ""),
        "{}",
        source.display()
    );
    std::fs::rename(&made, &place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    place
}

/// What the compiler is told of the library: by pkg-config, else by hand.
fn flags(link: Link) -> Vec<String> {
    let library = prefix().join("lib");
    let mut flags = asked(link).unwrap_or_else(|| {
        let mut flags = vec![format!("-I{}", prefix().join("include").display())];
        flags.extend([format!("-L{}", library.display()), "-lmast".to_owned()]);
        if link == Link::Static {
            flags.extend(["-lm", "-ldl", "-lpthread"].map(str::to_owned));
        }
        flags
    });
    match link {
        Link::Shared => flags.push(format!("-Wl,-rpath,{}", library.display())),
        Link::Static => {
            // By its name the linker would take the shared one.
            let archive = library.join("libmast.a").display().to_string();
            for flag in &mut flags {
                if flag == "-lmast" {
                    flag.clone_from(&archive);
                }
            }
        }
    }
    flags
}

/// What pkg-config says of the library, where it is there.
fn asked(link: Link) -> Option<Vec<String>> {
    if !has("pkg-config") {
        return None;
    }
    let mut command = Command::new("pkg-config");
    command.args(["--cflags", "--libs"]);
    if link == Link::Static {
        command.arg("--static");
    }
    command
        .arg("mast")
        .env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig"));
    let ran = program::finish(captured(command));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    Some(ran.out.split_whitespace().map(str::to_owned).collect())
}

/// `program` with `arguments`, in a working directory and with an environment that say nothing of a project.
pub fn command(program: &Path, arguments: &[&Path]) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir("/")
        .env_remove("MAST_STATE_DIR")
        .stdin(Stdio::null());
    captured(command)
}

/// `command` with what it prints kept.
pub fn captured(mut command: Command) -> Command {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
