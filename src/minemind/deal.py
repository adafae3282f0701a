"""Deal: what a game is dealt from, before anything is played: a size and a seed, a preset, or a layout as text.

`Game` derives from it and adds the play. Nothing here depends on turns: the same deal and the same first click always
give the same mines.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from typing import Self

from minemind import notation
from minemind.arguments import named, shown
from minemind.deadline import Deadline
from minemind.dealer import Dealer, GradeLike, Way, as_dealer
from minemind.errors import Assumption, InvalidValue
from minemind.grid import MAX_CELLS, Cell, Grid, check_per_cell, grid_of
from minemind.layout import MINE_MARKS, FirstClick, Layout, check_mines, check_seed
from minemind.size import PRESETS, SizeLike, size_of
from minemind.source import Notes, Source
from minemind.words import phrase

__all__ = ["DRAWN_SEED_BITS", "Deal"]

# Random seeds are also written down and typed in again, and JavaScript and JSON represent 53 bits exactly.
DRAWN_SEED_BITS = 53


def _drawn_seed() -> int:
    """A random seed, drawn as `secrets` would: importing that takes longer than starting a game."""
    return int.from_bytes(os.urandom(8)) >> (64 - DRAWN_SEED_BITS)


class Deal:
    """Where the mines of a game come from; `Game` documents the arguments."""

    grid: Grid
    mines: int
    max_per_cell: int
    first_click: FirstClick
    seed: int | None  # None if a given layout is played as it is
    given: Layout | None = None
    dealer: Dealer | None = None  # only for a board that needs no guess

    def __init__(
        self,
        rows: int | SizeLike | None = None,
        cols: int | None = None,
        mines: int | None = None,
        seed: int | None = None,
        first_click: FirstClick | str = FirstClick.OPENING,
        max_per_cell: int = 1,
        grid: Grid | None = None,
        *,
        clamp: bool = False,
        no_guess: bool = False,
        way: Way | str | None = None,
        budget: int | None = None,
        grade: GradeLike | None = None,
    ) -> None:
        rows, cols, mines = size_of(rows, cols, mines)
        if mines is None:
            raise InvalidValue("the mine count is missing; give mines=…")
        self.grid = grid_of(rows, cols, grid)
        self.max_per_cell = check_per_cell(max_per_cell)
        self.mines = check_mines(mines, self.grid, self.max_per_cell, clamp=clamp)
        if self.mines != mines:
            warnings.warn(f"{mines} mines do not fit; using {self.mines}", Assumption, stacklevel=2)
        self.first_click = FirstClick(first_click)
        self.dealer = as_dealer(no_guess, way, budget, grade, self.first_click)
        self.seed = check_seed(_drawn_seed() if seed is None else seed)

    @classmethod
    def preset(
        cls,
        name: str,
        *,
        seed: int | None = None,
        first_click: FirstClick | str = FirstClick.OPENING,
        max_per_cell: int = 1,
    ) -> Self:
        """A game of a well-known size: beginner, intermediate or expert.

        >>> mm.Game.preset("expert", seed=7)
        <Game 16×30, 99 mines, seed 7: playing after 0 turns>
        """
        return cls(*PRESETS[named(name, PRESETS, "a preset")], seed, first_click, max_per_cell)

    @classmethod
    def parse(
        cls,
        text: str | bytes,
        *,
        seed: int | None = None,
        first_click: FirstClick | str | None = None,
        topology: str | None = None,
        max_per_cell: int | None = None,
        reveal_numbers: bool = False,
        max_cells: int = MAX_CELLS,
    ) -> Self:
        r"""A game on a layout given as text. If the header has a mine count and the body no mines, they are dealt.

        `first_click` is by default `opening` if the header has a mine count, otherwise `any`. `seed` deals the mines,
        or moves those of a layout; by default it is random for a deal, and 0 for a layout. With `reveal_numbers` the
        numbers start open, and the first click must be `any`, its default then. Raises `ParseError` with every fault.

        >>> game = mm.Game.parse("*..\n...")
        >>> [tuple(cell) for cell in game.open(0, 2)]
        [(0, 2), (0, 1), (1, 1), (1, 2)]
        >>> mm.Game.parse("2 3 1\n...\n...", seed=7)
        <Game 2×3, 1 mine, seed 7: playing after 0 turns>
        """
        source = notation.read(text, max_cells).overridden(topology=topology, max_per_cell=max_per_cell)
        game, notes = cls.of_source(source, seed=seed, first_click=first_click, reveal_numbers=reveal_numbers)
        notation.warn(notes)
        return game

    @classmethod
    def of_source(
        cls,
        source: Source,
        *,
        seed: int | None = None,
        first_click: FirstClick | str | None = None,
        reveal_numbers: bool = False,
    ) -> tuple[Self, Notes]:
        """The game in a text already split into tokens, and what was assumed; otherwise like `parse`.

        >>> game, notes = mm.Game.of_source(mm.notation.read("*.."))
        >>> game.mines, notes
        (1, ())
        """
        counted, is_counted = source.header.mines, source.header.mines is not None
        usual = FirstClick.OPENING if is_counted and not reveal_numbers else FirstClick.ANY
        rule = usual if first_click is None else FirstClick(first_click)
        if not counted or any(token[:1] in MINE_MARKS for token in source.vocabulary[0] if token):
            layout, notes = Layout.of_source(source, reveal_numbers=reveal_numbers)
            return cls.from_layout(layout, seed=0 if seed is None else seed, first_click=rule), notes
        uncounted = replace(source, header=replace(source.header, mines=None))
        body, notes = Layout.of_source(uncounted, reveal_numbers=reveal_numbers)
        if body.revealed:
            raise InvalidValue("numbers cannot start open before the mines are placed")
        game = cls(mines=counted, seed=seed, first_click=rule, max_per_cell=body.max_per_cell, grid=body.grid)
        return game, notes

    @classmethod
    def from_layout(cls, layout: Layout, *, seed: int = 0, first_click: FirstClick | str = FirstClick.ANY) -> Self:
        """A game on a given layout; with the first-click rule `any`, the mines stay where they are.

        With `safe`, mines at the first click move to free cells that the seed draws; with `opening`, those next to it
        move as well.

        >>> game = mm.Game.from_layout(mm.Layout.parse("*..."), first_click="safe")
        >>> game.open(0, 0), game.moved
        ([Cell(row=0, col=0), Cell(row=0, col=1)], 1)
        """
        if not isinstance(layout, Layout):
            raise InvalidValue(f"{shown(layout)} is not a layout; give a Layout, such as Layout.parse(text)")
        rule = FirstClick(first_click)
        if layout.revealed and rule is not FirstClick.ANY:
            raise InvalidValue(
                "if numbers start open, the first click must be any: moving mines would make the numbers wrong"
            )
        game = cls.__new__(cls)
        game.grid, game.max_per_cell, game.mines = layout.grid, layout.max_per_cell, layout.mines
        game.given, game.first_click, game.seed = layout, rule, None
        if rule is not FirstClick.ANY and layout.free:  # without a free cell the game is won, and has no first click
            game.seed = check_seed(seed)
        return game

    @property
    def origin(self) -> str:
        """Where the mines come from: a seed, a given layout, or both; and how, if they need no guess."""
        seed = "" if self.seed is None else f"seed {self.seed}"
        return ", ".join(filter(None, ["given layout" if self.given else "", seed, str(self.dealer or "")]))

    @property
    def title(self) -> str:
        """A one-line description of the game in the current language.

        >>> mm.Game("expert", seed=7).title
        '16×30, 99 mines, seed 7'
        """
        several = phrase("game.several", most=self.max_per_cell) if self.max_per_cell > 1 else ""
        given = phrase("game.given") if self.given else ""
        seed = "" if self.seed is None else phrase("game.seed", seed=str(self.seed))
        return phrase(
            "game",
            rows=self.grid.rows,
            cols=self.grid.cols,
            topology="" if self.grid.topology == "square" else f" {self.grid.topology}",
            mines=phrase("game.mines", count=self.mines),
            several=several,
            origin=", ".join(filter(None, [given, seed, str(self.dealer or "")])),
        )

    @property
    def _fixed(self) -> Layout | None:
        """The mines, if they are fixed before the first click."""
        return self.given if self.seed is None else None

    def _mines_around(self, first: Cell) -> Layout:
        """The layout that this first click deals, or makes by moving mines."""
        assert self.seed is not None, "only what is not fixed is dealt"
        if self.given is not None:
            return self.given.cleared(first, first_click=self.first_click, seed=self.seed)
        if self.dealer is not None:
            return self.dealer.deal(
                self.grid,
                self.mines,
                seed=self.seed,
                first=first,
                first_click=self.first_click,
                max_per_cell=self.max_per_cell,
                deadline=Deadline(),
            ).layout
        return Layout.deal(
            self.grid,
            self.mines,
            seed=self.seed,
            first=first,
            first_click=self.first_click,
            max_per_cell=self.max_per_cell,
        )
