"""Strategy: a player. It is given a board and returns the next moves; it sees neither the layout nor the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from minemind.board import Board
from minemind.errors import BadStrategy
from minemind.layout import Expansion
from minemind.solve.move import Move

__all__ = ["Strategy", "moves_of", "without_expansion"]


class Strategy(ABC):
    """A player. To write one, give it `moves` and a docstring whose first line describes it.

    `name` is the name it is registered under. `expansion` says how openings spread when it plays. `nodes` is the size
    of all its searches so far, if it searches.

    >>> class Careful(mm.Strategy):
    ...     "Only what is certain."
    ...     def moves(self, board, rng=None):
    ...         return [move for move in mm.certain_moves(board) if move.action is mm.Action.OPEN]
    >>> Careful().summary
    'Only what is certain'
    >>> game = mm.Game("beginner", seed=7)
    >>> len(game.open(4, 4)), mm.play(game, Careful()).result.value
    (49, 'won')
    """

    name: str = ""
    expansion: Expansion = Expansion.BFS
    nodes: int = 0

    @property
    def summary(self) -> str:
        """One line that describes it."""
        return (type(self).__doc__ or "").strip().partition("\n")[0].rstrip(".")

    @abstractmethod
    def moves(self, board: Board, rng: Random | None = None) -> list[Move]:
        r"""The next moves, in order; none if it is stuck.

        All randomness comes from `rng`, so that the same seed plays the same game again.

        >>> moves = mm.get_strategy("exact").moves(mm.Board.parse("3 4 2\n01..\n01..\n01.."))
        >>> [tuple(move.cell) for move in moves]
        [(0, 2), (2, 2)]
        """

    def __repr__(self) -> str:
        return f"<Strategy {self}>"

    def __str__(self) -> str:
        """The name by which `get_strategy` makes the same player again."""
        name = self.name or type(self).__name__
        return name if self.expansion is Expansion.BFS else f"{name}:{self.expansion}"


def moves_of(player: Strategy, board: Board, rng: Random) -> list[Move] | tuple[Move, ...]:
    """A player's moves. Raises `BadStrategy` for anything but a list of moves: anybody may have written the player."""
    moves: object = player.moves(board, rng)
    if not isinstance(moves, list | tuple) or not all(isinstance(move, Move) for move in moves):
        raise BadStrategy(f"moves() must return a list of Move, not {moves!r:.80}")
    return moves


def without_expansion(name: str) -> str:
    """A strategy's name without the suffix that says how openings spread, `:dfs` or `:bfs`."""
    plain, _, suffix = name.rpartition(":")
    return plain if suffix in list(Expansion) else name
