"""Store: a run on disk, as a folder that survives crashes.

::

    run.json                   what is played: the matches, the number of games, the version, the engine's signature
    01-champion-expert.games   a record of fixed size for every game of a match, in the order of their indices
    timings.csv                how long each chunk took, and where: the only file that differs from run to run

Record i is game i, so no game can be stored twice, and the length of a file shows the progress of its match. Each
record ends with a CRC-32 of its index and content: records torn by a crash are cut off, and damaged ones are refused.
docs/lab.md gives the reasons.
"""

from __future__ import annotations

import csv
import errno
import io
import math
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minemind.errors import BadSave, FileError, InvalidValue
from minemind.files import is_partial, reading, remove_abandoned, sync_folder
from minemind.formats.append import Growing, growing
from minemind.formats.document import SCHEMA, check_kind, damaged, field, read_document, write_document
from minemind.lab.chunk import Chunk, play_chunk
from minemind.lab.plan import Plan, engine_signature
from minemind.strategy.match import Match
from minemind.strategy.outcome import OUTCOME, Outcomes
from minemind.strategy.standing import game_columns, standings
from minemind.strategy.tally import Tally
from minemind.table import stacked

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["RunWriter", "Stored", "Timing", "open_run", "writing_run"]

# A game on disk: its outcome and the check.
CHECK = ("check", "<u4")
STORED = np.dtype([("outcome", OUTCOME), CHECK])

# Records read at a time: some megabytes, whatever the size of the run.
BLOCK = 1 << 16

PLAN, TIMINGS = "run.json", "timings.csv"


class Timing(NamedTuple):
    """How long a chunk took, and where it was played."""

    match: int  # from 1
    first: int
    games: int
    cpu_s: float
    wall_s: float
    worker: str

    @classmethod
    def read(cls, line: bytes) -> Timing | None:
        """Parse a line; None if it is not valid."""
        try:
            match, first, games, cpu_s, wall_s, worker = next(csv.reader([line.decode().rstrip("\n")]))
            timing = cls(int(match), int(first), int(games), float(cpu_s), float(wall_s), worker)
        except (ValueError, csv.Error, StopIteration):
            return None
        is_meant = min(timing[:3]) >= 0 and 0 <= timing.cpu_s < math.inf and 0 <= timing.wall_s < math.inf
        return timing if is_meant and _line(timing) == line else None

    @property
    def end(self) -> int:
        """The index after the last game."""
        return self.first + self.games


@dataclass(frozen=True)
class Stored:
    """A run on disk. It can be read while it is being written, and reading it changes nothing."""

    folder: Path
    plan: Plan
    version: str  # of MineMind, when the run was started
    signature: str  # … and of its engine

    @classmethod
    def now(cls, folder: Path, plan: Plan) -> Stored:
        """A run of this version and engine."""
        from minemind import __version__

        return cls(folder, plan, __version__, engine_signature())

    @classmethod
    def from_json(cls, folder: Path, values: object) -> Stored:
        """The run that the contents of `run.json` describe; raises `BadSave` if they are invalid."""
        check_kind(values, "run")
        games, listed = field(values, "games", int), field(values, "matches", list)
        plan = Plan(tuple(map(Match.from_json, listed)), games)
        if isinstance(games, bool) or games < 0 or not listed:
            raise damaged("it has no matches")
        if [field(match, "file", str) for match in listed] != list(plan.files):
            raise damaged("its file names do not match")
        return cls(folder, plan, field(values, "version", str), field(values, "signature", str))

    def to_json(self) -> dict[str, Any]:
        """The contents of `run.json`, with the layout of a record, so that `numpy.fromfile` can read the games."""
        matches = zip(self.plan.files, self.plan.matches, strict=True)
        return {
            "minemind": SCHEMA,
            "kind": "run",
            "version": self.version,
            "signature": self.signature,
            "games": self.plan.games,
            "matches": [{"file": name, **match.to_json()} for name, match in matches],
            "record": [*OUTCOME.descr, CHECK],
        }

    def check_continues(self, before: Stored) -> None:
        """Raise `InvalidValue` unless this continues the run before it."""
        self.plan.check_continues(before.plan)
        if self.signature != before.signature:
            raise InvalidValue(
                f"the engine's behaviour has changed since this run started (version {before.version}, signature "
                f"{before.signature}; now {self.version}, {self.signature}); start a new run"
            )

    def outcomes(self, number: int) -> Outcomes:
        """The outcomes of the games of a match, as an array."""
        return np.concatenate([np.zeros(0, OUTCOME), *self.blocks(number)])

    def __str__(self) -> str:
        """A small table: a row for each match."""
        return standings((match, self.tally(number)) for number, match in enumerate(self.plan.matches))

    def to_pandas(self) -> pd.DataFrame:
        """A DataFrame with a row for each game of every match; needs the extra `minemind-engine[pandas]`."""
        played = [(match, self.outcomes(number)) for number, match in enumerate(self.plan.matches)]
        return stacked(game_columns(match, range(len(outcomes)), outcomes) for match, outcomes in played)

    def tally(self, number: int) -> Tally:
        """The tally of the games of a match, added up in little memory."""
        return sum(map(Tally.of, self.blocks(number)), Tally())

    def blocks(self, number: int) -> Iterator[Outcomes]:
        """The outcomes of the games of a match, a block at a time."""
        path = self.folder / self.plan.files[number]
        if path.exists():
            with reading(path) as file:
                yield from _blocks(partial(_read_at, file), path, _reported(self.timings(), number))

    def timings(self) -> list[Timing]:
        """The times of all finished chunks."""
        path = self.folder / TIMINGS
        if not path.exists():
            return []
        with reading(path) as file:
            content = file.read()
        timings, size = _whole_timings(content)
        if size <= content.rfind(b"\n"):
            raise BadSave(f"{os.fspath(path)!r} is damaged: a row is corrupt")
        return timings

    def cost(self, number: int) -> tuple[float, int]:
        """The CPU time of a match, and the number of games it covers: a crash can lose the time of the last games."""
        own = [timing for timing in self.timings() if timing.match == number + 1]
        return sum(timing.cpu_s for timing in own), sum(timing.games for timing in own)


def open_run(folder: str | os.PathLike[str]) -> Stored:
    """Open a run for reading."""
    path = Path(folder)
    if not (path / PLAN).exists():
        raise FileError(f"{os.fspath(folder)!r} is not a run: it has no {PLAN}")
    return read_document(path / PLAN, "run", lambda values: Stored.from_json(path, values))


class RunWriter:
    """A run that is being written, by one process only."""

    def __init__(self, stored: Stored, files: list[Growing], timings: Growing) -> None:
        self.stored, self._files, self._timings = stored, files, timings
        self._done = [file.size // STORED.itemsize for file in files]

    def done(self, number: int) -> int:
        """The number of games of a match on disk."""
        return self._done[number]

    def add(self, number: int, chunk: Chunk) -> None:
        """Append a chunk to its match. When this returns, it is safely on disk."""
        if chunk.first != self._done[number]:
            raise ValueError(f"game {chunk.first} does not follow game {self._done[number]}")
        self._files[number].append(_sealed(chunk.outcomes, chunk.first).tobytes())
        self._done[number] += len(chunk.outcomes)
        seconds = round(chunk.cpu_s, 6), round(chunk.wall_s, 6)
        self._timings.append(_line(Timing(number + 1, chunk.first, len(chunk.outcomes), *seconds, chunk.worker)))

    def keep(self, games: int) -> None:
        """Truncate each match to its first `games` games."""
        for number, file in enumerate(self._files):
            self._done[number] = min(games, self._done[number])
            file.cut(self._done[number] * STORED.itemsize)
        self.settle()

    def settle(self) -> None:
        """Drop the timings from the first one on whose games are not all stored."""
        timings, _ = _whole_timings(self._timings.read(0, self._timings.size))
        kept = list(takewhile(lambda timing: timing.end <= self._done_of(timing), timings))
        lines = [_line(Timing._fields), *map(_line, kept)]
        self._timings.cut(sum(map(len, lines)) if self._timings.size else 0)
        if not self._timings.size:
            self._timings.append(lines[0])

    def _done_of(self, timing: Timing) -> int:
        return self._done[timing.match - 1] if 1 <= timing.match <= len(self._done) else -1


@contextmanager
def writing_run(folder: str | os.PathLike[str], plan: Plan, *, resume: bool) -> Iterator[RunWriter]:
    """Open a run for writing: a new one, or with `resume` an existing one. It is locked until the block ends."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        sync_folder(path.absolute().parent)
    except OSError as error:
        raise FileError(f"cannot make the folder {os.fspath(folder)!r}: {error.strerror}") from error
    with ExitStack() as stack:
        timings = _take(stack, path)
        stored = _begun(path, plan, resume=resume)
        files = [stack.enter_context(growing(path / name)) for name in plan.files]
        known, size = _whole_timings(timings.read(0, timings.size))
        timings.cut(size)
        for number, (name, file) in enumerate(zip(plan.files, files, strict=True)):
            _cut_torn(file, path / name, _reported(known, number))
        writer = RunWriter(stored, files, timings)
        writer.settle()
        _check_same(writer)
        yield writer


def _take(stack: ExitStack, path: Path) -> Growing:
    """Open the timings; their lock keeps other writers out of the run."""
    try:
        return stack.enter_context(growing(path / TIMINGS, wait=False))
    except FileError as error:
        if error.errno == errno.EWOULDBLOCK:
            raise FileError(f"another process is writing the run in {os.fspath(path)!r}") from None
        raise


def _begun(path: Path, plan: Plan, *, resume: bool) -> Stored:
    """The run to write, which is either new or continues an existing one."""
    run = Stored.now(path, plan)
    remove_abandoned(path)
    if (path / PLAN).exists():
        if not resume:
            raise FileError(
                f"{os.fspath(path)!r} already contains a run; use --resume to continue it, or another folder"
            )
        before = open_run(path)
        run.check_continues(before)
        run = replace(before, plan=plan)
        if before == run:
            return run
    elif any(other.name != TIMINGS and not is_partial(other) for other in path.iterdir()):
        raise FileError(f"{os.fspath(path)!r} contains other files; use an empty or a new folder")
    write_document(path / PLAN, run.to_json())
    return run


def _sealed(outcomes: Outcomes, first: int) -> NDArray[np.void]:
    """Records as stored, from game `first` on."""
    made = np.zeros(len(outcomes), STORED)
    made["outcome"] = outcomes
    made["check"] = _checks(made, first)
    return made


def _checks(records: NDArray[np.void], first: int) -> NDArray[np.uint32]:
    """The CRC-32 of each record: over its index, as eight bytes, and its content without the check."""
    index = np.arange(first, first + len(records), dtype="<u8").view("u1").reshape(-1, 8)
    content = records.view("u1").reshape(-1, STORED.itemsize)[:, : -STORED["check"].itemsize]
    sums = np.full(len(records), 0xFFFFFFFF, np.uint32)
    for column in (*index.T, *content.T):
        sums = _CRC_TABLE[(sums ^ column) & 0xFF] ^ (sums >> np.uint32(8))
    return ~sums


# The table of zlib's CRC-32, so that a million records can be checked at once.
_CRC_TABLE = np.array([zlib.crc32(bytes([byte])) for byte in range(256)], dtype=np.uint32)
_CRC_TABLE ^= _CRC_TABLE[0]


def _read_at(file: BinaryIO, start: int, count: int) -> bytes:
    file.seek(start)
    return file.read(count)


def _blocks(read: Callable[[int, int], bytes], path: Path, reported: int) -> Iterator[Outcomes]:
    """The outcomes in a file, up to the first invalid record, at which a writer was interrupted.

    Games that were not reported may be in any state: a power cut keeps some of their pages, and not always the first
    ones. If reported games are missing at the end, the file was truncated, and they can be played again. But an invalid
    record of a reported game with valid ones after it is damage: `BadSave`.
    """
    first, torn = 0, None
    while content := read(first * STORED.itemsize, BLOCK * STORED.itemsize):
        records = np.frombuffer(content, STORED, count=len(content) // STORED.itemsize)
        right = records["check"] == _checks(records, first)
        whole = 0 if torn is not None else len(right) if right.all() else int(np.argmin(right))
        if torn is None and whole < len(right):
            torn = first + whole
        if torn is not None and torn < reported and right[whole:].any():
            raise BadSave(f"{os.fspath(path)!r} is damaged: the record of game {torn} is corrupt")
        first += len(records)
        yield np.ascontiguousarray(records["outcome"][:whole])
        if len(content) % STORED.itemsize:
            return


def _cut_torn(file: Growing, path: Path, reported: int) -> None:
    """Cut off what an interrupted writer left after the last valid record."""
    file.cut(sum(map(len, _blocks(file.read, path, reported))) * STORED.itemsize)


def _line(row: Iterable[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(row)
    return text.getvalue().encode()


def _whole_timings(content: bytes) -> tuple[list[Timing], int]:
    """The timings up to the first invalid line, and the position at which that line begins."""
    timings: list[Timing] = []
    header, *lines = content.splitlines(keepends=True) or [b""]
    if header != _line(Timing._fields):
        return timings, 0
    size = len(header)
    for line in lines:
        if (timing := Timing.read(line)) is None:
            break
        timings.append(timing)
        size += len(line)
    return timings, size


def _reported(timings: list[Timing], number: int) -> int:
    """The number of games of a match that were certainly on disk: timings are written after their games."""
    return max((timing.end for timing in timings if timing.match == number + 1), default=0)


def _check_same(writer: RunWriter) -> None:
    """Raise `InvalidValue` if a strategy plays its first game differently than when the run started."""
    for number, match in enumerate(writer.stored.plan.matches):
        if not writer.done(number):
            continue
        before, now = next(writer.stored.blocks(number))[:1], play_chunk(match, 0, 1).outcomes
        if before.tobytes() != now.tobytes():
            raise InvalidValue(f"the behaviour of {match.strategy} has changed since this run started; start a new run")
