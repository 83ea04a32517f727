//! Neighbouring statements without a name of their own share a chunk, up to the split threshold.

use super::{Assembler, ChunkOf, Place, Reach};
use crate::facts::ChunkKind;
use crate::text::span::Span;

/// Neighbouring statements of one kind.
pub(super) struct Run {
    kind: ChunkKind,
    span: Span,
    reach: Reach,
}

impl Assembler<'_> {
    /// Adds a statement to `run`, or ends it and starts the next with the statement.
    pub(super) fn extend_run(
        &mut self,
        run: &mut Option<Run>,
        place: &Place,
        kind: ChunkKind,
        span: Span,
        reach: Reach,
    ) {
        if let Some(open) = run.as_mut()
            && open.kind == kind
        {
            let both = Span::new(open.span.start, span.end);
            if self.source.lines().lines_of(both).count() <= self.options.split_threshold {
                open.span = both;
                if reach.is_exported() {
                    open.reach = reach;
                }
                return;
            }
        }
        self.end_run(run, place);
        *run = Some(Run { kind, span, reach });
    }

    /// Makes a chunk of what `run` holds.
    pub(super) fn end_run(&mut self, run: &mut Option<Run>, place: &Place) {
        if let Some(run) = run.take() {
            self.chunk(&ChunkOf {
                kind: run.kind,
                name: None,
                owner: place.owner.clone(),
                span: run.span,
                doc: self.docs.before(run.span.start),
                reach: run.reach,
            });
        }
    }
}
