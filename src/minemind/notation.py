"""Notation: the text grammar that positions and layouts share, a header and one token per cell. No rules of the game.

`read` splits a text into a `Source`, and `write` is its inverse. docs/notation.md has the grammar for those who type
it.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum

from minemind import dialect
from minemind.arguments import shown, whole
from minemind.errors import Assumption, Fault, InvalidValue, ParseError, TooLarge
from minemind.grid import MAX_CELLS, Grid
from minemind.header import HEADER, Header, number, read_header
from minemind.source import CHUNK, MAX_FAULTS, TOKEN, Notes, Source, TextRow, is_token
from minemind.words import phrase

__all__ = [
    "BLANKS",
    "Override",
    "count_after",
    "drawn",
    "read",
    "too_many",
    "warn",
    "write",
]

# Up to this size, twice that of an Expert board, `repr` shows a board or a layout whole, as Python that makes it again.
CELLS_IN_A_REPR = 960

# A message quotes at most this many characters of a text.
QUOTED = 20

# The largest number of the usual game.
MOST_AROUND = 8

# A web address instead of a board: it gets one message, rather than one for each of its letters.
ADDRESS = re.compile(r"https?://[^ \t]+", re.IGNORECASE)

# No text has more characters per cell, blanks included: a longer one is refused before it is split.
LONGEST_CELL = 16

# What separates two cells, one or several of them.
BLANKS = " \t"
_LONG_CHUNK = re.compile(r"[^ \t]{2,}")


class Override(Enum):
    """The default of an argument that can override a text."""

    IN_TEXT = "as the text says"


def warn(notes: Notes) -> None:
    """Warn of what was assumed; only for a public `parse`, whose caller is then named as the source of the warning."""
    for note in notes:
        warnings.warn(note, Assumption, stacklevel=3)


def count_after(marks: str, token: str) -> int | None:
    """The count behind a mark, one if there is none: `!` is 1, `!2` is 2. None for any other token."""
    if token[0] not in marks:
        return None
    return 1 if len(token) == 1 else number(token[1:]) or None


def too_many(token: str, max_per_cell: int) -> str:
    """The objection to a token that stands for more mines than a cell may hold."""
    return phrase("text.too-many-mines", token=repr(token), most=phrase("text.mines", count=max_per_cell))


def drawn(grid: Grid, texts: Sequence[Sequence[str]]) -> str:
    """Cells with row and column numbers around them, for people; what `write` makes can also be read again."""
    width = max(len(str(grid.cols - 1)), *(len(text) for row in texts for text in row))
    margin = len(str(grid.rows - 1))
    lines = [" " * margin + "".join(f" {col:>{width}}" for col in range(grid.cols))]
    for row, cells in enumerate(texts):
        shift = " " * ((width + 1) // 2) if grid.topology == "hex" and row % 2 else ""
        lines.append(f"{row:>{margin}}{shift}" + "".join(f" {text:>{width}}" for text in cells))
    return "\n".join(lines)


def write(header: Header, tokens: Sequence[Sequence[str]]) -> str:
    """The text of a board or layout, separated by spaces only if some token is longer than one character."""
    separator = " " if any(max(map(len, row)) > 1 for row in tokens) else ""
    return "\n".join([str(header), *(separator.join(row) for row in tokens)])


Line = tuple[int, str]
_Parts = tuple[Header, tuple[TextRow, ...], tuple[Fault, ...], tuple[Fault, ...]]


def read(text: str | bytes, max_cells: int = MAX_CELLS, *, headed: bool = True) -> Source:
    """Split a text into tokens; raises `ParseError` if it is not a grid of tokens at all.

    Without `headed` the first line is a row, even if it looks like a header for the others.
    """
    if not isinstance(text, str | bytes):
        raise InvalidValue(f"{shown(text)} is not a text; give a string, or bytes")
    max_cells = whole(max_cells, "max_cells", None)
    _check_size(text, max(max_cells, 1000))
    given = dialect.standard(_decoded(text) if isinstance(text, bytes) else text, max_cells)
    lines, blank_end = _lines(given.text)
    header, rows, faults, notes = _split_header(lines, blank_end) if headed else _unheaded(_rows(lines))
    if given.is_foreign:
        rows, more = _without_marks(rows)
        notes = (*given.notes, *more, *notes)
    return Source(header, rows, faults, notes, max_cells=max_cells)


def _check_size(text: str | bytes, limit: int) -> None:
    """Raise `TooLarge` for a text that cannot fit, before it is split: a line below a header has at least one cell."""
    if len(text) > LONGEST_CELL * limit:
        raise TooLarge(f"the text has more than {LONGEST_CELL * limit:,} characters; read a part of it")
    if (text.strip().count("\n") if isinstance(text, str) else text.strip().count(b"\n")) > limit:
        raise TooLarge(f"the text has more than {limit:,} lines; read a part of it")


def _without_marks(rows: tuple[TextRow, ...]) -> tuple[tuple[TextRow, ...], tuple[Fault, ...]]:
    """The rows in our own characters, and what was assumed."""
    meanings, notes = dialect.meanings([row.tokens for row in rows])
    table = str.maketrans(meanings)
    return tuple(row.translated(table) for row in rows) if meanings else rows, notes


def _split_header(lines: Sequence[Line], blank_end: Sequence[Line]) -> _Parts:
    (first, line), body = lines[0], lines[1:]
    match = HEADER.fullmatch(line)
    if match is None:
        return _unheaded(_rows(lines))
    header, faults = read_header(match, first)
    turned = replace(header, rows=header.cols, cols=header.rows)
    readings = list(_readings(body, blank_end, header)) if body else []
    for rows in readings:
        if _shape(rows) == header.shape:
            return header, rows, (*faults, *_glued(rows)), _short_rows(rows, header.cols)
        if _shape(rows) == turned.shape:
            return (
                turned,
                rows,
                (*faults, *_glued(rows)),
                (_turned_note(turned, first), *_short_rows(rows, turned.cols)),
            )
    if readings and _is_narrower(rows := readings[0], header, line):
        return header, rows, (*faults, *_glued(rows, header.cols)), _short_rows(rows, header.cols)
    return _first_row_after_all(lines, header)


def _lines(text: str) -> tuple[list[Line], list[Line]]:
    """The lines with their numbers, and then the blank but not empty ones that follow them.

    A byte-order mark, empty lines at either end and trailing blanks are left out.
    """
    raw = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    lines = [(place, line.rstrip(BLANKS)) for place, line in enumerate(raw, start=1)]
    filled = [place for place, line in enumerate(raw) if line]
    ends = [place for place, (_, line) in enumerate(lines) if line]
    if not ends:
        raise _bad(phrase("text.empty"))
    if len(ends) == 1 and ADDRESS.fullmatch(lines[ends[0]][1].strip(BLANKS)):
        raise _bad(phrase("text.address"))
    return lines[filled[0] : ends[-1] + 1], [lines[place] for place in filled if place > ends[-1]]


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise _bad(phrase("text.not-utf8"), line) from None


def _bad(sentence: str, line: int | None = None) -> ParseError:
    return ParseError([Fault(sentence, line=line)])


def _rows(lines: Sequence[Line], *, has_long_tokens: bool = False) -> tuple[TextRow, ...]:
    """The tokens of every line: separated by blanks, or a character each."""
    if not _is_separated(lines, has_long_tokens=has_long_tokens):
        return _characters(lines)
    return tuple(TextRow(line, text, tuple(CHUNK.findall(text))) for line, text in lines)


def _characters(lines: Sequence[Line]) -> tuple[TextRow, ...]:
    return tuple(TextRow(line, text, text) for line, text in lines)


def _is_separated(lines: Sequence[Line], *, has_long_tokens: bool) -> bool:
    """Whether blanks separate all cells in most lines, and some line has two cells.

    `11` and `*2` are single cells if the header allows them, or if all lines have the same number of cells; otherwise
    they are two cells side by side, as in a layout whose free cells are blanks.
    """
    if not any(_has_two_chunks(text) for _, text in lines):
        return False
    has_long_tokens = has_long_tokens or len({len(CHUNK.findall(text)) for _, text in lines if text}) == 1
    apart = sum(_keeps_apart(text, has_long_tokens=has_long_tokens) for _, text in lines)
    return 2 * apart > len(lines)


def _has_two_chunks(text: str) -> bool:
    """Whether a blank separates two cells; blanks at the end have been removed."""
    inner = text.lstrip(BLANKS)
    return any(blank in inner for blank in BLANKS)


def _keeps_apart(text: str, *, has_long_tokens: bool) -> bool:
    return all(has_long_tokens and is_token(chunk) for chunk in _LONG_CHUNK.findall(text))


def _readings(body: Sequence[Line], blank_end: Sequence[Line], header: Header) -> Iterator[tuple[TextRow, ...]]:
    """The ways to read the lines below a header; the first with the header's shape is right."""
    rows = _rows(body, has_long_tokens=header.max_per_cell > 1 or header.reach > 1)
    if rows[0].is_separated:
        yield rows
    # A layout of a few mines among blanks for free cells looks like a ragged separated one, except for its width.
    if not rows[0].is_separated or _short_rows(rows, _shape(rows)[1]):
        # Blank lines at the end do not count, unless rows are missing: then they are free cells of a layout.
        yield _characters([*body, *blank_end[: max(0, header.rows - len(body))]])
    # One column of tokens that are longer than a character: only the header distinguishes it from several columns.
    if all(TOKEN.fullmatch(text) for _, text in body):
        yield tuple(TextRow(line, text, (text,)) for line, text in body)


def _shape(rows: Sequence[TextRow]) -> tuple[int, int]:
    """`(rows, cols)`, short rows filled up."""
    return len(rows), max(len(row.tokens) for row in rows)


def _is_narrower(rows: Sequence[TextRow], header: Header, line: str) -> bool:
    """Whether there are as many rows as the header says, and all of them are short.

    Not if they are separated and as long as the header line, which may then be a row itself.
    """
    height, width = _shape(rows)
    may_be_a_row = rows[0].is_separated and len(CHUNK.findall(line)) == width
    return height == header.rows and width < header.cols and not may_be_a_row


def _unheaded(rows: tuple[TextRow, ...]) -> _Parts:
    first, *body = rows
    if body and _looks_like_a_header(first, *_shape(body)):
        height, width = map(str, _shape(body))
        raise _bad(phrase("text.like-a-header", text=repr(first.text), rows=height, cols=width), first.line)
    header = Header(*_shape(rows))
    return header, rows, _glued(rows), _short_rows(rows, header.cols)


def _looks_like_a_header(first: TextRow, height: int, width: int) -> bool:
    """Whether a first line, unlike the rows below it, gives their size: a header in some other form."""
    sizes = [number(token) for token in CHUNK.findall(first.text)[:2]]
    is_other = len(first.tokens) != width and not HEADER.fullmatch(first.text)
    return is_other and sizes in ([height, width], [width, height])


def _first_row_after_all(lines: Sequence[Line], header: Header) -> _Parts:
    """Read a first line of three numbers that is not a header for the rest: a row like the others, or a mistake.

    It is a row if the tokens are separated, or if other rows have spaces as well: free cells of a layout.
    """
    rows, body = _rows(lines), lines[1:]
    if not body:
        if not _may_be_a_row(lines[0][1]):
            raise _bad(phrase("foreign.nothing-below"), lines[0][0])
        note = Fault(phrase("text.row-of-numbers"), line=lines[0][0])
        return Header(*_shape(rows)), rows, (), (note,)
    is_whole = len(rows[0].tokens) == _shape(rows)[1]
    is_clear = not _short_rows(rows, _shape(rows)[1]) and any(" " in text for _, text in body)
    if is_whole and (rows[0].is_separated or is_clear):
        return _unheaded(rows)
    found_rows, found_cols = _shape(_rows(body))
    cells = phrase("text.cells", count=found_cols)
    said = {"rows": str(header.rows), "cols": str(header.cols)}
    raise _bad(phrase("text.other-shape", **said, count=found_rows, cells=cells), lines[0][0])


def _may_be_a_row(line: str) -> bool:
    """Whether a line that looks like a header can be a whole board, perhaps one row of a larger one."""
    return "=" not in line and all((number(token) or 0) <= MOST_AROUND for token in CHUNK.findall(line))


def _glued(rows: Sequence[TextRow], cols: int | None = None) -> tuple[Fault, ...]:
    """The faults of cells side by side that blanks should separate.

    In a short row, `12` and `*1` count as two cells if that makes up exactly for the missing ones.
    """
    if not rows[0].is_separated:
        return ()
    width = cols or _shape(rows)[1]
    found = [fault for row in rows for fault in _glued_in(row, width)]
    more = len(found) - MAX_FAULTS
    return (*found[:MAX_FAULTS], *([Fault(phrase("text.more-glued", count=more))] if more > 0 else ()))


def _glued_in(row: TextRow, width: int) -> Iterator[Fault]:
    chunks = _LONG_CHUNK.findall(row.text)
    is_lacking = len(row.tokens) < width == len(row.tokens) + sum(len(chunk) - 1 for chunk in chunks)
    for match in _LONG_CHUNK.finditer(row.text) if chunks else ():
        chunk = match.group()
        if is_lacking or not is_token(chunk):
            shown = chunk if len(chunk) <= QUOTED else f"{chunk[:QUOTED]}…"
            apart = repr(" ".join(shown))
            sentence = phrase("text.glued", text=repr(shown), count=str(len(chunk)), apart=apart)
            yield Fault(sentence, line=row.line, column=match.start() + 1)


def _short_rows(rows: Sequence[TextRow], cols: int) -> tuple[Fault, ...]:
    """What is assumed about rows that end early."""
    short = [row for row in rows if len(row.tokens) < cols]
    if not short:
        return ()
    found, cells = str(len(short[0].tokens)), phrase("text.cells", count=cols)
    sentence = phrase("text.short", found=found, cells=cells, others=len(short) - 1)
    return (Fault(sentence, line=short[0].line),)


def _turned_note(header: Header, line: int) -> Fault:
    return Fault(phrase("text.columns-first", rows=str(header.rows), cols=str(header.cols)), line=line)
