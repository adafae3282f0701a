"""Deadline: ends a computation, because its time is up or because another thread stops it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from minemind import _native
from minemind.arguments import fraction
from minemind.errors import InvalidValue, TooHard

__all__ = ["MORE_TIME", "Deadline", "Stop"]

LEAST_SECONDS = 1e-9

# The advice about a limit that the caller has set.
MORE_TIME = "allow more time"

Item = TypeVar("Item")


class Stop:
    """Ends the computations of its `with` block: after the time limit, or as soon as another thread calls `set`.

    Every question of the block to the engine, or to any method, then raises `TooHard`, with `advice` on what to do. The
    default advice is for a user who cannot change the limit.
    """

    def __init__(self, time_limit: float | None = None, advice: str = "try a smaller or simpler board") -> None:
        self.time_limit = time_limit
        self.advice = advice
        self._end = math.inf if time_limit is None else time.monotonic() + time_limit
        self._native = _native.Stop(time_limit or math.inf)

    def set(self) -> None:
        """Stop now."""
        self._native.set()

    @property
    def left(self) -> float:
        """Seconds until its time is up."""
        return self._end - time.monotonic()

    @property
    def work(self) -> int:
        """The work that the engine has done in the block, in the units that `think` counts in millions."""
        return self._native.work

    @property
    def is_due(self) -> bool:
        """Whether it was set or its time is up."""
        return self._native.is_due

    def __enter__(self) -> None:
        assert _THREAD.stop is None, "a thread enters one at a time"
        _THREAD.stop = self
        self._native.enter()

    def __exit__(self, *_: object) -> None:
        self._native.leave()
        _THREAD.stop = None


class _Thread(threading.local):
    """The state of each thread."""

    stop: Stop | None = None  # the one whose block it is in


_THREAD = _Thread()


class Deadline:
    """A time limit that starts when it is made; None means no limit. The `Stop` of its thread ends it as well."""

    advice = MORE_TIME

    def __init__(self, time_limit: float | None = None) -> None:
        if time_limit is not None:
            wanted = "a number of seconds above 0, or None"
            time_limit = fraction(time_limit, "the time limit", wanted)
            if not time_limit > 0:
                raise InvalidValue(f"the time limit is {time_limit!r}; give {wanted}")
        self.time_limit = time_limit
        self.end = math.inf if time_limit is None else time.monotonic() + time_limit
        self.stop = _THREAD.stop

    @property
    def seconds(self) -> float:
        """Seconds until the time limit; never 0, which would mean no limit to the engine."""
        return math.inf if self.time_limit is None else max(self.end - time.monotonic(), LEAST_SECONDS)

    @property
    def left(self) -> float:
        """Seconds until the time limit or that of the thread's `Stop`, whichever is first; infinite without either."""
        return min(self.seconds, math.inf if self.stop is None else self.stop.left)

    @property
    def is_over(self) -> bool:
        """Whether the time is up or the thread's `Stop` is due."""
        return time.monotonic() > self.end or (self.stop is not None and self.stop.is_due)

    def look(self) -> None:
        """Raise `TooHard` if the deadline is over."""
        if self.is_over:
            raise self.passed()

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, checking the deadline before each."""
        for item in items:
            self.look()
            yield item

    def passed(self) -> TooHard:
        """The error to raise after the end."""
        limits = [(one.time_limit, one.advice) for one in (self, self.stop) if one and one.time_limit is not None]
        if not limits:
            return TooHard("stopped before it was finished")
        seconds, advice = min(limits)
        return TooHard(f"not finished within the time limit of {seconds:g} s; {advice}")
