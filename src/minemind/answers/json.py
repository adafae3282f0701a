"""Answers as JSON: each function fills one of the shapes in schema.py, and computes nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from minemind.answers.answer import (
    AnalysisAnswer,
    CandidatesAnswer,
    FrontierAnswer,
    MatrixAnswer,
    MetricsAnswer,
    MovesAnswer,
    Pairs,
    ProofAnswer,
    WinAnswer,
)
from minemind.answers.parts import Frontier, FrontierPart, Missing
from minemind.board import Action, Board
from minemind.errors import Fault, MineMindError
from minemind.formats.document import SCHEMA
from minemind.solve.analysis import Quality
from minemind.solve.guesses import Candidate
from minemind.solve.move import Guess, Move
from minemind.solve.proof import Proof, Step
from minemind.solve.solutions import Solutions
from minemind.source import Notes

if TYPE_CHECKING:  # the engine protocol starts faster without what only types need
    from minemind.answers import schema
    from minemind.layout import Layout
    from minemind.no_guess.dealing import NoGuess
    from minemind.solve.methods.matrix import Configuration
    from minemind.solve.methods.registry import Method
    from minemind.strategy.player import Strategy

__all__ = [
    "about_board",
    "analysis_facts_json",
    "analysis_json",
    "analysis_parts_json",
    "best_json",
    "candidate_json",
    "candidates_json",
    "cells_json",
    "count_json",
    "error_json",
    "fault_json",
    "frontier_json",
    "matrix_json",
    "method_json",
    "metrics_json",
    "move_json",
    "moves_json",
    "number_json",
    "proof_json",
    "proved_json",
    "strategy_json",
    "win_json",
]


def cells_json(places: Iterable[tuple[int, int]]) -> list[schema.Cell]:
    """Cells as lists of numbers, in reading order."""
    return [list(place) for place in sorted(places)]


def number_json(value: float) -> float | None:
    """A number, or null if it is unknown."""
    return None if math.isnan(value) else value


def count_json(count: int | Missing | None) -> schema.Count | None:
    """A count as decimal digits, or null if it is missing."""
    return None if count is None or isinstance(count, Missing) else str(Solutions(count))


def error_json(error: MineMindError) -> schema.ErrorJson:
    """What went wrong: the kind of error, a sentence, and where."""
    return {
        "minemind": SCHEMA,
        "error": {
            "kind": type(error).__name__,
            "message": str(error),
            "cells": [list(cell) for cell in error.cells],
            "faults": [fault_json(fault) for fault in error.faults],
        },
    }


def fault_json(fault: Fault) -> schema.FaultJson:
    """One thing that is wrong with a text or a board."""
    return {
        "sentence": fault.sentence,
        "cell": _cell_json(fault.cell),
        "line": fault.line,
        "column": fault.column,
    }


def _cell_json(cell: tuple[int, int] | None) -> schema.Cell | None:
    return None if cell is None else list(cell)


def about_board(board: Board | Layout, notes: Notes = ()) -> schema.BoardAnswerJson:
    """What every answer says about its board."""
    return {
        "minemind": SCHEMA,
        "rows": board.grid.rows,
        "cols": board.grid.cols,
        "mines": board.mines,
        "topology": board.grid.topology,
        "max_per_cell": board.max_per_cell,
        "notes": list(notes),
    }


def analysis_json(answer: AnalysisAnswer) -> schema.AnalysisJson:
    """Every cell's probability of a mine, and what is certain."""
    analysis = answer.analysis
    return {
        **analysis_facts_json(answer),
        "safe": cells_json(analysis.safe),
        "certain_mines": cells_json(analysis.mines),
        "probability": [[number_json(risk) for risk in row] for row in analysis.probability.tolist()],
        **analysis_parts_json(answer),
    }


def analysis_facts_json(answer: AnalysisAnswer) -> schema.AnalysisFactsJson:
    """The fields of an analysis before `safe`, `certain_mines` and `probability`."""
    analysis = answer.analysis
    return {
        **about_board(answer.board, answer.notes),
        "method": analysis.method,
        "exact": analysis.quality is Quality.EXACT,
        "quality": analysis.quality.value,
        "solutions": count_json(answer.solutions),
    }


def analysis_parts_json(answer: AnalysisAnswer) -> schema.AnalysisPartsJson:
    """The fields of an analysis after `safe`, `certain_mines` and `probability`."""
    return {
        "best": best_json(answer.best),
        "dead": None if answer.dead is None or isinstance(answer.dead, Missing) else cells_json(answer.dead),
        "fifty_fifties": _pairs_json(answer.fifty_fifties),
        **_parts_json(answer.frontier),
    }


def _pairs_json(pairs: Pairs | Missing | None) -> list[list[schema.Cell]] | None:
    return None if pairs is None or isinstance(pairs, Missing) else [cells_json(pair) for pair in pairs]


def _parts_json(frontier: Frontier | Missing | None) -> schema.PartsJson:
    """The frontier of an analysis, if it was asked for."""
    if frontier is None:
        return {}
    if isinstance(frontier, Missing):
        return {"components": None, "outside": None}
    return {"components": _components_json(frontier), "outside": number_json(frontier.outside)}


def best_json(best: Move | Missing | None) -> schema.BestJson | None:
    """The cell to open next."""
    if best is None or isinstance(best, Missing):
        return None
    return {"cell": list(best.cell), "probability": best.probability, "reason": str(best.reason)}


def frontier_json(answer: FrontierAnswer) -> schema.FrontierJson:
    """The independent parts of the frontier, and the probability of a mine outside it."""
    return {
        **about_board(answer.board, answer.notes),
        "components": _components_json(answer.frontier),
        "outside": number_json(answer.frontier.outside),
    }


def _components_json(frontier: Frontier) -> list[schema.ComponentJson]:
    return [_component_json(part) for part in frontier.parts]


def _component_json(part: FrontierPart) -> schema.ComponentJson:
    component, ways = part.component, None if isinstance(part.ways, Missing) else part.ways
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
        "solutions": None if ways is None else str(Solutions(sum(ways.values()))),
        "solutions_by_mines": None if ways is None else {str(n): str(Solutions(count)) for n, count in ways.items()},
    }


def moves_json(answer: MovesAnswer) -> schema.MovesJson:
    """What to do next."""
    return {**about_board(answer.board, answer.notes), "moves": [move_json(move) for move in answer.moves]}


def move_json(move: Move) -> schema.MoveJson:
    """A move and the reason for it: a proof, or how good a guess it is."""
    values: schema.MoveJson = {
        "cell": list(move.cell),
        "action": "flag" if move.action is Action.FLAG else "open",
        "mines": move.mines,
        "certain": move.is_certain,
        "probability": move.probability,
        "reason": str(move.reason),
    }
    if isinstance(move.reason, Proof):
        values["proof"] = proof_json(move.reason)
    if isinstance(move.reason, Guess):
        guess = move.reason
        values |= {
            "win": guess.win,
            "next": guess.next,
            "progress": guess.progress,
            "partner": _cell_json(guess.partner),
            "runners_up": [{"cell": list(cell), "probability": risk} for cell, risk in guess.runners_up],
        }
    return values


def proved_json(answer: ProofAnswer) -> schema.ProvedJson:
    """Why a cell is certain. Raises `InvalidValue` if it is not."""
    return {**about_board(answer.board, answer.notes), **proof_json(answer.proof)}


def proof_json(proof: Proof) -> schema.ProofJson:
    """A proof with its steps."""
    return {
        "cell": list(proof.cell),
        "is_mine": proof.is_mine,
        "numbers": cells_json(proof.numbers),
        "flags": cells_json(proof.flags),
        "uses_mine_count": proof.uses_mine_count,
        "technique": proof.technique.value,
        "grade": proof.grade,
        "together": proof.together,
        "pattern": proof.pattern,
        "sentence": proof.sentence,
        "steps": [_step_json(step) for step in proof.steps],
    }


def _step_json(step: Step) -> schema.StepJson:
    return {
        "technique": step.technique.value,
        "numbers": cells_json(step.numbers),
        "subtracted": cells_json(step.subtracted),
        "uses_mine_count": step.mines is not None,
        "steps": list(step.steps),
        "cells": cells_json(step.cells),
        "at_least": step.at_least,
        "at_most": step.at_most,
        "depth": step.depth,
        "sentence": step.sentence,
    }


def candidates_json(answer: CandidatesAnswer) -> schema.CandidatesJson:
    """The candidates for a guess."""
    candidates = [candidate_json(candidate) for candidate in answer.candidates]
    return {**about_board(answer.board, answer.notes), "candidates": candidates}


def candidate_json(candidate: Candidate) -> schema.CandidateJson:
    """How good a guess is."""
    shown = candidate.numbers and candidate.numbers.shown
    return {
        "cell": list(candidate.cell),
        "risk": candidate.risk,
        "next": candidate.next,
        "progress": candidate.progress,
        "win": candidate.win,
        "margin": candidate.margin,
        "exact": candidate.is_exact,
        "behind": candidate.behind,
        "behind_margin": candidate.behind_margin,
        "games": candidate.games,
        "may_be_best": candidate.may_be_best,
        "hint": candidate.is_hint,
        "recommended": candidate.is_recommended,
        "partner": _cell_json(candidate.partner),
        "numbers": None if shown is None else {str(number): odds for number, odds in shown.items()},
    }


def win_json(answer: WinAnswer) -> schema.OptimalJson:
    """The exact probability of winning with perfect play."""
    return {
        "minemind": SCHEMA,
        "win": str(answer.win.probability),
        "best": [list(cell) for cell in answer.win.best],
        "notes": list(answer.notes),
    }


def metrics_json(answer: MetricsAnswer) -> schema.MetricsJson:
    """The metrics of a layout."""
    worth = answer.metrics
    return {
        **about_board(answer.layout, answer.notes),
        "openings": worth.openings,
        "islands": worth.islands,
        "three_bv": worth.three_bv,
        "zini": worth.zini,
        "eight_way_zini": worth.eight_way_zini,
        "human_zini": worth.human_zini,
        "start": list(answer.start),
        "grade": answer.grade,
    }


def no_guess_json(board: NoGuess) -> schema.NoGuessJson:
    """How a no-guess board was found."""
    return {
        "start": list(board.start),
        "way": board.way.value,
        "budget": board.budget,
        "attempts": board.attempts,
        "positions": board.positions,
        "repairs": board.repairs,
        "grade": board.grade,
    }


def method_json(method: Method) -> schema.MethodJson:
    """A method of inference."""
    return {
        "name": method.name,
        "quality": method.quality.value,
        "complete": method.complete,
        "summary": method.summary,
        "time": method.time,
    }


def strategy_json(player: Strategy) -> schema.StrategyJson:
    """A player."""
    return {"name": player.name, "summary": player.summary}


def matrix_json(answer: MatrixAnswer) -> schema.MatrixJson:
    """The equations of a board, their reduced form, and their configurations."""
    from minemind.solve.methods.matrix import MAX_TUPLES

    solved, reduced = answer.solved, answer.solved.reduced
    system = reduced.equations
    return {
        **about_board(answer.board, answer.notes),
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
            "tuples": str(Solutions(reduced.tuples)),
            "redundant": reduced.redundant,
        },
        "configurations": {
            "limit_of_tuples": MAX_TUPLES,
            "count": solved.count,
            "left_out": solved.left_out,
            "placements": count_json(solved.placements),
            "listed": [_configuration_json(configuration) for configuration in solved.configurations],
        },
    }


def _configuration_json(configuration: Configuration) -> schema.ConfigurationJson:
    return {"mines": configuration.mines, "placements": str(Solutions(configuration.placements))}
