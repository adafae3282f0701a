"""What drives a game: from one certain move to a whole game."""

from minemind.strategy.drive import auto, step

__all__ = ["auto", "step"]
