"""Match: a strategy and its games; game i is the same whenever and wherever it is played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from minemind.arguments import unknown
from minemind.board import Board
from minemind.errors import BadSave, InvalidValue, MineMindError, counted
from minemind.formats.document import damaged, field, text_of
from minemind.formats.saved import seed_in
from minemind.game import PRESETS, Game, Preset, SizeLike
from minemind.grid import Cell, CellLike, Grid, as_grid, check_per_cell
from minemind.layout import FirstClick, check_mines, check_seed, game_seed

__all__ = ["Estimator", "Match"]


class Estimator(StrEnum):
    """How the win rate is estimated."""

    WINS = "wins"  # the share of games that are won
    # No game is lost: if a guess would hit a mine, the mines are drawn again so that it does not, and the weight of
    # the game is multiplied by the probability of surviving. The mean is the same, and varies half as much.
    WEIGHTED = "weighted"
    # How much more often a strategy wins than a baseline: in weighted games, wherever the two choose differently, the
    # gain is estimated by games in which the baseline plays on after either choice.
    ADVANTAGE = "advantage"

    @classmethod
    def _missing_(cls, value: object) -> Estimator:
        raise unknown(value, cls, "an estimator")


@dataclass(frozen=True)
class Match:
    """A strategy and the games that it plays: game i is dealt from `game_seed(seed, i)`."""

    strategy: str
    grid: Grid
    mines: int
    max_per_cell: int = 1
    first_click: FirstClick = FirstClick.OPENING
    start: Cell | None = None  # the first click; None for the strategy's own
    seed: int = 0
    estimator: Estimator = Estimator.WINS
    baseline: str | None = None  # the strategy to compare with, for the advantage estimator

    @classmethod
    def of(
        cls,
        preset: SizeLike,
        strategy: str,
        *,
        first_click: FirstClick | str = FirstClick.OPENING,
        start: CellLike | None = None,
        seed: int = 0,
        max_per_cell: int = 1,
        grid: Grid | None = None,
        estimator: Estimator | str = Estimator.WINS,
        baseline: str | None = None,
    ) -> Match:
        """A match on a preset, or on rows, columns and mines; a `grid` of that size gives it a topology."""
        size = Preset.of(preset)
        on = Grid(size.rows, size.cols) if grid is None else as_grid(grid)
        if on.shape != (size.rows, size.cols):
            raise InvalidValue(
                f"the grid is {on.rows}×{on.cols}, but the size is {size.rows}×{size.cols}; make them the same"
            )
        per_cell = check_per_cell(max_per_cell)
        mines = check_mines(size.mines, on, per_cell)
        first = None if start is None else on.cell(on.index(start))
        rule, way = FirstClick(first_click), Estimator(estimator)
        if (way is Estimator.ADVANTAGE) != (baseline is not None):
            raise InvalidValue("only the advantage estimator compares with a baseline; give both, or neither")
        return cls(strategy, on, mines, per_cell, rule, first, check_seed(seed), way, baseline)

    def __str__(self) -> str:
        place = "" if self.start is None else f" at {tuple(self.start)}"
        return f"{self.player} on {self.size}, first click {self.first_click}{place}, seed {self.seed}"

    @property
    def player(self) -> str:
        """The strategy, and its baseline if it has one."""
        return self.strategy if self.baseline is None else f"{self.strategy} over {self.baseline}"

    @property
    def preset(self) -> str | None:
        """The name of the preset of this size, if there is one."""
        plain = Grid(self.grid.rows, self.grid.cols)
        size = Preset(self.grid.rows, self.grid.cols, self.mines)
        names = [name for name, preset in PRESETS.items() if preset == size]
        return names[0] if names and self.grid == plain and self.max_per_cell == 1 else None

    @property
    def size(self) -> str:
        """The size in words."""
        kind = "" if self.grid.topology == "square" else f" {self.grid.topology}"
        most = "" if self.max_per_cell == 1 else f", up to {self.max_per_cell} in a cell"
        return f"{self.grid.rows}×{self.grid.cols}{kind}, {counted(self.mines, 'mine')}{most}"

    def game(self, index: int) -> Game:
        """Game i, before its first click."""
        return Game(
            mines=self.mines,
            seed=game_seed(self.seed, index),
            first_click=self.first_click,
            max_per_cell=self.max_per_cell,
            grid=self.grid,
        )

    def by(self, strategy: str) -> Match:
        """The same games, played by another strategy."""
        return replace(self, strategy=strategy)

    def to_json(self) -> dict[str, Any]:
        """The match as values that JSON can hold."""
        board = Board(self.grid, mines=self.mines, max_per_cell=self.max_per_cell)
        return {
            "strategy": self.strategy,
            "board": {"text": str(board)},
            "first_click": self.first_click.value,
            "start": None if self.start is None else list(self.start),
            "seed": str(self.seed),
            "estimator": self.estimator.value,
            **({} if self.baseline is None else {"baseline": self.baseline}),
        }

    @classmethod
    def from_json(cls, values: object) -> Match:
        """A match from the values of `to_json`; raises `BadSave` for anything else."""
        try:
            return cls._read(values)
        except BadSave:
            raise
        except MineMindError as error:
            raise damaged(str(error)) from None

    @classmethod
    def _read(cls, values: object) -> Match:
        board = Board.parse(text_of(values, "board"), strict=True)
        if board.mines is None:
            raise damaged("its mine count is missing")
        match values:
            case {"start": None}:
                start = None
            case {"start": [int(row), int(col)]}:
                start = (row, col)
            case _:
                raise damaged("'start' is invalid")
        return cls.of(
            (board.grid.rows, board.grid.cols, board.mines),
            field(values, "strategy", str),
            first_click=field(values, "first_click", str),
            start=start,
            seed=seed_in(values),
            max_per_cell=board.max_per_cell,
            grid=board.grid,
            estimator=field(values, "estimator", str),
            baseline=_baseline(values),
        )


def _baseline(values: object) -> str | None:
    return field(values, "baseline", str) if isinstance(values, dict) and "baseline" in values else None
