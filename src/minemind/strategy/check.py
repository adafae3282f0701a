"""Check: what is demanded of every strategy, tried on many small games of all kinds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from minemind.board import Action, Board
from minemind.errors import BadStrategy, MineMindError, TooHard
from minemind.game import Game, State, Turn
from minemind.grid import TOPOLOGIES, Grid
from minemind.layout import FirstClick, game_seed
from minemind.solve import exact
from minemind.solve.move import Move
from minemind.solve.problem import Problem
from minemind.solve.rules import Reason, conclude
from minemind.strategy.registry import strategy as player_of
from minemind.strategy.strategy import Strategy

__all__ = ["check_strategy"]

# How large the boards are, how far numbers see, how many mines a cell holds at most.
ROWS, COLS, REACHES, PER_CELL = range(1, 8), range(1, 10), (1, 1, 1, 2), (1, 1, 1, 2)


def check_strategy(strategy: str | Strategy | Callable[[], Strategy], *, games: int = 60, seed: int = 0) -> None:
    """Raise `BadStrategy` unless a strategy keeps the rules, on so many games of all topologies.

    Its moves are legal; the same board and seed give the same moves; it opens no cell that is flagged, or a mine by a
    single number, and takes no flag away, so that its games end; what it calls certain is.
    """
    make = strategy if callable(strategy) else lambda: player_of(strategy)
    for i in range(games):
        game = _game(Random(game_seed(seed, i)), list(TOPOLOGIES)[i % len(TOPOLOGIES)])
        try:
            _check_game(game, player_of(make()), player_of(make()), seed=i)
        except TooHard:
            continue
        except BadStrategy as fault:
            raise BadStrategy(f"{fault}\n{game.board}") from fault.__cause__


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


def _check_game(game: Game, player: Strategy, twin: Strategy, *, seed: int) -> None:
    rng, again = Random(seed), Random(seed)
    before = -1
    while game.state is State.PLAYING and game.turns > before:  # each legal move changes a hidden cell, so it ends
        before, board = game.turns, game.board
        moves = _asked(player, board, rng)
        if _asked(twin, board, again) != moves:
            raise BadStrategy("the same board and seed give other moves a second time")
        referee = _Referee(board)
        for move in moves:
            referee.check(move)
            if game.state is State.PLAYING:
                game.take(Turn(move.cell, move.action, move.mines), expansion=player.expansion)


def _asked(player: Strategy, board: Board, rng: Random) -> list[Move]:
    faces = board.faces.tobytes()
    try:
        moves: object = player.moves(board, rng)
    except TooHard:
        raise
    except Exception as error:
        raise BadStrategy(f"asked for moves, it fails: {type(error).__name__}: {error}") from error
    if not isinstance(moves, list) or not all(isinstance(move, Move) for move in moves):
        raise BadStrategy(f"it must answer with a list of Move, and not {moves!r:.80}")
    if board.faces.tobytes() != faces:
        raise BadStrategy("it changes the board")
    return moves


class _Referee:
    """What is known on one board, and what is allowed there."""

    def __init__(self, board: Board) -> None:
        self.board, self.analysis = board, exact.analyse(board)
        self.obvious = {found.cell for found in conclude(Problem(board), Reason.SINGLE) if found.mines}

    def check(self, move: Move) -> None:
        """Raise if a move is not allowed."""
        if objection := self._illegal(move) or self._foolish(move):
            raise BadStrategy(f"{move.action} {move.cell}: {objection}")

    def _illegal(self, move: Move) -> str | None:
        try:
            face = self.board[move.cell]
        except (MineMindError, TypeError) as error:
            return str(error)
        if move.action is Action.CHORD:
            return None if face.isdecimal() else "only a number can be chorded"
        if not self.board.hidden[move.cell]:
            return "the cell is not hidden"
        least, most = (1, self.board.max_per_cell) if move.action is Action.FLAG else (0, 0)
        return None if least <= move.mines <= most else f"mines={move.mines}; it can claim {least} … {most}"

    def _foolish(self, move: Move) -> str | None:
        if move.action is Action.OPEN and move.cell in self.obvious:
            return "it is a mine, as a single number shows"
        claimed = self.analysis.mines if move.mines else self.analysis.safe
        if move.is_certain and move.action is not Action.CHORD and move.cell not in claimed:
            return "it is called certain, which it is not"
        return None
