//! Failures as JavaScript sees them: an object, of which the package makes an `Error`.

use mast_core::error::Error;
use napi_derive::napi;

/// A failure: the name of its kind in `ERROR_ROWS`, what happened, and what to do next.
#[napi(object, object_from_js = false)]
#[derive(Debug)]
pub struct Failure {
    /// The name of its kind.
    pub code: String,
    /// What happened.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self {
            code: error.kind.name().to_owned(),
            message: error.message,
            hint: error.hint,
        }
    }
}
