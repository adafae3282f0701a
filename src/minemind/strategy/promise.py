"""Promise: what a game says of its first click, which the board alone does not show."""

from __future__ import annotations

from dataclasses import replace

from minemind.board import Action
from minemind.game import Game
from minemind.layout import FirstClick
from minemind.solve.move import Move, Promise

__all__ = ["promised"]


def promised(game: Game, move: Move) -> Move:
    """The same move; as one that is certain if it is the first click of a game that promises something of it."""
    is_first = game.layout is None and game.first_click is not FirstClick.ANY
    if move.is_certain or move.action is not Action.OPEN or not is_first:
        return move
    return replace(move, reason=Promise(game.first_click))
