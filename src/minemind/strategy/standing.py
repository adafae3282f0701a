"""Standing: the results of matches, a row for each, as text and as columns of a DataFrame."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from minemind.layout import game_seed
from minemind.strategy.match import Match
from minemind.strategy.outcome import BILLION, RESULTS, TENTHS, Outcomes, Phase, gains
from minemind.strategy.tally import Tally
from minemind.table import aligned, category

__all__ = ["HEADER", "WORDS", "game_columns", "row", "standings"]

HEADER = ("strategy", "board", "games", "won", "95 % interval", "lost", "stuck", "guesses")

# How many of the first columns are words.
WORDS = 2


def standings(matches: Iterable[tuple[Match, Tally]]) -> str:
    """The results of matches as a small table."""
    return aligned([HEADER, *(row(match, tally) for match, tally in matches)], WORDS)


def row(match: Match, tally: Tally) -> tuple[str, ...]:
    """The row of one match; a dash if no game was played."""
    low, high = tally.ci95
    shares = (tally.win_rate, tally.lost / tally.games, tally.stuck / tally.games) if tally.games else (math.nan,) * 3
    won, lost, stuck = ("–" if math.isnan(share) else f"{share:.2%}" for share in shares)
    guesses = f"{tally.guesses_per_game:.2f}" if tally.games else "–"
    board = match.preset or match.size
    return match.player, board, f"{tally.games:,}", won, f"{low:.2%} … {high:.2%}", lost, stuck, guesses


def _risk_or_gain(match: Match, outcomes: Outcomes) -> dict[str, Any]:
    if match.baseline is None:
        return {"risk": outcomes["risk"] / BILLION}
    return {"baseline": match.baseline, "gain": gains(outcomes) / BILLION}


def game_columns(match: Match, index: Iterable[int], outcomes: Outcomes) -> dict[str, Any]:
    """A row for each game: its index and its outcome, in words and plain numbers."""
    games = [int(game) for game in index]
    risky = {f"guesses_{10 * tenth}_{10 * tenth + 10}": outcomes["risky"][:, tenth] for tenth in range(TENTHS)}
    tenths = [f"{10 * tenth} to {10 * tenth + 10} %" for tenth in range(TENTHS)]
    return {
        "strategy": match.strategy,
        "board": match.preset or match.size,
        "game": games,
        "seed": np.array([game_seed(match.seed, game) for game in games], dtype=np.uint64),
        "result": category(outcomes["result"], [result.value for result in RESULTS]),
        "guesses": outcomes["guesses"],
        **_risk_or_gain(match, outcomes),
        "lost_in": category(outcomes["phase"].astype(np.int16) - 1, [phase.value.replace("_", " ") for phase in Phase]),
        "lost_by_risk": category(outcomes["hit"].astype(np.int16) - 1, tenths),
        "moves": outcomes["moves"],
        "opened": outcomes["opened"],
        "weight": outcomes["weight"] / BILLION,
        **risky,
    }
