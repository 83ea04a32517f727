//! `mast metrics`: what calls cost, from the file that every surface writes them to.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use mast_core::error::{Error, Result};
use mast_core::store::metrics::{Metrics, ToolUse};
use mast_core::tools::efficiency::TOKENIZER;
use mast_core::tools::{Page, Style};
use serde_json::{Value, json};

use crate::args::Metrics as Options;
use crate::output::Output;
use crate::surroundings::engine;

/// How long single calls are kept by `--rollup`, and sums by `--vacuum`, in days.
const ROLLUP_DAYS: u32 = 7;
const VACUUM_DAYS: u32 = 90;

const HEADINGS: [&str; 7] = [
    "Tool",
    "Calls",
    "Tokens",
    "Avg ms",
    "p50 ms",
    "p95 ms",
    "Efficiency",
];

pub(crate) fn run(options: &Options, out: &mut Output) -> Result<ExitCode> {
    let window = window_of(&options.since)?;
    let engine = engine(&options.place)?;
    if !engine.database().exists() {
        return Err(Error::not_initialised(engine.config().state_dir.path()));
    }
    let now = engine.now();
    let mut changes = Vec::new();
    if (options.rollup || options.vacuum)
        && let Some(mut metrics) = Metrics::open_existing(&engine.metrics_path())?
    {
        if options.rollup {
            let summed = metrics.roll_up(before(now, options.keep_days.unwrap_or(ROLLUP_DAYS)))?;
            changes.push(format!("{summed} calls rolled up by day"));
        }
        if options.vacuum {
            let forgotten = metrics.vacuum(before(now, options.keep_days.unwrap_or(VACUUM_DAYS)))?;
            changes.push(format!("{forgotten} daily sums forgotten"));
        }
    }
    let from = now.checked_sub(window).unwrap_or(SystemTime::UNIX_EPOCH);
    let uses: Vec<(String, ToolUse)> = match Metrics::read(&engine.metrics_path())? {
        Some(metrics) => metrics.since(from)?.into_iter().collect(),
        None => Vec::new(),
    };
    let mut all = ToolUse::default();
    for (_, tool) in &uses {
        all.add(tool);
    }
    if options.json {
        out.line(&format!("{:#}", as_json(&uses, &all, &options.since)));
    } else {
        out.page(&page(&uses, &all, &changes, options.by_tool));
    }
    Ok(ExitCode::SUCCESS)
}

/// `7d`, `24h`, `30m`.
fn window_of(text: &str) -> Result<Duration> {
    humantime::parse_duration(text).map_err(|_| {
        Error::invalid_input(format!("`--since` takes a stretch of time, and `{text}` is none"))
            .with_hint("give a number with a unit: 7d, 24h, 30m")
    })
}

fn before(now: SystemTime, days: u32) -> SystemTime {
    now.checked_sub(Duration::from_secs(u64::from(days) * 86_400))
        .unwrap_or(SystemTime::UNIX_EPOCH)
}

fn as_json(uses: &[(String, ToolUse)], all: &ToolUse, since: &str) -> Value {
    let sums = |tool: &ToolUse| {
        json!({
            "calls": tool.calls,
            "tokens_returned": tool.returned,
            "tokens_full_file_upper_bound": tool.whole,
            "efficiency_ratio": (tool.efficiency() * 1000.0).round() / 1000.0,
            "avg_duration_ms": rounded(tool.mean_ms()),
            "p50_duration_ms": tool.percentile_ms(50.0).map(rounded),
            "p95_duration_ms": tool.percentile_ms(95.0).map(rounded),
        })
    };
    let by_tool: serde_json::Map<String, Value> =
        uses.iter().map(|(tool, sum)| (tool.clone(), sums(sum))).collect();
    json!({ "since": since, "total": sums(all), "by_tool": by_tool, "tokenizer": TOKENIZER })
}

fn rounded(milliseconds: f64) -> f64 {
    (milliseconds * 100.0).round() / 100.0
}

fn page(uses: &[(String, ToolUse)], all: &ToolUse, changes: &[String], by_tool: bool) -> Page {
    let mut page = Page::default();
    for change in changes {
        page.line(Style::Faint, change);
    }
    if uses.is_empty() {
        page.line(Style::Plain, "No metrics recorded in the requested window.");
        return page;
    }
    let mut rows: Vec<[String; 7]> = vec![HEADINGS.map(str::to_owned)];
    rows.extend(uses.iter().map(|(tool, sum)| row(tool, sum)));
    if !by_tool {
        rows.push(row("all", all));
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; 7] = std::array::from_fn(width);
    for (at, row) in rows.iter().enumerate() {
        let mut line = format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(widths).skip(1) {
            // Writing to a string does not fail.
            let _ = write!(line, "  {cell:>width$}");
        }
        page.line(if at == 0 { Style::Faint } else { Style::Plain }, line);
    }
    page.line(Style::Faint, format!("tokens: {TOKENIZER}"));
    page
}

fn row(tool: &str, sum: &ToolUse) -> [String; 7] {
    let time = |milliseconds: Option<f64>| milliseconds.map_or("-".to_owned(), |ms| format!("{ms:.1}"));
    [
        tool.to_owned(),
        sum.calls.to_string(),
        sum.returned.to_string(),
        time(Some(sum.mean_ms())),
        time(sum.percentile_ms(50.0)),
        time(sum.percentile_ms(95.0)),
        if sum.whole == 0 {
            "-".to_owned()
        } else {
            format!("{:.1}%", sum.efficiency() * 100.0)
        },
    ]
}
