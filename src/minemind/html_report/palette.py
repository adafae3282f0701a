"""Palette: the colours of a report, for light pages and for dark ones, and which strategy has which.

All can be told apart with red-green colour blindness; and no two strategies share both colour and marker, so that
nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["PALETTE", "Colour", "Look", "looks"]


class Colour(NamedTuple):
    """A colour on light pages, which figures in files also use, and the one on dark pages."""

    light: str
    dark: str


# By their names in a page's style sheet. All differ on a light page, so that a drawing's colour tells which is meant.
PALETTE = {
    "ink": Colour("#1f2328", "#e6edf3"),
    "muted": Colour("#59636e", "#9da7b3"),
    "line": Colour("#d8dee4", "#343b44"),
    "card": Colour("#ffffff", "#161b22"),
    # Strategies: after Okabe and Ito, dark enough to be read as text on white, and light enough on black.
    "s0": Colour("#0067a6", "#58a6e8"),
    "s1": Colour("#c04e00", "#ff9248"),
    "s2": Colour("#007f5c", "#3fcf9f"),
    "s3": Colour("#a8437f", "#e88fc0"),
    "s4": Colour("#8a6a00", "#e3b505"),
    "s5": Colour("#4b4f9e", "#a5a8ff"),
    "s6": Colour("#5c5f63", "#b7bcc2"),
    "s7": Colour("#0d7d8c", "#4fd0e0"),
    # How games end: the later a game is lost, the darker. A coin flip cannot be helped.
    "won": Colour("#4c8fc4", "#3f7fb3"),
    "opening": Colour("#fddc9c", "#fde3b0"),
    "middle": Colour("#fdb35f", "#f9b866"),
    "late": Colour("#ec7a3c", "#e8824a"),
    "endgame": Colour("#b23a1e", "#c04a2c"),
    "coin_flip": Colour("#7a2a68", "#a24a8c"),
    "lost": Colour("#8c5a4a", "#a87464"),
    "stuck": Colour("#b4bac1", "#6b737c"),
}

# Seven markers for eight colours: as they have no common factor, the first 56 strategies all look different.
MARKERS = "osD^vPX"
STRATEGIES = [name for name in PALETTE if name[0] == "s" and name[1:].isdigit()]


class Look(NamedTuple):
    """How a strategy is drawn, everywhere."""

    colour: str
    marker: str


def looks(strategies: Iterable[str]) -> dict[str, Look]:
    """A look for each strategy."""
    return {
        strategy: Look(PALETTE[STRATEGIES[number % len(STRATEGIES)]].light, MARKERS[number % len(MARKERS)])
        for number, strategy in enumerate(sorted(set(strategies)))
    }
