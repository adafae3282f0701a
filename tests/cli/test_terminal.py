"""A board on a terminal."""

from __future__ import annotations

import io

from rich.console import Console

from minemind import Board, Layout
from minemind.cli.terminal import draw


def shown(board: Board | Layout, *, colour: bool = False) -> str:
    console = Console(file=io.StringIO(), force_terminal=colour, color_system="256" if colour else None, width=200)
    console.print(draw(board))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_coordinates_stand_around_the_board() -> None:
    lines = shown(Board.parse("0123456789.!\n" + "." * 12)).splitlines()
    assert lines == [
        "                      1 1",
        "  0 1 2 3 4 5 6 7 8 9 0 1",
        "0   1 2 3 4 5 6 7 8 9 . !",
        "1 . . . . . . . . . . . .",
    ]


def test_long_tokens_widen_every_column() -> None:
    assert shown(Board.parse("1 3 ? k=2\n!2 10 .")) == "   0  1  2\n0 !2 10  .\n"


def test_odd_rows_of_hexagons_are_shifted() -> None:
    assert shown(Board.parse("2 2 ? topology=hex\n..\n..")) == "  0 1\n0 . .\n1  . .\n"


def test_holes_and_mines_can_be_told_from_free_cells() -> None:
    assert shown(Board.parse("0_.")) == "  0 1 2\n0   _ .\n"
    assert shown(Layout.parse("1 3 3 k=2\n*2 * .")) == "   0  1  2\n0 *2  *  .\n"


def test_every_number_has_a_style_of_its_own() -> None:
    board = Board.parse("12345678")
    styles = [span.style for span in draw(board).spans if "bold" in str(span.style)]
    assert len(set(styles)) == 8


def test_colours_only_where_there_are_any() -> None:
    board = Board.parse("1.!_")
    assert "\x1b[" not in shown(board)
    assert "\x1b[" in shown(board, colour=True)
