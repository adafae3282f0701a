"""Reviews: a game judged click by click, luck and skill told apart, and a player's profile over many games.

The engine judges; here its judgements become values, sentences and pages. docs/review.md has all definitions.

>>> import minemind as mm
>>> review = mm.review(mm.play("expert", "champion", seed=7), margin=0.05)
>>> [(move.number, move.kind.value, round(move.risk, 2)) for move in review.risks][-1]
(219, 'forced guess', 0.5)
"""

from __future__ import annotations

from minemind.reviews.advice import Advice
from minemind.reviews.judgement import MoveKind, Odds, ReviewedMove
from minemind.reviews.performance import Performance
from minemind.reviews.profiles import Profile, SizeProfile, profile
from minemind.reviews.review import End, Review

__all__ = [
    "Advice",
    "End",
    "MoveKind",
    "Odds",
    "Performance",
    "Profile",
    "Review",
    "ReviewedMove",
    "SizeProfile",
    "profile",
]
