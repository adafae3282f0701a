"""Replies: reads the answers of a remote engine as values of this package.

A program may answer anything: whatever does not fit the board or the protocol raises one of the errors that `Remote`
expects, and never becomes a plausible value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, TypeVar

import numpy as np

from minemind import errors
from minemind.board import Action, Board
from minemind.errors import BadProgram, Fault, MineMindError
from minemind.formats.document import field
from minemind.grid import Cell, frozen
from minemind.solve.analysis import Analysis, Inference, Quality
from minemind.solve.endgame import Win
from minemind.solve.exact import Numbers
from minemind.solve.guesses import Candidate
from minemind.solve.methods.registry import METHODS
from minemind.solve.move import Agreement, Guess, Move
from minemind.solve.proof import Proof, Step, Technique
from minemind.words.figures import DIGITS_AT_ONCE

__all__ = ["analysis", "candidates", "moves", "progress", "proof", "raised", "win"]

# The most decimal digits of a number of solutions: a board of the largest size has fewer.
MOST_DIGITS = 100_000

Value = TypeVar("Value")


def raised(values: Mapping[str, Any]) -> MineMindError:
    """The error that a program answered with: one of ours if we know its kind, otherwise a `BadProgram`."""
    kind, message = values["kind"], str(values["message"])
    known = getattr(errors, kind, None)
    faults = [_fault(one) for one in values.get("faults") or () if isinstance(one, dict)]
    if known is errors.Impossible:
        return errors.Impossible(message, faults, [Cell(*cell) for cell in values.get("cells") or ()])
    if known is errors.ParseError and faults:
        return errors.ParseError(faults)
    if known is errors.OffBoard:
        return errors.OffBoard(message, Cell(*(values.get("cells") or [(-1, -1)])[0]))
    if isinstance(known, type) and issubclass(known, MineMindError) and known is not errors.ParseError:
        return known(message)
    return BadProgram(f"it answered with an error of the kind {kind!r:.40}: {message}")


def _fault(values: Mapping[str, Any]) -> Fault:
    cell = values.get("cell")
    return Fault(
        str(values.get("sentence")), None if cell is None else _cell(cell), values.get("line"), values.get("column")
    )


def analysis(board: Board, values: dict[str, Any]) -> Analysis:
    """The analysis in an answer to `analyse`."""
    method, rows = field(values, "method", str), field(values, "probability", list)
    risks = np.array([[math.nan if risk is None else risk for risk in row] for row in rows], dtype=np.float64)
    if risks.shape != board.grid.shape or not ((risks >= 0) & (risks <= 1) | np.isnan(risks)).all():
        raise ValueError("the probabilities are not those of the board")
    quality = Quality(field(values, "quality", str))
    pairs = values.get("fifty_fifties")
    return Inference(
        board,
        method,
        quality,
        quality is Quality.EXACT or (method in METHODS and METHODS[method].complete),
        probability=frozen(risks),
        # With several mines per cell, the answer lacks the expected numbers.
        expected=frozen(risks if board.max_per_cell == 1 else np.where(risks == 0, 0.0, math.nan)),
        safe=frozenset(_cells(values["safe"])),
        mines=frozenset(_cells(values["certain_mines"])),
        solutions=_count(values.get("solutions")),
        notes=tuple(map(str, field(values, "notes", list))),
        dead=None if values.get("dead") is None else frozenset(_cells(values["dead"])),
        fifty_fifties=None if pairs is None else tuple((_cell(one), _cell(other)) for one, other in pairs),
    )


def moves(board: Board, values: dict[str, Any]) -> list[Move]:
    """The moves in an answer to `hint`."""
    return [_move(board, move) for move in field(values, "moves", list)]


def _move(board: Board, values: dict[str, Any]) -> Move:
    action = Action(field(values, "action", str))
    return Move(_cell(values["cell"]), action, _reason(board, values), field(values, "mines", int))


def _reason(board: Board, values: dict[str, Any]) -> Proof | Agreement | Guess:
    if "proof" in values:
        return proof(board, values["proof"])
    if field(values, "certain", bool):
        return Agreement("exact")
    return Guess(
        _risk(values["probability"]),
        tuple((_cell(other["cell"]), _risk(other["probability"])) for other in values.get("runners_up", ())),
        win=_maybe(_risk, values.get("win")),
        next=_maybe(_risk, values.get("next")),
        progress=_maybe(_risk, values.get("progress")),
        partner=_maybe(_cell, values.get("partner")),
        is_searched=values.get("win") is not None,
    )


def proof(board: Board, values: dict[str, Any]) -> Proof:
    """The proof in an answer to `explain`, or in a move."""
    numbers = _cells(values["numbers"])
    return Proof(
        cell=_cell(values["cell"]),
        is_mine=field(values, "is_mine", bool),
        numbers=numbers,
        shown=_shown(board, numbers),
        flags=_cells(values["flags"]),
        mines=board.mines if field(values, "uses_mine_count", bool) else None,
        technique=Technique(field(values, "technique", str)),
        grade=field(values, "grade", int),
        together=field(values, "together", int),
        steps=tuple(_step(board, step) for step in field(values, "steps", list)),
        pattern=_maybe(str, values["pattern"]),
        board=board,
    )


def _step(board: Board, values: dict[str, Any]) -> Step:
    numbers = _cells(values["numbers"])
    return Step(
        Technique(field(values, "technique", str)),
        numbers,
        _shown(board, numbers),
        board.mines if field(values, "uses_mine_count", bool) else None,
        tuple(map(int, field(values, "steps", list))),
        _cells(values["cells"]),
        field(values, "at_least", int),
        field(values, "at_most", int),
        board.max_per_cell,
        field(values, "depth", int),
        _cells(values.get("subtracted", ())),
    )


def _shown(board: Board, numbers: Sequence[Cell]) -> tuple[int, ...]:
    return tuple(int(board.faces[board.grid.cell(board.grid.index(cell))]) for cell in numbers)


def candidates(values: dict[str, Any]) -> tuple[Candidate, ...]:
    """The candidates in an answer to `guesses`."""
    return tuple(map(_candidate, field(values, "candidates", list)))


def _candidate(values: dict[str, Any]) -> Candidate:
    shown = values["numbers"]
    numbers = (
        None if shown is None else Numbers(values["risk"], {int(number): _risk(shown[number]) for number in shown})
    )
    return Candidate(
        _cell(values["cell"]),
        _risk(values["risk"]),
        _maybe(_risk, values["next"]),
        _maybe(_risk, values["progress"]),
        numbers,
        _maybe(_risk, values["win"]),
        float(values["margin"]),
        is_exact=field(values, "exact", bool),
        partner=_maybe(_cell, values["partner"]),
        behind=float(values["behind"]),
        behind_margin=float(values["behind_margin"]),
        games=field(values, "games", int),
        is_apart=values["win"] is not None and not field(values, "may_be_best", bool),
        is_hint=field(values, "hint", bool),
        is_recommended=field(values, "recommended", bool),
    )


def progress(values: dict[str, Any]) -> tuple[int, Candidate]:
    """The progress of `guesses`: how many games were played, and the best candidate so far."""
    best = field(values, "best", dict)
    win, margin = _maybe(_risk, best["win"]), float(best["margin"])
    found = Candidate(_cell(best["cell"]), _risk(best["risk"]), None, None, None, win, margin, is_exact=False)
    return field(values, "games", int), found


def win(values: dict[str, Any]) -> Win:
    """The result in an answer to `win`."""
    return Win(Fraction(field(values, "win", str)), _cells(values["best"]))


def _cell(value: Any) -> Cell:
    match value:
        case [int(row), int(col)] if not (isinstance(row, bool) or isinstance(col, bool)):
            return Cell(row, col)
    raise ValueError(f"{value!r:.40} is not a cell")


def _cells(values: Any) -> tuple[Cell, ...]:
    return tuple(map(_cell, values))


def _risk(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise ValueError(f"{value!r:.40} is not a probability")
    return float(value)


def _count(value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value.isdecimal() or len(value) > MOST_DIGITS:
        raise ValueError(f"{value!r:.40} is not a count")
    pieces = [value[place : place + DIGITS_AT_ONCE] for place in range(0, len(value), DIGITS_AT_ONCE)]
    return reduce(lambda number, piece: number * 10 ** len(piece) + int(piece), pieces, 0)


def _maybe(read: Callable[[Any], Value], value: Any) -> Value | None:
    return None if value is None else read(value)
