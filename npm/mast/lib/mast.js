// A project with its index, as programs hold it.

'use strict';

const addon = require('./addon.js');
const { follow, settled } = require('./call.js');
const { MastError } = require('./error.js');

/** Only `Mast.open` makes one. */
const OPENED = Symbol('opened');

/** The tools, without their schemas. */
const TOOLS = addon.toolNames();

/** The tools that write the index. */
const WRITERS = new Set(TOOLS.filter((tool) => tool.effect === 'writes').map((tool) => tool.name));

/** What stops each run that is under way: the end of the process waits for it otherwise. */
const stops = new Set();
process.once('exit', () => {
  for (const stop of stops) stop();
});

class Mast {
  #project;
  /** Calls that have not been answered. */
  #open = new Set();
  /** The last of the questions, which are asked one after another. */
  #last = Promise.resolve();
  #closed;

  constructor(key, project) {
    if (key !== OPENED) throw new TypeError('a `Mast` is opened by `Mast.open()`');
    this.#project = project;
  }

  static async open(root, options = {}) {
    const { stateDir, refresh } = options;
    return new Mast(OPENED, settled(await addon.open(root, stateDir, refresh)));
  }

  get root() {
    return this.#project.root;
  }

  get stateDir() {
    return this.#project.stateDir;
  }

  async call(name, input, options = {}) {
    const json = await this.#ask('call', name, input, options);
    return options.raw ? json : JSON.parse(json);
  }

  async text(name, input, options = {}) {
    return this.#ask('page', name, input, options);
  }

  async index(options = {}) {
    const { full = false, ...rest } = options;
    return this.call('mast_reindex', { full }, rest);
  }

  close() {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close() {
    await Promise.allSettled(this.#open);
    // A question that was withdrawn may still be on its way.
    await this.#last;
    settled(await this.#project.close());
  }

  #ask(form, name, input, options) {
    if (this.#closed) {
      const hint = 'open the project again with `Mast.open()`';
      throw new MastError({ code: 'invalid_input', message: 'this `Mast` is closed', hint });
    }
    const text = JSON.stringify(input ?? {});
    const begin = (pending) => this.#project[form](name, text, pending);
    const answer = WRITERS.has(name) ? this.#write(begin, options) : this.#read(begin, options);
    this.#open.add(answer);
    const forget = () => this.#open.delete(answer);
    answer.then(forget, forget);
    return answer;
  }

  /** Questions of one project wait for each other anyway; here they do so without keeping threads of Node's pool. */
  #read(begin, options) {
    const inTurn = (pending) => {
      const answer = this.#last.then(() => begin(pending));
      this.#last = answer.catch(() => {});
      return answer;
    };
    return follow(inTurn, options, { waitsForEnd: false });
  }

  async #write(begin, options) {
    const stop = () => this.#project.stop();
    stops.add(stop);
    try {
      return await follow(begin, options, { waitsForEnd: true });
    } finally {
      stops.delete(stop);
    }
  }
}

/** `mast_rename_impact` is the method `renameImpact`. */
function methodOf(name) {
  return name.replace(/^mast_/, '').replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

for (const { name } of TOOLS) {
  const method = {
    [methodOf(name)](input, options) {
      return this.call(name, input, options);
    },
  };
  Object.defineProperty(Mast.prototype, methodOf(name), {
    value: method[methodOf(name)],
    configurable: true,
    writable: true,
  });
}

// Node 20 has these symbols in its later versions.
if (Symbol.asyncDispose) {
  Mast.prototype[Symbol.asyncDispose] = Mast.prototype.close;
}
if (Symbol.dispose) {
  Mast.prototype[Symbol.dispose] = function dispose() {
    // What is under way is answered; nothing can be asked from here on.
    this.close().catch(() => {});
  };
}

function tools() {
  return JSON.parse(addon.tools()).map((tool) => ({ ...tool, method: methodOf(tool.name) }));
}

module.exports = { Mast, tools };
