"""Layouts as other people write them: unambiguous ones are read, with notes about the assumptions."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from minemind import notation
from minemind.formats import foreign

CELLS = [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
BODY = "*...\n..*.\n....\n"
SEPARATED = "* . . .\n. . * .\n. . . .\n"


def read(text: str | bytes) -> tuple[mm.Game, list[str]]:
    game, notes = foreign.read(text.encode() if isinstance(text, str) else text, seed=0)
    return game, list(notes)


SILENT = [
    BODY,
    SEPARATED,
    "3 4 2\n" + BODY,
    "3 4 2\r\n" + BODY.replace("\n", "\r\n"),
    "\ufeff3 4 2\n" + BODY,
    "3 4 ?\n" + BODY,
    "3  4  2\n" + BODY,
    " 3   4  2 \n" + SEPARATED,
    "3\t4\t2\n" + SEPARATED.replace(" ", "\t"),
    SEPARATED.replace(" ", "\t"),
    "3 4 2\n" + SEPARATED.replace(" ", "  "),
    "3  4  2\n" + SEPARATED.replace(" ", "  "),
    "3 4\n" + BODY,
    "3  4\n" + SEPARATED,
    "3 4 2\n\n" + BODY,
    "\n\n3  4  2\n\n\n" + BODY + "\n\n",
    "3  4  2   k=2   topology=torus\n" + BODY,
]


@pytest.mark.parametrize("text", SILENT)
def test_what_can_mean_only_one_thing_is_read_without_a_word(text: str) -> None:
    game, notes = read(text)
    assert game.given is not None
    assert game.given.counts.tolist() == CELLS
    assert notes == []


SHORT = "line 2: the row has 1 of 4 cells; the rest is read as '.' (also in "
ASSUMED = [
    ("4 3 2\n" + BODY, ["line 1: the header gives columns before rows; read as 3 rows and 4 columns"]),
    ("4  3\n" + BODY, ["line 1: the header gives columns before rows; read as 3 rows and 4 columns"]),
    ("3 4 7\n" + BODY, ["line 1: the header says 7 mines, but the layout has 2; using 2"]),
    ("8 8 2\n" + BODY, ["line 1: the header says 8×8, but the layout is 3×4; using 3×4"]),
    ("\n2 3 4\n" + BODY, ["line 2: the header says 2×3, but the layout is 3×4; using 3×4"]),
    ("4 4 2\n" + SEPARATED, ["line 1: the header says 4×4, but the layout is 3×4; using 3×4"]),
    ("0 0 2\n\n" + BODY, ["line 1: the header says 0×0, but the layout is 3×4; using 3×4"]),
    ("3 4 2\n*\n..*\n....\n", [SHORT + "1 more line)"]),
    ("3  4  2\n" + BODY.replace(".", " "), [SHORT + "2 more lines)"]),
]


@pytest.mark.parametrize(("text", "notes"), ASSUMED)
def test_what_had_to_be_assumed_is_said(text: str, notes: list[str]) -> None:
    game, said = read(text)
    assert game.given is not None
    assert game.given.counts.tolist() == CELLS
    assert said[: len(notes)] == notes
    assert all("the header says" in more for more in said[len(notes) :])


def test_options_of_a_mended_header_are_kept() -> None:
    game, _ = read("9 9 4 k=2 topology=hex\n*2 . .\n. . *2\n")
    assert game.given == mm.Layout.parse("2 3 4 k=2 topology=hex\n*2 . .\n. . *2\n")


def test_places_in_the_file_stay_what_they_were() -> None:
    with pytest.raises(mm.ParseError, match="line 5, column 2: 'Z'"):
        read("3  4  2\n\n*...\n..*.\n.Z..\n")


@pytest.mark.parametrize(
    "text", ["9 9 10\n" + "." * 9 + "\n" * 1 + ("." * 9 + "\n") * 8, "9  9  10\n" + ". . . . . . . . .\n" * 9]
)
def test_mines_in_the_header_over_a_body_without_any_are_dealt(text: str) -> None:
    game, notes = read(text)
    assert (game.given, game.mines, game.seed, game.grid.shape) == (None, 10, 0, (9, 9))
    assert notes == []


@pytest.mark.parametrize(
    ("text", "mines", "free"), [("...\n...\n", 0, 6), ("2 3 0\n...\n...\n", 0, 6), ("**\n**", 4, 0)]
)
def test_no_mine_and_nothing_but_mines_are_layouts(text: str, mines: int, free: int) -> None:
    game, _ = read(text)
    assert game.given is not None
    assert (game.mines, game.given.free) == (mines, free)
    assert (game.state is mm.State.WON) == (free == 0)


UNREADABLE = [
    ("9 9 10\n", "line 1: there is nothing below the header; is the file complete?"),
    ("\n9  9  10\n\n", "line 2: there is nothing below the header"),
    ("8 8 2\n*...\n..*\n....\n", "the header says 8×8"),  # ragged, so the width is unknown
    ("8 8 10\n....\n....\n", "the header says 8×8"),  # how many cells share the ten mines?
    ("3 9 2\n* ..\n  *.\n", "the header says 3×9"),  # are these free cells, or separators?
    ("1 3 1\n* . *\n. . .\n", "line 1, column 3: shows 3, but 2 mines"),  # a row of numbers, one of which is wrong
    ("", "the text is empty"),
    ("\n \n", "the text is empty"),
    (b"\xff\xfe*\x00.\x00", "this is not UTF-8 text"),
    ("Dear reader,\nboards are below.\n", "'D' is not a valid cell of a layout"),
    ("3 4 2\n.1..\n....\n....\n", "this is a position, not a layout: it does not show the mines; use minemind analyse"),
    ("..?\n...\n", "this is a position"),
    ("2 2 4\n..\n..\n", "the mine count is 4; this grid holds 0 to 3"),
]


@pytest.mark.parametrize(("text", "complaint"), UNREADABLE)
def test_what_may_mean_several_things_is_refused(text: str | bytes, complaint: str) -> None:
    with pytest.raises(mm.MineMindError) as caught:
        read(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("text", ["1 1 1\n1 * 1\n1 1 1\n", "2 2\n* *\n. .\n", "1 1\n* .\n", "1*1\n111\n"])
def test_a_first_row_of_right_numbers_is_no_header(text: str) -> None:
    game, notes = read(text)
    assert game.given == mm.Layout.parse(text)
    assert game.grid.rows == len(text.splitlines())
    assert notes == []


def test_what_the_grammar_reads_means_what_it_says() -> None:
    for seed in range(200):
        layout = mm.Layout.deal(mm.Grid(2 + seed % 4, 2 + seed % 3), seed % 4, seed=seed)
        text = "\n".join("".join(row) for row in np.where(layout.counts, "*", layout.numbers.astype(str)).tolist())
        assert read(text)[0].given == layout
        assert read(f"{layout.grid.rows} {layout.grid.cols} {layout.mines}\n{text}")[0].given == layout


@given(
    st.binary(max_size=60)
    | st.text("*M.012389 _?\t\n\r=k", max_size=60).map(str.encode)
    | st.builds(
        lambda header, body: f"{' '.join(map(str, header))}\n{body}".encode(),
        st.lists(st.integers(0, 4), min_size=2, max_size=4),
        st.text("*. \n\t", max_size=20),
    )
)
def test_whatever_is_in_a_file_is_a_game_or_an_error_of_ours(text: bytes) -> None:
    try:
        game, _ = foreign.read(text, seed=0)
    except mm.MineMindError:
        return
    assert game.given is not None or game.seed == 0
    with suppress(mm.ParseError):  # texts of our grammar are read by our grammar
        assert game.given == mm.Game.of_source(notation.read(text), seed=0)[0].given


# Layouts of a library: columns before rows, spaces between cells, and some rows that end early


def library(seed: int, short: tuple[int, ...]) -> tuple[mm.Layout, list[str]]:
    """A layout without mines where rows end early, and its rows as the library writes them."""
    dealt = mm.Layout.deal(mm.Grid(16, 30), 99, seed=seed)
    counts = dealt.counts.copy()
    counts[list(short), -1] = 0
    layout = mm.Layout(dealt.grid, counts)
    return layout, [" ".join(row[: 29 if place in short else 30]) for place, row in enumerate(layout.tokens())]


@pytest.mark.parametrize("short", [(), (0,), (15,), (3, 9), (0, 1, 2, 7, 8, 15)])
def test_layouts_of_a_library_are_read_whatever_their_header(short: tuple[int, ...]) -> None:
    layout, rows = library(len(short), short)
    body = "\n".join(rows) + "\n"
    for header in (f"30 16 {layout.mines}\n", f"16 30 {layout.mines}\n", f"30\t16\t{layout.mines}\n", ""):
        for text in (header + body, header + body.replace(" ", "\t"), (header + body).replace("\n", "\r\n")):
            game, notes = read(text)
            assert game.given == layout
            assert sum("columns before rows" in note for note in notes) == header.startswith("30")
            assert sum("the row has 29 of 30 cells" in note for note in notes) == bool(short)


def test_cells_of_a_library_that_stick_together_are_named() -> None:
    _, rows = library(1, (2,))
    for place in (2, 5):
        wrong = [*rows]
        wrong[place] = wrong[place].replace(" ", "", 1)
        for header in ("30 16 99\n", ""):
            line = place + 1 + bool(header)
            with pytest.raises(
                mm.ParseError, match=rf"^line {line}, column 1: .* is 2 cells without spaces between them"
            ):
                read(header + "\n".join(wrong))
