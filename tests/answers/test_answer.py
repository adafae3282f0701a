"""Answers are computed once, under one deadline; formatting them asks nothing more."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import minemind as mm
from minemind.answers import answer
from minemind.answers.answer import FrontierAnswer
from minemind.answers.json import analysis_json, candidates_json, frontier_json, moves_json, proved_json
from minemind.answers.parts import Missing
from minemind.answers.text import facts, frontier_text, guesses_text, proof_text
from minemind.board import HIDDEN
from minemind.cli.heatmap import analysis_text
from minemind.deadline import Stop
from minemind.solve import solutions
from tests.solve.lattice import lattice

BOARD = mm.Board.parse("6 9 8\n0001.....\n0001112..\n0000002..\n0000112..\n11013....\n.101.....\n")
GUESS = mm.Board.parse("3 3 2\n...\n.2.\n...")


def half_open(across: int) -> mm.Board:
    """Half of the free cells, at random, are open: there are certain cells, and many numbers."""
    layout = mm.Layout.deal(mm.Grid(across, across), across**2 // 6, seed=5)
    is_open = (np.random.default_rng(5).random((across, across)) < 0.5) & (layout.counts == 0)
    return mm.Board(layout.grid, np.where(is_open, layout.numbers, HIDDEN), mines=layout.mines)


def time_is_over_at(monkeypatch: pytest.MonkeyPatch, where: ModuleType, name: str) -> None:
    """Make the time limit pass when a function is called."""

    def run_out(*given: Any) -> Any:
        deadline = given[-1]
        deadline.end = -math.inf
        raise deadline.passed()

    monkeypatch.setattr(where, name, run_out)


def test_solutions_that_are_not_counted_in_time_are_missing_and_the_rest_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time_is_over_at(monkeypatch, solutions, "count")
    found = answer.analyse(BOARD, time_limit=60)
    assert found.solutions == Missing("solutions", is_late=True)
    assert found.solutions.sentence in list(facts(found))
    values = analysis_json(found)
    assert values["solutions"] is None
    assert values["best"] is not None
    assert "solutions: not counted within the time limit" in values["notes"]


def test_a_best_move_that_is_not_found_in_time_is_told_from_one_that_there_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nothing = answer.analyse(mm.Board.parse("1 1 0\n0"))
    assert (nothing.best, nothing.notes) == (None, ())
    time_is_over_at(monkeypatch, answer, "best_move")
    found = answer.analyse(BOARD, time_limit=60)
    assert list(facts(found))[-1] == "best: not found within the time limit"
    assert analysis_json(found)["best"] is None
    assert "best: not found within the time limit" in analysis_json(found)["notes"]


def test_solutions_that_are_too_many_to_count_are_no_reason_to_say_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> int:
        raise mm.TooHard("too many")

    monkeypatch.setattr(solutions, "count", refuse)
    found = answer.analyse(BOARD)
    assert "solutions: too many to count" in analysis_text(found, Console()).plain
    assert analysis_json(found)["solutions"] is None
    assert found.notes == ("solutions: too many to count",)


def test_whoever_wants_all_certain_cells_hears_that_some_were_too_hard_to_find() -> None:
    found = answer.hint(lattice(35, 35, seed=1, density=0.45), every=True)
    assert found.moves
    assert found.notes == ("other certain cells: too hard to find",)
    assert moves_json(found)["notes"] == list(found.notes)
    assert answer.hint(BOARD, every=True).notes == ()


def test_components_that_are_not_counted_in_time_are_listed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = answer.frontier(BOARD)
    time_is_over_at(monkeypatch, solutions, "ways_of")
    found = answer.frontier(BOARD, time_limit=60).frontier
    assert [part.component for part in found.parts] == [part.component for part in whole.frontier.parts]
    assert found.notes == ("the solutions of 1 component were not counted",)
    values = frontier_json(FrontierAnswer(board=BOARD, frontier=found))
    assert all(part["solutions"] is None and part["solutions_by_mines"] is None for part in values["components"])
    assert "solutions not counted" in frontier_text(found)


def test_whoever_formats_an_answer_asks_nothing_of_the_solver() -> None:
    large = half_open(60)  # on a small one, answers come before the clock is checked
    analyses = [answer.analyse(large, method=name, with_frontier=True) for name in ("exact", "rules", "local")]
    proof, parts = answer.explain(BOARD, (0, 4)), answer.frontier(large)
    moves, candidates = answer.hint(BOARD, every=True), answer.guesses(GUESS)
    stop = Stop()
    stop.set()
    with stop:
        for question in (answer.analyse, answer.hint, answer.frontier):
            with pytest.raises(mm.TooHard):
                question(large)
        with pytest.raises(mm.TooHard):
            _ = mm.solve.Problem(large).frontier
        for found in analyses:
            assert analysis_text(found, Console()).plain
            assert analysis_json(found)["components"] is not None
        assert proved_json(proof)["sentence"] in proof_text(proof.proof)
        assert len(frontier_json(parts)["components"]) == frontier_text(parts.frontier).count("component ")
        assert len(moves_json(moves)["moves"]) == len(moves.moves)
        assert len(candidates_json(candidates)["candidates"]) == len(candidates.candidates) > 0
        assert guesses_text(candidates.candidates)


def test_an_answer_says_what_was_assumed_before_what_it_found_out_itself() -> None:
    found = answer.analyse(mm.Board.parse("1 3 ?\n.1."), ("line 1: assumed",), method="local")
    assert found.notes[0] == "line 1: assumed"
    assert found.notes[1:] == found.analysis.notes != ()
    assert analysis_json(found)["notes"] == list(found.notes)


def test_a_cell_that_is_not_certain_has_a_risk_and_no_proof() -> None:
    found = answer.explain(GUESS, (0, 0))
    assert (found.found, found.probability) == (None, 0.25)
    with pytest.raises(mm.InvalidValue, match=r"^\(0, 0\) is not certain: 25 % risk$"):
        proved_json(found)
