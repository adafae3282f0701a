"""Check: the rules that every strategy must follow, tested on many small games of all kinds."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable
from contextlib import suppress
from random import Random

from minemind.board import Action, Board
from minemind.errors import BadStrategy, Impossible, InvalidValue, MineMindError, TooHard
from minemind.game import Game, State, Turn
from minemind.grid import Cell, Grid
from minemind.layout import FirstClick, game_seed
from minemind.solve import exact
from minemind.solve.move import Move
from minemind.solve.problem import Problem
from minemind.strategy.player import Strategy, moves_of
from minemind.strategy.registry import get_strategy
from minemind.topology import TOPOLOGIES

__all__ = ["check_strategy"]

# The sizes of the boards, how far numbers see, and the most mines per cell.
ROWS, COLS, REACHES, PER_CELL = range(1, 8), range(1, 10), (1, 1, 1, 2), (1, 1, 1, 2)


def check_strategy(strategy: str | Strategy | Callable[[], Strategy], *, games: int = 60, seed: int = 0) -> None:
    """Check that a strategy follows the rules, on `games` games of all topologies; raises `BadStrategy` if not.

    Its moves must be legal, and the same for the same board and seed. It must not open a flagged cell, or one that a
    single number proves to be a mine, and must not remove a flag, so that its games end. The moves that it marks as
    certain must be certain. Some of the games may be too hard for it, but not all. If a player is given instead of a
    name, copies of it play.
    """
    if games < 1:
        raise InvalidValue(f"games is {games}; give 1 or more")
    too_hard = 0
    for i in range(games):
        game = _game(Random(game_seed(seed, i)), list(TOPOLOGIES)[i % len(TOPOLOGIES)])
        try:
            _check_game(game, _made(strategy), _made(strategy), seed=i)
        except TooHard as limit:
            too_hard += 1
            if too_hard == games:
                raise BadStrategy(f"every game is too hard for it: {limit}\n{game.board}") from limit


def _made(strategy: str | Strategy | Callable[[], Strategy]) -> Strategy:
    """A fresh player."""
    try:
        if isinstance(strategy, Strategy):
            return copy.deepcopy(strategy)
        return get_strategy(strategy() if callable(strategy) else strategy)
    except MineMindError:
        raise
    except Exception as error:
        raise BadStrategy(f"it could not be created: {type(error).__name__}: {error}") from error


def _game(rng: Random, topology: str) -> Game:
    rows, cols = rng.choice(ROWS), rng.choice(COLS)
    places = [(row, col) for row in range(rows) for col in range(cols)]
    holes = rng.sample(places, rng.choice((0, 0, len(places) // 6)))
    grid = Grid(rows, cols, topology, rng.choice(REACHES), holes)
    per_cell = rng.choice(PER_CELL)
    mines = rng.randint(0, (grid.size - 1) * per_cell // rng.choice((1, 3, 5)))
    return Game(
        mines=mines,
        seed=rng.getrandbits(64),
        first_click=rng.choice(list(FirstClick)),
        max_per_cell=per_cell,
        grid=grid,
    )


def _check_game(game: Game, player: Strategy, partner: Strategy, *, seed: int) -> None:
    rng, again = Random(seed), Random(seed)
    before = -1
    while game.state is State.PLAYING and game.turns > before:  # each legal move changes a hidden cell, so it ends
        before, board = game.turns, game.board
        try:
            moves = _asked(player, board, rng)
            if _asked(partner, board, again) != moves:
                raise BadStrategy("the same board and seed gave different moves the second time")
            turns = list(map(_Referee(board).turn, moves))
        except BadStrategy as fault:
            raise BadStrategy(f"{fault}\n{board}") from fault.__cause__
        for turn in turns:
            if game.state is State.PLAYING:
                game.take(turn, expansion=player.expansion)


def _asked(player: Strategy, board: Board, rng: Random) -> list[Move] | tuple[Move, ...]:
    faces = board.faces.tobytes()
    try:
        moves = moves_of(player, board, rng)
    except (TooHard, BadStrategy):
        raise
    except Exception as error:
        raise BadStrategy(f"moves() failed: {type(error).__name__}: {error}") from error
    if board.faces.tobytes() != faces:
        raise BadStrategy("moves() changed the board")
    return moves


class _Referee:
    """What is certain on one board, and which moves are allowed."""

    def __init__(self, board: Board) -> None:
        self.board, most = board, board.max_per_cell
        self.obvious = {
            cell
            for view in Problem(board).frontier
            if view.remaining > (len(view.hidden) - 1) * most
            for cell in view.hidden
        }
        # A guessed flag may be wrong: on a board that contradicts itself, nothing is certain.
        self.analysis: exact.Exact | None = None
        with suppress(Impossible, TooHard):
            self.analysis = exact.analyse(board)

    def turn(self, move: Move) -> Turn:
        """The turn that a move asks for. Raises `BadStrategy` if it is not allowed."""
        try:
            cell, mines = Cell(*map(operator.index, move.cell)), operator.index(move.mines)
            objection = self._illegal(cell, move.action, mines) or self._foolish(cell, move)
        except (MineMindError, TypeError, ValueError) as error:
            objection = str(error)
        if objection:
            given: object = move.cell
            where = tuple(given) if isinstance(given, tuple) else given
            raise BadStrategy(f"{move.action} {where}: {objection}")
        return Turn(cell, move.action, mines)

    def _illegal(self, cell: Cell, action: object, mines: int) -> str | None:
        face = self.board[cell]
        if not isinstance(action, Action):
            return f"{action!r:.60} is not an Action; give mm.Action.OPEN, FLAG or CHORD"
        if action is Action.CHORD:
            return None if face.isdecimal() else "only a number can be chorded"
        if not self.board.hidden[cell]:
            return "the cell is not hidden"
        least, most = (1, self.board.max_per_cell) if action is Action.FLAG else (0, 0)
        return None if least <= mines <= most else f"mines={mines}; give {least} to {most}"

    def _foolish(self, cell: Cell, move: Move) -> str | None:
        if not 0 <= move.probability <= 1:
            return f"the probability is {move.probability}; give a number from 0 to 1"
        if move.action is Action.OPEN and cell in self.obvious:
            return "the cell is a mine, as a single number proves"
        if self.analysis is None or move.action is Action.CHORD or not move.is_certain:
            return None
        claimed = self.analysis.mines if move.mines else self.analysis.safe
        return None if cell in claimed else "the move is marked as certain, but it is not"
