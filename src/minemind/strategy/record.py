"""Record: how a strategy played a game, move by move; it can be read, saved and replayed."""

from __future__ import annotations

import dataclasses
import math
import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from minemind import notation
from minemind.board import Action
from minemind.deadline import Deadline
from minemind.errors import BadSave, MineMindError, TooHard
from minemind.formats import saved
from minemind.formats.document import SCHEMA, check_kind, damaged, field, read_document, write_document
from minemind.game import Game, State, Turn
from minemind.grid import Cell
from minemind.layout import Expansion, check_seed
from minemind.words import phrase

__all__ = ["PlayedMove", "Record", "Result"]


class Result(StrEnum):
    """How a game of a strategy ended.

    >>> [result.value for result in mm.strategy.Result]
    ['won', 'lost', 'stuck']
    """

    WON = "won"
    LOST = "lost"
    STUCK = "stuck"  # the strategy had no move left

    @classmethod
    def of(cls, game: Game) -> Result:
        """How a game ends for a strategy that stops here."""
        return cls.STUCK if game.state is State.PLAYING else cls(game.state)


class PlayedMove(NamedTuple):
    """A move that was played: its reason, its risk as the strategy saw it, and how many cells it opened.

    >>> move = mm.play("beginner", seed=7).moves[0]
    >>> move.cell, move.opened, move.probability
    (Cell(row=4, col=4), 49, 0.0)
    """

    cell: Cell
    action: Action
    mines: int
    reason: str
    probability: float  # of a mine in the cell, as far as the strategy knew
    is_certain: bool
    opened: int
    is_searched: bool = False  # whether the game was searched to its end before the guess

    def __str__(self) -> str:
        return phrase("move.played", action=str(self.action), cell=self.cell, opened=self.opened, reason=self.reason)


@dataclass(frozen=True)
class Record:
    """A game as a strategy played it. All but its times is the same whenever the game is played, and is compared.

    `times` has the seconds from the start until each move; None in records of earlier versions. `forfeit` says why a
    game that did not end is lost: the strategy is another program, and broke the rules.

    >>> record = mm.play("beginner", seed=7)
    >>> record.result.value, record.opened, record.flags, record.guesses
    ('won', 71, 0, 0)
    >>> record.summary.startswith("won: ")
    True
    """

    strategy: str
    expansion: Expansion
    seed: int  # of the strategy's own randomness
    start: dict[str, Any]  # the game before the first move, as it is saved
    moves: tuple[PlayedMove, ...]
    result: Result
    iterations: int  # how often the strategy was asked for moves
    expanded_states: int  # cells that openings spread over, and nodes of searches
    seconds: float = dataclasses.field(compare=False)
    forfeit: str | None = None  # why the game is lost before its end: by another program that broke the rules
    times: tuple[float, ...] | None = dataclasses.field(default=None, compare=False, repr=False)

    @property
    def opened(self) -> int:
        """The number of cells that were opened."""
        return sum(move.opened for move in self.moves)

    @property
    def flags(self) -> int:
        """The number of cells that these moves left flagged."""
        claims = {move.cell: move.mines for move in self.moves if move.action is Action.FLAG}
        return sum(claimed > 0 for claimed in claims.values())

    @property
    def guesses(self) -> int:
        """The number of moves that could have lost."""
        return sum(not move.is_certain for move in self.moves)

    def game(self) -> Game:
        """The game as it was before the first move.

        >>> mm.play("beginner", seed=7).game()
        <Game 9×9, 10 mines, seed 7: playing after 0 turns>
        """
        return saved.from_json(self.start)

    def replay(self) -> Game:
        """The game after the last move, replayed. Raises `BadSave` if it does not end the same way.

        >>> mm.play("beginner", seed=7).replay().state.value
        'won'
        """
        game = self.game()
        for move in Deadline().each(self.moves):
            before, what = game.turns, f"the move {move.action} {tuple(move.cell)}"
            if len(game.take(Turn(move.cell, move.action, move.mines), expansion=self.expansion)) != move.opened:
                raise damaged(f"{what} opens other cells than recorded")
            if game.turns == before:
                raise damaged(f"{what} has no effect")
        if self.forfeit is None and Result.of(game) is not self.result:
            raise damaged(f"its moves do not lead to a game that is {self.result}")
        return game

    def __str__(self) -> str:
        """The whole game in words."""
        width = len(str(len(self.moves)))
        moves = (f"{i:{width}}. {move}" for i, move in enumerate(self.moves, 1))
        title = phrase("record.game", strategy=self.strategy, game=self.game().title)
        board = self.replay().board
        forfeit = [] if self.forfeit is None else [phrase("record.forfeit", reason=self.forfeit)]
        return "\n".join([title, *moves, notation.drawn(board.grid, board.tokens()), *forfeit, self.summary])

    @property
    def summary(self) -> str:
        """One line: how it ended and what it took."""
        counts = {
            "iterations": self.iterations,
            "opened": self.opened,
            "flags": self.flags,
            "guesses": self.guesses,
        }
        said = {what: phrase(f"record.{what}", count=count) for what, count in counts.items()}
        return phrase("record", result=phrase("record.result", result=self.result.value), **said)

    def to_json(self) -> dict[str, Any]:
        """The record as values that JSON can hold.

        >>> mm.play("beginner", seed=7).to_json()["result"]
        'won'
        """
        return {
            "minemind": SCHEMA,
            "kind": "record",
            "strategy": self.strategy,
            "expansion": self.expansion.value,
            "seed": str(self.seed),
            "start": self.start,
            "moves": [move._asdict() | {"cell": list(move.cell)} for move in self.moves],
            "result": self.result.value,
            "iterations": self.iterations,
            "expanded_states": self.expanded_states,
            "opened": self.opened,
            "flags": self.flags,
            "guesses": self.guesses,
            "seconds": self.seconds,
            **({} if self.forfeit is None else {"forfeit": self.forfeit}),
            **({} if self.times is None else {"times": list(self.times)}),
        }

    @classmethod
    def from_json(cls, values: object) -> Record:
        """A record from the values of `to_json`; raises `BadSave` for anything else, or if its moves do not match.

        >>> record = mm.play("beginner", seed=7)
        >>> mm.Record.from_json(record.to_json()) == record
        True
        """
        check_kind(values, "record")
        try:
            record = _read(values)
            record.replay()
            record = dataclasses.replace(record, times=_times(values, len(record.moves)))
            for name in ("opened", "flags", "guesses"):
                if _count(values, name) != getattr(record, name):
                    raise damaged(f"{name!r} does not match its moves")
        except (BadSave, TooHard):
            raise
        except (MineMindError, ValueError) as error:
            raise damaged(str(error)) from None
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all.

        >>> mm.play("beginner", seed=7).save("record.json")
        """
        write_document(path, self.to_json())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a record, and replay it to check it.

        >>> mm.play("beginner", seed=7).save("record.json")
        >>> mm.Record.load("record.json").result.value
        'won'
        """
        return read_document(path, "record", cls.from_json)


def _read(values: object) -> Record:
    return Record(
        strategy=field(values, "strategy", str),
        expansion=Expansion(field(values, "expansion", str)),
        seed=check_seed(saved.seed_in(values)),
        start=field(values, "start", dict),
        moves=tuple(map(_played, field(values, "moves", list))),
        result=Result(field(values, "result", str)),
        iterations=_count(values, "iterations"),
        expanded_states=_count(values, "expanded_states"),
        seconds=_number(values, "seconds", math.inf),
        forfeit=_forfeit(values),
    )


def _forfeit(values: object) -> str | None:
    """Why the game was forfeited, if it was; only a lost game can be."""
    if not isinstance(values, dict) or "forfeit" not in values:
        return None
    if Result(field(values, "result", str)) is not Result.LOST:
        raise damaged("'forfeit' stands in a game that is not lost")
    return field(values, "forfeit", str)


def _times(values: object, moves: int) -> tuple[float, ...] | None:
    """The times of the moves; None in records of earlier versions."""
    times = saved.times_in(values, moves)
    if times is not None and None in times:
        raise damaged("'times' lacks some")
    return None if times is None else tuple(time or 0.0 for time in times)


def _played(values: object) -> PlayedMove:
    row, col = _cell(field(values, "cell", list))
    return PlayedMove(
        cell=Cell(row, col),
        action=Action(field(values, "action", str)),
        mines=_count(values, "mines"),
        reason=field(values, "reason", str),
        probability=_number(values, "probability", 1),
        is_certain=field(values, "is_certain", bool),
        opened=_count(values, "opened"),
        is_searched=_is_searched(values),
    )


def _is_searched(values: object) -> bool:
    """Whether a move was searched; False in records of earlier versions, which lack it."""
    return field(values, "is_searched", bool) if isinstance(values, dict) and "is_searched" in values else False


def _cell(place: list[object]) -> tuple[int, int]:
    match place:
        case [int(row), int(col)] if not (isinstance(row, bool) or isinstance(col, bool)):
            return row, col
    raise damaged("'cell' is invalid")


def _count(values: object, name: str) -> int:
    """A count; True and False are not counts, although Python takes them for 1 and 0."""
    count = field(values, name, int)
    if isinstance(count, bool) or count < 0:
        raise damaged(f"{name!r} is not a count")
    return count


def _number(values: object, name: str, most: float) -> float:
    """A finite number from 0 to `most`. JSON may write whole ones without a point."""
    is_whole = isinstance(values, dict) and isinstance(values.get(name), int)
    number = _count(values, name) if is_whole else field(values, name, float)
    if not 0 <= number <= min(most, sys.float_info.max):
        raise damaged(f"{name!r} is out of range")
    return float(number)
