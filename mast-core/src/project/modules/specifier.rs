//! What kind of thing a specifier names, told by its text alone.

/// A specifier, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Specifier<'a> {
    /// `./a`, `../a`, `.`, `..`.
    Relative(&'a str),
    /// `/a`: from the root of whatever serves it.
    Rooted(&'a str),
    /// `#a`: named by the `imports` of the package that it stands in; or an alias.
    Private(&'a str),
    /// `react`, `@scope/name/lib/a`, or an alias.
    Named(&'a str),
    /// `node:fs`, `bun:test`, `npm:react`, `jsr:@std/path`.
    Runtime,
    /// `https://…`, `data:…`, `virtual:…`, and loaders such as `raw-loader!./a`.
    Address,
}

/// Schemes of modules that a runtime or a registry brings.
const RUNTIMES: &[&str] = &[
    "node",
    "bun",
    "npm",
    "jsr",
    "deno",
    "cloudflare",
    "workerd",
    "electron",
];

impl<'a> Specifier<'a> {
    pub(super) fn of(written: &'a str) -> Self {
        // A query says how a bundler loads the file, not which.
        let text = written.split_once('?').map_or(written, |(path, _)| path);
        if written.contains('!') || text.contains('\0') {
            return Self::Address;
        }
        match text.as_bytes() {
            [] | [b'/', b'/', ..] => Self::Address,
            [b'/', ..] => Self::Rooted(text),
            [b'#', ..] => Self::Private(text),
            [b'.'] | [b'.', b'/', ..] | [b'.', b'.'] | [b'.', b'.', b'/', ..] => Self::Relative(text),
            _ => match text.split_once(':') {
                Some((scheme, _)) if RUNTIMES.contains(&scheme) => Self::Runtime,
                Some((scheme, _)) if is_scheme(scheme) => Self::Address,
                Some(_) | None => Self::Named(text),
            },
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '.'))
}

/// The package's name and what is asked of it, `""` for its entry.
pub(super) fn package_of(named: &str) -> Option<(&str, &str)> {
    let scope = if named.starts_with('@') {
        named.find('/')? + 1
    } else {
        0
    };
    let end = named[scope..].find('/').map_or(named.len(), |at| scope + at);
    if end == scope {
        return None;
    }
    Some((&named[..end], named[end..].trim_start_matches('/')))
}

/// Whether it is a module of Node without its scheme: no package of that name is ever reached.
pub(super) fn is_builtin(named: &str) -> bool {
    const BUILTIN: &[&str] = &[
        "assert",
        "async_hooks",
        "buffer",
        "child_process",
        "cluster",
        "console",
        "constants",
        "crypto",
        "dgram",
        "diagnostics_channel",
        "dns",
        "domain",
        "events",
        "fs",
        "http",
        "http2",
        "https",
        "inspector",
        "module",
        "net",
        "os",
        "path",
        "perf_hooks",
        "process",
        "punycode",
        "querystring",
        "readline",
        "repl",
        "stream",
        "string_decoder",
        "sys",
        "timers",
        "tls",
        "trace_events",
        "tty",
        "url",
        "util",
        "v8",
        "vm",
        "wasi",
        "worker_threads",
        "zlib",
    ];
    const INSIDE: &[&str] = &[
        "promises",
        "posix",
        "win32",
        "strict",
        "consumers",
        "web",
        "types",
    ];
    match named.split_once('/') {
        None => BUILTIN.contains(&named),
        Some((module, inside)) => BUILTIN.contains(&module) && INSIDE.contains(&inside),
    }
}

/// Whether the extension is that of no module: styles, pictures, data.
pub(super) fn is_asset(text: &str) -> bool {
    const CODE: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "md"];
    const ASSETS: &[&str] = &[
        "css",
        "scss",
        "sass",
        "less",
        "styl",
        "stylus",
        "pcss",
        "postcss",
        "json",
        "json5",
        "jsonc",
        "yaml",
        "yml",
        "toml",
        "xml",
        "html",
        "htm",
        "svg",
        "png",
        "jpg",
        "jpeg",
        "gif",
        "webp",
        "avif",
        "ico",
        "bmp",
        "woff",
        "woff2",
        "ttf",
        "otf",
        "eot",
        "mp3",
        "mp4",
        "webm",
        "ogg",
        "wav",
        "flac",
        "pdf",
        "txt",
        "csv",
        "wasm",
        "node",
        "vue",
        "svelte",
        "astro",
        "marko",
        "mdx",
        "graphql",
        "gql",
        "glsl",
        "vert",
        "frag",
        "wgsl",
        "proto",
        "sql",
        "ps1",
        "sh",
        "hbs",
        "ejs",
        "pug",
        "handlebars",
        "mustache",
        "snap",
        "bin",
        "zip",
        "map",
        "webmanifest",
        "pegjs",
        "ne",
        "tflite",
        "onnx",
        "glb",
        "gltf",
        "py",
        "rs",
        "imba",
        "coffee",
        "elm",
    ];
    let name = super::place::name_of(text);
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let extension = extension.to_ascii_lowercase();
    !stem.is_empty() && !CODE.contains(&extension.as_str()) && ASSETS.contains(&extension.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_specifier_is_told_by_its_text() {
        for (text, kind) in [
            ("./a?worker", Specifier::Relative("./a")),
            ("..", Specifier::Relative("..")),
            (".hidden", Specifier::Named(".hidden")),
            ("/src/main.ts", Specifier::Rooted("/src/main.ts")),
            ("#types/a", Specifier::Private("#types/a")),
            ("node:fs", Specifier::Runtime),
            ("virtual:pwa", Specifier::Address),
            ("https://esm.sh/a", Specifier::Address),
            ("raw-loader!./a", Specifier::Address),
            ("@scope/name/a", Specifier::Named("@scope/name/a")),
        ] {
            assert_eq!(Specifier::of(text), kind, "{text}");
        }
        assert_eq!(package_of("@x/core/lib/a"), Some(("@x/core", "lib/a")));
        assert_eq!(package_of("react"), Some(("react", "")));
        assert_eq!(package_of("@x"), None);
        assert!(is_asset("./a.svg") && !is_asset("./a.service") && !is_asset("./a.ts"));
    }
}
