"""Jobs: the same work on many inputs, in several processes, with a bar on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing import Pool
from typing import TypeVar

from minemind.cli.output import progress_bar

Input = TypeVar("Input")
Result = TypeVar("Result")


def in_processes(work: Callable[[Input], Result], inputs: Sequence[Input], jobs: int, what: str) -> list[Result]:
    """The result for every input, in order."""
    results = []
    with Pool(jobs) as processes, progress_bar(what, len(inputs)) as advance:
        for result in processes.imap(work, inputs):
            results.append(result)
            if advance:
                advance(1)
    return results
