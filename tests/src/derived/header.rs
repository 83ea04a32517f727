//! `include/mast.h`, from the functions of mast-ffi and their comments.

use crate::repository;
use cbindgen::{Builder, Config, EnumConfig, ItemType, Language, RenameRule, Style};

/// What is exported, in the order in which a reader needs it.
const SOURCES: &[&str] = &[
    "status", "handle", "engine", "call", "failure", "pointer", "version",
];

/// The header as it should be.
///
/// # Panics
///
/// When a source of mast-ffi cannot be read.
pub fn text() -> String {
    let folder = repository().join("mast-ffi/src");
    let mut builder = Builder::new().with_config(config());
    for source in SOURCES {
        builder = builder.with_src(folder.join(format!("{source}.rs")));
    }
    let mut header = Vec::new();
    builder
        .generate()
        .unwrap_or_else(|error| panic!("{error}"))
        .write(&mut header);
    String::from_utf8(header).expect("a header is text")
}

fn config() -> Config {
    let mut config = Config {
        header: Some(preface()),
        include_guard: Some("MAST_H".to_owned()),
        after_includes: Some(format!(
            "\n/**\n * The version that this header is of; `mast_version` is that of the library.\n */\n#define MAST_VERSION \"{}\"",
            mast_core::engine::VERSION
        )),
        no_includes: true,
        sys_includes: vec!["stdint.h".to_owned()],
        cpp_compat: true,
        language: Language::C,
        style: Style::Type,
        line_length: 110,
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        ..Config::default()
    };
    // No function names it: C passes any number, and it is checked.
    config.export.include = vec!["MastExtent".to_owned()];
    config.export.item_types = vec![
        ItemType::Enums,
        ItemType::OpaqueItems,
        ItemType::Typedefs,
        ItemType::Functions,
    ];
    config
}

/// What the library says of itself as a whole.
fn preface() -> String {
    let place = repository().join("mast-ffi/src/lib.rs");
    let library =
        std::fs::read_to_string(&place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    let lines = library.lines().map_while(|line| line.strip_prefix("//!"));
    let body: Vec<String> = lines.map(|line| format!(" *{line}")).collect();
    format!(
        "/*\n{}\n *\n * Derived from `mast-ffi/src`; `cargo test --workspace` rewrites it.\n */",
        body.join("\n")
    )
}
