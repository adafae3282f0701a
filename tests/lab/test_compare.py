"""Comparisons find real differences and no others; intervals have their nominal coverage."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import minemind as mm
from minemind.lab.comparison import Comparison, Paired, Sprt, SprtVerdict, compare
from minemind.lab.store import open_run, writing_run
from minemind.lab.workers import local_workers
from minemind.strategy.outcome import BILLION
from minemind.strategy.tally import Tally, wilson
from tests.lab.runs import plan

RNG = np.random.default_rng(12)


class Hasty(mm.Strategy):
    """Worse by construction: it ignores what is certain and opens any hidden cell."""

    summary = "opens a cell at random"

    def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
        assert rng is not None
        hidden = [cell for cell in board.grid if board.hidden[cell]]
        return [mm.Move(rng.choice(hidden), mm.Action.OPEN, mm.Guess(0.5))]


def compared(first: str, second: str, games: int, **options: object) -> Comparison:
    matches = tuple(mm.strategy.Match.of("beginner", name, seed=3) for name in (first, second))
    with local_workers(1) as workers:
        return compare(plan(games, matches), workers, **options)  # type: ignore[arg-type]


def drawn(games: int, only_first: float, only_second: float) -> Paired:
    """Random paired games, with these shares won by only one of the players."""
    fate = RNG.random(games)
    first = np.where(fate < only_first, BILLION, 0).astype(np.uint32)
    second = np.where(fate > 1 - only_second, BILLION, 0).astype(np.uint32)
    return Paired.of(first, second)


def test_a_strategy_is_never_better_than_itself() -> None:
    found = compared("exact", "exact", 3000, sprt=Sprt(0, 0.01))
    assert found.verdict is SprtVerdict.NOT_BETTER
    assert (found.paired.more, found.paired.less, found.paired.difference) == (0, 0, 0)
    assert found.paired.games < 3000
    either = compared("exact", "exact", 3000, sprt=Sprt(-0.01, 0.01))
    assert either.verdict is SprtVerdict.OPEN
    assert either.paired.games == 3000
    low, high = either.paired.ci95
    assert low < 0 < high


def test_what_is_known_to_be_better_is_found_to_be() -> None:
    found = compared("exact", "csp-prob", 600, sprt=Sprt(0, 0.03), batch=50)
    assert found.verdict is SprtVerdict.BETTER
    assert found.paired.ci95[0] > 0
    assert compared("csp-prob", "exact", 600, sprt=Sprt(0, 0.03), batch=50).verdict is SprtVerdict.NOT_BETTER


def test_a_strategy_that_is_worse_by_construction_is_found_out_in_few_games() -> None:
    mm.register_strategy("hasty")(Hasty)
    found = compared("exact", "hasty", 2000, sprt=Sprt(-0.05, 0.05), batch=20)
    assert found.verdict is SprtVerdict.BETTER
    assert found.paired.games <= 60
    assert compared("hasty", "exact", 2000, sprt=Sprt(-0.05, 0.05), batch=20).verdict is SprtVerdict.NOT_BETTER


def test_the_verdict_is_the_same_whoever_works_and_whenever_it_is_asked(tmp_path: Path) -> None:
    matches = tuple(mm.strategy.Match.of("beginner", name, seed=9) for name in ("champion", "exact"))
    wanted = plan(20_000, matches)
    found = []
    for jobs in (1, 2):
        with local_workers(jobs) as workers:
            found.append(compare(wanted, workers, sprt=Sprt(0, 0.02)))
    for resume in (False, True):
        with writing_run(tmp_path / "run", wanted, resume=resume) as writer, local_workers(2) as workers:
            found.append(compare(wanted, workers, sprt=Sprt(0, 0.02), writer=writer))
    assert all(each == found[0] for each in found)
    assert found[0].verdict is not SprtVerdict.OPEN
    assert found[0].paired.games < 20_000
    assert found[0].paired.games % 500 == 0
    assert open_run(tmp_path / "run").tally(0) == found[0].first  # exactly the compared games are kept
    assert open_run(tmp_path / "run").tally(1) == found[0].second


def test_both_play_the_same_games() -> None:
    found = compared("champion", "exact", 700)
    first, second = (mm.simulate("beginner", strategy=name, games=700, seed=3) for name in ("champion", "exact"))
    assert (found.first, found.second) == (first.tally, second.tally)
    assert found.paired.more == np.count_nonzero(first.won & ~second.won)
    assert found.paired.less == np.count_nonzero(second.won & ~first.won)
    assert found.paired.difference == pytest.approx(first.win_rate - second.win_rate)


def test_weighted_games_can_be_compared_and_agree_with_wins() -> None:
    matches = tuple(
        mm.strategy.Match.of("intermediate", name, seed=3, estimator="weighted") for name in ("champion", "exact")
    )
    with local_workers(2) as workers:
        weighted = compare(plan(6000, matches), workers).paired
        plain = compare(
            plan(6000, tuple(mm.strategy.Match.of("intermediate", m.strategy, seed=3) for m in matches)), workers
        )
    width, plain_width = (high - low for low, high in (weighted.ci95, plain.paired.ci95))
    assert width < plain_width
    assert abs(weighted.difference - plain.paired.difference) < width + plain_width


@pytest.mark.parametrize(
    ("games", "only_first", "only_second"), [(30, 0.1, 0.05), (200, 0.02, 0.02), (2000, 0.2, 0.18), (500, 0.0, 0.01)]
)
def test_intervals_of_differences_cover_what_they_say(games: int, only_first: float, only_second: float) -> None:
    true, tries = only_first - only_second, 3000
    covered = sum(
        low <= true <= high for low, high in (drawn(games, only_first, only_second).ci95 for _ in range(tries))
    )
    assert covered / tries > 0.935  # nominal 0.95; rather too wide than too narrow


@pytest.mark.parametrize(("games", "share"), [(20, 0.1), (100, 0.5), (1000, 0.39), (1000, 0.995)])
def test_intervals_of_win_rates_cover_what_they_say(games: int, share: float) -> None:
    wins = RNG.binomial(games, share, 4000)
    covered = np.mean([low <= share <= high for low, high in (wilson(int(won), games) for won in wins)])
    assert 0.925 < covered < 0.985


def test_intervals_of_weighted_games_cover_what_they_say() -> None:
    covered = 0
    for _ in range(1500):
        weight = np.rint(RNG.beta(0.7, 1.0, 400) * BILLION).astype(np.uint32)
        outcomes = np.zeros(400, mm.simulate((4, 4, 2), games=1).outcomes.dtype)
        outcomes["weight"] = weight
        low, high = Tally.of(outcomes).ci95
        covered += low <= 0.7 / 1.7 <= high
    assert 0.93 < covered / 1500 < 0.97


@pytest.mark.parametrize(
    ("shares", "wrong"), [((0.10, 0.10), SprtVerdict.BETTER), ((0.12, 0.10), SprtVerdict.NOT_BETTER)]
)
def test_a_sequential_test_errs_as_rarely_as_it_says(shares: tuple[float, float], wrong: SprtVerdict) -> None:
    """With differences of exactly 0 and 2 points, tested after every 500 games, about 5 % of the verdicts are wrong."""
    test = Sprt(0, 0.02)
    verdicts: list[SprtVerdict] = []
    for _ in range(400):
        paired = Paired()
        while (verdict := test.verdict(paired)) is SprtVerdict.OPEN:
            paired += drawn(500, *shares)
        verdicts.append(verdict)
    assert verdicts.count(wrong) / len(verdicts) < 0.085


def test_a_test_that_cannot_be_meant_is_refused() -> None:
    for low, high, *errors in ((1, 0), (0, 0), (-2, 0), (0, 0.01, 0), (0, 0.01, 0.05, 0.6), (float("nan"), 1)):
        with pytest.raises(mm.InvalidValue):
            Sprt(low, high, *errors)
