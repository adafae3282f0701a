"""Commands that make files and show them."""

from __future__ import annotations

import sys
from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

import minemind as mm
from minemind import filetypes, notation
from minemind.cli.options import register
from minemind.cli.output import WrongUsage, complain, console, say_notes, show
from minemind.cli.position import mine_count, named, read_bytes, read_text
from minemind.cli.setup import PresetName, Shape, SizeOptions, Topology, check_room, grid_of
from minemind.errors import counted
from minemind.files import check_free, write_file
from minemind.formats.reading import blocks
from minemind.game import PRESETS

__all__ = ["Force", "add_to", "cell_of", "check_picture", "only_a_file"]

# Boards of a configuration file that are shown unless more are asked for.
BOARDS_SHOWN = 10

# The formats of pictures, by the endings of their names.
PICTURES = (".svg", ".png")


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    register(app, "Files", template, view, convert)


Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]


def only_a_file(option: typer.CallbackParam, name: str | None) -> str | None:
    """Refuse standard output for this file, because other things are printed there."""
    if name == "-":
        raise WrongUsage(f"{option.opts[-1]} -: this cannot go to standard output; name a file")
    return name


def check_picture(name: str | None, *, force: bool) -> None:
    """Raise an error before the work begins if no picture may be written to this file."""
    if name is None:
        if force:
            raise WrongUsage("--force overwrites a file; name one: --output FILE")
        return
    if not name.lower().endswith(PICTURES):
        raise WrongUsage(f"--output {name!r:.60}: give a name that ends in {' or '.join(PICTURES)}")
    if not force:
        check_free(name)


def cell_of(text: str) -> mm.Cell:
    """The cell that a text such as `3,4` names."""
    parts = text.replace(" ", "").split(",")
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        raise WrongUsage(f"{text!r:.40} is not a cell; give a row and a column, both from 0, as in 3,4")
    return mm.Cell(int(parts[0]), int(parts[1]))


def template(
    preset: PresetName = None,
    size: Shape = None,
    mines: Annotated[
        str | None,
        typer.Option(metavar="N|unknown", help="Mine count.", show_default="the preset's, or unknown"),
    ] = None,
    topology: Topology = "square",  # type: ignore[assignment]
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="File to write, or - for standard output.",
            show_default="board_YYYYMMDD_HHMMSS.txt",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Write an empty position to fill in.

    Example: minemind template --size 16x30 --mines 99
    """
    wanted = SizeOptions(preset, size, 0).wanted()
    count = PRESETS[preset].mines if mines is None and preset else mine_count(mines or "unknown")
    board = mm.Board(grid_of(wanted, topology), mines=count)
    check_room(board)
    name = output or f"board_{datetime.now():%Y%m%d_%H%M%S}.txt"
    _put(name, f"{board}\n".encode(), overwrite=force)


def view(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Any file of boards, or - for standard input.")],
    emoji: Annotated[bool, typer.Option("--emoji", help="Draw with emoji.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Maximum number of boards to show.")] = BOARDS_SHOWN,
) -> None:
    """Show the boards in any file.

    Example: minemind view solution_20261115_120000.txt --emoji
    """
    from minemind.cli.picture import picture

    texts = blocks(read_text(file))
    if not texts:
        raise mm.errors.Unreadable(f"{named(file)} contains no board")
    out = console()
    for number, text in enumerate(texts[:limit]):
        if number:
            out.print()
        say_notes(map(str, notation.read(text).notes))
        show(out, picture(text, emoji=emoji))
    if len(texts) > limit:
        complain(f"{counted(len(texts) - limit, 'more board')}; --limit shows more")


# A certificate is not written from anything else: `generate --certificate` makes one.
TARGETS = [name for name in filetypes.writable() if name != filetypes.CERTIFICATE.name]
FormatNames = StrEnum("FormatNames", TARGETS)  # type: ignore[misc]


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file in any format, or - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="File to write, or - for standard output.")],
    to: Annotated[
        FormatNames | None,
        typer.Option(
            metavar="FORMAT",
            help=f"Format to write: {', '.join(TARGETS)}.",
            show_default="by the ending of OUT",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Write a board, layout or game in another format.

    Reads positions as text, drawn with emoji, or as CSV; .mine files and links of JSMinesweeper; .mbf and .abf board
    files; minegauler's .mgb; game IDs of Simon Tatham's Mines; links to boards of the PTT ZiNi calculator and
    LlamaSweeper; replays of Arbiter, Vienna, Clone and Metasweeper, and RAWVF; saved games, records and certificates.
    The content says which it is.

    Example: minemind convert board.mbf board.txt
    """
    found = read_bytes(source)
    with filetypes.naming(named(source)):
        value, notes = filetypes.read(found)
    say_notes(notes)
    _put(target, filetypes.written(value, _format_to(target, to, value)), overwrite=force)


def _put(name: str, content: bytes, *, overwrite: bool) -> None:
    """Write a file and say its name; - is standard output."""
    if name == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    else:
        write_file(name, content, overwrite=overwrite)
        print(name)


def _format_to(target: str, to: str | None, value: object) -> filetypes.Format:
    """The format to write, by its name or by the ending of the file's name."""
    if to is not None:
        return filetypes.named_format(to)
    if (found := filetypes.format_by_ending(target, value)) is not None:
        return found
    where = "standard output" if target == "-" else repr(target)
    names = ", ".join(TARGETS)
    raise WrongUsage(f"{where} does not say which format to write; give --to and one of {names}")
