//! The head of a declaration, read again: its parameters, what it gives back, and the types that it names.
//!
//! A head is completed to a whole declaration and parsed, so that a name is a type because the tree says so; strings, comments and
//! keys of properties are none.
//!
//! # Cost
//!
//! Microseconds a head, on one thread of its own for all heads of an answer: recursion follows their nesting.

pub mod overloads;
mod tree;

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

use self::tree::head_of;
use crate::facts::declaration::DeclarationKind;

/// A head, and how to read it.
#[derive(Clone, Debug)]
pub struct HeadText {
    /// The head without its body: a signature as [`Declaration`](crate::facts::Declaration) has it.
    pub text: String,
    /// What it declares.
    pub kind: DeclarationKind,
    /// What it stands in.
    pub around: Around,
    /// Whether it is one of several declarators, so that no keyword stands before it.
    pub is_bare: bool,
    /// Whether `<A>` starts an element in its file.
    pub is_jsx: bool,
}

/// What a declaration stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// A module or namespace.
    Statements,
    /// A class.
    Class,
    /// An interface or object type.
    Interface,
    /// An object literal.
    Object,
    /// An enum, whose members have no head.
    Enum,
}

/// What a head says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The type that it gives back, as written.
    pub returns: Option<String>,
    /// The types that it names, each once, in order; without type parameters.
    pub named: Vec<Named>,
}

/// One parameter as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// A name, `...rest` or a pattern.
    pub name: String,
    /// Its annotation; empty without one.
    pub annotation: String,
    /// `p?`.
    pub is_optional: bool,
    /// `p = default`.
    pub default: Option<String>,
}

/// A type that is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The names of `a.b.C`; empty for a whole module.
    pub path: Vec<String>,
    /// The module of `import('module').C`.
    pub module: Option<String>,
    /// Whether it is the type of a value: `typeof a`.
    pub is_value: bool,
}

/// As deep as the parser goes on the stack that it is given.
const DEEPEST: usize = 1000;

/// A stack for that depth.
const STACK_BYTES: usize = 32 << 20;

/// Reads heads; one that cannot be read says nothing.
pub fn read(heads: &[HeadText]) -> Vec<Head> {
    if heads.is_empty() {
        return Vec::new();
    }
    let read = || {
        let heads = heads.iter().map(|head| read_one(head).unwrap_or_default());
        heads.collect()
    };
    on_deep_stack(read).unwrap_or_else(|| vec![Head::default(); heads.len()])
}

/// Does `work` where the parser has room; none when there is none to be had.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let working = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        working.ok()?.join().ok()
    })
}

fn read_one(head: &HeadText) -> Option<Head> {
    if head.text.is_empty() || is_too_deep(&head.text) {
        return None;
    }
    let (before, after) = match head.around {
        Around::Statements if head.is_bare => ("let ", ""),
        Around::Statements => ("", ""),
        Around::Class => ("abstract class _ { ", " }"),
        Around::Interface => ("interface _ { ", " }"),
        Around::Object => ("({ ", " })"),
        Around::Enum => return None,
    };
    let bodies: &[&str] = match (head.kind, head.around) {
        (_, Around::Interface) => &["", " {}"],
        // An arrow function's parameter would be read as a value without its arrow.
        (DeclarationKind::Function, _) => &[" => {}", " {}", ""],
        (DeclarationKind::Class, _) => &[" {}", ""],
        (DeclarationKind::Method | DeclarationKind::Accessor | DeclarationKind::Constructor, _) => {
            &[" {}", " => {}", ""]
        }
        (
            DeclarationKind::Interface
            | DeclarationKind::Type
            | DeclarationKind::Enum
            | DeclarationKind::Namespace
            | DeclarationKind::Const
            | DeclarationKind::Property
            | DeclarationKind::EnumMember,
            _,
        ) => &["", " = null"],
    };
    let kind = if head.is_jsx {
        SourceType::tsx()
    } else {
        SourceType::ts()
    };
    let mut wraps = vec![(before, after)];
    match head.around {
        Around::Statements => wraps.push(("(", ")")),
        // A class or interface may share its name with a namespace, whose members are statements.
        Around::Class | Around::Interface => wraps.push(("", "")),
        Around::Object | Around::Enum => {}
    }
    wraps.iter().find_map(|(before, after)| {
        bodies.iter().find_map(|body| {
            let text = format!("{before}{}{body}{after}", head.text);
            let allocator = Allocator::default();
            let parsed = Parser::new(&allocator, &text, kind).parse();
            let is_whole = !parsed.panicked && parsed.diagnostics.is_empty();
            is_whole.then(|| head_of(&text, &parsed.program))
        })
    })
}

/// Whether the text may be nested deeper than the parser can follow: by brackets, and by what wraps all that comes after it in a
/// statement. Strings and comments count as code: they rarely add up.
fn is_too_deep(text: &str) -> bool {
    let mut open = vec![0usize];
    let (mut depth, mut deepest) = (0usize, 0usize);
    for byte in text.bytes() {
        let last = open.len() - 1;
        match byte {
            b'(' | b'[' | b'{' => {
                open.push(0);
                depth += 1;
            }
            b')' | b']' | b'}' => {
                if open.len() > 1 {
                    depth -= 1 + open.pop().unwrap_or_default();
                }
                if byte == b'}'
                    && let Some(wraps) = open.last_mut()
                {
                    depth -= std::mem::take(wraps);
                }
            }
            b';' | b',' => depth -= std::mem::take(&mut open[last]),
            b'<' | b'?' | b'!' | b'~' | b'=' => {
                open[last] += 1;
                depth += 1;
            }
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest > DEEPEST
}

/// `text` with line ends and the space around them as one space, or none beside brackets.
pub fn on_one_line(text: &str) -> String {
    let mut joined = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with([')', ']', '>']) {
            joined.truncate(joined.trim_end_matches(',').len());
        } else if !joined.is_empty() && !joined.ends_with(['(', '[', '<']) {
            joined.push(' ');
        }
        joined.push_str(line);
    }
    joined
}
