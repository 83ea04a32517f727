//! libmast: code search for TypeScript, JavaScript and Markdown repositories.
//!
//! A program opens an engine for a project, indexes it once, and asks it by calling tools: `mast_call` takes the name of a tool and
//! its input as JSON, and gives its answer as JSON. `mast_tools` says which tools there are and what each takes. The answers are those
//! of the program `mast` and of its server, byte for byte.
//!
//! Errors. A function that can fail returns a `MastStatus`: 0 (`MAST_STATUS_OK`) is success. What happened and what to do next are then
//! to be had from `mast_last_error` and `mast_last_error_hint`, on the thread that made the call. A null pointer, text that is not
//! UTF-8, and a handle that is closed or never was one are answered with a status. No function ends the process, and no fault of the
//! library leaves it: one is reported as `MAST_STATUS_INTERNAL`.
//!
//! Text. All text is UTF-8 and ends with NUL. On Unix the root of a project is the exception: a path there is bytes, and any bytes are
//! accepted.
//!
//! Ownership. What a function writes through a `char **` belongs to the caller, who gives it back to `mast_free`, once, from any
//! thread. When a function fails it writes a null pointer there, so that `mast_free` is right in either case. What a function returns
//! as a `const char *` belongs to the library. The library keeps no pointer that it is given beyond the call.
//!
//! Threads. Every function may be called from any thread at any time, and one engine may be used by many threads at once. Questions to
//! one engine are answered one after another; `mast_index` and `mast_cancel` do not wait for them.
//! An engine does not survive `fork`: the child opens its own.

pub mod call;
pub mod engine;
pub mod failure;
pub mod handle;
mod options;
pub mod pointer;
mod run;
pub mod status;
pub mod version;
