"""Game: a layout, a board and the rules that connect them.

`minemind.deal` defines where its mines come from; here it is played. What an action changes is computed first, and then
enters the history as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import SupportsIndex, TypeAlias

import numpy as np

from minemind import actions
from minemind.arguments import shown, whole
from minemind.board import HIDDEN, NO_CELL, Action, Board, flag_face
from minemind.deal import Deal
from minemind.errors import IllegalMove, InvalidValue
from minemind.grid import Cell, CellLike
from minemind.history import Clock, History, Turn, TurnLike
from minemind.layout import Expansion, Layout
from minemind.size import PRESETS, Preset, SizeLike
from minemind.words import phrase

__all__ = [
    "PRESETS",
    "Action",
    "Game",
    "GameLike",
    "Preset",
    "SizeLike",
    "State",
    "Turn",
    "TurnLike",
    "as_game",
    "check_game",
]


class State(StrEnum):
    """The state of a game; only undo leaves WON and LOST.

    >>> mm.Game("beginner").state is mm.State.PLAYING
    True
    """

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Game(Deal):
    """A game of Minesweeper: open, flag, chord, undo, until it is won or lost.

    Its size is rows, columns and mines, or the name of a preset: `Game(9, 9, 10)`, `Game("expert", seed=7)`.
    The layout is a function of the grid, the mines, the first cell, the first-click rule, the mines per cell and the
    seed alone. Without a seed, one is drawn and kept in `seed`. With a `grid`, rows and columns may be left out.
    `given` is the layout of a game that was not dealt, before its first click moved any mine.

    With `no_guess` the first open deals a board that never needs a guess, by exact reasoning with the mine count, or
    raises `NoBoard` and leaves the game as it was. The `way` is `uniform` (all such boards are equally likely) or
    `repaired` (for dense boards: mines are moved), the `budget` limits the work, and a `grade` from 1 to 5, or a pair
    of the least and the greatest, sets how hard the board is; `dealer` has all three.

    >>> game = mm.Game("beginner", seed=7)
    >>> game.layout, game.origin
    (None, 'seed 7')
    >>> len(game.open(4, 4))
    49
    >>> print(game)
    <Game 9×9, 10 mines, seed 7: playing after 1 turn>
    9 9 10
    .........
    ..111112.
    ..2000011
    ..1000000
    111000011
    00000001.
    11001111.
    .2212....
    .........
    >>> game.state, game.turns, game.mines_left, game.board.mines
    (<State.PLAYING: 'playing'>, 1, 10, 10)
    >>> game.undo(), len(game.history), len(game.undone)
    (True, 0, 1)

    A lost game lists the mines that were hit, and a game on a given layout counts those that the first click moved.

    >>> game = mm.Game.parse("*..", first_click="any")
    >>> game.open(0, 0), game.state.value, game.exploded, game.moved
    ([], 'lost', (Cell(row=0, col=0),), 0)

    >>> game = mm.Game("expert", seed=7, no_guess=True)
    >>> len(game.open(8, 15)), game.origin
    (29, 'seed 7, no guess (uniform)')
    """

    _board: tuple[object, Board] | None = None  # the board made last, and the state of the history it was made in

    @cached_property
    def _history(self) -> History:
        layout, faces = self._fixed, np.where(self.grid.exists, np.int32(HIDDEN), np.int32(NO_CELL)).reshape(-1)
        revealed = [] if layout is None else [self.grid.index(*cell) for cell in sorted(layout.revealed)]
        if layout is not None and revealed:
            faces[revealed] = layout.numbers.reshape(-1)[revealed]
        return History(faces, len(revealed), layout)

    def __repr__(self) -> str:
        mines = "1 mine" if self.mines == 1 else f"{self.mines} mines"
        size = f"{self.grid.rows}×{self.grid.cols}, {mines}"
        turns = "1 turn" if self.turns == 1 else f"{self.turns} turns"
        return f"<Game {size}, {self.origin}: {self.state} after {turns}>"

    @property
    def moved(self) -> int:
        """How many mines of a given layout the first click has moved."""
        if self.given is None or self.layout is None:
            return 0
        return int(np.maximum(self.given.counts - self.layout.counts, 0).sum())

    def __str__(self) -> str:
        return f"{self!r}\n{self.board}"

    def svg(self) -> str:
        """A picture of the board, as the text of an SVG file; `game.board.save(path)` writes it to a file.

        >>> mm.Game("beginner").svg()[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
        """
        return self.board.svg()

    def _repr_svg_(self) -> str | None:
        return self.board._repr_svg_()

    def copy(self) -> Game:
        """An independent copy of the game at this point.

        >>> game = mm.Game("beginner", seed=7)
        >>> other = game.copy()
        >>> len(other.open(4, 4)), game.turns
        (49, 0)
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _history=self._history.copy())
        return other

    __copy__ = copy

    @property
    def state(self) -> State:
        """PLAYING, WON (every cell without a mine is open) or LOST (a mine was opened)."""
        if self.exploded:
            return State.LOST
        if self.layout is not None and self._history.opened == self.layout.free:
            return State.WON
        return State.PLAYING

    @property
    def board(self) -> Board:
        """What the player sees now; later turns do not change this board."""
        now = self._history.now
        if self._board is None or self._board[0] is not now:
            faces = self._history.faces.reshape(self.grid.shape)
            self._board = now, Board(self.grid, faces, mines=self.mines, max_per_cell=self.max_per_cell)
        return self._board[1]

    @property
    def layout(self) -> Layout | None:
        """Where the mines are, which the player does not see; None until the first open deals or moves them."""
        return self._history.layout

    @property
    def exploded(self) -> tuple[Cell, ...]:
        """The mines that lost the game."""
        return self._history.last.exploded if self._history.last else ()

    @property
    def mines_left(self) -> int:
        """Mines minus flags; negative if there are too many flags."""
        return self.mines - int(self.board.flags.sum())

    @property
    def turns(self) -> int:
        """The number of turns so far."""
        return self._history.turns

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns so far, in order, without those that had no effect."""
        return tuple(change.turn for change in self._history.done)

    @property
    def undone(self) -> tuple[Turn, ...]:
        """The turns that `redo` would repeat, in order."""
        return tuple(change.turn for change in self._history.undone)

    def open(
        self,
        row: SupportsIndex | CellLike,
        col: SupportsIndex | None = None,
        *,
        expansion: Expansion | str = Expansion.BFS,
    ) -> list[Cell]:
        """Open a hidden cell; a 0 opens everything around it. The first open deals the mines.

        Returns the opened cells in the order of the expansion: none if the cell was already open or flagged, or if it
        was a mine.

        >>> game = mm.Game("beginner", seed=7)
        >>> len(game.open(4, 4)), game.open(mm.Cell(4, 4))
        (49, [])
        """
        return self._uncover(self._playable(row, col), Action.OPEN, expansion)

    def chord(
        self,
        row: SupportsIndex | CellLike,
        col: SupportsIndex | None = None,
        *,
        expansion: Expansion | str = Expansion.BFS,
    ) -> list[Cell]:
        """Open the unflagged neighbours of a number whose flags match it; returns the opened cells.

        Nothing happens if the flags do not match. If they match but are wrong, the game is lost.

        >>> game = mm.Game.parse("*1.", reveal_numbers=True)
        >>> game.chord(0, 1), game.flag(0, 0), game.chord(0, 1)
        ([], 1, [Cell(row=0, col=2)])
        """
        return self._uncover(self._playable(row, col), Action.CHORD, expansion)

    def flag(self, row: SupportsIndex | CellLike, col: SupportsIndex | None = None, mines: int | None = None) -> int:
        """Flag a hidden cell, or remove its flag; with several mines per cell the flag counts 1, 2, … and back to none.

        `mines` sets the flag to this number instead. Returns how many mines the cell is then flagged with. An open cell
        is left alone.

        >>> game = mm.Game("beginner", seed=7)
        >>> game.flag(0, 0), game.flag((0, 0)), game.flag((0, 0), mines=1)
        (1, 0, 1)
        """
        return self._flag(self._playable(row, col), mines)

    def take(self, turn: TurnLike, *, expansion: Expansion | str = Expansion.BFS) -> list[Cell]:
        """Play a turn from `history`, at its time if it has one, or a move from `hint`; returns the opened cells.

        >>> game = mm.Game("beginner", seed=7)
        >>> len(game.open(4, 4)), len(game.take(mm.analyse(game).best))
        (49, 1)
        """
        try:
            cell, action, mines = turn.cell, Action(turn.action), turn.mines
        except (AttributeError, ValueError):
            raise InvalidValue(f"{shown(turn)} is not a turn; give a Turn, or a Move") from None
        index, seconds = self._playable(cell), getattr(turn, "seconds", None)
        if action is Action.FLAG:
            self._flag(index, mines, seconds)
            return []
        return self._uncover(index, action, expansion, seconds)

    def keep_time(self) -> None:
        """Record the time of each turn from now on, in seconds from the first opened cell; reviews use it.

        A game whose turns have times continues from the last of them, however long the break was. A game with turns
        that have no time stays without.

        >>> game = mm.Game("beginner", seed=7)
        >>> game.keep_time()
        >>> _ = game.open(4, 4)
        >>> game.history[0].seconds
        0.0
        """
        turns = self.history
        if all(turn.seconds is not None for turn in turns):
            self._history.clock = Clock(turns[-1].seconds if turns else None)

    def undo(self) -> bool:
        """Take back the last turn, even a loss or a win; False if there is none.

        Taking back the first open also takes back the deal: the next open deals the mines around its own cell.

        >>> game = mm.Game("beginner", seed=7)
        >>> game.undo(), game.flag(0, 0), game.undo()
        (False, 1, True)
        """
        return self._history.undo()

    def redo(self) -> bool:
        """Repeat the turn that was undone last; False if there is none.

        >>> game = mm.Game("beginner", seed=7)
        >>> game.flag(0, 0), game.undo(), game.redo(), game.redo()
        (1, True, True, False)
        """
        return self._history.redo()

    def _playable(self, row: SupportsIndex | CellLike, col: SupportsIndex | None = None) -> int:
        """The index of a cell that may be acted on now."""
        index = self.grid.index(row, col)
        if self.state is State.PLAYING:
            return index
        if not self.turns:
            raise IllegalMove("the game is won before it starts: its layout has no safe cell to open")
        raise IllegalMove(phrase("game.ended", state=self.state.value))

    def _uncover(
        self, index: int, action: Action, expansion: Expansion | str, seconds: float | None = None
    ) -> list[Cell]:
        order, faces = Expansion(expansion), self._history.faces
        hidden = actions.targets(self.grid, faces, index, action)
        if not len(hidden):
            return []
        turn = Turn(self.grid.cell(index), action, seconds=seconds)
        layout = self.layout or self._mines_around(turn.cell)
        change = actions.uncovered(turn, hidden, layout, faces, order)
        self._history.add(change._replace(dealt=layout if self.layout is None else None))
        return self.grid.cells(change.cells)

    def _flag(self, index: int, mines: int | None, seconds: float | None = None) -> int:
        face = int(self._history.faces[index])
        if face >= 0:
            return 0
        claimed = (HIDDEN - face + 1) % (self.max_per_cell + 1)
        if mines is not None:
            claimed = whole(mines, "the flag's mine count", 0, self.max_per_cell)
        if flag_face(claimed) != face:
            turn = Turn(self.grid.cell(index), Action.FLAG, claimed, seconds)
            self._history.add(actions.flagged(turn, index, face))
        return claimed

    def open_obvious(self) -> tuple[list[Cell], list[int], int]:
        """Open the cells that numbers prove safe singly and in pairs, a turn for each, until nothing more follows.

        The engine does it in one go, in a fraction of the time of as many turns. The mines must be dealt, and no cell
        flagged: a wrong flag would be trusted. Returns the cells, how many opened with each, and the number of rounds.

        >>> game = mm.Game("beginner", seed=7)
        >>> _ = game.open(4, 4)
        >>> cells, areas, rounds = game.open_obvious()
        >>> len(cells), sum(areas), rounds, game.turns
        (18, 22, 2, 19)
        """
        layout = self.layout
        if layout is None or self.board.flags.any():
            raise IllegalMove("open a cell and remove all flags first: only numbers are used here")
        changes, rounds = actions.obvious(layout, self._history.faces)
        self._history.add_all(changes)
        return [change.turn.cell for change in changes], [change.opened for change in changes], rounds


# What is accepted wherever a new game would do.
GameLike: TypeAlias = Game | SizeLike


def as_game(given: GameLike, seed: int | None = None) -> Game:
    """The given game, or a new one of the given size, dealt from the seed."""
    if isinstance(given, Sequence):
        return Game(given, seed=seed)
    return check_game(given, "a Game, or the name of a preset")


def check_game(given: Game, wanted: str = "a Game") -> Game:
    """The value, which must be a game; raises `InvalidValue` otherwise."""
    if isinstance(given, Game):
        return given
    raise InvalidValue(f"{shown(given)} is not a game; give {wanted}")
