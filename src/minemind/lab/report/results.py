"""Results: the runs and batch summaries in some folders, read and added up for a report.

Only some thousand records are in memory at a time, however many games there are.
"""

from __future__ import annotations

import csv
import io
import math
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from minemind.errors import BadSave, FileError, InvalidValue
from minemind.files import reading, trouble
from minemind.lab.batch.attempt import printable
from minemind.lab.batch.summary import SummaryRow
from minemind.lab.comparison import Paired
from minemind.lab.run import Standing
from minemind.lab.store import PLAN, Stored, open_run
from minemind.strategy.match import Estimator, Match
from minemind.strategy.outcome import BILLION, RESULTS, TENTHS, Outcomes, Phase, gains
from minemind.strategy.record import Result
from minemind.strategy.tally import Tally

__all__ = ["BatchRead", "ByRisk", "Entry", "Results", "RunRead", "read_results"]

SUMMARY = "summary.csv"

# How many levels of subfolders are searched: results/night/expert.
DEPTH = 2

Progress = Callable[[int], object]


@dataclass(frozen=True)
class ByRisk:
    """Games and wins by the risk that was taken: first games without risk, then by tenths."""

    games: tuple[int, ...] = (0,) * (TENTHS + 1)
    wins: tuple[int, ...] = (0,) * (TENTHS + 1)

    @classmethod
    def of(cls, outcomes: Outcomes) -> ByRisk:
        """The games and wins of these outcomes."""
        risk = outcomes["risk"].astype(np.int64)
        step = np.where(risk == 0, 0, 1 + np.minimum(risk * TENTHS // BILLION, TENTHS - 1))
        won = outcomes["result"] == RESULTS.index(Result.WON)
        games, wins = (np.bincount(steps, minlength=TENTHS + 1) for steps in (step, step[won]))
        return cls(tuple(map(int, games)), tuple(map(int, wins)))

    def __add__(self, other: ByRisk) -> ByRisk:
        mine, theirs = (self.games, self.wins), (other.games, other.wins)
        return ByRisk(*(tuple(map(sum, zip(a, b, strict=True))) for a, b in zip(mine, theirs, strict=True)))


@dataclass(frozen=True)
class Entry:
    """The games of a strategy: a match of a run, or its games in a batch."""

    strategy: str
    source: str  # the name of the run or the batch
    tally: Tally
    seconds: float = 0.0  # of CPU time; in a batch, of wall-clock time
    timed: int = 0  # the number of games that took them
    match: Match | None = None  # a batch has none
    by_risk: ByRisk = ByRisk()
    signature: str = ""
    version: str = ""
    gain: Paired = field(default_factory=Paired)  # over the baseline of the match, if it has one

    @property
    def is_weighted(self) -> bool:
        """Whether the games are weighted: then no guess hits a mine, and no game is lost."""
        return self.match is not None and self.match.estimator is not Estimator.WINS

    @property
    def is_plain(self) -> bool:
        """Whether these are unweighted games of a run."""
        return self.match is not None and not self.is_weighted

    @property
    def seconds_per_game(self) -> float:
        """The time per game; nan if unknown."""
        return self.seconds / self.timed if self.timed and self.seconds > 0 else math.nan


@dataclass(frozen=True)
class RunRead:
    """A run, and the results of each of its matches."""

    name: str
    stored: Stored
    played: tuple[Entry, ...]

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(played.tally.games for played in self.played)

    @property
    def planned(self) -> int:
        """The number of games planned."""
        return self.stored.plan.games * len(self.stored.plan.matches)


@dataclass(frozen=True)
class BatchRead:
    """The games of a summary with the same label, each board counted once for each strategy."""

    name: str
    path: Path
    label: str
    began: tuple[str, str]  # the first and the last of its runs
    repeated: int  # games that were played again later, and do not count
    played: tuple[Entry, ...]

    @property
    def games(self) -> int:
        """The number of games that count."""
        return sum(played.tally.games for played in self.played)


@dataclass(frozen=True)
class Results:
    """Everything that was found."""

    runs: tuple[RunRead, ...]
    batches: tuple[BatchRead, ...]

    @property
    def played(self) -> tuple[Entry, ...]:
        """All matches and batches in the order found, without those that have no games."""
        sources: tuple[RunRead | BatchRead, ...] = (*self.runs, *self.batches)
        return tuple(played for source in sources for played in source.played if played.tally.games)

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(played.tally.games for played in self.played)


def read_results(
    places: Iterable[str | os.PathLike[str]], progress: Callable[[int, int], object] | None = None
) -> Results:
    """Read all runs and summaries in some folders and their subfolders; the files themselves can be given as well.

    `progress` is called now and then with the number of games read, and their total. Raises `FileError` if nothing is
    found, `BadSave` for damaged files, and `InvalidValue` if no games were played.
    """
    named = list(places)
    found: dict[Path, Path] = {}
    for place in named:
        for path in _found(Path(place)):
            found.setdefault(path.resolve(), path)
    runs = [open_run(path.parent) for path in found.values() if path.name == PLAN]
    summaries = [path for path in found.values() if path.name != PLAN]
    planned, read = sum(run.plan.games * len(run.plan.matches) for run in runs), 0

    def advance(games: int) -> None:
        nonlocal read
        read += games
        if progress:
            progress(read, max(read, planned))

    names = _names([run.folder for run in runs])
    results = Results(
        tuple(_run(stored, name, advance) for stored, name in zip(runs, names, strict=True)),
        tuple(
            batch
            for path, name in zip(summaries, _names([path.parent for path in summaries]), strict=True)
            for batch in _batches(path, name if len(summaries) > 1 else "", advance)
        ),
    )
    if not results.games:
        raise InvalidValue(f"no games were played yet in {_listed(named)}: there is nothing to report")
    return results


def _listed(places: Iterable[str | os.PathLike[str]]) -> str:
    return ", ".join(repr(os.fspath(place)) for place in places)


def _found(place: Path) -> list[Path]:
    """The plans and summaries at or below a path."""
    if place.is_file():
        return [place]
    if not place.exists():
        raise FileError(f"{os.fspath(place)!r} does not exist; give the folder of a run, or a {SUMMARY}")
    found = list(_below(place, DEPTH))
    if not found:
        raise FileError(
            f"{os.fspath(place)!r} contains no run and no {SUMMARY}, nor do its subfolders; make a run with "
            "minemind bench --out, or a summary with minemind batch"
        )
    return found


def _below(folder: Path, depth: int) -> Iterator[Path]:
    files = [folder / name for name in (PLAN, SUMMARY) if (folder / name).is_file()]
    yield from files
    if depth and folder / PLAN not in files:
        try:
            inner = sorted(path for path in folder.iterdir() if path.is_dir())
        except OSError as error:
            raise trouble("read the folder", folder, error) from error
        for path in inner:
            yield from _below(path, depth - 1)


def _names(folders: list[Path]) -> list[str]:
    """Short names of folders: relative to the folder that contains them all."""
    whole = list(map(os.path.abspath, folders))
    common = os.path.commonpath(map(os.path.dirname, whole)) if whole else ""
    return [printable(os.path.relpath(folder, common)) for folder in whole]


def _run(stored: Stored, name: str, advance: Progress) -> RunRead:
    played = tuple(
        _match(stored, number, name, *stored.cost(number), advance) for number in range(len(stored.plan.matches))
    )
    return RunRead(name, stored, played)


def _match(stored: Stored, number: int, source: str, seconds: float, timed: int, advance: Progress) -> Entry:
    match = stored.plan.matches[number]
    standing, by_risk, gain = Standing(match), ByRisk(), Paired()
    for outcomes in stored.blocks(number):
        standing.add(outcomes)
        if match.baseline is None:
            by_risk += ByRisk.of(outcomes)
        else:
            gain += Paired.of_gains(gains(outcomes))
        advance(len(outcomes))
    signature = standing.signature if standing.tally.games else ""
    return Entry(
        printable(match.player),
        source,
        standing.tally,
        seconds,
        timed,
        match,
        by_risk,
        signature,
        printable(stored.version),
        gain,
    )


class _Label:
    """The games of a label: the last one of each strategy on each board."""

    def __init__(self) -> None:
        self.rows, self.began = 0, set[str]()
        self.games: dict[str, dict[str, tuple[Result, float]]] = defaultdict(dict)

    def add(self, row: SummaryRow, result: Result, seconds: float) -> None:
        self.rows += 1
        self.began.add(row.run_timestamp)
        self.games[row.strategy][row.board] = result, seconds


def _batches(path: Path, place: str, advance: Progress) -> Iterator[BatchRead]:
    """The batches of a summary, by their labels."""
    labels: dict[str, _Label] = defaultdict(_Label)
    for row, result, seconds in _rows(path):
        labels[row.run_label].add(row, result, seconds)
        advance(1)
    for label, kept in labels.items():
        name = f"batch {printable(label)}" + (f" in {place}" if place else "")
        played = tuple(_added(strategy, name, games.values()) for strategy, games in kept.games.items())
        repeated = kept.rows - sum(map(len, kept.games.values()))
        began = printable(min(kept.began)), printable(max(kept.began))
        yield BatchRead(name, path, printable(label), began, repeated, played)


def _added(strategy: str, source: str, games: Iterable[tuple[Result, float]]) -> Entry:
    """The games of a strategy, added up; a summary knows their results and times, but not their guesses."""
    results, seconds = zip(*games, strict=True)
    won, lost = results.count(Result.WON), results.count(Result.LOST)
    tally = Tally(
        games=len(results),
        wins=won,
        lost=lost,
        weight=won * BILLION,
        squares=won * BILLION**2,
        phases=(lost, *[0] * len(Phase)),
    )
    return Entry(printable(strategy), source, tally, math.fsum(seconds), len(results))


def _rows(path: Path) -> Iterator[tuple[SummaryRow, Result, float]]:
    """The rows of a summary. What follows the last line break was left by a killed writer, and is not read."""
    with reading(path) as file:
        number, lines = 1, io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace", newline="")
        try:
            rows = csv.reader(text for text in lines if text.endswith("\n"))
            if next(rows, None) != list(SummaryRow._fields):
                raise BadSave(f"{os.fspath(path)!r} is not a batch summary: its first line names other columns")
            for row in rows:
                number += 1
                yield _read(row)
        except (ValueError, TypeError, csv.Error) as error:
            if isinstance(error, BadSave):
                raise
            raise BadSave(f"{os.fspath(path)!r} is damaged: line {number} is not a game of a batch") from None


def _read(values: list[str]) -> tuple[SummaryRow, Result, float]:
    row = SummaryRow(*values)  # type: ignore[arg-type]  # the columns that are not read may hold anything
    seconds = float(row.runtime_sec)
    if not 0 <= seconds < math.inf:
        raise ValueError
    return row, Result(row.result), seconds
