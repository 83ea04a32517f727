// One call on its way: watched, withdrawn, answered.

'use strict';

const addon = require('./addon.js');
const { MastError } = require('./error.js');

/** How often it is looked how far a run is, in milliseconds. */
const PROGRESS_INTERVAL = 50;

/** What `begin` gives, which is handed what can be watched and withdrawn of it; `options` say by whom. */
async function follow(begin, { signal, onProgress }, { waitsForEnd }) {
  if (signal?.aborted) throw cancelled(signal);
  if (!signal && !onProgress) return settled(await begin());
  const pending = new addon.Pending();
  const progress = onProgress && new Progress(pending, onProgress);
  let giveUp;
  const abort = new Promise((_, reject) => {
    giveUp = () => {
      pending.withdraw();
      // A run that was withdrawn ends soon, and whoever withdrew it may want to begin another then.
      if (!waitsForEnd) reject(cancelled(signal));
    };
  });
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const outcome = await Promise.race([begin(pending), abort]);
    if (outcome?.code === 'cancelled' && signal?.aborted) throw cancelled(signal);
    progress?.end();
    return settled(outcome);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    progress?.stop();
  }
}

/** Tells a function how far a run is. */
class Progress {
  #pending;
  #tell;
  #told = -1;
  #timer;
  #failure;

  constructor(pending, tell) {
    this.#pending = pending;
    this.#tell = tell;
    this.#timer = setInterval(() => this.#look(), PROGRESS_INTERVAL);
  }

  #look() {
    const position = this.#pending.position();
    if (!position || position.done === this.#told || this.#failure) return;
    this.#told = position.done;
    try {
      this.#tell({ done: position.done, total: position.total });
    } catch (thrown) {
      // Whoever is told of progress and throws does not want the rest.
      this.#failure = { thrown };
      this.#pending.withdraw();
      this.stop();
    }
  }

  /** Tells the last position, and throws what the function threw. */
  end() {
    this.#look();
    if (this.#failure) throw this.#failure.thrown;
  }

  stop() {
    clearInterval(this.#timer);
  }
}

/** The value, where it is no failure. */
function settled(outcome) {
  if (outcome !== null && typeof outcome === 'object' && 'code' in outcome) throw new MastError(outcome);
  return outcome;
}

function cancelled(signal) {
  return new MastError({ code: 'cancelled', message: 'cancelled', cause: signal.reason });
}

module.exports = { follow, settled };
