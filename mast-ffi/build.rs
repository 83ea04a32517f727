//! Gives the shared library the name that programs ask for at run time: it changes when the functions change incompatibly, and only then.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a build script talks to cargo"
)]

/// Raised with the first release whose functions are not those of the one before.
const INTERFACE: u32 = 0;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libmast.{INTERFACE}.dylib");
        }
        Ok("linux" | "android" | "freebsd" | "netbsd" | "openbsd") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libmast.so.{INTERFACE}");
        }
        _ => {}
    }
}
