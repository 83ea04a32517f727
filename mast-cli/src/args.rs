//! The command table: every command, flag and its help, once.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};

use crate::documents;
use crate::harness::{HARNESSES, Harness, Registering, Scope};
use crate::suggested::Suggested;

/// Code search for TypeScript, JavaScript and Markdown repositories.
///
/// mast indexes declarations, doc comments and Markdown sections in one local file and answers with exactly the code that was asked for.
#[derive(Debug, Parser)]
#[command(name = "mast", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = "Start with `mast init` in a project, then `mast search <identifier or words>`.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Set mast up for a project and index it
    Init(Init),
    /// Build the index, or bring it up to date
    Index(Index),
    /// Search the index and print what was found
    Search(Search),
    /// Show whether the index is there and true of the disk
    Status(Status),
    /// Show which directories and files the configuration makes mast index
    Walk(Walk),
    /// Show how many tokens answers cost and saved
    Metrics(Metrics),
    /// Call a tool with JSON, exactly as an assistant does
    Query(Query),
    /// Serve the tools to an assistant: an MCP server on standard input and output
    Serve(Serve),
    /// Install what tells an assistant to use mast: hooks, rules files, the server
    Setup(Setup),
    /// Print the instructions for an assistant, or install them in its files
    Skill(Skill),
    /// Print what an assistant is told when a session starts
    Prime(Prime),
    /// Answer a hook of an assistant's harness: JSON on standard input and output
    Hook(Hook),
    /// Have git bring the index up to date after commits, checkouts and merges
    InstallHooks(InstallHooks),
    /// Say what is right and what is wrong here, and what to do about it
    Doctor(Doctor),
    /// Say whether there is a newer version, and how to install it
    Upgrade(Upgrade),
    /// Print the documentation of this build
    Docs(Docs),
    /// Print what makes a shell complete the command line
    Completions(Completions),
    /// Print the manual page
    #[command(after_help = "To read it: mast man > mast.1 && man ./mast.1")]
    Man,
}

/// Where the project is, for a command that asks nothing of its index.
#[derive(Debug, Args)]
pub(crate) struct Root {
    /// Project root [default: the nearest directory at or above this one with mast.config.json, .git, a workspace manifest or .mast]
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) path: Option<PathBuf>,
    /// Project root, instead of the path
    #[arg(long, value_name = "DIR", conflicts_with = "path", value_hint = ValueHint::DirPath)]
    pub(crate) root: Option<PathBuf>,
}

impl Root {
    /// The directory that is named.
    pub(crate) fn named(&self) -> Option<&Path> {
        self.root.as_deref().or(self.path.as_deref())
    }
}

/// Where the project and its index are.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Project root [default: the nearest directory at or above this one with mast.config.json, .git, a workspace manifest or .mast]
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) path: Option<PathBuf>,
    /// Project root, instead of the path
    #[arg(long, value_name = "DIR", conflicts_with = "path", value_hint = ValueHint::DirPath)]
    pub(crate) root: Option<PathBuf>,
    /// Directory of the index [default: <path>/.mast]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) state_dir: Option<PathBuf>,
}

impl Place {
    /// Whether it says where the project is.
    pub(crate) fn names_root(&self) -> bool {
        self.path.is_some() || self.root.is_some()
    }
}

#[derive(Debug, Args)]
pub(crate) struct Init {
    #[command(flatten)]
    pub(crate) place: Place,
    /// File extensions to index, separated by commas, such as .ts,.tsx,.md
    #[arg(long, value_name = "EXT,...", value_delimiter = ',')]
    pub(crate) extensions: Option<Vec<String>>,
    /// Glob patterns to exclude, separated by commas; they replace the default list
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',')]
    pub(crate) exclude: Option<Vec<String>>,
    /// Write the configuration only
    #[arg(long)]
    pub(crate) no_index: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Without --incremental everything is read anew, beside the index that is there, which answers until the new one is complete. \
Neither is needed before a question: each takes in what changed."
)]
pub(crate) struct Index {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Only read what changed since the last run
    #[arg(long)]
    pub(crate) incremental: bool,
    /// Print progress to standard error, also when that is no terminal
    #[arg(long)]
    pub(crate) show_progress: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Every call of a tool is recorded beside the index; run `mast metrics --rollup --vacuum` now and then to keep the record small."
)]
pub(crate) struct Metrics {
    #[command(flatten)]
    pub(crate) place: Place,
    /// How far back to look: 7d, 24h, 30m
    #[arg(long, value_name = "WINDOW", default_value = "7d")]
    pub(crate) since: String,
    /// Leave out the line for all tools together
    #[arg(long)]
    pub(crate) by_tool: bool,
    /// First sum up by day the calls that are older than --keep-days
    #[arg(long)]
    pub(crate) rollup: bool,
    /// First forget the daily sums that are older than --keep-days
    #[arg(long)]
    pub(crate) vacuum: bool,
    /// How many days to keep [default: 7 for --rollup, 90 for --vacuum]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub(crate) keep_days: Option<u32>,
    /// Print the sums as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a question does about files that changed since they were indexed.
#[derive(Debug, Args)]
pub(crate) struct Freshness {
    /// Take in everything that changed first, however long it takes
    #[arg(long, conflicts_with = "no_refresh")]
    pub(crate) reindex: bool,
    /// Answer from the index as it is
    #[arg(long)]
    pub(crate) no_refresh: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n\
    \n  mast search resolveConfig              its declaration, in any letter case\
    \n  mast search Widget.handle -n 3         a member\
    \n  mast search 'renewal of a loan' -l markdown\n\
    \nAn answer without a match succeeds too.")]
pub(crate) struct Search {
    /// An identifier, `Class.method`, or words
    pub(crate) query: String,
    #[command(flatten)]
    pub(crate) place: Place,
    /// At most this many results, 1 to 50
    #[arg(short = 'n', long, default_value = "10")]
    pub(crate) limit: String,
    /// Pass over this many results first
    #[arg(long, default_value = "0")]
    pub(crate) offset: String,
    /// Only chunks of this kind
    #[arg(short = 't', long = "type", value_name = "KIND")]
    pub(crate) kind: Option<Kind>,
    /// Only files of this language
    #[arg(short, long)]
    pub(crate) language: Option<Language>,
    /// Only exported symbols
    #[arg(short, long)]
    pub(crate) exported: bool,
    /// Only files whose path matches this glob, such as 'src/store/**'
    #[arg(short, long, value_name = "GLOB")]
    pub(crate) file: Option<String>,
    #[command(flatten)]
    pub(crate) freshness: Freshness,
    /// Print the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Kind {
    Function,
    Method,
    ClassShell,
    Interface,
    Type,
    Export,
    Block,
    Doc,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Language {
    Typescript,
    Javascript,
    Markdown,
}

#[derive(Debug, Args)]
#[command(
    after_help = "It exits with 1 where nothing is indexed. `mast docs signals` says what each line means; `mast doctor` looks further."
)]
pub(crate) struct Status {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "It reads no index and writes nothing, so that a configuration can be tried before it costs a run."
)]
pub(crate) struct Walk {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Roll directories up to this many path segments
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,
    /// List every file instead of the directories
    #[arg(long)]
    pub(crate) files: bool,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: mast query mast_search '{\"query\": \"resolveConfig\"}'")]
pub(crate) struct Query {
    /// The tool; an unknown name lists those there are
    #[arg(value_parser = Suggested(documents::tool_names), hide_possible_values = true)]
    pub(crate) tool: String,
    /// Its input, a JSON object
    #[arg(value_name = "JSON")]
    pub(crate) input: Option<String>,
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) freshness: Freshness,
    /// Print the answer on one line, byte for byte what an assistant receives
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the answer for a person, with a line of source for each place
    #[arg(long, conflicts_with = "json")]
    pub(crate) text: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The root may also be named by MAST_ROOT; without either, by the client where it can. \
It ends when its input ends or the process that started it does."
)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Index nothing before a question asks; refused where nothing was ever indexed
    #[arg(long)]
    pub(crate) no_startup_reindex: bool,
    /// Do not watch the files of the project; each question takes in what changed all the same
    #[arg(long, conflicts_with = "watch")]
    pub(crate) no_watch: bool,
    /// Watch them, which is the default
    #[arg(long)]
    pub(crate) watch: bool,
    /// Serve over HTTP at this loopback address and port instead; the variable `MAST_HTTP_TOKEN` sets a token that clients have to bear
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) http: Option<String>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The run goes on in the background, and nothing of it is seen. A new worktree gets an index of its own. Hooks that are there stay and run as before: a few marked lines are added to each, and --remove takes out exactly those. \
It exits with 1 when a hook could not be installed, since something that is no shell script stands in its place, and with --check when one is \
missing or out of date."
)]
pub(crate) struct InstallHooks {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Take the hooks out again
    #[arg(long)]
    pub(crate) remove: bool,
    /// Write nothing; succeed only when every hook is installed and up to date
    #[arg(long, conflicts_with_all = ["remove", "dry_run"])]
    pub(crate) check: bool,
    /// Write nothing; print what would be done
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Only what is mast's is ever changed: hooks by the end of their command, texts by their markers or the name of their \
file, the server by its name. Everything else in a file stays as it is, and `--remove` takes out what was put in."
)]
pub(crate) struct Setup {
    /// The program that the assistant works in
    #[arg(value_parser = harness())]
    pub(crate) harness: &'static Harness,
    #[command(flatten)]
    pub(crate) root: Root,
    /// Write the files of the user instead of those of the project
    #[arg(long)]
    pub(crate) global: bool,
    /// Register the MCP server as well
    #[arg(long)]
    pub(crate) mcp: bool,
    /// Write nothing; succeed only if everything is installed and current
    #[arg(long, conflicts_with_all = ["remove", "dry_run"])]
    pub(crate) check: bool,
    /// Remove what mast installed
    #[arg(long)]
    pub(crate) remove: bool,
    /// Print what would be written, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Reads the name of a harness.
fn harness() -> impl TypedValueParser<Value = &'static Harness> {
    let names = PossibleValuesParser::new(HARNESSES.iter().map(|harness| harness.name));
    names.try_map(|name| Harness::named(&name).ok_or_else(|| format!("no harness `{name}`")))
}

impl Setup {
    /// For whom it is set up.
    pub(crate) const fn scope(&self) -> Scope {
        if self.global { Scope::User } else { Scope::Project }
    }

    /// Whether the server is registered too.
    pub(crate) const fn registering(&self) -> Registering {
        if self.mcp {
            Registering::Server
        } else {
            Registering::Nothing
        }
    }

    /// The command that installs what is asked about.
    pub(crate) fn again(&self) -> String {
        let mut words = vec!["mast setup".to_owned(), self.harness.name.to_owned()];
        words.extend(self.root.named().map(|root| root.display().to_string()));
        let flags = [(self.global, "--global"), (self.mcp, "--mcp")];
        words.extend(
            flags
                .into_iter()
                .filter(|(given, _)| *given)
                .map(|(_, flag)| flag.to_owned()),
        );
        words.join(" ")
    }
}

#[derive(Debug, Args)]
pub(crate) struct Skill {
    #[command(flatten)]
    pub(crate) root: Root,
    /// Put them into those of CLAUDE.md, AGENTS.md, .cursorrules, .windsurfrules and .github/copilot-instructions.md that exist
    #[arg(long)]
    pub(crate) install: bool,
    /// With --install, print what would change, and write nothing
    #[arg(long, requires = "install")]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "It gives the rules for using mast and the health of the index, or what keeps mast from answering. It succeeds in every \
state of the index; `mast status` is for scripts."
)]
pub(crate) struct Prime {
    #[command(flatten)]
    pub(crate) place: Place,
}

#[derive(Debug, Args)]
#[command(
    after_help = "It always succeeds, so that it cannot break a session; what it cannot answer is one line on standard error. \
`mast setup` writes the hooks that call it."
)]
pub(crate) struct Hook {
    #[arg(help = format!("The program that runs the hook: {}", hooked().join(", ")))]
    pub(crate) harness: Option<String>,
    /// What happened: session-start, search
    pub(crate) event: Option<String>,
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) rest: Vec<String>,
}

/// The harnesses that have hooks.
pub(crate) fn hooked() -> Vec<&'static str> {
    let hooked = HARNESSES.iter().filter(|harness| harness.hooks.is_some());
    hooked.map(|harness| harness.name).collect()
}

impl Hook {
    /// What was written, in order.
    pub(crate) fn words(&self) -> Vec<String> {
        let named = [&self.harness, &self.event].into_iter().flatten();
        named.chain(&self.rest).cloned().collect()
    }
}

/// What follows `hook` in the command line `words`, where that is what was called and no help is asked for.
///
/// It is not looked at by the command table: a hook runs before each search, and nothing about it is a mistake.
pub(crate) fn hook(words: &[String]) -> Option<&[String]> {
    let (command, words) = words.split_first()?;
    let asks_for_help = words.iter().any(|word| word == "--help" || word == "-h");
    (command == "hook" && !asks_for_help).then_some(words)
}

#[derive(Debug, Args)]
#[command(
    after_help = "It installs nothing, and says what the newer version costs. The latest version is what npm says, asked for at most 5 seconds with its own settings; without npm or a network the answer \
is that it is not known. It always exits with 0."
)]
pub(crate) struct Upgrade {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "It looks at the installation, the project, its index, git hooks, assistants and the system, and changes nothing. It exits with 0 when there is no problem, also when there are warnings, and with 1 when there is one."
)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples: mast docs signals, mast docs mast_callers, mast docs spec | less")]
pub(crate) struct Docs {
    /// The document; without it, a list of those there are
    #[arg(value_parser = Suggested(documents::topics), hide_possible_values = true)]
    pub(crate) topic: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_long_help = "Where a shell looks for them:\n\
    \n  bash        mast completions bash > ~/.local/share/bash-completion/completions/mast\
    \n  zsh         mast completions zsh > \"${fpath[1]}/_mast\"\
    \n  fish        mast completions fish > ~/.config/fish/completions/mast.fish\
    \n  powershell  mast completions powershell >> $PROFILE\
    \n  elvish      mast completions elvish >> ~/.config/elvish/rc.elv")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// The whole table, for what is derived from it.
pub(crate) fn table() -> clap::Command {
    Arguments::command()
}

/// Reads the command line.
pub(crate) fn parse() -> Result<Arguments, clap::Error> {
    Arguments::try_parse()
}
