"""Summary: a CSV file with a row for every game of every run, and never part of a row.

Several runs may write to it at once, and any of them may be killed. A row is one line, so anything after the last line
break is part of a row whose writer was killed.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
from collections.abc import Iterable
from typing import NamedTuple

from minemind.errors import FileError, InvalidValue
from minemind.formats.append import Growing, growing

__all__ = ["HEADER", "SummaryRow", "append", "is_one_line"]

# Bytes searched at a time for the last line break. Rows are far shorter.
STEP = 2**16


class SummaryRow(NamedTuple):
    """A game, in the order of the columns."""

    run_label: str
    run_timestamp: str  # when the run began: ISO 8601, UTC
    board: str
    strategy: str
    result: str  # won, lost or stuck
    runtime_sec: str
    iterations: int  # how often the strategy was asked for moves
    expanded_states: int  # cells that openings spread over, and nodes of searches
    revealed: int
    flagged: int
    unknown: int  # neither of these
    hit_mine: int  # 1 if one was opened, else 0


HEADER = ",".join(SummaryRow._fields).encode() + b"\n"


def append(path: str | os.PathLike[str], rows: Iterable[SummaryRow]) -> None:
    """Append all rows and flush them to disk, or none of them. A new file begins with the header.

    Raises `FileError` and leaves the file as it is if that fails, or if the file is not a summary.
    """
    content = _encoded(rows)
    with growing(path) as file:
        _mend(file)
        file.append(content if file.size else HEADER + content)


def is_one_line(text: str) -> bool:
    """Whether a field can hold this text: it must be one line, and printable."""
    return text.isprintable()


def _encoded(rows: Iterable[SummaryRow]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        for value in row:
            if not is_one_line(str(value)):
                raise InvalidValue(f"{value!r:.60} is not one line of printable text, as a row of the summary must be")
        writer.writerow(row)
    return text.getvalue().encode()


def _mend(file: Growing) -> None:
    """Cut off an incomplete last line, left by a killed writer; refuse a file that is not a summary."""
    end = _whole_lines(file)
    if not end and HEADER.startswith(file.read(0, len(HEADER))):
        file.cut(0)
        return
    start = file.read(0, len(codecs.BOM_UTF8) + len(HEADER) + 1).removeprefix(codecs.BOM_UTF8)
    if not start.replace(b"\r\n", b"\n").startswith(HEADER):  # a spreadsheet may have saved it
        raise FileError(
            f"{os.fspath(file.path)!r} has other columns than a summary; move it away, or choose another folder",
            os.fspath(file.path),
        )
    if end < file.size:
        file.cut(end)


def _whole_lines(file: Growing) -> int:
    """The length of all complete lines, in bytes."""
    end = file.size
    while end:
        start = max(0, end - STEP)
        if (place := file.read(start, end - start).rfind(b"\n")) >= 0:
            return start + place + 1
        end = start
    return 0
