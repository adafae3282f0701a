"""Reviews: a game judged click by click, luck and skill told apart, and a player's profile over many games.

The engine judges; here its judgements become values, sentences and pages. docs/review.md has all definitions.
"""

from __future__ import annotations

from minemind.reviews.advice import Advice
from minemind.reviews.judgement import Kind, Odds, ReviewedMove
from minemind.reviews.performance import Performance
from minemind.reviews.profile import Profile, SizeProfile
from minemind.reviews.review import End, Review

__all__ = ["Advice", "End", "Kind", "Odds", "Performance", "Profile", "Review", "ReviewedMove", "SizeProfile"]
