"""The command `optimal`: the exact probability of winning with perfect play."""

from __future__ import annotations

from typing import Annotated

import typer

import minemind as mm
from minemind.answers import answer
from minemind.answers.json import win_json
from minemind.cli.options import Lang, LanguageName, register
from minemind.cli.output import WrongUsage, print_json, progress_bar, say
from minemind.cli.position import Crop, Json, Overrides, PerCell, TimeLimit, Topology, read_position
from minemind.cli.setup import PresetName, Shape, SizeOptions, check_room, grid_of
from minemind.header import MAX_NUMBER
from minemind.source import Notes

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    register(app, "Ask", optimal)


def optimal(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A position, a saved game, or - for standard input.")
    ] = None,
    preset: PresetName = None,
    size: Shape = None,
    mines: Annotated[int | None, typer.Option(min=0, max=MAX_NUMBER, help="Mine count.")] = None,
    first_click: Annotated[
        mm.FirstClick | None, typer.Option(help="Guarantee for the first click.", show_default="any")
    ] = None,
    topology: Topology = None,
    max_per_cell: PerCell = None,
    crop: Crop = False,
    _time_limit: TimeLimit = None,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Exact odds of winning with perfect play, and the first move.

    Takes a position, or the size of an untouched board. With many cells left this can take minutes; set a limit
    with --time-limit.

    Example: minemind optimal --size 4x4 --mines 4 --first-click safe
    """
    count = None if mines is None else str(mines)
    board, notes = _board(file, SizeOptions(preset, size, mines), Overrides(count, None, topology, max_per_cell, crop))
    if board.mines is None:
        raise WrongUsage("the mine count is unknown; add --mines N")
    if first_click not in (None, mm.FirstClick.ANY) and board.opened.any():
        raise WrongUsage("--first-click is for an untouched board; leave it out")
    with progress_bar("searching", None):  # the amount of work is unknown
        found = answer.optimal(board, notes, first_click=first_click or mm.FirstClick.ANY)
    print_json(win_json(found)) if as_json else say(str(found.win))


def _board(file: str | None, which: SizeOptions, overrides: Overrides) -> tuple[mm.Board, Notes]:
    if file is not None:
        if which.preset or which.size:
            raise WrongUsage("give a file or a size, not both")
        return read_position(file, overrides)
    if overrides.crop:
        raise WrongUsage("--crop is for positions from a file; give one")
    if not which.is_given:
        raise WrongUsage("the board is missing; give a file, or --size ROWSxCOLS --mines N")
    size = which.wanted()
    grid = grid_of(size, overrides.topology or "square")
    board = mm.Board(grid, mines=size.mines, max_per_cell=overrides.max_per_cell or 1)
    check_room(board)
    return board, ()
