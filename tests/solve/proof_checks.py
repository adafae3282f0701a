"""Checks of a proof by oracles: it holds, it needs every number that it names, and its steps follow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np

import minemind as mm
from minemind.solve.proof import Technique
from tests.oracle import chains, geometry, literal, steps, sums
from tests.oracle.proof import proves

Place = tuple[int, int]


@cache
def around(grid: mm.Grid) -> dict[Place, frozenset[Place]]:
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    neighbours = geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes)
    return {place: frozenset(others) for place, others in neighbours.items()}


def holds(board: mm.Board, proof: mm.Proof, numbers: Collection[mm.Cell]) -> bool:
    """Whether these numbers alone, with the flags and the count that the proof uses, prove what it claims."""
    shown = {(number.row, number.col): int(board.faces[number]) for number in numbers}
    flags = {(flag.row, flag.col): int(board.flags[flag]) for flag in proof.flags}
    hidden = set(zip(*map(np.ndarray.tolist, np.nonzero(board.hidden)), strict=True))
    mines = board.mines if proof.uses_mine_count else None
    if board.max_per_cell == 1:
        claim = {"cell": proof.cell, "is_mine": proof.is_mine, "mines": mines}
        return proves(around(board.grid), shown, flags, hidden, **claim)  # type: ignore[arg-type]
    heard = hidden | set(shown) | set(flags)
    left = {place: others & heard for place, others in around(board.grid).items() if place in heard}
    truth = literal.solve(left, shown, flags, per_cell=board.max_per_cell, mines=mines, density=None)
    return truth is not None and truth.probability[proof.cell] == Fraction(int(proof.is_mine))


def check(board: mm.Board, cell: mm.Cell, is_mine: bool) -> mm.Proof:  # noqa: FBT001
    proof = mm.explain(board, cell)
    assert (proof.cell, proof.is_mine) == (cell, is_mine)
    assert holds(board, proof, proof.numbers), (board, proof)
    for number in proof.numbers:
        assert not suffices(board, proof, [other for other in proof.numbers if other != number]), (board, proof)
    for easier in chains.TECHNIQUES[: min(3, EASIEST_FIRST.index(proof.technique))]:
        assert not shows(board, proof, [view.number for view in mm.solve.Problem(board).frontier], easier), (
            board,
            proof,
        )
    if proof.uses_mine_count:
        assert not suffices(board, replace(proof, mines=None), proof.numbers), (board, proof)
    if proof.grade == 5:
        assert not adds_up(board, proof), (board, proof)
    check_steps(board, proof)
    return proof


EASIEST_FIRST = list(Technique)[1:]


def shows(board: mm.Board, proof: mm.Proof, numbers: Collection[mm.Cell], hardest: str) -> bool:
    facts = [number_fact(board, number) for number in numbers]
    cell, per_cell = (proof.cell.row, proof.cell.col), board.max_per_cell
    return chains.shows(facts, cell, is_mine=proof.is_mine, per_cell=per_cell, hardest=hardest)


def suffices(board: mm.Board, proof: mm.Proof, numbers: Collection[mm.Cell]) -> bool:
    """Whether these numbers suffice: by a technique as easy as the proof's, or in any way if it has grade 5."""
    if proof.technique.value in chains.TECHNIQUES:
        return shows(board, proof, numbers, proof.technique.value)
    if proof.grade == 4:
        facts = [number_fact(board, number) for number in numbers]
        return is_sum(board, proof, facts + [count_fact(board)] * proof.uses_mine_count)
    return holds(board, proof, numbers)


def is_sum(board: mm.Board, proof: mm.Proof, facts: Sequence[steps.Fact]) -> bool:
    cell = proof.cell.row, proof.cell.col
    return sums.shows(facts, cell, is_mine=proof.is_mine, per_cell=board.max_per_cell)


def adds_up(board: mm.Board, proof: mm.Proof) -> bool:
    """Whether a sum of what chains leave of one component shows the cell, with or without the mine count."""
    facts = [number_fact(board, view.number) for view in mm.solve.Problem(board).frontier]
    counts = [] if board.mines is None else [count_fact(board)]
    known, rests = sums.left(facts, board.max_per_cell)
    counts = [steps.Fact(cells, need, need) for cells, need in (chains.rest(count, known) for count in counts)]
    return any(is_sum(board, proof, some + count) for some in [[], *sums.components(rests)] for count in ([], counts))


def check_steps(board: mm.Board, proof: mm.Proof) -> None:
    lines = [line_of(board, step) for step in proof.steps]
    assert steps.faults(lines, board.max_per_cell) == [], (board, proof, proof.steps)
    last = lines[-1]
    assert proof.cell in last.fact.cells
    assert last.depth == 0
    least = (len(last.fact.cells) - 1) * board.max_per_cell + 1
    assert last.fact.least >= least if proof.is_mine else last.fact.most == 0
    assert {number for step in proof.steps for number in step.numbers} == set(proof.numbers)
    assert any(step.mines is not None for step in proof.steps) == proof.uses_mine_count
    assert proof.technique == max((step.technique for step in proof.steps), key=list(Technique).index)
    assert proof.together == max(1, *(len(step.numbers) for step in proof.steps))


def line_of(board: mm.Board, step: mm.solve.Step) -> steps.Line:
    sources = [number_fact(board, number) for number in step.numbers]
    if step.mines is not None:
        sources.append(count_fact(board))
    fact = steps.Fact(frozenset(map(tuple, step.cells)), step.at_least, step.at_most)  # type: ignore[arg-type]
    return steps.Line(step.technique.value, sources, step.steps, fact, step.depth)


def number_fact(board: mm.Board, number: mm.Cell) -> steps.Fact:
    near = around(board.grid)[number.row, number.col]
    need = int(board.faces[number]) - sum(int(board.flags[place]) for place in near)
    return steps.Fact(frozenset(place for place in near if board.hidden[place]), need, need)


def count_fact(board: mm.Board) -> steps.Fact:
    hidden = frozenset(zip(*map(np.ndarray.tolist, np.nonzero(board.hidden)), strict=True))
    left = int(board.mines or 0) - int(board.flags.sum())
    return steps.Fact(hidden, left, left)
