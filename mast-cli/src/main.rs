//! The program mast.
fn main() {}
