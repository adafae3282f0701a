"""Layout: where the mines are, the truth behind a board.

A layout is a value, read from a text or dealt from a seed. A dealt one depends on the grid, the mines, the first
cell, the first-click rule and the seed alone: the same on every machine, for ever. The engine deals it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, partial
from itertools import count

import numpy as np
from numpy.typing import ArrayLike

from minemind import _native, header, notation
from minemind.arguments import iterated, unknown, whole
from minemind.deadline import Deadline
from minemind.errors import Fault, InvalidValue, TooLarge, counted, quoted
from minemind.grid import MAX_CELLS, Cell, CellLike, Grid, IntArray, as_grid, check_per_cell, frozen, places
from minemind.header import Header
from minemind.notation import CELLS_IN_A_REPR
from minemind.source import HOLE, Notes, Source
from minemind.svg import Drawing, Picture
from minemind.words import phrase

__all__ = ["MAX_SEED", "MINE_MARKS", "Expansion", "FirstClick", "Layout", "check_mines", "check_seed", "game_seed"]

MINE_MARKS = "*M"
_FREE_TOKENS = frozenset(". ")

# Seeds are words of the engine's generator.
MAX_SEED = 2**64 - 1
WORD = "a whole number from 0 to 2^64 - 1"

# The engine draws slots by 32-bit numbers.
MAX_SLOTS = 2**32 - 1


class FirstClick(StrEnum):
    """What the first click guarantees.

    >>> [rule.value for rule in mm.FirstClick]
    ['opening', 'safe', 'any']
    """

    OPENING = "opening"  # it and its neighbours are free, as far as there is room for the mines elsewhere
    SAFE = "safe"  # it is free
    ANY = "any"  # nothing

    @classmethod
    def _missing_(cls, value: object) -> FirstClick:
        raise unknown(value, cls, "a first-click rule")


class Expansion(StrEnum):
    """The order in which an opening spreads from its zeros; the same cells open either way."""

    BFS = "bfs"
    DFS = "dfs"

    @classmethod
    def _missing_(cls, value: object) -> Expansion:
        raise unknown(value, cls, "an expansion")


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Layout(Picture):
    r"""Where the mines are: `counts` has the number of mines in every cell, `(rows, cols)`.

    `revealed` are the cells that are open when a game on this layout starts.

    >>> layout = mm.Layout.parse("*..\n..*")
    >>> layout.mines, layout.free
    (2, 4)
    >>> layout.numbers.tolist()
    [[0, 2, 1], [1, 2, 0]]
    >>> mm.Layout(mm.Grid(1, 3), [[1, 0, 0]])
    Layout.parse('1 3 1\n*..')
    """

    grid: Grid
    counts: IntArray
    max_per_cell: int
    revealed: frozenset[Cell]

    def __init__(
        self,
        grid: Grid,
        counts: ArrayLike,
        *,
        max_per_cell: int = 1,
        revealed: Iterable[CellLike] = (),
    ) -> None:
        grid, per_cell = as_grid(grid), check_per_cell(max_per_cell)
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "counts", _checked_counts(grid, counts, per_cell))
        object.__setattr__(self, "max_per_cell", per_cell)
        opened = iterated(revealed, "revealed", "some cells")
        object.__setattr__(self, "revealed", frozenset(grid.cell(grid.index(cell)) for cell in opened))
        for cell in self.revealed:
            if self.counts[cell]:
                raise InvalidValue(f"{tuple(cell)} holds a mine and cannot start open")

    @classmethod
    def deal(
        cls,
        grid: Grid,
        mines: int,
        *,
        seed: int,
        first: CellLike | None = None,
        first_click: FirstClick | str = FirstClick.OPENING,
        max_per_cell: int = 1,
    ) -> Layout:
        """Deal a layout. All layouts that the rule allows are equally likely; without a first cell there is no rule.

        >>> print(mm.Layout.deal(mm.Grid(3, 4), 3, seed=7, first=(0, 0)))
        3 4 3
        ...*
        ....
        *.*.
        """
        grid, per_cell = as_grid(grid), check_per_cell(max_per_cell)
        fitting = check_mines(mines, grid, per_cell)
        counts = _native.deal_layout(
            grid.graph,
            mines=fitting,
            per_cell=per_cell,
            first=None if first is None else grid.index(first),
            rule=FirstClick(first_click),
            seed=check_seed(seed),
            deadline=Deadline(),
        )
        return cls(grid, counts.reshape(grid.shape), max_per_cell=per_cell)

    @classmethod
    def parse(
        cls,
        text: str | bytes,
        *,
        topology: str | None = None,
        reach: int | None = None,
        max_per_cell: int | None = None,
        reveal_numbers: bool = False,
        strict: bool = False,
        max_cells: int = MAX_CELLS,
    ) -> Layout:
        r"""Read a layout; numbers are checked against the mines, and start open with `reveal_numbers`.

        A mine count in the header that does not match the body is corrected with an `Assumption` warning, like
        everything that `Board.parse` corrects; `strict` makes these errors. Raises `ParseError` with every fault.

        >>> mm.Layout.parse("2 3 1\n*..\n...").mines
        1
        >>> mm.Layout.parse("*1.", reveal_numbers=True).revealed
        frozenset({Cell(row=0, col=1)})
        """
        source = notation.read(text, max_cells).overridden(topology=topology, reach=reach, max_per_cell=max_per_cell)
        layout, notes = cls.of_source(source, reveal_numbers=reveal_numbers, strict=strict)
        notation.warn(notes)
        return layout

    @classmethod
    def of_source(cls, source: Source, *, reveal_numbers: bool = False, strict: bool = False) -> tuple[Layout, Notes]:
        r"""The layout in a text already split into tokens, and what was assumed; otherwise like `parse`.

        >>> mm.Layout.of_source(mm.notation.read("*.."))
        (Layout.parse('1 3 1\n*..'), ())
        """
        per_cell = check_per_cell(source.header.max_per_cell)
        unread = source.complain(lambda token: _objection(token, per_cell))
        layout, wrong = _read_mines(source, per_cell, reveal_numbers=reveal_numbers)
        source = replace(source, notes=(*source.notes, *_count_notes(source, layout)))
        is_known = not source.faults  # otherwise the numbers may be right for the intended header
        return layout, source.settled([*unread, *(wrong if is_known else ())], strict=strict)

    def cleared(self, first: CellLike, *, first_click: FirstClick | str, seed: int) -> Layout:
        r"""The same layout with a free first cell: its mines, and for an opening its neighbours', move to free cells.

        The seed draws these cells. If there are too few of them, neighbours keep their mines, one by one in an order
        that the seed also draws; if even that is not enough, nothing moves.

        >>> mm.Layout.parse("*...").cleared((0, 0), first_click="opening", seed=1)
        Layout.parse('1 4 1\n...*')
        """
        words = map(partial(_native.split_mix, check_seed(seed)), count())
        counts = self.counts.reshape(-1).copy()
        zone = self._zone(self.grid.index(first), FirstClick(first_click), words)
        moving = int(counts[zone].sum())
        is_place = (counts == 0) & self.grid.exists.reshape(-1)
        is_place[zone] = False
        slots = np.repeat(np.flatnonzero(is_place).astype(np.int32), self.max_per_cell)
        counts[zone] = 0
        np.add.at(counts, _drawn(slots, moving, words), 1)
        return Layout(self.grid, counts.reshape(self.grid.shape), max_per_cell=self.max_per_cell)

    def _zone(self, first: int, rule: FirstClick, words: Iterator[int]) -> IntArray:
        """The indices of the first click and those neighbours that can be free, because their mines fit elsewhere.

        Free neighbours are given up last: a mine that moved there would still touch the first click.
        """
        counts = self.counts.reshape(-1)
        around = self.grid.around(first) if rule is FirstClick.OPENING else np.zeros(0, dtype=np.int32)
        drawn = sorted(_drawn(around, len(around), words).tolist(), key=lambda cell: bool(counts[cell]))
        zone = [] if rule is FirstClick.ANY else [first, *drawn]
        moving = int(counts[zone].sum())
        room = self.max_per_cell * (self.free - np.count_nonzero(counts[zone] == 0))
        while moving > room:
            given_up = int(counts[zone.pop()])
            moving -= given_up
            room += 0 if given_up else self.max_per_cell
        return np.array(zone, dtype=np.int32)

    @property
    def _header(self) -> Header:
        return Header.of(self.grid, self.mines, self.max_per_cell)

    def __str__(self) -> str:
        """The text; cells that start open are written as numbers, for `parse(…, reveal_numbers=True)`."""
        return notation.write(self._header, self.tokens())

    def __repr__(self) -> str:
        if self.counts.size > CELLS_IN_A_REPR:
            return f"<Layout {self._header}>"
        return f"Layout.parse({str(self)!r}{', reveal_numbers=True' if self.revealed else ''})"

    def _drawing(self) -> Drawing:
        return Drawing(self.grid, self.tokens())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        same = (self._header, self.revealed) == (other._header, other.revealed)
        return same and self.grid == other.grid and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash((self._header, self.revealed, self.counts.tobytes()))

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.grid, self.counts, self.max_per_cell, self.revealed)

    @cached_property
    def mines(self) -> int:
        """The number of mines."""
        return int(self.counts.sum())

    @cached_property
    def numbers(self) -> IntArray:
        """The number of mines around every cell, mined cells included: `(rows, cols)`."""
        return frozen(self.grid.neighbour_sums(self.counts))

    @cached_property
    def free(self) -> int:
        """The number of cells without a mine: opening them all wins."""
        return self.grid.size - int(np.count_nonzero(self.counts))

    def _opened_by(self, cells: IntArray, faces: IntArray, expansion: Expansion) -> IntArray:
        """The indices that open if these free hidden cells are opened, in the order of the expansion.

        `faces` are those of the board, flat: only hidden cells open, and flagged ones are walls.
        """
        numbers = self.numbers.reshape(-1)
        return _native.flood(self.grid.graph, numbers=numbers, faces=faces, start=cells, expansion=expansion)

    def tokens(self) -> list[list[str]]:
        """Every cell as the token that stands for it in a text.

        >>> mm.Layout.parse("*..").tokens()
        [['*', '.', '.']]
        """
        table = np.array([".", "*", *(f"*{count}" for count in range(2, self.max_per_cell + 1))], dtype=object)
        shown: list[list[str]] = table[self.counts].tolist()
        for row, col in self.grid.holes:
            shown[row][col] = HOLE
        for row, col in self.revealed:
            shown[row][col] = str(self.numbers[row, col])
        return shown


def _drawn(values: IntArray, wanted: int, words: Iterator[int]) -> IntArray:
    """`wanted` of the values in random order: a Fisher–Yates shuffle, each draw by rejection from 64 random bits."""
    drawn = values.copy()
    for place in range(wanted):
        choices = len(drawn) - place
        word = next(word for word in words if word < 2**64 - 2**64 % choices)
        other = place + word % choices
        drawn[[place, other]] = drawn[[other, place]]
    return drawn[:wanted]


def game_seed(run_seed: int, index: int) -> int:
    """The seed of game `index` (from 0) in a run with this seed; no two games of a run share one.

    >>> mm.strategy.game_seed(1, 0) == mm.simulate("beginner", games=1, seed=1).match.game(0).seed
    True
    """
    number = whole(index, "the index of the game", 0, MAX_SEED, WORD)
    return _native.split_mix(check_seed(run_seed), number)


def check_seed(seed: int) -> int:
    """The seed, if it is valid."""
    return whole(seed, "the seed", 0, MAX_SEED, WORD)


def check_mines(mines: int, grid: Grid, max_per_cell: int, *, clamp: bool = False) -> int:
    """The mine count, which must leave room for a free cell; with `clamp`, the nearest one that does."""
    value, most = whole(mines, "the mine count", None), (grid.size - 1) * max_per_cell
    if most + max_per_cell > MAX_SLOTS:
        raise TooLarge(
            f"{grid.size:,} cells of up to {counted(max_per_cell, 'mine')} hold more than the limit of {MAX_SLOTS:,}; "
            "use a smaller grid"
        )
    if clamp:
        return min(max(value, 0), most)
    if not 0 <= value <= most:
        raise InvalidValue(f"the mine count is {quoted(value)}; this grid holds 0 to {most}")
    return value


def _remake(grid: Grid, counts: IntArray, max_per_cell: int, revealed: frozenset[Cell]) -> Layout:
    return Layout(grid, counts, max_per_cell=max_per_cell, revealed=revealed)


def _checked_counts(grid: Grid, counts: ArrayLike, max_per_cell: int) -> IntArray:
    given = grid.integers(counts, "counts")
    most = np.where(grid.exists, max_per_cell, 0) if grid.holes else max_per_cell
    if wrong := places((given < 0) | (given > most)):
        raise InvalidValue(
            f"the count at {wrong[0]} is {given[wrong[0]]}; a cell holds 0 to {max_per_cell} mines, a hole none"
        )
    return frozen(given.astype(np.int32))


def _read_mines(source: Source, per_cell: int, *, reveal_numbers: bool) -> tuple[Layout, list[Fault]]:
    """The layout of a text, and a fault for every wrong number; cells that cannot be read count as free."""
    unread = source.translate(lambda token: _objection(token, per_cell) is not None)
    mines = source.translate(lambda token: notation.count_after(MINE_MARKS, token) or 0)
    numbers = source.translate(lambda token: -1 if (shown := header.number(token)) is None else shown)
    layout = Layout(
        source.grid(),
        np.where(unread, 0, mines),
        max_per_cell=per_cell,
        revealed=places(numbers >= 0) if reveal_numbers else (),
    )
    checkable = (numbers >= 0) & (layout.grid.neighbour_sums(unread) == 0)
    wrong = source.faults_at(
        checkable & (numbers != layout.numbers),
        lambda row, col: _wrong_number(int(numbers[row, col]), int(layout.numbers[row, col])),
    )
    return layout, wrong


def _wrong_number(shown: int, mines: int) -> str:
    return f"shows {shown}, but {counted(mines, 'mine')} {'is' if mines == 1 else 'are'} around it"


def _count_notes(source: Source, layout: Layout) -> list[Fault]:
    """What is assumed if the header disagrees with the body."""
    header, line = source.header, source.rows[0].line - 1
    notes = []
    if header.mines is not None and header.mines != layout.mines:
        said = phrase("text.mines", count=header.mines)
        notes.append(Fault(phrase("text.other-mines", said=said, found=str(layout.mines)), line=line))
    if header.density is not None:
        notes.append(Fault(phrase("text.density-ignored"), line=line))
    return notes


def _objection(token: str, max_per_cell: int) -> str | None:
    """What is wrong with a token of a layout, if anything is."""
    if token in _FREE_TOKENS or token == HOLE or header.number(token) is not None:
        return None
    mines = notation.count_after(MINE_MARKS, token)
    if mines is None:
        return phrase("text.cell-of-a-layout", token=repr(token))
    if mines > max_per_cell:
        return notation.too_many(token, max_per_cell)
    return None
