//! What does the code of this folder's files cost: in bytes as it is stored, and in time to take apart?
//!
//! `MAST_BENCH_ROOT` names the folder. Each list's share is what the encoding grows by when the list is added to those before it.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    missing_docs,
    reason = "a program for people"
)]

mod process;

use std::hint::black_box;
use std::time::Instant;

use mast_core::engine::Refresh;
use mast_core::facts::Code;
use mast_core::languages::{ExtractOptions, LANGUAGES, of_path};
use mast_core::store::code::{decode, encode};
use mast_core::text::path::RelPath;
use mast_core::text::source::Source;
use process::{Scratch, engine, megabytes, root, sources};

/// How often every blob is taken apart; the best round counts.
const ROUNDS: usize = 5;

/// What grows by each list, in the order of the lists in the encoding.
const LISTS: [&str; 8] = [
    "lengths",
    "names",
    "imported",
    "symbols",
    "signatures",
    "shapes",
    "types",
    "references",
];

fn main() {
    let Some(root) = root() else { return };
    let scratch = Scratch::new("bench-code");
    let engine = engine(&root, &scratch.0, Refresh::Off);
    let (mut bytes, mut counts, mut shares) = (0, [0; 8], [0; 8]);
    let (mut blobs, mut encoding) = (Vec::new(), 0.0);
    for (path, _) in sources(&engine) {
        let Ok(Ok(source)) = std::fs::read(root.join(&path)).map(Source::decode) else {
            continue;
        };
        let path = RelPath::from_stored(path);
        let Some(language) = of_path(&path) else { continue };
        let code = (LANGUAGES[language].extract)(&path, &source, ExtractOptions::default()).code;
        bytes += source.text().len();
        let started = Instant::now();
        let blob = encode(&code);
        encoding += started.elapsed().as_secs_f64();
        add_shares(&code, &mut counts, &mut shares);
        if let Some(blob) = blob {
            assert_eq!(decode(&blob).as_ref(), Ok(&code), "{path}");
            blobs.push(blob);
        }
    }
    let stored: usize = blobs.iter().map(Vec::len).sum();
    let row = |name: &str, value: String| println!("{name:<28} {value:>14}");
    row("source, MB", format!("{:.1}", megabytes(bytes as u64)));
    row("files with code", blobs.len().to_string());
    row("blobs, MB", format!("{:.2}", megabytes(stored as u64)));
    row(
        "blobs / source",
        format!("{:.4}", stored as f64 / bytes.max(1) as f64),
    );
    for ((name, count), share) in LISTS.iter().zip(counts).zip(shares) {
        let part = share as f64 / stored.max(1) as f64 * 100.0;
        let each = share as f64 / f64::from(count.max(1) as u32);
        row(
            &format!("  {name}"),
            format!("{part:.1} %  {count} of {each:.2} bytes"),
        );
    }
    row(
        "encoding, MB of blobs a second",
        format!("{:.0}", megabytes(stored as u64) / encoding),
    );
    let best = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            for blob in &blobs {
                black_box(decode(blob).is_ok());
            }
            started.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    row("decoding all, s", format!("{best:.3}"));
    row(
        "decoding, MB of blobs a second",
        format!("{:.0}", megabytes(stored as u64) / best),
    );
}

fn add_shares(code: &Code, counts: &mut [usize; 8], shares: &mut [usize; 8]) {
    let mut part = Code::default();
    let mut before = 0;
    let steps: [fn(&mut Code, &Code) -> usize; 8] = [
        |_, _| 1,
        |part, code| {
            part.names.clone_from(&code.names);
            code.names.len()
        },
        |part, code| {
            part.imported.clone_from(&code.imported);
            code.imported.len()
        },
        |part, code| {
            part.symbols.clone_from(&code.symbols);
            code.symbols.len()
        },
        |part, code| {
            part.signatures.clone_from(&code.signatures);
            code.signatures.len()
        },
        |part, code| {
            part.shapes.clone_from(&code.shapes);
            code.shapes.len()
        },
        |part, code| {
            part.types.clone_from(&code.types);
            code.types.len()
        },
        |part, code| {
            part.references.clone_from(&code.references);
            code.references.len()
        },
    ];
    for ((step, count), share) in steps.iter().zip(counts).zip(shares) {
        *count += step(&mut part, code);
        let now = encode(&part).map_or(0, |bytes| bytes.len());
        *share += now - before;
        before = now;
    }
}
