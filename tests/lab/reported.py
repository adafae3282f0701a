"""Runs and summaries to report on, with hostile names."""

from __future__ import annotations

import json
import math
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np

import minemind as mm
from minemind.lab.chunk import Chunk
from minemind.lab.plan import Plan
from minemind.lab.report.charts import Share
from minemind.lab.store import writing_run
from minemind.strategy.simulate import simulated

HEADER = (
    "run_label,run_timestamp,board,strategy,result,runtime_sec,iterations,expanded_states,revealed,flagged,unknown,"
    "hit_mine\n"
)
HOSTILE = "</text><script>alert('x')</script><b onload=\"y\">$\\frac$ & \u202e\x00\ud800漢"
VERSION = "<u>0.1.0</u>"
SHOWN = HOSTILE.replace(HOSTILE[-4:-1], r"\u202e\x00\ud800")


def match(strategy: str, size: tuple[int, int, int] = (6, 6, 8), **options: Any) -> mm.strategy.Match:
    return mm.strategy.Match.of(size, strategy, **{"first_click": "safe", "start": (0, 0), "seed": 5, **options})


# Two kinds of boards, a player that never guesses, one that never loses, and one with a hostile name.
MATCHES = (
    match("exact"),
    match("rules"),
    match("exact+endgame"),
    match("exact", estimator="weighted"),
    match("exact", (8, 8, 12)),
    match(HOSTILE, (8, 8, 12)),
)


def written(folder: Path, matches: tuple[mm.strategy.Match, ...], games: int, done: int | None = None) -> Path:
    """Write a run whose strategies may have any name: unknown ones are played as `exact`."""
    with writing_run(folder, Plan(matches, games), resume=False) as writer:
        for number, wanted in enumerate(matches):
            native = wanted if wanted.strategy in ("exact", "rules", "exact+endgame") else wanted.by("exact")
            played = simulated(native, 0, games).outcomes[:done]
            writer.add(number, Chunk(0, played, 0.5 * (number + 1), 1.0, "here:1"))
    return folder


def row(label: str, board: str, strategy: str, result: str, seconds: str = "0.5") -> str:
    return f'"{label}",2026-11-15T12:00:00+00:00,{board},{strategy},{result},{seconds},1,1,1,1,1,0\n'


def summary(path: Path, *rows: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEADER + "".join(rows))
    return path


def records(folder: Path, number: int) -> list[Any]:
    """The games of a match as `numpy.fromfile` reads them, with the types of `run.json` and none of our code."""
    about = json.loads((folder / "run.json").read_text())
    kinds = [tuple(tuple(part) if isinstance(part, list) else part for part in field) for field in about["record"]]
    return list(np.fromfile(folder / about["matches"][number]["file"], np.dtype(kinds)))


def is_wilson(share: Share) -> bool:
    """Whether both ends of the interval are 1.96 standard errors from the share, as Wilson defines it."""
    return all(
        math.isclose(abs(share.value - end), 1.959964 * math.sqrt(end * (1 - end) / share.whole), abs_tol=1e-6)
        for end in share.ci95
    )


class Parsed(HTMLParser):
    """A page: its elements, its text, and its tables by the section in which they are."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.section, self.is_cell = "", False
        self.text = self.code = ""
        self._code = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.elements.append((tag, values))
        rows = self.tables.setdefault(self.section, [])
        if tag == "section":
            self.section = values.get("id", "")
        elif tag == "tr":
            rows.append([])
        elif tag in ("td", "th"):
            rows[-1].append("")
        self.is_cell = tag in ("td", "th")
        self._code = tag == "code"

    def handle_endtag(self, tag: str) -> None:
        self.is_cell = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._code:
            self.code += data
            self._code = False
        if self.is_cell:
            self.tables[self.section][-1][-1] += data
