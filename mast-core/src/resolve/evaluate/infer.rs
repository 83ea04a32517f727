//! Type arguments of a call, from what is passed.

use crate::facts::Code;
use crate::facts::code::{ShapeId, SymbolId, TypeId};
use crate::facts::shape::{Shape, TypeShape};
use crate::facts::symbol::{Returns, SymbolKind};
use crate::resolve::evaluate::calls::Callable;
use crate::resolve::evaluate::members::Found;
use crate::resolve::evaluate::{Env, Type, Why};
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

/// Which arguments of a call say what its type arguments are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// All; what functions give back last.
    AllArguments,
    /// All but functions, and but one whose type is wanted where that is a type argument itself.
    ValuesBeside {
        /// Which.
        argument: usize,
    },
}

/// Type parameters that are looked for, with what was found.
struct Sought {
    file: FileId,
    parameters: Vec<SymbolId>,
    found: Vec<Option<Type>>,
}

impl Sought {
    fn new(file: FileId, parameters: &[SymbolId]) -> Self {
        Self {
            file,
            parameters: parameters.to_vec(),
            found: vec![None; parameters.len()],
        }
    }

    fn place(&self, file: FileId, symbol: SymbolId) -> Option<usize> {
        if file != self.file {
            return None;
        }
        self.parameters.iter().position(|parameter| *parameter == symbol)
    }

    fn put(&mut self, place: usize, one: Type) {
        let known = &mut self.found[place];
        match known {
            None | Some(Type::Unknown(_)) => *known = Some(one),
            Some(known) if !one.is_unknown() && *known != one => {
                *known = Type::union([known.clone(), one]);
            }
            Some(_) => {}
        }
    }
}

/// Whether a written type is one of the sought parameters.
fn names_sought(code: &Code, written: TypeId, sought: &Sought, file: FileId) -> bool {
    match code.type_shape(written) {
        TypeShape::Reference { entity, .. } => match code.shape(*entity) {
            Shape::Symbol(symbol) => sought.place(file, *symbol).is_some(),
            _ => false,
        },
        _ => false,
    }
}

impl Program<'_> {
    /// `candidate` with its type parameters bound: to what is written at the call, else to what the arguments say.
    pub(super) fn applied(
        &self,
        file: FileId,
        call: ShapeId,
        candidate: &Callable,
        env: &Env,
        by: By,
    ) -> Callable {
        let declaring = self.code(candidate.file);
        let signature = declaring.signature(candidate.signature);
        if signature.type_parameters.is_empty() {
            return candidate.clone();
        }
        let code = self.code(file);
        let (Shape::Call {
            type_arguments,
            arguments,
            ..
        }
        | Shape::New {
            type_arguments,
            arguments,
            ..
        }) = code.shape(call)
        else {
            return candidate.clone();
        };
        let owner = |symbol: SymbolId| Decl {
            file: candidate.file,
            symbol,
        };
        if !type_arguments.is_empty() {
            let given: Vec<Type> = type_arguments
                .iter()
                .map(|argument| self.type_of(file, *argument, env))
                .collect();
            let env = self.bound(
                owner(signature.type_parameters[0]),
                &signature.type_parameters,
                &given,
                &candidate.env,
            );
            return Callable {
                env,
                ..candidate.clone()
            };
        }
        let mut sought = Sought::new(candidate.file, &signature.type_parameters);
        let given: Vec<(ShapeId, bool)> = arguments
            .iter()
            .map(|argument| (*argument, matches!(code.shape(*argument), Shape::Function(_))))
            .collect();
        // Functions wait: what they give back may depend on what the others say.
        for late in [false, true] {
            if late && by != By::AllArguments {
                break;
            }
            for (index, (argument, is_function)) in given.iter().enumerate() {
                if *is_function != late {
                    continue;
                }
                let Some(parameter) = signature
                    .parameters
                    .get(index)
                    .or(signature.parameters.last().filter(|last| last.is_rest))
                else {
                    continue;
                };
                let Some(declared) = parameter.declared else {
                    continue;
                };
                // What is expected of `a` in `f<T extends A>(a: T)` is not what it happens to be.
                if by == (By::ValuesBeside { argument: index })
                    && names_sought(&declaring, declared, &sought, candidate.file)
                {
                    continue;
                }
                let value = self.shape_type(file, *argument, env);
                let pattern = if parameter.is_rest {
                    match declaring.type_shape(declared) {
                        TypeShape::Array(element) => *element,
                        _ => continue,
                    }
                } else {
                    declared
                };
                self.unify(candidate.file, pattern, &candidate.env, &value, &mut sought);
            }
        }
        Callable {
            env: self.found_env(owner, &sought, &candidate.env),
            ..candidate.clone()
        }
    }

    /// The type parameters of a class, from the arguments of its construction.
    pub(super) fn inferred_class(
        &self,
        file: FileId,
        call: ShapeId,
        class: Decl,
        parameters: &[SymbolId],
        env: &Env,
    ) -> Env {
        let mut sought = Sought::new(class.file, parameters);
        let constructors = self.constructors(&Type::Value(class));
        let code = self.code(file);
        if let (Some(constructor), Shape::New { arguments, .. }) = (constructors.first(), code.shape(call))
            && constructor.file == class.file
        {
            let declaring = self.code(constructor.file);
            let signature = declaring.signature(constructor.signature);
            for (argument, parameter) in arguments.iter().zip(&signature.parameters) {
                if let Some(declared) = parameter.declared {
                    let value = self.shape_type(file, *argument, env);
                    self.unify(constructor.file, declared, &constructor.env, &value, &mut sought);
                }
            }
        }
        self.found_env(|symbol| class.beside(symbol), &sought, &Env::default())
    }

    fn found_env(&self, owner: impl Fn(SymbolId) -> Decl, sought: &Sought, outer: &Env) -> Env {
        let mut bindings: Vec<(Decl, Type)> = Vec::with_capacity(sought.parameters.len());
        for (parameter, found) in sought.parameters.iter().zip(&sought.found) {
            let parameter = owner(*parameter);
            let one = match found {
                Some(found) => found.clone(),
                // What no argument decides is the default, else whatever the constraint allows.
                None => match self.with_symbol(parameter, |_, symbol| symbol.default.or(symbol.declared)) {
                    Some(written) => self.type_of(parameter.file, written, &outer.with(bindings.clone())),
                    None => Type::unknown(Why::Form),
                },
            };
            bindings.push((parameter, one));
        }
        outer.with(bindings)
    }

    /// Finds what the sought parameters in a written type stand for when a value of type `value` is passed.
    fn unify(&self, file: FileId, pattern: TypeId, env: &Env, value: &Type, sought: &mut Sought) {
        let code = self.code(file);
        match code.type_shape(pattern) {
            TypeShape::Reference { entity, arguments } => {
                if let Shape::Symbol(symbol) = code.shape(*entity)
                    && let Some(place) = sought.place(file, *symbol)
                {
                    sought.put(place, value.clone());
                    return;
                }
                if arguments.is_empty() {
                    return;
                }
                self.unify_reference(file, *entity, arguments, env, value, sought);
            }
            TypeShape::Array(element) => {
                let given = match value.present() {
                    Type::Tuple(parts) => Type::union(parts.iter().cloned()),
                    one => match self
                        .as_prelude(&one, "Array")
                        .or_else(|| self.as_prelude(&one, "ReadonlyArray"))
                        .as_deref()
                    {
                        Some([element, ..]) => element.clone(),
                        _ => return,
                    },
                };
                self.unify(file, *element, env, &given, sought);
            }
            TypeShape::Tuple(elements) => {
                if let Type::Tuple(parts) = value {
                    for (element, part) in elements.iter().zip(parts.iter()) {
                        self.unify(file, *element, env, part, sought);
                    }
                }
            }
            TypeShape::Union(parts) => self.unify_union(file, parts, env, value, sought),
            TypeShape::Intersection(parts) => {
                for part in parts {
                    self.unify(file, *part, env, value, sought);
                }
            }
            TypeShape::Function(signature) => {
                let signature = code.signature(*signature);
                if let Returns::Declared(returns) = signature.returns {
                    let given = self.returned(value);
                    if !given.is_unknown() {
                        self.unify(file, returns, env, &given, sought);
                    }
                }
                // An annotated parameter of the function that is passed says as much.
                for (index, parameter) in signature.parameters.iter().enumerate() {
                    if let Some(declared) = parameter.declared.filter(|_| !parameter.is_rest)
                        && let Some(given) = self.annotated_parameter(value, index)
                    {
                        self.unify(file, declared, env, &given, sought);
                    }
                }
            }
            TypeShape::Constructor(signature) => {
                if let Returns::Declared(returns) = code.signature(*signature).returns {
                    let given = self.instance_of_value(value);
                    if !given.is_unknown() {
                        self.unify(file, returns, env, &given, sought);
                    }
                }
            }
            TypeShape::Object(symbol) => {
                let members = code.symbol(*symbol).members.clone();
                for member in members {
                    let member = code.symbol(member);
                    let Some(declared) = member.declared else { continue };
                    if matches!(self.member(value, code.name(member.name)), Found::Members(_)) {
                        let given = self.read(value, code.name(member.name));
                        if !given.is_unknown() {
                            self.unify(file, declared, env, &given, sought);
                        }
                    }
                }
            }
            TypeShape::Unknown
            | TypeShape::Primitive(_)
            | TypeShape::Literal(..)
            | TypeShape::TypeOf(_)
            | TypeShape::Indexed { .. }
            | TypeShape::This(_)
            | TypeShape::KeyOf(_)
            | TypeShape::Mapped { .. }
            | TypeShape::Conditional { .. } => {}
        }
    }

    fn annotated_parameter(&self, function: &Type, index: usize) -> Option<Type> {
        let signatures = self.signatures(function);
        let [only] = signatures.as_slice() else {
            return None;
        };
        let code = self.code(only.file);
        let declared = code.signature(only.signature).parameters.get(index)?.declared?;
        Some(self.type_of(only.file, declared, &only.env)).filter(|one| !one.is_unknown())
    }

    fn unify_reference(
        &self,
        file: FileId,
        entity: ShapeId,
        arguments: &[TypeId],
        env: &Env,
        value: &Type,
        sought: &mut Sought,
    ) {
        let code = self.code(file);
        let named = self.named_symbol(file, entity);
        let name = match (named, code.shape(entity)) {
            (Some(decl), _) => self.with_symbol(decl, |code, symbol| code.name(symbol.name).to_owned()),
            (None, Shape::Global(name)) => code.name(*name).to_owned(),
            (None, _) => return,
        };
        if let Some(decl) = named {
            let value = value.present();
            if let Some(given) = self.as_instance_of(&value, decl) {
                for (argument, given) in arguments.iter().zip(given.iter()) {
                    self.unify(file, *argument, env, given, sought);
                }
                return;
            }
            // An alias is looked through, an interface by its members.
            let (aliased, kind, parameters) = self.with_symbol(decl, |_, symbol| {
                (symbol.aliased, symbol.kind, symbol.type_parameters.clone())
            });
            let mut inner = Sought::new(decl.file, &parameters);
            if let Some(aliased) = aliased {
                self.unify(decl.file, aliased, &Env::default(), &value, &mut inner);
            } else if kind == SymbolKind::Interface && !decl.file.is_built_in() {
                self.unify_members(decl, &value, &mut inner);
            } else if matches!(
                name.as_str(),
                "Iterable" | "ArrayLike" | "AsyncIterable" | "ReadonlyArray"
            ) && let Some(place) = parameters
                .first()
                .and_then(|first| inner.place(decl.file, *first))
            {
                let element = self.iterated(&value);
                if !element.is_unknown() {
                    inner.put(place, element);
                }
            }
            for (argument, found) in arguments.iter().zip(inner.found) {
                if let Some(found) = found {
                    self.unify(file, *argument, env, &found, sought);
                }
            }
            return;
        }
        if let ("Record", [_, element]) = (name.as_str(), arguments) {
            let given = self.values_of(&value.present());
            if !given.is_unknown() {
                self.unify(file, *element, env, &given, sought);
            }
        }
        if matches!(
            name.as_str(),
            "Partial" | "Required" | "Readonly" | "NonNullable" | "NoInfer"
        ) && let Some(first) = arguments.first()
        {
            self.unify(file, *first, env, value, sought);
        }
    }

    /// What the members of a record or an object literal are.
    fn values_of(&self, of: &Type) -> Type {
        match of {
            Type::Dictionary(value) => (**value).clone(),
            Type::Mapped(mapped) => self.mapped_element(mapped),
            Type::Members(decl, _) => {
                let code = self.code(decl.file);
                let symbol = code.symbol(decl.symbol);
                if !symbol.extends_values.is_empty() {
                    return Type::unknown(Why::Form);
                }
                let names = symbol.members.iter().map(|member| code.symbol(*member).name);
                let values: Vec<Type> = names.map(|name| self.read(of, code.name(name))).collect();
                match values.iter().find(|value| value.is_unknown()) {
                    Some(unknown) => unknown.clone(),
                    None => Type::union(values),
                }
            }
            _ => Type::unknown(Why::Form),
        }
    }

    fn unify_members(&self, interface: Decl, value: &Type, sought: &mut Sought) {
        let code = self.code(interface.file);
        for member in &code.symbol(interface.symbol).members {
            let member = code.symbol(*member);
            let Some(declared) = member.declared else { continue };
            let given = self.read(value, code.name(member.name));
            if !given.is_unknown() {
                self.unify(interface.file, declared, &Env::default(), &given, sought);
            }
        }
    }

    fn unify_union(&self, file: FileId, parts: &[TypeId], env: &Env, value: &Type, sought: &mut Sought) {
        let code = self.code(file);
        let mut naked = None;
        let before = sought.found.clone();
        for part in parts {
            match code.type_shape(*part) {
                TypeShape::Reference { entity, .. } if matches!(code.shape(*entity), Shape::Symbol(symbol) if sought.place(file, *symbol).is_some()) =>
                {
                    naked = Some(*part);
                }
                TypeShape::Primitive(_) | TypeShape::Literal(..) => {}
                _ => self.unify(file, *part, env, value, sought),
            }
        }
        // `T | Promise<T>`: what the other parts took is not the parameter's own.
        if let Some(naked) = naked
            && sought.found == before
        {
            self.unify(file, naked, env, &value.present(), sought);
        }
    }
}
