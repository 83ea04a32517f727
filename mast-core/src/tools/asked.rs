//! What a question is about: the declarations that a name means, the file that a path means, and why there is none.

use crate::error::{Error, Result};
use crate::resolve::{Decl, FileId};
use crate::search::suggest::{Reason, suggest};
use crate::search::{Query, Scope};
use crate::store::snapshot::FileEntry;
use crate::tools::across::{Across, DeclarationPlace};

/// The declarations that a question is about.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The declarations, by file and line.
    pub decls: Vec<Decl>,
    /// Where they are, in the same order.
    pub places: Vec<DeclarationPlace>,
    /// Why there is none.
    pub note: Option<String>,
}

/// Finds what `symbol` names, in one file where that is said.
///
/// # Errors
///
/// For an empty name, a path that leads out of the root, and an index that cannot be read.
pub fn asked(across: &Across<'_>, symbol: &str, file_path: Option<&str>) -> Result<Asked> {
    found(across, symbol, file_path, Meant::Anything)
}

/// Finds the types that `symbol` names, in one file where that is said.
///
/// # Errors
///
/// As of [`asked`].
pub fn types_asked(across: &Across<'_>, symbol: &str, file_path: Option<&str>) -> Result<Asked> {
    found(across, symbol, file_path, Meant::Types)
}

/// What a name may mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meant {
    Anything,
    Types,
}

fn found(across: &Across<'_>, symbol: &str, file_path: Option<&str>, meant: Meant) -> Result<Asked> {
    let nothing = |note: String| Asked {
        decls: Vec::new(),
        places: Vec::new(),
        note: Some(note),
    };
    let symbol = symbol.trim();
    if symbol.is_empty() {
        return Err(Error::invalid_input("`symbol` is empty")
            .with_hint("give the name of a declaration, such as `createUser` or `UserService.create`"));
    }
    let file = match file_path {
        None => None,
        Some(path) => match file_asked(across, path)? {
            FileAsked::Indexed(entry) => Some(FileId(entry.id)),
            FileAsked::NotIndexed { note, .. } => return Ok(nothing(note)),
        },
    };
    across.resolve(|program| {
        let mut decls = match meant {
            Meant::Anything => program.find(symbol, file),
            Meant::Types => program.find_types(symbol, file),
        };
        let mut places: Vec<DeclarationPlace> =
            decls.iter().map(|decl| across.place(program, *decl)).collect();
        sort_together(&mut decls, &mut places);
        // What is declared and no type is for the tool to tell.
        let is_another = meant == Meant::Types && decls.is_empty() && !program.find(symbol, file).is_empty();
        let note = if decls.is_empty() && !is_another {
            let nothing = match file_path {
                Some(path) => format!("`{path}` declares nothing called `{symbol}`"),
                None => format!("nothing called `{symbol}` is declared in the index"),
            };
            Some(nothing + &may_be_meant(across, symbol)?)
        } else {
            None
        };
        Ok(Asked { decls, places, note })
    })
}

/// Most names that are suggested in the place of one that nothing bears.
const MOST_SUGGESTIONS: usize = 3;

/// Names that resemble `symbol`, as the end of a sentence.
fn may_be_meant(across: &Across<'_>, symbol: &str) -> Result<String> {
    let query = Query::parse(symbol);
    let scope = Scope::default();
    let alike = suggest(across.store, across.snapshot, &query, &scope, MOST_SUGGESTIONS)?;
    let mut names: Vec<String> = Vec::new();
    for suggestion in alike.iter().filter(|one| one.reason == Reason::SimilarName) {
        let name = format!("`{}`", suggestion.symbol);
        if suggestion.symbol != symbol && !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(if names.is_empty() {
        String::new()
    } else {
        format!(", did you mean {}?", names.join(" or "))
    })
}

fn sort_together(decls: &mut Vec<Decl>, places: &mut Vec<DeclarationPlace>) {
    let mut both: Vec<(DeclarationPlace, Decl)> = places.drain(..).zip(decls.drain(..)).collect();
    both.sort_by(|(one, first), (other, second)| {
        (&one.file_path, one.line, first.symbol).cmp(&(&other.file_path, other.line, second.symbol))
    });
    for (place, decl) in both {
        places.push(place);
        decls.push(decl);
    }
}

/// The file that a question is about.
#[derive(Clone, Debug)]
pub enum FileAsked<'a> {
    /// It is indexed.
    Indexed(&'a FileEntry),
    /// It is not.
    NotIndexed {
        /// Its path as the index would write it.
        path: String,
        /// Why there is no answer.
        note: String,
    },
}

/// Finds the file that `path` names.
///
/// # Errors
///
/// For a path that is empty or leads out of the root, and an index that cannot be read.
pub fn file_asked<'a>(across: &Across<'a>, path: &str) -> Result<FileAsked<'a>> {
    let path = across.path(path)?;
    if let Some(entry) = across.snapshot.file_at(path.as_str()) {
        return Ok(FileAsked::Indexed(entry));
    }
    let note = match across.store.skipped_file(path.as_str())? {
        Some(skipped) => format!("`{}` is left out of the index: {}", path.as_str(), skipped.detail),
        None => not_indexed(across, path.as_str()),
    };
    Ok(FileAsked::NotIndexed {
        path: path.as_str().to_owned(),
        note,
    })
}

/// Most files of the same name that are told.
const MOST_NAMESAKES: usize = 3;

/// That a path is not in the index, and what may have been meant.
fn not_indexed(across: &Across<'_>, path: &str) -> String {
    let files = across.snapshot.files();
    let below = |entry: &&FileEntry| {
        let rest = entry.path.strip_prefix(path);
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    if files.iter().any(|entry| below(&entry)) {
        return format!("`{path}` is a directory; `mast_project_skeleton` lists what its files export");
    }
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let wanted = name(path);
    let namesakes: Vec<String> = files
        .iter()
        .filter(|entry| name(&entry.path) == wanted)
        .take(MOST_NAMESAKES)
        .map(|entry| format!("`{}`", entry.path))
        .collect();
    if namesakes.is_empty() {
        format!("`{path}` is not in the index")
    } else {
        format!(
            "`{path}` is not in the index, did you mean {}?",
            namesakes.join(" or ")
        )
    }
}
