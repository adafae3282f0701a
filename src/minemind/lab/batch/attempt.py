"""Attempt: one strategy on one layout file, and the outcome. Every failure is an outcome as well."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np

from minemind import filetypes
from minemind.board import Board
from minemind.errors import FileError, MineMindError, ParseError, TooHard, TooLarge, counted
from minemind.files import read_file, trouble
from minemind.formats import foreign
from minemind.game import Game, State
from minemind.lab.batch import summary
from minemind.lab.batch.difficulty import Difficulty, difficulty
from minemind.layout import FirstClick
from minemind.solve.move import Move
from minemind.source import Notes
from minemind.strategy.play import play
from minemind.strategy.player import Strategy
from minemind.strategy.record import Result
from minemind.strategy.registry import get_strategy

__all__ = ["SEED", "Attempt", "Failed", "Finished", "LeftOut", "Outcome", "Unread", "attempted", "printable"]

# The seed of a strategy's own randomness, and of games that are dealt because a file has a size but no mines. `play`
# uses the same seed for a layout, so that a single board of a batch can be watched.
SEED = 0

# The size of the largest layout: four million cells, each with a mark, two digits and a space.
MAX_BYTES = 16 * 2**20

# A line costs some hundred bytes and some microseconds, whatever is in it: a large file of empty lines, gigabytes.
MAX_LINES = 100_000

# Error messages are cut off at this length.
LETTERS_IN_A_MESSAGE = 300


@dataclass(frozen=True)
class Attempt:
    """A file, the strategy that plays it, and the options."""

    path: Path
    board: str  # the name of the file
    strategy: str
    start: tuple[int, int] | None = None  # the first click; otherwise the strategy's own
    difficulties: frozenset[Difficulty] = frozenset()  # all, if none is selected
    first_click: FirstClick | None = None  # the rule; otherwise an opening if the header counts the mines
    revealed: bool = False  # whether the numbers start open


@dataclass(frozen=True)
class Outcome:
    """The outcome of an attempt, with notes on what was assumed."""

    board: str
    strategy: str
    notes: Notes = ()


@dataclass(frozen=True, kw_only=True)
class Finished(Outcome):
    """A game that was played."""

    difficulty: Difficulty
    result: Result
    seconds: float
    iterations: int
    expanded_states: int
    revealed: int
    flagged: int
    unknown: int  # neither opened nor flagged; a mine that was hit is among them
    hit_mine: bool
    moved: int  # mines moved out of the way of the first click

    def row(self, label: str, timestamp: str) -> summary.SummaryRow:
        """The game's row in the summary."""
        return summary.SummaryRow(
            run_label=label,
            run_timestamp=timestamp,
            board=self.board,
            strategy=self.strategy,
            result=self.result.value,
            runtime_sec=f"{self.seconds:.6f}",
            iterations=self.iterations,
            expanded_states=self.expanded_states,
            revealed=self.revealed,
            flagged=self.flagged,
            unknown=self.unknown,
            hit_mine=int(self.hit_mine),
        )


@dataclass(frozen=True, kw_only=True)
class Unread(Outcome):
    """A file that cannot be read, or cannot be played from the given start."""

    message: str


@dataclass(frozen=True, kw_only=True)
class Failed(Outcome):
    """A game in which the strategy failed."""

    message: str


@dataclass(frozen=True)
class LeftOut(Outcome):
    """A board whose difficulty is not selected."""


def attempted(attempt: Attempt) -> Outcome:
    """Play a game."""
    try:
        game, notes = _read(attempt)
    except (MineMindError, MemoryError) as error:
        return Unread(attempt.board, attempt.strategy, message=_message(error))
    outcome = _outcome(attempt, game)
    return replace(outcome, notes=tuple(dict.fromkeys(notes + outcome.notes)))


def printable(name: str) -> str:
    r"""A file's name as one line of text, with unprintable characters escaped, such as `\n` or `\udcff`."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in name)


def _outcome(attempt: Attempt, game: Game) -> Outcome:
    level = difficulty(attempt.board, game)
    if attempt.difficulties and level not in attempt.difficulties:
        return LeftOut(attempt.board, attempt.strategy)
    try:
        return _finished(attempt, game, level)
    except (Exception, SystemExit) as error:  # a strategy may be anyone's code
        return Failed(attempt.board, attempt.strategy, message=_message(error))


def _read(attempt: Attempt) -> tuple[Game, Notes]:
    """The game in the file, and notes on what was assumed and what is odd about it."""
    content = _content(attempt.path)
    with filetypes.naming("the file"):
        text, assumed = filetypes.as_text(content)
    game, notes = foreign.read(text, seed=SEED, first_click=attempt.first_click, reveal_numbers=attempt.revealed)
    if attempt.start is not None:
        game.grid.index(*attempt.start)
    return game, assumed + notes + _oddities(game)


def _oddities(game: Game) -> Notes:
    if game.given is None:
        mines = counted(game.mines, "mine")
        return (f"the header counts {mines}, but the layout shows none; playing a new game from seed {SEED}",)
    if not game.given.free:
        return ("every cell is a mine: the game is won before it starts",)
    return () if game.mines else ("the layout has no mines",)


def _content(path: Path) -> bytes:
    """The contents of a regular file."""
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise trouble("read", path, error) from error
    if not stat.S_ISREG(status.st_mode):
        raise FileError(f"cannot read {os.fspath(path)!r}: it is not a regular file")
    if status.st_size > MAX_BYTES:
        raise TooLarge(f"{os.fspath(path)!r} is larger than {MAX_BYTES // 2**20} MB; is it a layout?")
    content = read_file(path)
    if content.count(b"\n") > MAX_LINES:
        raise TooLarge(f"{os.fspath(path)!r} has more than {MAX_LINES:,} lines; is it a layout?")
    return content


def _message(error: BaseException) -> str:
    """An error in one line; if it has several faults, the first."""
    if isinstance(error, ParseError) and len(error.faults) > 1:
        return f"{error.faults[0]} (and {counted(len(error.faults) - 1, 'more fault')})"
    kind = "" if isinstance(error, MineMindError) else f"{type(error).__name__}: "
    return printable(" ".join(f"{kind}{error}".split()))[:LETTERS_IN_A_MESSAGE]


def _finished(attempt: Attempt, game: Game, level: Difficulty) -> Finished:
    player, opened = _Patient(get_strategy(attempt.strategy)), 0
    if attempt.start is not None and game.state is State.PLAYING:
        opened = len(game.open(*attempt.start, expansion=player.expansion))
    record = play(game, player, seed=SEED)
    forfeit = () if record.forfeit is None else (f"{player} forfeits the game: {record.forfeit}",)
    return Finished(
        attempt.board,
        attempt.strategy,
        player.notes + forfeit,
        difficulty=level,
        result=record.result,
        seconds=record.seconds,
        iterations=record.iterations,
        expanded_states=opened + record.expanded_states,
        revealed=int(np.count_nonzero(game.board.opened)),
        flagged=int(np.count_nonzero(game.board.flags)),
        unknown=int(np.count_nonzero(game.board.hidden)),
        hit_mine=bool(game.exploded),
        moved=game.moved,
    )


class _Patient(Strategy):
    """A player that gets stuck, rather than fails, if a board is too hard for it."""

    def __init__(self, player: Strategy) -> None:
        self.player, self.name, self.expansion = player, player.name, player.expansion
        self.notes: Notes = ()

    def moves(self, board: Board, rng: Random | None = None) -> list[Move]:
        """The player's moves; none if they are too hard to find."""
        try:
            return self.player.moves(board, rng)
        except TooHard as error:
            self.notes = (f"{self} is stuck: {_message(error)}",)
            return []
        finally:
            self.nodes = self.player.nodes
