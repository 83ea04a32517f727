//! What a written type is.

use crate::facts::code::{ShapeId, SymbolId, TypeId};
use crate::facts::shape::{Primitive, Shape, TypeShape};
use crate::facts::symbol::SymbolKind;
use crate::resolve::evaluate::{Env, Step, Type, Why};
use crate::resolve::exports::Exported;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

impl Program<'_> {
    /// What the type at `written` of `file` is.
    pub fn type_of(&self, file: FileId, written: TypeId, env: &Env) -> Type {
        self.step(Step::Type(file, written), env, || {
            self.evaluate_type(file, written, env)
        })
    }

    fn evaluate_type(&self, file: FileId, id: TypeId, env: &Env) -> Type {
        let code = self.code(file);
        let inner = |written: TypeId| self.type_of(file, written, env);
        match code.type_shape(id) {
            TypeShape::Primitive(Primitive::Any) => Type::unknown(Why::Any),
            TypeShape::Primitive(primitive) => Type::Primitive(*primitive),
            TypeShape::Literal(primitive, text) => Type::Literal(*primitive, code.name(*text).into()),
            TypeShape::Reference { entity, arguments } => {
                let arguments: Vec<Type> = arguments.iter().map(|argument| inner(*argument)).collect();
                self.named_type(file, *entity, &arguments, env)
            }
            TypeShape::Union(parts) => Type::union(parts.iter().map(|part| inner(*part))),
            TypeShape::Intersection(parts) => Self::intersection(parts.iter().map(|part| inner(*part))),
            TypeShape::Array(of) => self.array_of(inner(*of)),
            TypeShape::Tuple(parts) => Type::Tuple(parts.iter().map(|part| inner(*part)).collect()),
            TypeShape::Function(signature) => Type::Callable(file, *signature, env.clone()),
            TypeShape::Constructor(signature) => Type::Constructs(file, *signature, env.clone()),
            TypeShape::Object(symbol) => Type::Members(
                Decl {
                    file,
                    symbol: *symbol,
                },
                env.clone(),
            ),
            TypeShape::TypeOf(value) => self.shape_type(file, *value, env),
            TypeShape::Indexed { of, key } => {
                let whole = inner(*of);
                let key = inner(*key);
                self.indexed(&whole, &key)
            }
            TypeShape::This(symbol) => match env.this() {
                Some(this) => this.clone(),
                None => self.instance(
                    Decl {
                        file,
                        symbol: *symbol,
                    },
                    env,
                ),
            },
            TypeShape::Mapped { parameter, value } => self.mapped(file, *parameter, *value, env),
            TypeShape::Conditional {
                check,
                extends,
                then,
                otherwise,
            } => self.conditional(file, [*check, *extends, *then, *otherwise], env),
            TypeShape::Unknown | TypeShape::KeyOf(_) => Type::unknown(Why::Form),
        }
    }

    pub(super) fn intersection(types: impl IntoIterator<Item = Type>) -> Type {
        let mut all: Vec<Type> = Vec::new();
        for one in types {
            if let Type::Intersection(parts) = &one {
                all.extend(parts.iter().cloned());
            } else if !all.contains(&one) {
                all.push(one);
            }
        }
        if all.len() == 1 {
            return all.swap_remove(0);
        }
        Type::Intersection(all.into())
    }

    /// The type that a name with type arguments stands for.
    fn named_type(&self, file: FileId, entity: ShapeId, arguments: &[Type], env: &Env) -> Type {
        let code = self.code(file);
        if let Shape::Symbol(symbol) = code.shape(entity) {
            return self.type_of_symbol(
                Decl {
                    file,
                    symbol: *symbol,
                },
                arguments,
                env,
            );
        }
        if let Some(decl) = self.named_symbol(file, entity) {
            let name = self.with_symbol(decl, |code, symbol| code.name(symbol.name).to_owned());
            if decl.file.is_built_in()
                && let Some(built_in) = self.built_in(&name, arguments)
            {
                return built_in;
            }
            return self.type_of_symbol(decl, arguments, &Env::default());
        }
        match code.shape(entity) {
            Shape::Global(name) => {
                let name = code.name(*name);
                self.built_in(name, arguments)
                    .unwrap_or(Type::unknown(Why::External))
            }
            Shape::Imported(imported) => match self.imported(file, *imported) {
                Exported::External => Type::unknown(Why::External),
                Exported::Module(_) => Type::unknown(Why::Form),
                other => self.exported_type(&other),
            },
            _ => Type::unknown(Why::External),
        }
    }

    /// The type that a declaration stands for, with type arguments.
    pub(in crate::resolve) fn type_of_symbol(&self, decl: Decl, arguments: &[Type], env: &Env) -> Type {
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        if symbol.kind == SymbolKind::TypeParameter {
            return env.get(decl).cloned().unwrap_or(Type::Parameter(decl));
        }
        if !symbol.is_type
            && let Some(sibling) = self.sibling_where(decl, |sibling| sibling.is_type)
        {
            return self.type_of_symbol(sibling, arguments, env);
        }
        if let Some(aliased) = symbol.aliased {
            let env = self.bound(decl, &symbol.type_parameters, arguments, &Env::default());
            return self.type_of(decl.file, aliased, &env);
        }
        match symbol.kind {
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum => {
                let env = self.bound(decl, &symbol.type_parameters, arguments, &Env::default());
                self.instance(decl, &env)
            }
            SymbolKind::EnumMember => symbol.owner.map_or(Type::unknown(Why::Form), |owner| {
                self.instance(decl.beside(owner), env)
            }),
            SymbolKind::TypeLiteral | SymbolKind::Object => Type::Members(decl, env.clone()),
            // A function or namespace that is merged with an interface is a type too.
            SymbolKind::Function | SymbolKind::Namespace | SymbolKind::Variable if symbol.is_type => {
                let env = self.bound(decl, &symbol.type_parameters, arguments, &Env::default());
                self.instance(decl, &env)
            }
            _ => Type::unknown(Why::Form),
        }
    }

    /// Type parameters with their arguments, defaults, or nothing known.
    pub(super) fn bound(&self, decl: Decl, parameters: &[SymbolId], arguments: &[Type], outer: &Env) -> Env {
        if parameters.is_empty() {
            return outer.clone();
        }
        let mut bindings: Vec<(Decl, Type)> = Vec::with_capacity(parameters.len());
        for (index, parameter) in parameters.iter().enumerate() {
            let parameter = decl.beside(*parameter);
            let argument = if let Some(argument) = arguments.get(index) {
                argument.clone()
            } else {
                match self.with_symbol(parameter, |_, symbol| symbol.default) {
                    Some(default) => self.type_of(parameter.file, default, &outer.with(bindings.clone())),
                    None => Type::unknown(Why::Form),
                }
            };
            bindings.push((parameter, argument));
        }
        outer.with(bindings)
    }

    /// `T['key']`, `T[number]`.
    pub(super) fn indexed(&self, whole: &Type, key: &Type) -> Type {
        match key {
            Type::Literal(Primitive::String, name) => self.read(whole, name),
            Type::Literal(Primitive::Number, index) => self.element(whole, index.parse().ok()),
            Type::Primitive(Primitive::Number) => self.element(whole, None),
            Type::Union(keys) => Type::union(keys.iter().map(|key| self.indexed(whole, key))),
            _ => Type::unknown(Why::Form),
        }
    }
}
