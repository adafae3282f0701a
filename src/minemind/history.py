"""History: the faces of a game, the turns that made them and when, with undo and redo.

A turn is computed first, as a `Change`, and then takes effect in the one assignment that replaces `History._now`.
An error or an interrupt at any point leaves the game either as it was or one turn further.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, Protocol

import numpy as np

from minemind.board import Action
from minemind.grid import Cell, IntArray
from minemind.layout import Layout

__all__ = ["Change", "Clock", "History", "Turn", "TurnLike"]


class Turn(NamedTuple):
    """What a player did; `mines` is how many mines a flag then claims, 0 if the flag was removed.

    `seconds` counts from the first cell that was opened; None if no time was kept.

    >>> game = mm.Game("beginner", seed=7)
    >>> game.flag(0, 0)
    1
    >>> game.history[0] == mm.game.Turn(mm.Cell(0, 0), mm.Action.FLAG, mines=1)
    True
    """

    cell: Cell
    action: Action
    mines: int = 0
    seconds: float | None = None


class TurnLike(Protocol):
    """Anything that names a cell and an action, such as a `Turn` or a `Move`."""

    @property
    def cell(self) -> Cell:
        """The cell."""

    @property
    def action(self) -> Action:
        """What to do with it."""

    @property
    def mines(self) -> int:
        """How many mines a flag claims."""


class Change(NamedTuple):
    """What a turn changed: the cells, as indices, and their faces before and after."""

    turn: Turn
    cells: IntArray
    before: int
    after: IntArray
    exploded: tuple[Cell, ...] = ()
    dealt: Layout | None = None

    @property
    def opened(self) -> int:
        """How many cells it opened."""
        return 0 if self.turn.action is Action.FLAG else len(self.cells)


class Clock:
    """The clock of a game: it starts with the first opened cell, or continues from the seconds `elapsed`."""

    def __init__(self, elapsed: float | None = None) -> None:
        self._since = None if elapsed is None else time.monotonic() - elapsed

    def stamp(self, change: Change) -> Change:
        """The change with the current time, to the millisecond, unless it has one already."""
        if change.turn.seconds is not None:
            return change
        if self._since is None and change.turn.action is not Action.FLAG:
            self._since = time.monotonic()
        seconds = 0.0 if self._since is None else round(time.monotonic() - self._since, 3)
        return change._replace(turn=change.turn._replace(seconds=seconds))


class _Now(NamedTuple):
    """The state of a game: everything that a turn changes, replaced as a whole.

    All faces are one large array, which is patched rather than copied. The last patch, cells and their faces, is kept
    here and applied when the array is next read; applying it twice does no harm.
    """

    turns: int
    opened: int
    layout: Layout | None
    undone: tuple[Change, ...]  # the next one to redo comes first
    cells: IntArray
    faces: IntArray | int


class History:
    """The turns of a game so far, and those that were undone.

    It begins with `faces`, one for every index, `opened` of them open; `layout` is None until it is dealt.
    """

    def __init__(self, faces: IntArray, opened: int, layout: Layout | None) -> None:
        self._shown = faces
        self._changes: list[Change] = []  # only the first `turns` count
        self._now = self._patched = _Now(0, opened, layout, (), np.zeros(0, dtype=np.int32), 0)
        self.clock: Clock | None = None

    def copy(self) -> History:
        """An independent copy."""
        other = object.__new__(History)
        other._shown, other._changes = self.faces.copy(), self._changes[: self.turns]
        other._now = other._patched = self._now
        other.clock = copy(self.clock)
        return other

    @property
    def now(self) -> object:
        """A token of the current state: a new object after every turn, the same one in between."""
        return self._now

    @property
    def turns(self) -> int:
        """The number of turns so far."""
        return self._now.turns

    @property
    def opened(self) -> int:
        """The number of open cells."""
        return self._now.opened

    @property
    def layout(self) -> Layout | None:
        """Where the mines are, once they are dealt."""
        return self._now.layout

    @property
    def done(self) -> Sequence[Change]:
        """The turns so far, in order."""
        return self._changes[: self.turns]

    @property
    def last(self) -> Change | None:
        """The last turn."""
        return self._changes[self.turns - 1] if self.turns else None

    @property
    def undone(self) -> tuple[Change, ...]:
        """The turns that `redo` would repeat, in order."""
        return self._now.undone

    @property
    def faces(self) -> IntArray:
        """The current face of every index; the next turn changes this array."""
        if self._patched is not self._now:
            self._shown[self._now.cells] = self._now.faces
            self._patched = self._now
        return self._shown

    def add(self, change: Change) -> None:
        """Make a turn; what was undone is forgotten."""
        self._go_on(self.clock.stamp(change) if self.clock else change, ())

    def add_all(self, changes: Sequence[Change]) -> None:
        """Make several turns that open cells, all at once."""
        if not changes:
            return
        now = self._now
        cells = np.concatenate([change.cells for change in changes])
        faces = np.concatenate([change.after for change in changes])
        self._changes[now.turns :] = map(self.clock.stamp, changes) if self.clock else changes
        self._turn_to(_Now(now.turns + len(changes), now.opened + len(cells), now.layout, (), cells, faces))

    def undo(self) -> bool:
        """Take back the last turn; False if there is none."""
        now, change = self._now, self.last
        if change is None:
            return False
        layout = None if change.dealt else now.layout
        self._turn_to(
            _Now(now.turns - 1, now.opened - change.opened, layout, (change, *now.undone), change.cells, change.before)
        )
        return True

    def redo(self) -> bool:
        """Repeat the turn that was undone last; False if there is none."""
        if not self._now.undone:
            return False
        change, *undone = self._now.undone
        self._go_on(change, tuple(undone))
        return True

    def _go_on(self, change: Change, undone: tuple[Change, ...]) -> None:
        now = self._now
        layout = change.dealt or now.layout
        self._changes[now.turns :] = [change]
        self._turn_to(_Now(now.turns + 1, now.opened + change.opened, layout, undone, change.cells, change.after))

    def _turn_to(self, now: _Now) -> None:
        _ = self.faces  # the last patch is applied for good before the next one takes its place
        self._now = now
