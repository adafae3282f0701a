"""Replays: recorded games of other programs, recognised by their content; two of the formats are written, too.

docs/replays.md describes each format byte by byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from minemind import _native
from minemind.errors import BadReplay, InvalidValue
from minemind.formats.definition import Content, Format, Holds, said
from minemind.formats.recording import recording_of, replay_of
from minemind.game import Game
from minemind.grid import MAX_CELLS
from minemind.replay import Playable, Replay

__all__ = ["AVF", "EVF", "MVF", "RAWVF", "REPLAYS", "RMV", "read_replay"]

# How far the marks of a format are searched for: beyond the mines of the largest board.
_HEAD = 140_000

_AVF_SUMMARY = re.compile(rb"[\x11\x7f].\[[0-3]\|", re.DOTALL)
_CLONE = b"\x11Minesweeper Clone"
_CLONE_LEVELS = {(8, 8, 10), (16, 16, 40), (30, 16, 99)}
_CLONE_YEARS = range(2003, 2031)
_RAWVF_BOARD = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*board[ \t]*:[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)

# The most bytes of the program's name in an EVF file.
_PROGRAM = 200


def _is_rmv(content: bytes) -> bool:
    return content.startswith(b"*rmv")


def _is_avf(content: bytes) -> bool:
    return content[5:6] in (b"\3", b"\4", b"\5", b"\6") and _AVF_SUMMARY.search(content, 0, _HEAD) is not None


def _is_mvf(content: bytes) -> bool:
    is_untitled = content.startswith(b"\0\0") and int.from_bytes(content[9:11], "big") in _CLONE_YEARS
    return content.startswith(_CLONE) or is_untitled or _is_early_mvf(content)


def _is_early_mvf(content: bytes) -> bool:
    """Clone 0.96 and earlier, which cannot be read: columns, rows, mines and their places, and then much more."""
    mines = int.from_bytes(content[2:4], "big")
    return (*content[:2], mines) in _CLONE_LEVELS and len(content) > 100 + 2 * mines


def _is_rawvf(content: bytes) -> bool:
    return _RAWVF_BOARD.search(content, 0, _HEAD) is not None


def _is_evf(content: bytes) -> bool:
    """Whether it has a version, a board and the name of a program; EVF has no other mark."""
    version = content[0] if content else 5
    rows, cols, high, low, pixels = (content[2 + (version >= 3) :] + bytes(5))[:5]
    start = 14 if version < 3 else 15 if version == 3 else 34
    program, end, _ = content[start : start + _PROGRAM].partition(b"\0")
    is_named = bool(end) and program.decode("utf-8", "replace").isprintable()
    return version <= 4 and 0 < rows * cols >= high * 256 + low and pixels > 0 and is_named


def _read(name: str, content: bytes, max_cells: int) -> Content:
    return Content(replay_of(_native.read_recording(name, content), max_cells))


def _write(name: str, value: object) -> bytes:
    replay = Replay.of(value) if isinstance(value, Game | Playable) else value
    if not isinstance(replay, Replay):
        raise InvalidValue(f"{said(value)} cannot be written as {name.upper()}; give a game that was played")
    return _native.write_recording(name, recording_of(replay, name))


def _format(name: str, title: str, recognises: Callable[[bytes], bool], *, is_written: bool = False) -> Format:
    write = partial(_write, name) if is_written else None
    return Format(name, title, (Holds.REPLAY,), recognises, partial(_read, name), write, (f".{name}",), takes=(object,))


RMV = _format("rmv", "a replay of Vienna Minesweeper", _is_rmv)
AVF = _format("avf", "a replay of Minesweeper Arbiter", _is_avf)
MVF = _format("mvf", "a replay of Minesweeper Clone", _is_mvf)
RAWVF = _format("rawvf", "a replay as text (RAWVF)", _is_rawvf, is_written=True)
EVF = _format("evf", "a replay of Metasweeper (EVF)", _is_evf, is_written=True)

# Those with the clearest marks first.
REPLAYS = (RMV, AVF, MVF, RAWVF, EVF)


def read_replay(content: bytes, *, max_cells: int = MAX_CELLS) -> Replay:
    r"""The game that another program has recorded: RAWVF, AVF, RMV, MVF or EVF, recognised by its content.

    Raises `BadReplay` for everything else.

    >>> from minemind.formats.replays import read_replay
    >>> replay = read_replay(b"Player: Ada\nBoard:\n*00\nEvents:\n0.00 lc (40 8)\n0.12 lr (40 8)\n")
    >>> replay, replay.player
    (<Replay 1×3, 1 mine: 1 click, won>, 'Ada')
    """
    found = next((known for known in REPLAYS if known.recognises(content)), None)
    if found is None:
        raise BadReplay("is not a replay that MineMind can read; it reads RAWVF, AVF, RMV, MVF and EVF")
    replay: Replay = found.read(content, max_cells).value
    return replay
