"""The advantage of one player over another, compared with what paired games find."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from benchmarks.decades import BANDS, choices, table
from benchmarks.trust import weights
from minemind import lab
from minemind.strategy.outcome import BILLION, gains
from minemind.strategy.simulate import simulated
from tests.cli.running import run
from tests.lab.runs import records

SIZE = (12, 12, 30)


def match(strategy: str, baseline: str | None, max_per_cell: int = 1) -> mm.strategy.Match:
    return mm.strategy.Match.of(
        SIZE,
        strategy,
        first_click="safe",
        start=(0, 0),
        seed=8,
        max_per_cell=max_per_cell,
        estimator="advantage" if baseline else "weighted",
        baseline=baseline,
    )


def compared(games: int, *matches: mm.strategy.Match) -> lab.Comparison:
    with lab.local_workers(1) as workers:
        return lab.compare(lab.Plan(matches, games), workers)


def half(paired: lab.Paired) -> float:
    low, high = paired.ci95
    return (high - low) / 2


def test_it_finds_the_difference_that_paired_games_find_with_less_noise() -> None:
    """Perfect endgames gain over the lowest risk alone, by as much as in 6,000 paired games."""
    plain = compared(6_000, match("exact+endgame", None), match("exact", None)).paired
    found = compared(400, match("exact+endgame", "exact")).paired
    apart = abs(found.difference - plain.difference)
    assert apart < 1.5 * (half(found) ** 2 + half(plain) ** 2) ** 0.5
    assert found.ci95[0] > 0
    # The same number of paired games would give a wider interval.
    assert half(found) < half(plain) * (6_000 / 400) ** 0.5 / 1.5


def test_the_weaker_player_has_the_opposite_advantage() -> None:
    better = compared(200, match("exact+endgame", "exact")).paired
    worse = compared(200, match("exact", "exact+endgame")).paired
    assert worse.ci95[1] < 0
    assert abs(better.difference + worse.difference) < 1.5 * (half(better) + half(worse))


def test_nobody_has_an_advantage_over_himself() -> None:
    found = compared(50, match("champion", "champion"))
    assert (found.paired.more, found.paired.less, found.paired.sum) == (0, 0, 0)
    low, high = found.paired.ci95
    assert low < 0 < high  # no choice has differed so far, but one still may


def test_what_its_choices_gain_adds_up_to_what_a_game_gains() -> None:
    one = match("exact+endgame", "exact")
    sums = [sum(choice.gain for choice in choices(one, index)) for index in range(40)]
    assert np.rint(np.array(sums) * BILLION).astype(np.int64).tolist() == gains(simulated(one, 0, 40).outcomes).tolist()
    *bands, total = list(table([choices(one, index) for index in range(40)]))[1:]
    assert len(bands) == len(BANDS)
    assert sum(float(row[19:26]) for row in bands) == pytest.approx(float(total[19:26]), abs=0.01)


def test_what_a_guess_wins_by_games_is_what_it_wins_by_perfect_play() -> None:
    board = mm.Board.parse("4 4 4\n1...\n....\n....\n....")
    analysis = mm.analyse(board)
    for guess in mm.guesses(board)[::5]:
        assert guess.is_exact
        assert guess.win is not None
        weight = weights(analysis, board.grid.index(*guess.cell), "champion", 4_000)
        assert abs(weight.mean() - guess.win) < 4 * weight.std() / 4_000**0.5 + 1e-9


def test_a_game_is_the_same_by_its_index_alone() -> None:
    one = match("exact+endgame", "exact")
    whole = simulated(one, 0, 40, threads=3).outcomes
    parts = np.concatenate([simulated(one, 0, 15).outcomes, simulated(one, 15, 25).outcomes])
    assert whole.tobytes() == parts.tobytes()
    assert np.abs(gains(whole)).max() < BILLION
    # The games themselves are those of the weighted estimator without a baseline.
    plain = simulated(match("exact+endgame", None), 0, 40).outcomes
    assert (whole["weight"] == plain["weight"]).all()


def test_a_run_continues_where_it_stopped(tmp_path: Path) -> None:
    def play(folder: Path, games: int, *, resume: bool) -> lab.Comparison:
        plan = lab.Plan((match("exact+endgame", "exact"),), games)
        with lab.writing_run(folder, plan, resume=resume) as writer, lab.local_workers(1) as workers:
            return lab.compare(plan, workers, writer=writer)

    play(tmp_path / "some", 20, resume=False)
    continued, at_once = play(tmp_path / "some", 50, resume=True), play(tmp_path / "all", 50, resume=False)
    assert continued == at_once
    assert records(tmp_path / "some") == records(tmp_path / "all")
    assert lab.open_run(tmp_path / "all").plan.matches[0].baseline == "exact"
    report = run("report", str(tmp_path / "all"), "-o", str(tmp_path / "page.html"), "--page-only")
    assert report.code == 0, report.err
    page = (tmp_path / "page.html").read_text()
    assert "more than exact, by advantage" in page
    assert "minemind compare exact+endgame exact" in page


@pytest.mark.parametrize(
    ("strategy", "baseline", "says"),
    [("rules", "exact", "never guesses"), ("exact", "rules", "never guesses"), ("exact", "csp", "no native version")],
)
def test_players_without_guesses_of_their_own_are_refused(strategy: str, baseline: str, says: str) -> None:
    with pytest.raises(mm.InvalidValue, match=says):
        simulated(match(strategy, baseline), 0, 1)


def test_an_advantage_needs_a_baseline_and_one_mine_in_a_cell() -> None:
    with pytest.raises(mm.InvalidValue, match="give both"):
        mm.strategy.Match.of("beginner", "exact", estimator="advantage")
    with pytest.raises(mm.InvalidValue, match="give both"):
        mm.strategy.Match.of("beginner", "exact", baseline="exact")
    with pytest.raises(mm.InvalidValue, match="advantage estimator needs one mine per cell"):
        simulated(match("exact", "champion", max_per_cell=2), 0, 1)


def test_the_command_says_what_was_gained() -> None:
    given = ["compare", "exact+endgame", "exact", "--size", "8x8", "--mines", "14", "--estimator", "advantage"]
    said = run(*given, "--games", "60", "--jobs", "1")
    assert "by the advantage of each choice of exact+endgame that differs from exact's" in said.out
    values = run(*given, "--games", "60", "--jobs", "1", "--json").json
    assert values["games"] == 60
    assert values["second"] == {"strategy": "exact", "wins": None, "win_rate": None, "forfeits": None}
    low, high = values["ci95"]
    assert low < values["difference"] < high
    refused = run("bench", "--estimator", "advantage", "--games", "1")
    assert refused.code == 2
    assert "use minemind compare" in refused.err
