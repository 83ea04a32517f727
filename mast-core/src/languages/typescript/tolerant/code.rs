//! The code of a file that does not parse: its symbols are its declarations, and its references are uses of names that may lead
//! anywhere. No types, no values: what was lost could have changed them.

use std::collections::{HashMap, HashSet};

use super::uses::Use;
use crate::facts::code::{Imported, ImportedId, NameId, ShapeId, SymbolId};
use crate::facts::shape::{Shape, Unknown};
use crate::facts::symbol::{Place, Symbol, SymbolKind};
use crate::facts::{Code, Declaration, DeclarationKind, FileFacts, ImportForm, Reference, ReferenceKind};
use crate::text::source::Source;
use crate::text::span::Span;

/// The code of a file with the facts `facts`, in which names are used as `uses` says.
pub(crate) fn code(source: &Source, facts: &FileFacts, mut uses: Vec<Use>) -> Code {
    let mut builder = Builder::default();
    builder.imports(facts);
    let symbols = builder.symbols(&facts.declarations);
    uses.sort_by_key(|found| found.start);
    builder.references(source, &facts.declarations, &symbols, &uses);
    builder.code
}

#[derive(Default)]
struct Builder {
    code: Code,
    names: HashMap<String, NameId>,
    /// The names that are known at the top level of the file.
    known: HashSet<NameId>,
    imported: HashMap<NameId, ImportedId>,
    shapes: HashMap<Shape, ShapeId>,
}

impl Builder {
    fn name(&mut self, text: &str) -> NameId {
        if let Some(known) = self.names.get(text) {
            return *known;
        }
        let id = NameId(self.code.names.len() as u32);
        self.code.names.push(text);
        self.names.insert(text.to_owned(), id);
        id
    }

    /// Whether something at the top level of the file is called `text`.
    fn is_known(&self, text: &str) -> bool {
        self.names.get(text).is_some_and(|name| self.known.contains(name))
    }

    fn shape(&mut self, shape: Shape) -> ShapeId {
        if let Some(known) = self.shapes.get(&shape) {
            return *known;
        }
        let id = ShapeId(self.code.shapes.len() as u32);
        self.code.shapes.push(shape.clone());
        self.shapes.insert(shape, id);
        id
    }

    fn imports(&mut self, facts: &FileFacts) {
        for import in &facts.imports {
            match import.form {
                ImportForm::Static | ImportForm::Require | ImportForm::Dynamic => {}
                ImportForm::SideEffect | ImportForm::ExportFrom | ImportForm::TypeQuery => continue,
            }
            let module = self.name(&import.module);
            for binding in &import.bindings {
                let imported = Imported {
                    module,
                    name: self.name(&binding.imported),
                    local: self.name(&binding.local),
                    type_only: import.type_only || binding.type_only,
                };
                let id = ImportedId(self.code.imported.len() as u32);
                self.code.imported.push(imported);
                self.known.insert(imported.local);
                self.imported.entry(imported.local).or_insert(id);
            }
        }
    }

    /// The symbol of each declaration; what goes by one name is one symbol.
    fn symbols(&mut self, declarations: &[Declaration]) -> Vec<SymbolId> {
        let mut places: HashMap<(&str, bool), SymbolId> = HashMap::new();
        let mut symbols = Vec::with_capacity(declarations.len());
        for declaration in declarations {
            let key = (declaration.name.as_str(), declaration.is_static);
            if let Some(known) = places.get(&key) {
                symbols.push(*known);
                if let Some(symbol) = self.code.symbols.get_mut(known.0 as usize) {
                    merge(symbol, declaration);
                }
                continue;
            }
            let id = SymbolId(self.code.symbols.len() as u32);
            let owner = declaration
                .owner
                .as_deref()
                .and_then(|owner| places.get(&(owner, false)))
                .copied();
            let symbol = self.symbol(declaration, owner);
            if owner.is_none() && symbol.place == Place::Top {
                self.known.insert(symbol.name);
            }
            if let Some(owner) = owner.and_then(|owner| self.code.symbols.get_mut(owner.0 as usize)) {
                owner.members.push(id);
            }
            self.code.symbols.push(symbol);
            places.insert(key, id);
            symbols.push(id);
        }
        symbols
    }

    fn symbol(&mut self, declaration: &Declaration, owner: Option<SymbolId>) -> Symbol {
        let kind = kind_of(declaration.kind);
        let own = declaration
            .owner
            .as_deref()
            .and_then(|owner| declaration.name.strip_prefix(owner)?.strip_prefix('.'))
            .unwrap_or(&declaration.name);
        let in_type = owner
            .and_then(|owner| self.code.symbols.get(owner.0 as usize))
            .is_some_and(|owner| matches!(owner.kind, SymbolKind::Interface | SymbolKind::Alias));
        Symbol {
            name: self.name(own),
            owner,
            kind,
            place: if declaration.owner.is_some() {
                Place::Member
            } else {
                Place::Top
            },
            lines: vec![declaration.line],
            is_value: is_value(kind) && !in_type,
            is_type: is_type(kind),
            is_static: declaration.is_static,
            is_optional: false,
            type_parameters: Vec::new(),
            declared: None,
            aliased: None,
            default: None,
            value: None,
            signatures: Vec::new(),
            extends: Vec::new(),
            extends_values: Vec::new(),
            implements: Vec::new(),
            members: Vec::new(),
        }
    }

    fn references(
        &mut self,
        source: &Source,
        declarations: &[Declaration],
        symbols: &[SymbolId],
        uses: &[Use],
    ) {
        let mut around = Around::new(declarations);
        let mut columns = Columns::default();
        let declared: HashSet<u32> = declarations
            .iter()
            .map(|declaration| declaration.name_span.start)
            .collect();
        for found in uses {
            // In a damaged declaration the tree does not know that a name is declared.
            if found.is_bare && (!self.is_known(&found.name) || declared.contains(&found.start)) {
                continue;
            }
            let name = self.name(&found.name);
            let imported = (found.kind == ReferenceKind::Import)
                .then(|| self.imported.get(&name))
                .flatten();
            let shape = imported.map_or(Shape::Unknown(Unknown::SyntaxError), |id| Shape::Imported(*id));
            let shape = self.shape(shape);
            self.code.references.push(Reference {
                kind: found.kind,
                name,
                line: source.lines().line_of(found.start),
                column: columns.of(source, found.start),
                within: around
                    .innermost(found.start)
                    .and_then(|at| symbols.get(at))
                    .copied(),
                shape,
            });
        }
    }
}

/// Adds another declaration of the same name.
fn merge(symbol: &mut Symbol, declaration: &Declaration) {
    let kind = kind_of(declaration.kind);
    symbol.is_value |= is_value(kind);
    symbol.is_type |= is_type(kind);
    if telling(kind) < telling(symbol.kind) {
        symbol.kind = kind;
    }
    // The one with a body is what a caller would be shown.
    let is_function = matches!(kind, SymbolKind::Function | SymbolKind::Method);
    if is_function && !declaration.without_body {
        symbol.lines.insert(0, declaration.line);
    } else {
        symbol.lines.push(declaration.line);
    }
}

/// How much a kind says of a name that is declared in several ways; less is more.
const fn telling(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::Class => 0,
        SymbolKind::Function | SymbolKind::Enum => 1,
        SymbolKind::Interface => 2,
        SymbolKind::Variable => 3,
        SymbolKind::Alias => 4,
        SymbolKind::Namespace => 5,
        SymbolKind::Method
        | SymbolKind::Constructor
        | SymbolKind::Accessor
        | SymbolKind::Property
        | SymbolKind::EnumMember
        | SymbolKind::TypeParameter
        | SymbolKind::Object
        | SymbolKind::TypeLiteral => 6,
    }
}

const fn kind_of(kind: DeclarationKind) -> SymbolKind {
    match kind {
        DeclarationKind::Function => SymbolKind::Function,
        DeclarationKind::Class => SymbolKind::Class,
        DeclarationKind::Interface => SymbolKind::Interface,
        DeclarationKind::Type => SymbolKind::Alias,
        DeclarationKind::Enum => SymbolKind::Enum,
        DeclarationKind::Namespace => SymbolKind::Namespace,
        DeclarationKind::Const => SymbolKind::Variable,
        DeclarationKind::Method => SymbolKind::Method,
        DeclarationKind::Constructor => SymbolKind::Constructor,
        DeclarationKind::Accessor => SymbolKind::Accessor,
        DeclarationKind::Property => SymbolKind::Property,
        DeclarationKind::EnumMember => SymbolKind::EnumMember,
    }
}

const fn is_value(kind: SymbolKind) -> bool {
    !matches!(
        kind,
        SymbolKind::Interface | SymbolKind::Alias | SymbolKind::TypeParameter | SymbolKind::TypeLiteral
    )
}

const fn is_type(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Interface
            | SymbolKind::Alias
            | SymbolKind::TypeParameter
            | SymbolKind::Class
            | SymbolKind::Enum
    )
}

/// Which declaration stands around an offset; offsets ascend.
struct Around<'d> {
    declarations: &'d [Declaration],
    next: usize,
    open: Vec<usize>,
}

impl<'d> Around<'d> {
    fn new(declarations: &'d [Declaration]) -> Self {
        Self {
            declarations,
            next: 0,
            open: Vec::new(),
        }
    }

    fn span(&self, at: usize) -> Span {
        self.declarations
            .get(at)
            .map_or_else(Span::default, |declaration| declaration.span)
    }

    /// The innermost declaration around `offset`, by its place.
    fn innermost(&mut self, offset: u32) -> Option<usize> {
        while self.next < self.declarations.len() && self.span(self.next).start <= offset {
            self.open.push(self.next);
            self.next += 1;
        }
        while let Some(last) = self.open.last() {
            if self.span(*last).end > offset {
                break;
            }
            self.open.pop();
        }
        self.open.last().copied()
    }
}

/// Columns of ascending offsets, each counted on from the one before, so that a line of megabytes is read once.
#[derive(Default)]
struct Columns {
    line_start: u32,
    offset: u32,
    column: u32,
}

impl Columns {
    /// The column of `offset` in characters, from 1.
    fn of(&mut self, source: &Source, offset: u32) -> u32 {
        let line_start = source.lines().start_of(source.lines().line_of(offset));
        if line_start != self.line_start || self.column == 0 || offset < self.offset {
            *self = Self {
                line_start,
                offset: line_start,
                column: 1,
            };
        }
        self.column += source.slice(Span::new(self.offset, offset)).chars().count() as u32;
        self.offset = offset;
        self.column
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use crate::facts::Code;
    use crate::facts::shape::Shape;
    use crate::languages::ExtractOptions;
    use crate::languages::typescript::extract;
    use crate::text::path::RelPath;
    use crate::text::source::Source;

    #[expect(clippy::needless_pass_by_value, reason = "expect! gives a value")]
    fn check(path: &str, text: &str, expected: Expect) {
        let path = RelPath::parse(path).unwrap();
        let source = Source::new(text.to_owned());
        let facts = extract(&path, &source, ExtractOptions::default());
        assert!(facts.syntax_error.is_some(), "the text parses");
        expected.assert_eq(&render(&facts.code));
    }

    fn render(code: &Code) -> String {
        let mut out = String::new();
        for imported in &code.imported {
            let [module, name, local] =
                [imported.module, imported.name, imported.local].map(|name| code.name(name));
            let type_only = if imported.type_only { " type" } else { "" };
            writeln!(out, "import {name} as {local} from {module}{type_only}").unwrap();
        }
        for (at, symbol) in code.symbols.iter().enumerate() {
            let name = code.qualified_name(crate::facts::code::SymbolId(at as u32));
            let lines: Vec<String> = symbol.lines.iter().map(ToString::to_string).collect();
            write!(
                out,
                "{:?} {:?} {name} at {}",
                symbol.place,
                symbol.kind,
                lines.join("+")
            )
            .unwrap();
            let flags = [
                (symbol.is_value, " value"),
                (symbol.is_type, " type"),
                (symbol.is_static, " static"),
            ];
            for (_, flag) in flags.iter().filter(|(holds, _)| *holds) {
                out.push_str(flag);
            }
            if !symbol.members.is_empty() {
                write!(out, " with {} members", symbol.members.len()).unwrap();
            }
            out.push('\n');
        }
        for reference in &code.references {
            let within = reference
                .within
                .map_or_else(|| "-".to_owned(), |within| code.qualified_name(within));
            let known = match code.shape(reference.shape) {
                Shape::Imported(_) => " imported",
                _ => "",
            };
            writeln!(
                out,
                "{}:{} {} {}{known} in {within}",
                reference.line,
                reference.column,
                reference.kind.name(),
                code.name(reference.name)
            )
            .unwrap();
        }
        out
    }

    #[test]
    fn uses_outside_the_error_are_references() {
        check(
            "src/a.ts",
            r#"import base, { load as read, type Config } from './base';
import * as tools from './tools';
export { other as another } from './other';
@sealed
@Component({ of: read })
export class Widget extends base.Widget<Config> implements tools.Runs, Other {
  static count = 1;
  private store: Store<Item[]>;
  @Input() name;
  constructor(store) { super(store); this.store = store; }
  run() { return this.store.get('é').items[0].close(), read(tools); }
}
export const made = new Widget(sql`select ${made.name}`);
export interface Shape extends tools.Base { area(): number }
function broken( {
"#,
            expect![[r#"
                import default as base from ./base
                import load as read from ./base
                import Config as Config from ./base type
                import * as tools from ./tools
                Top Class Widget at 6 value type with 5 members
                Member Property Widget.count at 7 value static
                Member Property Widget.store at 8 value
                Member Property Widget.name at 9 value
                Member Constructor Widget.constructor at 10 value
                Member Method Widget.run at 11 value
                Top Variable made at 13 value
                Top Interface Shape at 14 type with 1 members
                Member Method Shape.area at 14
                Top Function broken at 15 value
                1:8 import base imported in -
                1:16 import read imported in -
                1:35 import Config imported in -
                2:13 import tools imported in -
                3:10 reexport other in -
                4:2 decorator sealed in Widget
                5:2 decorator Component in Widget
                5:18 value read in Widget
                6:29 value base in Widget
                6:34 extends Widget in Widget
                6:41 type Config in Widget
                6:60 value tools in Widget
                6:66 implements Runs in Widget
                6:72 implements Other in Widget
                8:18 type Store in Widget.store
                8:24 type Item in Widget.store
                9:4 decorator Input in Widget.name
                10:24 super super in Widget.constructor
                10:43 value store in Widget.constructor
                11:23 value store in Widget.run
                11:29 call get in Widget.run
                11:38 value items in Widget.run
                11:47 call close in Widget.run
                11:56 call read in Widget.run
                11:61 value tools in Widget.run
                13:25 new Widget in made
                13:32 tagged sql in made
                13:45 value made in made
                13:50 value name in made
                14:32 value tools in Shape
                14:38 extends Base in Shape
            "#]],
        );
    }

    #[test]
    fn elements_are_references_and_those_of_the_platform_are_not() {
        check(
            "src/a.tsx",
            r#"import { Button } from './button';
export function Page() {
  return <div><Button onClick={handle} /><Form.Item>{render()}</Form.Item></div>;
}
const x = ;
"#,
            expect![[r#"
                import Button as Button from ./button
                Top Function Page at 2 value
                Top Variable x at 5 value
                1:10 import Button imported in -
                3:16 jsx Button in Page
                3:48 jsx Item in Page
                3:54 call render in Page
                3:70 jsx_close Item in Page
            "#]],
        );
    }

    #[test]
    fn declarations_of_one_name_are_one_symbol() {
        check(
            "src/a.ts",
            r#"export function f(a: string): void;
export function f(a: number): void;
export function f(a) {}
interface Box { size: number }
interface Box { open(): void }
class Box { get lid() { return 1 } set lid(to) {} }
type Id = string;
const Id = { parse() {} };
enum Color { Red }
export { f as g, Box };
let = 
"#,
            expect![[r#"
                Top Function f at 3 value
                Top Class Box at 4+5+6 value type with 3 members
                Member Property Box.size at 4
                Member Method Box.open at 5
                Member Accessor Box.lid at 6+6 value
                Top Variable Id at 7+8 value type with 1 members
                Member Method Id.parse at 8 value
                Top Enum Color at 9 value type with 1 members
                Member EnumMember Color.Red at 9 value
                10:10 export f in -
                10:18 export Box in -
            "#]],
        );
    }

    #[test]
    fn the_body_of_what_is_broken_keeps_its_uses() {
        check(
            "src/a.js",
            r#"const { join } = require('path');
class Runner extends Base {
  go() { this.step(join(a, b)); if ( { }
}
export default Runner;
"#,
            expect![[r#"
                import join as join from path
                Top Variable join at 1 value
                Top Class Runner at 2 value type
                1:18 call require in join
                2:22 extends Base in Runner
                3:15 call step in Runner
                3:20 call join in Runner
                5:16 export Runner in -
            "#]],
        );
    }
}
