"""Game: a layout, a board and the rules that connect them.

Every action is worked out first and then applied in one assignment to the faces of the cells it changes, so that an
error leaves the game as it was, and undo is the same assignment backwards. The mines are dealt at the first open.
"""

from __future__ import annotations

import secrets
import warnings
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, NamedTuple, SupportsIndex

import numpy as np

from minemind.board import HIDDEN, NO_CELL, Board, flag_face
from minemind.errors import Assumption, IllegalMove, InvalidValue
from minemind.grid import Cell, Grid, IntArray, check_per_cell
from minemind.layout import FirstClick, Layout, check_mines, check_seed

__all__ = ["PRESETS", "Action", "Expansion", "Game", "Preset", "State", "Turn"]

# A seed that nobody chose still gets written down and typed in again: JavaScript and JSON keep 53 bits exactly.
DRAWN_SEED_BITS = 53


class State(Enum):
    """Where a game stands; only undo leaves WON and LOST."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Action(StrEnum):
    """What a player can do to a cell."""

    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"


class Expansion(StrEnum):
    """The order in which an opening spreads from its zeros; what it opens is the same."""

    BFS = "bfs"
    DFS = "dfs"

    @classmethod
    def _missing_(cls, value: object) -> Expansion:
        raise InvalidValue(f"no expansion is called {value!r}; there are {', '.join(cls)}")


class Turn(NamedTuple):
    """One action of a player; `mines` is what a flag claims afterwards, 0 if it was taken away."""

    action: Action
    cell: Cell
    mines: int = 0


class Preset(NamedTuple):
    """The sizes of a well-known board."""

    rows: int
    cols: int
    mines: int


PRESETS: Mapping[str, Preset] = {
    "beginner": Preset(9, 9, 10),
    "intermediate": Preset(16, 16, 40),
    "expert": Preset(16, 30, 99),
}


@dataclass(frozen=True, eq=False)
class _Change:
    """What a turn did: the faces of which cells (as indices) it changed, from what and to what."""

    turn: Turn
    cells: IntArray
    before: int
    after: IntArray
    exploded: tuple[Cell, ...] = ()
    dealt: Layout | None = None

    @property
    def opened(self) -> int:
        return 0 if self.turn.action is Action.FLAG else len(self.cells)


class Game:
    """A game of Minesweeper: open, flag, chord, undo, until it is won or lost.

    The layout is a function of the grid, the mines, the first cell, the first-click rule, the mines per cell and the
    seed alone. Without a seed one is drawn and kept in `seed`. With a `grid`, rows and columns may be left out.
    """

    def __init__(
        self,
        rows: int | None = None,
        cols: int | None = None,
        mines: int | None = None,
        seed: int | None = None,
        first_click: FirstClick | str = FirstClick.OPENING,
        max_per_cell: int = 1,
        grid: Grid | None = None,
        *,
        clamp: bool = False,
    ) -> None:
        if mines is None:
            raise InvalidValue("the mine count is missing; give mines=…")
        self.grid = _grid(rows, cols, grid)
        self.max_per_cell = check_per_cell(max_per_cell)
        self.mines = _fitting_mines(mines, (self.grid.size - 1) * max_per_cell, clamp=clamp)
        self.first_click = FirstClick(first_click)
        self.seed: int | None = check_seed(secrets.randbits(DRAWN_SEED_BITS) if seed is None else seed)
        self._start(None)

    @classmethod
    def preset(cls, name: str, **options: Any) -> Game:
        """A game of a well-known size: beginner, intermediate or expert. Options are those of `Game`."""
        if name not in PRESETS:
            raise InvalidValue(f"no preset is called {name!r}; there are {', '.join(PRESETS)}")
        return cls(*PRESETS[name], **options)

    @classmethod
    def from_layout(cls, layout: Layout) -> Game:
        """A game whose mines are known from the start; the first click decides nothing."""
        game = cls.__new__(cls)
        game.grid, game.max_per_cell, game.mines = layout.grid, layout.max_per_cell, layout.mines
        game.first_click, game.seed = FirstClick.ANY, None
        game._start(layout)
        return game

    def _start(self, layout: Layout | None) -> None:
        self._layout = layout
        self._faces = np.where(self.grid.exists, np.int32(HIDDEN), np.int32(NO_CELL)).reshape(-1)
        self._opened = 0
        if layout is not None:
            for cell in layout.revealed:
                self._faces[self.grid.index(*cell)] = layout.numbers[cell]
            self._opened = len(layout.revealed)
        self._changes: list[_Change] = []
        self._done = 0
        self._board: Board | None = None

    def __repr__(self) -> str:
        seed = "a given layout" if self.seed is None else f"seed {self.seed}"
        size = f"{self.grid.rows}×{self.grid.cols}, {self.mines} mines"
        return f"<Game {size}, {seed}: {self.state.value} after {self._done} turns>"

    def __str__(self) -> str:
        return f"{self!r}\n{self.board}"

    def _repr_svg_(self) -> str | None:
        return self.board._repr_svg_()

    def copy(self) -> Game:
        """The same game at the same point; what happens to one does not happen to the other."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _faces=self._faces.copy(), _changes=self._changes.copy())
        return other

    __copy__ = copy

    @property
    def state(self) -> State:
        """PLAYING, WON (every cell without a mine is open) or LOST (a mine was opened)."""
        if self.exploded:
            return State.LOST
        if self._layout is not None and self._opened == self._layout.free:
            return State.WON
        return State.PLAYING

    @property
    def board(self) -> Board:
        """What the player sees now; the board stays as it is when the game goes on."""
        if self._board is None:
            faces = self._faces.reshape(self.grid.shape)
            self._board = Board(self.grid, faces, mines=self.mines, max_per_cell=self.max_per_cell)
        return self._board

    @property
    def layout(self) -> Layout | None:
        """Where the mines are, which the player does not see; None before the first open deals them."""
        return self._layout

    @property
    def exploded(self) -> tuple[Cell, ...]:
        """The mines that lost the game."""
        return self._changes[self._done - 1].exploded if self._done else ()

    @property
    def mines_left(self) -> int:
        """The mines less those that flags claim; negative if there are too many flags."""
        return self.mines - int(self.board.flags.sum())

    @property
    def turns(self) -> int:
        """How many turns led here."""
        return self._done

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns that led here, in order; those without effect are not among them."""
        return tuple(change.turn for change in self._changes[: self._done])

    @property
    def undone(self) -> tuple[Turn, ...]:
        """The turns that `redo` would do again, in order."""
        return tuple(change.turn for change in self._changes[self._done :])

    def open(self, row: SupportsIndex, col: SupportsIndex, *, expansion: Expansion | str = Expansion.BFS) -> list[Cell]:
        """Open a hidden cell, and from zeros on all around; the first open deals the mines.

        Returns the cells that it opened, in the order of the expansion: none if the cell is open or flagged already,
        and not the mine if that is what it was.
        """
        index = self._playable(row, col)
        order = Expansion(expansion)
        if self._faces[index] != HIDDEN:
            return []
        return self._uncover(Turn(Action.OPEN, self.grid.cell(index)), [index], order)

    def chord(
        self, row: SupportsIndex, col: SupportsIndex, *, expansion: Expansion | str = Expansion.BFS
    ) -> list[Cell]:
        """Open the unflagged neighbours of a number whose flags match it; returns the cells that it opened.

        Nothing happens where the flags do not match. Where they match and are wrong, the game is lost.
        """
        index = self._playable(row, col)
        order = Expansion(expansion)
        around = self.grid.around(index)
        faces = self._faces[around]
        claimed = int((HIDDEN - faces[faces < HIDDEN]).sum())
        hidden = around[faces == HIDDEN].tolist()
        if claimed != self._faces[index] or not hidden:
            return []
        return self._uncover(Turn(Action.CHORD, self.grid.cell(index)), hidden, order)

    def flag(self, row: SupportsIndex, col: SupportsIndex, mines: int | None = None) -> int:
        """Flag a hidden cell or take its flag away; with several mines per cell it goes 1, 2, … and back to none.

        `mines` sets the flag to that many instead. Returns how many mines the cell is flagged with afterwards. An open
        cell is left alone.
        """
        index = self._playable(row, col)
        face = int(self._faces[index])
        if face >= 0:
            return 0
        claimed = (HIDDEN - face + 1) % (self.max_per_cell + 1) if mines is None else mines
        if not 0 <= claimed <= self.max_per_cell:
            raise InvalidValue(f"a flag of {claimed} mines; a cell can be flagged with 0 … {self.max_per_cell}")
        if flag_face(claimed) != face:
            turn = Turn(Action.FLAG, self.grid.cell(index), claimed)
            after = np.array([flag_face(claimed)], dtype=np.int32)
            self._commit(_Change(turn, np.array([index], dtype=np.int32), face, after))
        return claimed

    def undo(self) -> bool:
        """Take the last turn back, from a loss or a win too; False if there is none.

        Before the first open the mines are not dealt: opening another cell then deals them for that one.
        """
        if not self._done:
            return False
        change = self._changes[self._done - 1]
        self._faces[change.cells] = change.before
        self._opened -= change.opened
        self._layout = None if change.dealt else self._layout
        self._done -= 1
        self._board = None
        return True

    def redo(self) -> bool:
        """Do the turn again that was last undone; False if there is none."""
        if self._done == len(self._changes):
            return False
        change = self._changes[self._done]
        self._faces[change.cells] = change.after
        self._opened += change.opened
        self._layout = change.dealt or self._layout
        self._done += 1
        self._board = None
        return True

    def _commit(self, change: _Change) -> None:
        self._changes[self._done :] = [change]
        self.redo()

    def _playable(self, row: SupportsIndex, col: SupportsIndex) -> int:
        """The index of a cell that may be acted on now."""
        index = self.grid.index(row, col)
        if self.state is State.PLAYING:
            return index
        if not self._done:
            raise IllegalMove("the game was won before it started: its layout has no hidden cell without a mine")
        raise IllegalMove(f"the game is {self.state.value}; undo the last turn or start a new game")

    def _uncover(self, turn: Turn, hidden: list[int], expansion: Expansion) -> list[Cell]:
        """Open these cells, mines or not, and what spreads from them."""
        layout = self._layout or self._deal(turn.cell)
        mines = layout.counts.reshape(-1)
        opened = self._flood(layout, [cell for cell in hidden if not mines[cell]], expansion)
        cells = np.array(opened, dtype=np.int32)
        exploded = tuple(self.grid.cell(cell) for cell in hidden if mines[cell])
        dealt = layout if self._layout is None else None
        self._commit(_Change(turn, cells, HIDDEN, layout.numbers.reshape(-1)[cells], exploded, dealt))
        return self.grid.cells(cells)

    def _deal(self, first: Cell) -> Layout:
        assert self.seed is not None  # only a game with a given layout has no seed
        return Layout.deal(
            self.grid,
            self.mines,
            seed=self.seed,
            first=first,
            first_click=self.first_click,
            max_per_cell=self.max_per_cell,
        )

    def _flood(self, layout: Layout, start: list[int], expansion: Expansion) -> list[int]:
        """What opening these free cells opens, in order: from every zero on, all its hidden neighbours.

        Flagged cells are walls. A neighbour of a zero holds no mine, so none needs to be looked for.
        """
        # Memory views hand out plain integers one by one, faster than arrays do.
        faces, numbers = self._faces.data, layout.numbers.reshape(-1).data
        offsets, targets = self.grid.adjacency.offsets.data, self.grid.adjacency.targets.data
        opened, pending, seen = [], deque(start), set(start)
        take = pending.popleft if expansion is Expansion.BFS else pending.pop
        while pending:
            cell = take()
            opened.append(cell)
            if numbers[cell] == 0:
                for other in targets[offsets[cell] : offsets[cell + 1]].tolist():
                    if faces[other] == HIDDEN and other not in seen:
                        seen.add(other)
                        pending.append(other)
        return opened


def _grid(rows: int | None, cols: int | None, grid: Grid | None) -> Grid:
    if grid is None:
        if rows is None or cols is None:
            raise InvalidValue("the size is missing; give rows and cols, or a grid")
        return Grid(rows, cols)
    if (grid.rows if rows is None else rows, grid.cols if cols is None else cols) != grid.shape:
        raise InvalidValue(
            f"{rows}×{cols} is not the size of the given grid, {grid.rows}×{grid.cols}; give one of them"
        )
    return grid


def _fitting_mines(mines: int, most: int, *, clamp: bool) -> int:
    fitting = min(max(mines, 0), most)
    if not clamp or fitting == mines:
        return check_mines(mines, most)
    # Three frames up stands whoever made the game.
    warnings.warn(f"{mines} mines do not fit; taken as {fitting}", Assumption, stacklevel=3)
    return fitting
