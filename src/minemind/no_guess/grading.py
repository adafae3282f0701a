"""Grade: how hard a board is for a player who does not guess: the hardest step on the easiest path."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from minemind.board import Board
from minemind.dealer import GRADES
from minemind.grid import Cell, CellLike
from minemind.no_guess.path import Path, path_of
from minemind.table import aligned
from minemind.words import phrase
from minemind.worth import LayoutLike

__all__ = ["Grade", "TechniqueCounts", "grade"]


class TechniqueCounts(NamedTuple):
    """How many moves take each technique as the hardest in their proof."""

    single: int = 0
    subset: int = 0
    overlap: int = 0
    sum: int = 0
    mine_count: int = 0
    contradiction: int = 0


@dataclass(frozen=True)
class Grade:
    r"""How hard a board is without a guess, from 1 to 5; None if it needs a guess.

    Moves open safe cells and flag proven mines. `profile` says how many take each technique, and `by_grade` how many
    have a proof of each grade, from 1 to 5; `stuck` is the board where nothing more is safe for certain, if the board
    needs a guess.

    >>> game = mm.Game("expert", seed=9)
    >>> _ = game.open(8, 15)
    >>> found = mm.no_guess.grade(game)
    >>> found.grade, found.moves, found.by_grade
    (3, 348, (331, 16, 1, 0, 0))
    >>> print(found)
    grade 3 of 5: 348 moves from (8, 15)
    single number  331
    subset          16
    overlap          1
    >>> found.profile.single, found.profile.subset, found.profile.overlap
    (331, 16, 1)
    >>> found = mm.no_guess.grade("2 4 2\n....\n.*.*", start=(0, 0))
    >>> found.needs_guess, found.stuck
    (True, Board.parse('2 4 2\n1...\n....'))
    """

    start: Cell
    grade: int | None
    by_grade: tuple[int, ...]
    profile: TechniqueCounts
    stuck: Board | None

    @property
    def moves(self) -> int:
        """The number of moves after the first click."""
        return sum(self.by_grade)

    def __str__(self) -> str:
        r"""The grade in a line, and how many moves take each technique."""
        title = phrase("grade", grade=self.grade, moves=phrase("grade.moves", count=self.moves), start=self.start)
        rows = [
            (phrase("technique", technique=name.replace("_", " "), count=1), str(count))
            for name, count in self.profile._asdict().items()
            if count
        ]
        return "\n".join([title, *([aligned(rows)] if rows else [])])

    @property
    def needs_guess(self) -> bool:
        """Whether the board cannot be cleared without a guess."""
        return self.grade is None


def grade(layout: LayoutLike, start: CellLike | None = None, *, time_limit: float | None = None) -> Grade:
    r"""How hard a board is: the hardest step on the easiest path from a first click.

    At every moment all proofs are compared, those of safe cells and those of mines, and the easiest is carried out: its
    cell is opened, or flagged. A proof is as hard as `mm.Proof` says; of one grade, safe cells come before mines, then
    what takes the fewest numbers, then the first in reading order. A board that the first click clears has grade 1.

    Takes a `Layout`, its text, a path to it, or a game with its mines in place, whose own first click is the default
    `start`. With several mines per cell, a mine is flagged if its cell is full, or the last hidden one next to a
    number. Raises `InvalidValue` if the start holds a mine, and `TooHard` if the board cannot be counted, or after
    `time_limit` seconds.

    >>> mm.no_guess.grade("3 4 2\n...*\n....\n...*", start=(0, 0)).grade
    2
    >>> mm.no_guess.grade("2 4 2\n....\n.*.*", start=(0, 0)).grade is None
    True
    """
    return graded(path_of(layout, start, time_limit))


def graded(path: Path) -> Grade:
    """The grade of a path."""
    grades = Counter(move.proof.grade for move in path.moves)
    techniques = Counter(move.proof.technique.name.lower() for move in path.moves)
    return Grade(
        start=path.start,
        grade=max(grades, default=1) if path.is_cleared else None,
        by_grade=tuple(grades[grade] for grade in GRADES),
        profile=TechniqueCounts(**techniques),
        stuck=None if path.is_cleared else path.end,
    )
