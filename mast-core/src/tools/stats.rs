//! What an answer cost, and what reading the files whole would have cost.

use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::Engine;
use crate::error::Result;
use crate::index::prepare::{Contents, read};
use crate::store::Store;
use crate::text::digest::Digest;
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::tokens;

/// The cost of an answer, in `cl100k_base` tokens.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Stats")]
pub struct Stats {
    /// The tool that answered.
    pub tool: String,
    /// Tokens of the answer's body as JSON.
    pub tokens_returned: u64,
    /// Tokens of the files that it refers to, read whole.
    pub tokens_full_file_upper_bound: u64,
    /// Those files.
    pub files_referenced: Vec<String>,
    /// 1 - returned / whole; 0 when no file is referred to.
    pub efficiency_ratio: f64,
    /// Wall time in milliseconds.
    pub duration_ms: f64,
}

impl Stats {
    /// What the answer cost against reading the files whole; honest about an answer that cost more.
    pub fn line(&self) -> String {
        let (returned, whole) = (self.tokens_returned, self.tokens_full_file_upper_bound);
        let percent = ((1.0 - returned as f64 / whole.max(1) as f64) * 100.0).round();
        if whole == 0 {
            format!("{returned} tokens returned")
        } else if percent < 0.0 {
            format!(
                "{returned} tokens returned vs {whole} to read the files whole — {}% MORE, the files are small",
                -percent
            )
        } else {
            format!("{returned} tokens returned vs {whole} to read the files whole — {percent}% saved")
        }
    }
}

/// Counting fewer tokens than this, all together, takes about a millisecond.
const WORTH_KEEPING: u32 = 10_000;

/// Counts an answer whose body is `body` and which refers to `files`.
///
/// # Errors
///
/// When the index cannot be read.
pub fn count(
    engine: &Engine,
    store: &Store,
    tool: &str,
    body: &impl Serialize,
    files: Vec<String>,
    started: Instant,
) -> Result<Stats> {
    let returned = serde_json::to_string(body).map_or(0, |text| tokens::count(&text) as u64);
    let mut whole = 0;
    let mut counted = Vec::new();
    for path in &files {
        let indexed = store.file(path)?;
        if let Some(tokens) = indexed.as_ref().and_then(|file| file.tokens) {
            whole += u64::from(tokens);
        } else if let Some((digest, tokens)) = count_file(engine, &RelPath::from_stored(path.clone())) {
            whole += u64::from(tokens);
            if indexed.is_some_and(|file| file.digest == digest) {
                counted.push((path.clone(), digest, tokens));
            }
        }
    }
    // A few counts are made again sooner than they are written.
    if counted.iter().map(|(.., tokens)| tokens).sum::<u32>() >= WORTH_KEEPING {
        engine.remember_tokens(&counted);
    }
    let ratio = if whole == 0 {
        0.0
    } else {
        1.0 - returned as f64 / whole as f64
    };
    Ok(Stats {
        tool: tool.to_owned(),
        tokens_returned: returned,
        tokens_full_file_upper_bound: whole,
        files_referenced: files,
        efficiency_ratio: (ratio * 1000.0).round() / 1000.0,
        duration_ms: (started.elapsed().as_secs_f64() * 100_000.0).round() / 100.0,
    })
}

fn count_file(engine: &Engine, path: &RelPath) -> Option<(Digest, u32)> {
    let Contents::Bytes(bytes) = read(&engine.config().root, path, engine.config().max_file_bytes) else {
        return None;
    };
    let digest = Digest::of(&bytes);
    let source = Source::decode(bytes).ok()?;
    Some((digest, tokens::count(source.text()) as u32))
}
