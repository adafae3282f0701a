"""Board in, answers out: what the numbers imply. Nothing here knows a game."""

from minemind.solve.exact import Analysis, Component, Numbers, analyse

__all__ = ["Analysis", "Component", "Numbers", "analyse"]
