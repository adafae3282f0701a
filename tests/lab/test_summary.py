"""The summary: whole rows, each once, even if writers run at the same time, are killed, or fill the disk."""

from __future__ import annotations

import csv
import io
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import minemind as mm
from minemind.lab.batch import summary
from minemind.lab.batch.summary import HEADER, SummaryRow

COLUMNS = [
    *("run_label", "run_timestamp", "board", "strategy", "result", "runtime_sec"),
    *("iterations", "expanded_states", "revealed", "flagged", "unknown", "hit_mine"),
]

WRITING = """
import sys
from minemind.lab.batch.summary import SummaryRow, append
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
for number in range(count):
    append(path, [SummaryRow(name, "now", f"{number}.txt", "csp", "won", "0.1", 1, 2, 3, 4, 5, 0)])
    print(number, flush=True)
"""

FULL_DISK = """
import resource, signal, sys
from minemind.errors import FileError
from minemind.lab.batch.summary import SummaryRow, append
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
number = 0
try:
    while True:
        append(sys.argv[1], [SummaryRow("full", "now", f"{number}.txt", "csp", "won", "0.1", 1, 2, 3, 4, 5, 0)])
        number += 1
except FileError as error:
    print(number, error)
"""


def row(number: int, label: str = "a run") -> SummaryRow:
    return SummaryRow(
        label, "2026-11-15T12:00:00+00:00", f"a/b{number}.txt", "csp", "won", "0.100000", 1, 2, 3, 4, 5, 0
    )


def rows_in(content: bytes | Path) -> list[list[str]]:
    """All rows below the header, read by Python's csv module; each of them has every column."""
    text = (content.read_bytes() if isinstance(content, Path) else content).decode()
    header, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert header == COLUMNS
    assert all(len(fields) == len(COLUMNS) for fields in rows)
    assert text.endswith("\n")
    return rows


def texts(*rows: SummaryRow) -> list[list[str]]:
    return [list(map(str, each)) for each in rows]


def test_a_new_file_begins_with_the_header_and_has_it_once(tmp_path: Path) -> None:
    path = tmp_path / "summary.csv"
    summary.append(path, [])
    assert path.read_bytes() == HEADER == ",".join(COLUMNS).encode() + b"\n"
    summary.append(path, [row(1), row(2)])
    summary.append(path, [row(3)])
    assert rows_in(path) == texts(row(1), row(2), row(3))


@pytest.mark.parametrize("label", ["", "a,b", 'say "so"', '","', "'", "Ünïcödé ☃", " spaces ", "=1+1", "#", "\\n"])
def test_what_is_in_a_label_comes_back(tmp_path: Path, label: str) -> None:
    path = tmp_path / "summary.csv"
    for number in range(3):  # a quoted label is not taken for a torn line
        summary.append(path, [row(number, label)])
    assert rows_in(path) == texts(*(row(number, label) for number in range(3)))


@pytest.mark.parametrize("label", ["two\nlines", "\r", "\x1b[31m", "\udcff", "\u2028", "\0"])
def test_a_field_that_is_no_line_of_text_is_refused(tmp_path: Path, label: str) -> None:
    path = tmp_path / "summary.csv"
    summary.append(path, [row(1)])
    with pytest.raises(mm.InvalidValue, match="is not one line of printable text"):
        summary.append(path, [row(2), row(3, label)])
    assert rows_in(path) == texts(row(1))


def test_whatever_a_killed_writer_left_is_cut_off_by_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "summary.csv"
    written = [row(number, 'a "label", quoted') for number in range(3)]
    summary.append(path, written)
    content = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(content) if byte == ord("\n")]
    for cut in range(len(content) + 1):
        path.write_bytes(content[:cut])
        summary.append(path, [row(9)])
        whole = max(0, sum(end <= cut for end in ends) - 1)
        assert rows_in(path) == texts(*written[:whole], row(9)), f"cut at {cut}"


def test_a_torn_line_of_any_length_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "summary.csv"
    summary.append(path, [row(1)])
    with path.open("ab") as file:
        file.write(b"x" * (3 * summary.STEP + 1))
    summary.append(path, [row(2)])
    assert rows_in(path) == texts(row(1), row(2))


@pytest.mark.parametrize(
    "content",
    [
        b"name,points\nme,3\n",
        b"notes without a line break",
        HEADER[:20] + b"\n",
        HEADER.replace(b",hit_mine", b",hit_mine,more") + b"1,2\n",
        HEADER.replace(b",", b";"),
        b"\n",
        b"\x89PNG\r\n\x1a\n\0\0",
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "summary.csv"
    path.write_bytes(content)
    with pytest.raises(mm.errors.FileError, match=r"summary.csv' has other columns than a summary; move it away"):
        summary.append(path, [row(1)])
    assert path.read_bytes() == content


def test_what_a_spreadsheet_has_saved_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "summary.csv"
    summary.append(path, [row(1)])
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    summary.append(path, [row(2)])
    assert rows_in(path.read_bytes().removeprefix(b"\xef\xbb\xbf")) == texts(row(1), row(2))


def test_two_processes_write_at_once_and_every_row_is_whole_and_there_once(tmp_path: Path) -> None:
    path, names = tmp_path / "summary.csv", ("one", "two")
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITING, path, name, "200"], stdout=subprocess.DEVNULL)
        for name in names
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    rows = rows_in(path)
    assert len(rows) == 400
    for name in names:
        assert [fields[2] for fields in rows if fields[0] == name] == [f"{number}.txt" for number in range(200)]


def test_after_a_kill_every_row_is_whole_and_what_was_said_is_there(tmp_path: Path) -> None:
    path, moments = tmp_path / "summary.csv", random.Random(7)
    for number in range(4):
        command = [sys.executable, "-c", WRITING, str(path), str(number), "1000000"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"0\n"
            time.sleep(moments.uniform(0, 0.03))
            writer.send_signal(signal.SIGKILL)
            said = 1 + writer.stdout.read().count(b"\n")
        content = path.read_bytes()
        kept = rows_in(content[: content.rindex(b"\n") + 1])
        mine = [fields[2] for fields in kept if fields[0] == str(number)]
        assert mine == [f"{place}.txt" for place in range(len(mine))]
        assert said <= len(mine) <= said + 1
    summary.append(path, [row(1)])
    rows = rows_in(path)
    assert rows[-1:] == texts(row(1))
    assert len({(fields[0], fields[2]) for fields in rows}) == len(rows)


def test_a_full_disk_is_said_and_leaves_whole_rows(tmp_path: Path) -> None:
    path = tmp_path / "summary.csv"
    done = subprocess.run([sys.executable, "-c", FULL_DISK, path], capture_output=True, text=True, check=True)
    number, _, said = done.stdout.partition(" ")
    assert said == f"cannot write {str(path)!r}: File too large\n"
    assert [fields[2] for fields in rows_in(path)] == [f"{place}.txt" for place in range(int(number))]
    assert 10 < int(number) < 50
    summary.append(path, [row(1)])
    assert len(rows_in(path)) == int(number) + 1


def test_a_row_has_exactly_the_columns_that_are_promised() -> None:
    assert list(SummaryRow._fields) == COLUMNS
