"""Batches: layouts to play, and what a batch says of them."""

from __future__ import annotations

import csv
from pathlib import Path

import minemind as mm
from minemind.lab.batch.attempt import Outcome
from minemind.lab.batch.playing import Batch

# Without a mine count, a layout is played as it is.
SMALL = "3 4 ?\n*...\n..*.\n....\n"


def layouts_below(folder: Path) -> Path:
    """The folder, with some layouts in it, and what is none."""
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
