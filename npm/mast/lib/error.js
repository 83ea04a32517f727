// Failures of mast as JavaScript knows them.

'use strict';

/** A failure of mast: `code` says its kind, `hint` what to do next. */
class MastError extends Error {
  /** @param {{ code: string, message: string, hint?: string | null, cause?: unknown }} failure */
  constructor({ code, message, hint, cause }) {
    super(message, cause === undefined ? undefined : { cause });
    // What was withdrawn is told apart by this name in every library that takes signals.
    this.name = code === 'cancelled' ? 'AbortError' : 'MastError';
    this.code = code;
    if (hint) this.hint = hint;
  }
}

module.exports = { MastError };
