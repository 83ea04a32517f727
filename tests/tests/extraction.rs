//! What is read from one file: the cases beside each language.

use mast_tests::{cases, extraction, repository};
use std::path::Path;

#[test]
fn every_language() {
    let languages = Path::new("mast-core/src/languages");
    let entries = std::fs::read_dir(repository().join(languages)).expect("languages have a folder");
    let mut folders: Vec<_> = entries
        .flatten()
        .map(|entry| languages.join(entry.file_name()).join("cases"))
        .filter(|folder| repository().join(folder).is_dir())
        .collect();
    folders.sort();
    for folder in folders {
        cases::run_folder(&folder, &extraction::run);
    }
}
