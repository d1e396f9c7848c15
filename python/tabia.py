"""Chess opening books: find, pick, convert and name, by libtabia.

    >>> import tabia
    >>> with tabia.open() as book:
    ...     [move.san for move in book.find("e4 c6 d4 d5 exd5 cxd5")]
    ['c4', 'Bd3', 'Nf3']
    >>> tabia.name("e4 e5 Nf3 Nc6 Bb5")
    Name(eco='C60', name='Ruy Lopez', ply=5)

Positions are given as moves from the starting position, SAN or UCI, as a FEN,
or as both: the moves are then played from there. Everything that goes wrong
raises tabia.Error, with the location where the library knows it.

The module needs libtabia.so.7: the one it was installed with, else the
system's. The environment variable TABIA_LIBRARY names another file. Several
threads may search a book, but not while it is being closed, or asked for
games.
"""

from __future__ import annotations

import ctypes as c
import functools
import os
import pathlib
import re
import signal
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Callable, Optional, Sequence, Type, Union

__all__ = [
    "Book", "Choice", "Error", "Format", "Game", "Loss", "Move", "Name",
    "Names", "Row", "build", "compare", "convert", "formats", "name", "open",
    "version",
]

Path = Union[str, "os.PathLike[str]"]

_ABI_VERSION = 7
_LIBRARY = f"libtabia.so.{_ABI_VERSION}"
_MARKS = (None, "avoided", "passive")
_METHODS = ("weighted", "best", "uniform", "first")
_OPEN_AUTO, _OPEN_BOOK, _OPEN_IN_PLACE, _OPEN_RECOGNISE = 0, 1, 2, 3
_SIDES = {None: 0, "white": 1, "black": 2}
_RESULTS_OF_GAMES = ("*", "1-0", "0-1", "1/2-1/2")  # by enum tabia_result
_WHEN_READING, _WHEN_WRITING = 1, 2

# The attributes of moves and positions, by bit.
_WEIGHT, _RESULTS, _MARK, _NAGS, _MOVE_COMMENT, _LEARN = range(6)
_EVAL = 9


# ---- the library's structures ---------------------------------------------

class _Error(c.Structure):
    _fields_ = [("status", c.c_int), ("hint", c.c_int),
                ("line", c.c_uint32), ("col", c.c_uint32),
                ("offset", c.c_uint64), ("file", c.c_char * 256),
                ("msg", c.c_char * 192), ("reserved", c.c_uint64 * 2)]


class _Pos(c.Structure):
    _fields_ = [("by_type", c.c_uint64 * 7), ("by_color", c.c_uint64 * 2),
                ("castling", c.c_uint64), ("key", c.c_uint64),
                ("board", c.c_uint8 * 64), ("halfmove", c.c_uint16),
                ("fullmove", c.c_uint16), ("turn", c.c_uint8),
                ("ep_file", c.c_uint8)]


class _MoveData(c.Structure):
    _fields_ = [("has", c.c_uint), ("weight", c.c_uint32),
                ("white", c.c_uint32), ("draws", c.c_uint32),
                ("black", c.c_uint32), ("unknown_results", c.c_uint32),
                ("mark", c.c_int),
                ("nags", c.c_uint8 * 4), ("comment", c.c_char_p),
                ("learn", c.c_uint64), ("line", c.c_uint32),
                ("col", c.c_uint32), ("reserved", c.c_uint64 * 2)]


class _BookMove(c.Structure):
    _fields_ = [("move", c.c_uint16), ("edge", c.c_uint32),
                ("from_node", c.c_uint32), ("to_node", c.c_uint32),
                ("data", _MoveData),
                ("has_share", c.c_bool), ("share", c.c_uint64),
                ("reserved", c.c_uint64 * 1)]


class _Eval(c.Structure):
    _fields_ = [("kind", c.c_int), ("value", c.c_int32),
                ("depth", c.c_uint32), ("text", c.c_char_p)]


class _Coordinates(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double),
                ("x_text", c.c_char_p), ("y_text", c.c_char_p)]


class _NodeData(c.Structure):
    _fields_ = [("has", c.c_uint), ("name", c.c_char_p), ("eco", c.c_char_p),
                ("comment", c.c_char_p), ("eval", _Eval),
                ("coordinates", _Coordinates), ("tags", c.c_void_p),
                ("ntags", c.c_size_t), ("reserved", c.c_uint64 * 4)]


class _Bytes(c.Structure):
    _fields_ = [("data", c.c_void_p), ("size", c.c_size_t)]


class _Setting(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_char_p)]


_OnProblem = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_int, c.POINTER(_Error))


class _ReadOptions(c.Structure):
    _fields_ = [("format", c.c_void_p), ("name", c.c_char_p),
                ("path", c.c_char_p), ("settings", c.POINTER(_Setting)),
                ("nsettings", c.c_size_t), ("memory_limit", c.c_size_t),
                ("keep_location", c.c_bool), ("lenient", c.c_bool),
                ("wants_lines", c.c_bool),
                ("in_memory", c.c_bool),
                ("report", c.c_void_p),
                ("on_problem", _OnProblem), ("is_stopped", c.c_void_p),
                ("on_progress", c.c_void_p), ("ctx", c.c_void_p),
                ("reserved", c.c_uint64 * 4)]


class _OpenOptions(c.Structure):
    _fields_ = [("mode", c.c_int), ("read", _ReadOptions),
                ("reserved", c.c_uint64 * 4)]


class _SourceInfo(c.Structure):
    _fields_ = [("kind", c.c_int), ("format", c.c_void_p),
                ("name", c.c_char_p), ("bytes", _Bytes),
                ("is_searched", c.c_bool),
                ("reserved", c.c_uint64 * 4)]


class _Query(c.Structure):
    _fields_ = [("start", c.POINTER(_Pos)), ("line", c.POINTER(c.c_uint16)),
                ("nline", c.c_size_t), ("filter", c.c_void_p),
                ("drop_filters", c.c_bool), ("player", c.c_char_p),
                ("side", c.c_int), ("wants_after", c.c_bool),
                ("names", c.c_void_p),
                ("reserved", c.c_uint64 * 4)]


class _Answer(c.Structure):
    _fields_ = [("is_known", c.c_bool), ("position_data", _NodeData),
                ("nmoves", c.c_size_t), ("moves", c.POINTER(_BookMove)),
                ("has", c.c_uint), ("after_data", c.POINTER(_NodeData)),
                ("move_stats", c.c_void_p), ("total", c.c_uint64 * 3),
                ("unknown_results", c.c_uint64), ("ntop_games", c.c_size_t),
                ("nrecent_games", c.c_size_t), ("top_games", c.c_void_p),
                ("recent_games", c.c_void_p), ("dropped_filters", c.c_uint),
                ("source_index", c.c_size_t), ("buffers", c.c_void_p),
                ("reserved", c.c_uint64 * 4)]


class _GameRef(c.Structure):
    _fields_ = [("game", c.c_uint64), ("move", c.c_uint16),
                ("source_index", c.c_uint32)]


class _StoreQuery(c.Structure):
    _fields_ = [("pos", c.POINTER(_Pos)), ("move", c.c_uint16),
                ("player", c.c_char_p), ("is_prefix", c.c_bool),
                ("side", c.c_int), ("filter", c.c_void_p),
                ("modes", c.c_uint), ("order", c.c_int),
                ("skip", c.c_uint64), ("max", c.c_uint64),
                ("has_after", c.c_bool), ("after", c.c_uint64),
                ("max_read", c.c_uint64), ("reserved", c.c_uint64 * 4)]


class _StoreGame(c.Structure):
    _fields_ = [("date", c.c_uint32), ("ratings", c.c_uint16 * 2),
                ("speed", c.c_int), ("result", c.c_int),
                ("is_rated", c.c_bool), ("file", c.c_char_p),
                ("offset", c.c_uint64), ("length", c.c_uint64),
                ("id", c.c_char * 9), ("players", c.c_char * 256 * 2),
                ("event", c.c_char * 256), ("reserved", c.c_uint64 * 4)]


class _BuildProgress(c.Structure):
    _fields_ = [("stage", c.c_char_p), ("done", c.c_uint64),
                ("total", c.c_uint64), ("games", c.c_uint64),
                ("disk_bytes", c.c_uint64)]


_OnGame = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.POINTER(_GameRef))
_OnBuildProgress = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(_BuildProgress))
_IsStopped = c.CFUNCTYPE(c.c_bool, c.c_void_p)


class _BuildOptions(c.Structure):
    _fields_ = [("inputs", c.POINTER(c.c_char_p)), ("ninputs", c.c_size_t),
                ("output", c.c_char_p), ("format", c.c_void_p),
                ("write_options", c.c_void_p), ("where", c.c_char_p),
                ("player", c.c_char_p), ("variant", c.c_int),
                ("drop_duplicates", c.c_bool), ("min_ply", c.c_uint32),
                ("max_ply", c.c_uint32), ("side", c.c_int),
                ("dimensions", c.c_uint), ("min_games", c.c_uint64),
                ("min_score", c.c_double), ("min_rate", c.c_double * 2),
                ("min_rate_side", c.c_int), ("top", c.c_uint32),
                ("weight", c.c_int), ("half_life", c.c_double),
                ("polyglot_compatible", c.c_bool),
                ("memory_limit", c.c_uint64), ("work_folder", c.c_char_p),
                ("threads", c.c_uint), ("part", c.c_uint32),
                ("nparts", c.c_uint32), ("slice", c.c_uint32),
                ("nslices", c.c_uint32), ("report", c.c_void_p),
                ("on_problem", c.c_void_p),
                ("on_progress", _OnBuildProgress),
                ("is_stopped", _IsStopped), ("ctx", c.c_void_p),
                ("reserved", c.c_uint64 * 4)]


class _BuildResult(c.Structure):
    _fields_ = [(name_, c.c_uint64) for name_ in (
        "games", "counted", "filtered", "unfinished", "duplicates", "broken",
        "events", "positions", "moves", "runs", "disk_bytes",
        "resumed")] + [
            ("is_damaged", c.c_bool), ("reserved", c.c_uint64 * 4)]


class _SettingInfo(c.Structure):
    _fields_ = [("name", c.c_char_p), ("kind", c.c_int), ("when", c.c_uint)]


class _WriteOptions(c.Structure):
    _fields_ = [("settings", c.POINTER(_Setting)), ("nsettings", c.c_size_t),
                ("force", c.c_bool), ("strict", c.c_bool),
                ("allow_empty", c.c_bool),
                ("on_note", c.c_void_p), ("on_file", c.c_void_p),
                ("is_stopped", c.c_void_p), ("ctx", c.c_void_p),
                ("reserved", c.c_uint64 * 4)]


class _Loss(c.Structure):
    _fields_ = [("count", c.c_uint64), ("what", c.c_char * 104)]


class _PickOptions(c.Structure):
    _fields_ = [("method", c.c_int), ("seed", c.c_uint64), ("allow_avoided", c.c_bool),
                ("reserved", c.c_uint64 * 4)]


class _Name(c.Structure):
    _fields_ = [("name", c.c_char_p), ("eco", c.c_char_p)]


class _NamesOptions(c.Structure):
    _fields_ = [("paths", c.POINTER(c.c_char_p)),
                ("reserved", c.c_uint64 * 4)]


class _FormatInfo(c.Structure):
    _fields_ = [("name", c.c_char_p), ("title", c.c_char_p),
                ("suffixes", c.POINTER(c.c_char_p)),
                ("can_read", c.c_bool), ("can_write", c.c_bool),
                ("can_find", c.c_bool), ("can_merge", c.c_bool),
                ("ignores_ep", c.c_bool), ("can_skip_damage", c.c_bool),
                ("is_keyed", c.c_bool), ("is_puzzles", c.c_bool),
                ("is_games", c.c_bool), ("is_store", c.c_bool),
                ("holds", c.c_uint), ("attrs", c.c_uint),
                ("text_keys", c.POINTER(c.c_char_p))]


_P = c.POINTER
_VOID = c.c_void_p
_TEXT = c.c_char_p
_ERR = _P(_Error)

# name: result, parameters
_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "tabia_abi_version": (c.c_uint,),
    "tabia_version": (_TEXT,),
    "tabia_pos_set_start960": (None, _P(_Pos), c.c_int),
    "tabia_fen_parse": (c.c_bool, _P(_Pos), _TEXT, c.c_size_t, c.c_uint,
                           _ERR),
    "tabia_pos_play": (None, _P(_Pos), c.c_uint16),
    "tabia_pos_king": (c.c_uint8, _P(_Pos), c.c_int),
    "tabia_san_parse": (c.c_bool, _P(_Pos), _TEXT, c.c_size_t, c.c_uint,
                        _P(c.c_uint16), _ERR),
    "tabia_san_print": (c.c_size_t, _P(_Pos), c.c_uint16, _TEXT),
    "tabia_uci_parse": (c.c_bool, _P(_Pos), _TEXT, c.c_size_t,
                        _P(c.c_uint16), _ERR),
    "tabia_uci_print": (c.c_size_t, _P(_Pos), c.c_uint16, c.c_bool, _TEXT),
    "tabia_source_open": (_VOID, _TEXT, _P(_OpenOptions), _ERR),
    "tabia_source_open_bytes": (_VOID, _Bytes, _P(_OpenOptions), _ERR),
    "tabia_source_close": (None, _VOID),
    "tabia_source_get_info": (_SourceInfo, _VOID),
    "tabia_source_find": (c.c_bool, _VOID, _P(_Pos), _P(_Query), _P(_Answer),
                          _ERR),
    "tabia_answer_clear": (None, _P(_Answer)),
    "tabia_source_save": (c.c_bool, _VOID, _TEXT, _VOID, _P(_WriteOptions),
                          _VOID, _ERR),
    "tabia_source_store": (_VOID, _VOID, _ERR),
    "tabia_store_list_games": (c.c_bool, _VOID, _P(_StoreQuery), _OnGame,
                               _VOID, _VOID, _ERR),
    "tabia_store_get_game": (c.c_bool, _VOID, c.c_uint64, _P(_StoreGame),
                             _ERR),
    "tabia_speed_name": (_TEXT, c.c_int),
    "tabia_status_name": (_TEXT, c.c_int),
    "tabia_build": (c.c_bool, _P(_BuildOptions), _P(_BuildResult), _ERR),
    "tabia_format_setting_at": (_P(_SettingInfo), _VOID, c.c_size_t),
    "tabia_report_new": (_VOID, _ERR),
    "tabia_report_free": (None, _VOID),
    "tabia_report_at": (_P(_Loss), _VOID, c.c_size_t),
    "tabia_pick_move": (c.c_size_t, _P(_Pos), _P(_BookMove), c.c_size_t, _P(_PickOptions)),
    "tabia_pick_weight": (c.c_uint64, _P(_Pos), _P(_BookMove), c.c_size_t,
                            c.c_size_t,
                            _P(_PickOptions)),
    "tabia_format_at": (_VOID, c.c_size_t),
    "tabia_format_find": (_VOID, _TEXT, _ERR),
    "tabia_format_for_path": (_VOID, _TEXT, _ERR),
    "tabia_format_get_info": (_P(_FormatInfo), _VOID),
    "tabia_names_load": (_VOID, _P(_NamesOptions), _ERR),
    "tabia_names_free": (None, _VOID),
    "tabia_names_count": (c.c_uint32, _VOID),
    "tabia_names_find_line": (c.c_bool, _VOID, _P(_Pos), _P(c.c_uint16),
                         c.c_size_t, _P(_Name), _P(c.c_size_t)),
}


def _library_files() -> list[str]:
    """Where the library may be, the best place first."""
    chosen = os.environ.get("TABIA_LIBRARY")
    if chosen:
        return [chosen]
    # The module is in PREFIX/lib/python3/..., the library in PREFIX/lib*, or
    # below it in a folder for the kind of machine; in the sources the module
    # is in python/, the library in build/release.
    files = []
    for above in pathlib.Path(__file__).resolve().parents:
        for pattern in ("lib/", "lib/*-linux-gnu*/", "lib64/",
                        "build/release/"):
            files += sorted(above.glob(pattern + _LIBRARY))
    return [str(file) for file in files] + [_LIBRARY]


def _open_library() -> Any:
    problems = []
    for file in _library_files():
        try:
            return c.CDLL(file)
        except OSError as problem:
            problems.append(str(problem))
    raise ImportError("cannot load libtabia (" + "; ".join(problems) + "): "
                      "install it, or set TABIA_LIBRARY to the path of "
                      f"{_LIBRARY}")


def _load() -> Any:
    library = _open_library()
    for function, (result, *parameters) in _FUNCTIONS.items():
        entry = getattr(library, function)
        entry.restype = result
        entry.argtypes = parameters
    found = library.tabia_abi_version()
    if found != _ABI_VERSION:
        raise ImportError(f"libtabia has ABI {found}, not {_ABI_VERSION}")
    return library


_lib = _load()


# ---- values ---------------------------------------------------------------

class Error(Exception):
    """An error: a status word, a message and, in files, a location.

    Lines and columns count from 1; a line of 0 means that 'offset' gives the
    location, in bytes.
    """

    def __init__(self, status: str, message: str, file: Optional[str] = None,
                 line: int = 0, col: int = 0, offset: int = 0) -> None:
        location = f"{file}: " if file else ""
        if line:
            location = f"{file or '<text>'}:{line}:{col}: "
        super().__init__(location + message)
        self.status = status
        self.message = message
        self.file = file
        self.line = line
        self.col = col
        self.offset = offset


@dataclass(frozen=True)
class Move:
    """A move of a book and all that the book says about it.

    'share' is how often it is chosen by weight, from 0 to 1; None where
    nothing can be chosen. Results are games: won by White, drawn, won by
    Black. 'learn' is what an engine keeps there, 64 bits; the pages of the
    formats describe more. 'eco', 'name', 'comment', 'cp', 'mate' and 'depth'
    belong to the position after the move; evaluations are White's.
    """

    san: str
    uci: str
    weight: Optional[int] = None
    white: Optional[int] = None
    draws: Optional[int] = None
    black: Optional[int] = None
    unknown: Optional[int] = None
    mark: Optional[str] = None
    nags: Optional[tuple[int, ...]] = None
    remark: Optional[str] = None
    learn: Optional[int] = None
    share: Optional[float] = None
    eco: Optional[str] = None
    name: Optional[str] = None
    comment: Optional[str] = None
    cp: Optional[int] = None
    mate: Optional[int] = None
    depth: Optional[int] = None


@dataclass(frozen=True)
class Choice:
    """The move that was picked, and the reply that the book thinks best."""

    move: Move
    reply: Optional[Move]


@dataclass(frozen=True)
class Game:
    """A game of a store. 'move' is what was played in the position asked for.

    The date is "2024.05.??", unknown parts as ??; ratings are None where they
    are not known.
    """

    id: str
    white: str
    black: str
    white_rating: Optional[int]
    black_rating: Optional[int]
    result: str
    date: str
    event: str
    speed: str
    rated: bool
    move: Optional[str]


@dataclass(frozen=True)
class Row:
    """A move in several books: what each of them has, or None."""

    san: str
    uci: str
    moves: tuple[Optional[Move], ...]


@dataclass(frozen=True)
class Loss:
    """What a conversion could not keep, and how often it was there."""

    count: int
    what: str


@dataclass(frozen=True)
class Name:
    """An opening's name, and after how many moves it stood."""

    eco: Optional[str]
    name: Optional[str]
    ply: int


@dataclass(frozen=True)
class Format:
    """A format of book files, and what can be done with it."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    can_read: bool
    can_write: bool
    can_find: bool


# ---- helpers --------------------------------------------------------------

def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "replace")


def _status(status: int) -> str:
    """A word, also for a status of a newer library: "unknown"."""
    return _text(_lib.tabia_status_name(status)) or "unknown"


def _check(ok: Any, err: _Error) -> None:
    if not ok:
        raise Error(_status(err.status), _text(err.msg) or "failed",
                    _text(err.file) or None, err.line, err.col, err.offset)


def _format(name: Optional[str]) -> Optional[int]:
    if name is None:
        return None
    err = _Error()
    found: Optional[int] = _lib.tabia_format_find(name.encode(), c.byref(err))
    _check(found, err)
    return found


def _split(settings: Optional[dict[str, str]], source: Optional[int],
           target: Optional[int]) -> tuple[dict[str, str], dict[str, str]]:
    """The settings of reading and those of writing, by what the formats have.

    What neither knows goes to writing, which refuses it by its name.
    """
    def names(format_: Optional[int], when: int) -> set[str]:
        found: set[str] = set()
        i = 0
        while format_:
            info = _lib.tabia_format_setting_at(format_, i)
            if not info:
                break
            if info.contents.when & when:
                found.add(info.contents.name.decode())
            i += 1
        return found

    reads, writes = names(source, _WHEN_READING), names(target, _WHEN_WRITING)
    given = settings or {}
    return ({key: value for key, value in given.items() if key in reads},
            {key: value for key, value in given.items()
             if key in writes or key not in reads})


def _settings(settings: Optional[dict[str, str]]) -> Any:
    pairs = [_Setting(key.encode(), value.encode())
             for key, value in (settings or {}).items()]
    return (_Setting * len(pairs))(*pairs)


class _Game:
    """A position, and the moves that led to it from where it started."""

    def __init__(self, moves: Union[str, Sequence[str]] = "",
                 fen: Optional[str] = None) -> None:
        err = _Error()
        self.start = _Pos()
        if fen is None:
            _lib.tabia_pos_set_start960(self.start, 518)
        else:
            text = fen.encode()
            lenient = 1
            _check(_lib.tabia_fen_parse(self.start, text, len(text),
                                           lenient, err), err)
        self.pos = _Pos.from_buffer_copy(self.start)
        self.has_fen = fen is not None
        self.moves: list[int] = []
        words = moves.split() if isinstance(moves, str) else moves
        for word in words:
            self._play(re.sub(r"^\d*\.+", "", word).encode())

    def _play(self, text: bytes) -> None:
        if not text:
            return
        err, move = _Error(), c.c_uint16()
        if not _lib.tabia_uci_parse(self.pos, text, len(text), move, None):
            _check(_lib.tabia_san_parse(self.pos, text, len(text), 0, move,
                                        err), err)
        _lib.tabia_pos_play(self.pos, move)
        self.moves.append(move.value)

    def line(self) -> Any:
        return (c.c_uint16 * len(self.moves))(*self.moves)


def _after(pos: _Pos, move: int) -> _Pos:
    after = _Pos.from_buffer_copy(pos)
    _lib.tabia_pos_play(after, move)
    return after


def _is_chess960(pos: _Pos) -> bool:
    if pos.castling & ~0x8100000000000081:
        return True
    return any(pos.castling >> 56 * color & 0xFF
               and _lib.tabia_pos_king(pos, color) != 4 + 56 * color
               for color in (0, 1))


# ---- books ----------------------------------------------------------------

class Book:
    """An open book; use tabia.open() to get one.

    'warnings' are the problems of the file that did not keep it from being
    read. A book is closed by close(), or at the end of a 'with' block.
    """

    def __init__(self, path: Optional[Path], mode: int, format: Optional[str],
                 settings: Optional[dict[str, str]],
                 bytes_of: Optional[Book] = None) -> None:
        self._source: Optional[int] = None
        self.warnings: list[str] = []

        def take(_ctx: Any, kind: int, problem: Any) -> bool:
            if kind == 0:
                self.warnings.append(_text(problem.contents.msg) or "")
            return kind == 0  # an error ends reading

        err, list_ = _Error(), _settings(settings)
        self._kept = (list_, _OnProblem(take))  # the source borrows them
        read = _ReadOptions(format=_format(format), settings=list_,
                            nsettings=len(list_), on_problem=self._kept[1])
        self._path = None if path is None else os.fsencode(path)
        if bytes_of is None:
            self._source = _lib.tabia_source_open(
                self._path, _OpenOptions(mode, read), err)
        else:
            info = bytes_of._info()
            read.format, read.name = info.format, info.name
            self._source = _lib.tabia_source_open_bytes(
                info.bytes, _OpenOptions(mode, read), err)
        _check(self._source, err)

    def _info(self) -> _SourceInfo:
        return _lib.tabia_source_get_info(self._source)

    def __enter__(self) -> Book:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]],
                 value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Frees the book; asking it afterwards raises tabia.Error."""
        source, self._source = getattr(self, "_source", None), None
        if _lib is not None:
            _lib.tabia_source_close(source)

    def _ask(self, game: _Game, how: _PickOptions,
             limit: Optional[int] = None) -> tuple[list[Move], int, int]:
        """The moves, the number of the one that is chosen, and its code."""
        err, answer, line = _Error(), _Answer(), game.line()
        query = _Query(nline=len(line), wants_after=True,
                       names=_own_names()._names)
        if not game.has_fen:
            query.start, query.line = c.pointer(game.start), line
        if not self._source:
            raise Error("misuse", "the book is closed")
        try:
            _check(_lib.tabia_source_find(self._source, game.pos, query,
                                          answer, err), err)
            weights = [_lib.tabia_pick_weight(game.pos, answer.moves, answer.nmoves, i, how)
                       for i in range(answer.nmoves)]
            total = sum(weights)
            moves = [_move(game.pos, answer.moves[i], answer.after_data[i],
                           weights[i] / total if total else None)
                     for i in range(answer.nmoves)[:limit]]
            chosen: int = _lib.tabia_pick_move(game.pos, answer.moves, answer.nmoves, how)
            code = answer.moves[chosen].move if chosen < answer.nmoves else 0
            return moves, chosen, code
        finally:
            _lib.tabia_answer_clear(answer)

    def find(self, moves: Union[str, Sequence[str]] = "",
             fen: Optional[str] = None, *, wide: bool = False,
             limit: Optional[int] = None) -> list[Move]:
        """The moves that the book has in a position, in its own order.

        'wide' gives avoided moves a share too; 'limit' cuts the list.
        """
        game = _Game(moves, fen)
        return self._ask(game, _PickOptions(allow_avoided=wide),
                         limit)[0]

    def pick(self, moves: Union[str, Sequence[str]] = "",
             fen: Optional[str] = None, *, seed: Optional[int] = None,
             method: str = "weighted", wide: bool = False) -> Optional[Choice]:
        """Lets the book choose a move; None when it has nothing to play.

        The methods are weighted, best, uniform and first. The same seed
        gives the same move on every machine; without one, chance decides.
        """
        if method not in _METHODS:
            raise Error("misuse", f"there is no method '{method}'")
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little")
        game = _Game(moves, fen)
        how = _PickOptions(method=_METHODS.index(method), seed=seed,
                             allow_avoided=wide)
        found, chosen, code = self._ask(game, how)
        if chosen >= len(found):
            return None
        move = found[chosen]
        reply = _Game()
        reply.pos, reply.has_fen = _after(game.pos, code), True
        best = _PickOptions(method=_METHODS.index("best"))
        found, chosen, _ = self._ask(reply, best)
        return Choice(move, found[chosen] if chosen < len(found) else None)

    def games(self, moves: Union[str, Sequence[str]] = "",
              fen: Optional[str] = None, *, player: Optional[str] = None,
              color: Optional[str] = None, newest: bool = False,
              limit: int = 20) -> list[Game]:
        """The games of a store that had a position, best rated first.

        'player' and 'color' ("white" or "black") choose games of one player;
        case and blanks of the name do not matter. 'newest' sorts by date. At
        most 'limit' games are listed, of which the library sorts up to 10,000:
        above, tabia.Error has the status "limit". Other threads may not use
        the book meanwhile.
        """
        if color not in _SIDES:
            raise Error("misuse", f"there is no color '{color}'")
        if not self._source:
            raise Error("misuse", "the book is closed")
        err, game = _Error(), _Game(moves, fen)
        store = _lib.tabia_source_store(self._source, err)
        _check(store, err)
        refs: list[_GameRef] = []

        def take(_ctx: Any, ref: Any) -> bool:
            refs.append(_GameRef.from_buffer_copy(ref.contents))
            return True

        query = _StoreQuery(
            pos=c.pointer(game.pos), side=_SIDES[color],
            player=None if player is None else player.encode(),
            order=2 if newest else 1, max=limit)
        if limit > 0:
            _check(_lib.tabia_store_list_games(store, query, _OnGame(take),
                                               None, None, err), err)
        return [_game(store, game.pos, ref) for ref in refs]


def _game(store: int, pos: _Pos, ref: _GameRef) -> Game:
    err, game = _Error(), _StoreGame()
    _check(_lib.tabia_store_get_game(store, ref.game, game, err), err)
    move = None
    if ref.move:
        san = c.create_string_buffer(12)
        _lib.tabia_san_print(pos, ref.move, san)
        move = san.value.decode()
    year, month, day = (game.date // 10000, game.date // 100 % 100,
                        game.date % 100)
    known = game.result < len(_RESULTS_OF_GAMES)
    return Game(
        id=game.id.decode(), white=_text(game.players[0].value) or "",
        black=_text(game.players[1].value) or "",
        white_rating=game.ratings[0] or None,
        black_rating=game.ratings[1] or None,
        result=_RESULTS_OF_GAMES[game.result] if known else "*",
        date=".".join([f"{year:04}" if year else "????",
                       f"{month:02}" if month else "??",
                       f"{day:02}" if day else "??"]),
        event=_text(game.event) or "",
        speed=_text(_lib.tabia_speed_name(game.speed)) or "",
        rated=game.is_rated, move=move)


def _move(pos: _Pos, entry: Any, after: Any, share: Optional[float]) -> Move:
    san, uci = c.create_string_buffer(12), c.create_string_buffer(6)
    _lib.tabia_san_print(pos, entry.move, san)
    _lib.tabia_uci_print(pos, entry.move, _is_chess960(pos), uci)
    data = entry.data

    def has(mask: int, attribute: int) -> bool:
        return bool(mask >> attribute & 1)

    games = (None, None, None, None)
    if has(data.has, _RESULTS):
        games = (data.white, data.draws, data.black,
                 data.unknown_results or None)
    nags = None
    if has(data.has, _NAGS):
        nags = tuple(nag for nag in data.nags if nag)
    cp = mate = depth = None
    if has(after.has, _EVAL):
        if after.eval.kind == 0:
            cp = after.eval.value
        elif after.eval.kind == 1:
            mate = after.eval.value
        depth = after.eval.depth or None
    return Move(
        san=san.value.decode(), uci=uci.value.decode(),
        weight=data.weight if has(data.has, _WEIGHT) else None,
        white=games[0], draws=games[1], black=games[2], unknown=games[3],
        mark=(_MARKS[data.mark]
              if has(data.has, _MARK) and data.mark < len(_MARKS) else None),
        nags=nags, remark=_text(data.comment),
        learn=data.learn if has(data.has, _LEARN) else None, share=share,
        eco=_text(after.eco), name=_text(after.name),
        comment=_text(after.comment), cp=cp, mate=mate, depth=depth)


def open(path: Optional[Path] = None, *, table: Optional[bool] = None,
         format: Optional[str] = None,
         settings: Optional[dict[str, str]] = None) -> Book:
    """Opens a book of any format that can be read; None is the built-in book.

    A file with keys, such as PolyGlot's, is searched where it lies, and so is
    one above 64 MB, if its format can be; others are loaded. With 'table' the
    file is searched, which not all formats can, and loaded if it is False. The
    content decides the format, or 'format' does.
    'settings' are the format's own, as 'tabia formats FORMAT' lists them; the
    value of a flag is "".
    """
    mode = (_OPEN_AUTO if table is None
            else _OPEN_IN_PLACE if table else _OPEN_BOOK)
    return Book(path, mode, format, settings)


class _Report:
    """A report of the library, to be filled by one call."""

    def __enter__(self) -> int:
        err = _Error()
        self._report: Optional[int] = _lib.tabia_report_new(err)
        _check(self._report, err)
        return self._report or 0

    def __exit__(self, *_failure: Any) -> None:
        _lib.tabia_report_free(self._report)


def _losses(report: int) -> list[Loss]:
    losses: list[Loss] = []
    while True:
        found = _lib.tabia_report_at(report, len(losses))
        if not found:
            return losses
        losses.append(Loss(found.contents.count,
                           _text(found.contents.what) or ""))


def compare(books: Sequence[Book], moves: Union[str, Sequence[str]] = "",
            fen: Optional[str] = None) -> list[Row]:
    """The moves of several books side by side, those of the first one first."""
    found = [book.find(moves, fen) for book in books]
    rows: dict[str, Row] = {}
    for list_ in found:
        for move in list_:
            rows.setdefault(move.uci, Row(move.san, move.uci, tuple(
                next((one for one in other if one.uci == move.uci), None)
                for other in found)))
    return list(rows.values())


def convert(source: Path, target: Path, *, to: Optional[str] = None,
            format: Optional[str] = None, force: bool = False,
            strict: bool = False,
            settings: Optional[dict[str, str]] = None) -> list[Loss]:
    """Turns a book of any format into one of any other; reports what is lost.

    Losses of reading and of writing are in one list. The ending of the target's
    name gives its format, or 'to' does. With 'strict' any loss raises
    tabia.Error and nothing is written; an existing file is replaced only by
    'force'. A file that is searched by key and keeps its format is copied by
    key. Each of 'settings' goes to the format that has it, of the source or of
    the target.
    """
    err, path = _Error(), os.fsencode(target)
    wanted = _format(to) or _lib.tabia_format_for_path(path, err)
    _check(wanted, err)
    with Book(source, _OPEN_RECOGNISE, format, None) as plain:
        reads, writes = _split(settings, plain._info().format, wanted)
        list_ = _settings(writes)
        options = _WriteOptions(settings=list_, nsettings=len(list_),
                                force=force, strict=strict)
        # The format has to be known first; standard input is read only once.
        is_stdin = os.fsencode(source) == b"-"
        book = plain if not reads else Book(source, _OPEN_RECOGNISE, format,
                                            reads, plain if is_stdin else None)
        with book, _Report() as report:
            _check(_lib.tabia_source_save(book._source, path, wanted, options,
                                          report, err), err)
            return _losses(report)


class _Calls:
    """What is called during a long call of the library, until its end.

    An exception ends the call and is raised behind it: ctypes would only print
    it. So is what the handler of Ctrl-C raises, whatever is called just then.
    """

    def __init__(self) -> None:
        self.stops = False
        self._error: Optional[BaseException] = None
        self._handler: Any = None

    def guard(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except BaseException as problem:
            self._error, self.stops = problem, True

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):
                self._handler = handler
                signal.signal(signal.SIGINT,
                              functools.partial(self.guard, handler))

    def __exit__(self, *_failure: Any) -> None:
        if self._handler:
            signal.signal(signal.SIGINT, self._handler)
        if self._error:
            raise self._error from None


def build(inputs: Union[Path, Sequence[Path]], output: Path, *,
          to: Optional[str] = None, force: bool = False,
          where: Optional[str] = None, player: Optional[str] = None,
          max_ply: int = 0, min_games: int = 0, threads: int = 0,
          on_progress: Optional[Callable[[str, int, int], Any]] = None
          ) -> dict[str, int]:
    """Builds a store, or with 'to' a book, from files of games.

    'on_progress' gets the stage, and how much of how much is done; a true
    result stops, and tabia.Error has the status "stopped". Returns counts:
    games, counted, broken, positions, moves and more.
    """
    list_ = [inputs] if isinstance(inputs, (str, os.PathLike)) else inputs
    paths = (c.c_char_p * len(list_))(*[os.fsencode(one) for one in list_])
    calls = _Calls()

    def report(_ctx: Any, progress: Any) -> None:
        now = progress.contents
        if on_progress and calls.guard(on_progress, _text(now.stage) or "",
                                       now.done, now.total):
            calls.stops = True

    err, result = _Error(), _BuildResult()
    write = _WriteOptions(force=force)
    options = _BuildOptions(
        inputs=paths, ninputs=len(paths), output=os.fsencode(output),
        format=_format(to), write_options=c.addressof(write),
        where=None if where is None else where.encode(),
        player=None if player is None else player.encode(),
        max_ply=max_ply, min_games=min_games, threads=threads,
        on_progress=_OnBuildProgress(report),
        is_stopped=_IsStopped(lambda _ctx: calls.stops))
    with calls:
        _check(_lib.tabia_build(options, result, err), err)
    return {name_: int(getattr(result, name_)) for name_, _ in result._fields_
            if name_ != "reserved"}


# ---- names ----------------------------------------------------------------

class Names:
    """A table of opening names: the library's own, or one from a file."""

    def __init__(self, path: Optional[Path] = None) -> None:
        self._names: Optional[int] = None
        err = _Error()
        text = None if path is None else os.fsencode(path)
        options = _NamesOptions(paths=(c.c_char_p * 2)(text, None))
        self._names = _lib.tabia_names_load(options, err)
        _check(self._names, err)

    def __len__(self) -> int:
        return int(_lib.tabia_names_count(self._names))

    def __del__(self) -> None:
        if _lib is not None and getattr(self, "_names", None):
            _lib.tabia_names_free(self._names)

    def find(self, moves: Union[str, Sequence[str]] = "",
             fen: Optional[str] = None) -> Optional[Name]:
        """What the position is called: the last name on the way to it."""
        game = _Game(moves, fen)
        found, ply = _Name(), c.c_size_t()
        if not _lib.tabia_names_find_line(self._names, game.start, game.line(),
                                     len(game.moves), found, ply):
            return None
        return Name(_text(found.eco), _text(found.name), ply.value)


_default_names: Optional[Names] = None


def _own_names() -> Names:
    global _default_names
    if _default_names is None:
        _default_names = Names()
    return _default_names


def name(moves: Union[str, Sequence[str]] = "",
         fen: Optional[str] = None) -> Optional[Name]:
    """What a position is called by the library's own set of names."""
    return _own_names().find(moves, fen)


# ---- the library ----------------------------------------------------------

def formats() -> list[Format]:
    """All formats, in the order of 'tabia formats'."""
    result: list[Format] = []
    while True:
        found = _lib.tabia_format_at(len(result))
        if not found:
            return result
        info = _lib.tabia_format_get_info(found).contents
        suffixes: list[str] = []
        while info.suffixes[len(suffixes)]:
            suffixes.append(info.suffixes[len(suffixes)].decode())
        result.append(Format(info.name.decode(), info.title.decode(),
                             tuple(suffixes), info.can_read, info.can_write,
                             info.can_find))


def version() -> str:
    """The version of the library."""
    return _text(_lib.tabia_version()) or ""
