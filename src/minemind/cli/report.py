"""The command that makes a page of results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from minemind.cli.files import Force, only_a_file
from minemind.cli.options import register
from minemind.cli.output import WrongUsage, complain, print_json, progress_bar
from minemind.cli.position import Json

if TYPE_CHECKING:
    from minemind.lab.report import Report

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    register(app, "Measure", report)


def report(
    results: Annotated[
        list[str],
        typer.Argument(metavar="RESULTS…", help="Folders of runs, or the summary.csv of a batch."),
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="HTML file to write.", callback=only_a_file)
    ] = "report.html",
    figures: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER", help="Folder for the figures, as SVG and PNG.", show_default="report-figures, next to it"
        ),
    ] = None,
    page_only: Annotated[
        bool, typer.Option("--page-only", help="Write only the page, which contains the figures.")
    ] = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write an HTML report of results, with figures.

    Win rates by strategy and board, where games are lost, risks taken, time per game, calibration. The page is
    self-contained; the figures are also written as files.

    Example: minemind report results/night -o night.html
    """
    from minemind.lab.report import write_report

    if figures and page_only:
        raise WrongUsage("give --figures or --page-only, not both")
    page = Path(output)
    folder = None if page_only else Path(figures) if figures else page.with_name(f"{page.stem}-figures")
    with progress_bar("games", None, is_sum=True) as advance:
        show = (lambda read, planned: advance(read, total=planned)) if advance else None
        written = write_report(results, page, folder, overwrite=force, progress=show)
    for note in written.notes:
        complain(f"note: {note}")
    if as_json:
        print_json(report_json(written))
    else:
        print(written.page)
        if folder:
            print(f"{folder}: {len(written.figures)} figures")


def report_json(written: Report) -> dict[str, Any]:
    """What was written, as values that JSON can hold."""
    return {
        "page": str(written.page),
        "figures": [str(path) for path in written.figures],
        "runs": [str(run.stored.folder) for run in written.results.runs],
        "summaries": list(dict.fromkeys(str(batch.path) for batch in written.results.batches)),
        "games": written.results.games,
        "notes": list(written.notes),
    }
