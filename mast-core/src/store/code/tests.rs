//! Every code survives its encoding; no bytes do harm.

use super::{decode, encode};
use crate::error::ErrorKind;
use crate::facts::Code;
use crate::facts::code::{Imported, ImportedId, NameId, ShapeId, SignatureId, SymbolId, TypeId};
use crate::facts::reference::{Reference, ReferenceKind};
use crate::facts::shape::{Primitive, Shape, Test, TypeShape, Unknown};
use crate::facts::symbol::{Parameter, Place, Returns, Signature, Symbol, SymbolKind};
use crate::text::line::Line;

#[test]
fn random_codes_survive_their_encoding() {
    for seed in 1..400 {
        let code = Random::new(seed).code();
        let bytes = encode(&code).unwrap_or_default();
        assert_eq!(decode(&bytes), Ok(code), "seed {seed}");
    }
}

#[test]
fn an_empty_code_takes_no_bytes() {
    assert_eq!(encode(&Code::default()), None);
}

#[test]
fn a_code_that_is_cut_short_is_damaged() {
    let bytes = encode(&Random::new(7).code()).unwrap_or_default();
    for length in 0..bytes.len() {
        let error = decode(&bytes[..length]).expect_err("it is not whole");
        assert_eq!(error.kind, ErrorKind::IndexUnreadable);
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(decode(&longer).is_err());
}

#[test]
fn damaged_bytes_give_an_error_or_a_code_without_dangling_places() {
    let mut random = Random::new(11);
    let mut readable = 0;
    for seed in 1..40 {
        let bytes = encode(&Random::new(seed).code()).unwrap_or_default();
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len() as u32) as usize;
                damaged[at] ^= 1 << random.below(8);
            }
            if let Ok(code) = decode(&damaged) {
                readable += 1;
                // Walks every place, which would fail at one that is not there.
                let again = encode(&code).unwrap_or_default();
                assert_eq!(decode(&again), Ok(code), "seed {seed}");
            }
        }
    }
    assert!(readable > 0, "every change was noticed");
}

#[test]
fn bytes_that_promise_too_much_ask_for_no_memory() {
    // The greatest counts that a number can say.
    let mut bytes = vec![super::tag::VERSION];
    for _ in 0..7 {
        bytes.extend([0xFF, 0xFF, 0xFF, 0xFF, 0x0F]);
    }
    bytes.extend([0; 64]);
    assert!(decode(&bytes).is_err());
}

#[test]
fn another_version_is_not_guessed_at() {
    let mut bytes = encode(&Random::new(3).code()).unwrap_or_default();
    bytes[0] += 1;
    assert!(decode(&bytes).is_err());
}

/// Makes codes up: any lists, with places that are there.
struct Random {
    state: u64,
    /// The lengths of the code that is being made.
    lengths: [u32; 6],
}

impl Random {
    fn new(seed: u64) -> Self {
        Self {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            lengths: [0; 6],
        }
    }

    fn next(&mut self) -> u64 {
        // Marsaglia, "Xorshift RNGs", 2003.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state >> 11
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end.max(1))) as u32
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    fn some<T>(&mut self, make: fn(&mut Self) -> T) -> Option<T> {
        self.flag().then(|| make(self))
    }

    fn list<T>(&mut self, make: fn(&mut Self) -> T) -> Vec<T> {
        let most = self.one(&[0, 0, 1, 2, 3, 7, 12]);
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    /// Mostly in the first hundred, so that all lengths of numbers occur.
    fn small(&mut self) -> u32 {
        let most = self.one(&[8, 100, 100, 300, 70_000]);
        self.below(most)
    }

    fn name(&mut self) -> NameId {
        NameId(self.below(self.lengths[0]))
    }

    fn symbol_id(&mut self) -> SymbolId {
        SymbolId(self.below(self.lengths[2]))
    }

    fn signature_id(&mut self) -> SignatureId {
        SignatureId(self.below(self.lengths[3]))
    }

    fn shape_id(&mut self) -> ShapeId {
        ShapeId(self.below(self.lengths[4]))
    }

    fn type_id(&mut self) -> TypeId {
        TypeId(self.below(self.lengths[5]))
    }

    fn line(&mut self) -> Line {
        Line::new(1 + self.small()).unwrap_or(Line::FIRST)
    }

    fn code(&mut self) -> Code {
        // Places need something to point at.
        self.lengths = [0; 6].map(|_: u32| 1 + self.small() % 300);
        let [names, imported, symbols, signatures, shapes, types] = self.lengths;
        Code {
            names: (0..names).map(|_| self.text()).collect(),
            imported: (0..imported).map(|_| self.imported()).collect(),
            symbols: (0..symbols).map(|at| self.symbol(at)).collect(),
            signatures: (0..signatures).map(|_| self.signature()).collect(),
            shapes: (0..shapes).map(|_| self.shape()).collect(),
            types: (0..types).map(|_| self.type_shape()).collect(),
            references: (0..self.small() % 300).map(|_| self.reference()).collect(),
        }
    }

    fn text(&mut self) -> String {
        const PIECES: &[&str] = &[
            "", "a", "get", "User", "_", "$", "#x", "名前", "é", "./m/", "\n", "tion", "\u{FEFF}", "0",
        ];
        (0..self.below(6)).map(|_| self.one(PIECES)).collect()
    }

    fn imported(&mut self) -> Imported {
        let name = self.name();
        Imported {
            module: self.name(),
            name,
            local: if self.flag() { name } else { self.name() },
            type_only: self.flag(),
        }
    }

    fn symbol(&mut self, at: u32) -> Symbol {
        Symbol {
            name: self.name(),
            owner: (at > 0 && self.flag()).then(|| SymbolId(self.below(at))),
            kind: self.one(&SymbolKind::ALL),
            place: self.one(&Place::ALL),
            lines: self.list(Self::line),
            is_value: self.flag(),
            is_type: self.flag(),
            is_static: self.flag(),
            is_optional: self.flag(),
            type_parameters: self.list(Self::symbol_id),
            declared: self.some(Self::type_id),
            aliased: self.some(Self::type_id),
            default: self.some(Self::type_id),
            value: self.some(Self::shape_id),
            signatures: self.list(Self::signature_id),
            extends: self.list(Self::type_id),
            extends_values: self.list(Self::shape_id),
            implements: self.list(Self::type_id),
            members: self.list(Self::symbol_id),
        }
    }

    fn signature(&mut self) -> Signature {
        Signature {
            type_parameters: self.list(Self::symbol_id),
            parameters: self.list(|random| Parameter {
                declared: random.some(Self::type_id),
                default: random.some(Self::shape_id),
                is_rest: random.flag(),
                is_optional: random.flag(),
            }),
            this: self.some(Self::type_id),
            returns: match self.below(4) {
                0 => Returns::Declared(self.type_id()),
                1 => Returns::Guard {
                    parameter: self.some(Self::small),
                    asserts: self.flag(),
                    narrowed: self.type_id(),
                },
                2 => Returns::Inferred(self.list(Self::shape_id)),
                _ => Returns::Unknown,
            },
            is_async: self.flag(),
            is_generator: self.flag(),
        }
    }

    fn shape(&mut self) -> Shape {
        match self.below(26) {
            0 => Shape::Unknown(self.one(&Unknown::ALL)),
            1 => Shape::Symbol(self.symbol_id()),
            2 => Shape::Imported(ImportedId(self.below(self.lengths[1]))),
            3 => Shape::Global(self.name()),
            4 => Shape::Module(self.name()),
            5 => Shape::This {
                of: self.symbol_id(),
                is_static: self.flag(),
            },
            6 => Shape::Super {
                of: self.symbol_id(),
                is_static: self.flag(),
            },
            7 => Shape::New {
                callee: self.shape_id(),
                type_arguments: self.list(Self::type_id),
                arguments: self.list(Self::shape_id),
            },
            8 => Shape::Call {
                callee: self.shape_id(),
                type_arguments: self.list(Self::type_id),
                arguments: self.list(Self::shape_id),
            },
            9 => Shape::Member {
                of: self.shape_id(),
                name: self.name(),
            },
            10 => Shape::Element {
                of: self.shape_id(),
                index: self.some(Self::small),
            },
            11 => Shape::Iterated(self.shape_id()),
            12 => Shape::Await(self.shape_id()),
            13 => Shape::Cast(self.type_id()),
            14 => Shape::Literal(self.one(&Primitive::ALL), self.some(Self::name)),
            15 => Shape::Array(self.list(Self::shape_id)),
            16 => Shape::Spread(self.shape_id()),
            17 => Shape::Function(self.signature_id()),
            18 => Shape::OneOf(self.list(Self::shape_id)),
            19 => Shape::Defaulted {
                of: self.shape_id(),
                default: self.shape_id(),
            },
            20 => Shape::Narrowed {
                of: self.shape_id(),
                test: self.test(),
                negated: self.flag(),
            },
            21 => Shape::ArgumentOf {
                call: self.shape_id(),
                index: self.small(),
            },
            22 => Shape::ParameterOf {
                function: self.shape_id(),
                index: self.small(),
            },
            23 => Shape::ReturnOf(self.shape_id()),
            24 => Shape::Asserted(self.type_id()),
            _ => Shape::AttributeOf {
                element: self.shape_id(),
                name: self.name(),
            },
        }
    }

    fn test(&mut self) -> Test {
        match self.below(5) {
            0 => Test::InstanceOf(self.shape_id()),
            1 => Test::Guard {
                callee: self.shape_id(),
                argument: self.small(),
            },
            2 => Test::Equals {
                name: self.name(),
                value: self.name(),
            },
            3 => Test::Has(self.name()),
            _ => Test::TypeOf(self.name()),
        }
    }

    fn type_shape(&mut self) -> TypeShape {
        match self.below(17) {
            0 => TypeShape::Unknown,
            1 => TypeShape::Primitive(self.one(&Primitive::ALL)),
            2 => TypeShape::Literal(self.one(&Primitive::ALL), self.name()),
            3 => TypeShape::Reference {
                entity: self.shape_id(),
                arguments: self.list(Self::type_id),
            },
            4 => TypeShape::Union(self.list(Self::type_id)),
            5 => TypeShape::Intersection(self.list(Self::type_id)),
            6 => TypeShape::Array(self.type_id()),
            7 => TypeShape::Tuple(self.list(Self::type_id)),
            8 => TypeShape::Function(self.signature_id()),
            9 => TypeShape::Constructor(self.signature_id()),
            10 => TypeShape::Object(self.symbol_id()),
            11 => TypeShape::TypeOf(self.shape_id()),
            12 => TypeShape::Indexed {
                of: self.type_id(),
                key: self.type_id(),
            },
            13 => TypeShape::This(self.symbol_id()),
            14 => TypeShape::KeyOf(self.type_id()),
            15 => TypeShape::Mapped {
                parameter: self.symbol_id(),
                value: self.type_id(),
            },
            _ => TypeShape::Conditional {
                check: self.type_id(),
                extends: self.type_id(),
                then: self.type_id(),
                otherwise: self.type_id(),
            },
        }
    }

    fn reference(&mut self) -> Reference {
        Reference {
            kind: self.one(&ReferenceKind::ALL),
            name: self.name(),
            line: self.line(),
            column: self.small(),
            within: self.some(Self::symbol_id),
            shape: self.shape_id(),
        }
    }
}
