"""Position: what commands are asked about: a file, standard input or a saved game, and what overrides it."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import typer

from minemind import filetypes, notation
from minemind.arguments import shown
from minemind.board import Board
from minemind.cli.output import WrongUsage, say_notes
from minemind.deadline import MORE_TIME, Stop
from minemind.errors import BadSave, FileError
from minemind.files import MAX_BYTES, read_file
from minemind.formats.reading import saved_game, wanting_a_position
from minemind.game import Game
from minemind.grid import MAX_PER_CELL
from minemind.header import MAX_NUMBER
from minemind.source import Notes
from minemind.topology import TOPOLOGIES

__all__ = [
    "Crop",
    "Density",
    "File",
    "Json",
    "Mines",
    "Overrides",
    "PerCell",
    "TimeLimit",
    "Topologies",
    "Topology",
    "mine_count",
    "named",
    "read_bytes",
    "read_content",
    "read_position",
    "read_text",
    "saved_in",
]

# An enumeration, so that the help and completion list what there is.
Topologies = StrEnum("Topologies", list(TOPOLOGIES))  # type: ignore[misc]

File = Annotated[str, typer.Argument(metavar="FILE", help="A position, a saved game, or - for standard input.")]
Mines = Annotated[
    str | None, typer.Option(metavar="N|unknown", help="Mine count; overrides the file.", show_default=False)
]
Density = Annotated[
    float | None,
    typer.Option(metavar="P", help="Mine probability of each cell, instead of a mine count.", show_default=False),
]
Topology = Annotated[Topologies | None, typer.Option(help="Which cells are neighbours; overrides the file.")]
PerCell = Annotated[int | None, typer.Option(min=1, max=MAX_PER_CELL, help="Maximum mines per cell.")]
Crop = Annotated[bool, typer.Option("--crop", help="Part of a larger board: ignore numbers without hidden neighbours.")]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        help="Give up after this many seconds.",
        callback=lambda context, given: _begin(context, given),
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

# How links to positions begin: texts to be read, never names of files to be opened.
LINKS = ("http://", "https://")


@dataclass(frozen=True)
class Overrides:
    """Options that override what a file says."""

    mines: Mines = None
    density: Density = None
    topology: Topology = None
    max_per_cell: PerCell = None
    crop: Crop = False

    @property
    def count(self) -> dict[str, Any]:
        """The mine count or the density, as `Board.of_source` takes them."""
        if self.mines is not None and self.density is not None:
            raise WrongUsage("give --mines or --density, not both")
        if self.density is not None:
            return {"density": self.density}
        return {} if self.mines is None else {"mines": mine_count(self.mines)}


def _begin(context: typer.Context, seconds: float | None) -> float | None:
    """Limit the time of the whole command from here on, including reading files and drawing pictures."""
    if seconds is not None:
        if not 0 < seconds < math.inf:
            raise WrongUsage(f"--time-limit {seconds:g}: give a finite number of seconds above 0")
        context.with_resource(Stop(seconds, MORE_TIME))
    return seconds


def mine_count(text: str) -> int | None:
    """The mine count that a text gives; None if it is unknown."""
    if text in ("unknown", "?"):
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= MAX_NUMBER):
        raise WrongUsage(f"--mines {text!r:.40}: give a whole number from 0 to {MAX_NUMBER}, or unknown")
    return int(text)


def read_content(name: str) -> bytes:
    """The content of a file or standard input, as text or as our own JSON; prints what had to be assumed."""
    found = read_bytes(name)
    with filetypes.naming(named(name)):
        content, notes = filetypes.as_text(found)
    say_notes(notes)
    return content


def read_bytes(name: str) -> bytes:
    """The bytes of a file or standard input."""
    if name.startswith(LINKS):
        raise WrongUsage(
            f"{shown(name)} is a link, not a file; pipe it in, in quotes: echo 'LINK' | minemind COMMAND -"
        )
    if name != "-":
        return read_file(name)
    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise FileError(f"standard input is larger than {MAX_BYTES // 2**20} MB")
    return content


def read_text(name: str) -> bytes:
    """The text of one or more boards: that of a file, or of the board in a saved game."""
    content = read_content(name)
    game = saved_in(content, name)
    return str(game.board).encode() if game else content


def read_position(name: str, overrides: Overrides) -> tuple[Board, Notes]:
    """The board that a command is asked about, and what was assumed, which is also printed."""
    count = overrides.count  # wrong usage is found before a file is read
    content = read_content(name)
    if (game := saved_in(content, name)) is not None:
        return _recounted(game.board, overrides), ()
    with wanting_a_position(content):
        source = notation.read(content)
        source = source.overridden(topology=overrides.topology, max_per_cell=overrides.max_per_cell)
        board, notes = Board.of_source(source, **count, crop=overrides.crop)
    say_notes(notes)
    return board, notes


def saved_in(content: bytes, name: str) -> Game | None:
    """The game in a saved file; None if it is no such file. Errors in it are reported with the file's name."""
    try:
        return saved_game(content)
    except BadSave as error:
        raise BadSave(f"{named(name)} {error}") from None


def named(name: str) -> str:
    """The name of a file in messages."""
    return "standard input" if name == "-" else repr(name)


def _recounted(board: Board, overrides: Overrides) -> Board:
    if overrides.topology is not None or overrides.max_per_cell is not None or overrides.crop:
        raise WrongUsage("a saved game is a whole board; leave out --topology, --max-per-cell and --crop")
    if not overrides.count:
        return board
    return Board(board.grid, board.faces, max_per_cell=board.max_per_cell, **overrides.count)
