"""The command that plays every layout below a folder: a line for every game, a table, and a summary that grows."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import minemind as mm
from minemind.cli.files import cell_of
from minemind.cli.games import ListStrategies, Think, thinking_players
from minemind.cli.options import register
from minemind.cli.output import WrongUsage, progress_bar
from minemind.cli.position import Json
from minemind.cli.setup import FileFirstClick, Revealed, check_revealed, listed
from minemind.files import trouble

if TYPE_CHECKING:
    from minemind.cli.batch_report import BatchReport
    from minemind.lab.batch.attempt import Outcome
    from minemind.lab.batch.playing import Batch

__all__ = ["add_to"]

SUMMARY = "summary.csv"


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    register(app, "Measure", batch)


def _completed(incomplete: str) -> list[str]:
    """The completions of the word after the last comma."""
    before, comma, _ = incomplete.rpartition(",")
    return [f"{before}{comma}{player.name}" for player in mm.strategies()]


@dataclass(frozen=True)
class BatchOptions:
    """Which layouts are played, and how."""

    pattern: Annotated[str, typer.Option(help="Files to play; a pattern with a slash matches the end of a path.")] = (
        "*.txt"
    )
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[,NAME…]",
            help="Strategies to play with; NAME:dfs opens depth first.",
            show_default="champion",
            autocompletion=_completed,
        ),
    ] = None
    think: Think = None
    difficulty: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LEVEL[,LEVEL…]", help="Only beginner, intermediate or expert boards.", show_default="all"
        ),
    ] = None
    start: Annotated[
        str | None, typer.Option(metavar="ROW,COL", help="First click.", show_default="the strategy's choice")
    ] = None
    first_click: FileFirstClick = None
    revealed: Revealed = False

    def below(self, folder: str) -> Batch:
        """The batch to play in a folder."""
        from minemind.lab.batch.playing import Batch

        if self.revealed:
            check_revealed(self.first_click)
        return Batch.below(
            folder,
            thinking_players(listed(self.strategy, "--strategy") or ["champion"], self.think),
            pattern=self.pattern,
            start=cell_of(self.start) if self.start else None,
            difficulties=_levels(self.difficulty),
            first_click=self.first_click,
            revealed=self.revealed,
        )


def batch(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder of layouts; subfolders are included.")],
    what: BatchOptions,
    jobs: Annotated[int, typer.Option(min=1, help="Games to play in parallel.", show_default="all cores")] = (
        os.cpu_count() or 1
    ),
    results_dir: Annotated[
        str, typer.Option(metavar="FOLDER", help="Folder of the summary.csv to append to.")
    ] = "results",
    label: Annotated[str, typer.Option(help="Name of the run in the summary.")] = "batch",
    _: ListStrategies = False,
    as_json: Json = False,
) -> None:
    """Play every layout in a folder with one or more strategies.

    Example: minemind batch boards --strategy champion,csp-sat --difficulty expert --label tuesday
    """
    from minemind.cli.batch_report import JsonReport, Lines
    from minemind.lab.batch.playing import run
    from minemind.lab.batch.summary import is_one_line

    if not is_one_line(label):
        raise WrongUsage(f"--label {label!r:.60}: give one line of printable text")
    todo = what.below(folder)
    path, timestamp = _folder(results_dir) / SUMMARY, datetime.now(UTC).isoformat(timespec="milliseconds")
    report = (JsonReport if as_json else Lines)(todo, path, label, timestamp)
    try:
        with progress_bar("games", todo.games) as advance:
            run(todo, path, partial(_tell, report, advance), label=label, timestamp=timestamp, jobs=jobs)
    except KeyboardInterrupt:
        report.is_interrupted = True
    report.end()
    raise typer.Exit(report.code)


def _tell(report: BatchReport, advance: Callable[[int], object] | None, outcome: Outcome) -> None:
    report.tell(outcome)
    if advance:
        advance(1)


def _levels(given: list[str] | None) -> list[str]:
    from minemind.lab.batch.difficulty import Difficulty

    names = listed(given, "--difficulty")
    for name in names:
        if name not in list(Difficulty):
            raise WrongUsage(f"--difficulty {name!r:.40}: give one or more of {', '.join(Difficulty)}")
    return names


def _folder(name: str) -> Path:
    """The folder for results, created if it does not exist."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise trouble("make the folder", name, error) from error
    return folder
