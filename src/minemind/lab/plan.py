"""Plan: what a run plays, which is some matches of equally many games; and a signature of how the engine plays."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache

from minemind.errors import InvalidValue
from minemind.strategy.match import Match
from minemind.strategy.simulate import NATIVE, simulated

__all__ = ["Plan", "engine_signature"]

# Games of each native strategy that enter the signature: they take some tenths of a second.
SIGNATURE_GAMES = 100


@dataclass(frozen=True)
class Plan:
    """Some matches, and the number of games in each."""

    matches: tuple[Match, ...]
    games: int

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files that hold the matches."""
        return tuple(
            f"{number:02}-{_plain(match.player)}-{match.preset or _plain(match.size)}.games"
            for number, match in enumerate(self.matches, 1)
        )

    def check_continues(self, before: Plan) -> None:
        """Raise `InvalidValue` unless this continues the run: the same matches, with as many games or more."""
        if self.matches != before.matches:
            raise InvalidValue(
                f"the run in this folder plays {_listed(before.matches)}, not {_listed(self.matches)}; "
                "give the options it was started with, or another folder"
            )
        if self.games < before.games:
            raise InvalidValue(f"the run in this folder has {before.games:,} games; give as many, or more")


@cache
def engine_signature() -> str:
    """A signature of how this engine plays: it changes only if one of a few fixed games goes differently."""
    digest = hashlib.sha256()
    for name in NATIVE:
        corner = Match.of("expert", name, first_click="safe", start=(0, 0), seed=1)
        played = simulated(corner, 0, SIGNATURE_GAMES)
        if played.is_interrupted:  # an unfinished set of games is not a signature
            raise KeyboardInterrupt
        digest.update(f"{name} {played.signature}\n".encode())
    return digest.hexdigest()[:16]


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9+.]+", "-", text.replace("×", "x")).strip("-")


def _listed(matches: tuple[Match, ...]) -> str:
    return "; ".join(f"{match}, by {match.estimator}" for match in matches)
