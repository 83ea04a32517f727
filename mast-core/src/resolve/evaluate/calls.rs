//! What calls and constructions give back, and what they expect.

use crate::facts::code::{ShapeId, SignatureId};
use crate::facts::shape::{Primitive, Shape};
use crate::facts::symbol::{Returns, Signature, SymbolKind};
use crate::resolve::FileId;
use crate::resolve::evaluate::infer::By;
use crate::resolve::evaluate::members::Found;
use crate::resolve::evaluate::overloads::Verdict;
use crate::resolve::evaluate::{Env, Type, Why};
use crate::resolve::program::Program;

/// A signature with what the type parameters around it stand for.
#[derive(Clone, Debug)]
pub(super) struct Callable {
    pub(super) file: FileId,
    pub(super) signature: SignatureId,
    pub(super) env: Env,
}

impl Program<'_> {
    /// The signatures of a callable value; none when it is not known to be one.
    pub(super) fn signatures(&self, callee: &Type) -> Vec<Callable> {
        let of_symbol = |decl: crate::resolve::Decl, env: &Env| -> Vec<Callable> {
            self.with_symbol(decl, |_, symbol| symbol.signatures.clone())
                .into_iter()
                .map(|signature| Callable {
                    file: decl.file,
                    signature,
                    env: env.clone(),
                })
                .collect()
        };
        match callee {
            Type::Callable(file, signature, env) => vec![Callable {
                file: *file,
                signature: *signature,
                env: env.clone(),
            }],
            Type::Method(decl, env) | Type::Members(decl, env) => of_symbol(*decl, env),
            Type::Value(decl) => of_symbol(*decl, &Env::default()),
            Type::Instance(decl, arguments) => {
                let parameters = self.with_symbol(*decl, |_, symbol| symbol.type_parameters.clone());
                let env = self.bound(*decl, &parameters, arguments, &Env::default());
                let own = of_symbol(*decl, &env);
                if !own.is_empty() {
                    return own;
                }
                self.bases(*decl, arguments)
                    .iter()
                    .map(|base| self.signatures(base))
                    .find(|found| !found.is_empty())
                    .unwrap_or_default()
            }
            Type::Module(file) => match self.export(*file, "default") {
                crate::resolve::exports::Exported::Symbol(decl) => {
                    self.signatures(&self.value_type(decl, &Env::default()))
                }
                _ => Vec::new(),
            },
            Type::Union(_) => {
                let present = callee.present();
                let mut callable = present
                    .parts()
                    .iter()
                    .map(|part| self.signatures(part))
                    .filter(|found| !found.is_empty());
                match (callable.next(), callable.next()) {
                    (Some(only), None) => only,
                    _ => Vec::new(),
                }
            }
            Type::Intersection(parts) => parts.iter().flat_map(|part| self.signatures(part)).collect(),
            Type::Parameter(decl) => self
                .constraint(*decl)
                .map_or_else(Vec::new, |constraint| self.signatures(&constraint)),
            Type::Unknown(_)
            | Type::Primitive(_)
            | Type::Literal(..)
            | Type::Constructs(..)
            | Type::Tuple(_)
            | Type::Dictionary(_)
            | Type::Mapped(_) => Vec::new(),
        }
    }

    /// What the call at `call` gives back.
    pub(super) fn called(&self, file: FileId, call: ShapeId, callee: &Type, env: &Env) -> Type {
        let present = callee.present();
        match &present {
            Type::Unknown(why) => return Type::unknown(*why),
            Type::Union(parts) => {
                return Type::union(parts.iter().map(|part| self.called(file, call, part, env)));
            }
            _ => {}
        }
        let signatures = self.signatures(&present);
        self.choose(file, call, &signatures, env, |chosen| self.return_type(chosen))
    }

    /// What a signature gives back, its arguments put in.
    fn return_type(&self, chosen: &Callable) -> Type {
        let code = self.code(chosen.file);
        let signature = code.signature(chosen.signature);
        match &signature.returns {
            Returns::Declared(written) => self.type_of(chosen.file, *written, &chosen.env),
            Returns::Guard { .. } => Type::Primitive(Primitive::Boolean),
            Returns::Inferred(_) if signature.is_generator => Type::unknown(Why::Form),
            Returns::Inferred(shapes) if shapes.is_empty() => {
                let nothing = Type::Primitive(Primitive::Void);
                if signature.is_async {
                    self.promise_of(nothing)
                } else {
                    nothing
                }
            }
            Returns::Inferred(shapes) => {
                let one = Type::union(
                    shapes
                        .iter()
                        .map(|shape| self.shape_type(chosen.file, *shape, &chosen.env)),
                );
                if signature.is_async {
                    self.promise_of(self.awaited(&one))
                } else {
                    one
                }
            }
            Returns::Unknown => Type::unknown(Why::Form),
        }
    }

    /// What calling a function gives back, whatever its arguments; several overloads have to agree.
    pub(super) fn returned(&self, function: &Type) -> Type {
        if let Type::Unknown(why) = function {
            return Type::unknown(*why);
        }
        let mut all = self
            .signatures(function)
            .into_iter()
            .map(|signature| self.return_type(&signature));
        match all.next() {
            None => Type::unknown(Why::Form),
            Some(first) => {
                if all.all(|other| other == first) {
                    first
                } else {
                    Type::unknown(Why::Several)
                }
            }
        }
    }

    /// The parameters of a function as a tuple.
    pub(super) fn parameters_of(&self, function: &Type) -> Type {
        let signatures = self.signatures(function);
        let [only] = signatures.as_slice() else {
            return Type::unknown(Why::Form);
        };
        let code = self.code(only.file);
        let parameters = code.signature(only.signature).parameters.iter();
        Type::Tuple(
            parameters
                .map(|parameter| match parameter.declared {
                    Some(declared) => self.type_of(only.file, declared, &only.env),
                    None => Type::unknown(Why::Form),
                })
                .collect(),
        )
    }

    /// A parameter of a function-typed value.
    pub(super) fn parameter_type(&self, function: &Type, index: u32) -> Type {
        if let Type::Unknown(why) = function {
            return Type::unknown(*why);
        }
        let mut found: Option<Type> = None;
        for one in self.signatures(&function.present()) {
            let code = self.code(one.file);
            let parameter = self.expected_parameter(&one, code.signature(one.signature), index);
            match &found {
                None => found = Some(parameter),
                Some(known) if *known == parameter => {}
                Some(_) => return Type::unknown(Why::Several),
            }
        }
        found.unwrap_or(Type::unknown(Why::Form))
    }

    /// What is written for a parameter, that of a rest parameter by its element.
    fn expected_parameter(&self, of: &Callable, signature: &Signature, index: u32) -> Type {
        let index = index as usize;
        if let Some(parameter) = signature
            .parameters
            .get(index)
            .filter(|parameter| !parameter.is_rest)
        {
            return match (parameter.declared, parameter.default) {
                (Some(declared), _) => self.type_of(of.file, declared, &of.env),
                (None, Some(default)) => self.shape_type(of.file, default, &of.env),
                (None, None) => Type::unknown(Why::Form),
            };
        }
        let Some((place, rest)) = signature
            .parameters
            .iter()
            .enumerate()
            .find(|(_, parameter)| parameter.is_rest)
        else {
            return Type::Primitive(Primitive::Undefined);
        };
        match rest.declared {
            Some(declared) => {
                let whole = self.type_of(of.file, declared, &of.env);
                self.element(&whole, index.checked_sub(place).map(|index| index as u32))
            }
            None => Type::unknown(Why::Form),
        }
    }

    /// What the callee of a call expects as an argument.
    pub(super) fn argument_expected(&self, file: FileId, call: ShapeId, index: u32, env: &Env) -> Type {
        let code = self.code(file);
        let callee = match code.shape(call) {
            Shape::Call { callee, .. } => self.shape_type(file, *callee, env),
            Shape::New { callee, .. } => {
                let callee = self.shape_type(file, *callee, env);
                let constructors = self.constructors(&callee);
                return self.expected_of(file, call, &constructors, index, env);
            }
            _ => return Type::unknown(Why::Form),
        };
        if let Type::Unknown(why) = callee {
            return Type::unknown(why);
        }
        let signatures = self.signatures(&callee.present());
        self.expected_of(file, call, &signatures, index, env)
    }

    fn expected_of(
        &self,
        file: FileId,
        call: ShapeId,
        signatures: &[Callable],
        index: u32,
        env: &Env,
    ) -> Type {
        let mut found: Option<Type> = None;
        for candidate in signatures {
            if signatures.len() > 1 && self.accepts(file, call, candidate, env) == Verdict::No {
                continue;
            }
            let by = By::ValuesBeside {
                argument: index as usize,
            };
            let applied = self.applied(file, call, candidate, env, by);
            let code = self.code(applied.file);
            let one = self.expected_parameter(&applied, code.signature(applied.signature), index);
            match &found {
                None => found = Some(one),
                Some(known) if *known == one => {}
                Some(_) => return Type::unknown(Why::Several),
            }
        }
        found.unwrap_or(Type::unknown(Why::Form))
    }

    /// The constructors of a class or of what has construct signatures; none when it has none of its own or inherited.
    pub(super) fn constructors(&self, callee: &Type) -> Vec<Callable> {
        match callee {
            Type::Value(decl) => {
                let code = self.code(decl.file);
                let symbol = code.symbol(decl.symbol);
                let own = symbol
                    .members
                    .iter()
                    .map(|member| code.symbol(*member))
                    .find(|member| member.kind == SymbolKind::Constructor);
                if let Some(own) = own {
                    let env = Env::default();
                    return own
                        .signatures
                        .iter()
                        .map(|signature| Callable {
                            file: decl.file,
                            signature: *signature,
                            env: env.clone(),
                        })
                        .collect();
                }
                match symbol.extends.first() {
                    Some(base) => self.constructors(&self.heritage_value(*decl, *base)),
                    None => Vec::new(),
                }
            }
            Type::Constructs(file, signature, env) => vec![Callable {
                file: *file,
                signature: *signature,
                env: env.clone(),
            }],
            Type::Instance(..) | Type::Members(..) => match self.member(callee, "new") {
                Found::Members(members) => members
                    .iter()
                    .flat_map(|member| self.signatures(&Type::Method(member.decl, member.env.clone())))
                    .collect(),
                _ => self.construct_signatures(callee),
            },
            Type::Union(_) => match callee.present() {
                Type::Union(_) => Vec::new(),
                one => self.constructors(&one),
            },
            Type::Parameter(decl) => self
                .constraint(*decl)
                .map_or_else(Vec::new, |constraint| self.constructors(&constraint)),
            _ => Vec::new(),
        }
    }

    fn construct_signatures(&self, callee: &Type) -> Vec<Callable> {
        let (decl, env) = match callee {
            Type::Members(decl, env) => (*decl, env.clone()),
            Type::Instance(decl, arguments) => {
                let parameters = self.with_symbol(*decl, |_, symbol| symbol.type_parameters.clone());
                (*decl, self.bound(*decl, &parameters, arguments, &Env::default()))
            }
            _ => return Vec::new(),
        };
        let code = self.code(decl.file);
        let members = code.symbol(decl.symbol).members.iter();
        let constructs = members
            .map(|member| code.symbol(*member))
            .filter(|member| member.kind == SymbolKind::Constructor);
        constructs
            .flat_map(|member| member.signatures.iter())
            .map(|signature| Callable {
                file: decl.file,
                signature: *signature,
                env: env.clone(),
            })
            .collect()
    }

    /// What the construction at `call` makes.
    pub(super) fn constructed(&self, file: FileId, call: ShapeId, callee: &Type, env: &Env) -> Type {
        let callee = callee.present();
        match &callee {
            Type::Unknown(why) => Type::unknown(*why),
            Type::Union(parts) => {
                Type::union(parts.iter().map(|part| self.constructed(file, call, part, env)))
            }
            Type::Value(decl) => {
                let code = self.code(decl.file);
                let symbol = code.symbol(decl.symbol);
                if symbol.kind != SymbolKind::Class {
                    return Type::unknown(Why::Form);
                }
                if symbol.type_parameters.is_empty() {
                    return self.instance(*decl, &Env::default());
                }
                let here = self.code(file);
                let Shape::New { type_arguments, .. } = here.shape(call) else {
                    return Type::unknown(Why::Form);
                };
                let env = if type_arguments.is_empty() {
                    self.inferred_class(file, call, *decl, &symbol.type_parameters, env)
                } else {
                    let given: Vec<Type> = type_arguments
                        .iter()
                        .map(|argument| self.type_of(file, *argument, env))
                        .collect();
                    self.bound(*decl, &symbol.type_parameters, &given, &Env::default())
                };
                self.instance(*decl, &env)
            }
            Type::Module(module) => match self.export(*module, "default") {
                crate::resolve::exports::Exported::Symbol(decl) => {
                    self.constructed(file, call, &self.value_type(decl, &Env::default()), env)
                }
                _ => Type::unknown(Why::Form),
            },
            _ => {
                let signatures = self.constructors(&callee);
                self.choose(file, call, &signatures, env, |chosen| self.return_type(chosen))
            }
        }
    }

    /// An instance of what a value constructs, its type arguments not known.
    pub(super) fn instance_of_value(&self, value: &Type) -> Type {
        match value {
            Type::Unknown(why) => Type::unknown(*why),
            Type::Value(decl) => {
                let parameters = self.with_symbol(*decl, |_, symbol| symbol.type_parameters.clone());
                let env = self.bound(*decl, &parameters, &[], &Env::default());
                self.instance(*decl, &env)
            }
            Type::Intersection(parts) => {
                Self::intersection(parts.iter().map(|part| self.instance_of_value(part)))
            }
            other => {
                let signatures = self.constructors(other);
                match signatures.as_slice() {
                    [] => Type::unknown(Why::Form),
                    [first, ..] => self.return_type(first),
                }
            }
        }
    }

    /// What a JSX element expects as an attribute.
    pub(super) fn attribute_type(&self, element: &Type, name: &str) -> Type {
        let properties = match element {
            Type::Unknown(why) => return Type::unknown(*why),
            Type::Value(decl) if self.with_symbol(*decl, |_, symbol| symbol.kind == SymbolKind::Class) => {
                let instance = self.instance_of_value(element);
                self.read(&instance, "props")
            }
            function => self.parameter_type(function, 0),
        };
        self.read(&properties.present(), name)
    }
}
