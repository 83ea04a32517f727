//! Names that no file of a repository declares for the whole program: the language's own, those of browsers, Node and the common
//! test runners.
//!
//! Uses of other unbound names are kept, for `declare global` and definition files to answer to; uses of these would be a tenth of
//! all references, and lead nowhere.

/// The names, ascending.
#[rustfmt::skip]
const ENVIRONMENT: [&str; 177] = [
    "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer", "AsyncGenerator",
    "AsyncIterable", "AsyncIterableIterator", "Awaited", "BigInt", "Blob", "Boolean", "Buffer",
    "Capitalize", "ClassDecorator", "CustomEvent", "DOMException", "DOMRect", "DataView", "Date",
    "Document", "Element", "Error", "EvalError", "Event", "EventTarget", "Exclude", "Extract", "File",
    "Float32Array", "Float64Array", "FormData", "Function", "Generator", "HTMLButtonElement",
    "HTMLCanvasElement", "HTMLDivElement", "HTMLElement", "HTMLInputElement", "HTMLTextAreaElement",
    "Headers", "Infinity", "InstanceType", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterable",
    "IterableIterator", "Iterator", "IteratorResult", "JSON", "JSX", "KeyboardEvent", "Lowercase", "Map",
    "Math", "MessageEvent", "MethodDecorator", "MouseEvent", "NaN", "NoInfer", "Node", "NodeJS",
    "NonNullable", "Number", "Object", "Omit", "ParameterDecorator", "Parameters", "Partial", "Pick",
    "PointerEvent", "Promise", "PromiseLike", "PropertyDecorator", "PropertyKey", "Proxy", "Range",
    "RangeError", "ReadableStream", "Readonly", "ReadonlyArray", "ReadonlyMap", "ReadonlySet", "Record",
    "ReferenceError", "Reflect", "RegExp", "RegExpExecArray", "Request", "RequestInit", "Required",
    "Response", "ReturnType", "SVGElement", "Set", "ShadowRoot", "SharedArrayBuffer", "String", "Symbol",
    "SyntaxError", "TemplateStringsArray", "TextDecoder", "TextEncoder", "ThisType", "TypeError",
    "URIError", "URL", "URLSearchParams", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray",
    "Uncapitalize", "Uppercase", "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "WebSocket", "Window",
    "Worker", "__dirname", "__filename", "after", "afterAll", "afterEach", "alert", "arguments", "atob",
    "before", "beforeAll", "beforeEach", "btoa", "clearInterval", "clearTimeout", "console", "const",
    "crypto", "decodeURIComponent", "define", "describe", "document", "encodeURIComponent", "expect",
    "exports", "fetch", "global", "globalThis", "history", "isFinite", "isNaN", "it", "jest",
    "localStorage", "location", "module", "navigator", "parseFloat", "parseInt", "performance", "process",
    "queueMicrotask", "requestAnimationFrame", "require", "self", "sessionStorage", "setImmediate",
    "setInterval", "setTimeout", "structuredClone", "suite", "test", "undefined", "vi", "window",
];

/// Whether `name` is the environment's.
pub(super) fn is_environment(name: &str) -> bool {
    ENVIRONMENT.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{ENVIRONMENT, is_environment};

    #[test]
    fn the_names_are_in_order() {
        assert!(ENVIRONMENT.is_sorted());
        assert!(is_environment("Promise") && is_environment("window") && !is_environment("track"));
    }
}
