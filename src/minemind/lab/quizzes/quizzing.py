"""The quiz itself: which puzzles are asked, what a prompt says, how an answer is scored, and the table of results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from minemind.arguments import whole
from minemind.board import Board
from minemind.deadline import Deadline
from minemind.dealer import GRADES
from minemind.errors import InvalidValue, OffBoard
from minemind.grid import Cell
from minemind.lab.quizzes.endpoint import Crashed, Endpoint, Garbage, Late
from minemind.layout import check_seed, game_seed
from minemind.no_guess.puzzles import Puzzle, puzzle
from minemind.size import SizeLike
from minemind.solve.certainty import certainty_of
from minemind.solve.exact import analysed
from minemind.strategy.tally import wilson
from minemind.table import aligned

__all__ = ["QuizAnswer", "QuizResult", "QuizScore", "answers", "prompt_of", "puzzles", "quiz", "score_of"]

# The defaults; the time limit is in seconds, for each answer.
PUZZLES, SIZE, TIME_LIMIT, SEED = 50, "intermediate", 60.0, 1

CELL = re.compile(r"\(?\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\)?")

PROMPT = """\
This is a Minesweeper position. The first line has the number of rows, of columns and of mines. Below it is a line for
each row: . is a hidden cell, ! is a cell with a flag, and a digit is an open cell and says how many of its neighbours
are mines, diagonal ones included. All flags are right. Rows and columns are counted from 0, from the top left.

{board}

Find a hidden cell without a flag that is certainly safe. Answer with its row and column alone, as in (0, 0).
"""


class QuizScore(StrEnum):
    """The score of an answer; only `safe` is right.

    >>> [score.value for score in QuizScore]
    ['safe', 'mine', 'undecided', 'invalid', 'late', 'crashed']
    """

    SAFE = "safe"  # the cell is safe in all solutions
    MINE = "mine"  # the cell is a mine in all solutions
    UNDECIDED = "undecided"  # the cell is safe in some solutions but not in all, whatever the layout has there
    INVALID = "invalid"  # not a hidden cell of the board
    LATE = "late"
    CRASHED = "crashed"


@dataclass(frozen=True)
class QuizAnswer:
    """A puzzle, what was answered, and its score."""

    puzzle: Puzzle
    answer: Any  # as received; None if nothing was
    score: QuizScore


@dataclass(frozen=True)
class QuizResult:
    """All answers of one endpoint; it prints as a table, with a row for each grade and one for all."""

    endpoint: str
    seed: int
    answers: tuple[QuizAnswer, ...]

    @property
    def right(self) -> int:
        """The number of answers that are certainly safe cells."""
        return sum(each.score is QuizScore.SAFE for each in self.answers)

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the share of right answers."""
        return wilson(self.right, len(self.answers))

    def by_score(self) -> dict[QuizScore, int]:
        """The number of answers with each score."""
        counts = Counter(each.score for each in self.answers)
        return {score: counts[score] for score in QuizScore}

    def by_grade(self) -> Iterator[tuple[int, QuizResult]]:
        """The results of the puzzles of each grade."""
        for grade in GRADES:
            if answers := tuple(each for each in self.answers if each.puzzle.grade == grade):
                yield grade, QuizResult(self.endpoint, self.seed, answers)

    def __str__(self) -> str:
        head = ("grade", "puzzles", "right", "95 % interval", *(score.value for score in QuizScore))
        rows = [part._row(str(grade)) for grade, part in self.by_grade()]
        return aligned([head, *rows, self._row("all")])

    def _row(self, name: str) -> tuple[str, ...]:
        low, high = self.ci95
        asked = len(self.answers)
        share = f"{self.right / asked:.1%}" if asked else "–"
        return name, str(asked), share, f"{low:.1%} … {high:.1%}", *map(str, self.by_score().values())


def quiz(
    endpoint: str,
    size: SizeLike = SIZE,
    *,
    count: int = PUZZLES,
    grades: Sequence[int] = GRADES,
    seed: int = SEED,
    time_limit: float = TIME_LIMIT,
    progress: Callable[[int], object] | None = None,
) -> QuizResult:
    """Ask a program, `exec:COMMAND`, for a safe cell in each of `count` puzzles, and score its answers by proof.

    The same size, count, grades and seed give the same puzzles. `time_limit` applies to each answer. If the program
    fails, that counts against the current puzzle only, and the next is asked all the same.
    """
    found = []
    for each in answers(endpoint, size, count=count, grades=grades, seed=seed, time_limit=time_limit):
        found.append(each)
        if progress:
            progress(1)
    return QuizResult(endpoint, seed, tuple(found))


def answers(
    endpoint: str, size: SizeLike, *, count: int, grades: Sequence[int], seed: int, time_limit: float
) -> Iterator[QuizAnswer]:
    """The answers of a quiz one by one, so that those given so far can be kept if it is interrupted."""
    Deadline(time_limit)  # raises if it is invalid
    with Endpoint(endpoint, time_limit) as asked:
        for number, each in enumerate(puzzles(size, count=count, grades=grades, seed=seed)):
            yield _asked(asked, str(number), each)


def puzzles(size: SizeLike, *, count: int, grades: Sequence[int] = GRADES, seed: int = SEED) -> Iterator[Puzzle]:
    """The puzzles of a quiz, the grades in turn.

    >>> [each.grade for each in puzzles("beginner", count=4, grades=(1, 3))]
    [1, 3, 1, 3]
    """
    seed, count = check_seed(seed), whole(count, "the number of puzzles", 1)
    if not grades:
        raise InvalidValue("no grade is given; give some from 1 to 5")
    for index in range(count):
        yield puzzle(size, seed=game_seed(seed, index), grade=grades[index % len(grades)])


def prompt_of(board: Board) -> str:
    r"""The prompt for a board.

    >>> prompt_of(mm.Board.parse("1 3 1\n.1.")).splitlines()[4:6]
    ['1 3 1', '.1.']
    """
    return PROMPT.format(board=board)


def _asked(endpoint: Endpoint, identity: str, each: Puzzle) -> QuizAnswer:
    try:
        answer = endpoint.ask(identity, prompt_of(each.board))
    except Garbage:
        return QuizAnswer(each, None, QuizScore.INVALID)
    except Late:
        return QuizAnswer(each, None, QuizScore.LATE)
    except Crashed:
        return QuizAnswer(each, None, QuizScore.CRASHED)
    return QuizAnswer(each, answer, score_of(each.board, answer))


def score_of(board: Board, answer: object) -> QuizScore:
    r"""The score of an answer, which is a text such as `(0, 2)` or a pair of integers.

    >>> board = mm.Board.parse("3 4 2\n01..\n01..\n01..")
    >>> [score_of(board, answer).value for answer in ("(0, 2)", [1, 2], "0,3", "(0, 0)", "top left")]
    ['safe', 'mine', 'undecided', 'invalid', 'invalid']
    """
    try:
        cell = board.grid.cell(board.grid.index(*_cell(answer)))
        return QuizScore(certainty_of(analysed(board, Deadline()), cell).value)
    except (InvalidValue, OffBoard):
        return QuizScore.INVALID


def _cell(answer: object) -> Cell:
    found = CELL.fullmatch(answer.strip()) if isinstance(answer, str) else None
    pair: Iterable[Any] = found.groups() if found else answer if isinstance(answer, list) else ()
    match list(pair):
        case [str() as row, str() as col] if found:
            return Cell(int(row), int(col))
        case [int() as row, int() as col] if not found:
            return Cell(row, col)
    raise InvalidValue("not a cell")
