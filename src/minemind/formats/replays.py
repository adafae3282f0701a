"""Replays: recorded games of other programs as `Replay`s, and replays as files for other programs.

The engine takes the files apart (engine/files) and turns what the mouse did into clicks (engine/review/mouse). Here a
format is recognised by its content, and what the engine found becomes a replay. docs/replays.md describes each format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from minemind import _native
from minemind.arguments import shown
from minemind.board import Action
from minemind.deadline import Deadline
from minemind.errors import BadReplay, InvalidValue
from minemind.formats.names import decoded, printable
from minemind.game import State, Turn
from minemind.grid import Grid, IntArray
from minemind.layout import FirstClick, Layout
from minemind.replay import Click, MouseEvents, MouseKind, Replay
from minemind.worth import three_bv

__all__ = ["FORMATS", "ReplayFormat", "read_replay", "recognised", "write_replay"]

# How the engine numbers the kinds of clicks, and the promises of programs.
_ACTIONS = (Action.OPEN, Action.FLAG, Action.CHORD)
_RULES = {
    _native.Promise.NONE: FirstClick.ANY,
    _native.Promise.SAFE: FirstClick.SAFE,
    _native.Promise.OPENING: FirstClick.OPENING,
}

# Where a sign of a format is looked for: after the mines of the largest board.
_HEAD = 140_000

# Milliseconds.
_HUNDREDTH = 10

# What a byte and the bits of an event hold.
_MOST_ROWS = 255


@dataclass(frozen=True)
class ReplayFormat:
    """A format of recorded games: its name, the ending of its files, whose it is, and how it is recognised."""

    name: str
    program: str
    is_one: Callable[[bytes], bool]
    can_be_written: bool = False

    @property
    def ending(self) -> str:
        """What the names of its files end in."""
        return f".{self.name}"


def _is_avf(content: bytes) -> bool:
    return content[5:6] in (b"\3", b"\4", b"\5", b"\6") and _AVF_SUMMARY.search(content, 0, _HEAD) is not None


def _is_mvf(content: bytes) -> bool:
    is_untitled = content.startswith(b"\0\0") and 2004 <= int.from_bytes(content[9:11], "big") <= 2030
    return content.startswith(b"\x11Minesweeper Clone") or is_untitled


def _is_rawvf(content: bytes) -> bool:
    return _RAWVF_BOARD.search(content, 0, _HEAD) is not None


def _is_evf(content: bytes) -> bool:
    """Its version, and a board; nothing else marks it."""
    version = content[0] if content else 5
    rows, cols, high, low, pixels = (content[2 + (version >= 3) :] + bytes(5))[:5]
    return version <= 4 and 0 < rows * cols >= high * 256 + low and pixels > 0


_AVF_SUMMARY = re.compile(rb"[\x11\x7f].\[[0-3]\|", re.DOTALL)
_RAWVF_BOARD = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*board[ \t]*:[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)

# The clearest signs first.
FORMATS = (
    ReplayFormat("rmv", "Vienna Minesweeper", lambda content: content.startswith(b"*rmv")),
    ReplayFormat("avf", "Minesweeper Arbiter", _is_avf),
    ReplayFormat("mvf", "Minesweeper Clone", _is_mvf),
    ReplayFormat("rawvf", "players' tools", _is_rawvf, can_be_written=True),
    ReplayFormat("evf", "Metasweeper", _is_evf, can_be_written=True),
)


def recognised(content: bytes) -> ReplayFormat | None:
    """The format of a recorded game, by its content; None if it is none that is known.

    >>> from minemind.formats.replays import recognised
    >>> recognised(b"*rmv...").program
    'Vienna Minesweeper'
    """
    return next((known for known in FORMATS if known.is_one(content)), None)


def read_replay(content: bytes) -> Replay:
    r"""The game that another program has recorded: RAWVF, AVF, RMV, MVF or EVF, recognised by its content.

    Raises `BadReplay` for everything else.

    >>> from minemind.formats.replays import read_replay
    >>> replay = read_replay(b"Player: Ada\nBoard:\n*00\nEvents:\n0.00 lc (40 8)\n0.12 lr (40 8)\n")
    >>> replay, replay.player
    (<Replay 1×3, 1 mine: 1 click, won>, 'Ada')
    """
    found = recognised(content)
    if found is None:
        raise BadReplay(_unknown(content))
    return _replay_of(_native.read_recording(found.name, content))


def _unknown(content: bytes) -> str:
    if content.startswith(b"*umf"):
        return "this is a replay of an early Vienna Minesweeper (UMF), which cannot be read; convert it to RAWVF"
    if (content[:2], content[2:4]) in _EARLY_CLONE:
        return "this is a replay of Minesweeper Clone 0.96 or earlier, which cannot be read; convert it to RAWVF"
    return "this is not a replay that MineMind can read; it reads RAWVF, AVF, RMV, MVF and EVF"


# Columns and rows, and mines, of the three levels: with these such a file begins.
_EARLY_CLONE = {(b"\x08\x08", b"\0\x0a"), (b"\x10\x10", b"\0\x28"), (b"\x1e\x10", b"\0\x63")}


def _replay_of(found: _native.Recording) -> Replay:
    grid = Grid(found.rows, found.cols)
    mines, events = found.mines, found.events
    clicks = _native.clicks(grid.graph, mines, events, pixels=found.pixels, has_marks=found.has_marks)
    on_board = clicks[clicks[:, 0] >= 0]
    layout = Layout(grid, mines.reshape(grid.shape))
    return Replay(
        layout=layout,
        clicks=tuple(_clicks(grid, on_board)),
        first_click=_promised(layout, on_board, _RULES[found.promise]),
        program=decoded(found.program, found.encoding),
        player=decoded(found.player, found.encoding),
        seconds=_seconds(found.milliseconds, clicks),
        events=_scaled(events, found.pixels),
        strays=tuple(_ACTIONS[kind] for kind in clicks[clicks[:, 0] < 0, 1].tolist()),
    )


def _clicks(grid: Grid, clicks: IntArray) -> Iterator[Click]:
    for cell, (_, kind, flagged, milliseconds) in zip(grid.cells(clicks[:, 0]), clicks.tolist(), strict=True):
        yield Click(cell, _ACTIONS[kind], flagged, milliseconds / 1000)


def _seconds(milliseconds: int, clicks: IntArray) -> float | None:
    """The time that the program counted; if it does not say, the time of the last click.

    Minesweeper Clone may write a hundredth more or less than the click that ended the game took.
    """
    last = int(clicks[-1, 3]) if len(clicks) else None
    if last is not None and (milliseconds < 0 or abs(milliseconds - last) <= _HUNDREDTH):
        return last / 1000
    return milliseconds / 1000 if milliseconds >= 0 else None


def _promised(layout: Layout, clicks: IntArray, rule: FirstClick) -> FirstClick:
    """What a program promises, as far as the first cell that was opened keeps it."""
    opened = clicks[clicks[:, 1] == 0, 0]
    if not len(opened) or rule is FirstClick.ANY:
        return rule
    first = int(opened[0])
    if layout.counts.reshape(-1)[first]:
        return FirstClick.ANY
    return FirstClick.SAFE if layout.numbers.reshape(-1)[first] else rule


def _scaled(events: IntArray, pixels: int) -> MouseEvents:
    """The events, in pixels of 16 a cell; every one stays in its cell."""
    table = events.reshape(-1, 4).astype(np.int64)
    if pixels != MouseEvents.PIXELS:
        table[:, 2:] = table[:, 2:] * MouseEvents.PIXELS // pixels
    bounded = np.clip(table, np.iinfo(np.int32).min, np.iinfo(np.int32).max).astype(np.int32)
    return MouseEvents(bounded.reshape(-1).view(MouseEvents.DTYPE))


def write_replay(replay: Replay, name: str) -> bytes:
    """A replay as a file for other programs: `rawvf`, or `evf` (version 4, without a checksum).

    The track of the mouse is written if there is one, and else the clicks alone, in the middle of their cells. Raises
    `InvalidValue` for boards that the format cannot hold.

    >>> from minemind.formats.replays import read_replay, write_replay
    >>> replay = mm.replay.Replay.of(mm.play("beginner", seed=7))
    >>> content = write_replay(replay, "rawvf")
    >>> content.splitlines()[:4]
    [b'RawVF_Version: Rev6', b'Program: MineMind', b'Player: ', b'Level: Beginner']
    >>> read_replay(content).replay().state.value
    'won'
    """
    if not isinstance(replay, Replay):
        raise InvalidValue(f"{shown(replay)} is not a replay; give a Replay, such as Replay.of(game)")
    if not any(known.name == name and known.can_be_written for known in FORMATS):
        raise InvalidValue(f"{shown(name)} is not a format of replays that can be written; choose evf or rawvf")
    _check_board(replay.layout, name)
    return _native.write_recording(name, _recording_of(replay, name))


def _check_board(layout: Layout, name: str) -> None:
    grid, what = layout.grid, name.upper()
    if grid != Grid(*grid.shape) or layout.max_per_cell != 1 or layout.revealed:
        raise InvalidValue(f"{what} holds square boards with one mine in a cell alone; save the game itself instead")
    if name == "evf" and max(grid.shape) > _MOST_ROWS:
        raise InvalidValue(f"{what} holds boards of up to {_MOST_ROWS}×{_MOST_ROWS} cells; write RAWVF instead")


def _recording_of(replay: Replay, name: str) -> _native.Recording:
    layout, (events, has_marks) = replay.layout, _track(replay, name)
    recording = _native.recording(*layout.grid.shape, layout.counts.reshape(-1), events)
    recording.has_marks = has_marks
    recording.promise = next(promise for promise, rule in _RULES.items() if rule is replay.first_click)
    recording.program = (printable(replay.program) or "MineMind").encode()
    recording.player = printable(replay.player).encode()
    recording.milliseconds = -1 if replay.seconds is None else max(0, round(replay.seconds * 1000))
    recording.three_bv = three_bv(layout, Deadline())
    recording.is_won = replay.replay().state is State.WON
    return recording


def _track(replay: Replay, name: str) -> tuple[IntArray, bool]:
    """Mouse events that lead to the clicks of a replay, and whether its right button makes question marks, too."""
    if replay.events is not None:
        events = np.ascontiguousarray(replay.events.array).view(np.int32)
        for has_marks in (False, True)[: 1 + (name == "rawvf")]:
            if _means(replay, events, has_marks=has_marks):
                return events, has_marks
    return _pressed(replay), False


def _means(replay: Replay, events: IntArray, *, has_marks: bool) -> bool:
    """Whether the events are those clicks."""
    grid, mines = replay.layout.grid, replay.layout.counts.reshape(-1)
    clicks = _native.clicks(grid.graph, mines, events, pixels=MouseEvents.PIXELS, has_marks=has_marks)
    found = _clicks(grid, clicks[clicks[:, 0] >= 0])
    return [click[:3] for click in found] == [click[:3] for click in replay.clicks]


# The buttons of each kind of click, one after the other.
_BUTTONS = {
    Action.OPEN: (MouseKind.LEFT_PRESS, MouseKind.LEFT_RELEASE),
    Action.FLAG: (MouseKind.RIGHT_PRESS, MouseKind.RIGHT_RELEASE),
    Action.CHORD: (MouseKind.LEFT_PRESS, MouseKind.RIGHT_PRESS, MouseKind.LEFT_RELEASE, MouseKind.RIGHT_RELEASE),
}


def _pressed(replay: Replay) -> IntArray:
    """The clicks of a replay as presses and releases, until the game ends.

    A click without a time is as late as the one before. A flag that was set to what it was has no button.
    """
    events: list[tuple[int, int, int, int]] = []
    game, now = replay.game(), 0
    for click in replay.clicks:
        if game.state is not State.PLAYING:
            break
        now = now if click.seconds is None else round(click.seconds * 1000)
        before, _ = game.turns, game.take(Turn(click.cell, click.action, click.mines))
        if click.action is Action.FLAG and game.turns == before and not game.board[click.cell].isdigit():
            continue
        x, y = (place * MouseEvents.PIXELS + MouseEvents.PIXELS // 2 for place in (click.cell.col, click.cell.row))
        events += [(now, kind, x, y) for kind in _BUTTONS[click.action]]
    return np.array(events, dtype=np.int32).reshape(-1)
