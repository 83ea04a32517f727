//! Where a use of a name leads, and by which rule that is proven.

use crate::facts::code::{Code, ShapeId};
use crate::facts::reference::{Reference, ReferenceKind};
use crate::facts::shape::{Shape, Unknown};
use crate::facts::symbol::SymbolKind;
use crate::resolve::evaluate::{Env, Found, Type, Why};
use crate::resolve::exports::Exported;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId, Target};

/// Where a use of a name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lead {
    /// To one declaration, which may stand for others: `const a = b` leads to `a`, then to `b`.
    Proven {
        /// The declaration that is named.
        decl: Decl,
        /// How that is known.
        rule: Rule,
    },
    /// To one of several declarations, by the parts of a union.
    Several(Vec<Decl>),
    /// Out of the repository, or to something that is no declaration.
    Elsewhere,
    /// Not known.
    Unknown(Why),
}

/// What proves that a use leads to a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A name that an import binds, also through a module's namespace.
    Import,
    /// A name that the same file declares.
    SameFile,
    /// `new X()`.
    Construction,
    /// A member of a class itself.
    StaticMethod,
    /// A member of `this`.
    ThisMethod,
    /// A member of `super`, or `super(…)`.
    SuperMethod,
    /// A member of a field of `this`.
    FieldType,
    /// A member of a parameter or variable with a type.
    ParameterType,
    /// A member of a variable that holds `new X()`.
    NewExpression,
    /// A member of what a call gives back.
    ReturnType,
    /// A member of a property with a type.
    PropertyType,
    /// A member of a value that is said to be of a type: `x as T`.
    Cast,
    /// A JSX element.
    Jsx,
    /// A decorator.
    Decorator,
    /// A member of an object literal.
    ObjectLiteral,
    /// A member of a namespace or enum.
    NamespaceMember,
    /// A name that is declared for the whole program: `declare global`, a definition file.
    Ambient,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 17] = [
        Self::Import,
        Self::SameFile,
        Self::Construction,
        Self::StaticMethod,
        Self::ThisMethod,
        Self::SuperMethod,
        Self::FieldType,
        Self::ParameterType,
        Self::NewExpression,
        Self::ReturnType,
        Self::PropertyType,
        Self::Cast,
        Self::Jsx,
        Self::Decorator,
        Self::ObjectLiteral,
        Self::NamespaceMember,
        Self::Ambient,
    ];

    /// Its name on every surface.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::SameFile => "same_file",
            Self::Construction => "construction",
            Self::StaticMethod => "static_method",
            Self::ThisMethod => "this_method",
            Self::SuperMethod => "super_method",
            Self::FieldType => "field_type",
            Self::ParameterType => "parameter_type",
            Self::NewExpression => "new_expression",
            Self::ReturnType => "return_type",
            Self::PropertyType => "property_type",
            Self::Cast => "cast",
            Self::Jsx => "jsx",
            Self::Decorator => "decorator",
            Self::ObjectLiteral => "object_literal",
            Self::NamespaceMember => "namespace_member",
            Self::Ambient => "ambient",
        }
    }
}

impl Rule {
    /// What it says, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Import => "a name that an import binds, also through a module's namespace",
            Self::SameFile => "a name that the same file declares",
            Self::Construction => "`new X()`",
            Self::StaticMethod => "a member of a class itself",
            Self::ThisMethod => "a member of `this`",
            Self::SuperMethod => "a member of `super`, or `super(…)`",
            Self::FieldType => "a member of a field of `this`",
            Self::ParameterType => "a member of a parameter or variable with a type",
            Self::NewExpression => "a member of a variable that holds `new X()`",
            Self::ReturnType => "a member of what a call gives back",
            Self::PropertyType => "a member of a property with a type",
            Self::Cast => "a member of what a cast says: `(a as T).m()`",
            Self::Jsx => "a JSX element",
            Self::Decorator => "a decorator",
            Self::ObjectLiteral => "a member of an object literal",
            Self::NamespaceMember => "a member of a namespace or enum",
            Self::Ambient => {
                "a name that is declared for the whole program: `declare global`, a definition file"
            }
        }
    }
}

impl Program<'_> {
    /// Where a reference of `file` leads.
    pub fn lead(&self, file: FileId, reference: &Reference) -> Lead {
        self.refuel();
        let code = self.code(file);
        let led = match code.shape(reference.shape) {
            Shape::Member { of, name } if reference.kind == ReferenceKind::Call => {
                self.member_led(file, &code, *of, code.name(*name), Self::called_member)
            }
            _ => self.led(file, &code, reference.shape),
        };
        let led = if led == Lead::Elsewhere
            && (reference.kind.is_call() || reference.kind == ReferenceKind::Extends)
        {
            self.whole(file, reference.shape)
        } else {
            led
        };
        match led {
            Lead::Proven { decl, rule } => Lead::Proven {
                decl,
                rule: match reference.kind {
                    ReferenceKind::New => Rule::Construction,
                    ReferenceKind::Jsx | ReferenceKind::JsxClose => Rule::Jsx,
                    ReferenceKind::Decorator => Rule::Decorator,
                    ReferenceKind::SuperCall => Rule::SuperMethod,
                    ReferenceKind::Call
                    | ReferenceKind::Tagged
                    | ReferenceKind::Type
                    | ReferenceKind::Extends
                    | ReferenceKind::Implements
                    | ReferenceKind::Import
                    | ReferenceKind::ReExport
                    | ReferenceKind::Export
                    | ReferenceKind::Shorthand
                    | ReferenceKind::Value => rule,
                },
            },
            other => other,
        }
    }

    /// Where the name leads that stands in an `extends` or `implements` clause of `file`.
    pub fn clause_lead(&self, file: FileId, entity: ShapeId) -> Lead {
        self.refuel();
        let code = self.code(file);
        match self.led(file, &code, entity) {
            Lead::Elsewhere => self.whole(file, entity),
            led => led,
        }
    }

    /// Where a module leads that is called or extended: to what it exports as a whole (`module.exports = f`).
    fn whole(&self, file: FileId, shape: ShapeId) -> Lead {
        let module = self.named_module(file, shape);
        match module.map(|module| self.export(module, "default")) {
            Some(whole @ Exported::Symbol(_)) => exported(&whole),
            _ => Lead::Elsewhere,
        }
    }

    fn led(&self, file: FileId, code: &Code, shape: ShapeId) -> Lead {
        match code.shape(shape) {
            Shape::Symbol(symbol) => Lead::Proven {
                decl: Decl {
                    file,
                    symbol: *symbol,
                },
                rule: Rule::SameFile,
            },
            Shape::Imported(imported) => exported(&self.imported(file, *imported)),
            Shape::Global(name) => match self.global(code.name(*name)) {
                Some(decl) if Self::is_built_in(decl) => Lead::Elsewhere,
                Some(decl) => Lead::Proven {
                    decl,
                    rule: Rule::Ambient,
                },
                None if self.ambient(code.name(*name)).is_empty() => Lead::Unknown(Why::External),
                None => Lead::Several(self.ambient(code.name(*name)).to_vec()),
            },
            Shape::Member { of, name } => self.member_led(file, code, *of, code.name(*name), Self::member),
            Shape::Narrowed { of, .. } | Shape::Defaulted { of, .. } => self.led(file, code, *of),
            Shape::Super { of, .. } => self.parent(Decl { file, symbol: *of }),
            Shape::Unknown(reason) => Lead::Unknown(Why::File(*reason)),
            Shape::Module(_)
            | Shape::This { .. }
            | Shape::New { .. }
            | Shape::Call { .. }
            | Shape::Element { .. }
            | Shape::Iterated(_)
            | Shape::Await(_)
            | Shape::Cast(_)
            | Shape::Asserted(_)
            | Shape::Literal(..)
            | Shape::Array(_)
            | Shape::Spread(_)
            | Shape::Function(_)
            | Shape::OneOf(_)
            | Shape::ArgumentOf { .. }
            | Shape::ParameterOf { .. }
            | Shape::ReturnOf(_)
            | Shape::AttributeOf { .. } => Lead::Elsewhere,
        }
    }

    /// The class that a class extends, when that has a name.
    fn parent(&self, class: Decl) -> Lead {
        let code = self.code(class.file);
        let symbol = code.symbol(class.symbol);
        let Some(written) = symbol.extends.first() else {
            return match symbol.extends_values.first() {
                Some(_) => Lead::Unknown(Why::Form),
                None => Lead::Elsewhere,
            };
        };
        match code.type_shape(*written) {
            crate::facts::shape::TypeShape::Reference { entity, .. } => {
                match self.led(class.file, &code, *entity) {
                    Lead::Elsewhere => self.whole(class.file, *entity),
                    led => led,
                }
            }
            _ => Lead::Unknown(Why::Form),
        }
    }

    fn member_led(
        &self,
        file: FileId,
        code: &Code,
        of: ShapeId,
        name: &str,
        look_up: impl Fn(&Self, &Type, &str) -> Found,
    ) -> Lead {
        if let Some(module) = self.named_module(file, of) {
            return exported(&self.export(module, name));
        }
        if let Shape::Module(specifier) = code.shape(of) {
            return match self.target(file, code.name(*specifier)) {
                Target::Unknown => Lead::Unknown(Why::Unresolved),
                Target::File(_) | Target::Package => Lead::Elsewhere,
            };
        }
        let whole = self.shape_type(file, of, &Env::default());
        match look_up(self, &whole, name) {
            Found::Members(members) => {
                let mut decls: Vec<Decl> = members.iter().map(|member| member.decl).collect();
                decls.sort_unstable();
                decls.dedup();
                match decls.as_slice() {
                    [only] if Self::is_built_in(*only) => Lead::Elsewhere,
                    [only] => Lead::Proven {
                        decl: *only,
                        rule: self.receiver_rule(file, code, of, *only),
                    },
                    _ => Lead::Several(decls),
                }
            }
            Found::Typed(_) | Found::Absent => Lead::Elsewhere,
            Found::Unknown(why) => Lead::Unknown(why),
        }
    }

    /// Which rule a member goes by, from how its receiver is written.
    fn receiver_rule(&self, file: FileId, code: &Code, of: ShapeId, member: Decl) -> Rule {
        match code.shape(of) {
            Shape::This { .. } => Rule::ThisMethod,
            Shape::Super { .. } => Rule::SuperMethod,
            Shape::Member { of: outer, .. } => match code.shape(*outer) {
                Shape::This { .. } => Rule::FieldType,
                _ => self.named_rule(file, of, member).unwrap_or(Rule::PropertyType),
            },
            Shape::New { .. } => Rule::NewExpression,
            Shape::Call { .. } | Shape::ReturnOf(_) => Rule::ReturnType,
            Shape::Asserted(_) => Rule::Cast,
            Shape::Element { of, .. }
            | Shape::Iterated(of)
            | Shape::Await(of)
            | Shape::Narrowed { of, .. }
            | Shape::Defaulted { of, .. } => self.receiver_rule(file, code, *of, member),
            Shape::OneOf(shapes) => shapes.first().map_or(Rule::ParameterType, |first| {
                self.receiver_rule(file, code, *first, member)
            }),
            Shape::Symbol(_) | Shape::Imported(_) => {
                self.named_rule(file, of, member).unwrap_or(Rule::ParameterType)
            }
            _ => Rule::ParameterType,
        }
    }

    fn named_rule(&self, file: FileId, of: ShapeId, member: Decl) -> Option<Rule> {
        let decl = self.named_symbol(file, of)?;
        let owner_is_object = self
            .with_symbol(member, |_, symbol| symbol.owner)
            .is_some_and(|owner| {
                self.with_symbol(
                    Decl {
                        file: member.file,
                        symbol: owner,
                    },
                    |_, symbol| symbol.kind == SymbolKind::Object,
                )
            });
        self.with_symbol(decl, |code, symbol| {
            Some(match symbol.kind {
                SymbolKind::Class | SymbolKind::Function => Rule::StaticMethod,
                SymbolKind::Namespace | SymbolKind::Enum => Rule::NamespaceMember,
                _ if owner_is_object => Rule::ObjectLiteral,
                _ => match symbol.value.map(|value| code.shape(value)) {
                    Some(Shape::New { .. }) => Rule::NewExpression,
                    Some(Shape::Call { .. } | Shape::Await(_)) => Rule::ReturnType,
                    _ => return None,
                },
            })
        })
    }
}

fn exported(found: &Exported) -> Lead {
    match found {
        Exported::Symbol(decl) if decl.file.is_built_in() => Lead::Elsewhere,
        Exported::Symbol(decl) => Lead::Proven {
            decl: *decl,
            rule: Rule::Import,
        },
        Exported::Module(_) | Exported::External => Lead::Elsewhere,
        Exported::Absent => Lead::Unknown(Why::NoMember),
        Exported::Ambiguous => Lead::Unknown(Why::Several),
        Exported::Unresolved => Lead::Unknown(Why::Unresolved),
    }
}

impl Why {
    /// All reasons.
    pub const ALL: [Self; 12] = [
        Self::File(Unknown::Untyped),
        Self::File(Unknown::Expression),
        Self::File(Unknown::This),
        Self::File(Unknown::Ambiguous),
        Self::File(Unknown::SyntaxError),
        Self::External,
        Self::Unresolved,
        Self::Any,
        Self::NoMember,
        Self::Several,
        Self::Form,
        Self::Limit,
    ];

    /// What it says, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::File(Unknown::Untyped) => "a parameter or variable without a type",
            Self::File(Unknown::Expression) => {
                "an expression that is not followed: a computed member, an operator"
            }
            Self::File(Unknown::This) => "`this` of a function that is no member",
            Self::File(Unknown::Ambiguous) => {
                "two declarations of one name that do not agree, or a value that leads to itself"
            }
            Self::File(Unknown::SyntaxError) => "the file has a syntax error, so that only names are known",
            Self::External => "a type of a package, or of the running environment",
            Self::Unresolved => "an import that leads nowhere",
            Self::Any => "`any`",
            Self::NoMember => "its type is known and has no such member",
            Self::Several => "the parts of its type have different members of that name",
            Self::Form => "a form of type or value that is not followed",
            Self::Limit => "it took too many steps to find out",
        }
    }

    /// The reason on every surface.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::File(Unknown::Untyped) => "receiver_has_no_type",
            Self::File(Unknown::Expression) => "receiver_is_an_expression",
            Self::File(Unknown::This) => "this_is_not_known",
            Self::File(Unknown::Ambiguous) => "declared_more_than_once",
            Self::File(Unknown::SyntaxError) => "syntax_error",
            Self::External => "type_from_outside",
            Self::Unresolved => "import_not_resolved",
            Self::Any => "receiver_is_any",
            Self::NoMember => "no_such_member",
            Self::Several => "one_of_several",
            Self::Form => "type_not_followed",
            Self::Limit => "too_many_steps",
        }
    }
}
