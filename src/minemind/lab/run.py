"""Run: the games of a plan, played chunk by chunk by workers and stored as they are done."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from minemind.lab.chunk import NOTES, Chunk
from minemind.lab.plan import Plan
from minemind.lab.store import RunWriter
from minemind.lab.workers import ChunkWorkers, PendingChunk
from minemind.strategy.match import Match
from minemind.strategy.outcome import Outcomes
from minemind.strategy.standing import standings
from minemind.strategy.tally import Tally

__all__ = ["Progress", "Standing", "chunks", "play_run"]

# How long a chunk should take: long enough to be worth sending, short enough that losing it costs little.
CHUNK_SECONDS = 1.0

# Games in the first chunk of a match, when it is not known how long a game takes, and in the largest.
FIRST_CHUNK, LARGEST_CHUNK = 4, 20_000

# Chunks per worker at a time: one being played, and one waiting.
AHEAD = 2


class Standing:
    """The progress of a match."""

    def __init__(self, match: Match) -> None:
        self.match, self.tally = match, Tally()
        self.cpu_s, self.timed = 0.0, 0  # CPU time, and the number of games it covers
        self.notes: tuple[str, ...] = ()  # the first few
        self._digest = hashlib.sha256()

    def add(self, outcomes: Outcomes) -> None:
        """Add more games, in order."""
        self.tally += Tally.of(outcomes)
        self._digest.update(outcomes.tobytes())

    def __str__(self) -> str:
        """A small table."""
        return standings([(self.match, self.tally)])

    @property
    def signature(self) -> str:
        """A short hash of all outcomes, computed like that of a simulation."""
        return self._digest.hexdigest()[:16]


Progress = Callable[[list[Standing]], object]


class _Order(NamedTuple):
    """A chunk to be played: the number of its match, its first game, and how many games it has."""

    number: int
    first: int
    games: int


class _ChunkSizes:
    """How many games of each match make a chunk."""

    def __init__(self, matches: int) -> None:
        self._games = [FIRST_CHUNK] * matches

    def size(self, number: int) -> int:
        return self._games[number]

    def learn(self, number: int, chunk: Chunk) -> None:
        """Adapt the size to the time a chunk took; at most double it, because a short chunk is a poor estimate."""
        fitting = len(chunk.outcomes) * CHUNK_SECONDS / max(chunk.wall_s, 1e-6)
        self._games[number] = max(1, min(int(fitting), 2 * self._games[number], LARGEST_CHUNK))


def _orders(done: list[int], until: int, pace: _ChunkSizes) -> Iterator[_Order]:
    """The remaining chunks of all matches, with no match ahead of another by more than a chunk."""
    while min(done) < until:
        number = done.index(min(done))
        games = min(pace.size(number), until - done[number])
        yield _Order(number, done[number], games)
        done[number] += games


def chunks(matches: Iterable[Match], done: list[int], until: int, workers: ChunkWorkers) -> Iterator[tuple[int, Chunk]]:
    """The remaining chunks of some matches, each once, and those of one match in order.

    Only as many chunks are in progress as the workers need, so that memory does not depend on the number of games.
    """
    players, pace = list(matches), _ChunkSizes(len(done))
    orders = _orders(list(done), until, pace)
    under_way: deque[tuple[_Order, PendingChunk]] = deque()
    try:
        while True:
            while len(under_way) < AHEAD * workers.width and (order := next(orders, None)):
                under_way.append((order, workers.submit(players[order.number], order.first, order.games)))
            if not under_way:
                return
            order, future = under_way.popleft()
            chunk = future.result()
            pace.learn(order.number, chunk)
            yield order.number, chunk
    finally:
        for _, future in under_way:
            future.cancel()


def play_run(
    plan: Plan, workers: ChunkWorkers, writer: RunWriter | None = None, progress: Progress | None = None
) -> list[Standing]:
    """Play the rest of a plan; `progress` is called with the state of all matches after every chunk."""
    standings = [Standing(match) for match in plan.matches]
    if writer:
        for number, standing in enumerate(standings):
            standing.cpu_s, standing.timed = writer.stored.cost(number)
            for outcomes in writer.stored.blocks(number):
                standing.add(outcomes)
    if progress:
        progress(standings)
    done = [standing.tally.games for standing in standings]
    for number, chunk in chunks(plan.matches, done, plan.games, workers):
        if writer:
            writer.add(number, chunk)
        standings[number].add(chunk.outcomes)
        standings[number].cpu_s += chunk.cpu_s
        standings[number].timed += len(chunk.outcomes)
        standings[number].notes = (*standings[number].notes, *chunk.notes)[:NOTES]
        if progress:
            progress(standings)
    return standings
