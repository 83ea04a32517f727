/*
 * libmast: code search for TypeScript, JavaScript and Markdown repositories.
 *
 * A program opens an engine for a project, indexes it once, and asks it by calling tools: `mast_call` takes the name of a tool and
 * its input as JSON, and gives its answer as JSON. `mast_tools` says which tools there are and what each takes. The answers are those
 * of the program `mast` and of its server, byte for byte.
 *
 * Errors. A function that can fail returns a `MastStatus`: 0 (`MAST_STATUS_OK`) is success. What happened and what to do next are then
 * to be had from `mast_last_error` and `mast_last_error_hint`, on the thread that made the call. A null pointer, text that is not
 * UTF-8, and a handle that is closed or never was one are answered with a status. No function ends the process, and no fault of the
 * library leaves it: one is reported as `MAST_STATUS_INTERNAL`.
 *
 * Text. All text is UTF-8 and ends with NUL. On Unix the root of a project is the exception: a path there is bytes, and any bytes are
 * accepted.
 *
 * Ownership. What a function writes through a `char **` belongs to the caller, who gives it back to `mast_free`, once, from any
 * thread. When a function fails it writes a null pointer there, so that `mast_free` is right in either case. What a function returns
 * as a `const char *` belongs to the library. The library keeps no pointer that it is given beyond the call.
 *
 * Threads. Every function may be called from any thread at any time, and one engine may be used by many threads at once. Questions to
 * one engine are answered one after another; `mast_index` and `mast_cancel` do not wait for them.
 * An engine does not survive `fork`: the child opens its own.
 *
 * Derived from `mast-ffi/src`; `cargo test --workspace` rewrites it.
 */

#ifndef MAST_H
#define MAST_H

#include <stdint.h>

/**
 * The version that this header is of; `mast_version` is that of the library.
 */
#define MAST_VERSION "0.5.0"

/**
 * What a call came to. 0 is success; the numbers of the others never change their meaning.
 */
enum MastStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The call did what it was to do.
   */
  MAST_STATUS_OK = 0,
  /**
   * A tool, a question or an argument that cannot be understood.
   */
  MAST_STATUS_INVALID_INPUT = 1,
  /**
   * `mast.config.json`, an option or a variable holds what no configuration can hold.
   */
  MAST_STATUS_CONFIG_INVALID = 2,
  /**
   * The root is a place that is never indexed: the root of the file system, a drive, the home directory.
   */
  MAST_STATUS_ROOT_REFUSED = 3,
  /**
   * The root does not exist or is no directory.
   */
  MAST_STATUS_ROOT_MISSING = 4,
  /**
   * There is no index yet: call `mast_index`.
   */
  MAST_STATUS_NOT_INITIALISED = 5,
  /**
   * The index was written by an older version: call `mast_index`.
   */
  MAST_STATUS_INDEX_VERSION_OLDER = 6,
  /**
   * The index was written by a newer version.
   */
  MAST_STATUS_INDEX_VERSION_NEWER = 7,
  /**
   * The index is damaged: call `mast_index`.
   */
  MAST_STATUS_INDEX_UNREADABLE = 8,
  /**
   * Another process writes the same index.
   */
  MAST_STATUS_BUSY = 9,
  /**
   * The state directory cannot be created or written.
   */
  MAST_STATUS_STATE_DIR_UNWRITABLE = 10,
  /**
   * The operating system refused to read or write a file.
   */
  MAST_STATUS_IO = 11,
  /**
   * The call was cancelled.
   */
  MAST_STATUS_CANCELLED = 12,
  /**
   * A fault of mast itself.
   */
  MAST_STATUS_INTERNAL = 13,
  /**
   * An argument that must not be null is.
   */
  MAST_STATUS_NULL_ARGUMENT = 100,
  /**
   * An argument that is text is not UTF-8.
   */
  MAST_STATUS_BAD_UTF8 = 101,
  /**
   * The engine is closed, or never was one.
   */
  MAST_STATUS_BAD_HANDLE = 102,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum MastStatus MastStatus;
#else
typedef int32_t MastStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How much `mast_index` indexes.
 */
enum MastExtent
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * What changed since the last run; everything where there is no index to go on from.
   */
  MAST_EXTENT_INCREMENTAL = 0,
  /**
   * Everything, from nothing.
   */
  MAST_EXTENT_FULL = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum MastExtent MastExtent;
#else
typedef int32_t MastExtent;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * An engine: one project with its index. There is nothing to see behind the pointer; it is opened by `mast_open`, closed by
 * `mast_close`, and may be used from any thread.
 */
typedef struct MastEngine MastEngine;

/**
 * Told by `mast_index` that `done` of `total` files are done, after every few files. It returns 0 to go on; anything else ends the run
 * with `MAST_STATUS_CANCELLED`. It runs on the thread that called `mast_index`, which waits for it, and may call any function of this
 * library. It must return: no exception and no `longjmp` leaves it.
 */
typedef int32_t (*MastProgress)(uint64_t done, uint64_t total, void *user_data);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The name of a status in `snake_case`, such as `not_initialised`; `unknown` for a number that is none. Those up to 99 are the codes
 * that the other surfaces of mast use. The text belongs to the library and is never freed.
 */
const char *mast_status_name(int32_t status);

/**
 * Opens the project at `root` and leaves its engine in `*engine`, to be closed with `mast_close`; on failure that is null.
 *
 * `root` is the directory of the project, relative to the working directory or absolute; on Unix any bytes, elsewhere UTF-8. Null means
 * the nearest directory at or above the working directory that looks like a project, as for the program `mast`.
 *
 * `options` is null, empty, or a JSON object with any of these keys; everything else is decided by `mast.config.json` in the root:
 *
 * - `state_dir`: the directory of the index; else what `MAST_STATE_DIR` or the configuration says, else `.mast` in the root.
 * - `refresh`: what a question does about files that changed. `"within_budget"`, as without it, takes them in for at most 250 ms and
 *   says what is left; `"fully"` takes all of them in; `"off"` answers from what is indexed.
 * - `file_extensions`, `exclude_patterns`: lists that outrank those of the configuration.
 *
 * A change of the configuration is followed at the next call; one that cannot be used fails it with `MAST_STATUS_CONFIG_INVALID`.
 *
 * Nothing is written and nothing indexed: a project that was never indexed can be opened, and its first call is `mast_index`. Several
 * engines may be open for one project, in one process or many.
 */
MastStatus mast_open(const char *root,
                     const char *options,
                     MastEngine **engine);

/**
 * Builds the index of the project or brings it up to date, and leaves in `*report` what was done: the JSON that the tool
 * `mast_reindex` answers. `report` may be null. The text is the caller's, for `mast_free`; on failure it is null.
 *
 * `extent` is one of `MastExtent`. `progress` is told how far the run is, with `user_data`, and may be null.
 *
 * The run uses every core. Questions to the same engine are answered meanwhile, from the index as it was. One run at a time writes an
 * index: this one waits a few seconds for another, then returns `MAST_STATUS_BUSY`. A full run that is cancelled or fails leaves the
 * index that was there; an incremental one leaves what it has taken in, and the rest is known to be missing.
 */
MastStatus mast_index(MastEngine *engine,
                      int32_t extent,
                      MastProgress progress,
                      void *user_data,
                      char **report);

/**
 * Cancels what other threads are doing with `engine`; it does not wait for them, and what begins afterwards is not concerned.
 *
 * A call of a tool that reads returns `MAST_STATUS_CANCELLED`: when its turn comes, if it waits for one; after the files in hand, if it
 * takes in changed ones; else when its answer is there, which then is not given. `mast_index` and the tool `mast_reindex` stop after the
 * files in hand and return the same, unless everything is written already. It may be called in a progress function, but not in a signal
 * handler.
 */
MastStatus mast_cancel(MastEngine *engine);

/**
 * Closes `engine`. A null pointer is nothing to close. Calls that are under way on other threads end as if it were open; the last of
 * them frees it. Every later call with the same handle, another `mast_close` too, returns `MAST_STATUS_BAD_HANDLE`.
 */
MastStatus mast_close(MastEngine *engine);

/**
 * Leaves the catalogue of tools in `*tools`: a JSON array of objects with `name`, `title`, `summary`, `effect` (`"reads"` or
 * `"writes"`), `input_schema` and `output_schema`, both JSON Schema. It needs no engine. The text is the caller's, for `mast_free`.
 */
MastStatus mast_tools(char **tools);

/**
 * Calls the tool `tool` with `input`, a JSON object, and leaves its answer in `*answer`: the JSON of `mast query`. A tool without
 * input takes null or an empty text.
 *
 * A tool that reads first takes in what changed on disk, as the option `refresh` says, and needs an index:
 * `MAST_STATUS_NOT_INITIALISED` says that there is none yet. The text is the caller's, for `mast_free`; on failure it is null.
 */
MastStatus mast_call(MastEngine *engine,
                     const char *tool,
                     const char *input,
                     char **answer);

/**
 * The same call with its answer as the page that a person reads, as `mast query --text` prints it. The text is the caller's, for
 * `mast_free`; on failure it is null.
 */
MastStatus mast_text(MastEngine *engine,
                     const char *tool,
                     const char *input,
                     char **page);

/**
 * Searches for `query`, an identifier or words: `mast_call` of the tool `mast_search` with `query` and, unless it is 0, `limit`. The
 * text in `*answer` is the caller's, for `mast_free`; on failure it is null.
 */
MastStatus mast_search(MastEngine *engine,
                       const char *query,
                       uint32_t limit,
                       char **answer);

/**
 * Finds who calls `symbol`, such as `renewLoan` or `Account.close`: `mast_call` of the tool `mast_callers`. Where several files declare
 * it, `file_path` names one, from the root of the project and with `/`; null means all. The text in `*answer` is the caller's, for
 * `mast_free`; on failure it is null.
 */
MastStatus mast_callers(MastEngine *engine,
                        const char *symbol,
                        const char *file_path,
                        char **answer);

/**
 * What went wrong in the last call on this thread that returned a `MastStatus`, in one line; null when that call succeeded. The text
 * belongs to the library and stays until the next such call on this thread.
 */
const char *mast_last_error(void);

/**
 * What to do about the failure that `mast_last_error` tells of, in one line; null where there is nothing to add. The text belongs to
 * the library and stays as long as that of `mast_last_error`.
 */
const char *mast_last_error_hint(void);

/**
 * Gives back a text that a function of this library left through a `char **`. Each is given back once; a null pointer is nothing to
 * give back. Other memory must not be passed: this is the one mistake that cannot be answered.
 */
void mast_free(char *text);

/**
 * The version of the library, such as `0.5.0`. The text belongs to the library and is never freed.
 */
const char *mast_version(void);

/**
 * The version of the layout of an index, such as `2.3.0`: an index of an older layout is built anew by `mast_index`, one of a newer is
 * refused. The text belongs to the library and is never freed.
 */
const char *mast_schema_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MAST_H */
