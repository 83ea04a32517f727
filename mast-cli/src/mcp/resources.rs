//! Resources: what a client can attach to a conversation without calling a tool. Each is the answer of a tool.

use mast_core::error::{Error, Result};
use mast_core::tools::{self, ToolSpec};
use rmcp::model::{Resource, ResourceTemplate};
use serde_json::{Value, json};

const STATUS: &str = "mast://status";
const SKELETON: &str = "mast://skeleton";
const BELOW_SKELETON: &str = "mast://skeleton/";
const JSON: &str = "application/json";

/// Every resource as the protocol lists it.
pub(crate) fn listed() -> Vec<Resource> {
    vec![
        Resource::new(STATUS, "status")
            .with_title("Index health")
            .with_description("Whether the index is there and true of the disk")
            .with_mime_type(JSON),
        Resource::new(SKELETON, "skeleton")
            .with_title("Project map")
            .with_description("The files of the project and what each exports")
            .with_mime_type(JSON),
    ]
}

/// Every family of resources as the protocol lists it.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(
            format!("{BELOW_SKELETON}{{+directory}}"),
            "skeleton of a directory",
        )
        .with_title("Directory map")
        .with_description("The files below a directory and what each exports")
        .with_mime_type(JSON),
    ]
}

/// Whether `uri` is the template of directories.
pub(crate) fn completes_directories(uri: &str) -> bool {
    uri.starts_with(BELOW_SKELETON)
}

/// The tool and its input whose answer the resource `uri` is.
///
/// # Errors
///
/// When there is none.
pub(crate) fn asked(uri: &str) -> Result<(&'static ToolSpec, Value)> {
    let (tool, input) = if uri == STATUS {
        ("mast_status", json!({}))
    } else if uri == SKELETON || uri == BELOW_SKELETON {
        ("mast_project_skeleton", json!({}))
    } else if let Some(directory) = uri.strip_prefix(BELOW_SKELETON) {
        ("mast_project_skeleton", json!({"directory": directory}))
    } else {
        return Err(
            Error::invalid_input(format!("there is no resource `{uri}`")).with_hint(format!(
                "the resources are: {STATUS}, {SKELETON}, {BELOW_SKELETON}<directory>"
            )),
        );
    };
    Ok((tools::named(tool)?, input))
}
