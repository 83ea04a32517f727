//! mast-core: code search for TypeScript, JavaScript and Markdown repositories.
//!
//! A repository is indexed once, into one SQLite file in a state directory, and asked many times. Everything starts at an
//! [`Engine`](engine::Engine), which is one project with its index; every question is a tool of the catalogue
//! [`TOOLS`](tools::TOOLS), called with JSON and answered both as JSON and as text. Before it answers, a tool takes in what
//! changed on disk, within a quarter of a second, and says what it could not take in.
//!
//! The library prints nothing and reads neither the environment nor the clock nor the working directory: a surface hands
//! them to it.
//!
//! # Examples
//!
//! ```
//! use std::time::{Instant, SystemTime};
//!
//! use mast_core::engine::{Clock, Engine, Extent};
//! use mast_core::index::Progress;
//! use mast_core::project::config::Overrides;
//! use mast_core::project::root::Surroundings;
//! use mast_core::tools;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let root = std::env::temp_dir().join(format!("mast-example-{}", std::process::id()));
//! # std::fs::create_dir_all(&root)?;
//! std::fs::write(root.join("greet.ts"), "/** Says hello. */\nexport function greet(name: string) {}\n")?;
//!
//! let surroundings = Surroundings { working_directory: root.clone(), ..Surroundings::default() };
//! let clock = Clock { now: SystemTime::now, instant: Instant::now };
//! let engine = Engine::open(&root, &Overrides::default(), surroundings, clock)?;
//! engine.index(Extent::Full, Progress::NONE)?;
//!
//! let search = tools::named("mast_search")?;
//! let answer = (search.call)(&engine, serde_json::json!({"query": "say hello"}))?;
//! assert_eq!(answer.json["results"][0]["symbol_name"], "greet");
//! # drop(engine);
//! # std::fs::remove_dir_all(&root)?;
//! # Ok(())
//! # }
//! ```
//!
//! The modules are layers, lowest first: [`error`], [`text`], [`facts`], [`languages`], [`project`], [`store`], [`index`],
//! [`search`], [`engine`], [`tools`]. `docs/architecture.md` says what each is for and what it does not know.

pub mod engine;
pub mod error;
pub mod facts;
pub mod index;
pub mod languages;
pub mod project;
pub mod resolve;
pub mod search;
pub mod store;
pub mod text;
pub mod tools;
