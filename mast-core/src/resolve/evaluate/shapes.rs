//! What a value is.

use crate::facts::code::{ImportedId, ShapeId, SymbolId};
use crate::facts::shape::{Primitive, Shape};
use crate::facts::symbol::{Symbol, SymbolKind};
use crate::resolve::evaluate::members::Found;
use crate::resolve::evaluate::{Env, Step, Type, Why};
use crate::resolve::exports::Exported;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId, Target};

impl Program<'_> {
    /// What the value at `shape` of `file` is.
    pub fn shape_type(&self, file: FileId, shape: ShapeId, env: &Env) -> Type {
        self.step(Step::Shape(file, shape), env, || {
            self.evaluate_shape(file, shape, env)
        })
    }

    fn evaluate_shape(&self, file: FileId, id: ShapeId, env: &Env) -> Type {
        let code = self.code(file);
        let inner = |shape: ShapeId| self.shape_type(file, shape, env);
        match code.shape(id) {
            Shape::Unknown(reason) => Type::unknown(Why::File(*reason)),
            Shape::Symbol(symbol) => self.value_type(
                Decl {
                    file,
                    symbol: *symbol,
                },
                env,
            ),
            Shape::Imported(imported) => self.imported_type(file, *imported),
            Shape::Global(name) => self.global_value(code.name(*name)),
            Shape::Module(name) => match self.modelled(file, code.name(*name)) {
                Target::File(target) => Type::Module(target),
                Target::Package => Type::unknown(Why::External),
                Target::Unknown => Type::unknown(Why::Unresolved),
            },
            Shape::This { of, is_static } => self.this_type(Decl { file, symbol: *of }, *is_static, env),
            Shape::Super { of, is_static } => self.super_type(Decl { file, symbol: *of }, *is_static, env),
            Shape::New { callee, .. } => self.constructed(file, id, &inner(*callee), env),
            Shape::Call { callee, .. } => self.called(file, id, &inner(*callee), env),
            Shape::Member { of, name } => {
                let whole = inner(*of);
                self.read(&whole, code.name(*name))
            }
            Shape::Element { of, index } => self.element(&inner(*of), *index),
            Shape::Iterated(of) => self.iterated(&inner(*of)),
            Shape::Await(of) => self.awaited(&inner(*of)),
            Shape::Cast(written) | Shape::Asserted(written) => self.type_of(file, *written, env),
            Shape::Literal(primitive, text) => match text {
                Some(text) => Type::Literal(*primitive, code.name(*text).into()),
                None => Type::Primitive(*primitive),
            },
            Shape::Array(elements) => {
                let elements: Vec<Type> = elements
                    .iter()
                    .map(|element| match code.shape(*element) {
                        Shape::Spread(of) => self.iterated(&inner(*of)),
                        _ => inner(*element),
                    })
                    .collect();
                // What is put into an empty array later is not followed.
                self.array_of(if elements.is_empty() {
                    Type::unknown(Why::Any)
                } else {
                    Type::union(elements)
                })
            }
            Shape::Spread(of) => inner(*of),
            Shape::Function(signature) => Type::Callable(file, *signature, env.clone()),
            Shape::OneOf(shapes) => Type::union(shapes.iter().map(|shape| inner(*shape))),
            Shape::Defaulted { of, default } => match inner(*of) {
                Type::Unknown(_) => inner(*default),
                known => known,
            },
            Shape::Narrowed { of, test, negated } => {
                let whole = inner(*of);
                self.narrowed(file, &whole, *test, *negated, env)
            }
            Shape::ArgumentOf { call, index } => self.argument_expected(file, *call, *index, env),
            Shape::ParameterOf { function, index } => self.parameter_type(&inner(*function), *index),
            Shape::ReturnOf(function) => self.returned(&inner(*function).present()),
            Shape::AttributeOf { element, name } => {
                let element = inner(*element);
                self.attribute_type(&element, code.name(*name))
            }
        }
    }

    /// What a symbol's name is as a value.
    pub(in crate::resolve) fn value_type(&self, decl: Decl, env: &Env) -> Type {
        self.step(Step::Value(decl), env, || self.evaluate_value(decl, env))
    }

    fn evaluate_value(&self, decl: Decl, env: &Env) -> Type {
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        if !symbol.is_value
            && matches!(symbol.kind, SymbolKind::Interface | SymbolKind::Alias)
            && let Some(value) = self.sibling_where(decl, |sibling| sibling.is_value)
        {
            return self.evaluate_value(value, env);
        }
        match symbol.kind {
            SymbolKind::Class | SymbolKind::Function | SymbolKind::Enum | SymbolKind::Namespace => {
                Type::Value(decl)
            }
            SymbolKind::Object => Type::Members(decl, env.clone()),
            SymbolKind::TypeLiteral | SymbolKind::TypeParameter => Type::unknown(Why::Form),
            SymbolKind::EnumMember => symbol.owner.map_or(Type::unknown(Why::Form), |owner| {
                self.instance(decl.beside(owner), env)
            }),
            SymbolKind::Interface
            | SymbolKind::Alias
            | SymbolKind::Variable
            | SymbolKind::Property
            | SymbolKind::Accessor
            | SymbolKind::Method
            | SymbolKind::Constructor => {
                if let Some(written) = symbol.declared {
                    return self.type_of(decl.file, written, env);
                }
                if !symbol.signatures.is_empty() && symbol.kind != SymbolKind::Interface {
                    return Type::Method(decl, env.clone());
                }
                match symbol.value {
                    Some(value) => self.shape_type(decl.file, value, env),
                    None => Type::unknown(Why::Form),
                }
            }
        }
    }

    /// What shares the name of `decl` and is a value, or a type.
    pub(super) fn sibling_where(&self, decl: Decl, wanted: impl Fn(&Symbol) -> bool) -> Option<Decl> {
        self.siblings(decl)
            .into_iter()
            .find(|sibling| self.with_symbol(*sibling, |_, symbol| wanted(symbol)))
    }

    fn imported_type(&self, file: FileId, imported: ImportedId) -> Type {
        self.exported_type(&self.imported(file, imported))
    }

    pub(super) fn exported_type(&self, exported: &Exported) -> Type {
        match exported {
            Exported::Symbol(decl) => self.value_type(*decl, &Env::default()),
            Exported::Module(file) => Type::Module(*file),
            Exported::External => Type::unknown(Why::External),
            Exported::Absent => Type::unknown(Why::NoMember),
            Exported::Ambiguous => Type::unknown(Why::Several),
            Exported::Unresolved => Type::unknown(Why::Unresolved),
        }
    }

    pub(super) fn global_value(&self, name: &str) -> Type {
        match name {
            "undefined" => Type::Primitive(Primitive::Undefined),
            _ => match self.global(name) {
                Some(decl) => self.value_type(decl, &Env::default()),
                None => Type::unknown(Why::External),
            },
        }
    }

    fn this_type(&self, of: Decl, is_static: bool, env: &Env) -> Type {
        if self.with_symbol(of, |_, symbol| symbol.kind == SymbolKind::Object) {
            return Type::Members(of, env.clone());
        }
        if is_static {
            return Type::Value(of);
        }
        match env.this() {
            Some(this) => this.clone(),
            None => self.instance(of, env),
        }
    }

    /// The class that a class extends, on one of its sides.
    fn super_type(&self, of: Decl, is_static: bool, env: &Env) -> Type {
        let code = self.code(of.file);
        let symbol = code.symbol(of.symbol);
        if let Some(base) = symbol
            .extends
            .first()
            .filter(|_| symbol.kind == SymbolKind::Class)
        {
            let base = self.type_of(of.file, *base, env);
            return match base {
                Type::Instance(decl, _) if is_static => Type::Value(decl),
                base => base,
            };
        }
        match symbol.extends_values.first() {
            Some(value) => {
                let value = self.shape_type(of.file, *value, env);
                if is_static {
                    value
                } else {
                    self.instance_of_value(&value)
                }
            }
            None => Type::unknown(Why::Form),
        }
    }

    /// An instance of a class, interface or enum inside its own code: its type arguments are its parameters.
    pub(super) fn instance(&self, decl: Decl, env: &Env) -> Type {
        let parameters = self.with_symbol(decl, |_, symbol| symbol.type_parameters.clone());
        let arguments: Vec<Type> = parameters
            .into_iter()
            .map(|parameter| {
                let parameter = decl.beside(parameter);
                env.get(parameter).cloned().unwrap_or(Type::Parameter(parameter))
            })
            .collect();
        Type::Instance(decl, arguments.into())
    }

    /// A member of a value as a value.
    pub(super) fn read(&self, whole: &Type, name: &str) -> Type {
        match self.member(whole, name) {
            Found::Members(members) => Type::union(members.iter().map(|member| self.member_type(member))),
            Found::Typed(one) => one,
            Found::Absent => Type::unknown(Why::NoMember),
            Found::Unknown(why) => Type::unknown(why),
        }
    }

    /// The symbol that a value's name leads to, without evaluating it.
    pub(in crate::resolve) fn named_symbol(&self, file: FileId, shape: ShapeId) -> Option<Decl> {
        let code = self.code(file);
        let found = match code.shape(shape) {
            Shape::Symbol(symbol) => {
                return Some(Decl {
                    file,
                    symbol: *symbol,
                });
            }
            Shape::Imported(imported) => self.imported(file, *imported),
            Shape::Global(name) => return self.global(code.name(*name)),
            Shape::Module(name) => match self.modelled(file, code.name(*name)) {
                Target::File(target) => Exported::Module(target),
                Target::Package => Exported::External,
                Target::Unknown => Exported::Unresolved,
            },
            Shape::Member { of, name } => return self.named_member(file, *of, code.name(*name)),
            _ => return None,
        };
        match found {
            Exported::Symbol(decl) => Some(decl),
            _ => None,
        }
    }

    fn named_member(&self, file: FileId, of: ShapeId, name: &str) -> Option<Decl> {
        if let Some(module) = self.named_module(file, of) {
            return match self.export(module, name) {
                Exported::Symbol(decl) => Some(decl),
                _ => None,
            };
        }
        let owner = self.named_symbol(file, of)?;
        self.member_named(owner, name)
    }

    /// The module that a name stands for: `ns` of `import * as ns`, `a.ns` of a re-exported namespace.
    pub(in crate::resolve) fn named_module(&self, file: FileId, shape: ShapeId) -> Option<FileId> {
        let code = self.code(file);
        let found = match code.shape(shape) {
            Shape::Imported(imported) => self.imported(file, *imported),
            Shape::Module(name) => match self.modelled(file, code.name(*name)) {
                Target::File(target) => return Some(target),
                Target::Package | Target::Unknown => return None,
            },
            // What a file exports is there under `exports` in the file itself.
            Shape::Global(name) if code.name(*name) == "exports" => return Some(file),
            Shape::Member { of, name } => {
                if let (Shape::Global(whole), "exports") = (code.shape(*of), code.name(*name))
                    && code.name(*whole) == "module"
                {
                    return Some(file);
                }
                let module = self.named_module(file, *of)?;
                self.export(module, code.name(*name))
            }
            _ => return None,
        };
        match found {
            Exported::Module(module) => Some(module),
            _ => None,
        }
    }

    /// A member of a namespace, enum or object literal by its name alone.
    pub(in crate::resolve) fn member_named(&self, owner: Decl, name: &str) -> Option<Decl> {
        let code = self.code(owner.file);
        let mut symbol = code.symbol(owner.symbol);
        if let (None, Some(value)) = (symbol.declared, symbol.value)
            && let Shape::Symbol(literal) = code.shape(value)
            && code.symbol(*literal).kind == SymbolKind::Object
        {
            symbol = code.symbol(*literal);
        }
        let named = |member: &SymbolId| {
            let member = code.symbol(*member);
            code.name(member.name) == name && (member.is_static || symbol.kind != SymbolKind::Class)
        };
        symbol
            .members
            .iter()
            .find(|member| named(member))
            .map(|member| owner.beside(*member))
    }
}
