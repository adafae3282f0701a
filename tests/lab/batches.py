"""Batches: layouts to play, and the outcomes of a batch."""

from __future__ import annotations

import csv
from pathlib import Path

import minemind as mm
from minemind.lab.batch.attempt import Outcome
from minemind.lab.batch.playing import Batch

# A layout without a mine count is played as it is.
SMALL = "3 4 ?\n*...\n..*.\n....\n"


def layouts_below(folder: Path) -> Path:
    """Fill a folder with some layouts, and files that are not layouts."""
    for name in ("a/1.txt", "a/2.txt", "b.txt", "c/d/e.txt"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(mm.Layout.deal(mm.Grid(6, 7), 7, seed=len(name))).replace("6 7 7", "6 7 ?", 1))
    (folder / "a" / "0.txt").write_text("no layout\n")
    (folder / "notes.md").write_text("# Notes\n")
    return folder


def outcomes(todo: Batch, jobs: int = 1) -> list[Outcome]:
    return [outcome for together in todo.play(jobs) for outcome in together]


def rows_in(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))
