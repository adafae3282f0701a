"""Header: the first line of a text, with rows, columns and mines, and options for whatever is unusual about the board.

A line is a header only if the rows below it have the shape it gives, which `notation` checks; here the line is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

from minemind.errors import Fault
from minemind.grid import MAX_PER_CELL, Grid
from minemind.topology import TOPOLOGIES
from minemind.words import phrase

__all__ = ["HEADER", "MAX_NUMBER", "Header", "number", "read_header"]

# An integer in a text has at most this many digits: it fits a 32-bit word, and int() stays quick.
MAX_DIGITS = 9
MAX_NUMBER = 10**MAX_DIGITS - 1

_INTEGER = rf"[0-9]{{1,{MAX_DIGITS}}}"
_NUMBER = re.compile(_INTEGER)
_DECIMAL = re.compile(r"[0-9.]+(?:e-?[0-9]+)?", re.IGNORECASE)
HEADER = re.compile(rf"({_INTEGER}) ({_INTEGER}) ({_INTEGER}|\?)((?: [^ ]+)*)")


@dataclass(frozen=True)
class Header:
    """The first line: `rows cols mines`, then options for whatever is unusual about the board."""

    rows: int
    cols: int
    mines: int | None = None
    topology: str = "square"
    reach: int = 1
    max_per_cell: int = 1
    density: float | None = None

    def __str__(self) -> str:
        words = [str(self.rows), str(self.cols), "?" if self.mines is None else str(self.mines)]
        if self.topology != "square":
            words.append(f"topology={self.topology}")
        if self.reach != 1:
            words.append(f"reach={self.reach}")
        if self.max_per_cell != 1:
            words.append(f"k={self.max_per_cell}")
        if self.density is not None:
            words.append(f"density={self.density!r}")
        return " ".join(words)

    @classmethod
    def of(cls, grid: Grid, mines: int | None, max_per_cell: int, density: float | None = None) -> Header:
        """The header of a board or a layout on this grid."""
        return cls(grid.rows, grid.cols, mines, grid.topology, grid.reach, max_per_cell, density)

    @property
    def shape(self) -> tuple[int, int]:
        """`(rows, cols)`."""
        return self.rows, self.cols


def number(token: str) -> int | None:
    """The value of a token that is a whole number, else None."""
    return int(token) if _NUMBER.fullmatch(token) else None


def read_header(match: re.Match[str], line: int) -> tuple[Header, tuple[Fault, ...]]:
    """The header, with the default for every option that is wrong, and the faults."""
    rows, cols, mines, words = match.groups()
    options: dict[str, Any] = {}
    faults = []
    for word in filter(None, words.split(" ")):
        name, _, text = word.partition("=")
        option = _OPTIONS.get(name)
        value = option.read(text) if option else None
        if option is None:
            faults.append(Fault(phrase("text.option", option=repr(word), known=", ".join(_OPTIONS)), line=line))
        elif option.field in options:
            faults.append(Fault(phrase("text.option-twice", option=name), line=line))
        elif value is None:
            sentence = phrase("text.option-value", option=name, value=repr(text), allowed=option.allowed())
            faults.append(Fault(sentence, line=line))
        else:
            options[option.field] = value
    if mines != "?" and "density" in options:
        faults.append(Fault(phrase("text.count-and-density"), line=line))
    return Header(int(rows), int(cols), None if mines == "?" else int(mines), **options), tuple(faults)


class _Option(NamedTuple):
    """A `name=value` of a header: the field that it sets, its reader (None if invalid), and what is allowed."""

    field: str
    read: Callable[[str], Any]
    allowed: Callable[[], str]


def _read_count(text: str, largest: int) -> int | None:
    value = number(text)
    return value if value is not None and 1 <= value <= largest else None


def _read_density(text: str) -> float | None:
    try:
        value = float(text) if _DECIMAL.fullmatch(text) else 0.0
    except ValueError:
        return None
    return value if 0 < value < 1 else None


def _topologies() -> str:
    return reduce(lambda first, last: phrase("text.or", first=first, last=last), sorted(TOPOLOGIES))


_OPTIONS = {
    "topology": _Option("topology", lambda text: text if text in TOPOLOGIES else None, _topologies),
    "reach": _Option("reach", lambda text: _read_count(text, MAX_NUMBER), lambda: phrase("text.allowed", kind="whole")),
    "k": _Option(
        "max_per_cell",
        lambda text: _read_count(text, MAX_PER_CELL),
        lambda: phrase("text.allowed", kind="whole to", most=str(MAX_PER_CELL)),
    ),
    "density": _Option("density", _read_density, lambda: phrase("text.allowed", kind="fraction")),
}
