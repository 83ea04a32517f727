//! Namespaces and modules: the members are entered under the qualified name.

use super::exports::{Listed, Unmarked};
use super::{Assembler, Bodies, ChunkOf, Place, Reach, Visibility};
use crate::facts::{ChunkKind, DeclarationKind};
use crate::languages::typescript::outline::{Name, Namespace, NamespaceName, Statement};

impl Assembler<'_> {
    pub(super) fn namespace(&mut self, statement: &Statement, namespace: &Namespace, place: &Place) {
        let is_declared =
            place.bodies == Bodies::Declared || self.source.slice(namespace.head).starts_with("declare");
        let bodies = if is_declared {
            Bodies::Declared
        } else {
            Bodies::Written
        };
        let inner = match &namespace.name {
            NamespaceName::Path(path) => {
                let name = path.first().map_or("", |name| name.text.as_str());
                let reach = place.reach(statement.export, name);
                self.declare_path(statement, namespace, path, reach, place);
                let names: Vec<&str> = path.iter().map(|name| name.text.as_str()).collect();
                Place {
                    owner: Some(place.qualified(&names.join("."))),
                    visibility: match (reach.is_exported(), bodies) {
                        (false, _) => Visibility::Nothing,
                        (true, Bodies::Declared) => ambient_visibility(namespace),
                        (true, Bodies::Written) => Visibility::Keyword,
                    },
                    listed: Listed::among(&namespace.statements),
                    bodies,
                }
            }
            NamespaceName::Module(name) => {
                self.declare_path(
                    statement,
                    namespace,
                    std::slice::from_ref(name),
                    Reach::Local,
                    place,
                );
                Place {
                    owner: Some(place.qualified(&name.text)),
                    visibility: ambient_visibility(namespace),
                    listed: Listed::among(&namespace.statements),
                    bodies: Bodies::Declared,
                }
            }
            NamespaceName::Global(span) => {
                let name = Name {
                    text: "global".to_owned(),
                    span: *span,
                };
                self.declare_path(statement, namespace, &[name], Reach::Local, place);
                Place {
                    owner: None,
                    visibility: Visibility::Nothing,
                    listed: Listed::default(),
                    bodies: Bodies::Declared,
                }
            }
        };
        self.statements(&namespace.statements, &inner);
    }

    /// Declares each name of `A.B.C`, and adds the one chunk of the statement under the whole name.
    fn declare_path(
        &mut self,
        statement: &Statement,
        namespace: &Namespace,
        path: &[Name],
        reach: Reach,
        place: &Place,
    ) {
        let mut around = place.clone();
        let mut qualified = None;
        for name in path {
            if let Some(outer) = qualified.take() {
                around.owner = Some(outer);
            }
            let mut declaration = self.declaration(&around, DeclarationKind::Namespace, name, statement.span);
            declaration.signature = self.head(namespace.head);
            declaration.exported = reach.is_exported();
            declaration.default_export = reach == Reach::DefaultExport;
            declaration.without_body = namespace.body.is_none();
            self.declarations.push(declaration);
            qualified = Some(around.qualified(&name.text));
        }
        let chunk = ChunkOf {
            kind: ChunkKind::Block,
            name: qualified,
            owner: around.owner,
            span: statement.span,
            doc: self.docs.before(statement.span.start),
            reach,
        };
        let shell = self.namespace_shell(statement.span.start, namespace);
        self.shell_chunk(chunk, shell);
    }
}

fn ambient_visibility(namespace: &Namespace) -> Visibility {
    match Unmarked::in_ambient(&namespace.statements) {
        Unmarked::Local => Visibility::Keyword,
        Unmarked::Exported => Visibility::Everything,
    }
}
