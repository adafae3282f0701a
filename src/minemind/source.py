"""Source: a text split into a header and tokens with their places, before they are interpreted.

`minemind.notation` makes it from a text; `Board` and `Layout` give the tokens their meaning, and object to some.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minemind.errors import Fault, ParseError, TooLarge
from minemind.grid import Grid, IntArray, places
from minemind.header import Header
from minemind.words import phrase

__all__ = ["CHUNK", "HOLE", "MAX_FAULTS", "PADDING", "TOKEN", "Notes", "Source", "TextRow", "is_token", "located"]

HOLE = "_"

# What was assumed while reading, a sentence each. They are returned with the result; only a public `parse` warns of
# them.
Notes = tuple[str, ...]

# What a short row is filled up with: a hidden cell in a position, a free one in a layout.
PADDING = "."

# If a text is wrong all over, such as a picture, this many faults are listed: enough to see what it is.
MAX_FAULTS = 1_000

# What stands between blanks, and what a token looks like: one character, or a number, perhaps after a mark.
CHUNK = re.compile(r"[^ \t]+")
TOKEN = re.compile(r"[^ \t]|[!F*M]?[0-9]+")


class TextRow(NamedTuple):
    """One line and its tokens. Without separators, `tokens` is the line itself: every character is a token."""

    line: int
    text: str
    tokens: Sequence[str]

    @property
    def is_separated(self) -> bool:
        """Whether blanks keep the tokens apart."""
        return self.tokens is not self.text

    def translated(self, table: Mapping[int, str]) -> TextRow:
        """The same row with other characters."""
        text = self.text.translate(table)
        tokens = tuple(token.translate(table) for token in self.tokens) if self.is_separated else text
        return TextRow(self.line, text, tokens)

    def column(self, place: int) -> int:
        """The column, from one, where the token at this place starts."""
        return _starts(self.text)[place] if self.is_separated else place + 1


@lru_cache(maxsize=1)  # the faults of a line are located one after the other
def _starts(line: str) -> list[int]:
    """The columns at which the separated tokens of a line start."""
    return [match.start() + 1 for match in CHUNK.finditer(line)]


@dataclass(frozen=True)
class Source:
    """A text split into tokens: what was typed, not yet what it means."""

    header: Header
    rows: tuple[TextRow, ...]
    faults: tuple[Fault, ...]  # what is wrong with the header, and cells that a separated text does not keep apart
    notes: tuple[Fault, ...]  # what was assumed
    max_cells: int

    def __post_init__(self) -> None:
        rows, cols = self.header.shape
        if rows * cols > self.max_cells:
            raise TooLarge(phrase("text.too-many-cells", rows=str(rows), cols=str(cols), limit=self.max_cells))

    @cached_property
    def vocabulary(self) -> tuple[tuple[str, ...], IntArray]:
        """The distinct tokens, and the index among them of every cell's token: `(rows, cols)`."""
        known: dict[str, int] = {PADDING: 0}
        codes = np.zeros(self.header.shape, dtype=np.int32)
        for codes_of_row, row in zip(codes, self.rows, strict=True):
            codes_of_row[: len(row.tokens)] = [known.setdefault(token, len(known)) for token in row.tokens]
        return tuple(known), codes

    def translate(self, meaning: Callable[[str], int]) -> IntArray:
        """The meanings of all tokens: `(rows, cols)`; every distinct token is looked up once."""
        tokens, codes = self.vocabulary
        return np.array([meaning(token) for token in tokens], dtype=np.int32)[codes]

    def complain(self, objection: Callable[[str], str | None]) -> list[Fault]:
        """A fault for every cell whose token meets an objection."""
        tokens, codes = self.vocabulary
        objections = {code: said for code, token in enumerate(tokens) if is_token(token) and (said := objection(token))}
        return self.faults_at(np.isin(codes, list(objections)), lambda row, col: objections[int(codes[row, col])])

    def faults_at(self, where: NDArray[np.bool_], sentence: Callable[[int, int], str]) -> list[Fault]:
        """A fault for every cell where the array is true, with its sentence and its place in the text."""
        wrong = np.flatnonzero(where)
        shown = [divmod(index, self.header.cols) for index in wrong[:MAX_FAULTS].tolist()]
        found = [self._fault(row, col, sentence(row, col)) for row, col in shown]
        if len(wrong) > len(found):
            found.append(Fault(phrase("text.more-wrong", count=len(wrong) - len(found))))
        return found

    def _fault(self, row: int, col: int, sentence: str) -> Fault:
        where = self.rows[row]
        return Fault(sentence, (row, col), where.line, where.column(col))

    def grid(self) -> Grid:
        """The grid that the text describes."""
        header = self.header
        holes = places(self.translate(lambda token: token == HOLE))
        return Grid(header.rows, header.cols, header.topology, header.reach, holes, max_cells=self.max_cells)

    def overridden(self, **given: Any) -> Source:
        """The same text with some values of the header replaced; None leaves a value as it is."""
        wanted = {name: value for name, value in given.items() if value is not None}
        return replace(self, header=replace(self.header, **wanted))

    def settled(self, faults: Iterable[Fault], *, strict: bool) -> Notes:
        """What was assumed. Raises `ParseError` with all that is wrong; with `strict`, assumptions count as wrong."""
        refused = (replace(note, sentence=phrase("text.strict", note=note.sentence)) for note in self.notes if strict)
        wrong = [*self.faults, *faults, *refused]
        if wrong:
            raise ParseError(sorted(wrong, key=_place))
        return tuple(map(located, self.notes))


def located(fault: Fault) -> str:
    """A fault and its place in the text, in the current language."""
    if fault.line is None:
        return str(fault)
    key = "text.line" if fault.column is None else "text.line-column"
    return phrase(key, line=str(fault.line), column=str(fault.column), fault=fault.sentence)


def _place(fault: Fault) -> tuple[float, int]:
    """The sort key of a fault: its place in the text; a fault about the whole text comes last."""
    return fault.line or math.inf, fault.column or 0


def is_token(text: str) -> bool:
    """Whether this can be one cell; otherwise it is several side by side that blanks should separate."""
    return len(text) == 1 or TOKEN.fullmatch(text) is not None
