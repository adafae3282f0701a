"""Pictures: well-formed, complete, and legible on any page."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given

from minemind import Board, Game, Grid, Layout
from minemind.svg import MAX_CELLS_DRAWN
from tests import examples

SVG = "{http://www.w3.org/2000/svg}"


def drawn(thing: Board | Layout | Game) -> ElementTree.Element:
    picture = thing._repr_svg_()
    assert picture is not None
    return ElementTree.fromstring(picture)


@given(examples.boards())
def test_every_cell_is_drawn_on_a_background_of_its_own_inside_the_picture(board: Board) -> None:
    root = drawn(board)
    cells = [shape for shape in root.iter(f"{SVG}polygon") if shape.get("class") in ("h", "o")]
    assert len(cells) == board.grid.size
    assert {len(shape.attrib["points"].split()) for shape in cells} == {6 if board.grid.topology == "hex" else 4}
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    corners = [corner.split(",") for shape in cells for corner in shape.attrib["points"].split()]
    assert all(0 <= float(x) <= width and 0 <= float(y) <= height for x, y in corners)


def test_numbers_flags_and_mines_are_drawn() -> None:
    root = drawn(Board.parse("1 5 ? k=2\n0 1 12 !2 ."))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["1", "12", "2"]
    assert sum(shape.get("class") == "f" for shape in root.iter(f"{SVG}polygon")) == 1
    assert len(list(drawn(Layout.parse("*.*")).iter(f"{SVG}circle"))) == 2


def test_ones_are_blue_and_twos_are_green() -> None:
    colours = [text.attrib["fill"] for text in drawn(Board.parse("12...")).iter(f"{SVG}text")]
    assert colours == ["#0000fd", "#017e00"]


@pytest.mark.parametrize("thing", [Game(3, 3, 1), Game(grid=Grid(3, 3, "hex"), mines=1)])
def test_a_game_draws_its_board(thing: Game) -> None:
    assert thing._repr_svg_() == thing.board._repr_svg_()


def test_a_board_that_would_choke_a_notebook_is_not_drawn() -> None:
    assert Board(Grid(1, MAX_CELLS_DRAWN))._repr_svg_() is not None
    assert Board(Grid(1, MAX_CELLS_DRAWN + 1))._repr_svg_() is None
