"""Plan: what a run plays, so many games of each of some matches; and a name for how the engine plays them."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache

from minemind.errors import InvalidValue
from minemind.strategy.match import Match
from minemind.strategy.simulate import NATIVE, simulated

__all__ = ["Plan", "engine_signature"]

# Games of each native strategy that make the signature: some tenths of a second.
SIGNATURE_GAMES = 100


@dataclass(frozen=True)
class Plan:
    """Some matches, and how many games of each."""

    matches: tuple[Match, ...]
    games: int

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files in which the matches are kept."""
        return tuple(
            f"{number:02}-{_plain(match.strategy)}-{match.preset or _plain(match.size)}.games"
            for number, match in enumerate(self.matches, 1)
        )

    def check_continues(self, before: Plan) -> None:
        """Raise `InvalidValue` unless this goes on with what was begun: the same, or more games of it."""
        if self.matches != before.matches:
            raise InvalidValue(
                f"the run there plays {_listed(before.matches)}; this one would play {_listed(self.matches)}. "
                "Give the options that it was begun with, or another folder"
            )
        if self.games < before.games:
            raise InvalidValue(f"the run there has {before.games:,} games; give as many, or more")


@cache
def engine_signature() -> str:
    """A name for how this engine plays: it changes only when some game of a fixed few goes differently."""
    digest = hashlib.sha256()
    for name in NATIVE:
        corner = Match.of("expert", name, first_click="safe", start=(0, 0), seed=1)
        played = simulated(corner, 0, SIGNATURE_GAMES)
        if played.is_interrupted:  # what was played until then is nobody's signature
            raise KeyboardInterrupt
        digest.update(f"{name} {played.signature}\n".encode())
    return digest.hexdigest()[:16]


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9+.]+", "-", text.replace("×", "x")).strip("-")


def _listed(matches: tuple[Match, ...]) -> str:
    return "; ".join(f"{match}, by {match.estimator}" for match in matches)
