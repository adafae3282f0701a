"""Setup: which game is played: options shared by several commands that deal a game, or take it from a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

import typer

import minemind as mm
from minemind.cli.output import WrongUsage, say_notes
from minemind.cli.position import Topologies, read_content, saved_in
from minemind.dealer import BUDGET, MAX_BUDGET
from minemind.formats import foreign
from minemind.game import PRESETS
from minemind.grid import MAX_PER_CELL

__all__ = [
    "SHAPE",
    "Budget",
    "DealOptions",
    "FileFirstClick",
    "FirstClick",
    "GameOptions",
    "MineNumber",
    "MostPerCell",
    "NoGuess",
    "PresetName",
    "PresetNames",
    "Revealed",
    "Shape",
    "SizeOptions",
    "Topology",
    "WayName",
    "check_revealed",
    "check_room",
    "grid_of",
    "listed",
    "shape_of",
]

# Enumerations, so that the help and completion list what there is.
PresetNames = StrEnum("PresetNames", list(PRESETS))  # type: ignore[misc]

PresetName = Annotated[PresetNames | None, typer.Option("--preset", help="A standard size.", show_default=False)]
Shape = Annotated[str | None, typer.Option("--size", metavar="ROWSxCOLS", help="Rows and columns, as in 16x30.")]
MineNumber = Annotated[int | None, typer.Option("--mines", min=0, help="Mine count.")]
Topology = Annotated[Topologies, typer.Option(help="Which cells are neighbours.")]
FirstClick = Annotated[mm.FirstClick, typer.Option(help="Guarantee for the first click.")]
FileFirstClick = Annotated[
    mm.FirstClick | None,
    typer.Option(
        "--first-click",
        help="Guarantee for the first click; a layout's mines are moved out of its way.",
        show_default="opening; any for a layout without a mine count",
    ),
]
Revealed = Annotated[bool, typer.Option("--revealed", help="Start with the numbers of the layout open.")]
MostPerCell = Annotated[int, typer.Option("--max-per-cell", min=1, max=MAX_PER_CELL, help="Maximum mines per cell.")]
FilePerCell = Annotated[
    int | None,
    typer.Option(
        "--max-per-cell",
        min=1,
        max=MAX_PER_CELL,
        help="Maximum mines per cell.",
        show_default="1, or as in the file",
    ),
]
FileTopology = Annotated[
    Topologies | None,
    typer.Option("--topology", help="Which cells are neighbours.", show_default="square, or as in the file"),
]
NoGuess = Annotated[bool, typer.Option("--no-guess", help="Deal a no-guess board: one that never needs a guess.")]
WayName = Annotated[
    mm.no_guess.Way | None,
    typer.Option("--way", help="How to find a no-guess board.", show_default="uniform"),
]
Budget = Annotated[
    int | None,
    typer.Option("--budget", min=0, max=MAX_BUDGET, help="Limit on the search for it.", show_default=f"{BUDGET}"),
]
Grade = Annotated[
    str | None,
    typer.Option("--grade", metavar="N|N-M", help="Difficulty, 1 to 5: that of the hardest step.", show_default="any"),
]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same game.", show_default="random")]

# Rows and columns as people type them.
SHAPE = re.compile("([0-9]{1,9})[xX×]([0-9]{1,9})")

# A grade, or the least and the greatest.
GRADE = re.compile("([1-5])(?:[-–]([1-5]))?")


@dataclass(frozen=True)
class SizeOptions:
    """The size of a game: a preset, or rows, columns and mines, each of which overrides a preset's."""

    preset: PresetName = None
    size: Shape = None
    mines: MineNumber = None

    @property
    def is_given(self) -> bool:
        """Whether any of these options was given."""
        return (self.preset, self.size, self.mines) != (None, None, None)

    def wanted(self, default: str | None = None) -> mm.game.Preset:
        """The wanted rows, columns and mines; without any option, those of the preset `default`."""
        base = PRESETS[self.preset] if self.preset else None
        if base is None and self.size is None:
            if default is None:
                raise WrongUsage(
                    f"the size is missing; give --preset {'|'.join(PRESETS)}, or --size ROWSxCOLS --mines N"
                )
            base = PRESETS[default]
        rows, cols = shape_of(self.size) if self.size else (base.rows, base.cols)  # type: ignore[union-attr]
        mines = base.mines if self.mines is None and base else self.mines
        if mines is None:
            raise WrongUsage("the mine count is missing; add --mines N")
        return mm.game.Preset(rows, cols, mines)


@dataclass(frozen=True)
class DealOptions(SizeOptions):
    """The size and the seed from which a game is dealt."""

    seed: Seed = None


@dataclass(frozen=True)
class GameOptions(DealOptions):
    """A game that is dealt or read from a file, and its rules; a saved game has its own, and takes no others."""

    first_click: FileFirstClick = None
    topology: FileTopology = None
    max_per_cell: FilePerCell = None
    revealed: Revealed = False
    no_guess: NoGuess = False
    way: WayName = None
    budget: Budget = None
    grade: Grade = None

    def dealt(self, default: str) -> mm.Game:
        """A fresh game."""
        if self.revealed:
            raise WrongUsage("--revealed opens the numbers of a layout; give a file")
        if not self.no_guess and (self.way, self.budget, self.grade) != (None, None, None):
            raise WrongUsage("--way, --budget and --grade are for no-guess boards; add --no-guess")
        size = self.wanted(default)
        return mm.Game(
            mines=size.mines,
            seed=self.seed,
            first_click=self.first_click or mm.FirstClick.OPENING,
            max_per_cell=1 if self.max_per_cell is None else self.max_per_cell,
            grid=grid_of(size, self.topology or "square"),
            no_guess=self.no_guess,
            way=self.way,
            budget=self.budget,
            grade=grade_of(self.grade),
        )

    def game(self, file: str | None, default: str) -> mm.Game:
        """The game in a file, or a fresh one."""
        if file is None:
            return self.dealt(default)
        if self.is_given:
            raise WrongUsage("give a file or a size, not both")
        if (self.no_guess, self.way, self.budget, self.grade) != (False, None, None, None):
            raise WrongUsage(
                "--no-guess, --way, --budget and --grade are for boards that are dealt; leave them out, or the file"
            )
        return self.game_in(read_content(file), file)

    def game_in(self, content: bytes, name: str) -> mm.Game:
        """The game in a file: a saved one, or one on a layout; prints what had to be assumed.

        The seed is for mines that have to be dealt or moved.
        """
        if self.revealed:
            check_revealed(self.first_click)
        if (game := saved_in(content, name)) is not None:
            if replace(self, seed=None) != GameOptions():
                raise WrongUsage(
                    "a saved game has its own rules; leave out --first-click, --topology, --max-per-cell and --revealed"
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


def grade_of(text: str | None) -> tuple[int, int] | None:
    """The least and the greatest grade of --grade."""
    if text is None:
        return None
    if not (match := GRADE.fullmatch(text)):
        raise WrongUsage(f"--grade {text!r:.40}: give a grade from 1 to 5, or two, as in 2-3")
    return int(match[1]), int(match[2] or match[1])


def shape_of(text: str) -> tuple[int, int]:
    """Rows and columns of --size."""
    if not (match := SHAPE.fullmatch(text)):
        raise WrongUsage(f"--size {text!r:.40}: give rows and columns, as in 16x30")
    return int(match[1]), int(match[2])


def listed(given: Sequence[str] | None, option: str) -> list[str]:
    """The names given to an option, each once; it may be repeated, and have several names separated by commas."""
    names = [name.strip() for text in given or () for name in _apart(text)]
    if not all(names):
        raise WrongUsage(f"{option}: a name is missing; separate names with commas")
    return list(dict.fromkeys(names))


def _apart(text: str) -> list[str]:
    """The names in a text; a command after `exec:` is the last one, because it may have commas of its own."""
    found = re.search(r"(?:^|,)\s*(exec[:=].*)", text, re.DOTALL)
    if found is None:
        return text.split(",")
    return [*(text[: found.start()].split(",") if found.start() else []), found[1]]


def check_revealed(first_click: mm.FirstClick | None) -> None:
    """Raise `WrongUsage` if numbers that start open are asked for together with a rule that would falsify them."""
    if first_click not in (None, mm.FirstClick.ANY):
        raise WrongUsage("--revealed does not move mines; leave out --first-click, or give --first-click any")


def check_room(board: mm.Board) -> None:
    """Raise `WrongUsage` if the mines that were asked for do not fit an empty board."""
    if faults := board.faults():
        raise WrongUsage("; ".join(map(str, faults)))


def grid_of(size: mm.game.Preset, topology: str) -> mm.Grid:
    """The grid of a game of this size. Raises `WrongUsage` if it is too large."""
    try:
        return mm.Grid(size.rows, size.cols, topology)
    except mm.errors.TooLarge as error:
        raise WrongUsage(str(error)) from None
