//! `mast_efficiency`.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::tally::Calls;
use crate::engine::{Engine, rfc3339};
use crate::error::{Error, Result};
use crate::store::metrics::Metrics;
use crate::tools::{Effect, Page, Render, Style, Tool};

/// What tokens are counted by.
pub const TOKENIZER: &str = "cl100k_base (approximate for current models)";

/// `mast_efficiency`.
#[derive(Debug)]
pub struct Efficiency;

/// Which calls to sum up.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[schemars(title = "EfficiencyInput")]
pub struct EfficiencyInput {
    /// The calls of this session, or all that are recorded.
    #[serde(default)]
    pub scope: Scope,
    /// With `global`: only the last so many minutes.
    #[schemars(range(min = 1))]
    pub since_minutes: Option<u32>,
}

/// Which calls are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the names say it all, and documented values make schemas that some clients refuse"
)]
pub enum Scope {
    #[default]
    Session,
    Global,
}

/// What answers cost against reading files whole.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "EfficiencyOutput")]
pub struct EfficiencyOutput {
    /// Which calls are summed up.
    pub scope: Scope,
    /// From when on (RFC 3339); the epoch for all.
    pub window_started_at: String,
    /// Tokens of the answers.
    pub tokens_returned: u64,
    /// Tokens of the files that they refer to, read whole.
    pub tokens_full_file_upper_bound: u64,
    /// 1 - returned / whole; 0 when no file was referred to.
    pub efficiency_ratio: f64,
    /// Answered calls.
    pub calls_total: u64,
    /// The same by tool.
    pub calls_by_tool: BTreeMap<String, u64>,
    /// What tokens are counted by.
    pub tokenizer: String,
    /// What it comes to, in a sentence.
    pub counterfactual: String,
}

impl Tool for Efficiency {
    const NAME: &'static str = "mast_efficiency";
    const TITLE: &'static str = "Token savings";
    const SUMMARY: &'static str = "How many tokens did answers save against reading files whole?";
    const PAGE: &'static str = include_str!("pages/mast_efficiency.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = EfficiencyInput;
    type Output = EfficiencyOutput;

    fn run(engine: &Engine, input: EfficiencyInput) -> Result<EfficiencyOutput> {
        let window = match (input.scope, input.since_minutes) {
            (Scope::Session, Some(_)) => {
                return Err(Error::invalid_input("`since_minutes` needs the scope `global`")
                    .with_hint("leave it out, or ask with `\"scope\": \"global\"`"));
            }
            (Scope::Session | Scope::Global, None) => SystemTime::UNIX_EPOCH,
            (Scope::Global, Some(minutes)) => {
                let back = Duration::from_secs(u64::from(minutes) * 60);
                engine.now().checked_sub(back).unwrap_or(SystemTime::UNIX_EPOCH)
            }
        };
        let calls = match input.scope {
            Scope::Session => engine.tally().by_tool(),
            Scope::Global => recorded(engine, window)?,
        };
        let returned: u64 = calls.values().map(|calls| calls.returned).sum();
        let whole: u64 = calls.values().map(|calls| calls.whole).sum();
        let ratio = if whole == 0 {
            0.0
        } else {
            1.0 - returned as f64 / whole as f64
        };
        Ok(EfficiencyOutput {
            scope: input.scope,
            window_started_at: rfc3339(window),
            tokens_returned: returned,
            tokens_full_file_upper_bound: whole,
            efficiency_ratio: (ratio * 1000.0).round() / 1000.0,
            calls_total: calls.values().map(|calls| calls.count).sum(),
            calls_by_tool: calls
                .iter()
                .map(|(tool, calls)| (tool.clone(), calls.count))
                .collect(),
            tokenizer: TOKENIZER.to_owned(),
            counterfactual: sentence(returned, whole, calls.is_empty()),
        })
    }
}

/// The calls of every process since `from`; those of this one may still be on their way.
fn recorded(engine: &Engine, from: SystemTime) -> Result<BTreeMap<String, Calls>> {
    let Some(metrics) = Metrics::read(&engine.metrics_path())? else {
        return Ok(BTreeMap::new());
    };
    let uses = metrics.since(from)?.into_iter();
    let calls = uses.map(|(tool, uses)| {
        let calls = Calls {
            count: uses.calls,
            returned: uses.returned,
            whole: uses.whole,
        };
        (tool, calls)
    });
    Ok(calls.collect())
}

fn sentence(returned: u64, whole: u64, is_empty: bool) -> String {
    if is_empty {
        return "No tool calls yet.".to_owned();
    }
    let percent = if whole == 0 {
        0.0
    } else {
        (1.0 - returned as f64 / whole as f64) * 100.0
    };
    if whole >= returned {
        let saved = whole - returned;
        format!(
            "Would have cost ~{whole} tokens with naive full-file reads; saved ~{saved} tokens ({percent:.1}%)."
        )
    } else {
        let more = returned - whole;
        format!(
            "Would have cost ~{whole} tokens with naive full-file reads; cost ~{more} tokens more, the files are small."
        )
    }
}

impl Render for EfficiencyOutput {
    fn render(&self, page: &mut Page) {
        page.line(Style::Plain, &self.counterfactual);
        for (tool, calls) in &self.calls_by_tool {
            page.text(Style::Name, format!("{tool:<24}"))
                .line(Style::Plain, calls.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_says_what_was_saved_and_what_was_not() {
        assert_eq!(sentence(0, 0, true), "No tool calls yet.");
        assert_eq!(
            sentence(2_800, 14_200, false),
            "Would have cost ~14200 tokens with naive full-file reads; saved ~11400 tokens (80.3%)."
        );
        assert_eq!(
            sentence(30, 20, false),
            "Would have cost ~20 tokens with naive full-file reads; cost ~10 tokens more, the files are small."
        );
    }
}
