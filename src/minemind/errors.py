"""What can go wrong, as types: every error that MineMind raises on purpose.

::

    MineMindError
    ├── InvalidValue (ValueError)     an invalid argument; the message says what is allowed
    │   └── TooLarge                  … because it exceeds one of the named limits
    ├── IllegalMove                   an action that the game does not allow now
    │   └── OffBoard (IndexError)     … because no such cell exists
    ├── Impossible                    a board that no layout explains, with every fault or the numbers that clash
    ├── TooHard                       a question whose answer would take more time or memory than allowed
    ├── MissingExtra (ImportError)    a feature that needs an optional package; the message says how to install it
    ├── BadStrategy                   a strategy that breaks the rules; the message says which, and on what board
    ├── Unreadable (ValueError)       a text or a file that cannot be understood
    │   ├── ParseError                a position or a layout, with every fault at its line and column
    │   └── BadSave                   a saved game: damaged, not one of ours, or from a newer MineMind
    ├── FileError (OSError)           a file that cannot be opened, read or written
    └── WorkersLost                   processes that played games have died, run out of memory, or are out of reach

    Assumption (UserWarning)          a text or an argument was accepted, but something had to be assumed

A message says what was wrong, where, and what to do about it. Cells are `(row, col)`, zero-based; lines and
columns of a text count from one, as in an editor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "Assumption",
    "BadSave",
    "BadStrategy",
    "Fault",
    "FileError",
    "IllegalMove",
    "Impossible",
    "InvalidValue",
    "MineMindError",
    "MissingExtra",
    "OffBoard",
    "ParseError",
    "TooHard",
    "TooLarge",
    "Unreadable",
    "WorkersLost",
    "counted",
    "quoted",
    "roughly",
]

# A message lists so many faults, and says how many more there are: more than a screenful helps nobody. `faults` of the
# error has them all.
FAULTS_IN_A_MESSAGE = 5

# A longer count is not read, digit by digit.
READABLE_COUNT = 10**15

# A message quotes an integer in full up to this size. Python itself refuses to print those of thousands of digits.
BITS_IN_A_MESSAGE = 128


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a text or a board: a sentence, and where."""

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
    """An integer as a message shows it, however large somebody made it."""
    return str(value) if value.bit_length() <= BITS_IN_A_MESSAGE else f"an integer of {value.bit_length()} bits"


def counted(number: int, noun: str) -> str:
    """So many of something: `1 mine`, `2 mines`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


class MineMindError(Exception):
    """The root of the tree: catch this to catch everything that MineMind raises on purpose."""

    faults: tuple[Fault, ...] = ()  # everything that is wrong with a text or a board, where that is what is wrong

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells that the error is about, in order; empty where it is about none."""
        return ()


class InvalidValue(MineMindError, ValueError):
    """An invalid argument."""


class TooLarge(InvalidValue):
    """An argument beyond a named limit."""


class IllegalMove(MineMindError):
    """An action that the game does not allow now."""


class OffBoard(IllegalMove, IndexError):
    """A cell that does not exist: outside the grid, or a hole in it."""

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
    """A board that no layout explains: it contradicts itself."""

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
    """A question whose answer would take more time or memory than allowed."""


class MissingExtra(MineMindError, ImportError):
    """A feature that needs a package which is not installed."""


class BadStrategy(MineMindError):
    """A strategy that breaks the rules that every strategy must follow."""


class Unreadable(MineMindError, ValueError):
    """A text or a file that cannot be understood."""


class ParseError(Unreadable):
    """A text that is not a position or layout, with everything that is wrong with it."""

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


class BadSave(Unreadable):
    """A saved game that cannot be loaded."""


class FileError(MineMindError, OSError):
    """A file that cannot be opened, read or written; `errno` and `filename` are as the system gave them."""

    def __init__(self, message: str, filename: str | None = None, errno: int | None = None) -> None:
        super().__init__(message, filename, errno)
        self.filename, self.errno = filename, errno

    def __str__(self) -> str:
        return str(self.args[0])


class WorkersLost(MineMindError):
    """Processes that played games have died, run out of memory, or are out of reach."""


class Assumption(UserWarning):
    """Something was accepted, and the message says what had to be assumed."""


def roughly(count: int) -> str:
    """A count in a message: in full, or its size where it is too long to be read."""
    return f"{count:,}" if count < READABLE_COUNT else f"about 10^{int((count.bit_length() - 1) * math.log10(2))}"
