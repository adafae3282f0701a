"""Dealer: deals boards that never need a guess, within a budget of work.

On such a board exact reasoning with the mine count always proves some hidden cell safe, from the first click until all
free cells are open. `minemind.game` and `mm.generate` use it; the engine does the work.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from minemind import _native
from minemind.arguments import shown, unknown, whole
from minemind.deadline import Deadline
from minemind.errors import InvalidValue, NoBoard, counted
from minemind.grid import Cell, Grid
from minemind.layout import FirstClick, Layout

__all__ = ["BUDGET", "GRADES", "MAX_BUDGET", "Dealer", "Dealt", "GradeLike", "Grades", "Way", "Work", "as_dealer"]

# The default budget in units of work: about 6 seconds on an Expert board, and far more than a uniform deal takes there
# with up to 120 mines, or a repaired one with up to 300.
BUDGET = 100_000

# More than anybody would wait for, and still exact in JavaScript and JSON.
MAX_BUDGET = 10**15

# How hard a board can be, from single numbers (1) to contradictions (5).
GRADES = range(1, 6)

# A grade, or a pair of the least and the greatest.
GradeLike: TypeAlias = int | tuple[int, int]


class Way(StrEnum):
    """How a board without a guess is found.

    >>> [way.value for way in mm.no_guess.Way]
    ['uniform', 'repaired']
    """

    UNIFORM = "uniform"  # layouts that need a guess are discarded; all others are equally likely
    REPAIRED = "repaired"  # mines are moved where a layout needs a guess

    @classmethod
    def _missing_(cls, value: object) -> Way:
        raise unknown(value, cls, "a way to deal")


class Grades(NamedTuple):
    """The grades that a board may have."""

    least: int
    most: int

    @classmethod
    def of(cls, given: GradeLike) -> Grades:
        """The grades given as one grade, or as a pair of the least and the greatest."""
        pair = tuple(given) if isinstance(given, tuple | list) else (given, given)
        if len(pair) != 2:
            raise InvalidValue(f"the grade is {shown(given)}; give a whole number from 1 to 5, or a pair of them")
        least, most = (whole(grade, "the grade", GRADES[0], GRADES[-1]) for grade in pair)
        if least > most:
            raise InvalidValue(f"the lowest grade ({least}) is above the highest ({most}); swap them")
        return cls(least, most)

    def __str__(self) -> str:
        return f"grade {self.least}" if self.least == self.most else f"grade {self.least} to {self.most}"


class Work(NamedTuple):
    """The work that it took to find a board; each layout, position and repair is one unit."""

    attempts: int  # layouts that were dealt
    positions: int  # analysed exactly, where rules were stuck
    repairs: int  # places where mines were moved

    def and_also(self, more: Work) -> Work:
        """The sum of both."""
        return Work(*map(operator.add, self, more))


class Dealt(NamedTuple):
    """A layout that needs no guess, a seed that deals it without grades, and its grade if grades were asked for."""

    layout: Layout
    seed: int
    grade: int | None
    work: Work


@dataclass(frozen=True)
class Dealer:
    """Deals boards that never need a guess, in a `way`, within a `budget` of work, and only of `grades` if given."""

    way: Way = Way.UNIFORM
    budget: int = BUDGET
    grades: Grades | None = None

    def __str__(self) -> str:
        return f"no guess ({self.way}, {self.grades})" if self.grades else f"no guess ({self.way})"

    def deal(
        self,
        grid: Grid,
        mines: int,
        *,
        seed: int,
        first: Cell,
        first_click: FirstClick,
        max_per_cell: int,
        deadline: Deadline,
    ) -> Dealt:
        """A layout for a first click. Raises `NoBoard` when the budget is used up, and `TooHard` at the deadline."""
        found = _native.deal_no_guess(
            grid.graph,
            mines=mines,
            per_cell=max_per_cell,
            first=grid.index(first),
            rule=first_click,
            seed=seed,
            way=self.way,
            grades=self.grades,
            budget=self.budget,
            deadline=deadline,
        )
        if not len(found.mines):
            raise self._refusal(found)
        layout = Layout(grid, found.mines.reshape(grid.shape), max_per_cell=max_per_cell)
        work = Work(found.attempts, found.positions, found.repairs)
        return Dealt(layout, found.seed, found.grade if self.grades else None, work)

    def _refusal(self, found: _native.Dealing) -> NoBoard:
        tried = [f"{counted(found.attempts, 'layout')} dealt", f"{counted(found.positions, 'position')} analysed"]
        if found.repairs:
            tried.append(counted(found.repairs, "repair"))
        if found.too_hard:
            tried.append(f"{counted(found.too_hard, 'layout')} too hard to analyse")
        if found.easier or found.harder:
            boards = [(found.easier, "easier board"), (found.harder, "harder board")]
            tried.append(f"{' and '.join(counted(*kind) for kind in boards if kind[0])} passed over")
        elif found.fewest_left is not None:
            tried.append(f"at best {counted(found.fewest_left, 'safe cell')} left when a guess was needed")
        wanted = f"no-guess board of {self.grades}" if self.grades else "no-guess board"
        return NoBoard(
            f"no {wanted} found within the budget of {self.budget:,}: {', '.join(tried)}; {self._advice(found)}",
            found.attempts,
            found.positions,
            found.repairs,
        )

    def _advice(self, found: _native.Dealing) -> str:
        if not found.attempts:
            return "give a larger budget"
        if found.easier or found.harder:
            return "change the grade or the budget"
        if self.way is Way.REPAIRED:
            return "use fewer mines or a larger budget"
        return "use fewer mines, a larger budget, or the repaired way"


def as_dealer(
    no_guess: bool,  # noqa: FBT001  # as it was given
    way: Way | str | None,
    budget: int | None,
    grade: GradeLike | None,
    first_click: FirstClick,
) -> Dealer | None:
    """The dealer, if the board must need no guess; otherwise None."""
    if not isinstance(no_guess, bool):
        raise InvalidValue(f"no_guess is {shown(no_guess)}; give True or False")
    if not no_guess:
        if (way, budget, grade) != (None, None, None):
            raise InvalidValue("way, budget and grade are for no-guess boards; add no_guess=True, or leave them out")
        return None
    if first_click is FirstClick.ANY:
        raise InvalidValue(
            "with first_click 'any' the first cell is itself a guess, so no board is without one; use opening or safe"
        )
    units = BUDGET if budget is None else whole(budget, "the budget", 0, MAX_BUDGET)
    return Dealer(Way.UNIFORM if way is None else Way(way), units, None if grade is None else Grades.of(grade))
