"""Drive: plays what is certain, and guesses only if allowed to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

from minemind.arguments import whole
from minemind.board import Action
from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.game import Game, State, Turn, check_game
from minemind.solve import exact
from minemind.solve.choice import MOST_THINK, deep_guess
from minemind.solve.hint import each_certain, so_far
from minemind.solve.move import Move
from minemind.strategy.play import promised

__all__ = ["auto", "step"]


def step(game: Game, *, one: bool = False, flag: bool = True) -> tuple[Move, ...]:
    """Play all certain moves until nothing is certain or the game ends, or only `one` of them.

    They are made round after round in reading order, and mines are flagged unless `flag` is off. Returns the moves in
    order, each with its reason. Flags are trusted: a wrong one may lose the game, or raise `Impossible`. It stops when
    the board becomes too hard, and raises `TooHard` if it made no move.

    >>> game = mm.Game("beginner", seed=7)
    >>> _ = game.open(4, 4)
    >>> len(mm.strategy.step(game, one=True)), len(mm.strategy.step(game, flag=False)), game.state.value
    (1, 17, 'won')
    """
    played, _ = so_far(islice(_certain(check_game(game), flag=flag), 1 if one else None), Deadline())
    return played


def auto(
    game: Game, *, guess: bool = False, think: int = 0, limit: int | None = None, flag: bool = True
) -> tuple[Move, ...]:
    """Play until the game ends, until nothing is certain, or for `limit` moves; with `guess`, guess and continue.

    Guesses are the champion's, which may spend `think` million units of work on each. Returns the moves in order, each
    with its reason; otherwise like `step`.

    >>> game = mm.Game("beginner", seed=7)
    >>> moves = mm.strategy.auto(game, guess=True, flag=False)
    >>> game.state.value, sum(not move.is_certain for move in moves)
    ('won', 0)
    """
    most = None if limit is None else whole(limit, "the limit", 0, sys.maxsize, "a number of moves from 0, or None")
    depth = whole(think, "think", 0, MOST_THINK)
    played, _ = so_far(islice(_moves(check_game(game), depth if guess else None, flag=flag), most), Deadline())
    return played


def _moves(game: Game, think: int | None, *, flag: bool) -> Iterator[Move]:
    """Each move after it was played: certain moves, and guesses unless `think` is None."""
    while game.state is State.PLAYING:
        yield from _certain(game, flag=flag)
        if think is None or game.state is not State.PLAYING:
            return
        move = deep_guess(exact.analyse(game.board), think)
        if move is None:  # everything that is left to open is flagged
            return
        move = promised(game, move)
        _do(game, move)
        yield move


def _certain(game: Game, *, flag: bool) -> Iterator[Move]:
    """Each certain move after it was played. What it opens may make more cells certain, so this repeats."""
    done = True
    while done and game.state is State.PLAYING:
        done = False
        try:
            for move in each_certain(game.board, Deadline()):
                if (flag or move.action is not Action.FLAG) and _do(game, move):
                    done = True
                    yield move
        except TooHard:
            if not done:
                raise


def _do(game: Game, move: Move) -> bool:
    """Play a move; returns whether it changed anything: another one may have opened its cell by now."""
    before = game.turns
    if game.state is not State.PLAYING:
        return False
    game.take(Turn(move.cell, move.action, move.mines))
    return game.turns > before
