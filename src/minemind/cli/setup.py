"""Setup: which game to deal. The options that all commands share which deal one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

import minemind as mm
from minemind.cli.output import WrongUsage
from minemind.game import PRESETS
from minemind.grid import TOPOLOGIES

__all__ = ["FirstClick", "MostPerCell", "PresetName", "Seed", "Topology", "grid_of", "listed", "sizes"]

# Enumerations, so that the help and completion list what there is.
Presets = StrEnum("Presets", list(PRESETS))  # type: ignore[misc]
Topologies = StrEnum("Topologies", list(TOPOLOGIES))  # type: ignore[misc]

PresetName = Annotated[Presets | None, typer.Option("--preset", help="A well-known size.", show_default=False)]
Topology = Annotated[Topologies, typer.Option(help="Who neighbours whom.")]
FirstClick = Annotated[mm.FirstClick, typer.Option(help="What the first cell is promised.")]
MostPerCell = Annotated[int, typer.Option("--max-per-cell", min=1, help="The most mines that a cell can hold.")]
Seed = Annotated[int | None, typer.Option(help="The same seed deals the same mines.", show_default="drawn")]


def listed(given: Sequence[str] | None, option: str) -> list[str]:
    """What an option names, which may be given several times and name several things; each once."""
    names = [name.strip() for text in given or () for name in text.split(",")]
    if not all(names):
        raise WrongUsage(f"{option} names nothing somewhere; give names with a comma between two")
    return list(dict.fromkeys(names))


def sizes(preset: str | None, given: Sequence[int] | None, default: str | None = "expert") -> mm.Preset:
    """Rows, columns and mines: those given, or a preset's."""
    if given and preset:
        raise WrongUsage("both a preset and a size are given; give one of them")
    if given:
        if len(given) != 3:
            raise WrongUsage(f"{len(given)} numbers are given for a size; give rows, columns and mines")
        return mm.Preset(*given)
    if not (name := preset or default):
        raise WrongUsage(f"no size is given; give rows, columns and mines, or --preset {'|'.join(PRESETS)}")
    return PRESETS[name]


def grid_of(size: mm.Preset, topology: str) -> mm.Grid:
    """The grid of such a game."""
    return mm.Grid(size.rows, size.cols, topology)
