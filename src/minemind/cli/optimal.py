"""The command `optimal`: the exact chance to win by perfect play."""

from __future__ import annotations

from typing import Annotated

import typer

import minemind as mm
from minemind.answers import answer
from minemind.answers.json import win_json
from minemind.cli.output import WrongUsage, print_json
from minemind.cli.position import Crop, Json, Overrides, PerCell, TimeLimit, Topology, mine_count, read_position
from minemind.notation import Notes

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(rich_help_panel="Ask")(optimal)


def optimal(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="A position, a saved game, or -.")] = None,
    rows: Annotated[int | None, typer.Option(help="Rows of an empty board instead.", min=1, show_default=False)] = None,
    cols: Annotated[int | None, typer.Option(help="… its columns.", min=1, show_default=False)] = None,
    mines: Annotated[str | None, typer.Option(metavar="N", help="… and its mines.", show_default=False)] = None,
    first_click: Annotated[
        mm.FirstClick | None, typer.Option(help="What the first cell is promised.", show_default="any")
    ] = None,
    topology: Topology = None,
    max_per_cell: PerCell = None,
    crop: Crop = False,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """The exact chance to win by perfect play, and how to begin.

    Example: minemind optimal --rows 4 --cols 4 --mines 4 --first-click safe
    """
    board, notes = _board(file, rows, cols, Overrides(mines, None, topology, max_per_cell, crop))
    if first_click not in (None, mm.FirstClick.ANY) and board.opened.any():
        raise WrongUsage("cells are open already: --first-click is for a board with nothing open; leave it out")
    found = answer.optimal(board, notes, first_click=first_click or mm.FirstClick.ANY, time_limit=time_limit)
    print_json(win_json(found)) if as_json else print(found.win)


def _board(file: str | None, rows: int | None, cols: int | None, overrides: Overrides) -> tuple[mm.Board, Notes]:
    if file is not None:
        if rows is not None or cols is not None:
            raise WrongUsage("both a file and a size are given; give one of them")
        return read_position(file, overrides)
    if overrides.crop:
        raise WrongUsage("--crop says how to read a file; give one")
    if rows is None or cols is None or overrides.mines is None:
        raise WrongUsage("no board is given; give a file, or --rows, --cols and --mines")
    grid = mm.Grid(rows, cols, overrides.topology or "square")
    return mm.Board(grid, mines=mine_count(overrides.mines), max_per_cell=overrides.max_per_cell or 1), ()
