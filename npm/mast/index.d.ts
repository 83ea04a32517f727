// What programs see of the package. The tools and their types are in tools.d.ts, which is derived from the catalogue.

/// <reference lib="esnext.disposable" />

import type { FailureCode, ToolInput, ToolName, ToolOutput, Tools } from './tools.js';

export type * from './tools.js';

/** What is needed of an `AbortSignal`. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** How far a run is, in files. */
export interface Position {
  /** Files that are done. */
  done: number;
  /** Files to be done. */
  total: number;
}

export interface OpenOptions {
  /** Where the index is, from the working directory; else what `MAST_STATE_DIR` or the configuration says. */
  stateDir?: string;
  /**
   * What a question does about files that changed since they were indexed: takes them in within 250 milliseconds (the default),
   * takes all of them in, or answers from what is indexed.
   */
  refresh?: 'within_budget' | 'fully' | 'off';
}

export interface CallOptions {
  /** Withdraws the call: it rejects with a `MastError` whose `name` is `AbortError` and whose `code` is `cancelled`. */
  signal?: Signal;
  /** Told every 50 milliseconds, and at the end, how far the run is that the call waits for; never told where it waits for none. */
  onProgress?: (position: Position) => void;
}

export interface IndexOptions extends CallOptions {
  /** Whether the index is built from nothing, instead of taking in what changed. */
  full?: boolean;
}

/** One project with its index, and a method for each tool. */
export interface Mast extends Tools {}

/** One project with its index, and a method for each tool. */
export declare class Mast {
  private constructor();

  /**
   * Opens a project; its index need not exist yet.
   *
   * @param root The root of the project, else the nearest directory at or above the working directory that has
   * `mast.config.json`, `.git` or a workspace manifest.
   */
  static open(root?: string, options?: OpenOptions): Promise<Mast>;

  /** The root of the project. */
  readonly root: string;

  /** Where its index is. */
  readonly stateDir: string;

  /** Calls a tool by its name on the wire, and gives its answer as the text that `mast query` prints. */
  call(name: ToolName, input: object | null | undefined, options: CallOptions & { raw: true }): Promise<string>;
  /** Calls a tool by its name on the wire. */
  call<Name extends ToolName>(
    name: Name,
    input?: ToolInput<Name>,
    options?: CallOptions & { raw?: false },
  ): Promise<ToolOutput<Name>>;

  /** Calls a tool by its name on the wire, and gives the page that `mast query --text` prints for people. */
  text<Name extends ToolName>(name: Name, input?: ToolInput<Name>, options?: CallOptions): Promise<string>;

  /** Builds the index, or takes in what changed; the same as `reindex`. */
  index(options?: IndexOptions): Promise<ToolOutput<'mast_reindex'>>;

  /** Waits for the calls that are under way and gives everything back; every later call is an error. */
  close(): Promise<void>;

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;

  /** The same as `close` without waiting, for `using`; where Node has `Symbol.dispose`. */
  [Symbol.dispose](): void;
}

/** What kind of failure it is: one of a call, or that there is no mast for this machine. */
export type ErrorCode =
  | FailureCode
  | 'platform_unsupported'
  | 'platform_package_missing'
  | 'platform_package_unusable';

/** A failure of mast. */
export declare class MastError extends Error {
  constructor(failure: { code: ErrorCode; message: string; hint?: string | null; cause?: unknown });

  /** `AbortError` where a signal withdrew the call, else `MastError`. */
  name: string;

  /** What kind of failure it is. */
  code: ErrorCode;

  /** What to do next. */
  hint?: string;
}

/** One tool of the catalogue. */
export interface ToolEntry {
  /** Its name on every wire. */
  name: ToolName;
  /** The method of `Mast` that calls it. */
  method: keyof Tools;
  /** Its name for people. */
  title: string;
  /** The question that it answers. */
  summary: string;
  /** Whether it writes the index. */
  effect: 'reads' | 'writes';
  /** The JSON schema of its input. */
  input_schema: object;
  /** The JSON schema of its output. */
  output_schema: object;
}

/** The catalogue. */
export declare function tools(): ToolEntry[];

/** The version of mast. */
export declare const version: string;

/** The version of the index's layout. */
export declare const schemaVersion: string;
