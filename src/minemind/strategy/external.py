"""External: another program as a player. It speaks the engine protocol, and is asked `move` for every board.

Its errors cost it the game: a crash, a late or invalid answer, or an illegal move forfeits it, and the program is
started again for the next game. The risk of a move is not asked of the program: the engine computes it.
"""

from __future__ import annotations

import math
import re
import shutil
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final

from minemind.board import Action, Board
from minemind.deadline import Deadline
from minemind.errors import BadProgram, BadRequest, Forfeit, InvalidValue, MineMindError, TooHard
from minemind.grid import Cell
from minemind.program import Program, ProgramError, command_line
from minemind.solve import exact
from minemind.solve.move import Agreement, Guess, Move
from minemind.strategy.player import Strategy

__all__ = ["SECONDS", "External", "is_command"]

# How long a program may think about a move by default.
SECONDS: Final = 10.0

# A day, beyond which nobody waits.
MOST_SECONDS: Final = 86_400.0

# The most programs that run at the same time in one process.
PROGRAMS: Final = 64

# At most this many characters of a program's reason for a move are kept.
LETTERS: Final = 200

_NAME = re.compile(r"exec(?:=(?P<seconds>[0-9.]+))?:(?P<command>.*)", re.DOTALL)


def is_command(name: str) -> bool:
    """Whether a strategy's name stands for another program."""
    return name.startswith(("exec:", "exec="))


class External(Strategy):
    """Another program that speaks the engine protocol; see docs/protocol.md."""

    def __init__(self, name: str) -> None:
        self.name = name
        found = _NAME.fullmatch(name)
        seconds = _seconds(found["seconds"]) if found else None
        if found is None or seconds is None:
            raise InvalidValue(f"{name!r:.60} is not a strategy; write exec:COMMAND, or exec=SECONDS:COMMAND")
        self.command, self.seconds = found["command"].strip(), seconds
        words = command_line(self.command)
        if shutil.which(words[0]) is None:
            raise InvalidValue(f"cannot start {words[0]!r:.200}: there is no such program; check the command")

    def moves(self, board: Board, rng: Random | None = None) -> list[Move]:
        """The moves that the program answers with. Raises `Forfeit` if it breaks the rules."""
        program, seed = _program(self.command), (rng or Random(0)).getrandbits(64)
        values = {"board": {"text": str(board)}, "seed": str(seed)}
        try:
            return _MoveReferee(board).moves(program.ask("move", values, self._time()))
        except ProgramError as error:
            raise Forfeit(f"{program.name} answered with an error: {error.values['message']:.{LETTERS}}") from None
        except BadProgram as error:
            raise Forfeit(str(error)) from None
        except _Wrong as error:
            program.kill()
            raise Forfeit(f"{program.name} {error}") from None
        except BadRequest as error:  # the board does not fit in a line: not the program's fault
            raise TooHard(str(error)) from None

    def _time(self) -> float:
        """Seconds for a move; raises `TooHard` if the thread's own time is up, which is not the program's fault."""
        deadline = Deadline()
        deadline.look()
        return min(self.seconds, deadline.left)


def _seconds(text: str | None) -> float | None:
    try:
        seconds = SECONDS if text is None else float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds <= MOST_SECONDS else None


@lru_cache(maxsize=PROGRAMS)
def _program(command: str) -> Program:
    """The program behind a command, shared by all players of a process: every question is complete by itself."""
    return Program(command)


class _Wrong(Exception):
    """An answer that is not a list of legal moves."""


class _MoveReferee:
    """Which moves a board allows, and how risky they are."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def moves(self, result: dict[str, Any]) -> list[Move]:
        given = result.get("moves")
        if not isinstance(given, list) or len(given) > self.board.grid.size:
            raise _Wrong("answered without a list of moves; see docs/protocol.md")
        return [self._move(values) for values in given]

    def _move(self, values: object) -> Move:
        match values:
            case {"cell": [int(row), int(col)], **others} if not (isinstance(row, bool) or isinstance(col, bool)):
                cell, action, said = (row, col), others.get("action", "open"), others.get("reason", "")
            case _:
                raise _Wrong(f"answered with the move {values!r:.60}, which has no cell")
        if action not in ("open", "flag"):
            raise _Wrong(f"wants to {action!r:.20} {cell}; it can open or flag")
        place = self._hidden(cell, action)
        text = said[:LETTERS] if isinstance(said, str) else ""
        if action == "open":
            return Move(place, Action.OPEN, self._reason(place, text))
        return Move(place, Action.FLAG, _SaidCertain("exec", text), self._claimed(cell, others.get("mines", 1)))

    def _hidden(self, cell: tuple[int, int], action: str) -> Cell:
        try:
            place = self.board.grid.cell(self.board.grid.index(*cell))
        except MineMindError:
            raise _Wrong(f"wants to {action} {cell}, which is off the board") from None
        if not self.board.hidden[place]:
            what = "flagged" if self.board.flags[place] else "open already"
            raise _Wrong(f"wants to {action} {cell}, which is {what}")
        return place

    def _claimed(self, cell: tuple[int, int], mines: object) -> int:
        if type(mines) is not int or not 1 <= mines <= self.board.max_per_cell:
            raise _Wrong(f"claims {mines!r:.20} mines in {cell}, which holds up to {self.board.max_per_cell}")
        return mines

    def _reason(self, cell: Cell, said: str) -> Guess | Agreement:
        risk, is_certain = self._risk(cell)
        return _SaidCertain("exec", said) if is_certain else _SaidGuess(risk, method="exec", said=said)

    def _risk(self, cell: Cell) -> tuple[float, bool]:
        """The risk of opening a cell, whatever the flags claim, and whether it is certainly safe.

        If the risk is too hard to count, or unknown, it is the mean risk of all hidden cells.
        """
        board = self.board.unflagged()
        try:
            analysis = exact.analyse(board)
            risk = float(analysis.probability[cell])
        except TooHard:
            Deadline().look()
            return _mean_risk(board), False
        return (_mean_risk(board), False) if math.isnan(risk) else (risk, cell in analysis.safe)


def _mean_risk(board: Board) -> float:
    hidden = int(board.hidden.sum()) * board.max_per_cell
    return 0.5 if board.mines is None else min(1.0, board.mines / hidden)


@dataclass(frozen=True)
class _SaidGuess(Guess):
    """A guess, and the program's own reason for it."""

    said: str = ""

    def __str__(self) -> str:
        return self.said or super().__str__()


@dataclass(frozen=True)
class _SaidCertain(Agreement):
    """The program's own reason for a certain move or for a flag."""

    said: str = ""

    def __str__(self) -> str:
        return self.said or super().__str__()
