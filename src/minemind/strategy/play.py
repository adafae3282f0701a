"""Play: a strategy plays a game to its end, or until it is stuck."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

from minemind.arguments import callback
from minemind.board import Action
from minemind.deadline import Deadline
from minemind.errors import Forfeit, InvalidValue, TooHard
from minemind.formats import saved
from minemind.game import Game, GameLike, State, Turn, as_game
from minemind.grid import Cell
from minemind.layout import Expansion, FirstClick, check_seed
from minemind.solve.move import Agreement, Guess, Move, Promise
from minemind.strategy.depth import thinking
from minemind.strategy.player import Strategy, moves_of
from minemind.strategy.presets import Pipeline
from minemind.strategy.record import PlayedMove, Record, Result
from minemind.strategy.registry import get_strategy

__all__ = ["play", "played_so_far", "promised"]

# The times of moves are rounded to this many decimals.
MICROSECONDS = 6


def play(
    game: GameLike,
    strategy: str | Strategy = "champion",
    *,
    think: int | None = None,
    seed: int | None = None,
    watch: Callable[[Game, PlayedMove], object] | None = None,
) -> Record:
    """Let a strategy play a game until it is won or lost, or until the strategy is stuck.

    For a size, a game is dealt from `seed`, which also seeds the strategy's own randomness; a given game has its own
    seed for both, unless `seed` sets the latter. With `think`, the champion may think at each guess, in millions of
    units of work: it is then `champion:deep`. `watch` is called with the game and the move after each move.

    >>> record = mm.play("beginner", seed=7)
    >>> record.result.value, record.opened, record.guesses
    ('won', 71, 0)
    >>> mm.play(mm.Game(9, 9, 10, seed=7), "rules").strategy
    'rules'
    """
    callback(watch, "watch")
    player = strategy if think is None else thinking(str(strategy), think)
    record, limit = played_so_far(as_game(game, seed), player, seed=seed, watch=watch)
    if limit:
        raise limit
    return record


def played_so_far(
    game: Game,
    strategy: str | Strategy,
    *,
    seed: int | None = None,
    watch: Callable[[Game, PlayedMove], object] | None = None,
) -> tuple[Record, TooHard | None]:
    """Like `play`, but returns the record so far, and the error if a board was too hard for the strategy.

    A game that another program forfeits is lost.
    """
    player = get_strategy(strategy)
    chosen = check_seed(seed if seed is not None else game.seed or 0)
    session = _GameInPlay(game, player, Random(chosen), watch)
    start, nodes = saved.to_json(game), player.nodes
    limit = forfeit = None
    try:
        while game.state is State.PLAYING and session.has_patience and session.ask():
            pass
    except TooHard as error:
        limit = error
    except Forfeit as error:
        forfeit = str(error)
    record = Record(
        strategy=str(player),
        expansion=player.expansion,
        seed=chosen,
        start=start,
        moves=tuple(session.played),
        result=Result.of(game) if forfeit is None else Result.LOST,
        iterations=session.iterations,
        expanded_states=sum(move.opened for move in session.played) + player.nodes - nodes,
        seconds=session.elapsed,
        forfeit=forfeit,
        times=tuple(session.times),
    )
    return record, limit


def promised(game: Game, move: Move) -> Move:
    """The same move, marked as certain if it is a first click that the rules make safe."""
    is_first = game.layout is None and game.first_click is not FirstClick.ANY
    if move.is_certain or move.action is not Action.OPEN or not is_first:
        return move
    return replace(move, reason=Promise(_kept_at(move.cell, game)))


def _kept_at(first: Cell, game: Game) -> FirstClick:
    """The promise that is kept for this first click: an opening needs room for all mines elsewhere."""
    elsewhere = game.grid.size - 1 - len(game.grid.around(game.grid.index(first)))
    fits = game.mines <= game.max_per_cell * elsewhere
    # The mines of a layout move only to its free cells, even to those next to the first click if no other is free.
    is_kept = fits and (game.given is None or game.max_per_cell == 1)
    return game.first_click if is_kept else FirstClick.SAFE


class _GameInPlay:
    """A game, its player, and the moves so far."""

    def __init__(
        self, game: Game, player: Strategy, rng: Random, watch: Callable[[Game, PlayedMove], object] | None
    ) -> None:
        self.game, self.player, self.rng, self.watch = game, player, rng, watch
        self.played: list[PlayedMove] = []
        self.times: list[float] = []
        self.iterations = self.idle = 0
        self.deadline = Deadline()  # to end the game early, set the stop of this thread
        self.began = time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.began

    def _note(self, moves: list[PlayedMove]) -> None:
        """Add moves that were played just now."""
        self.played += moves
        self.times += [round(self.elapsed, MICROSECONDS)] * len(moves)

    @property
    def has_patience(self) -> bool:
        """Whether to ask again: a strategy that opens no cell in more turns than there are flags would never end."""
        return self.idle <= self.game.grid.size * self.game.max_per_cell

    def ask(self) -> bool:
        """Ask the strategy once and play its moves; returns whether anything changed. Obvious moves need no asking."""
        self.deadline.look()
        if self._is_quick and self._open_obvious():
            return True
        before = self.game.turns
        self.iterations += 1
        self.idle += 1
        for move in self.deadline.each(moves_of(self.player, self.game.board, self.rng)):
            if self.game.state is State.PLAYING:
                self._do(move)
        return self.game.turns > before

    @property
    def _is_quick(self) -> bool:
        """Whether the engine can make the player's obvious moves: nobody watches, and there is no flag to be wrong."""
        player = self.player
        if self.watch or not (isinstance(player, Pipeline) and player.opens_obvious):
            return False
        is_dealt = self.game.layout is not None and player.expansion is Expansion.BFS
        return is_dealt and not self.game.board.flags.any()

    def _open_obvious(self) -> bool:
        """Make the player's obvious moves, round after round, until there are none; returns whether there were any."""
        cells, areas, rounds = self.game.open_obvious()
        reason = str(Agreement("exact"))
        moves = [
            PlayedMove(cell, Action.OPEN, 0, reason, 0.0, is_certain=True, opened=area)
            for cell, area in zip(cells, areas, strict=True)
        ]
        self._note(moves)
        self.iterations += rounds
        self.idle = 0 if cells else self.idle
        return bool(cells)

    def _do(self, move: Move) -> None:
        before, done = self.game.turns, _played(promised(self.game, move))
        opened = self.game.take(Turn(done.cell, done.action, done.mines), expansion=self.player.expansion)
        if self.game.turns == before:  # another move has opened its cell by now
            return
        if opened:
            self.idle = 0
        done = done._replace(opened=len(opened))
        self._note([done])
        if self.watch:
            self.watch(self.game, done)


def _played(move: Move) -> PlayedMove:
    """The move for the record, in plain types: it may have been made with numpy's."""
    row, col = map(operator.index, move.cell)
    mines, risk = operator.index(move.mines), float(move.probability)
    if not 0 <= risk <= 1:
        raise InvalidValue(f"{move.action} {(row, col)}: the probability is {risk}; give a number from 0 to 1")
    is_searched = isinstance(move.reason, Guess) and move.reason.is_searched
    reason = str(move.reason)
    return PlayedMove(Cell(row, col), Action(move.action), mines, reason, risk, move.is_certain, 0, is_searched)
