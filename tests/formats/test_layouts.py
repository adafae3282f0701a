"""Layouts and positions of other programs, read and written in their formats."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from minemind import filetypes
from minemind.formats.tatham import masked, unmasked

# Mines at (0, 1), (2, 0) and (2, 3), row first.
LAYOUT = mm.Layout.parse(".*..\n....\n*..*")
MBF = bytes([4, 3, 0, 3, 0, 2, 1, 0, 3, 2])
MGB = '{"x_size": 4, "y_size": 3, "mine_coords": [[0, 2], [1, 0], [3, 2]], "per_cell": 1}\n'
PTTA = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=43&m=828\n"  # 01000 00010 01(000)
MINE = "4x3x3\nHMHH\nHHHH\nMHHM\n"


def read(content: bytes | str) -> object:
    return filetypes.read(content.encode() if isinstance(content, str) else content).value


def notes_of(content: bytes | str) -> tuple[str, ...]:
    return filetypes.read(content.encode() if isinstance(content, str) else content).notes


def written(value: object, name: str) -> bytes:
    return filetypes.written(value, filetypes.FORMATS[name])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mbf", MBF),
        ("mbf-hex", MBF.hex(" ").encode() + b"\n"),
        ("mgb", MGB.encode()),
        ("ptta", PTTA.encode()),
        ("mine", MINE.encode()),
        ("text", b"3 4 3\n.*..\n....\n*..*\n"),
    ],
)
def test_a_layout_is_written_and_read_byte_by_byte(name: str, content: bytes) -> None:
    assert written(LAYOUT, name) == content
    assert filetypes.format_of(content).name == name
    assert filetypes.read(content) == (LAYOUT, ())


SMALL = st.builds(
    lambda rows, cols, seed, share: mm.Layout.deal(mm.Grid(rows, cols), int(share * (rows * cols - 1)), seed=seed),
    st.integers(1, 20),
    st.integers(1, 20),
    st.integers(0, 2**32),
    st.floats(0, 1),
)


@pytest.mark.parametrize("name", ["mbf", "mgb", "ptta", "tatham", "text", "game"])
@given(layout=SMALL)
def test_a_layout_comes_back_as_it_was_written(name: str, layout: mm.Layout) -> None:
    content = written(layout, name)
    assert filetypes.format_of(content).name == name
    value = read(content)
    if name == "text" and not layout.mines:  # nothing in the text shows that it is a layout
        assert isinstance(value, mm.Board)
        return
    assert (value.given if isinstance(value, mm.Game) else value) == layout


@given(layout=SMALL.filter(lambda layout: layout.mines > 0))
def test_a_layout_with_a_mine_comes_back_as_text_and_for_jsminesweeper(layout: mm.Layout) -> None:
    for name in ("mbf-hex", "mine"):
        assert read(written(layout, name)) == layout


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.data())
def test_several_mines_in_a_cell_come_back_from_minegauler(
    rows: int, cols: int, most: int, data: st.DataObject
) -> None:
    counts = data.draw(st.lists(st.integers(0, most), min_size=rows * cols, max_size=rows * cols))
    layout = mm.Layout(mm.Grid(rows, cols), np.reshape(counts, (rows, cols)), max_per_cell=most)
    assert read(written(layout, "mgb")) == layout


@st.composite
def positions(draw: st.DrawFn) -> mm.Board:
    rows, cols = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    faces = draw(st.lists(st.sampled_from([*range(9), -1, -1, -2]), min_size=rows * cols, max_size=rows * cols))
    return mm.Board(mm.Grid(rows, cols), np.reshape(faces, (rows, cols)), mines=draw(st.integers(0, 999)))


@pytest.mark.parametrize("name", ["mine", "mine-link", "text"])
@given(board=positions())
def test_a_position_comes_back_as_it_was_written(name: str, board: mm.Board) -> None:
    content = written(board, name)
    assert read(content) == board
    # A single row of numbers could also be another board; every other text shows its format.
    assert filetypes.format_of(content).name == name


# ---- each format


def test_the_hashes_that_mask_a_bitmap_are_those_of_the_puzzles() -> None:
    """With the test vectors in the comments of mines.c: 28 bits, and fifty bytes of zeros."""
    assert masked(bytes.fromhex("12345670"), 28).hex() == "07fa6500"
    assert unmasked(bytes.fromhex("07fa6500"), 28).hex() == "12345670"
    zeros = "b202c07b990c01f6ff2d544707f60e506019b671fcb1d8b5a210b0af913db85d37ca27f52a9f78bba3a80030db3d01d8df78"
    assert masked(bytes(50), 400).hex() == zeros
    assert unmasked(bytes.fromhex(zeros), 400) == bytes(50)


@pytest.mark.parametrize(
    "text",
    [
        "4x3:u409",
        "4x3:409",
        "4x3n3:2,0,u409",
        "4x3n3a:2,0,u409\n",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html#4x3:u409",
    ],
)
def test_a_game_id_is_read_with_and_without_what_is_optional(text: str) -> None:
    assert read(text) == LAYOUT


def test_the_first_click_of_a_game_id_is_said() -> None:
    assert notes_of("4x3:2,0,u409") == ("the game starts with a click at (0, 2), which is not part of the layout",)
    assert written(LAYOUT, "tatham").startswith(b"4x3:3,0,m")  # the first cell that shows no number


def test_a_square_game_id_may_give_one_size() -> None:
    assert read("2:u8") == mm.Layout.parse("*.\n..")


def test_links_of_llamasweeper_and_queries_alone_are_read() -> None:
    for text in ("https://llamasweeper.com/#/game/board-editor?b=43&m=828", "b=43&m=828", "?m=828&b=43"):
        assert read(text) == LAYOUT
    assert notes_of("https://llamasweeper.com/#/game/zini-explorer?b=43&m=828&c=AAAA") == (
        "the clicks in the link are left out",
    )
    assert read("b=1") == mm.Layout(mm.Grid(9, 9), np.zeros((9, 9), dtype=int))
    expert = mm.Layout.deal(mm.Grid(16, 30), 99, seed=1)
    link = written(expert, "ptta").decode()
    assert "?b=3&m=" in link
    assert read(link.replace("b=3", "b=3016")) == expert


def test_the_size_in_a_link_has_as_many_digits_for_rows_as_for_columns() -> None:
    tall = mm.Layout.deal(mm.Grid(100, 9), 5, seed=1)
    assert b"?b=009100&" in written(tall, "ptta")
    assert read(written(tall, "ptta")) == tall


def test_boards_of_old_versions_of_minegauler_have_rows_first() -> None:
    old = {"diff": "c", "per_cell": 1, "coords": [[2, 3], [0, 1], [2, 0]], "mines": 3, "dims": [3, 4]}
    assert read(json.dumps(old)) == LAYOUT
    del old["per_cell"]
    assert read(json.dumps(old)) == LAYOUT


def test_a_coordinate_twice_is_two_mines() -> None:
    twice = {"x_size": 2, "y_size": 1, "mine_coords": [[1, 0], [1, 0]], "per_cell": 3}
    assert read(json.dumps(twice)) == mm.Layout.parse("1 2 2 k=3\n. *2")
    twice["per_cell"] = 1
    assert read(json.dumps(twice)) == mm.Layout.parse("1 2 2 k=2\n. *2")
    assert notes_of(json.dumps(twice)) == ("a cell holds 2 mines, but per_cell is 1; using 2",)


def test_bytes_behind_the_last_mine_are_left_out_with_a_note() -> None:
    found = filetypes.read(MBF + b"\0\1\2")
    assert found == (LAYOUT, ("3 bytes after the last mine left out",))
    assert filetypes.format_of(MBF + b"\0\1\2").name == "abf"


DAMAGED = [
    ("9x9n10#1234567", "holds only the seed of a game"),
    ("9x9:r10,u,0123456789abcdef", "holds only the seed of a game"),
    ("4x3:u40", "3×4 cells need 3 digits, not 2"),
    ("4x3:9,0,u409", "the first click is off the board"),
    ("4x3:uxyz", "not a first click and a bitmap"),
    ("0x3:u", "need 0 digits"),
    ("b=431&m=828", "'431' is not a size"),
    ("b=0403&m=82", "3×4 cells need 3 characters, not 2"),
    ("b=43&m=82w", "'w' is not a digit of base 32"),
    ('{"type": "split_cell", "x_size": 2, "y_size": 2, "mine_coords": [], "per_cell": 1}', "which is another game"),
    ('{"x_size": 2, "y_size": 2, "mine_coords": [[2, 0]]}', "[2, 0] is not a cell of the board"),
    ('{"x_size": 2, "y_size": 2, "mine_coords": [[0.5, 0]]}', "is not a cell of the board"),
    ('{"x_size": 0, "y_size": 2, "mine_coords": []}', "x_size is 0"),
    ('{"x_size": 99999, "y_size": 99999, "mine_coords": []}', "more than the limit of 4,000,000"),
    ('{"x_size": 2, "y_size": 2, "mine_coords": {}}', "the mines are not a list"),
    ('{"dims": [2], "coords": []}', "dims is not a size"),
    ("999999x999999:u0", "more than the limit"),
    ("b=999999999999&m=0", "more than the limit"),
]


@pytest.mark.parametrize(("text", "complaint"), DAMAGED)
def test_what_is_damaged_is_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(mm.MineMindError) as caught:
        read(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("content", "seems"),
    [
        (b"", "is empty"),
        (b" \r\n\n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
        (b"PK\3\4\x14\0\0\0", "a zip archive"),
        (b"\x1f\x8b\x08\0\0\0", "a gzip archive"),
        (b"%PDF-1.7\n1 0 obj\n", "a PDF document"),
        (b"{\\rtf1\\ansi .1.}", "an RTF document"),
        (b"<!DOCTYPE html><html><body>1</body></html>", "a web page"),
        (b'\n<?xml version="1.0"?><Board/>', "XML"),
        (b"[1, 2, 3]", "JSON of another program"),
        (b'{"rows": 3}', "this JSON was not written by MineMind"),
        (b'{"minemind": 2, "kind": "game"', "is incomplete"),
        (b'{"minemind": 2, "kind": "run"}', "another file written by MineMind"),
        ("9 9 10\n...".encode("utf-16"), "UTF-16"),
        ("9 9 10\n...".encode("utf-16-le"), "UTF-16"),
        ("9 9 10\n...".encode("utf-32"), "UTF-32"),
        ("größe".encode("latin-1"), "is not UTF-8 text"),
        (b"\x7fELF\2\1\1", "a program"),
        (b"MZ\x90\0\3\0", "a program"),
        (MBF[:-1], "a board file (.mbf) that was cut off or damaged"),
        (MBF[:6], "a board file (.mbf) that was cut off or damaged"),
        (bytes(4096), "is neither text nor a format MineMind knows"),
        (bytes(range(256)), "is neither text"),
        (b"Dear reader, this letter has nothing to do with mines.\n" * 3, "text of another kind"),
        (b"hello", "text of another kind"),
        (b"import os\nprint(1)\n", "text of another kind"),
        (b"name,score\nbob,12\n", "text of another kind"),
        (b'[tool]\nname = "x"\n', "text of another kind"),
    ],
)
def test_a_file_that_holds_no_board_is_called_what_it_seems_to_be(content: bytes, seems: str) -> None:
    with pytest.raises(mm.errors.Unreadable) as caught:
        filetypes.read(content)
    assert seems in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["..a\n1..\n", "2 3 1 topology=torus\n...\n1..", "a1\n..", '"1","."\n".","."\n'])
def test_slips_headers_and_quotes_make_a_board_no_text_of_another_kind(text: str) -> None:
    assert filetypes.format_of(text.encode()).name == "text"


@pytest.mark.parametrize("name", ["mbf", "mgb", "tatham", "ptta"])
@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (mm.Board.parse("1 2 1\n1."), "a position does not show the mines"),
        (mm.Layout.parse("1 2 1 topology=hex\n*."), "holds only square boards without holes"),
        (mm.Layout.parse("*_."), "holds only square boards without holes"),
        (mm.Game(3, 3, 1, seed=1), "the mines are not dealt before the first click"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(name: str, value: object, complaint: str) -> None:
    with pytest.raises(mm.InvalidValue, match=complaint):
        written(value, name)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("mbf", mm.Layout(mm.Grid(1, 256), np.zeros((1, 256), dtype=int)), "at most 255×255 cells"),
        ("mbf", mm.Layout.parse("1 2 2 k=2\n*2 ."), "at most 1 mine per cell"),
        (
            "mbf-hex",
            mm.Layout(mm.Grid(3, 3), np.zeros((3, 3), dtype=int)),
            "needs a mine, or it would be read as a row",
        ),
        ("mine", mm.Board.parse("1 2 ?\n1."), "needs a mine count"),
        ("mine", mm.Board.parse("1 2 1 topology=torus\n1."), "holds only square boards"),
        ("mine-link", mm.Layout.parse("*."), "cannot be written as a position"),
        ("abf", mm.Layout.parse("*."), "is only read"),
        ("record", mm.Layout.parse("*."), "^a layout cannot be written as a record; use --to game$"),
    ],
)
def test_the_limits_of_a_format_are_said(name: str, value: object, complaint: str) -> None:
    with pytest.raises(mm.InvalidValue, match=complaint):
        written(value, name)


# ---- load and save


def test_load_gives_whatever_is_in_a_file(tmp_path: Path) -> None:
    game = mm.Game("beginner", seed=7)
    game.open(4, 4)
    values: list[object] = [
        game.board,
        LAYOUT,
        mm.play((3, 3, 1), seed=1),
        mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)),
    ]
    for value in values:
        mm.save(value, tmp_path / "file")  # type: ignore[arg-type]
        assert mm.load(tmp_path / "file") == value
        assert mm.load(tmp_path / "file", type(value)) == value
        with pytest.raises(mm.errors.UnknownFormat, match="file' holds a"):
            mm.load(tmp_path / "file", mm.Game)
    mm.save(game, tmp_path / "file")
    assert mm.load(tmp_path / "file", mm.Game).board == game.board


@pytest.mark.parametrize(
    ("name", "starts"),
    [
        ("a.mbf", b"\x09\x09\0\n"),
        ("a.ABF", b"\x09\x09\0\n"),
        ("a.mgb", b'{"x_size": 9'),
        ("a.mine", b"9x9x10\n"),
        ("a.json", b'{"minemind"'),
        ("a.txt", b'{"minemind"'),
        ("a", b'{"minemind"'),
    ],
)
def test_the_ending_of_another_program_chooses_its_format(tmp_path: Path, name: str, starts: bytes) -> None:
    game = mm.Game("beginner", seed=7)
    game.open(4, 4)
    mm.save(game, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(starts)


def test_save_takes_the_name_of_a_format(tmp_path: Path) -> None:
    mm.save(LAYOUT, tmp_path / "id.txt", format="tatham")
    with pytest.warns(mm.Assumption, match="starts with a click"):
        assert mm.load(tmp_path / "id.txt", mm.Layout) == LAYOUT
    with pytest.raises(mm.InvalidValue, match="'tiff' is not a format; choose from game, record"):
        mm.save(LAYOUT, tmp_path / "id.txt", format="tiff")


@pytest.mark.parametrize(
    "piece", [b"1x1:#", b"b=1&", b"?b=", b"board=1x1x1&", b"1x1x1\n", b"00 ", b"\xe2\xac\x9c ", b",", b"{", b"- "]
)
def test_long_files_that_nearly_fit_take_no_longer_than_others(piece: bytes) -> None:
    content = piece * (100_000 // len(piece)) + b" x"
    started = time.process_time()
    with suppress(mm.MineMindError):
        filetypes.read(content)
    spent = time.process_time() - started
    assert spent < 60 * plain_seconds(), spent  # a regular expression that backtracks would take hours


def plain_seconds() -> float:
    """The CPU time to read a board with as many cells as the file has characters."""
    started = time.process_time()
    filetypes.read(b"\n".join([b"." * 630] * 630))
    return time.process_time() - started


def test_several_boards_in_a_text_are_not_one() -> None:
    with pytest.raises(mm.ParseError, match="the text has 2 boards; give one at a time"):
        read("1.\n1.\n\n1.\n1.\n")


def test_the_documentation_lists_every_format() -> None:
    table = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| `")]
    assert [row[0].strip("|` ") for row in rows] == list(filetypes.FORMATS)
    for row, each in zip(rows, filetypes.FORMATS.values(), strict=True):
        assert (row[3] == "yes") == (each.write is not None), each.name
        assert all(f"`{ending}`" in row[4] for ending in each.endings), each.name
        assert all(kind.value in row[2] for kind in each.holds), each.name
