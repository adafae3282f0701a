"""Standings: how matches and comparisons went, as text for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import minemind as mm
from minemind.strategy.standing import HEADER, WORDS, row
from minemind.table import aligned

if TYPE_CHECKING:
    from minemind.lab.comparison import Comparison
    from minemind.lab.plan import Plan
    from minemind.lab.run import Standing

__all__ = ["comparison_json", "comparison_text", "standing_json", "standing_text", "standings_text"]


def _match_json(match: mm.strategy.Match) -> dict[str, Any]:
    """Which games were played, as values that JSON can hold."""
    return {
        "preset": match.preset,
        "rows": match.grid.rows,
        "cols": match.grid.cols,
        "mines": match.mines,
        "topology": match.grid.topology,
        "max_per_cell": match.max_per_cell,
        "first_click": match.first_click.value,
        "start": None if match.start is None else list(match.start),
        "seed": str(match.seed),
        "estimator": match.estimator.value,
    }


def standing_json(standing: Standing, wall_s: float) -> dict[str, Any]:
    """How a match went, as values that JSON can hold."""
    match, tally = standing.match, standing.tally
    return {
        "strategy": match.strategy,
        **_match_json(match),
        "games": tally.games,
        "wins": tally.wins,
        "lost": tally.lost,
        "stuck": tally.stuck,
        "forfeits": tally.forfeits,
        "win_rate": tally.win_rate if tally.games else None,
        "ci95": list(tally.ci95),
        "cpu_s": standing.cpu_s,
        "wall_s": wall_s,
        "games_per_cpu_s": standing.timed / standing.cpu_s if standing.cpu_s else None,
        "guesses_per_game": tally.guesses_per_game if tally.games else None,
        "lost_by_phase": {phase.value: count for phase, count in tally.lost_by_phase.items()},
        "signature": standing.signature,
    }


def standing_text(standing: Standing, wall_s: float) -> str:
    """How a match went, as text."""
    tally = standing.tally
    rate = f"{tally.guesses_per_game:.2f} guesses per game, {_speed(standing)} games per CPU second, {wall_s:.1f} s"
    return "\n".join([str(standing.match), *_results(standing), rate, f"signature {standing.signature}"])


def _results(standing: Standing) -> list[str]:
    tally = standing.tally
    low, high = tally.ci95
    rate = f"{_percent(tally.win_rate)} % (95 % interval {_percent(low)} to {_percent(high)} %)"
    if standing.match.estimator is not mm.strategy.Estimator.WINS:
        return [f"probability of winning: {rate}, from {tally.games:,} weighted games"]
    phases = ", ".join(f"{phase.value.replace('_', ' ')} {count:,}" for phase, count in tally.lost_by_phase.items())
    forfeits = f"; forfeited {tally.forfeits:,}" if tally.forfeits else ""
    return [
        f"won {tally.wins:,} of {tally.games:,}: {rate}",
        f"lost {tally.lost:,}: {phases}{forfeits}; stuck {tally.stuck:,}",
    ]


def _percent(share: float, sign: str = "", digits: int = 2) -> str:
    return f"{100 * share:{sign}.{digits}f}"


def _speed(standing: Standing) -> str:
    return f"{standing.timed / standing.cpu_s:,.0f}" if standing.cpu_s > 0 else "?"


def standings_text(standings: Sequence[Standing]) -> str:
    """How several matches went: a table, which fits 80 columns if no strategy got stuck."""
    rows = [(*row(standing.match, standing.tally), _speed(standing)) for standing in standings]
    has_stuck = any(standing.tally.stuck for standing in standings)
    table = [(*HEADER, "games/s"), *rows]
    return aligned(
        [[cell for name, cell in zip(table[0], line, strict=True) if has_stuck or name != "stuck"] for line in table],
        WORDS,
    )


def comparison_json(plan: Plan, found: Comparison) -> dict[str, Any]:
    """A comparison as values that JSON can hold."""
    (first, second), test = found.strategies, found.sprt
    return {
        "first": _side_json(first, found.first),
        "second": _side_json(second, found.second),
        **_match_json(plan.matches[0]),
        "games": found.paired.games,
        "only_first": found.paired.more,
        "only_second": found.paired.less,
        "difference": found.paired.difference,
        "ci95": list(found.paired.ci95),
        "sprt": test
        and {
            "low": test.low,
            "high": test.high,
            "alpha": test.alpha,
            "beta": test.beta,
            "ratio": test.ratio(found.paired),
            "bounds": list(test.bounds),
            "verdict": found.verdict.value,
        },
    }


def _side_json(strategy: str, tally: mm.strategy.Tally) -> dict[str, Any]:
    """How a strategy did; a baseline has not played."""
    if not tally.games:
        return {"strategy": strategy, "wins": None, "win_rate": None, "forfeits": None}
    return {"strategy": strategy, "wins": tally.wins, "win_rate": tally.win_rate, "forfeits": tally.forfeits}


def comparison_text(plan: Plan, found: Comparison) -> str:
    """A comparison as text."""
    first, second = found.strategies
    match, paired = plan.matches[0], found.paired
    digits = 3 if found.is_by_advantage else 2
    difference, low, high = (_percent(share, "+", digits) for share in (paired.difference, *paired.ci95))
    return "\n".join(
        [
            f"{first} vs {second} on {match.size}, first click {match.first_click}, seed {match.seed}",
            f"{paired.games:,} of {plan.games:,} {_rates(found)}",
            _apart(plan, found),
            *_forfeits(found),
            f"difference {difference} percentage points (95 % interval {low} to {high})",
            _verdict(found),
        ]
    )


def _rates(found: Comparison) -> str:
    """The win rates. By advantage there are none: a baseline has not played, and the other's rate says little."""
    first, second = found.strategies
    if found.is_by_advantage:
        return f"games, by the advantage of each choice of {first} that differs from {second}'s"
    return f"games each: {first} {_percent(found.first.win_rate)} %, {second} {_percent(found.second.win_rate)} %"


def _apart(plan: Plan, found: Comparison) -> str:
    """In how many games the two strategies differ."""
    (first, second), paired = found.strategies, found.paired
    same = paired.games - paired.more - paired.less
    if plan.matches[0].estimator is mm.strategy.Estimator.WINS:
        return f"only {first} won {paired.more:,}, only {second} won {paired.less:,}, same result in {same:,}"
    return f"{first} better in {paired.more:,}, {second} better in {paired.less:,}, equal in {same:,}"


def _forfeits(found: Comparison) -> list[str]:
    """Which of them lost games by breaking the rules."""
    sides = zip(found.strategies, (found.first, found.second), strict=True)
    said = [f"{strategy} forfeited {tally.forfeits:,}" for strategy, tally in sides if tally.forfeits]
    return [", ".join(said)] if said else []


def _verdict(found: Comparison) -> str:
    from minemind.lab.comparison import SprtVerdict

    first, second = found.strategies
    test, (low, high) = found.sprt, found.paired.ci95
    if test is None:
        better = first if low > 0 else second if high < 0 else None
        return f"{better} is better" if better else "neither is significantly better"
    ratio, bounds = test.ratio(found.paired), test.bounds
    if found.verdict is SprtVerdict.OPEN:
        says = "undecided; play more games"
    else:
        is_high = found.verdict is SprtVerdict.BETTER
        nearer, farther = (test.high, test.low) if is_high else (test.low, test.high)
        says = f"the difference is closer to {100 * nearer:g} than to {100 * farther:g} percentage points"
        # The test decides on which side of the middle of the two the difference lies, so no more can be said.
        if is_high and test.low + test.high >= 0:
            says = f"{first} is better: {says}"
        if not is_high and test.low + test.high <= 0:
            says = f"{second} is better: {says}"
    return f"{says} (log-likelihood ratio {ratio:.2f}; the bounds are {bounds[0]:.2f} and {bounds[1]:.2f})"
