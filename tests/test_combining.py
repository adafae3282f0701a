"""configurations_* → solution_*: what all placements in a file agree on, and files that are not such a list."""

from __future__ import annotations

import io
import random

import pytest

import minemind as mm
from minemind import pipeline
from minemind.pipeline import boards


def combined(content: bytes) -> pipeline.Combined:
    return pipeline.combine(io.BytesIO(content))


def test_cells_that_differ_become_a_sharp_sign() -> None:
    solution, count = combined(b"xo1\noo1\n\nxo1\nxo1\n")
    assert (solution.text, count) == (b"xo1\n#o1\n", 2)
    assert solution.mines == {(0, 0)}
    assert solution.safe == {(0, 1), (1, 1)}
    assert solution.uncertain == {(1, 0)}


@pytest.mark.parametrize(
    "content",
    [
        b"x1o.\n\n\n\no1x.\n",
        b"\n \n\nx1o.\n\no1x.\n\n\n",
        b"x1o.\r\n\r\no1x.",
        b"x1o.\n  \no1x.   \n",
        b"x1o.  \n\r\no1x.\r\n \r\n",
        b"\xef\xbb\xbfx1o.\n\no1x.",
    ],
)
@pytest.mark.parametrize("at_once", [1, 2, 3, 7, 1000])
def test_files_of_other_tools_are_read(content: bytes, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "BYTES_AT_ONCE", at_once)
    solution, count = combined(content)
    assert (solution.text.strip(), count) == (b"#1#.", 2)


def test_what_is_no_mark_stays_as_the_first_board_has_it() -> None:
    assert combined(b" x  1 H \r\n\r\n o  1 H\n").solution.text == b" #  1 H \r\n"


def test_rows_that_end_early_stay_short() -> None:
    assert combined(b"x1o\n.\n\no1x\n.\n").solution.text == b"#1#\n.\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "this file contains no board"),
        (b"\n \n", "this file contains no board"),
        (b"\nMines are\n", "line 2, column 1: 'M' is a mine"),
        (b"\n\nx1\no\xff\n", "line 4: this is not UTF-8 text"),
        (b"x1\n\no1\n\nx2\n", "line 5: 'x2' differs from 'x1' in the first board; .* may differ only in o and x"),
        (b"x1\no1\n\nx1\n", "line 4: this board has 1 line, but the first one has 2; is the file complete"),
        (b"x1\no1\n\n\nx1\no1\no1\n", "line 5: this board has 3 lines, but the first one has 2"),
        (b"x1\n\nk1\n", "line 3: 'k1' differs from"),
        (b"x1\n\n.1\n", "line 3: '.1' differs from"),
        (b"x1\n \nx1\r\n\r\n\n x1\n", "line 6: ' x1' differs from"),
        (b"x1o\n\nx1", "line 3: 'x1' differs from 'x1o' in the first board"),
    ],
)
@pytest.mark.parametrize("at_once", [1, 5, 1000])
def test_a_file_that_is_no_list_of_configurations_says_where(
    content: bytes, sentence: str, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "BYTES_AT_ONCE", at_once)
    with pytest.raises(mm.ParseError, match=sentence):
        combined(content)


def test_the_line_of_a_fault_is_found_far_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "BYTES_AT_ONCE", 1000)
    for place in (1, 2, 999, 1000):
        content = [b"x1\no."] * 1001
        content[place] = b"x1\no!"
        with pytest.raises(mm.ParseError, match=f"line {3 * place + 2}: 'o!'"):
            combined(b"\n\n".join(content))


def test_a_file_without_blank_lines_is_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MAX_BOARD_BYTES", 1000)
    monkeypatch.setattr(boards, "BYTES_AT_ONCE", 100)
    for content in (b"x1\n" * 1000, b"x" * 10_000, b"x1\n\n" + b"x1\n" * 1000, b"x1\n\n" + b"x" * 10_000):
        with pytest.raises(mm.errors.TooLarge, match="separate the boards by blank lines"):
            combined(content)


def test_damaged_files_are_combined_or_refused_and_nothing_else() -> None:
    rng = random.Random(11)
    content = b"x1o.\n!2ox\n\no1x.\n!2xo\n\n"
    for _ in range(3_000):
        damaged = bytearray(content * rng.randint(1, 3))
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.choice(b"ox.!1 \n\r\xff_#*")
        try:
            solution, count = combined(bytes(damaged))
        except mm.errors.Unreadable:
            continue
        assert count >= 1
        assert combined(solution.text.replace(b"#", b"o")).configurations == 1
