"""Setup: which game is played. The options that commands share which deal one, or take it from a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

import typer

import minemind as mm
from minemind.cli.output import WrongUsage, say_notes
from minemind.cli.position import saved_in
from minemind.formats import foreign
from minemind.game import PRESETS
from minemind.grid import TOPOLOGIES

__all__ = [
    "DealOptions",
    "FileFirstClick",
    "FirstClick",
    "GameOptions",
    "MostPerCell",
    "Revealed",
    "Topology",
    "check_revealed",
    "grid_of",
    "listed",
]

# Enumerations, so that the help and completion list what there is.
Presets = StrEnum("Presets", list(PRESETS))  # type: ignore[misc]
Topologies = StrEnum("Topologies", list(TOPOLOGIES))  # type: ignore[misc]

PresetName = Annotated[Presets | None, typer.Option("--preset", help="A well-known size.", show_default=False)]
Topology = Annotated[Topologies, typer.Option(help="Who neighbours whom.")]
FirstClick = Annotated[mm.FirstClick, typer.Option(help="What the first cell is promised.")]
FileFirstClick = Annotated[
    mm.FirstClick | None,
    typer.Option(
        "--first-click",
        help="What the first cell is promised; mines of a layout are moved out of its way.",
        show_default="opening; any for a layout without a mine count",
    ),
]
Revealed = Annotated[bool, typer.Option("--revealed", help="The numbers in a layout are open when play begins.")]
MostPerCell = Annotated[int, typer.Option("--max-per-cell", min=1, help="The most mines that a cell can hold.")]
FilePerCell = Annotated[
    int | None,
    typer.Option("--max-per-cell", min=1, help="The most mines that a cell can hold.", show_default="1, or the file's"),
]
FileTopology = Annotated[
    Topologies | None, typer.Option("--topology", help="Who neighbours whom.", show_default="square, or the file's")
]
Seed = Annotated[int | None, typer.Option(help="The same seed plays the same game.", show_default="drawn")]


@dataclass(frozen=True)
class DealOptions:
    """What a game is dealt from, beside its size in numbers."""

    preset: PresetName = None
    seed: Seed = None

    def size(self, given: Sequence[int] | None, default: str | None) -> mm.game.Preset:
        """Rows, columns and mines: those given, or a preset's."""
        if given and self.preset:
            raise WrongUsage("both a preset and a size are given; give one of them")
        if given:
            if len(given) != 3:
                raise WrongUsage(f"{len(given)} numbers are given for a size; give rows, columns and mines")
            return mm.game.Preset(*given)
        if not (name := self.preset or default):
            raise WrongUsage(f"no size is given; give rows, columns and mines, or --preset {'|'.join(PRESETS)}")
        return PRESETS[name]


@dataclass(frozen=True)
class GameOptions(DealOptions):
    """A game that is dealt, or that of a file, and its rules; a saved game has its own, and takes no others."""

    first_click: FileFirstClick = None
    topology: FileTopology = None
    max_per_cell: FilePerCell = None
    revealed: Revealed = False

    def dealt(self, given: Sequence[int] | None, default: str) -> mm.Game:
        """A fresh game."""
        if self.revealed:
            raise WrongUsage("--revealed is for the numbers of a layout; give a file")
        size = self.size(given, default)
        return mm.Game(
            mines=size.mines,
            seed=self.seed,
            first_click=self.first_click or mm.FirstClick.OPENING,
            max_per_cell=1 if self.max_per_cell is None else self.max_per_cell,
            grid=grid_of(size, self.topology or "square"),
        )

    def game_in(self, content: bytes, name: str) -> mm.Game:
        """The game in a file: a saved one, or one on a layout; what had to be assumed is said.

        The seed deals what is to be dealt, and moves mines.
        """
        if self.revealed:
            check_revealed(self.first_click)
        if (game := saved_in(content, name)) is not None:
            if replace(self, preset=None, seed=None) != GameOptions():
                raise WrongUsage(
                    "a saved game has its rules; leave --first-click, --topology, --max-per-cell and --revealed out"
                )
            return game
        game, notes = foreign.read(
            content,
            seed=self.seed,
            first_click=self.first_click,
            topology=self.topology,
            max_per_cell=self.max_per_cell,
            reveal_numbers=self.revealed,
        )
        say_notes(notes)
        return game


def listed(given: Sequence[str] | None, option: str) -> list[str]:
    """What an option names, which may be given several times and name several things; each once."""
    names = [name.strip() for text in given or () for name in text.split(",")]
    if not all(names):
        raise WrongUsage(f"{option} names nothing somewhere; give names with a comma between two")
    return list(dict.fromkeys(names))


def check_revealed(first_click: mm.FirstClick | None) -> None:
    """Raise `WrongUsage` if numbers that start open are asked for together with a rule that would falsify them."""
    if first_click not in (None, mm.FirstClick.ANY):
        raise WrongUsage("--revealed leaves the mines where they are; leave --first-click out, or give any")


def grid_of(size: mm.game.Preset, topology: str) -> mm.Grid:
    """The grid of such a game."""
    return mm.Grid(size.rows, size.cols, topology)
