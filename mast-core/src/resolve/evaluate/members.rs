//! Members of a type: by name, through everything it extends.

use crate::facts::Code;
use crate::facts::code::{SymbolId, TypeId};
use crate::facts::shape::{Primitive, Shape, TypeShape, Unknown};
use crate::facts::symbol::SymbolKind;
use crate::resolve::Decl;
use crate::resolve::evaluate::{Env, MAX_MEMBERS, Type, Why};
use crate::resolve::exports::Exported;
use crate::resolve::program::Program;

/// A member, with what the type parameters around it stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its declaration.
    pub decl: Decl,
    /// What its owner's type parameters stand for.
    pub env: Env,
    /// Its type, where a mapped type gives it another than is declared.
    pub given: Option<Type>,
}

/// What asking a type for a member gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Its declarations: several when the parts of a union have different ones. Never empty.
    Members(Vec<Member>),
    /// It has a type and no declaration: any key of a record.
    Typed(Type),
    /// The type is known and has no such member.
    Absent,
    /// The type is not known well enough.
    Unknown(Why),
}

impl Program<'_> {
    /// The member of `whole` that is called `name`.
    pub fn member(&self, whole: &Type, name: &str) -> Found {
        let depth = self.memory.members.get();
        if depth >= MAX_MEMBERS {
            self.cut_short();
            return Found::Unknown(Why::Limit);
        }
        self.memory.members.set(depth + 1);
        let found = self.member_of(whole, name);
        self.memory.members.set(depth);
        found
    }

    fn member_of(&self, whole: &Type, name: &str) -> Found {
        match whole {
            Type::Unknown(why) => Found::Unknown(*why),
            Type::Primitive(primitive) | Type::Literal(primitive, _) => {
                if whole.is_nothing() || *primitive == Primitive::Unknown {
                    return Found::Absent;
                }
                self.member(&self.apparent(*primitive), name)
            }
            Type::Instance(decl, arguments) => self.instance_member(*decl, arguments, whole, name, 0),
            Type::Value(decl) => self.static_member(*decl, name, 0),
            Type::Members(decl, env) => self.literal_member(*decl, env, name),
            Type::Callable(..) | Type::Constructs(..) => self.function_member(name),
            Type::Method(decl, _) => match self.own_member(*decl, name, |_| true) {
                Some(member) => Found::Members(vec![Member {
                    decl: member,
                    env: Env::default(),
                    given: None,
                }]),
                None => self.function_member(name),
            },
            Type::Module(file) => match self.export(*file, name) {
                Exported::Symbol(decl) => Found::Members(vec![Member {
                    decl,
                    env: Env::default(),
                    given: None,
                }]),
                Exported::Module(module) => Found::Typed(Type::Module(module)),
                Exported::Absent => Found::Absent,
                Exported::External => Found::Unknown(Why::External),
                Exported::Ambiguous => Found::Unknown(Why::Several),
                Exported::Unresolved => Found::Unknown(Why::Unresolved),
            },
            Type::Union(parts) => self.union_member(parts, name),
            Type::Intersection(parts) => self.intersection_member(parts, name),
            Type::Tuple(parts) => self.member(&self.array_of(Type::union(parts.iter().cloned())), name),
            Type::Dictionary(value) => Found::Typed((**value).clone()),
            Type::Mapped(mapped) => self.mapped_member(mapped, name),
            Type::Parameter(decl) => match self.constraint(*decl) {
                Some(constraint) => self.member(&constraint, name),
                None => Found::Unknown(Why::Form),
            },
        }
    }

    /// What a type parameter must be.
    pub(super) fn constraint(&self, parameter: Decl) -> Option<Type> {
        let declared = self.with_symbol(parameter, |_, symbol| symbol.declared)?;
        Some(self.type_of(parameter.file, declared, &Env::default()))
    }

    fn function_member(&self, name: &str) -> Found {
        self.member(&self.prelude_instance("Function"), name)
    }

    fn own_member(
        &self,
        decl: Decl,
        name: &str,
        side: impl Fn(&crate::facts::symbol::Symbol) -> bool,
    ) -> Option<Decl> {
        let code = self.code(decl.file);
        own(&code, decl.symbol, name, side).map(|member| decl.beside(member))
    }

    fn instance_member(
        &self,
        decl: Decl,
        arguments: &[Type],
        receiver: &Type,
        name: &str,
        depth: u32,
    ) -> Found {
        if depth > 40 {
            return Found::Unknown(Why::Limit);
        }
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        let env = || {
            self.bound(decl, &symbol.type_parameters, arguments, &Env::default())
                .with_this(receiver.clone())
        };
        if symbol.kind == SymbolKind::Enum {
            // A member of an enum is a number or a text.
            return match self.member(&self.prelude_instance("Number"), name) {
                Found::Absent => self.member(&self.prelude_instance("String"), name),
                found => found,
            };
        }
        let instance_side = |member: &crate::facts::symbol::Symbol| {
            !member.is_static && member.kind != SymbolKind::Constructor
        };
        if let Some(member) = self.own_member(decl, name, instance_side) {
            return Found::Members(vec![Member {
                decl: member,
                env: env(),
                given: None,
            }]);
        }
        if let Some(found) = self.merged_member(decl, name, &instance_side, env) {
            return found;
        }
        let mut unknown = None;
        for (at, base) in self.bases(decl, arguments).iter().enumerate() {
            let found = match base {
                Type::Instance(parent, arguments) => {
                    // What is picked from a type has that type for its `this`.
                    let is_picked = symbol
                        .extends
                        .get(at)
                        .is_some_and(|written| is_picked(&code, *written));
                    let receiver = if is_picked { base } else { receiver };
                    self.instance_member(*parent, arguments, receiver, name, depth + 1)
                }
                base => self.member(base, name),
            };
            match found {
                Found::Absent => {}
                Found::Unknown(why) => {
                    unknown.get_or_insert(why);
                }
                found => {
                    // A parent before it that is not known may have the member too.
                    return match unknown {
                        Some(why) if symbol.kind != SymbolKind::Class => Found::Unknown(why),
                        _ => found,
                    };
                }
            }
        }
        if let Some(why) = unknown {
            return Found::Unknown(why);
        }
        if !symbol.signatures.is_empty() {
            return self.function_member(name);
        }
        Found::Absent
    }

    /// A member that another declaration of the same global gives it; of the global object, what is declared for the whole program.
    fn merged_member(
        &self,
        decl: Decl,
        name: &str,
        side: &impl Fn(&crate::facts::symbol::Symbol) -> bool,
        env: impl Fn() -> Env,
    ) -> Option<Found> {
        let merged = self.merged_with(decl);
        let mut members: Vec<Member> = merged
            .iter()
            .filter_map(|part| self.own_member(*part, name, side))
            .map(|decl| Member {
                decl,
                env: env(),
                given: None,
            })
            .collect();
        if members.is_empty()
            && self.prelude("Window") == Some(decl)
            && let Some(decl) = self.global(name)
            && self.with_symbol(decl, |_, symbol| symbol.is_value)
        {
            members.push(Member {
                decl,
                env: Env::default(),
                given: None,
            });
        }
        (!members.is_empty()).then_some(Found::Members(members))
    }

    /// What an instance type extends, with its type arguments put in.
    pub(super) fn bases(&self, decl: Decl, arguments: &[Type]) -> Vec<Type> {
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        if symbol.extends.is_empty() && symbol.extends_values.is_empty() {
            return Vec::new();
        }
        let env = self.bound(decl, &symbol.type_parameters, arguments, &Env::default());
        let written = symbol.extends.iter().map(|base| self.heritage(decl, *base, &env));
        let values = symbol
            .extends_values
            .iter()
            .map(|value| self.instance_of_value(&self.shape_type(decl.file, *value, &env)));
        written.chain(values).collect()
    }

    /// A parent as written. A class may extend a variable that holds a class: `const Base = mixin(A)`.
    fn heritage(&self, decl: Decl, base: crate::facts::code::TypeId, env: &Env) -> Type {
        let code = self.code(decl.file);
        if let crate::facts::shape::TypeShape::Reference { entity, .. } = code.type_shape(base)
            && code.symbol(decl.symbol).kind == SymbolKind::Class
            && let Some(parent) = self.named_symbol(decl.file, *entity)
            && self.with_symbol(parent, |_, symbol| symbol.kind == SymbolKind::Variable)
        {
            return self.instance_of_value(&self.value_type(parent, &Env::default()));
        }
        self.type_of(decl.file, base, env)
    }

    fn static_member(&self, decl: Decl, name: &str, depth: u32) -> Found {
        if depth > 40 {
            return Found::Unknown(Why::Limit);
        }
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        let one = |decl| {
            Found::Members(vec![Member {
                decl,
                env: Env::default(),
                given: None,
            }])
        };
        if symbol.kind != SymbolKind::Class {
            return match self.own_member(decl, name, |member| member.kind != SymbolKind::TypeParameter) {
                Some(member) => one(member),
                // A model does not say everything.
                None if decl.file.is_built_in() => Found::Unknown(Why::External),
                None if symbol.kind == SymbolKind::Function => self.function_member(name),
                None => Found::Absent,
            };
        }
        if name == "prototype" {
            return Found::Typed(self.instance(decl, &Env::default()));
        }
        // What a namespace or an assignment adds to a class is static too.
        if let Some(member) = self.own_member(decl, name, |member| member.is_static) {
            return one(member);
        }
        let parents = symbol
            .extends
            .iter()
            .map(|base| self.heritage_value(decl, *base))
            .chain(
                symbol
                    .extends_values
                    .iter()
                    .map(|value| self.shape_type(decl.file, *value, &Env::default())),
            );
        for parent in parents {
            let found = match &parent {
                Type::Value(parent) => self.static_member(*parent, name, depth + 1),
                parent => self.member(parent, name),
            };
            if found != Found::Absent {
                return found;
            }
        }
        self.function_member(name)
    }

    /// The class itself that a class extends by name.
    pub(super) fn heritage_value(&self, decl: Decl, base: crate::facts::code::TypeId) -> Type {
        let code = self.code(decl.file);
        match code.type_shape(base) {
            crate::facts::shape::TypeShape::Reference { entity, .. } => {
                self.shape_type(decl.file, *entity, &Env::default())
            }
            _ => Type::unknown(Why::Form),
        }
    }

    fn literal_member(&self, decl: Decl, env: &Env, name: &str) -> Found {
        if let Some(member) = self.own_member(decl, name, |member| member.kind != SymbolKind::TypeParameter) {
            return Found::Members(vec![Member {
                decl: member,
                env: env.clone(),
                given: None,
            }]);
        }
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        let key = (decl, name.to_owned());
        if self.memory.spreading.borrow().contains(&key) {
            // `o = { ...o, a }`: what it spreads has what the rest of it has.
            self.cut_short();
            return Found::Absent;
        }
        if !symbol.extends_values.is_empty() {
            self.memory.spreading.borrow_mut().push(key);
            // A later spread hides what an earlier one gives.
            let mut spreads = symbol.extends_values.iter().rev();
            let found = spreads.find_map(|spread| {
                let whole = self.shape_type(decl.file, *spread, env).present();
                let found = self.member(&whole, name);
                (found != Found::Absent).then_some(found)
            });
            self.memory.spreading.borrow_mut().pop();
            if let Some(found) = found {
                return found;
            }
        }
        if !symbol.signatures.is_empty() {
            return self.function_member(name);
        }
        Found::Absent
    }

    fn union_member(&self, parts: &[Type], name: &str) -> Found {
        let mut members: Vec<Member> = Vec::new();
        let mut typed: Vec<Type> = Vec::new();
        for part in parts.iter().filter(|part| !part.is_nothing()) {
            match self.member(part, name) {
                Found::Members(found) => {
                    for member in found {
                        if !members.contains(&member) {
                            members.push(member);
                        }
                    }
                }
                Found::Typed(one) => typed.push(one),
                // Code that reads it has ruled this part out.
                Found::Absent => {}
                Found::Unknown(why) => return Found::Unknown(why),
            }
        }
        match (members.is_empty(), typed.is_empty()) {
            (true, true) => Found::Absent,
            (false, true) => Found::Members(members),
            (true, false) => Found::Typed(Type::union(typed)),
            (false, false) => Found::Unknown(Why::Several),
        }
    }

    fn intersection_member(&self, parts: &[Type], name: &str) -> Found {
        let mut members: Vec<Member> = Vec::new();
        let mut typed = None;
        let mut unknown = None;
        for part in parts {
            match self.member(part, name) {
                Found::Members(found) => {
                    for member in found {
                        if !members.iter().any(|known| known.decl == member.decl) {
                            members.push(member);
                        }
                    }
                }
                Found::Typed(one) => typed = typed.or(Some(one)),
                Found::Absent => {}
                Found::Unknown(why) => unknown = unknown.or(Some(why)),
            }
        }
        match (members.is_empty(), unknown, typed) {
            (false, _, _) => Found::Members(members),
            (true, Some(why), _) => Found::Unknown(why),
            (true, None, Some(typed)) => Found::Typed(typed),
            (true, None, None) => Found::Absent,
        }
    }

    /// What a member is as a value.
    pub(super) fn member_type(&self, member: &Member) -> Type {
        match &member.given {
            Some(given) => given.clone(),
            None => self.value_type(member.decl, &member.env),
        }
    }

    /// Whether `one` is `other` or extends it; none when a parent is not known.
    pub(super) fn derives(&self, one: Decl, other: Decl) -> Option<bool> {
        if one == other {
            return Some(true);
        }
        let mut certain = true;
        let mut open = vec![one];
        let mut seen = vec![one];
        while let Some(here) = open.pop() {
            let code = self.code(here.file);
            let implemented: Vec<Type> = code
                .symbol(here.symbol)
                .implements
                .iter()
                .map(|written| self.type_of(here.file, *written, &Env::default()))
                .collect();
            for base in self.bases(here, &[]).into_iter().chain(implemented) {
                match base {
                    Type::Instance(decl, _) if decl == other => return Some(true),
                    Type::Instance(decl, _) => {
                        if !seen.contains(&decl) {
                            seen.push(decl);
                            open.push(decl);
                        }
                    }
                    Type::Unknown(Why::File(Unknown::Ambiguous)) => {}
                    _ => certain = false,
                }
            }
        }
        certain.then_some(false)
    }
}

fn own(
    code: &Code,
    owner: SymbolId,
    name: &str,
    side: impl Fn(&crate::facts::symbol::Symbol) -> bool,
) -> Option<SymbolId> {
    code.symbol(owner).members.iter().copied().find(|member| {
        let member = code.symbol(*member);
        code.name(member.name) == name && side(member)
    })
}

/// Whether a parent is written as what one of the mapping utilities makes of a type.
fn is_picked(code: &Code, written: TypeId) -> bool {
    match code.type_shape(written) {
        TypeShape::Reference { entity, .. } => match code.shape(*entity) {
            Shape::Global(name) => {
                matches!(
                    code.name(*name),
                    "Partial" | "Required" | "Readonly" | "Pick" | "Omit"
                )
            }
            _ => false,
        },
        _ => false,
    }
}
