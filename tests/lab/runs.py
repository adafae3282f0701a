"""Small runs to test with."""

from __future__ import annotations

from pathlib import Path

import minemind as mm
from minemind.lab.plan import Plan
from minemind.lab.run import Standing, play_run
from minemind.lab.store import writing_run
from minemind.lab.workers import local_workers

# A native match and one that Python plays.
MATCHES = (
    mm.strategy.Match.of((6, 6, 6), "champion", first_click="safe", start=(0, 0), seed=5),
    mm.strategy.Match.of((6, 6, 6), "csp-prob", first_click="any", seed=5),
)


def plan(games: int = 40, matches: tuple[mm.strategy.Match, ...] = MATCHES) -> Plan:
    return Plan(matches, games)


def play(folder: Path, wanted: Plan, *, resume: bool = False, jobs: int = 1) -> list[Standing]:
    with writing_run(folder, wanted, resume=resume) as writer, local_workers(jobs) as workers:
        return play_run(wanted, workers, writer)


def records(folder: Path) -> dict[str, bytes]:
    """The files of a run that are the same whenever it is played."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "timings.csv"}
