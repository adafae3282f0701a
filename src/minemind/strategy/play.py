"""Play: a strategy plays a game to its end, or until it is stuck."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

from minemind.formats import saved
from minemind.game import Game, State, Turn
from minemind.layout import FirstClick, check_seed
from minemind.solve.move import Move, Promise
from minemind.strategy.record import Played, Record, Result
from minemind.strategy.registry import strategy as player_of
from minemind.strategy.strategy import Strategy

__all__ = ["play"]


def play(
    game: Game,
    strategy: str | Strategy = "exact",
    *,
    seed: int | None = None,
    watch: Callable[[Game, Played], object] | None = None,
) -> Record:
    """Let a strategy play on until the game is won or lost, or until it finds no move.

    `seed` is that of the strategy's own randomness, the game's unless given. `watch` sees the game after each move.
    """
    player = player_of(strategy)
    chosen = check_seed(seed if seed is not None else game.seed or 0)
    table = _Table(game, player, Random(chosen), watch)
    start, began, nodes = saved.to_json(game), time.perf_counter(), player.nodes
    while game.state is State.PLAYING and table.has_patience and table.ask():
        pass
    return Record(
        strategy=str(player),
        expansion=player.expansion,
        seed=chosen,
        start=start,
        moves=tuple(table.played),
        result=Result.of(game),
        iterations=table.iterations,
        expanded_states=sum(move.opened for move in table.played) + player.nodes - nodes,
        seconds=time.perf_counter() - began,
    )


class _Table:
    """A game, who plays it, and what was played."""

    def __init__(
        self, game: Game, player: Strategy, rng: Random, watch: Callable[[Game, Played], object] | None
    ) -> None:
        self.game, self.player, self.rng, self.watch = game, player, rng, watch
        self.played: list[Played] = []
        self.iterations = self.idle = 0

    @property
    def has_patience(self) -> bool:
        """Whoever opens nothing can set so many flags and no more: who goes on changes its mind, for ever."""
        return self.idle <= self.game.grid.size * self.game.max_per_cell

    def ask(self) -> bool:
        """Ask once, and do what is answered; whether anything changed."""
        before = self.game.turns
        self.iterations += 1
        self.idle += 1
        for move in self.player.moves(self.game.board, self.rng):
            if self.game.state is State.PLAYING:
                self._do(move)
        return self.game.turns > before

    def _do(self, move: Move) -> None:
        before, is_promised = self.game.turns, self._promises(move)
        opened = self.game.take(Turn(move.cell, move.action, move.mines), expansion=self.player.expansion)
        if self.game.turns == before:  # another move has opened its cell by now
            return
        if opened:
            self.idle = 0
        why = replace(move, reason=Promise(self.game.first_click)) if is_promised else move
        done = Played(move.cell, move.action, move.mines, str(why.reason), why.probability, why.is_certain, len(opened))
        self.played.append(done)
        if self.watch:
            self.watch(self.game, done)

    def _promises(self, move: Move) -> bool:
        """Whether this is a first click, of which the game promises something."""
        return not move.is_certain and self.game.layout is None and self.game.first_click is not FirstClick.ANY
