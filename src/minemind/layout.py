"""Layout: where the mines are, the truth behind a board.

A layout is a value, read from a text or dealt from a seed. A dealt one depends on the grid, the mines, the first
cell, the first-click rule and the seed alone: the same on every machine, for ever. The engine deals it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import minemind._engine as engine
from minemind import drawing, notation
from minemind.errors import Fault, InvalidValue
from minemind.grid import MAX_CELLS, Cell, Grid, IntArray, check_per_cell, frozen
from minemind.notation import Header, Source

__all__ = ["MAX_SEED", "FirstClick", "Layout", "check_mines", "check_seed", "game_seed"]

_MINE_MARKS = "*M"
_FREE_TOKENS = frozenset(". ")

# Seeds are words of the engine's generator.
MAX_SEED = 2**64 - 1


class FirstClick(StrEnum):
    """What the first cell to be opened is promised."""

    OPENING = "opening"  # it and its neighbours are free, as far as the mines leave room for that
    SAFE = "safe"  # it is free
    ANY = "any"  # nothing

    @classmethod
    def _missing_(cls, value: object) -> FirstClick:
        raise InvalidValue(f"no first-click rule is called {value!r}; there are {', '.join(cls)}")


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Layout:
    """Where the mines are: `counts` says how many every cell holds, `(rows, cols)`.

    `revealed` are cells that are open when a game on this layout starts.
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
        revealed: Iterable[tuple[int, int]] = (),
    ) -> None:
        check_per_cell(max_per_cell)
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "counts", _checked_counts(grid, counts, max_per_cell))
        object.__setattr__(self, "max_per_cell", operator.index(max_per_cell))
        object.__setattr__(self, "revealed", frozenset(grid.cell(grid.index(*cell)) for cell in revealed))
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
        first: tuple[int, int] | None = None,
        first_click: FirstClick | str = FirstClick.OPENING,
        max_per_cell: int = 1,
    ) -> Layout:
        """Deal a layout; all that the rule allows for the first cell are equally likely. No first cell, no rule."""
        rule = FirstClick(first_click)
        check_per_cell(max_per_cell)
        spared = 1 if first is not None and rule is not FirstClick.ANY else 0
        counts = engine.deal_layout(
            *grid.adjacency,
            grid.indices,
            mines=check_mines(mines, (grid.size - spared) * max_per_cell),
            per_cell=max_per_cell,
            first=-1 if first is None else grid.index(*first),
            rule=getattr(engine.FirstClick, rule.name),
            seed=check_seed(seed),
        )
        return cls(grid, counts.reshape(grid.shape), max_per_cell=max_per_cell)

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
        """Read a layout; numbers are checked against the mines, and with `reveal_numbers` start open.

        A header that counts other mines than the body has is overruled with an `Assumption` warning, and so are the
        oddities that `Board.parse` bears; `strict` makes all of them errors. Raises `BadText` with every fault.
        """
        source = notation.read(text, max_cells).overridden(topology=topology, reach=reach, max_per_cell=max_per_cell)
        per_cell = check_per_cell(source.header.max_per_cell)
        faults = source.complain(lambda token: _objection(token, per_cell))
        if source.header.density is not None:
            faults.append(Fault("a layout knows its mines and has no density; leave it out of the header"))
        if faults:
            source.settle(faults, strict=strict)
        return _read_mines(source, per_cell, reveal_numbers=reveal_numbers, strict=strict)

    def __str__(self) -> str:
        return notation.write(Header.of(self.grid, self.mines, self.max_per_cell), self.tokens())

    def __repr__(self) -> str:
        return f"<Layout {Header.of(self.grid, self.mines, self.max_per_cell)}>"

    def _repr_svg_(self) -> str | None:
        return drawing.svg(self.grid, self.tokens())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self._frame == other._frame and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash((self._frame, self.counts.tobytes()))

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.grid, self.counts, self.max_per_cell, self.revealed)

    @property
    def _frame(self) -> tuple[object, ...]:
        return self.grid, self.max_per_cell, self.revealed

    @cached_property
    def mines(self) -> int:
        """How many mines there are."""
        return int(self.counts.sum())

    @cached_property
    def numbers(self) -> IntArray:
        """The mines around every cell, whether it holds any itself or not: `(rows, cols)`."""
        return frozen(self.grid.neighbour_sums(self.counts))

    @cached_property
    def free(self) -> int:
        """How many cells hold no mine: opening them all wins."""
        return self.grid.size - int(np.count_nonzero(self.counts))

    def tokens(self) -> list[list[str]]:
        """Every cell as the token that stands for it in a text."""
        table = np.array([".", "*", *(f"*{count}" for count in range(2, self.max_per_cell + 1))], dtype=object)
        shown: list[list[str]] = table[self.counts].tolist()
        for row, col in self.grid.holes:
            shown[row][col] = notation.HOLE
        for row, col in self.revealed:
            shown[row][col] = str(self.numbers[row, col])
        return shown


def game_seed(run_seed: int, index: int) -> int:
    """The seed of game `index` (from 0) in a run with this seed; no two games of a run share one."""
    if operator.index(index) < 0:
        raise InvalidValue(f"game {index} does not exist; games count from 0")
    return engine.split_mix(check_seed(run_seed), operator.index(index))


def check_seed(seed: int) -> int:
    """The seed, if the engine's generator can take it."""
    if not 0 <= operator.index(seed) <= MAX_SEED:
        raise InvalidValue(f"the seed is {seed}; give a whole number from 0 to 2^64 - 1")
    return operator.index(seed)


def check_mines(mines: int, most: int) -> int:
    """The mine count, if there is room for it."""
    if not 0 <= operator.index(mines) <= most:
        raise InvalidValue(f"{mines} mines do not fit; this grid takes 0 … {most}")
    return operator.index(mines)


def _remake(grid: Grid, counts: IntArray, max_per_cell: int, revealed: frozenset[Cell]) -> Layout:
    return Layout(grid, counts, max_per_cell=max_per_cell, revealed=revealed)


def _checked_counts(grid: Grid, counts: ArrayLike, max_per_cell: int) -> IntArray:
    given: NDArray[Any] = np.asarray(counts)
    if given.shape != grid.shape or given.dtype.kind not in "iub":
        raise InvalidValue(f"counts must be integers of shape {grid.shape}, not {given.dtype} of shape {given.shape}")
    most = np.where(grid.exists, max_per_cell, 0) if grid.holes else max_per_cell
    if wrong := notation.places((given < 0) | (given > most)):
        cell = wrong[0]
        raise InvalidValue(f"{given[cell]} mines at {cell}; a cell holds 0 … {max_per_cell}, and a hole none")
    return frozen(given.astype(np.int32))


def _read_mines(source: Source, per_cell: int, *, reveal_numbers: bool, strict: bool) -> Layout:
    """The layout of a text whose every token is understood."""
    numbers = source.translate(lambda token: -1 if (shown := notation.number(token)) is None else shown)
    layout = Layout(
        source.grid(),
        source.translate(lambda token: notation.count_after(_MINE_MARKS, token) or 0),
        max_per_cell=per_cell,
        revealed=notation.places(numbers >= 0) if reveal_numbers else (),
    )
    wrong = notation.places((numbers >= 0) & (numbers != layout.numbers))
    faults = [
        source.fault(row, col, f"says {numbers[row, col]}, but {layout.numbers[row, col]} mines are around it")
        for row, col in wrong
    ]
    if source.header.mines not in (None, layout.mines):
        note = Fault(f"the header counts {source.header.mines} mines, the body has {layout.mines}: taken as it is")
        source = replace(source, notes=(*source.notes, note))
    source.settle(faults, strict=strict)
    return layout


def _objection(token: str, max_per_cell: int) -> str | None:
    """What is wrong with a token of a layout, if anything is."""
    if token in _FREE_TOKENS or token == notation.HOLE or notation.number(token) is not None:
        return None
    mines = notation.count_after(_MINE_MARKS, token)
    if mines is None:
        return f"{token!r} is no cell of a layout; write * (mine), . or a number (free), or _ (no cell)"
    if mines > max_per_cell:
        return f"{token!r} is more mines than the {max_per_cell} that a cell can hold; say k=… in the header"
    return None
