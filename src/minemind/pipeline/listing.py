"""Listing: every configuration of an outline, streamed to a file as the product of its components.

The largest component is enumerated as the file grows; the placements of the smaller ones are kept in memory. The limit
bounds their number: with n configurations in all, the second largest component has at most √n placements. Boards are
written block by block, so their number does not affect memory.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import NamedTuple

import numpy as np

from minemind.arguments import processes
from minemind.errors import InvalidValue, TooHard, quoted, roughly
from minemind.files import writing
from minemind.pipeline.outline import Outline, Ways
from minemind.pipeline.part import Placements, placements
from minemind.pipeline.sheet import Bytes, Places, marked
from minemind.solve.problem import Component

__all__ = ["DEFAULT_LIMIT", "check_limit", "write_configurations"]

# Five gigabytes of Expert boards, and up to two minutes of work: more is rarely intended.
DEFAULT_LIMIT = 10_000_000

# A number of 64 bits can count this far, and no disk holds as many.
LARGEST_LIMIT = 10**15

# The most placements of the largest component held at once, and of small components multiplied out.
PLACEMENTS_AT_ONCE = 4096

# Bytes written at once, unless a single board has more.
BYTES_AT_ONCE = 2**20


def write_configurations(
    outline: Outline,
    path: str | os.PathLike[str],
    *,
    limit: int = DEFAULT_LIMIT,
    jobs: int = 1,
    force: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write every configuration as a full board, separated by blank lines; the file is written whole or not at all.

    `jobs` is the number of processes; `progress` is called with the number of configurations written since it was last
    called. Raises `TooHard` before anything is written if there are more than `limit`.
    """
    check_limit(outline, limit)
    jobs = processes(jobs)
    blank = outline.sheet.line_end
    with writing(path, overwrite=force) as file:
        before = len(blank)  # before the first board there is no blank line
        for boards in _boards(outline, blank, jobs):
            file.write(boards.reshape(-1)[before:].data)
            before = 0
            if progress:
                progress(len(boards))


def check_limit(outline: Outline, limit: int = DEFAULT_LIMIT) -> None:
    """Raise `TooHard` if there are more than `limit` configurations."""
    if not 1 <= limit <= LARGEST_LIMIT:
        raise InvalidValue(f"the limit is {quoted(limit)}; give 1 to {LARGEST_LIMIT:,} configurations")
    if outline.configurations > limit:
        size = outline.configurations * (len(outline.sheet.text) + len(outline.sheet.line_end))
        raise TooHard(
            f"there are {roughly(outline.configurations)} configurations, a file of {_bytes(size)}, more than "
            f"the limit of {limit:,}; nothing was written. Get the solution without listing them (pipeline --direct), "
            "open more cells, or raise the limit (--limit)"
        )


def _bytes(size: int) -> str:
    """The size of a file in words, in the largest unit that it reaches."""
    if size < 2**10:
        return f"{size} bytes"
    for unit, bits in (("KB", 10), ("MB", 20)):
        if size < 2 ** (bits + 10):
            return f"{size / 2**bits:,.1f} {unit}"
    return f"{size / 2**30:,.1f} GB" if size < 2**60 else f"{roughly(size >> 30)} GB"


class _Task(NamedTuple):
    """A component to be enumerated: the wanted numbers of mines, and the places of its cells in the text."""

    component: Component
    ways: Ways
    is_whole: bool  # whether these are all ways of the component
    places: Places

    @property
    def size(self) -> int:
        """The number of placements."""
        return sum(self.ways.values())

    @property
    def span(self) -> range:
        """The range from the fewest mines to the most."""
        return range(min(self.ways), max(self.ways) + 1)

    def solved(self) -> Placements:
        """All placements."""
        return Placements.joined(list(self.batches()))

    def batches(self) -> Iterator[Placements]:
        """All placements, a batch at a time."""
        found = placements(self.component, None if self.is_whole else self.ways)
        while batch := list(islice(found, PLACEMENTS_AT_ONCE)):
            yield Placements.of(self.places, batch)


def _boards(outline: Outline, blank: bytes, jobs: int) -> Iterator[Bytes]:
    """All configurations in batches: arrays with a blank line and a board in each row."""
    text = blank + marked(outline.sheet.text, outline.places.tolist(), outline.marks().tolist())
    record: Bytes = np.frombuffer(text, dtype=np.uint8)
    tasks = sorted(_tasks(outline, len(blank)), key=lambda task: task.size)
    if not tasks:
        yield record.reshape(1, -1)
        return
    *smaller, largest = tasks
    kept = _merged(_solved(smaller, jobs), _left(outline.totals, [largest.span]))
    for batch in largest.batches():
        parts = [batch, *kept]
        for marks in _choices(parts, outline.totals):
            yield from _product(record, parts, marks)


def _left(totals: range, spans: Iterable[range]) -> range:
    """The numbers of mines left for some parts if others may hold any number within their `spans`."""
    least, most = 0, 0
    for span in spans:
        least, most = least + span[0], most + span[-1]
    return range(totals.start - most, totals.stop - least)


def _tasks(outline: Outline, shift: int) -> Iterator[_Task]:
    """The components to enumerate, without numbers of mines that the other components cannot complete."""
    spans = [range(min(ways), max(ways) + 1) for ways in outline.ways]
    for i, (component, ways) in enumerate(zip(outline.analysis.components, outline.ways, strict=True)):
        fitting = _left(outline.totals, spans[:i] + spans[i + 1 :])
        usable = {mines: count for mines, count in ways.items() if mines in fitting}
        places = outline.sheet.places[tuple(np.array(component.cells).T)] + shift
        yield _Task(component, usable, len(usable) == len(ways), places)


def _solved(tasks: Sequence[_Task], jobs: int) -> list[Placements]:
    if jobs == 1 or len(tasks) < 2:
        return [task.solved() for task in tasks]
    # Spawned, because a forked process would lack the threads of this one.
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(min(jobs, len(tasks)), context, _leave_interrupts) as pool:
        try:
            return list(pool.map(_Task.solved, tasks))
        except BrokenProcessPool:
            raise TooHard("a worker process died, perhaps for lack of memory; try again with --jobs 1") from None
        except BaseException:  # such as Ctrl-C: do not wait for the rest
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


def _leave_interrupts() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal: the main process ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _merged(parts: Sequence[Placements], totals: range) -> list[Placements]:
    """The same in fewer parts: small ones are multiplied out, without placements that the others cannot complete."""
    waiting, merged = sorted(parts, key=len), list[Placements]()
    for i, part in enumerate(waiting):
        if merged and len(merged[-1]) * len(part) <= PLACEMENTS_AT_ONCE:
            others = [*merged[:-1], *waiting[i + 1 :]]
            merged[-1] = merged[-1].times(part).within(_left(totals, [other.span for other in others]))
        else:
            merged.append(part)
    return merged


def _choices(parts: Sequence[Placements], totals: range) -> Iterator[list[Bytes]]:
    """Lists of placements for each part, such that any choice of one placement per part is a configuration."""
    spans = [part.span for part in parts]
    if all(sum(span[end] for span in spans) in totals for end in (0, -1)):
        yield [part.marks for part in parts]
    elif parts:
        fitting = _left(totals, spans[1:])
        for mines, marks in parts[0].by_mines():
            if mines in fitting:
                rest = range(totals.start - mines, totals.stop - mines)
                yield from ([marks, *others] for others in _choices(parts[1:], rest))


def _product(record: Bytes, parts: Sequence[Placements], marks: Sequence[Bytes]) -> Iterator[Bytes]:
    """Every combination of one of these placements of each part, as boards, a batch at a time."""
    sizes = tuple(map(len, marks))
    at_once = max(BYTES_AT_ONCE // len(record), 1)
    for first in range(0, math.prod(sizes), at_once):
        numbers = np.arange(first, min(first + at_once, math.prod(sizes)))
        boards = np.tile(record, (len(numbers), 1))
        for part, rows, chosen in zip(parts, marks, np.unravel_index(numbers, sizes), strict=True):
            boards[:, part.places] = rows[chosen]
        yield boards
