"""mast from Python: the C library through ctypes, without anything to compile or install.

    with Mast("path/to/project") as project:
        project.index()
        print(project.call("mast_search", query="renewLoan", limit=3)["results"])

The library is looked for where the system looks for libraries, or is named by the variable MAST_LIBRARY.
A call lets other Python threads run until it has its answer, and one Mast may be used by all of them.
"""

import ctypes
import ctypes.util
import json
import os
import sys

_PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p)

# Results that are freed are kept as addresses: a c_char_p would become bytes and lose its address.
_RESULT = ctypes.POINTER(ctypes.c_void_p)

_FUNCTIONS = {
    "mast_open": (ctypes.c_int32, [ctypes.c_char_p, ctypes.c_char_p, _RESULT]),
    "mast_index": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_int32, _PROGRESS, ctypes.c_void_p, _RESULT]),
    "mast_call": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, _RESULT]),
    "mast_text": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, _RESULT]),
    "mast_tools": (ctypes.c_int32, [_RESULT]),
    "mast_cancel": (ctypes.c_int32, [ctypes.c_void_p]),
    "mast_close": (ctypes.c_int32, [ctypes.c_void_p]),
    "mast_free": (None, [ctypes.c_void_p]),
    "mast_last_error": (ctypes.c_char_p, []),
    "mast_last_error_hint": (ctypes.c_char_p, []),
    "mast_status_name": (ctypes.c_char_p, [ctypes.c_int32]),
    "mast_version": (ctypes.c_char_p, []),
    "mast_schema_version": (ctypes.c_char_p, []),
}

_INCREMENTAL, _FULL = 0, 1


def _load():
    names = {"darwin": "libmast.0.dylib", "win32": "mast.dll"}
    default = ctypes.util.find_library("mast") or names.get(sys.platform, "libmast.so.0")
    library = ctypes.CDLL(os.environ.get("MAST_LIBRARY") or default)
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


class MastError(Exception):
    """A call that failed: `code` is its kind, such as `not_initialised`; `hint` says what to do, or is None."""

    def __init__(self, code, message, hint):
        super().__init__(message if hint is None else f"{message}\nhint: {hint}")
        self.code, self.message, self.hint = code, message, hint


def _decoded(text):
    return None if text is None else text.decode()


def _check(status):
    if status != 0:
        # Asked at once: the words are those of the last call on this thread.
        message, hint = _library.mast_last_error(), _library.mast_last_error_hint()
        raise MastError(_library.mast_status_name(status).decode(), _decoded(message), _decoded(hint))


def _taken(address):
    """The text at an address, which goes back to the library."""
    try:
        return ctypes.string_at(address.value).decode()
    finally:
        _library.mast_free(address)


def version():
    """The version of the library."""
    return _library.mast_version().decode()


def tools():
    """Every tool: its name, title, summary, effect, and the JSON schemas of what it takes and gives."""
    out = ctypes.c_void_p()
    _check(_library.mast_tools(ctypes.byref(out)))
    return json.loads(_taken(out))


class Mast:
    """One project with its index."""

    def __init__(self, root=None, **options):
        """Opens the project at `root`; `options` are those of `mast_open`, such as `state_dir` and `refresh`."""
        self._engine = None
        path = None if root is None else os.fsencode(root)
        engine = ctypes.c_void_p()
        _check(_library.mast_open(path, json.dumps(options).encode(), ctypes.byref(engine)))
        self._engine = engine.value

    def call(self, tool, **arguments):
        """The answer of a tool, as what its JSON says."""
        return json.loads(self._asked(_library.mast_call, tool, arguments))

    def text(self, tool, **arguments):
        """The answer of a tool, as a person reads it."""
        return self._asked(_library.mast_text, tool, arguments)

    def _asked(self, function, tool, arguments):
        out = ctypes.c_void_p()
        _check(function(self._engine, tool.encode(), json.dumps(arguments).encode(), ctypes.byref(out)))
        return _taken(out)

    def index(self, full=False, progress=None):
        """Brings the index up to date, or builds it anew; `progress(done, total)` may return False to stop it."""
        raised = []

        def hear(done, total, _):
            try:
                return 1 if progress(done, total) is False else 0
            except BaseException as error:
                # Nothing may be raised through the library: the run stops, and the caller gets it afterwards.
                raised.append(error)
                return 1

        heard = _PROGRESS() if progress is None else _PROGRESS(hear)
        out = ctypes.c_void_p()
        status = _library.mast_index(self._engine, _FULL if full else _INCREMENTAL, heard, None, ctypes.byref(out))
        if raised:
            _library.mast_free(out)
            raise raised[0]
        _check(status)
        return json.loads(_taken(out))

    def cancel(self):
        """Ends what other threads are doing here: they get a MastError with the code `cancelled`."""
        _check(_library.mast_cancel(self._engine))

    def close(self):
        """Closes the project; calls of other threads end well, later ones fail."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            _check(_library.mast_close(engine))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
