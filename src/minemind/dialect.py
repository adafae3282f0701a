"""Dialect: translates boards as people and other programs write them into our own grammar.

`standard` rewrites a text before it is split into tokens: JSMinesweeper's first line and its links, commas and tabs
between cells, and other characters for the same thing, such as 🚩 and 1️⃣. Some marks, such as `-` and ⬜, stand either
for hidden cells or for open ones without a number: `meanings` decides which, once the rows are known.
web/static/game/dialect.js reads the same, and tests/data/dialects.json tests both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from minemind import address
from minemind.errors import Fault, ParseError
from minemind.grid import MAX_CELLS
from minemind.header import HEADER, number
from minemind.words import phrase

__all__ = ["SIZE", "Standard", "meanings", "standard"]

# Characters that mean the same as one of the grammar.
_SAME = {
    **dict.fromkeys("■█▇▓▒░", "."),
    **dict.fromkeys("❓❔", "?"),
    **dict.fromkeys("🚩⚑⚐⛳🏴", "!"),
    **dict.fromkeys("B💣💥🧨", "*"),
    **{chr(0xFF10 + digit): str(digit) for digit in range(10)},  # １ and so on
    **{chr(0x2460 + digit): str(digit + 1) for digit in range(8)},  # ① and so on
    "⓪": "0",
}

# Marks for a hidden cell in some boards, and in others for an open one without a number.
EMPTY = "␣"  # an empty cell of a spreadsheet
_MARKS = frozenset(EMPTY + "-–—·□▢◻◼▪▫⬜⬛🟦🟩🟨🟧🟥🟪🟫🔲🔳")

# White space around a text; spelled out because Python and JavaScript disagree about what it is.
_SPACES = " \t\n\v\f\r"

# A text without any of this already follows the grammar.
_FOREIGN = re.compile(r"[-B,;|]|[^\x00-\x7f]|\A[ \t-\r]*[0-9]+ *[xX] *[0-9]+ *[xX]|board=|\t\t|(?m:^\t)")

# The first line of a file of JSMinesweeper: columns, rows, mines.
SIZE = re.compile(r" *([0-9]{1,9}) *[xX×] *([0-9]{1,9}) *[xX×] *([0-9]{1,9}) *")

# A digit drawn as an emoji, and the selectors of emoji or plain style.
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
_SELECTOR = re.compile("[\ufe0e\ufe0f]")

# Emoji are two columns wide, and so is everything else in a text that draws with them: ` 1`, and blanks for a 0.
_EMOJI = re.compile("[\u2600-\u27bf\u2b1b\u2b1c\U0001f300-\U0001faff]")
_WIDE = re.compile(rf"{_EMOJI.pattern}| [^ ]|  ")
_WIDE_LINE = re.compile(rf"(?:{_WIDE.pattern})*")

_SINGLE_TAB = re.compile("[^\t]\t[^\t]")

# What can separate two cells, instead of blanks.
_SEPARATORS = "\t,;|"

# The mines of a layout; and the hidden cells and flags of a position, whatever the marks mean.
_MINES = ("*", "M")
_HIDDEN = frozenset(".?#Hox")
_FLAGS = ("!", "F", "*")


class Standard(NamedTuple):
    """A text in our grammar, and what was assumed; `is_foreign` if it may have been written otherwise."""

    text: str
    notes: tuple[Fault, ...] = ()
    is_foreign: bool = False


def standard(text: str, max_cells: int = MAX_CELLS) -> Standard:
    """A text with the characters, the separators and the first line of the grammar; lines keep their numbers."""
    if not _FOREIGN.search(text):
        return Standard(text)
    text = text.removeprefix("\ufeff")
    notes: tuple[Fault, ...] = ()
    if address.is_address(text.strip(_SPACES)):
        if "analysis=" not in text:
            notes = (Fault(phrase("dialect.no-position")),)
        text = address.unpacked(text.strip(_SPACES), max_cells)
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    first = next((place for place, line in enumerate(lines) if line.strip(" \t")), None)
    if first is None:
        return Standard(text)
    if size := SIZE.fullmatch(lines[first]):
        cols, rows, mines = map(int, size.groups())
        body, more = _of_jsminesweeper(lines[first + 1 :], mines, first + 1)
        return Standard("\n".join([*lines[:first], f"{rows} {cols} {mines}", *body]), notes + more, is_foreign=True)
    start = first + 1 if HEADER.fullmatch(lines[first]) else first
    return Standard("\n".join([*lines[:start], *_cells(lines[start:])]), is_foreign=True)


def meanings(rows: Sequence[Sequence[str]]) -> tuple[dict[str, str], tuple[Fault, ...]]:
    """What the marks in these rows of tokens stand for, and what was assumed; raises `ParseError` if that is unclear.

    In a layout they are free cells. In a position at most one mark is an open cell without a number: only if there is
    no `0`, and none of its cells touches a hidden or flagged one, as a true zero never does. All others are hidden.
    """
    tokens = {token for row in rows for token in row}
    marks = sorted(tokens & _MARKS)
    if {"*", "?", "-"} <= tokens:  # a position copied from Simon Tatham's Mines, where `*` is a flag
        note = Fault(phrase("dialect.tatham"))
        return {"*": "!"} | _in_position(rows, marks, tokens - {"*"}), (note,)
    if any(token[:1] in _MINES for token in tokens if token):
        return dict.fromkeys(marks, "."), ()
    found = _in_position(rows, marks, tokens)
    return found, tuple(Fault(_assumed(*each)) for each in sorted(found.items()))


def _assumed(mark: str, meaning: str) -> str:
    shown = phrase("dialect.empty") if mark == EMPTY else repr(mark)
    return phrase("dialect.read-as", mark=shown, meaning=meaning)


def _in_position(rows: Sequence[Sequence[str]], marks: Sequence[str], tokens: Collection[str]) -> dict[str, str]:
    hidden = [mark for mark in tokens if mark in _HIDDEN]
    zeros = [] if "0" in tokens else [mark for mark in marks if hidden or len(marks) > 1]
    zeros = [mark for mark in zeros if not _touches(rows, mark, {*_HIDDEN, *marks} - {mark})]
    if len(zeros) > 1:
        *first, last = map(repr, zeros)
        raise ParseError([Fault(phrase("dialect.unclear", marks=phrase("text.or", first=", ".join(first), last=last)))])
    return {mark: "0" if mark in zeros else "." for mark in marks}


def _touches(rows: Sequence[Sequence[str]], mark: str, hidden: Collection[str]) -> bool:
    """Whether a cell with this mark has a hidden or a flagged neighbour."""
    shape = len(rows) + 2, max(map(len, rows)) + 2
    marked, covered = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    for place, row in enumerate(rows, start=1):
        marked[place, 1 : len(row) + 1] = [token == mark for token in row]
        covered[place, 1 : len(row) + 1] = [token in hidden or token[:1] in _FLAGS for token in row]
    inner = marked[1:-1, 1:-1]
    shifted = (
        covered[down : down + inner.shape[0], right:][:, : inner.shape[1]] for down in (0, 1, 2) for right in (0, 1, 2)
    )
    return any(bool((inner & near).any()) for near in shifted)


def _of_jsminesweeper(lines: Sequence[str], mines: int, above: int) -> tuple[list[str], tuple[Fault, ...]]:
    """The rows below JSMinesweeper's first line; `M` and `?` are mines if they and the flags are as many as it says."""
    body = [line.rstrip(" \t") for line in lines]
    text = "\n".join(body)
    shown = sum(map(text.count, "FM?"))
    if not re.search("[M?]", text):
        return body, ()
    if shown == mines:
        return text.translate({ord("F"): "*", ord("?"): "*", ord("M"): "*", ord("H"): "."}).split("\n"), ()
    sentence = phrase("dialect.some-mines", shown=shown, mines=phrase("text.mines", count=mines))
    return text.translate({ord("M"): "!", ord("?"): "."}).split("\n"), (Fault(sentence, line=above),)


def _cells(lines: Sequence[str]) -> Iterator[str]:
    """The lines with a character for every emoji, and blanks in place of other separators."""
    plain = [_SELECTOR.sub("", _KEYCAP.sub(r"\1", line)) for line in lines]
    filled = [line for line in plain if line.strip(" \t")]
    if separator := _separator(filled):
        strips = _is_end(filled, separator)
        return (_apart(line, separator, strips=strips) for line in plain)
    if any(map(_EMOJI.search, filled)) and all(_WIDE_LINE.fullmatch(_evened(line)) for line in filled):
        return _narrow(plain)
    return (_written(line) for line in plain)


def _separator(lines: Sequence[str]) -> str | None:
    """What separates all cells, if not blanks; tabs only if some cell is empty: the grammar reads other tabs itself."""
    for separator in _SEPARATORS:
        counts = {line.strip(" ").count(separator) for line in lines if not _is_size(line)}
        if separator == "\t":
            if len(counts) == 1 and _has_empty_cell(lines):
                return separator
        elif counts and 0 not in counts:
            return separator
    return None


def _has_empty_cell(lines: Sequence[str]) -> bool:
    """Whether tabs separate cells and some cell is empty; not if two tabs separate all, or all lines are indented."""
    starts = sum(line.startswith("\t") for line in lines)
    has_double = any("\t\t" in line for line in lines) and any(map(_SINGLE_TAB.search, lines))
    return (has_double or 0 < starts < len(lines)) and not any(" " in line for line in lines)


def _is_end(lines: Sequence[str], separator: str) -> bool:
    """Whether the separator ends every line, and no empty cell comes after it: no other cell is empty."""
    rows = [line.strip(_SPACES).split(separator) for line in lines if not _is_size(line)]
    has_empty = any(not cell.strip(_SPACES) for cells in rows for cell in cells[:-1])
    return not any(cells[-1] for cells in rows) and (separator == "|" or not has_empty)


def _is_size(line: str) -> bool:
    return HEADER.fullmatch(line) is not None


def _apart(line: str, separator: str, *, strips: bool) -> str:
    """The cells of a line with blanks between them; they keep their columns if each is a single character."""
    if not line.strip(" \t") or _is_size(line):
        return line.strip(" ")
    cells = [cell.strip(' "') for cell in line.strip(" ").split(separator)]
    cells = cells[separator == "|" and not cells[0] : len(cells) - strips]
    if len(cells) > 3 and all(map(_is_number, cells[:3])) and not any(cells[3:]):  # a header in a spreadsheet
        cells = cells[:3]
    return " ".join(_written(cell) or EMPTY for cell in cells)


def _is_number(cell: str) -> bool:
    return number(cell) is not None


def _evened(line: str) -> str:
    """A line of even width: a blank is added if it lacks one, since blanks at the end may be missing."""
    return line + " " * (len(_EMOJI.sub("", line)) % 2)


def _narrow(lines: Sequence[str]) -> Iterator[str]:
    """Lines of two columns per cell, as lines of one character per cell; short lines are filled up with zeros."""
    rows = ["".join(_written(cell.strip(" ")) or "0" for cell in _WIDE.findall(_evened(line))) for line in lines]
    width = max(map(len, rows))
    return (row and row.ljust(width, "0") for row in rows)


def _written(text: str) -> str:
    return text.translate(_TABLE)


_TABLE: Mapping[int, str] = {ord(theirs): ours for theirs, ours in _SAME.items()}
