//! What the code of a file refers to: its [`Code`], made from the program and its bindings.
//!
//! Which declaration an identifier means is oxc's answer, never looked up here. Everything is computed when it is
//! first asked for and kept by the node or binding that it belongs to; what a symbol is made of is filled in from
//! a queue, so that no recursion leads through symbols.

mod classes;
mod commonjs;
mod context;
mod defaults;
mod functions;
mod globals;
mod imports;
mod jsx;
mod locals;
mod names;
mod namespaces;
mod narrowing;
mod patterns;
mod references;
mod symbols;
mod types;
mod values;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, Program};
use oxc_semantic::{AstNodes, NodeId, Scoping, SemanticBuilder, Stats, SymbolId as BindingId};
use rustc_hash::FxHashMap;

use crate::facts::Code;
use crate::facts::code::{ImportedId, NameId, ShapeId, SignatureId, SymbolId, TypeId};
use crate::facts::shape::{Shape, TypeShape, Unknown};
use crate::text::source::Source;

/// Whether `module.exports` and `exports` of the file are its exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommonJs {
    Counts,
    Ignored,
}

/// The code of `program`, which was parsed from `source`.
///
/// # Cost
///
/// Recursion follows the nesting of the code.
pub(super) fn read<'a>(
    source: &Source,
    allocator: &'a Allocator,
    program: &'a Program<'a>,
    commonjs: CommonJs,
) -> Code {
    if names::has_long_chain(source.text()) {
        return Code::default();
    }
    let semantic = SemanticBuilder::new()
        .with_build_nodes(true)
        .with_stats(expected_size(source.text().len()))
        .build(program)
        .semantic;
    let (scoping, nodes) = semantic.into_scoping_and_nodes();
    let mut builder = Builder {
        source,
        allocator,
        scoping: &scoping,
        nodes: &nodes,
        code: Code::default(),
        names: FxHashMap::default(),
        shapes: FxHashMap::default(),
        types: FxHashMap::default(),
        values: vec![Value::Unseen; scoping.symbols_len()],
        is_reassigned: scoping
            .symbol_ids()
            .map(|binding| scoping.symbol_is_mutated(binding))
            .collect(),
        symbols: vec![None; scoping.symbols_len()],
        aliases: FxHashMap::default(),
        shape_of: vec![None; nodes.len()],
        symbol_of: FxHashMap::default(),
        member_of: FxHashMap::default(),
        imported_of: FxHashMap::default(),
        signature_of: FxHashMap::default(),
        narrowings: FxHashMap::default(),
        waiting: VecDeque::new(),
        cycles: 0,
        depth: 0,
    };
    builder.program(program, commonjs);
    builder.fill();
    builder.references(program);
    builder.fill();
    builder.code
}

/// About how many nodes, scopes, bindings and references a text of `length` bytes has: places that are made at
/// once. Counting them takes a walk of its own.
fn expected_size(length: usize) -> Stats {
    let length = length as u32;
    Stats::new(
        length / 8 + 16,
        length / 160 + 4,
        length / 120 + 8,
        length / 50 + 8,
    )
}

/// Makes the parts of one [`Code`].
struct Builder<'s, 'a> {
    source: &'s Source,
    allocator: &'a Allocator,
    scoping: &'s Scoping,
    nodes: &'s AstNodes<'a>,
    code: Code,
    names: FxHashMap<&'a str, NameId>,
    shapes: FxHashMap<Shape, ShapeId>,
    types: FxHashMap<TypeShape, TypeId>,
    /// What each binding stands for as a value.
    values: Vec<Value>,
    /// Whether something is assigned to each binding after its declaration.
    is_reassigned: Vec<bool>,
    /// The symbols of bindings that have one.
    symbols: Vec<Option<SymbolId>>,
    /// The type aliases that share their names with variables.
    aliases: FxHashMap<BindingId, SymbolId>,
    /// The shape of each expression that was asked for.
    shape_of: Vec<Option<ShapeId>>,
    /// The symbols of classes, functions, members, literals and other nodes.
    symbol_of: FxHashMap<NodeId, SymbolId>,
    /// Members by owner, name and side.
    member_of: FxHashMap<(SymbolId, NameId, Side), SymbolId>,
    imported_of: FxHashMap<BindingId, ImportedId>,
    signature_of: FxHashMap<NodeId, SignatureId>,
    narrowings: FxHashMap<narrowing::Root, narrowing::Narrowings>,
    /// What remains to be filled in.
    waiting: VecDeque<Waiting<'a>>,
    /// How often a value led to itself so far.
    cycles: u32,
    /// How many local variables are being looked through.
    depth: u32,
}

/// What a binding stands for as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Unseen,
    InProgress,
    Known(ShapeId),
}

/// Which side of a class a member is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Instance,
    Static,
}

impl Side {
    fn of(is_static: bool) -> Self {
        if is_static { Self::Static } else { Self::Instance }
    }
}

/// A part whose place is taken and whose content is not known yet.
#[derive(Clone, Copy, Debug)]
enum Waiting<'a> {
    /// A symbol with one of its declarations.
    Symbol(SymbolId, NodeId),
    /// A symbol that is a variable.
    Variable(SymbolId, BindingId),
    /// A symbol with the value that is its only declaration.
    Value(SymbolId, &'a Expression<'a>),
    /// The signature of a function.
    Signature(SignatureId, NodeId),
}

impl<'a> Builder<'_, 'a> {
    fn shape(&mut self, shape: Shape) -> ShapeId {
        if let Some(id) = self.shapes.get(&shape) {
            return *id;
        }
        let id = self.new_shape(shape.clone());
        self.shapes.insert(shape, id);
        id
    }

    /// A place of its own for `shape`.
    fn new_shape(&mut self, shape: Shape) -> ShapeId {
        self.code.shapes.push(shape);
        ShapeId(self.code.shapes.len() as u32 - 1)
    }

    fn unknown(&mut self, why: Unknown) -> ShapeId {
        self.shape(Shape::Unknown(why))
    }

    fn type_shape(&mut self, shape: TypeShape) -> TypeId {
        if let Some(id) = self.types.get(&shape) {
            return *id;
        }
        self.code.types.push(shape.clone());
        let id = TypeId(self.code.types.len() as u32 - 1);
        self.types.insert(shape, id);
        id
    }

    /// One shape for all of `parts`, each once.
    fn one_of(&mut self, parts: Vec<ShapeId>) -> ShapeId {
        let mut distinct: Vec<ShapeId> = Vec::with_capacity(parts.len());
        for part in parts {
            if !distinct.contains(&part) {
                distinct.push(part);
            }
        }
        match distinct.as_slice() {
            [] => self.unknown(Unknown::Untyped),
            [only] => *only,
            _ => self.shape(Shape::OneOf(distinct)),
        }
    }

    fn kind(&self, node: NodeId) -> AstKind<'a> {
        self.nodes.kind(node)
    }

    /// The node around `node`, none for the program.
    fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.nodes.parent_id(node);
        (parent != node).then_some(parent)
    }

    /// The nodes around `node`, innermost first.
    fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<'_, 'a> {
        self.nodes.ancestor_ids(node)
    }

    /// Fills in everything that waits.
    fn fill(&mut self) {
        while let Some(next) = self.waiting.pop_front() {
            match next {
                Waiting::Symbol(symbol, node) => self.fill_symbol(symbol, node),
                Waiting::Variable(symbol, binding) => self.fill_variable(symbol, binding),
                Waiting::Value(symbol, value) => self.fill_value(symbol, value),
                Waiting::Signature(signature, node) => self.fill_signature(signature, node),
            }
        }
    }
}
