"""Dealing: deals a board that never needs a guess from a first click on, if wanted with a 3BV within limits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from minemind.arguments import whole
from minemind.deadline import Deadline
from minemind.dealer import Dealt, GradeLike, Way, Work
from minemind.errors import InvalidValue, NoBoard, counted, quoted
from minemind.game import Game
from minemind.grid import Cell, CellLike, Grid
from minemind.layout import FirstClick, Layout, game_seed
from minemind.size import SizeLike
from minemind.worth import three_bv

__all__ = ["NoGuess", "generate"]


@dataclass(frozen=True, repr=False)
class NoGuess:
    """A board that never needs a guess from its start on, and what it was dealt from.

    The layout is a function of the grid, the mines, the mines per cell, the start, the first-click rule, the seed and
    the way. It took `attempts` layouts, `positions` that were analysed exactly, and `repairs`; the work for boards that
    were passed over is included. `grade` is None unless grades were asked for.

    >>> board = mm.generate("expert", seed=7)
    >>> board
    <NoGuess 16×30, 99 mines, from (7, 14), seed 7, uniform: 2 attempts>
    >>> board.layout.mines, board.start, board.first_click.value, board.way.value
    (99, Cell(row=7, col=14), 'opening', 'uniform')
    >>> board.budget, board.attempts, board.positions, board.repairs
    (100000, 2, 2, 0)
    """

    layout: Layout
    start: Cell
    seed: int
    first_click: FirstClick
    way: Way
    budget: int
    attempts: int
    positions: int
    repairs: int
    grade: int | None = None

    def __repr__(self) -> str:
        grid = self.layout.grid
        size = f"{grid.rows}×{grid.cols}, {counted(self.layout.mines, 'mine')}"
        work = counted(self.attempts, "attempt") + (f", {counted(self.repairs, 'repair')}" if self.repairs else "")
        way = self.way.value if self.grade is None else f"{self.way}, grade {self.grade}"
        return f"<NoGuess {size}, from {tuple(self.start)}, seed {self.seed}, {way}: {work}>"

    def __str__(self) -> str:
        return f"{self!r}\n{self.layout}"

    def game(self) -> Game:
        """A game on this board whose start is open; it is dealt again, in the same way.

        >>> game = mm.generate("expert", seed=7).game()
        >>> game
        <Game 16×30, 99 mines, seed 7, no guess (uniform): playing after 1 turn>
        >>> _ = mm.strategy.auto(game)
        >>> game.state.value
        'won'
        """
        game = Game(
            mines=self.layout.mines,
            seed=self.seed,
            first_click=self.first_click,
            max_per_cell=self.layout.max_per_cell,
            grid=self.layout.grid,
            no_guess=True,
            way=self.way,
            budget=self.budget,
        )
        game.open(self.start)
        return game


def generate(
    rows: int | SizeLike | None = None,
    cols: int | None = None,
    mines: int | None = None,
    seed: int | None = None,
    first_click: FirstClick | str = FirstClick.OPENING,
    max_per_cell: int = 1,
    grid: Grid | None = None,
    *,
    start: CellLike | None = None,
    way: Way | str = Way.UNIFORM,
    budget: int | None = None,
    grade: GradeLike | None = None,
    min_3bv: int | None = None,
    max_3bv: int | None = None,
    time_limit: float | None = None,
) -> NoGuess:
    """A board that never needs a guess from the first click on, by exact reasoning with the mine count.

    Size, seed and rules are those of a `Game`; `start` is the first click, by default the centre. The way `uniform`
    discards layouts that need a guess; all others are equally likely. The way `repaired` moves mines where a guess
    would be needed, which takes little work even on dense boards.

    `grade` is a number from 1 to 5, or a pair of the least and the greatest. Boards of other grades are passed over,
    and so are those with a 3BV below `min_3bv` or above `max_3bv`: the next one is dealt from `game_seed(seed, 0)`, and
    so on, and the board that is returned has its own seed. `budget` limits the work: layouts, exact analyses and
    repairs together. Raises `NoBoard` with what was tried when it is used up, and `TooHard` after `time_limit` seconds.

    >>> board = mm.generate(16, 16, 40, seed=7, start=(0, 0), way="repaired")
    >>> board.layout.mines, board.layout.numbers[0, 0].item()
    (40, 0)
    >>> hard = mm.generate("expert", seed=7, min_3bv=200)
    >>> mm.metrics(hard.layout).three_bv, hard.seed == 7
    (200, False)
    >>> mm.generate("expert", seed=7, grade=3).grade, mm.generate("expert", seed=7, grade=(4, 5)).grade
    (3, 5)
    >>> mm.generate("expert", mines=300, seed=7, budget=1000)
    Traceback (most recent call last):
    minemind.errors.NoBoard: no no-guess board found within the budget of 1,000: ...
    """
    limits, deadline = _ThreeBvRange.of(min_3bv, max_3bv), Deadline(time_limit)
    dealt: dict[str, Any] = {"no_guess": True, "way": way, "budget": budget, "grade": grade}
    game = Game(rows, cols, mines, seed, first_click, max_per_cell, grid, **dealt)
    first = game.grid.centre if start is None else game.grid.cell(game.grid.index(start))
    return _Search(game, first, limits, deadline).board()


class _ThreeBvRange(NamedTuple):
    """The 3BVs that a board may have."""

    least: int
    most: int | None

    @classmethod
    def of(cls, least: int | None, most: int | None) -> _ThreeBvRange:
        low = 0 if least is None else whole(least, "the minimum 3BV", 0)
        high = None if most is None else whole(most, "the maximum 3BV", 0)
        if high is not None and low > high:
            raise InvalidValue(f"the minimum 3BV is {quoted(low)}, but the maximum is {quoted(high)}; swap them")
        return cls(low, high)

    @property
    def is_none(self) -> bool:
        return self == (0, None)

    def allow(self, worth: int) -> bool:
        return self.least <= worth and (self.most is None or worth <= self.most)

    def __str__(self) -> str:
        return f"of at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"


class _Search:
    """Deals the boards of a run, one seed after the other, until one is within the limits."""

    def __init__(self, game: Game, start: Cell, limits: _ThreeBvRange, deadline: Deadline) -> None:
        assert game.seed is not None
        assert game.dealer is not None
        self.game, self.start, self.limits, self.deadline = game, start, limits, deadline
        self.seed, self.dealer = game.seed, game.dealer
        self.passed_over: list[int] = []  # the 3BVs of boards beyond the limits
        self.work = Work(0, 0, 0)  # of all boards so far

    def board(self) -> NoGuess:
        """The first board within the limits."""
        seed = self.seed
        while True:
            layout, seed, grade, work = self._dealt(seed)
            self.work = self.work.and_also(work)
            worth = None if self.limits.is_none else three_bv(layout, self.deadline)
            if worth is None or self.limits.allow(worth):
                rule, dealer = self.game.first_click, self.dealer
                return NoGuess(layout, self.start, seed, rule, dealer.way, dealer.budget, *self.work, grade)
            self.passed_over.append(worth)
            seed = game_seed(seed, 0)

    def _dealt(self, seed: int) -> Dealt:
        try:
            return replace(self.dealer, budget=self.dealer.budget - sum(self.work)).deal(
                self.game.grid,
                self.game.mines,
                seed=seed,
                first=self.start,
                first_click=self.game.first_click,
                max_per_cell=self.game.max_per_cell,
                deadline=self.deadline,
            )
        except NoBoard as refusal:
            raise (self._none_within(refusal) if self.passed_over else refusal) from None

    def _none_within(self, refusal: NoBoard) -> NoBoard:
        found, lowest, highest = counted(len(self.passed_over), "board"), min(self.passed_over), max(self.passed_over)
        graded = f" of {self.dealer.grades}" if self.dealer.grades else ""
        return NoBoard(
            f"no no-guess board{graded} with a 3BV {self.limits} found within the budget of "
            f"{self.dealer.budget:,}: {found} had a 3BV from {lowest} to {highest}; change the limits or the budget",
            *self.work.and_also(Work(refusal.attempts, refusal.positions, refusal.repairs)),
        )
