//! Random source files that look like what people write: small modules, components, scripts and documents.

use crate::random::Random;
use std::fmt::Write as _;

const NOUNS: &[&str] = &[
    "user", "order", "cart", "price", "session", "token", "report", "cache",
];
const VERBS: &[&str] = &[
    "load", "save", "parse", "render", "merge", "find", "close", "retry",
];
const TYPES: &[&str] = &[
    "string",
    "number",
    "boolean",
    "Date",
    "Promise<void>",
    "ReadonlyArray<string>",
];
const PROSE: &[&str] = &[
    "Reads what is there and keeps the rest.",
    "Retries after a failure, with a pause in between.",
    "Prices are in cents; rounding happens at the end.",
    "Größe und Preis: über 100 €.",
    "日本語の説明 and some emoji 🚀 as well.",
];

/// What a file is, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Document,
    Script,
    Typed,
    Component,
}

impl Kind {
    fn of(path: &str) -> Self {
        match path.rsplit('.').next() {
            Some("md") => Self::Document,
            Some("ts" | "mts" | "cts") => Self::Typed,
            Some("tsx") => Self::Component,
            Some(_) | None => Self::Script,
        }
    }
}

/// The text of a new file with the name `path`, in the language of its extension.
pub fn text(random: &mut Random, path: &str) -> String {
    let pieces = random.within(1..6);
    let mut text = String::new();
    let kind = Kind::of(path);
    if kind == Kind::Document {
        for level in 0..pieces {
            let (noun, verb, prose) = (random.pick(NOUNS), random.pick(VERBS), random.pick(PROSE));
            let _ = writeln!(
                text,
                "{} {verb} the {noun}\n\n{prose}\n",
                "#".repeat(1 + level % 3)
            );
            if random.percent(30) {
                let _ = writeln!(text, "```ts\n{}```\n", function(random));
            }
        }
        return text;
    }
    let typed = kind != Kind::Script;
    for _ in 0..random.within(0..3) {
        text.push_str(&import(random, typed));
    }
    if random.percent(30) {
        text.push_str(&links(random));
    }
    for _ in 0..pieces {
        let piece = match random.within(0..if typed { 9 } else { 3 }) {
            0 => script_function(random),
            1 => object(random),
            2 => class(random, typed),
            3 => function(random),
            4 => interface(random),
            5 => choice(random),
            6 => namespace(random),
            7 => re_export(random),
            _ if kind == Kind::Component => component(random),
            _ => alias(random),
        };
        text.push_str(&piece);
        text.push('\n');
    }
    text
}

/// `getOrder7`: few enough names that files share them.
fn name(random: &mut Random) -> String {
    let (verb, noun) = (random.pick(VERBS), random.pick(NOUNS));
    format!("{verb}{}{}", capital(noun), random.within(0..9))
}

fn type_name(random: &mut Random) -> String {
    let noun = random.pick(NOUNS);
    format!("{}{}", capital(noun), random.within(0..9))
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

fn import(random: &mut Random, typed: bool) -> String {
    let (name, other, from) = (name(random), name(random), random.pick(NOUNS));
    match random.within(0..if typed { 5 } else { 4 }) {
        0 => format!("import {{ {name}, {other} as other }} from './{from}';\n"),
        1 => format!("import main, * as {from} from '../{from}/index.js';\n"),
        2 => format!("import '{from}';\n"),
        3 => format!("import {name} from '@scope/{from}';\n"),
        _ => format!("import type {{ {} }} from './{from}';\n", type_name(random)),
    }
}

/// Imports and re-exports of what small projects have, in every form that a specifier takes.
pub fn links(random: &mut Random) -> String {
    const PLACES: &[&str] = &[
        "./user",
        "./order.js",
        "./cart/",
        "./Cart",
        "./index",
        ".",
        "..",
        "../src",
        "../lib/user",
        "./deep/cart.js",
        "./deep",
        "../user.d.ts",
        "./dist/user.js",
        "../dist",
        "/src/user",
        "./user?raw",
        "./style.css",
        "./a.test",
        "./lib/cart.mjs",
        "user",
        "cart",
        "price",
        "@scope/user",
        "@scope/user/order",
        "@scope/order/dist/cart",
        "src/user",
        "deep/cart",
        "#user",
        "#deep/order",
        "user/src/index",
        "../lib",
        "./src",
        "../../lib/index.js",
    ];
    let mut text = String::new();
    for at in 0..random.within(1..4) {
        let place = random.pick(PLACES);
        let line = match random.within(0..3) {
            0 => format!("import * as place{at} from '{place}';\n"),
            1 => format!("export * from '{place}';\n"),
            _ => format!("const later{at} = () => import('{place}');\n"),
        };
        text.push_str(&line);
    }
    text
}

fn re_export(random: &mut Random) -> String {
    let (name, from) = (name(random), random.pick(NOUNS));
    match random.within(0..3) {
        0 => format!("export * from './{from}';\n"),
        1 => format!("export {{ {name} as {from} }} from './{from}';\n"),
        _ => format!("export * as {from} from './{from}';\n"),
    }
}

fn doc(random: &mut Random) -> String {
    if random.percent(50) {
        format!("/** {} */\n", random.pick(PROSE))
    } else {
        String::new()
    }
}

fn function(random: &mut Random) -> String {
    let (doc, name, noun, kind) = (doc(random), name(random), random.pick(NOUNS), random.pick(TYPES));
    let mut text = format!("{doc}export async function {name}({noun}: {kind}): Promise<{kind}> {{\n");
    // Now and then one that is cut into pieces.
    let lines = if random.percent(5) {
        130
    } else {
        random.within(1..6)
    };
    for line in 0..lines {
        let _ = writeln!(
            text,
            "  const step{line} = await {}({noun}, {line});",
            self::name(random)
        );
    }
    text + "  return " + noun + ";\n}\n"
}

fn script_function(random: &mut Random) -> String {
    let (name, noun) = (name(random), random.pick(NOUNS));
    match random.within(0..3) {
        0 => format!(
            "export const {name} = ({noun}) => {noun}.{}();\n",
            self::name(random)
        ),
        1 => {
            format!("function {name}({noun}) {{\n  return {noun} ?? '{noun}';\n}}\n\nexport {{ {name} }};\n")
        }
        _ => format!("const {name} = 1, {noun}Count = () => {name} + 1;\n"),
    }
}

fn object(random: &mut Random) -> String {
    let (noun, one, other) = (random.pick(NOUNS), name(random), name(random));
    format!(
        "export const {noun}Api = {{\n  {one}() {{ return 1; }},\n  {other}: async (id) => id,\n  limit: 20,\n}};\n"
    )
}

fn class(random: &mut Random, typed: bool) -> String {
    let (doc, class, one, other) = (doc(random), type_name(random), name(random), name(random));
    let kind = if typed {
        format!(": {}", random.pick(TYPES))
    } else {
        String::new()
    };
    let mut text = format!("{doc}export class {class} {{\n  #count = 0;\n");
    let _ = writeln!(
        text,
        "  /** {} */\n  {one}(id{kind}) {{\n    return id;\n  }}\n",
        random.pick(PROSE)
    );
    let _ = writeln!(text, "  static {other} = (id{kind}) => {{ this.{one}(id); }};");
    if random.percent(50) {
        let _ = writeln!(text, "  get size() {{ return this.#count; }}");
    }
    text + "}\n"
}

fn interface(random: &mut Random) -> String {
    let (doc, name, noun, method) = (
        doc(random),
        type_name(random),
        random.pick(NOUNS),
        self::name(random),
    );
    format!(
        "{doc}export interface {name} {{\n  {noun}: {};\n  {method}(id: string): void;\n}}\n",
        random.pick(TYPES)
    )
}

fn choice(random: &mut Random) -> String {
    let (name, one, other) = (type_name(random), random.pick(NOUNS), random.pick(VERBS));
    format!("enum {name} {{ {}, {} = 4 }}\n", capital(one), capital(other))
}

fn namespace(random: &mut Random) -> String {
    let name = type_name(random);
    format!("export namespace {name} {{\n{}}}\n", function(random))
}

fn alias(random: &mut Random) -> String {
    let (name, one, other) = (type_name(random), random.pick(TYPES), type_name(random));
    format!("export type {name} = {one} | {other};\nexport default {other};\n")
}

fn component(random: &mut Random) -> String {
    let (name, noun) = (type_name(random), random.pick(NOUNS));
    format!(
        "export function {name}Row(props: {{ {noun}: string }}) {{\n  return <li>{{props.{noun}}} & more</li>;\n}}\n"
    )
}
