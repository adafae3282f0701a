"""Report: results as an HTML page and figures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from minemind.files import check_free, trouble, write_file
from minemind.html_report.markup import inlined
from minemind.html_report.palette import looks
from minemind.lab.batch.attempt import printable
from minemind.lab.report.charts import ENDINGS, ChartKind, charts_of
from minemind.lab.report.page import page_of
from minemind.lab.report.results import Results, read_results
from minemind.lab.report.sections import Section, sections_of

if TYPE_CHECKING:
    from minemind.lab.report.figures import PanelChart

__all__ = ["Report", "write_report"]


@dataclass(frozen=True)
class Report:
    """The files that were written, and notes about the results."""

    page: Path
    figures: tuple[Path, ...]
    results: Results
    notes: tuple[str, ...]


def write_report(
    places: Iterable[str | os.PathLike[str]],
    to: str | os.PathLike[str] = "report.html",
    figures: str | os.PathLike[str] | None = None,
    *,
    overwrite: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Write a page about the results in some folders, and its figures as SVG and PNG if a folder is given for them.

    Without `overwrite`, nothing is written if any of the files already exists. `progress` is called now and then with
    the number of games read, and their total.
    """
    target, folder = Path(to), None if figures is None else Path(figures)
    if not overwrite:
        for path in [target, *(folder / f"{kind}.{ending}" for kind in ChartKind for ending in ENDINGS if folder)]:
            check_free(path)
    from minemind.lab.report.figures import pictures  # if matplotlib is missing, say so before anything is read

    results = read_results(places, progress)
    shown = charts_of(results)
    drawn = pictures(shown, looks(played.strategy for played in results.played))
    parts, notes = sections_of(results, shown), tuple(_notes(results))
    drawings = {picture.kind: _panels(picture, parts) for picture in drawn}
    content = page_of(results, parts, drawings, notes).encode()
    files = {folder / name: file for name, file in _files(drawn)} if folder else {}
    if folder:
        _make(folder)
    for path, file in files.items():
        write_file(path, file, overwrite=overwrite)
    write_file(target, content, overwrite=overwrite)
    return Report(target, tuple(files), results, notes)


def _panels(picture: PanelChart, parts: Iterable[Section]) -> list[str]:
    """A figure's panels as elements of a page."""
    title = next(part.title for part in parts if part.kind is picture.kind)
    return [
        inlined(picture.panel_svg(panel), f"{picture.kind}-{number}", f"{title}: {panel.title}")
        for number, panel in enumerate(picture.panels)
    ]


def _files(drawn: Iterable[PanelChart]) -> Iterator[tuple[str, bytes]]:
    for picture in drawn:
        for ending, content in picture.files().items():
            yield f"{picture.kind}.{ending}", content


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble("make the folder", folder, error) from error


def _notes(results: Results) -> Iterator[str]:
    """What a reader of the report has to know about its numbers."""
    for run in results.runs:
        if not run.games:
            yield f"{run.name}: no games were played yet."
        elif run.games < run.planned:
            yield (
                f"{run.name} is not finished: it has {run.games:,} of {run.planned:,} games. It was interrupted, is "
                f"still running, or a test decided it early; to continue it, add --out "
                f"{printable(str(run.stored.folder))} --resume to its command."
            )
    for batch in results.batches:
        if batch.repeated:
            yield f"{batch.name}: repeated games ({batch.repeated:,}) count only the last time."
