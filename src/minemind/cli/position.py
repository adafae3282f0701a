"""Position: what commands are asked about. A file, standard input or a saved game, and what overrides it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any

import typer

from minemind.board import Board
from minemind.cli.output import WrongUsage
from minemind.errors import BadSave, FileError
from minemind.formats import foreign
from minemind.formats.files import MAX_BYTES, read_file
from minemind.formats.reading import saved_game, wanting_a_position
from minemind.game import Game
from minemind.layout import FirstClick

__all__ = [
    "File",
    "Json",
    "Overrides",
    "Rules",
    "asks_about_a_position",
    "game_in",
    "read_content",
    "read_position",
    "read_text",
]

File = Annotated[str, typer.Argument(metavar="FILE", help="A position, a saved game, or - for standard input.")]
Mines = Annotated[
    str | None, typer.Option(metavar="N|unknown", help="The mine count, whatever the file says.", show_default=False)
]
Density = Annotated[
    float | None, typer.Option(metavar="P", help="Each cell is mined with this chance instead.", show_default=False)
]
Topology = Annotated[str | None, typer.Option(help="square, torus or hex, whatever the file says.", show_default=False)]
PerCell = Annotated[int | None, typer.Option(help="The most mines that a cell can hold.", show_default=False)]
Crop = Annotated[
    bool, typer.Option("--crop", help="A part of a larger board: numbers with no hidden neighbour count for nothing.")
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


@dataclass(frozen=True)
class Overrides:
    """What is given beside a file and goes before what it says."""

    mines: str | None = None
    density: float | None = None
    topology: str | None = None
    max_per_cell: int | None = None
    crop: bool = False

    @property
    def count(self) -> dict[str, Any]:
        """The mine count or the density, as `Board.parse` takes them."""
        if self.mines is not None and self.density is not None:
            raise WrongUsage("both --mines and --density are given; give one of them")
        if self.density is not None:
            return {"density": self.density}
        return {} if self.mines is None else {"mines": mine_count(self.mines)}


def mine_count(text: str) -> int | None:
    """A mine count as people type it."""
    if text in ("unknown", "?"):
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise WrongUsage(f"--mines {text!r:.40}: give a whole number from 0, or unknown")
    return int(text)


def read_content(name: str) -> bytes:
    """What a file or standard input holds."""
    if name != "-":
        return read_file(name)
    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise FileError(f"standard input is larger than {MAX_BYTES // 2**20} MB")
    return content


def read_text(name: str) -> bytes:
    """The text of one or more boards: a file's, or that of the board in a saved game."""
    content = read_content(name)
    game = _saved_game(content, name)
    return str(game.board).encode() if game else content


def read_position(name: str, overrides: Overrides) -> Board:
    """The board that a command is asked about."""
    content = read_content(name)
    if (game := _saved_game(content, name)) is not None:
        return _recounted(game.board, overrides)
    with wanting_a_position(content):
        return Board.parse(
            content,
            **overrides.count,
            topology=overrides.topology,
            max_per_cell=overrides.max_per_cell,
            crop=overrides.crop,
        )


@dataclass(frozen=True)
class Rules:
    """How a layout is to be played. A saved game has rules of its own, and takes no others."""

    first_click: FirstClick | None = None
    topology: str | None = None
    max_per_cell: int | None = None
    revealed: bool = False


def game_in(content: bytes, name: str, seed: int | None = None, rules: Rules | None = None) -> Game:
    """The game in a file: a saved one, or one on a layout; the seed deals what is to be dealt, and moves mines."""
    rules = rules or Rules()
    if (game := _saved_game(content, name)) is not None:
        if rules != Rules():
            raise WrongUsage(
                "a saved game has its rules; leave --first-click, --topology, --max-per-cell and --revealed out"
            )
        return game
    return foreign.parse(
        content,
        seed=seed,
        first_click=rules.first_click,
        topology=rules.topology,
        max_per_cell=rules.max_per_cell,
        reveal_numbers=rules.revealed,
    )


def _saved_game(content: bytes, name: str) -> Game | None:
    """The game in a saved file, if it is one; what is wrong with it is said with the name of the file."""
    try:
        return saved_game(content)
    except BadSave as error:
        raise BadSave(f"{'standard input' if name == '-' else repr(name)} {error}") from None


def _recounted(board: Board, overrides: Overrides) -> Board:
    if overrides.topology is not None or overrides.max_per_cell is not None or overrides.crop:
        raise WrongUsage("a saved game is a whole board; leave --topology, --max-per-cell and --crop out")
    if not overrides.count:
        return board
    return Board(board.grid, board.faces, max_per_cell=board.max_per_cell, **overrides.count)


def asks_about_a_position(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that takes a `board` first the options of all such commands."""

    @wraps(command)
    def asked(**given: Any) -> None:
        overrides = Overrides(*(given.pop(name) for name in ("mines", "density", "topology", "max_per_cell", "crop")))
        command(read_position(given.pop("file"), overrides), **given)

    first, *own = inspect.signature(command, eval_str=True).parameters.values()
    assert first.name == "board"
    options = {"mines": Mines, "density": Density, "topology": Topology, "max_per_cell": PerCell}
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("file", keyword, annotation=File),
        *(parameter.replace(kind=keyword) for parameter in own),
        *(inspect.Parameter(name, keyword, default=None, annotation=kind) for name, kind in options.items()),
        inspect.Parameter("crop", keyword, default=False, annotation=Crop),
    ]
    asked.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    asked.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return asked
