"""Answers: what is known of a board, as JSON. The command line and the API say the same by the same names."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from minemind.board import Board
from minemind.deadline import Deadline
from minemind.errors import Fault, MineMindError, TooHard
from minemind.grid import Cell
from minemind.solve.analysis import Analysis, Quality
from minemind.solve.exact import Exact
from minemind.solve.guesses import Candidate
from minemind.solve.hint import best_move
from minemind.solve.methods.matrix import MAX_TUPLES, Solved
from minemind.solve.methods.registry import Method
from minemind.solve.move import Guess, Move
from minemind.solve.problem import Component
from minemind.solve.proof import Proof
from minemind.solve.solutions import Solutions

__all__ = [
    "analysis_json",
    "best_json",
    "board_json",
    "candidate_json",
    "cells_json",
    "count_json",
    "dead_of",
    "error_json",
    "fault_json",
    "fifty_fifties_of",
    "frontier_json",
    "matrix_json",
    "method_json",
    "move_json",
    "number_json",
    "proof_json",
    "solutions_of",
]

Value = TypeVar("Value")


def cells_json(places: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Cells as JSON has them, in reading order."""
    return [list(place) for place in sorted(places)]


def number_json(value: float) -> float | None:
    """A number as JSON has it: what is not known is null."""
    return None if math.isnan(value) else value


def count_json(count: int) -> str:
    """A count as JSON has it: decimal, of whatever size."""
    return str(Solutions(count))


def error_json(error: MineMindError) -> dict[str, Any]:
    """What went wrong: what kind of thing, a sentence, and where."""
    return {
        "kind": type(error).__name__,
        "message": str(error),
        "cells": [list(cell) for cell in error.cells],
        "faults": [fault_json(fault) for fault in error.faults],
    }


def fault_json(fault: Fault) -> dict[str, Any]:
    """One thing that is wrong with a text or a board."""
    return {
        "sentence": fault.sentence,
        "cell": _cell_json(fault.cell),
        "line": fault.line,
        "column": fault.column,
    }


def _cell_json(cell: tuple[int, int] | None) -> list[int] | None:
    return None if cell is None else list(cell)


def board_json(board: Board) -> dict[str, Any]:
    """What every answer says about the board that it is about."""
    return {
        "rows": board.grid.rows,
        "cols": board.grid.cols,
        "mines": board.mines,
        "topology": board.grid.topology,
        "max_per_cell": board.max_per_cell,
    }


def analysis_json(analysis: Analysis) -> dict[str, Any]:
    """Every cell's chance of a mine, and what is certain."""
    board, count = analysis.board, solutions_of(analysis)
    return {
        **board_json(board),
        "method": analysis.method,
        "exact": analysis.quality is Quality.EXACT,
        "quality": analysis.quality.value,
        "solutions": None if count is None else count_json(count),
        "safe": cells_json(analysis.safe),
        "certain_mines": cells_json(analysis.mines),
        "probability": [[number_json(chance) for chance in row] for row in analysis.probability.tolist()],
        "dead": _dead_json(analysis),
        "fifty_fifties": _fifty_fifties_json(analysis),
        "best": best_json(best_move(analysis)),
        "notes": list(analysis.notes),
    }


def solutions_of(analysis: Analysis) -> int | None:
    """How many there are; None where nobody can count them, which is no reason to say nothing else."""
    return _unless_too_hard(lambda: analysis.solutions)


def dead_of(analysis: Analysis) -> frozenset[Cell] | None:
    """The cells that tell nothing; None where that is not known."""
    return _unless_too_hard(lambda: analysis.dead)


def fifty_fifties_of(analysis: Analysis) -> tuple[tuple[Cell, Cell], ...] | None:
    """The pairs of cells that only a guess can tell apart; None where that is not known."""
    return _unless_too_hard(lambda: analysis.fifty_fifties)


def _unless_too_hard(question: Callable[[], Value]) -> Value | None:
    try:
        return question()
    except TooHard:
        Deadline().look()  # no clock decides whether there is an answer
        return None


def _dead_json(analysis: Analysis) -> list[list[int]] | None:
    dead = dead_of(analysis)
    return None if dead is None else cells_json(dead)


def _fifty_fifties_json(analysis: Analysis) -> list[list[list[int]]] | None:
    pairs = fifty_fifties_of(analysis)
    return None if pairs is None else [cells_json(pair) for pair in pairs]


def best_json(best: Move | None) -> dict[str, Any] | None:
    """The cell to open next."""
    if best is None:
        return None
    return {"cell": list(best.cell), "probability": best.probability, "reason": str(best.reason)}


def frontier_json(analysis: Exact) -> dict[str, Any]:
    """The independent parts of the frontier, and the chance of a mine outside of it."""
    return {
        "components": [_component_json(component, analysis.ways(i)) for i, component in enumerate(analysis.components)],
        "outside": number_json(analysis.outside),
    }


def _component_json(component: Component, ways: dict[int, int]) -> dict[str, Any]:
    return {
        "cells": cells_json(component.cells),
        "groups": [cells_json(group.cells) for group in component.groups],
        "constraints": [
            {
                "numbers": cells_json(constraint.numbers),
                "cells": cells_json(component.cells_of(constraint.scope)),
                "mines": constraint.remaining,
            }
            for constraint in component.constraints
        ],
        "solutions": count_json(sum(ways.values())),
        "solutions_by_mines": {str(mines): count_json(count) for mines, count in ways.items()},
    }


def matrix_json(solved: Solved) -> dict[str, Any]:
    """The equations of a board, what reduction makes of them, and their configurations."""
    reduced, system = solved.reduced, solved.reduced.equations
    return {
        "columns": [cells_json(variable.cells) for variable in system.variables],
        "bounds": [variable.most for variable in system.variables],
        "table": system.rows,
        "labels": system.labels,
        "reduced": {
            "table": reduced.rows,
            "labels": reduced.labels,
            "fixed": reduced.fixed,
            "free": reduced.free,
            "free_bounds": reduced.bounds,
            "tuples": count_json(reduced.tuples),
            "redundant": reduced.redundant,
        },
        "configurations": {
            "limit_of_tuples": MAX_TUPLES,
            "count": solved.count,
            "left_out": solved.left_out,
            "placements": None if solved.placements is None else count_json(solved.placements),
            "listed": [
                {"mines": configuration.mines, "placements": count_json(configuration.placements)}
                for configuration in solved.configurations
            ],
        },
    }


def move_json(move: Move) -> dict[str, Any]:
    """A move and the reason for it: a proof, or what speaks for a guess."""
    values: dict[str, Any] = {
        "cell": list(move.cell),
        "action": move.action.value,
        "mines": move.mines,
        "certain": move.is_certain,
        "probability": move.probability,
        "reason": str(move.reason),
    }
    if isinstance(move.reason, Proof):
        values["proof"] = proof_json(move.reason)
    if isinstance(move.reason, Guess):
        values |= {name: getattr(move.reason, name) for name in ("win", "next", "progress")}
        values["partner"] = _cell_json(move.reason.partner)
        values["runners_up"] = [{"cell": list(cell), "probability": chance} for cell, chance in move.reason.runners_up]
    return values


def proof_json(proof: Proof) -> dict[str, Any]:
    """Why a cell is certain."""
    return {
        "cell": list(proof.cell),
        "is_mine": proof.is_mine,
        "numbers": cells_json(proof.numbers),
        "flags": cells_json(proof.flags),
        "uses_mine_count": proof.uses_mine_count,
        "kind": proof.kind.value,
        "pattern": proof.pattern,
        "sentence": proof.sentence,
    }


def candidate_json(candidate: Candidate) -> dict[str, Any]:
    """A cell to guess from, and what speaks for it."""
    return {
        "cell": list(candidate.cell),
        "risk": candidate.risk,
        "next": candidate.next,
        "progress": candidate.progress,
        "win": candidate.win,
        "margin": candidate.margin,
        "exact": candidate.is_exact,
        "partner": _cell_json(candidate.partner),
        "numbers": candidate.numbers and {str(number): chance for number, chance in candidate.numbers.shown.items()},
    }


def method_json(method: Method) -> dict[str, Any]:
    """A way to infer."""
    return {
        "name": method.name,
        "quality": method.quality.value,
        "complete": method.complete,
        "summary": method.summary,
        "time": method.time,
    }
