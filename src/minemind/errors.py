"""What can go wrong, as types: every error that MineMind raises on purpose.

::

    MineMindError
    ├── InvalidValue (ValueError)     an invalid argument; the message says what is allowed
    │   └── TooLarge                  … because it exceeds one of the named limits
    ├── IllegalMove                   an action that the game does not allow now
    │   └── OffBoard (IndexError)     … because no such cell exists
    ├── Impossible                    a board that no layout explains, with every fault or the numbers that clash
    ├── TooHard                       a question whose answer would take more time or memory than allowed
    │   ├── Stopped                   … because the caller has stopped it
    │   └── NoBoard                   … because no board without a guess was found within the budget
    ├── MissingExtra (ImportError)    a feature that needs an optional package; the message says how to install it
    ├── BadStrategy                   a strategy that breaks the rules; the message says which, and on what board
    │   └── Forfeit                   … by another program, which loses its game
    ├── Unreadable (ValueError)       a text or a file that cannot be understood
    │   ├── ParseError                a position or a layout, with every fault at its line and column
    │   ├── BadReplay                 a recorded game of another program: damaged, or of an unsupported kind
    │   ├── UnknownFormat             a file in no format that MineMind reads; the message says what it seems to be
    │   └── BadSave                   a saved game: damaged, not one of ours, or from a newer MineMind
    ├── BadRequest                    a request of another program: not JSON, or not a valid question
    ├── BadProgram                    another program that does not start, has died, is too slow or breaks the protocol
    ├── FileError (OSError)           a file that cannot be opened, read or written
    └── WorkersLost                   processes that played games have died, run out of memory, or are out of reach

    Assumption (UserWarning)          a text or an argument was accepted, but something had to be assumed

A message says what was wrong, where, and what to do about it. Cells are `(row, col)`, zero-based; lines and
columns of a text count from one, as in an editor.

>>> try:
...     mm.Game("expart")
... except mm.MineMindError as error:
...     print(error)
'expart' is not a preset; choose from beginner, intermediate, expert
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "Assumption",
    "BadProgram",
    "BadReplay",
    "BadRequest",
    "BadSave",
    "BadStrategy",
    "Fault",
    "FileError",
    "Forfeit",
    "IllegalMove",
    "Impossible",
    "InvalidValue",
    "MineMindError",
    "MissingExtra",
    "NoBoard",
    "OffBoard",
    "ParseError",
    "Stopped",
    "TooHard",
    "TooLarge",
    "UnknownFormat",
    "Unreadable",
    "WorkersLost",
    "counted",
    "quoted",
    "roughly",
]

# A message lists this many faults and counts the rest: a screenful would not help. `faults` of the error has them all.
FAULTS_IN_A_MESSAGE = 5

# Nobody reads a larger count digit by digit.
READABLE_COUNT = 10**15

# A message quotes an integer in full up to this size. Python itself refuses to print those of thousands of digits.
BITS_IN_A_MESSAGE = 128


@dataclass(frozen=True, slots=True)
class Fault:
    r"""One thing that is wrong with a text or a board: a sentence, and its place.

    >>> fault = mm.Board.parse("1 2 1\n5.").faults()[0]
    >>> fault.cell, fault.line
    (Cell(row=0, col=0), None)
    >>> str(fault).startswith("(0, 0): ")
    True
    """

    sentence: str
    cell: tuple[int, int] | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        if self.line is not None:
            place = f"line {self.line}" + (f", column {self.column}" if self.column is not None else "")
        elif self.cell is not None:
            place = f"({self.cell[0]}, {self.cell[1]})"
        else:
            return self.sentence
        return f"{place}: {self.sentence}"


def quoted(value: int) -> str:
    """An integer of any size, as a message shows it."""
    return str(value) if value.bit_length() <= BITS_IN_A_MESSAGE else f"an integer of {value.bit_length()} bits"


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 mine`, `2 mines`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


class MineMindError(Exception):
    r"""The root of the tree: catch this to catch everything that MineMind raises on purpose.

    `cells` are the cells that the error is about, and `faults` lists everything that is wrong with a text or a board.

    >>> try:
    ...     mm.analyse("1 2 1\n5.")
    ... except mm.MineMindError as error:
    ...     print(type(error).__name__, error.cells)
    Impossible (Cell(row=0, col=0),)
    """

    faults: tuple[Fault, ...] = ()  # everything that is wrong with the text or the board, if that is the error

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells that the error is about, in order; empty if it is about none."""
        return ()


class InvalidValue(MineMindError, ValueError):
    """An invalid argument.

    >>> mm.Game(9, 9, seed=7, mines="ten")
    Traceback (most recent call last):
    minemind.errors.InvalidValue: the mine count is 'ten'; give a whole number
    """


class TooLarge(InvalidValue):
    """An argument beyond a named limit.

    >>> mm.Grid(10_000, 10_000)
    Traceback (most recent call last):
    minemind.errors.TooLarge: ...4,000,000...
    """


class IllegalMove(MineMindError):
    """An action that the game does not allow now.

    >>> game = mm.Game.parse("*.", first_click="any")
    >>> game.open(0, 0)
    []
    >>> game.open(0, 1)
    Traceback (most recent call last):
    minemind.errors.IllegalMove: the game is already lost; undo the last turn or start a new game
    """


class OffBoard(IllegalMove, IndexError):
    """A cell that does not exist: outside the grid, or a hole in it. It is in `cell`.

    >>> try:
    ...     mm.Game("beginner").open(9, 0)
    ... except mm.errors.OffBoard as error:
    ...     print(error.cell)
    Cell(row=9, col=0)
    """

    def __init__(self, message: str, cell: tuple[int, int]) -> None:
        super().__init__(message, cell)
        self.cell = cell

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cell that does not exist."""
        return (self.cell,)


class Impossible(MineMindError):
    r"""A board that no layout explains: it contradicts itself. `cells` are the numbers that cannot all be true.

    >>> try:
    ...     mm.analyse("1 3 1\n1.2")
    ... except mm.Impossible as error:
    ...     print(error.cells)
    (Cell(row=0, col=2),)
    """

    def __init__(self, message: str, faults: Sequence[Fault] = (), cells: Sequence[tuple[int, int]] = ()) -> None:
        super().__init__(message, tuple(faults), tuple(cells))
        self.faults = tuple(faults)
        self._cells = tuple(cells)

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The numbers that cannot all be true."""
        return self._cells


class TooHard(MineMindError):
    """A question whose answer would take more time or memory than allowed.

    >>> mm.win_probability(mm.Board(mm.Grid(9, 9), mines=10), max_solutions=1000)
    Traceback (most recent call last):
    minemind.errors.TooHard: ...
    """


class Stopped(TooHard):
    """A question that the caller stopped before it was answered.

    >>> issubclass(mm.errors.Stopped, mm.TooHard)
    True
    """


class NoBoard(TooHard):
    """No board without a guess was found within the budget; has the numbers of layouts, positions and repairs tried.

    >>> try:
    ...     mm.generate(3, 3, 7, seed=1, budget=1000)
    ... except mm.errors.NoBoard as error:
    ...     print(error.attempts, error.positions, error.repairs)
    500 500 0
    """

    def __init__(self, message: str, attempts: int = 0, positions: int = 0, repairs: int = 0) -> None:
        super().__init__(message, attempts, positions, repairs)
        self.attempts, self.positions, self.repairs = attempts, positions, repairs

    def __str__(self) -> str:
        return str(self.args[0])


class MissingExtra(MineMindError, ImportError):
    """A feature that needs a package which is not installed; the message says how to install it.

    >>> issubclass(mm.errors.MissingExtra, ImportError)
    True
    """


class BadStrategy(MineMindError):
    """A strategy that breaks the rules that every strategy must follow.

    >>> class Lazy(mm.Strategy):
    ...     def moves(self, board, rng=None):
    ...         return None
    >>> mm.strategy.check_strategy(Lazy, games=1)
    Traceback (most recent call last):
    minemind.errors.BadStrategy: ...
    """


class Forfeit(BadStrategy):
    """A program that plays as a strategy crashed, took too long or made an illegal move: its game is lost.

    >>> record = mm.play("beginner", "exec:false", seed=7)
    >>> record.result.value, record.forfeit
    ('lost', "'false' ended with exit code 1 before it answered; run it by itself to see why")
    """


class Unreadable(MineMindError, ValueError):
    """A text or a file that cannot be understood.

    >>> issubclass(mm.ParseError, mm.errors.Unreadable)
    True
    """


class ParseError(Unreadable):
    r"""A text that is not a position or layout, with everything that is wrong with it in `faults`.

    >>> try:
    ...     mm.Board.parse("1.q\n.z.")
    ... except mm.ParseError as error:
    ...     print([(fault.line, fault.column) for fault in error.faults], error.cells)
    [(1, 3), (2, 2)] ((0, 2), (1, 1))
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(tuple(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        shown = [str(fault) for fault in self.faults[:FAULTS_IN_A_MESSAGE]]
        if len(self.faults) > len(shown):
            shown.append(f"… and {len(self.faults) - len(shown)} more")
        return "; ".join(shown)

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells at fault, each once."""
        return tuple(dict.fromkeys(fault.cell for fault in self.faults if fault.cell is not None))


class BadReplay(Unreadable):
    """A recorded game of another program that cannot be read; the message says why, and at which byte.

    >>> from minemind.formats.replays import read_replay
    >>> read_replay(b"*rmv")
    Traceback (most recent call last):
    minemind.errors.BadReplay: cannot be read as RMV: the file ends too early (byte 4)
    """


class UnknownFormat(Unreadable):
    r"""A file in no format that MineMind reads.

    >>> with open("board.png", "wb") as file:
    ...     _ = file.write(b"\x89PNG\r\n\x1a\n")
    >>> mm.load("board.png")
    Traceback (most recent call last):
    minemind.errors.UnknownFormat: 'board.png' seems to be a PNG image, ...
    """


class BadSave(Unreadable):
    """A saved game that cannot be loaded.

    >>> with open("game.json", "w") as file:
    ...     _ = file.write("{}")
    >>> mm.load("game.json")
    Traceback (most recent call last):
    minemind.errors.BadSave: 'game.json' ...
    """


class BadRequest(MineMindError):
    """A request of another program that is not valid; the message says which part of it, and what to send instead.

    >>> issubclass(mm.errors.BadRequest, mm.MineMindError)
    True
    """


class BadProgram(MineMindError):
    r"""Another program that does not start, has died, does not answer in time, or breaks the engine protocol.

    >>> with mm.Remote("./no-such-program") as engine:
    ...     engine.analyse("1 2 1\n1.")
    Traceback (most recent call last):
    minemind.errors.BadProgram: cannot start './no-such-program': No such file or directory; check the command
    """


class FileError(MineMindError, OSError):
    """A file that cannot be opened, read or written; `errno` and `filename` are those of the system's error.

    >>> mm.Board.load("nowhere.txt")
    Traceback (most recent call last):
    minemind.errors.FileError: cannot read 'nowhere.txt': No such file or directory
    """

    def __init__(self, message: str, filename: str | None = None, errno: int | None = None) -> None:
        super().__init__(message, filename, errno)
        self.filename, self.errno = filename, errno

    def __str__(self) -> str:
        return str(self.args[0])


class WorkersLost(MineMindError):
    """Processes that played games have died, run out of memory, or are out of reach.

    >>> issubclass(mm.errors.WorkersLost, mm.MineMindError)
    True
    """


class Assumption(UserWarning):
    r"""A warning: something was accepted, and the message says what had to be assumed.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True, action="always") as noted:
    ...     board = mm.Board.parse("1..\n1.")
    >>> noted[0].category is mm.Assumption, str(board).splitlines()[2]
    (True, '1..')
    """


def roughly(count: int) -> str:
    """A count as a message shows it: in full, or its order of magnitude if it is too long to be read."""
    return f"{count:,}" if count < READABLE_COUNT else f"about 10^{int((count.bit_length() - 1) * math.log10(2))}"
