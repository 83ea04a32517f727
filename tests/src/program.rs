//! The program `mast`, run as a person or a script runs it.

use crate::project::Project;
use crate::repository;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// What one run of the program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
    /// Its exit code; none when a signal ended it.
    pub code: Option<i32>,
}

impl Ran {
    /// Its standard output as JSON.
    ///
    /// # Panics
    ///
    /// When it is none.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The same, once it is sure that the run succeeded and had nothing to complain about.
    ///
    /// # Panics
    ///
    /// When it did not.
    #[track_caller]
    #[allow(clippy::return_self_not_must_use, reason = "often only its success matters")]
    pub fn succeeded(self) -> Self {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self
    }
}

/// The built program; built now where it is older than its sources.
///
/// # Panics
///
/// When it cannot be built.
pub fn path() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = built().join(format!("mast{}", std::env::consts::EXE_SUFFIX));
        assert!(program.is_file(), "`mast` could not be built");
        program
    })
}

/// The directory with everything that the workspace builds, the program and the libraries; built now where it is older than its
/// sources.
///
/// # Panics
///
/// When it cannot be built.
#[allow(clippy::disallowed_methods, reason = "tests read the environment")]
pub fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        // <target>/<profile>/deps/<this test>
        let test = std::env::current_exe().expect("a test knows where it is");
        let profile = test
            .ancestors()
            .nth(2)
            .expect("a test stands in `deps` of its profile");
        let name = profile.file_name().unwrap_or_default().to_string_lossy();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            // Of the workspace as a whole, since a package alone has dependencies with other features, which would be built anew.
            .args(["build", "--quiet", "--workspace", "--profile"])
            .arg(if name == "debug" { "dev" } else { &name })
            .arg("--target-dir")
            .arg(
                profile
                    .parent()
                    .expect("a profile stands in the target directory"),
            )
            .current_dir(repository())
            .stderr(Stdio::null())
            .status();
        assert!(built.is_ok(), "cargo cannot be run: {built:?}");
        profile.to_path_buf()
    })
}

/// Puts the program at `place`, as an installation does, and the directories above it.
///
/// # Panics
///
/// When it cannot be put there.
pub fn install(place: &Path) {
    let directory = place.parent().expect("a program stands in a directory");
    std::fs::create_dir_all(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    // A second name costs nothing; on another file system it takes a copy.
    std::fs::hard_link(path(), place)
        .or_else(|_| std::fs::copy(path(), place).map(drop))
        .unwrap_or_else(|error| panic!("{}: {error}", place.display()));
}

/// The program with `arguments`, in `directory`, without anything of the surroundings of the test.
pub fn command(directory: &Path, arguments: &[&str]) -> Command {
    command_of(path(), directory, arguments)
}

/// The same for the program at `place`.
pub fn command_of(place: &Path, directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(place);
    command
        .args(arguments)
        .current_dir(directory)
        .env_clear()
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program in the root of `project`.
///
/// # Panics
///
/// When it cannot be started.
pub fn run(project: &Project, arguments: &[&str]) -> Ran {
    finish(command(project.root(), arguments))
}

/// Runs `command` to its end.
///
/// # Panics
///
/// When it cannot be started.
pub fn finish(mut command: Command) -> Ran {
    loop {
        match command.spawn() {
            Ok(child) => return output_of(child),
            // A program that was copied a moment ago is busy while another test, which started a process meanwhile, has its file
            // open for writing.
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
            Err(error) => panic!("{command:?}: {error}"),
        }
    }
}

/// Runs `command` to its end, with `input` on its standard input.
///
/// # Panics
///
/// When it cannot be started.
pub fn finish_with(mut command: Command, input: &[u8]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that has heard enough may end before everything is written.
    let _ = stdin.write_all(input);
    drop(stdin);
    output_of(child)
}

/// What `child` says until its end.
///
/// # Panics
///
/// When it cannot be waited for.
pub fn output_of(child: Child) -> Ran {
    let output = child.wait_with_output().expect("a child can be waited for");
    Ran {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
    }
}
