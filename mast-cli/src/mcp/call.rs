//! One call of a tool: its input, its wait for an index, its answer in the form that was asked for.

use std::sync::Arc;
use std::time::Duration;

use mast_core::error::{Error, ErrorKind, Result};
use mast_core::index::freshen;
use mast_core::tools::{Answer, Effect, ToolSpec};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, ProgressNotificationParam};
use rmcp::service::{Peer, RequestContext, RoleServer};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::mcp::catalogue::Format;
use crate::mcp::workspace::{Project, Run, Workspace};

/// How long a call waits for an index that is being built, before it says how far that is.
const BUILD_PATIENCE: Duration = Duration::from_secs(8);

/// Answers a call of `tool`; a failure is an answer too.
pub(crate) async fn answer(
    workspace: &Arc<Workspace>,
    tool: &'static ToolSpec,
    arguments: Option<JsonObject>,
    context: &RequestContext<RoleServer>,
) -> CallToolResult {
    let mut input = arguments.unwrap_or_default();
    let answered = match Format::take(&mut input) {
        Ok(format) => ask(workspace, tool, Value::Object(input), context)
            .await
            .map(|answer| shaped(&answer, format)),
        Err(error) => Err(error),
    };
    answered.unwrap_or_else(|error| CallToolResult::error(vec![ContentBlock::text(error.to_string())]))
}

fn shaped(answer: &Answer, format: Format) -> CallToolResult {
    let text = match format {
        Format::Json | Format::Structured => answer.json.to_string(),
        Format::Text => answer.page.plain(),
    };
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    if format == Format::Structured {
        result.structured_content = Some(answer.json.clone());
    }
    result
}

/// Asks, telling the client of progress, until there is an answer or the client withdraws.
///
/// # Errors
///
/// What the tool reports, and what keeps it from being asked.
pub(crate) async fn ask(
    workspace: &Arc<Workspace>,
    tool: &'static ToolSpec,
    input: Value,
    context: &RequestContext<RoleServer>,
) -> Result<Answer> {
    let project = tokio::select! {
        project = workspace.project() => project?,
        () = context.ct.cancelled() => return Err(Error::cancelled()),
    };
    tokio::select! {
        answer = with_index(workspace, &project, tool, input) => answer,
        () = tell_progress(project.runs(), context) => Err(Error::internal("nothing hears of runs")),
        () = context.ct.cancelled() => {
            // What only answers ends soon by itself; what writes is told to stop.
            if tool.effect == Effect::Writes && let Ok(engine) = project.engine() {
                engine.activity().stop();
            }
            Err(Error::cancelled())
        }
    }
}

/// Asks, and where there is no index that can be asked, once more when there is.
async fn with_index(
    workspace: &Workspace,
    project: &Arc<Project>,
    tool: &'static ToolSpec,
    input: Value,
) -> Result<Answer> {
    project.note_question();
    // A run of this server takes in what the question would; it is let finish, as long as a question may wait.
    wait_for_run(project, Instant::now() + freshen::BUDGET).await.ok();
    let deadline = Instant::now() + BUILD_PATIENCE;
    loop {
        let error = match attempt(project, tool, input.clone()).await {
            Err(error) if is_missing_index(error.kind) => error,
            answered => {
                project.renew();
                return answered;
            }
        };
        if !project.builds() {
            return Err(error);
        }
        project.catch_up();
        tokio::select! {
            ended = wait_for_run(project, deadline) => ended?,
            () = workspace.closing().cancelled() => return Err(Error::cancelled()),
        }
    }
}

const fn is_missing_index(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NotInitialised | ErrorKind::IndexVersionOlder | ErrorKind::IndexUnreadable
    )
}

/// Waits until no run of this server is under way.
///
/// # Errors
///
/// Why the run failed; how far it is when it is still under way at the `deadline`.
async fn wait_for_run(project: &Arc<Project>, deadline: Instant) -> Result<()> {
    let mut runs = project.runs();
    let ended = tokio::time::timeout_at(deadline, runs.wait_for(|run| !run.is_under_way)).await;
    match ended {
        Ok(Ok(run)) => run.failed.clone().map_or(Ok(()), Err),
        Ok(Err(_)) => Err(Error::internal("nothing tells of runs")),
        Err(_) => Err(being_built(&project.runs().borrow())),
    }
}

fn being_built(run: &Run) -> Error {
    let how_far = run.position.map_or_else(String::new, |position| {
        format!(": {} of {} files are done", position.done, position.total)
    });
    Error::new(
        ErrorKind::Busy,
        format!("the index of this project is being built{how_far}"),
    )
    .with_hint("ask again in a few seconds; until then search with other tools")
}

/// Asks once, away from the thread of the protocol.
async fn attempt(project: &Arc<Project>, tool: &'static ToolSpec, input: Value) -> Result<Answer> {
    let held = Arc::clone(project);
    let call = move || (tool.call)(&*held.engine()?, input);
    let answered = match tool.effect {
        Effect::Reads => project.desk().ask(call).await,
        // Questions are answered meanwhile.
        Effect::Writes => tokio::task::spawn_blocking(call).await.ok(),
    };
    answered.unwrap_or_else(|| Err(Error::internal(format!("`{}` broke off", tool.name))))
}

/// Tells the client how far the run is that its call waits for, as often as that changes and it can be told; ends never.
async fn tell_progress(mut runs: watch::Receiver<Run>, context: &RequestContext<RoleServer>) {
    let Some(token) = context.meta.get_progress_token() else {
        return std::future::pending::<()>().await;
    };
    let mut told = 0;
    while runs.changed().await.is_ok() {
        let position = runs.borrow_and_update().position;
        if let Some(position) = position
            && position.done > told
        {
            told = position.done;
            let progress = ProgressNotificationParam::new(token.clone(), position.done as f64)
                .with_total(position.total as f64)
                .with_message(format!("indexing {}/{} files", position.done, position.total));
            tell(&context.peer, progress).await;
        }
    }
    std::future::pending::<()>().await;
}

async fn tell(peer: &Peer<RoleServer>, progress: ProgressNotificationParam) {
    // A client that has gone hears no progress; the end of its input ends the call.
    drop(peer.notify_progress(progress).await);
}
