"""Deal: a game that a program asks for, dealt within the limits of one request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from minemind.answers import asked
from minemind.answers.json import about_board, no_guess_json
from minemind.board import Board
from minemind.dealer import GradeLike, Way
from minemind.errors import InvalidValue
from minemind.game import Game
from minemind.grid import CellLike, Grid
from minemind.layout import FirstClick, Layout
from minemind.size import PRESETS, Preset
from minemind.source import Notes

if TYPE_CHECKING:
    from minemind.answers import schema
    from minemind.no_guess.dealing import NoGuess

__all__ = ["Setup", "deal"]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A game before its first click: a preset, or rows, columns and mines; without a seed, one is drawn."""

    preset: str | None = None
    rows: int | None = None
    cols: int | None = None
    mines: int | None = None
    topology: str = "square"
    reach: int = 1
    holes: Sequence[CellLike] = ()
    max_per_cell: int = 1
    first_click: str = FirstClick.OPENING.value
    seed: int | None = None

    @property
    def size(self) -> Preset:
        """Rows, columns and mines."""
        given = (self.rows, self.cols, self.mines)
        if self.preset is not None:
            if given != (None, None, None):
                raise InvalidValue("both a preset and a size are given; give only one")
            return PRESETS[self.preset]
        if self.rows is None or self.cols is None or self.mines is None:
            raise InvalidValue("the size is missing; give rows, cols and mines, or a preset")
        return Preset(self.rows, self.cols, self.mines)

    def game(self) -> Game:
        """The game. Raises `TooLarge` beyond the limits of a request."""
        size = self.size
        asked.check_size(size.rows, size.cols, self.max_per_cell)
        with asked.within_limits():
            shape = (size.rows, size.cols, self.topology, self.reach)
            grid = Grid(*shape, holes=self.holes, max_cells=asked.CELLS_READ)
        rule, per_cell = self.first_click, self.max_per_cell
        return Game(mines=size.mines, seed=self.seed, first_click=rule, max_per_cell=per_cell, grid=grid)


@dataclass(frozen=True, kw_only=True)
class DealRequest(Setup):
    """A game and its mines: dealt at random or as a no-guess board, or those of a layout, moved away from `start`."""

    start: CellLike | None = None
    no_guess: bool = False
    way: str | None = None
    budget: int | None = None
    grade: GradeLike | None = None
    min_3bv: int | None = None
    max_3bv: int | None = None
    layout: str | None = None

    def answer(self) -> schema.DealtJson:
        """The layout, and what it was dealt from."""
        return self._dealt() if self.layout is None else self._cleared(self.layout)

    def _dealt(self) -> schema.DealtJson:
        game = self.game()
        assert game.seed is not None
        if self.no_guess:
            return self._without_a_guess(game)
        how: dict[str, Any] = {"first_click": game.first_click, "max_per_cell": game.max_per_cell}
        layout = Layout.deal(game.grid, game.mines, seed=game.seed, first=self.start, **how)
        return self._answer(game.board, game.seed, layout)

    def _without_a_guess(self, game: Game) -> schema.DealtJson:
        from minemind.no_guess.dealing import generate

        found = generate(
            mines=game.mines,
            seed=game.seed,
            first_click=game.first_click,
            max_per_cell=game.max_per_cell,
            grid=game.grid,
            start=self.start,
            way=self.way or Way.UNIFORM,
            budget=self.budget,
            grade=self.grade,
            min_3bv=self.min_3bv,
            max_3bv=self.max_3bv,
        )
        return self._answer(game.board, found.seed, found.layout, found=found)

    def _cleared(self, given: str) -> schema.DealtJson:
        if self.no_guess:
            raise InvalidValue("a given layout is not dealt; to deal a no-guess board, give a size")
        layout, notes = asked.layout(given)
        rule, seed = self.first_click, self.seed or 0
        game = Game.from_layout(layout, seed=seed, first_click=rule)
        if self.start is not None:
            layout = layout.cleared(self.start, first_click=rule, seed=seed)
        return self._answer(game.board, seed, layout, notes)

    def _answer(
        self, board: Board, seed: int, layout: Layout, notes: Notes = (), found: NoGuess | None = None
    ) -> schema.DealtJson:
        return {
            **about_board(board, notes),
            "seed": str(seed),
            "first_click": FirstClick(self.first_click).value,
            "no_guess": no_guess_json(found) if found else None,
            "layout": {"text": str(layout)},
        }


# The fields that a layout already determines, and those that are only for no-guess boards.
SIZES = frozenset({"preset", "rows", "cols", "mines", "topology", "reach", "holes", "max_per_cell"})
NO_GUESS = frozenset({"way", "budget", "grade", "min_3bv", "max_3bv"})


def deal(**given: Any) -> schema.DealtJson:
    """Deal a game; takes only the fields that the request has, so that contradictory ones can be refused."""
    if (only := NO_GUESS.intersection(given)) and not given.get("no_guess"):
        raise InvalidValue(f"{', '.join(sorted(only))}: only for no-guess boards; add no_guess")
    if given.get("layout") is not None and not SIZES.isdisjoint(given):
        raise InvalidValue("both a layout and a size are given; give only one")
    return DealRequest(**given).answer()
