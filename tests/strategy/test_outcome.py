"""The record of a game: the same bytes in the engine, in numpy and on disk, and filled by the same rules."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from minemind import _native
from minemind._native import BILLION, OUTCOME, TENTHS, game_outcome
from minemind.lab.store import CHECK
from minemind.strategy.outcome import RESULTS, Phase

BEFORE = Path(__file__).parents[1] / "data" / "before_0_2" / "run_whole" / "run.json"


def won(risks: list[float]) -> np.void:
    (record,) = game_outcome(_native.Result.WON, risks, opened=3, moves=2, lost_by=None, phase=_native.Phase.NONE)
    assert isinstance(record, np.void)
    return record


def test_a_record_is_what_files_have_held_since_the_first() -> None:
    said = json.loads(BEFORE.read_text())["record"]
    assert json.loads(json.dumps([*OUTCOME.descr, CHECK])) == said
    assert OUTCOME.itemsize == 33


def test_results_and_phases_have_the_engine_s_order() -> None:
    assert [result.name for result in RESULTS] == ["WON", "LOST", "STUCK"]
    assert [_native.Result[result.name].value for result in RESULTS] == [0, 1, 2]
    assert [_native.Phase[phase.name].value for phase in Phase] == list(range(1, len(_native.Phase)))


@pytest.mark.parametrize(
    ("risk", "tenth"),
    [(0.0, 0), (0.0999, 0), (0.1, 1), (0.1 + 0.2, 3), (0.3 - 1e-9, 3), (0.7 - 1e-16, 7), (0.9999, 9), (1.0, 9)],
)
def test_no_rounding_decides_which_tenth_a_risk_is_in(risk: float, tenth: int) -> None:
    record = won([risk])
    assert record["risky"].tolist() == [place == tenth for place in range(TENTHS)]
    lost = game_outcome(_native.Result.LOST, [risk], opened=0, moves=1, lost_by=risk, phase=_native.Phase.LATE)[0]
    assert lost["hit"] == tenth + 1


def test_the_risk_of_a_game_is_that_of_any_of_its_guesses() -> None:
    risks = [0.25, 0.125, 0.3333333333]
    record = won(risks)
    surviving = math.prod(1 - Fraction(risk) for risk in risks)
    assert record["risk"] == round((1 - surviving) * BILLION)
    assert (record["guesses"], record["opened"], record["moves"], record["weight"]) == (3, 3, 2, BILLION)


def test_a_tenth_counts_no_more_guesses_than_its_byte_holds() -> None:
    record = won([0.05] * 300)
    assert (record["risky"][0], record["guesses"]) == (np.iinfo("u1").max, 300)


@pytest.mark.parametrize("risk", [-0.1, 1.1, math.nan, math.inf])
def test_what_is_no_risk_is_refused(risk: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        won([risk])
    with pytest.raises(ValueError, match="from 0 to 1"):
        game_outcome(_native.Result.LOST, [], opened=0, moves=1, lost_by=risk, phase=_native.Phase.LATE)


def test_phases_end_where_few_solutions_are_left() -> None:
    at = {left: _native.phase_of_solutions(left).name for left in (200, 80.001, 80, 20.001, 20, 0)}
    assert at == {200: "OPENING", 80.001: "OPENING", 80: "MIDDLE", 20.001: "MIDDLE", 20: "LATE", 0: "LATE"}


def test_a_guess_of_one_half_is_a_coin_flip_whenever_it_is_made() -> None:
    for is_searched in (False, True):
        assert _native.phase_of_guess(0.5 + 1e-12, is_searched=is_searched) is _native.Phase.COIN_FLIP
    assert _native.phase_of_guess(0.49, is_searched=True) is _native.Phase.ENDGAME
    assert _native.phase_of_guess(0.49, is_searched=False) is _native.Phase.NONE
