//! The types that a signature names, with their declarations.
//!
//! A name leads where TypeScript takes it: to a type parameter, a namespace around, a declaration of the file, an import. A bound name that
//! cannot be followed gives nothing; one that nothing binds gives the only exported type of that name.

use crate::error::Result;
use crate::facts::ExportTarget;
use crate::facts::declaration::DeclarationKind;
use crate::facts::symbol::SymbolKind;
use crate::languages::typescript::heads::Named;
use crate::resolve::exports::Exported;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId, Target};
use crate::tools::across::Across;
use crate::tools::signature::{MOST_CHARACTERS, MOST_LINES, TypeOut, members};
use crate::tools::written::{Cut, Written};

/// Types that the language has, and what its libraries declare beside what is built in here.
const BUILT_IN: &[&str] = &[
    "Array",
    "ConstructorParameters",
    "Error",
    "Exclude",
    "Extract",
    "Function",
    "InstanceType",
    "Map",
    "NonNullable",
    "Object",
    "Omit",
    "Parameters",
    "Partial",
    "Pick",
    "Promise",
    "Readonly",
    "Record",
    "Required",
    "ReturnType",
    "Set",
    "WeakMap",
    "WeakSet",
];

/// So many types are shown in an answer, over all its results.
const MOST_TYPES: usize = 40;

/// A name that more files declare than these is not looked at for being the only one.
const MOST_DECLARING: usize = 64;

/// Shows the types of an answer.
pub(super) struct Context<'c, 'a> {
    across: &'c Across<'a>,
    pub(super) program: &'c Program<'c>,
    left: usize,
}

impl<'c, 'a> Context<'c, 'a> {
    pub(super) fn new(across: &'c Across<'a>, program: &'c Program<'c>) -> Self {
        Self {
            across,
            program,
            left: MOST_TYPES,
        }
    }

    /// The types that the signature of `decl` names, as far as there is room, and how many there are.
    pub(super) fn of(&mut self, decl: Decl, named: &[Named]) -> Result<(Vec<TypeOut>, u64)> {
        let mut seen = vec![decl];
        let mut types = Vec::new();
        let mut count = 0;
        for name in named {
            let Some(found) = self.lead(decl, name) else {
                continue;
            };
            if seen.contains(&found) {
                continue;
            }
            seen.push(found);
            count += 1;
            if self.left > 0 {
                self.left -= 1;
                types.push(self.shown(found, name)?);
            }
        }
        Ok((types, count))
    }

    fn shown(&self, decl: Decl, named: &Named) -> Result<TypeOut> {
        let written = self.across.written(self.program, decl)?;
        let best = written
            .iter()
            .find(|one| is_type(one.declaration.kind) != named.is_value)
            .or_else(|| written.first());
        let (text, line) = if let Some(best) = best {
            (self.text(decl, best)?, best.declaration.line)
        } else {
            let line = self.across.first_line(self.program, decl);
            (self.across.line_text(decl.file, line), line)
        };
        let cut = Cut::new(&text, MOST_LINES, MOST_CHARACTERS);
        Ok(TypeOut {
            name: named.path.join("."),
            signature: cut.text,
            file_path: self.across.path_of(decl.file).to_owned(),
            line: line.get(),
            truncated: cut.truncated,
        })
    }

    /// A declaration; a class with the signatures of its members.
    fn text(&self, decl: Decl, written: &Written) -> Result<String> {
        let head = written.signature();
        if written.declaration.kind != DeclarationKind::Class || head.is_empty() {
            return Ok(head);
        }
        let members = members(self.across, self.program, decl, &written.declaration)?;
        if members.is_empty() {
            return Ok(head);
        }
        let mut text = format!("{head} {{");
        for member in &members {
            for line in member.signature().lines() {
                text.push_str("\n  ");
                text.push_str(line);
            }
        }
        text.push_str("\n}");
        Ok(text)
    }

    /// The declaration that a name in the signature of `decl` leads to.
    fn lead(&self, decl: Decl, named: &Named) -> Option<Decl> {
        if let Some(module) = &named.module {
            let (first, rest) = named.path.split_first()?;
            let Target::File(target) = self.program.target(decl.file, module) else {
                return None;
            };
            return self.through(&self.program.export(target, first), rest);
        }
        let (first, rest) = named.path.split_first()?;
        match self.around(decl, first) {
            Around::Parameter => return None,
            Around::Member(found) => return self.through(&Exported::Symbol(found), rest),
            Around::Nothing => {}
        }
        match self.program.local(decl.file, first) {
            Exported::Absent => {
                let code = self.program.code(decl.file);
                let is_bound = code
                    .imported
                    .iter()
                    .any(|imported| code.name(imported.local) == first);
                if is_bound || named.is_value || !rest.is_empty() {
                    None
                } else {
                    self.only_exported(first)
                }
            }
            found => self.through(&found, rest),
        }
    }

    /// Follows the further names of `a.b.C`.
    fn through(&self, found: &Exported, rest: &[String]) -> Option<Decl> {
        let Some((first, rest)) = rest.split_first() else {
            return match found {
                Exported::Symbol(decl) => Some(*decl),
                Exported::Module(_)
                | Exported::External
                | Exported::Absent
                | Exported::Ambiguous
                | Exported::Unresolved => None,
            };
        };
        match found {
            Exported::Module(file) => self.through(&self.program.export(*file, first), rest),
            Exported::Symbol(decl) => {
                let member = self.member(*decl, first)?;
                self.through(&Exported::Symbol(member), rest)
            }
            Exported::External | Exported::Absent | Exported::Ambiguous | Exported::Unresolved => None,
        }
    }

    fn member(&self, of: Decl, name: &str) -> Option<Decl> {
        self.program.with_symbol(of, |code, symbol| {
            let members = &symbol.members;
            let found = members
                .iter()
                .find(|member| code.name(code.symbol(**member).name) == name);
            found.map(|member| Decl {
                file: of.file,
                symbol: *member,
            })
        })
    }

    /// What binds `name` in the declarations around `decl`.
    fn around(&self, decl: Decl, name: &str) -> Around {
        let mut inner = decl;
        loop {
            let (owner, is_parameter) = self.program.with_symbol(inner, |code, symbol| {
                let bound = symbol
                    .type_parameters
                    .iter()
                    .any(|parameter| code.name(code.symbol(*parameter).name) == name);
                (symbol.owner, bound)
            });
            if is_parameter {
                return Around::Parameter;
            }
            let Some(owner) = owner else {
                return Around::Nothing;
            };
            inner = Decl {
                file: decl.file,
                symbol: owner,
            };
            let is_namespace = self
                .program
                .with_symbol(inner, |_, symbol| symbol.kind == SymbolKind::Namespace);
            if is_namespace && let Some(found) = self.member(inner, name) {
                return Around::Member(found);
            }
        }
    }

    /// The only type of the repository that is exported, or global, under a name.
    fn only_exported(&self, name: &str) -> Option<Decl> {
        if BUILT_IN.contains(&name) || self.program.prelude(name).is_some() {
            return None;
        }
        let files = self.program.declaring(name);
        if files.len() > MOST_DECLARING {
            return None;
        }
        let mut found = files.into_iter().filter_map(|file| self.given(file, name));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// The type that a file gives to others under a name, of its own.
    fn given(&self, file: FileId, name: &str) -> Option<Decl> {
        let symbol = self.program.top_level(file, name)?;
        let decl = Decl { file, symbol };
        if !self.program.with_symbol(decl, |_, symbol| symbol.is_type) {
            return None;
        }
        let exports = self.program.exports_of(file);
        let is_script = exports.is_empty() && self.program.code(file).imported.is_empty();
        let is_exported = exports.iter().any(|export| match &export.target {
            ExportTarget::Local { name: local } => local == name && export.name == name,
            ExportTarget::Named { .. }
            | ExportTarget::Star { .. }
            | ExportTarget::Namespace { .. }
            | ExportTarget::Expression => false,
        });
        (is_script || is_exported).then_some(decl)
    }
}

/// What binds a name around a declaration.
enum Around {
    /// A type parameter.
    Parameter,
    /// A member of a namespace.
    Member(Decl),
    /// Nothing.
    Nothing,
}

fn is_type(kind: DeclarationKind) -> bool {
    match kind {
        DeclarationKind::Class
        | DeclarationKind::Interface
        | DeclarationKind::Type
        | DeclarationKind::Enum
        | DeclarationKind::Namespace => true,
        DeclarationKind::Function
        | DeclarationKind::Const
        | DeclarationKind::Method
        | DeclarationKind::Constructor
        | DeclarationKind::Accessor
        | DeclarationKind::Property
        | DeclarationKind::EnumMember => false,
    }
}
