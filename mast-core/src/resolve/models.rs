//! What is known of code outside the repository: the language itself, and packages that values of the repository's own types pass
//! through (`useContext` gives back what `createContext` was given).
//!
//! A model is a TypeScript file of ours that says as much as it takes to follow such a value. What it leaves out is unknown, never
//! absent.

use std::sync::{Arc, LazyLock};

use crate::facts::{Code, Export};
use crate::languages::{ExtractOptions, typescript};
use crate::resolve::{FileId, PRELUDE};
use crate::text::path::RelPath;
use crate::text::source::Source;

/// The facts of one model.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) code: Arc<Code>,
    pub(super) exports: Arc<[Export]>,
}

/// The specifiers of modelled packages, each with its file and the text of that.
const PACKAGES: [(&str, FileId, &[u8]); 1] = [("react", FileId(-2), include_bytes!("models/react.ts"))];

static PRELUDE_MODEL: LazyLock<Model> = LazyLock::new(|| Model::read(include_bytes!("models/prelude.ts")));

static PACKAGE_MODELS: [LazyLock<Model>; PACKAGES.len()] = [LazyLock::new(|| Model::read(PACKAGES[0].2))];

impl Model {
    fn read(text: &[u8]) -> Self {
        let read = || {
            let path = RelPath::parse("model.ts").ok()?;
            let source = Source::decode(text.to_vec()).ok()?;
            Some(typescript::extract(&path, &source, ExtractOptions::default()))
        };
        read().map_or_else(Self::default, |facts| Self {
            code: Arc::new(facts.code),
            exports: facts.exports.into(),
        })
    }

    /// The model that is the file `file`.
    pub(super) fn of(file: FileId) -> Option<&'static Self> {
        if file == PRELUDE {
            return Some(&PRELUDE_MODEL);
        }
        let place = PACKAGES.iter().position(|(_, model, _)| *model == file)?;
        Some(&PACKAGE_MODELS[place])
    }
}

/// The file of the model of a package.
pub(super) fn package(specifier: &str) -> Option<FileId> {
    PACKAGES
        .iter()
        .find(|(name, ..)| *name == specifier)
        .map(|(_, file, _)| *file)
}

#[cfg(test)]
mod tests {
    use super::{Model, PACKAGES};
    use crate::resolve::PRELUDE;

    #[test]
    fn every_model_is_read_whole() {
        for file in PACKAGES.iter().map(|(_, file, _)| *file).chain([PRELUDE]) {
            let model = Model::of(file).expect("a model of each file");
            assert!(model.code.symbols.len() > 50, "{file:?} has an error of syntax");
        }
    }
}
