"""Recording: makes a `Replay` of what the engine finds in another program's recorded game, and the reverse.

The engine parses the files (engine/files), and turns mouse events into clicks (engine/review/mouse).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from minemind import _native
from minemind.board import Action
from minemind.deadline import Deadline
from minemind.errors import InvalidValue
from minemind.formats.definition import layout_of
from minemind.formats.names import decoded, printable
from minemind.game import State, Turn
from minemind.grid import Grid, IntArray
from minemind.layout import FirstClick, Layout
from minemind.replay import Click, MouseEvents, MouseKind, Replay
from minemind.worth import three_bv

__all__ = ["recording_of", "replay_of"]

# The kinds of clicks in the order of their numbers in the engine.
_ACTIONS = (Action.OPEN, Action.FLAG, Action.CHORD)

# Milliseconds.
_HUNDREDTH = 10

# EVF has a byte each for the rows and the columns of a board.
_LONGEST_SIDE = 255


def replay_of(found: _native.Recording, max_cells: int) -> Replay:
    """The game that was recorded."""
    grid = Grid(found.rows, found.cols, max_cells=max_cells)
    mines, events = found.mines, found.events
    clicks = _native.clicks(grid.graph, mines, events, pixels=found.pixels, has_marks=found.has_marks)
    on_board = clicks[clicks[:, 0] >= 0]
    layout = Layout(grid, mines.reshape(grid.shape))
    return Replay(
        layout=layout,
        clicks=tuple(_clicks(grid, on_board)),
        first_click=_promised(layout, on_board, FirstClick(found.promise)),
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
    """The time that the program measured; if it is not recorded, the time of the last click.

    Minesweeper Clone may write a hundredth of a second more or less than the time of the click that ended the game.
    """
    last = int(clicks[-1, 3]) if len(clicks) else None
    if last is not None and (milliseconds < 0 or abs(milliseconds - last) <= _HUNDREDTH):
        return last / 1000
    return milliseconds / 1000 if milliseconds >= 0 else None


def _promised(layout: Layout, clicks: IntArray, rule: FirstClick) -> FirstClick:
    """What the program promises for the first click, weakened if the first opened cell breaks that promise."""
    opened = clicks[clicks[:, 1] == 0, 0]
    if not len(opened) or rule is FirstClick.ANY:
        return rule
    first = int(opened[0])
    if layout.counts.reshape(-1)[first]:
        return FirstClick.ANY
    return FirstClick.SAFE if layout.numbers.reshape(-1)[first] else rule


def _scaled(events: IntArray, pixels: int) -> MouseEvents:
    """The events with 16 pixels per cell; every event stays in its cell."""
    table = events.reshape(-1, 4).astype(np.int64)
    if pixels != MouseEvents.PIXELS:
        table[:, 2:] = table[:, 2:] * MouseEvents.PIXELS // pixels
    bounded = np.clip(table, np.iinfo(np.int32).min, np.iinfo(np.int32).max).astype(np.int32)
    return MouseEvents(bounded.reshape(-1).view(MouseEvents.DTYPE))


def recording_of(replay: Replay, name: str) -> _native.Recording:
    """A replay to be written as `evf` or `rawvf`; raises `InvalidValue` for boards that these cannot hold.

    The mouse track is kept if it leads to the clicks; otherwise each click is written in the middle of its cell.
    """
    layout = layout_of(replay)
    _check_board(layout, name)
    events, has_marks = _track(replay, name)
    recording = _native.recording(*layout.grid.shape, layout.counts.reshape(-1), events)
    recording.has_marks = has_marks
    recording.promise = replay.first_click.value
    recording.program = (printable(replay.program) or "MineMind").encode()
    recording.player = printable(replay.player).encode()
    recording.milliseconds = -1 if replay.seconds is None else max(0, round(replay.seconds * 1000))
    recording.three_bv = three_bv(layout, Deadline())
    recording.is_won = replay.replay().state is State.WON
    return recording


def _check_board(layout: Layout, name: str) -> None:
    grid, what = layout.grid, name.upper()
    if grid != Grid(*grid.shape) or layout.max_per_cell != 1 or layout.revealed:
        raise InvalidValue(f"{what} holds only square boards with one mine per cell; save the game itself instead")
    if name == "evf" and max(grid.shape) > _LONGEST_SIDE:
        raise InvalidValue(f"{what} holds boards of up to {_LONGEST_SIDE}×{_LONGEST_SIDE} cells; write RAWVF instead")


def _track(replay: Replay, name: str) -> tuple[IntArray, bool]:
    """Mouse events that lead to the clicks of a replay, and whether the right button also sets question marks."""
    if replay.events is not None:
        events = np.ascontiguousarray(replay.events.array).view(np.int32)
        for has_marks in (False, True)[: 1 + (name == "rawvf")]:
            if _means(replay, events, has_marks=has_marks):
                return events, has_marks
    return _pressed(replay), False


def _means(replay: Replay, events: IntArray, *, has_marks: bool) -> bool:
    """Whether the events lead to the clicks of the replay."""
    grid, mines = replay.layout.grid, replay.layout.counts.reshape(-1)
    clicks = _native.clicks(grid.graph, mines, events, pixels=MouseEvents.PIXELS, has_marks=has_marks)
    found = _clicks(grid, clicks[clicks[:, 0] >= 0])
    return [click[:3] for click in found] == [click[:3] for click in replay.clicks]


# The mouse events of each kind of click, in order.
_BUTTONS = {
    Action.OPEN: (MouseKind.LEFT_PRESS, MouseKind.LEFT_RELEASE),
    Action.FLAG: (MouseKind.RIGHT_PRESS, MouseKind.RIGHT_RELEASE),
    Action.CHORD: (MouseKind.LEFT_PRESS, MouseKind.RIGHT_PRESS, MouseKind.LEFT_RELEASE, MouseKind.RIGHT_RELEASE),
}


def _pressed(replay: Replay) -> IntArray:
    """The clicks of a replay as presses and releases, until the game ends.

    A click without a time gets that of the one before. A flag on a hidden cell that changes nothing is left out.
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
