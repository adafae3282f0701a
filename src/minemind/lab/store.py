"""Store: a run on disk, as a folder that survives whatever kills the run.

::

    run.json                   what is played: the matches, how many games, the version and the engine's signature
    01-champion-expert.games   a record of fixed size for every game of a match, in the order of their indices
    timings.csv                what each piece took, and where: the only thing that differs from run to run

Record i is game i, so no game can be there twice, and where the file ends is how far the run has come. Each record ends
with a CRC-32 of its index and content: what a crash has torn is known and cut off, and what has rotted is refused.
docs/lab.md says why it is like this.
"""

from __future__ import annotations

import csv
import io
import math
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minemind.errors import BadSave, FileTrouble, InvalidValue
from minemind.formats.append import Growing, growing
from minemind.formats.document import SCHEMA, check_kind, damaged, field, read_document, write_document
from minemind.formats.files import reading
from minemind.lab.piece import Piece
from minemind.lab.plan import Plan
from minemind.lab.signature import engine_signature
from minemind.strategy.match import Match
from minemind.strategy.outcome import OUTCOME, Outcomes
from minemind.strategy.tally import Tally

__all__ = ["Stored", "Timing", "Writer", "open_run", "writing_run"]

# A game on disk: its outcome and the check.
STORED = np.dtype([*((name, OUTCOME[name]) for name in OUTCOME.names or ()), ("check", "<u4")])

# Records that are looked at together: some megabytes, whatever the size of the run.
BLOCK = 1 << 16

PLAN, TIMINGS = "run.json", "timings.csv"


class Timing(NamedTuple):
    """What a piece took, and where."""

    match: int  # from 1
    first: int
    games: int
    cpu_s: float
    wall_s: float
    worker: str

    @classmethod
    def read(cls, row: list[str]) -> Timing:
        """The way back from a row; raises `ValueError` for what is none."""
        match, first, games, cpu_s, wall_s, worker = row
        timing = cls(int(match), int(first), int(games), float(cpu_s), float(wall_s), worker)
        if not (min(timing[:5]) >= 0 and math.isfinite(timing.cpu_s + timing.wall_s)):
            raise ValueError
        return timing


@dataclass(frozen=True)
class Stored:
    """A run as it lies on disk. Reading it never changes it, and works while it is written."""

    folder: Path
    plan: Plan
    version: str  # of MineMind, when the run was begun
    signature: str  # … and of its engine

    @classmethod
    def now(cls, folder: Path, plan: Plan) -> Stored:
        """A run of this version and engine."""
        from minemind import __version__

        return cls(folder, plan, __version__, engine_signature())

    @classmethod
    def from_json(cls, folder: Path, values: object) -> Stored:
        """What `run.json` says; raises `BadSave` where it says nothing."""
        check_kind(values, "run")
        games, listed = field(values, "games", int), field(values, "matches", list)
        plan = Plan(tuple(map(Match.from_json, listed)), games)
        if isinstance(games, bool) or games < 0 or not listed:
            raise damaged("it plays nothing")
        if [field(match, "file", str) for match in listed] != list(plan.files):
            raise damaged("its files have other names")
        return cls(folder, plan, field(values, "version", str), field(values, "signature", str))

    def to_json(self) -> dict[str, Any]:
        """All of it, with what a record looks like: `numpy.fromfile` can read them by that alone."""
        matches = zip(self.plan.files, self.plan.matches, strict=True)
        return {
            "minemind": SCHEMA,
            "kind": "run",
            "version": self.version,
            "signature": self.signature,
            "games": self.plan.games,
            "matches": [{"file": name, **match.to_json()} for name, match in matches],
            "record": STORED.descr,
        }

    def check_continues(self, before: Stored) -> None:
        """Raise `InvalidValue` unless this goes on with what was begun."""
        self.plan.check_continues(before.plan)
        if self.signature != before.signature:
            raise InvalidValue(
                f"the engine plays otherwise than when the run was begun (version {before.version}, signature "
                f"{before.signature}; now {self.version}, {self.signature}), and the two would be mixed; begin anew"
            )

    def outcomes(self, number: int) -> Outcomes:
        """What came of the games of a match, as an array."""
        return np.concatenate([np.zeros(0, OUTCOME), *self.blocks(number)])

    def tally(self, number: int) -> Tally:
        """… added up, in little memory."""
        return sum(map(Tally.of, self.blocks(number)), Tally())

    def blocks(self, number: int) -> Iterator[Outcomes]:
        """… some at a time."""
        path = self.folder / self.plan.files[number]
        if path.exists():
            with reading(path) as file:
                yield from _blocks(lambda start, count: os.pread(file.fileno(), count, start), path)

    def timings(self) -> list[Timing]:
        """What each piece took that was played to its end."""
        path = self.folder / TIMINGS
        if not path.exists():
            return []
        with reading(path) as file:
            rows = _rows(file.read())
        try:
            return [Timing.read(row) for row in rows]
        except ValueError:
            raise BadSave(f"{os.fspath(path)!r} is damaged: a row is not as it was written") from None

    def cost(self, number: int) -> tuple[float, int]:
        """The processor time of a match, and the games that took it: a crash can lose the time of the last ones."""
        own = [timing for timing in self.timings() if timing.match == number + 1]
        return sum(timing.cpu_s for timing in own), sum(timing.games for timing in own)


def open_run(folder: str | os.PathLike[str]) -> Stored:
    """A run to be read."""
    path = Path(folder)
    if not (path / PLAN).exists():
        raise FileTrouble(f"{os.fspath(folder)!r} holds no run: there is no {PLAN} in it")
    return read_document(path / PLAN, "run", lambda values: Stored.from_json(path, values))


class Writer:
    """A run that is being written, by one process alone."""

    def __init__(self, stored: Stored, files: list[Growing], timings: Growing) -> None:
        self.stored, self._files, self._timings = stored, files, timings
        self._done = [file.size // STORED.itemsize for file in files]

    def done(self, number: int) -> int:
        """How many games of a match are on the disk."""
        return self._done[number]

    def add(self, number: int, piece: Piece) -> None:
        """Put a piece on the disk, behind what is there of its match. When this returns, nothing can lose it."""
        if piece.first != self._done[number]:
            raise ValueError(f"games from {piece.first} on do not follow {self._done[number]}")
        self._files[number].append(_sealed(piece.outcomes, piece.first).tobytes())
        self._done[number] += len(piece.outcomes)
        seconds = round(piece.cpu_s, 6), round(piece.wall_s, 6)
        self._timings.append(_line(Timing(number + 1, piece.first, len(piece.outcomes), *seconds, piece.worker)))


@contextmanager
def writing_run(folder: str | os.PathLike[str], plan: Plan, *, resume: bool) -> Iterator[Writer]:
    """A run to be written: a new one, or with `resume` one that was begun. Nobody else can write it meanwhile."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileTrouble(f"cannot make the folder {os.fspath(folder)!r}: {error.strerror}") from error
    with ExitStack() as stack:
        timings = _take(stack, path)
        stored = _begun(path, plan, resume=resume)
        files = [stack.enter_context(growing(path / name)) for name in plan.files]
        for name, file in zip(plan.files, files, strict=True):
            _cut_torn(file, path / name)
        writer = Writer(stored, files, timings)
        _cut_torn_timings(timings, writer)
        yield writer


def _take(stack: ExitStack, path: Path) -> Growing:
    """Open the timings, which are also what keeps others out."""
    try:
        return stack.enter_context(growing(path / TIMINGS, wait=False))
    except FileTrouble as error:
        if "another process" in str(error):
            raise FileTrouble(f"another process is working on the run in {os.fspath(path)!r}") from None
        raise


def _begun(path: Path, plan: Plan, *, resume: bool) -> Stored:
    """The run as it is to be: what was there before, if anything was, is gone on with."""
    run = Stored.now(path, plan)
    if (path / PLAN).exists():
        if not resume:
            raise FileTrouble(
                f"{os.fspath(path)!r} holds a run already; --resume goes on with it, or name another folder"
            )
        before = open_run(path)
        run.check_continues(before)
        run = replace(before, plan=plan)
        if before == run:
            return run
    elif any(other.name != TIMINGS for other in path.iterdir()):
        raise FileTrouble(f"{os.fspath(path)!r} holds something else than a run; name an empty or a new folder")
    write_document(path / PLAN, run.to_json())
    return run


def _sealed(outcomes: Outcomes, first: int) -> NDArray[np.void]:
    """Records as they are written, from the game `first` on."""
    made = np.zeros(len(outcomes), STORED)
    for name in OUTCOME.names or ():
        made[name] = outcomes[name]
    made["check"] = _checks(made, first)
    return made


def _checks(records: NDArray[np.void], first: int) -> NDArray[np.uint32]:
    """The CRC-32 of each record: of its index, eight bytes, and of all of it but the check itself."""
    index = np.arange(first, first + len(records), dtype="<u8").view("u1").reshape(-1, 8)
    content = records.view("u1").reshape(-1, STORED.itemsize)[:, : -STORED["check"].itemsize]
    sums = np.full(len(records), 0xFFFFFFFF, np.uint32)
    for column in (*index.T, *content.T):
        sums = _CRC_TABLE[(sums ^ column) & 0xFF] ^ (sums >> np.uint32(8))
    return ~sums


# What zlib's CRC-32 makes of each byte, so that a million records can be checked at once.
_CRC_TABLE = np.array([zlib.crc32(bytes([byte])) for byte in range(256)], dtype=np.uint32)
_CRC_TABLE ^= _CRC_TABLE[0]


def _blocks(read: Callable[[int, int], bytes], path: Path) -> Iterator[Outcomes]:
    """The outcomes in a file, up to where a writer was interrupted; behind that no whole record may follow."""
    first, is_torn = 0, False
    while content := read(first * STORED.itemsize, BLOCK * STORED.itemsize):
        records = np.frombuffer(content, STORED, count=len(content) // STORED.itemsize)
        right = records["check"] == _checks(records, first)
        whole = 0 if is_torn else len(right) if right.all() else int(np.argmin(right))
        if right[whole:].any():
            raise BadSave(f"{os.fspath(path)!r} is damaged: game {first + whole} is not as it was written")
        is_torn |= whole < len(right)
        first += len(records)
        yield _unsealed(records[:whole])
        if len(content) % STORED.itemsize:
            return


def _unsealed(records: NDArray[np.void]) -> Outcomes:
    outcomes = np.empty(len(records), OUTCOME)
    for name in OUTCOME.names or ():
        outcomes[name] = records[name]
    return outcomes


def _cut_torn(file: Growing, path: Path) -> None:
    """Cut off what an interrupted writer left behind the last whole record."""
    file.cut(sum(map(len, _blocks(file.read, path))) * STORED.itemsize)


def _line(row: Iterable[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(row)
    return text.getvalue().encode()


def _rows(content: bytes) -> list[list[str]]:
    """The whole rows of the timings, without the header."""
    whole = content[: content.rfind(b"\n") + 1].decode(errors="replace")
    return list(csv.reader(whole.splitlines()))[1:]


def _cut_torn_timings(timings: Growing, writer: Writer) -> None:
    """Keep whole rows, of pieces that are on the disk."""
    content = timings.read(0, timings.size)
    rows = _rows(content)
    kept = [row for row in rows if _is_kept(row, writer)]
    if content and kept == rows:
        timings.cut(content.rfind(b"\n") + 1)
        return
    timings.cut(0)
    timings.append(b"".join(map(_line, [Timing._fields, *kept])))


def _is_kept(row: list[str], writer: Writer) -> bool:
    try:
        timing = Timing.read(row)
    except ValueError:
        return False
    is_known = 1 <= timing.match <= len(writer.stored.plan.matches)
    return is_known and timing.first + timing.games <= writer.done(timing.match - 1)
