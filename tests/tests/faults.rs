//! What goes wrong on real machines: processes that are killed, files that are damaged, strange or gone, places that cannot be
//! read or written. An index is whole or not there, an answer says what it does not know, and a further run heals.
#![cfg(unix)]

#[path = "faults/damaged.rs"]
mod damaged;
#[path = "faults/forbidden.rs"]
mod forbidden;
#[path = "faults/killed.rs"]
mod killed;
#[path = "faults/odd.rs"]
mod odd;
#[path = "faults/together.rs"]
mod together;
