"""Proof: why a cell is certain, as a minimal set of numbers that proves it, and steps that can be checked by eye.

The engine finds it, and tries easy techniques first. A proof of up to three numbers has as few as its technique allows;
from a longer one, no number can be left out without a harder technique.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple, SupportsIndex

from minemind import _native
from minemind.board import Board
from minemind.boardlike import BoardLike, as_board
from minemind.deadline import Deadline
from minemind.errors import InvalidValue
from minemind.grid import Cell, CellLike, as_cell, places
from minemind.solve import exact
from minemind.solve.pictured import ProofSteps
from minemind.solve.problem import Problem
from minemind.words import phrase

__all__ = ["Explainer", "Proof", "Step", "Technique", "explain", "explained", "technique_of", "uncertainty"]

# The most work for one proof, in units of a few nanoseconds: some seconds. On Expert boards it takes some thousands.
WORK = 2_000_000_000


class Technique(StrEnum):
    """The technique of a step of a proof, the easiest first.

    >>> [technique.value for technique in mm.solve.Technique][1:4]
    ['single', 'subset', 'overlap']
    """

    ASSUMPTION = "assumption"  # takes no numbers: a contradiction starts from it
    SINGLE = "single"  # one number, and what is known about its cells
    SUBSET = "subset"  # two numbers, and the cells of one are among those of the other
    OVERLAP = "overlap"  # two numbers that share some of their cells
    SUM = "sum"  # several numbers, added and subtracted
    MINE_COUNT = "mine count"  # the number of mines on the board
    CONTRADICTION = "contradiction"  # the opposite is impossible


_TECHNIQUES = tuple(Technique[native.name] for native in sorted(_native.Technique))


def technique_of(native: _native.Technique) -> Technique:
    """The technique that the engine means."""
    return _TECHNIQUES[native]


# The players' names for numbers in a row that are compared, by what these still need. A plus means that two of them
# settle several cells: two adjacent 1s whose hidden cells differ in more than one, or a 1 and a number that needs one
# more mine for each cell that only it sees.
PATTERNS = {(1, 1): "1-1", (1, 2): "1-2", (1, 2, 1): "1-2-1", (1, 2, 2, 1): "1-2-2-1"}
PATTERNS |= {(1, need): "1-2+" for need in range(3, 9)}
LONGEST_PATTERN = max(map(len, PATTERNS))
COMPARISONS = (Technique.SUBSET, Technique.OVERLAP)


class Step(NamedTuple):
    r"""A line of a proof: how many mines `cells` hold, as follows from only the numbers and earlier steps it names.

    A contradiction starts from an assumption, one level deeper. The steps below build on it, up to one without cells,
    which is impossible. The contradiction refers to these two steps, and states the opposite of the assumption.

    >>> first, last = mm.explain("2 5 ?\n.....\n_121_", 0, 2).steps
    >>> print(first)
    compare the 1 at (1, 1) and the 2 at (1, 2), which share hidden cells: (0, 3) is a mine
    >>> first.technique.value, first.cells, first.at_least, first.depth
    ('overlap', (Cell(row=0, col=3),), 1, 0)
    >>> last.sentence, last.steps
    ('the 1 at (1, 3) has all its mines, so (0, 2) and (0, 4) are safe (by step 1)', (0,))
    """

    technique: Technique
    numbers: tuple[Cell, ...]
    shown: tuple[int, ...]  # what each of these numbers shows
    mines: int | None  # the mine count, if the step uses it
    steps: tuple[int, ...]  # the earlier ones that it builds on, counted from 0
    cells: tuple[Cell, ...]
    at_least: int
    at_most: int
    per_cell: int  # the most mines that a cell can hold
    depth: int  # the number of assumptions that it is under
    subtracted: tuple[Cell, ...] = ()  # the numbers of a sum that are subtracted from the others

    @property
    def sentence(self) -> str:
        """The step in words, which count steps from 1."""
        numbers = [{"number": number, "cell": cell} for number, cell in zip(self.shown, self.numbers, strict=True)]
        added = [number for number in numbers if number["cell"] not in self.subtracted]
        subtracted = [number for number in numbers if number["cell"] in self.subtracted]
        mines = phrase("step.mines", count=self.at_most if self.fact == "at most" else self.at_least)
        return phrase(
            "step",
            technique=self.technique.value,
            numbers=numbers,
            added=added or None,
            subtracted=subtracted or None,
            count=len(self.numbers),
            mines=self.mines,
            fact=self.fact,
            says=phrase("step.fact", fact=self.fact, cells=self.cells, count=len(self.cells), mines=mines),
            built_on=len(self.steps),
            steps=[{"step": step + 1} for step in self.steps],
        ).rstrip()

    def __str__(self) -> str:
        return self.sentence

    @property
    def fact(self) -> str:
        """What it says about its cells: `safe`, `mine`, `exactly`, `at least`, `at most` or `impossible`."""
        capacity = len(self.cells) * self.per_cell
        if not self.cells:
            return "impossible"
        if self.at_most == 0:
            return "safe"
        if self.at_least == capacity and self.per_cell == 1:
            return "mine"
        if self.at_least == self.at_most:
            return "exactly"
        return "at most" if self.at_most < capacity else "at least"


@dataclass(frozen=True)
class Proof:
    r"""Why a cell is certain: the `numbers` that prove it, none of which can be left out without a harder technique.

    `steps` lead from the numbers to the cell, each from those before. The `technique` is that of the hardest step,
    `together` is the most numbers that a step compares, and the `grade` goes from 1 to 5: single numbers; one number
    within another; overlapping numbers; sums, or the mine count; contradictions, or the mine count with several
    components.

    >>> proof = mm.explain("1 4 1\n01..", 0, 2)
    >>> proof.is_mine, proof.numbers, proof.technique.value, proof.grade, proof.uses_mine_count
    (True, (Cell(row=0, col=1),), 'single', 1, False)
    >>> proof.sentence
    'the 1 at (0, 1) needs a mine in every hidden cell around it, so (0, 2) is a mine'
    >>> [step.technique.value for step in mm.explain("2 5 ?\n.....\n_121_", 0, 2).steps]
    ['overlap', 'single']
    """

    cell: Cell
    is_mine: bool
    numbers: tuple[Cell, ...]
    shown: tuple[int, ...]  # what each of these numbers shows
    flags: tuple[Cell, ...]  # the flags that it trusts: those around its numbers, or all if it uses the mine count
    mines: int | None  # the mine count, if the proof uses it
    technique: Technique
    grade: int
    together: int
    steps: tuple[Step, ...]
    pattern: str | None  # the players' name for it, if they have one
    board: Board = field(repr=False, compare=False)  # the board that it is about

    @classmethod
    def _of(cls, **fields: object) -> Proof:
        """Like `Proof(…)`, but faster: setting the frozen fields one by one takes longer than finding a usual proof."""
        proof = object.__new__(cls)
        proof.__dict__.update(fields)
        return proof

    def show(self) -> ProofSteps:
        r"""The proof step by step; a notebook draws it with rings around the numbers and cells of every step.

        Numbers are ringed in blue, cells in green if they are safe, in red if they are mines, otherwise in orange.

        >>> print(mm.explain("2 5 ?\n.....\n_121_", 0, 2).show())
        the 1 at (1, 1), the 2 at (1, 2) and the 1 at (1, 3) together prove that (0, 2) is safe
        1. compare the 1 at (1, 1) and the 2 at (1, 2), which share hidden cells: (0, 3) is a mine
        2. the 1 at (1, 3) has all its mines, so (0, 2) and (0, 4) are safe (by step 1)
        """
        return ProofSteps(self)

    def _repr_html_(self) -> str:
        return self.show()._repr_html_()

    @property
    def uses_mine_count(self) -> bool:
        """Whether the mine count is part of the proof."""
        return self.mines is not None

    @property
    def sentence(self) -> str:
        """The proof in one sentence: the numbers that it takes, and what they prove."""
        shown = zip(self.shown, self.numbers, strict=True)
        return phrase(
            "proof",
            kind="mine count" if self.uses_mine_count else "single" if len(self.numbers) == 1 else "several",
            is_mine=self.is_mine,
            cell=self.cell,
            numbers=[{"number": number, "cell": cell} for number, cell in shown],
            count=len(self.numbers),
            mines=self.mines,
        )

    def __str__(self) -> str:
        return self.sentence


def explain(
    board: BoardLike,
    cell: SupportsIndex | CellLike,
    col: SupportsIndex | None = None,
    *,
    time_limit: float | None = None,
) -> Proof:
    r"""Why a hidden cell is certainly safe, or certainly a mine. Flags are trusted.

    The cell is a pair, or a row and a column. Raises `InvalidValue` for a cell that is not hidden, or not certain;
    otherwise what `analyse` raises.

    >>> board = "3 4 2\n01..\n01..\n01.."
    >>> mm.explain(board, 0, 2).numbers, mm.explain(board, (0, 2)).is_mine
    ((Cell(row=1, col=1), Cell(row=2, col=1)), False)
    """
    return explained(as_board(board), as_cell(cell, col), Deadline(time_limit))


def explained(board: Board, cell: CellLike, deadline: Deadline) -> Proof:
    """The proof that `explain` gives, under a running deadline."""
    index = board.grid.index(cell)
    place = board.grid.cell(index)
    if not board.hidden[place]:
        raise InvalidValue(f"{tuple(place)} is not hidden; ask about a hidden cell")
    problem = Problem(board, deadline=deadline)
    probability = exact.analyse_problem(problem, deadline).probability.item(index)
    if probability not in (0, 1):
        raise InvalidValue(f"{uncertainty(place, probability)}; ask about a cell in analysis.safe or analysis.mines")
    return Explainer(board, deadline).proof(place, is_mine=probability == 1)


def uncertainty(cell: Cell, probability: float) -> str:
    """The sentence that a cell is not certain, with its probability of a mine, which is nan if unknown."""
    return phrase("uncertain", cell=cell, probability=None if math.isnan(probability) else probability)


class _CellAt(dict[int, Cell]):
    """Cells by their indices, each made once: proofs on boards of one width name the same ones again and again."""

    def __init__(self, cols: int) -> None:
        self.cols = cols

    def __missing__(self, index: int) -> Cell:
        self[index] = cell = Cell(*divmod(index, self.cols))
        return cell


@lru_cache(maxsize=8)
def _cell_at(cols: int) -> _CellAt:
    return _CellAt(cols)


class Explainer:
    """Proves the certain cells of one board, and reuses what it finds for other cells.

    `work` limits all proofs together, in units of a few nanoseconds.
    """

    def __init__(self, board: Board, deadline: Deadline, work: int = WORK) -> None:
        self.board, self.deadline = board, deadline
        self._cell_at = _cell_at(board.grid.cols)
        self._prover = _native.Prover(
            board.grid.graph,
            board.faces.reshape(-1),
            per_cell=board.max_per_cell,
            mines_left=None if board.mines is None else board.mines - int(board.flags.sum()),
            work=work,
            deadline=deadline,
        )

    def proof(self, cell: Cell, *, is_mine: bool) -> Proof:
        """The proof of a cell, which must be certain. Raises `TooHard` when the work is spent."""
        return self.written(cell, self.found(cell, is_mine=is_mine), is_mine=is_mine)

    def found(self, cell: Cell, *, is_mine: bool) -> _native.NativeProof:
        """The proof of a cell as the engine gives it, which is enough to compare proofs."""
        self.deadline.look()
        return self._prover.prove(cell.row * self.board.grid.cols + cell.col, is_mine=is_mine)

    def written(self, cell: Cell, found: _native.NativeProof, *, is_mine: bool) -> Proof:
        """A proof that was found, in terms of the board."""
        numbers = self._cells(found.numbers)
        technique = _TECHNIQUES[found.technique]
        return Proof._of(
            cell=cell,
            is_mine=is_mine,
            numbers=numbers,
            shown=tuple(map(self._faces.__getitem__, found.numbers)),
            flags=self._all_flags if found.counts_mines else self._flags_around(found.numbers),
            mines=self.board.mines if found.counts_mines else None,
            technique=technique,
            grade=found.grade,
            together=found.together,
            steps=tuple(self._steps(found.steps)),
            pattern=self._pattern(numbers) if technique in COMPARISONS else None,
            board=self.board,
        )

    def _steps(self, steps: list[_native.StepTuple]) -> Iterator[Step]:
        mines, per_cell = self.board.mines, self.board.max_per_cell
        cell, face = self._cell_at.__getitem__, self._faces.__getitem__
        for technique, numbers, counts_mines, earlier, cells, at_least, at_most, depth, subtracted in steps:
            yield Step(
                _TECHNIQUES[technique],
                tuple(map(cell, numbers)),
                tuple(map(face, numbers)),
                mines if counts_mines else None,
                tuple(earlier),
                tuple(map(cell, cells)),
                at_least,
                at_most,
                per_cell,
                depth,
                tuple(map(cell, subtracted)) if subtracted else (),
            )

    def _cells(self, indices: list[int]) -> tuple[Cell, ...]:
        return tuple(map(self._cell_at.__getitem__, indices))

    @cached_property
    def _faces(self) -> list[int]:
        faces: list[int] = self.board.faces.reshape(-1).tolist()
        return faces

    @cached_property
    def _all_flags(self) -> tuple[Cell, ...]:
        return tuple(map(Cell._make, places(self.board.flags)))

    def _flags_around(self, numbers: list[int]) -> tuple[Cell, ...]:
        if not self._all_flags:
            return ()
        flags = self.board.flags.reshape(-1)
        around = {index for number in numbers for index in self.board.grid.around(number).tolist() if flags[index]}
        return self._cells(sorted(around))

    def _pattern(self, numbers: tuple[Cell, ...]) -> str | None:
        """The players' name for a line of numbers, those of the proof and those between them, by what they need.

        Only the usual board has such names, on which a number sees the cells that touch it.
        """
        grid, first, last = self.board.grid, numbers[0], numbers[-1]
        is_line = first.row == last.row or first.col == last.col
        if (grid.topology, grid.reach, self.board.max_per_cell) != ("square", 1, 1) or not is_line:
            return None
        if len(numbers) < 2 or last.row - first.row + last.col - first.col >= LONGEST_PATTERN:
            return None
        line = [Cell(row, col) for row in range(first.row, last.row + 1) for col in range(first.col, last.col + 1)]
        if not all(self.board.opened[place] for place in line):
            return None
        needs = tuple(self._need(place) for place in line)
        if needs == (1, 1):
            return "1-1" if len(self._hidden(line[0]) ^ self._hidden(line[1])) == 1 else "1-1+"
        return PATTERNS.get(needs) or PATTERNS.get(needs[::-1])

    def _hidden(self, number: Cell) -> set[int]:
        around = self.board.grid.around(self.board.grid.index(*number))
        return set(around[self.board.hidden.reshape(-1)[around]].tolist())

    def _need(self, number: Cell) -> int:
        around = self.board.grid.around(self.board.grid.index(*number))
        return int(self.board.faces[number]) - int(self.board.flags.reshape(-1)[around].sum())
