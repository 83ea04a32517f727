//! What every surface of mast shares: the process that it runs in, and calls that no fault leaves.
//!
//! The library reads neither environment nor clock nor working directory and lets its own faults unwind; a surface reads the former
//! here, and hands calls of others over through [`call`].

pub mod call;
pub mod catalogue;
pub mod held;
pub mod process;
