"""Commands that make files and show them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

import minemind as mm
from minemind.cli.options import with_option_sets
from minemind.cli.output import WrongUsage, complain, console, show
from minemind.cli.position import mine_count, read_text
from minemind.cli.setup import DealOptions, MostPerCell, Topology, grid_of
from minemind.files import write_file
from minemind.formats.reading import blocks

__all__ = ["Force", "add_to", "cell_of"]

# Boards of a configuration file that are shown unless more are asked for.
BOARDS_SHOWN = 10


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    for command in (generate, template, view):
        app.command(rich_help_panel="Files")(with_option_sets(command))


Output = Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to; else standard output.")]
Force = Annotated[bool, typer.Option("--force", help="Replace what exists.")]


def generate(
    *,
    size: Annotated[list[int] | None, typer.Argument(metavar="ROWS COLS MINES", help="The size.")] = None,
    which: DealOptions,
    start: Annotated[
        str | None, typer.Option(metavar="ROW,COL", help="The first click, for which --first-click is kept.")
    ] = None,
    first_click: Annotated[
        mm.FirstClick | None,
        typer.Option(help="What the cell of --start is promised.", show_default="opening"),
    ] = None,
    max_per_cell: MostPerCell = 1,
    topology: Topology = "square",  # type: ignore[assignment]
    output: Output = None,
    force: Force = False,
) -> None:
    """Deal a game and write its layout.

    Example: minemind generate --preset expert --seed 7 -o layout.txt
    """
    if first_click and start is None:
        raise WrongUsage("--first-click promises something of the first cell; say which one it is: --start ROW,COL")
    rule = first_click or mm.FirstClick.OPENING
    wanted = which.size(size, default=None)
    grid = grid_of(wanted, topology)
    game = mm.Game(mines=wanted.mines, seed=which.seed, first_click=rule, max_per_cell=max_per_cell, grid=grid)
    assert game.seed is not None
    layout = mm.Layout.deal(
        grid,
        game.mines,
        seed=game.seed,
        first=cell_of(start) if start else None,
        first_click=rule,
        max_per_cell=max_per_cell,
    )
    if output is None:
        if force:
            raise WrongUsage("--force replaces a file; name one: --output FILE")
        print(layout)
    else:
        write_file(output, f"{layout}\n".encode(), overwrite=force)
        complain(f"wrote {output}")
    if which.seed is None:
        complain(f"seed {game.seed}")


def cell_of(text: str) -> mm.Cell:
    """A cell as people type it."""
    parts = text.replace(" ", "").split(",")
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        raise WrongUsage(f"{text!r:.40} is no cell; give a row and a column from 0, as in 3,4")
    return mm.Cell(int(parts[0]), int(parts[1]))


def template(
    rows: Annotated[int, typer.Option(help="How many rows.", min=1)],
    cols: Annotated[int, typer.Option(help="How many columns.", min=1)],
    mines: Annotated[str, typer.Option(metavar="N|unknown", help="The mine count.")] = "unknown",
    topology: Topology = "square",  # type: ignore[assignment]
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to; else board_YYYYMMDD_HHMMSS.txt here."),
    ] = None,
    force: Force = False,
) -> None:
    """Write an empty position, to be edited.

    Example: minemind template --rows 16 --cols 30 --mines 99
    """
    board = mm.Board(mm.Grid(rows, cols, topology), mines=mine_count(mines))
    if faults := board.faults():
        raise mm.InvalidValue("; ".join(map(str, faults)))
    name = output or f"board_{datetime.now():%Y%m%d_%H%M%S}.txt"
    write_file(name, f"{board}\n".encode(), overwrite=force)
    print(name)


def view(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Any file of boards, or - for standard input.")],
    emoji: Annotated[bool, typer.Option("--emoji", help="Draw with emoji.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="The most boards to show.")] = BOARDS_SHOWN,
) -> None:
    """Show any file of boards readably.

    Example: minemind view solution_20261115_120000.txt --emoji
    """
    from minemind.cli.picture import picture

    texts = blocks(read_text(file))
    if not texts:
        raise mm.InvalidValue(f"{file!r} holds no board")
    out = console()
    for number, text in enumerate(texts[:limit]):
        if number:
            out.print()
        show(out, picture(text, emoji=emoji))
    if len(texts) > limit:
        complain(f"{len(texts) - limit:,} more boards; --limit shows more")
