"""Deadline: when a computation gives up, because its time is up or because it is stopped from outside."""

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

# What to do about a limit that one has set oneself.
MORE_TIME = "allow more time"

Item = TypeVar("Item")


class Stop:
    """Ends what its block computes: after the time limit, or as soon as another thread sets it.

    Every question of the block to the engine, or to any method, then raises `TooHard`. The advice is for whoever cannot
    change the limit, unless it is given.
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
        """How much the engine has done in its block, in the units that `think` counts in millions."""
        return self._native.work

    @property
    def is_due(self) -> bool:
        """Whether it was set, or its time is up."""
        return self._native.is_due

    def __enter__(self) -> None:
        assert _THREAD.stop is None, "a thread enters one at a time"
        _THREAD.stop = self
        self._native.enter()

    def __exit__(self, *_: object) -> None:
        self._native.leave()
        _THREAD.stop = None


class _Thread(threading.local):
    """What a thread is in the middle of."""

    stop: Stop | None = None  # the one in whose block it is


_THREAD = _Thread()


class Deadline:
    """A time limit that began when it was made; None is no limit. The stop of its thread counts as well."""

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
        """Seconds until the end; never 0, which the engine takes for no limit."""
        return math.inf if self.time_limit is None else max(self.end - time.monotonic(), LEAST_SECONDS)

    @property
    def left(self) -> float:
        """Seconds until the end, or until that of the thread's stop; infinite if there is none."""
        return min(self.seconds, math.inf if self.stop is None else self.stop.left)

    @property
    def is_over(self) -> bool:
        """Whether the end has come."""
        return time.monotonic() > self.end or (self.stop is not None and self.stop.is_due)

    def look(self) -> None:
        """Raises `TooHard` after the end."""
        if self.is_over:
            raise self.passed()

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, with a look before each."""
        for item in items:
            self.look()
            yield item

    def passed(self) -> TooHard:
        """What to raise after the end."""
        limits = [(one.time_limit, one.advice) for one in (self, self.stop) if one and one.time_limit is not None]
        if not limits:
            return TooHard("stopped before it was finished")
        seconds, advice = min(limits)
        return TooHard(f"not finished within the time limit of {seconds:g} s; {advice}")
