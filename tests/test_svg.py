"""Pictures: well-formed, complete, legible on any page, and made only of what every renderer knows."""

from __future__ import annotations

import re
import struct
import sys
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given

import minemind as mm
from minemind import Board, Game, Grid, Layout, png, svg
from tests import examples

SVG = "{http://www.w3.org/2000/svg}"
TEXT = "6 9 8\n0001.....\n0001112..\n0000002..\n0000112..\n11013....\n.101.....\n"

# What we use of the static profile of SVG 1.1; and the colours, in six digits.
KNOWN = {
    "svg": {"width", "height", "viewBox", "role", "aria-label", "font-family", "font-weight", "text-anchor"},
    "g": {"fill", "font-size", "font-weight"},
    "polygon": {"points", "fill", "stroke"},
    "circle": {"cx", "cy", "r", "fill"},
    "text": {"x", "y", "fill", "font-size"},
}
COLOUR = re.compile(r"#[0-9a-f]{6}|none")


def drawn(thing: svg.Picture | Game) -> ElementTree.Element:
    return ElementTree.fromstring(thing.svg())


def cells_of(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [shape for shape in root.iter(f"{SVG}polygon") if shape.get("stroke") != "none"]


def written(root: ElementTree.Element) -> list[str | None]:
    """The text in cells, without that of the labels."""
    return [text.text for text in root.findall(f"{SVG}text")]


@given(examples.boards())
def test_every_cell_is_drawn_on_a_background_of_its_own_inside_the_picture(board: Board) -> None:
    root = drawn(board)
    cells = cells_of(root)
    assert len(cells) == board.grid.size
    assert {len(shape.attrib["points"].split()) for shape in cells} == {6 if board.grid.topology == "hex" else 4}
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    corners = [corner.split(",") for shape in cells for corner in shape.attrib["points"].split()]
    assert all(0 <= float(x) <= width and 0 <= float(y) <= height for x, y in corners)


@given(examples.boards())
def test_rows_and_columns_are_labelled(board: Board) -> None:
    labels = [text.text for text in drawn(board).iterfind(f"{SVG}g/{SVG}text")]
    assert labels == [*map(str, range(board.grid.cols)), *map(str, range(board.grid.rows))]


@pytest.mark.parametrize(
    "thing",
    [Board.parse(TEXT), mm.analyse(TEXT), Layout.parse("*.*"), Board.parse("1 5 ? topology=hex k=2\n0 1 12 !2 .")],
)
def test_nothing_is_used_that_some_renderer_does_not_know(thing: svg.Picture) -> None:
    for element in drawn(thing).iter():
        tag = element.tag.removeprefix(SVG)
        assert set(element.attrib) <= KNOWN[tag], tag
        assert all(COLOUR.fullmatch(element.attrib[name]) for name in ("fill", "stroke") if name in element.attrib)


def test_numbers_flags_and_mines_are_drawn() -> None:
    root = drawn(Board.parse("1 5 ? k=2\n0 1 12 !2 ."))
    assert written(root) == ["1", "12", "2"]
    assert sum(shape.get("stroke") == "none" for shape in root.iter(f"{SVG}polygon")) == 1
    assert len(list(drawn(Layout.parse("*.*")).iter(f"{SVG}circle"))) == 2


def test_ones_are_blue_and_twos_are_green() -> None:
    colours = [text.attrib["fill"] for text in drawn(Board.parse("12...")).findall(f"{SVG}text")]
    assert colours == ["#0000fd", "#017e00"]


def test_an_analysis_shows_percentages_and_only_what_is_certain_as_0_or_100() -> None:
    analysis = mm.analyse(TEXT)
    assert written(drawn(analysis))[:4] == ["1", "100", "0", "0"]
    # One mine under two thousand cells: far below a percent, and not certain.
    rare = mm.analyse(Board(Grid(40, 50), mines=1))
    assert set(written(drawn(rare))) == {"1"}
    assert "0%" not in str(rare).split()
    assert " 100%" in str(analysis)


def test_a_cell_of_unknown_risk_is_drawn_hidden() -> None:
    analysis = mm.analyse("1...")
    assert written(drawn(analysis)) == ["1", "100"]
    assert [cell.attrib["fill"] for cell in cells_of(drawn(analysis))][2:] == [svg.HIDDEN[0]] * 2


@pytest.mark.parametrize("thing", [Game(3, 3, 1), Game(grid=Grid(3, 3, "hex"), mines=1)])
def test_a_game_draws_its_board(thing: Game) -> None:
    assert thing.svg() == thing._repr_svg_() == thing.board._repr_svg_() == thing.board.svg()


def test_a_board_that_would_choke_a_notebook_is_drawn_only_if_that_is_asked_for() -> None:
    assert Board(Grid(1, svg.MAX_CELLS_IN_A_NOTEBOOK))._repr_svg_() is not None
    large = Board(Grid(1, svg.MAX_CELLS_IN_A_NOTEBOOK + 1))
    assert large._repr_svg_() is None
    assert len(cells_of(drawn(large))) == large.grid.size
    with pytest.raises(mm.errors.TooLarge, match="too many for a picture; the limit is 250,000"):
        Board(Grid(501, 500)).svg()


def test_a_picture_is_saved_as_its_ending_says(tmp_path: Path) -> None:
    board = Board.parse(TEXT)
    for thing in (board, mm.analyse(board), Layout.parse("*.")):
        thing.save(tmp_path / "picture.svg")
        assert (tmp_path / "picture.svg").read_text() == thing.svg()
        thing.save(str(tmp_path / "picture.PNG"))
        content = (tmp_path / "picture.PNG").read_bytes()
        root = drawn(thing)
        size = [round(png.ZOOM * float(root.attrib[side])) for side in ("width", "height")]
        assert content.startswith(b"\x89PNG")
        assert max(abs(a - b) for a, b in zip(struct.unpack(">II", content[16:24]), size, strict=True)) <= 1
    board.save(tmp_path / "board.txt")
    assert Board.load(tmp_path / "board.txt") == board
    with pytest.raises(mm.InvalidValue, match=r"'heat.gif' has an unknown file type; use \.svg"):
        board.save("heat.gif")


def test_a_wide_picture_is_saved_in_fewer_pixels(tmp_path: Path) -> None:
    Board(Grid(1, 1000)).save(tmp_path / "wide.png")
    width, _ = struct.unpack(">II", (tmp_path / "wide.png").read_bytes()[16:24])
    assert width <= png.MAX_SIDE


def test_without_the_extra_or_a_font_a_png_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.parse("1.")
    monkeypatch.setattr(png, "_has_font", lambda family: False)
    with pytest.raises(mm.errors.MissingExtra, match="needs a font, and none is installed"):
        board.save(tmp_path / "board.png")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(
        mm.errors.MissingExtra, match=r'pip install "minemind-engine\[png\]"; saving an SVG needs nothing'
    ):
        board.save(tmp_path / "board.png")
    assert not (tmp_path / "board.png").exists()


def test_without_any_font_text_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    assert png._has_font(svg.FAMILY)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, skip_system_fonts=True))
    assert not png._has_font.__wrapped__(svg.FAMILY)
