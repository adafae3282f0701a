"""Profile: a player over many games: risks taken and necessary risks, and overlooked techniques, by size."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from minemind.arguments import iterated
from minemind.errors import InvalidValue
from minemind.reviews.advice import missed_techniques
from minemind.reviews.judgement import MoveKind
from minemind.reviews.review import MARGIN, End, Review, ReviewLike, review
from minemind.size import PRESETS
from minemind.solve.proof import Technique
from minemind.words import phrase

__all__ = ["Profile", "SizeProfile", "profile"]

# How often techniques were overlooked, the most often overlooked first.
Missed: TypeAlias = tuple[tuple[Technique, int], ...]


@dataclass(frozen=True)
class SizeProfile:
    """A player's games of one size; clicks and risks are per game.

    A mean is None if no game has the value. `lost_by_choice` and `luck` are known only for games whose risks all have
    known odds.

    >>> [size] = mm.reviews.profile([mm.play("beginner", seed=seed) for seed in range(3)]).sizes
    >>> size.size, size.games, size.won, round(size.pluck, 2)
    ('beginner', 3, 3, 0.0)
    """

    size: str
    games: int
    won: int
    lost: int
    forced: float
    needless: float
    mistakes: float
    wasted: float
    pluck: float
    necessary_pluck: float
    lost_by_choice: float | None
    luck: float | None
    three_bv_per_second: float | None
    efficiency: float | None
    missed: Missed  # in all games of this size together


@dataclass(frozen=True)
class Profile:
    """A player: the review of every game, a summary for each size, and the overlooked techniques.

    >>> profile = mm.reviews.profile([mm.play("beginner", "exact", seed=seed) for seed in range(3)])
    >>> len(profile.reviews), profile.missed, profile.advice
    (3, (), 'No certain cell was missed.')
    """

    reviews: tuple[Review, ...]
    sizes: tuple[SizeProfile, ...]
    missed: Missed

    def __str__(self) -> str:
        """A line for every game, then the sizes, the overlooked techniques and the advice."""
        from minemind.reviews.text import profile_text

        return profile_text(self, [str(number) for number in range(1, len(self.reviews) + 1)])

    @property
    def advice(self) -> str:
        """Which technique to practise."""
        if not self.missed:
            return phrase("review.profile.none-missed")
        technique, count = self.missed[0]
        named = phrase("technique", technique=technique.value, count=1)
        return phrase("review.profile.missed", technique=named, count=count, games=len(self.reviews))


def profile(
    games: Iterable[Review | ReviewLike],
    *,
    margin: float | None = MARGIN,
    seed: int = 0,
    time_limit: float | None = None,
) -> Profile:
    """The profile of a player from reviews, or from games, which are reviewed first, with these options.

    >>> mm.reviews.profile([mm.play("beginner", seed=7)]).sizes[0].games
    1
    """
    if isinstance(games, str):
        raise InvalidValue("a profile needs a list of games, even for a single one")
    given = iterated(games, "the list of games", "several games")
    reviews = tuple(
        one if isinstance(one, Review) else review(one, margin=margin, seed=seed, time_limit=time_limit)
        for one in given
    )
    return Profile(reviews, tuple(_by_size(reviews)), _missed(reviews))


def _missed(reviews: Iterable[Review]) -> Missed:
    missed = sum((missed_techniques(one.moves) for one in reviews), Counter[Technique]())
    order = list(Technique)
    return tuple(sorted(missed.items(), key=lambda item: (-item[1], order.index(item[0]))))


def _by_size(reviews: Iterable[Review]) -> list[SizeProfile]:
    """A profile for each size, from small boards to large ones."""
    groups: dict[tuple[int, int, str], list[Review]] = defaultdict(list)
    for one in reviews:
        layout = one.replay.layout
        groups[len(layout.grid.indices), one.replay.mines, _size(one)].append(one)
    return [_sized(size, groups[cells, mines, size]) for cells, mines, size in sorted(groups)]


def _size(one: Review) -> str:
    layout, grid = one.replay.layout, one.replay.layout.grid
    is_plain = (grid.topology, grid.reach, layout.max_per_cell, len(grid.holes)) == ("square", 1, 1, 0)
    for name, size in PRESETS.items():
        if is_plain and (grid.rows, grid.cols, one.replay.mines) == tuple(size):
            return name
    kind = "" if grid.topology == "square" else f" {grid.topology}"
    kind += f" reach={grid.reach}" if grid.reach > 1 else ""
    kind += f" k={layout.max_per_cell}" if layout.max_per_cell > 1 else ""
    return f"{grid.rows}×{grid.cols}{kind}, {one.replay.mines}"


def _sized(size: str, reviews: Sequence[Review]) -> SizeProfile:
    def each(*kinds: MoveKind) -> float:
        return sum(len(one.of_kind(*kinds)) for one in reviews) / len(reviews)

    return SizeProfile(
        size=size,
        games=len(reviews),
        won=sum(one.end is End.WON for one in reviews),
        lost=sum(one.end is End.LOST for one in reviews),
        forced=each(MoveKind.FORCED_GUESS),
        needless=each(MoveKind.NEEDLESS_GUESS),
        mistakes=each(MoveKind.BAD_GUESS, MoveKind.OPENED_MINE),
        wasted=each(MoveKind.WASTED),
        pluck=math.fsum(one.pluck for one in reviews) / len(reviews),
        necessary_pluck=math.fsum(one.necessary_pluck for one in reviews) / len(reviews),
        lost_by_choice=_mean(one.lost_by_choice for one in reviews),
        luck=_mean(one.luck for one in reviews),
        three_bv_per_second=_mean(one.performance.three_bv_per_second for one in reviews),
        efficiency=_mean(one.performance.efficiency for one in reviews),
        missed=_missed(reviews),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None
