"""Depth: how much the champion may think at each guess, as a part of its name.

`champion:deep` thinks as much as is usual, `champion:deep=400` up to 400 million units of work. The name alone
identifies a player: runs, comparisons and records need nothing else to play the same games again.
"""

from __future__ import annotations

from minemind.arguments import whole
from minemind.errors import InvalidValue
from minemind.solve.choice import MOST_THINK
from minemind.strategy.player import without_expansion

__all__ = ["DEEP", "THINK", "THINKER", "can_think", "split", "thinking"]

# The strategy that can think, and its name if it does.
THINKER, DEEP = "champion", "champion:deep"

# How much it thinks by default: millions of units of work at each guess, some 6 ms each.
THINK = 100


def split(name: str) -> tuple[str, int]:
    """The name of a strategy without its thinking, and how many million units of work it thinks; 0 if it does not."""
    if not isinstance(name, str):
        raise InvalidValue(f"{name!r:.60} is not a strategy; give a name")
    plain, equals, think = name.partition("=")
    if plain != DEEP:
        return name, 0
    if not equals:
        return THINKER, THINK
    if not (think.isascii() and think.isdigit() and 0 < int(think) <= MOST_THINK):
        raise InvalidValue(
            f"{name!r:.60} is not a strategy; after {DEEP}= give a whole number from 1 to {MOST_THINK:,}, "
            "in millions of units of work"
        )
    return THINKER, int(think)


def thinking(name: str, think: int | None) -> str:
    """The name of the strategy that thinks this much; None leaves the name as it is, and 0 turns thinking off.

    Raises `InvalidValue` for one that cannot think.

    >>> mm.strategy.thinking("champion", 400)
    'champion:deep=400'
    """
    if think is None:
        return name
    most, plain = whole(think, "think", 0, MOST_THINK), without_expansion(name)
    if can_think(name):
        player = THINKER if not most else DEEP if most == THINK else f"{DEEP}={most}"
        return player + name.removeprefix(plain)
    if most:
        raise InvalidValue(f"{name!r:.60} cannot think; only {THINKER} can")
    return name


def can_think(name: str) -> bool:
    """Whether a strategy can think: only the champion can, however its openings spread."""
    return split(without_expansion(name))[0] == THINKER
