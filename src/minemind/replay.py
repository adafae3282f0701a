"""Replay: a played game, click by click: a recording of another program, or the history of one of our games.

A replay has the mines, so it can be played again from the start. Unlike a game's history it keeps clicks that had no
effect: a review counts them as wasted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from minemind.arguments import shown
from minemind.board import Action
from minemind.deadline import Deadline
from minemind.errors import InvalidValue
from minemind.game import Game, State, TurnLike
from minemind.grid import Cell, frozen
from minemind.layout import FirstClick, Layout
from minemind.worth import layout_of

__all__ = ["Click", "MouseEvents", "MouseKind", "Playable", "Replay"]


class Click(NamedTuple):
    """One action of the player, with or without an effect.

    `mines` is what a flag claims after the click, 0 if it was removed. `seconds` counts from the first cell that was
    opened; it is negative before that, and None if no time was recorded.

    >>> mm.replay.Click(mm.Cell(0, 0), mm.Action.OPEN, seconds=0.25).seconds
    0.25
    """

    cell: Cell
    action: Action
    mines: int = 0
    seconds: float | None = None


class MouseKind(IntEnum):
    """A kind of mouse event."""

    MOVE = 1
    LEFT_PRESS = 2
    LEFT_RELEASE = 3
    RIGHT_PRESS = 4
    RIGHT_RELEASE = 5
    MIDDLE_PRESS = 6
    MIDDLE_RELEASE = 7
    PRE_FLAG = 8  # a flag that was there before the game's clock started
    SHIFT_PRESS = 9  # the left button with the Shift key, which chords
    MARKS_CHANGE = 10  # question marks are turned on or off


class MouseEvents:
    """The track of a mouse: an array of `milliseconds`, `kind` (a `MouseKind`), `x` and `y`.

    The time counts from the start of the game and is negative before it. The position is in pixels from the upper left
    corner of the board, with 16×16 pixels per cell; it may be off the board.

    >>> events = mm.replay.MouseEvents([(0, mm.replay.MouseKind.LEFT_PRESS, 24, 8)])
    >>> len(events), events.array["x"].tolist()
    (1, [24])
    """

    PIXELS = 16  # the side of a cell
    DTYPE = np.dtype([("milliseconds", "<i4"), ("kind", "<i4"), ("x", "<i4"), ("y", "<i4")])

    def __init__(self, events: NDArray[Any] | Sequence[tuple[int, int, int, int]]) -> None:
        self.array = frozen(np.array(events, dtype=self.DTYPE))

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[tuple[int, int, int, int]]:
        return iter(self.array.tolist())

    def __eq__(self, other: object) -> bool:
        return np.array_equal(self.array, other.array) if isinstance(other, MouseEvents) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.array.tobytes())

    def __repr__(self) -> str:
        return f"<MouseEvents: {len(self)}>"


@runtime_checkable
class Playable(Protocol):
    """A record of moves, such as `mm.Record`: a game before the first move, the moves, and their times if known."""

    @property
    def moves(self) -> Sequence[TurnLike]:
        """The moves, in order."""

    @property
    def times(self) -> Sequence[float | None] | None:
        """The time of each move, in seconds from the start; None if unknown."""

    def game(self) -> Game:
        """The game before the first move."""

    def replay(self) -> Game:
        """The game after the last move."""


@dataclass(frozen=True)
class Replay:
    r"""A game as it was played: where the mines were, every click, and what is known about the program and the player.

    `first_click` is what the program promised for the first click; the layout already fulfils it. `seconds` is the time
    of the game as the program measured it. `strays` are clicks outside the board, which programs also count. Mines are
    dealt when the first cell is opened; if none was, `undealt` is the game before the first click, and the layout is
    empty.

    >>> game = mm.Game.parse("*..\n...")
    >>> _ = game.open(0, 2), game.flag(0, 0), game.open(1, 0)
    >>> replay = mm.Replay.of(game)
    >>> replay
    <Replay 2×3, 1 mine: 3 clicks, won>
    >>> replay.clicks[1].action.value, replay.seconds
    ('flag', None)
    """

    layout: Layout
    clicks: tuple[Click, ...]
    first_click: FirstClick = FirstClick.ANY
    program: str = ""
    player: str = ""
    seconds: float | None = None
    events: MouseEvents | None = None
    strays: tuple[Action, ...] = ()
    undealt: Game | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, played: Game | Playable | Replay) -> Replay:
        """The history of a game, or a strategy's record, as a replay; a replay is returned as it is.

        >>> mm.Replay.of(mm.play("beginner", seed=7))
        <Replay 9×9, 10 mines: 19 clicks, won>
        """
        if isinstance(played, Replay):
            return played
        if isinstance(played, Game):
            return cls._of_turns(played, played.history, [turn.seconds for turn in played.history])
        if not isinstance(played, Playable):
            raise InvalidValue(f"{shown(played)} cannot be replayed; give a Game or a Record")
        return cls._of_turns(played.replay(), played.moves, played.times)

    @classmethod
    def _of_turns(cls, game: Game, turns: Sequence[TurnLike], times: Sequence[float | None] | None) -> Replay:
        known = [None] * len(turns) if times is None else times
        clicks = tuple(Click(turn.cell, turn.action, turn.mines, at) for turn, at in zip(turns, known, strict=True))
        undealt = None if game.layout or game.given else _before_the_first_turn(game)
        layout = layout_of(game) if undealt is None else _empty(game)
        return cls(layout, clicks, game.first_click, seconds=known[-1] if known else None, undealt=undealt)

    @property
    def mines(self) -> int:
        r"""The number of mines of the board, dealt or not.

        >>> game = mm.Game("beginner")
        >>> _ = game.flag(0, 0)
        >>> mm.Replay.of(game).mines, mm.Replay.of(game).layout.mines
        (10, 0)
        """
        return self.layout.mines if self.undealt is None else self.undealt.mines

    def game(self) -> Game:
        r"""The game before the first click.

        >>> game = mm.Game.parse("*..\n...")
        >>> mm.Replay.of(game).game()
        <Game 2×3, 1 mine, given layout: playing after 0 turns>
        """
        return Game.from_layout(self.layout) if self.undealt is None else self.undealt.copy()

    def replay(self) -> Game:
        """The game after the last click; clicks after the game has ended are ignored.

        >>> mm.Replay.of(mm.play("beginner", seed=7)).replay().state.value
        'won'
        """
        game = self.game()
        for click in Deadline().each(self.clicks):
            if game.state is not State.PLAYING:
                break
            game.take(click)
        return game

    def __repr__(self) -> str:
        grid, mines = self.layout.grid, self.mines
        size = f"{grid.rows}×{grid.cols}, {mines} mine{'s' * (mines != 1)}"
        clicks = f"{len(self.clicks)} click{'s' * (len(self.clicks) != 1)}"
        return f"<Replay {size}: {clicks}, {self.replay().state}>"


def _before_the_first_turn(game: Game) -> Game:
    start = game.copy()
    while start.history:
        start.undo()
    return start


def _empty(game: Game) -> Layout:
    return Layout(game.grid, np.zeros(game.grid.shape, dtype=np.int32), max_per_cell=game.max_per_cell)
