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

__all__ = ["Deadline", "Stop"]

LEAST_SECONDS = 1e-9

Item = TypeVar("Item")


class Stop:
    """Ends what its block computes: after the time limit, or as soon as another thread sets it.

    Every question of the block to the engine, or to any method, then raises `TooHard`.
    """

    def __init__(self, time_limit: float | None = None) -> None:
        self.time_limit = time_limit
        self._native = _native.Stop(time_limit or math.inf)

    def set(self) -> None:
        """Stop now."""
        self._native.set()

    @property
    def is_due(self) -> bool:
        """Whether it was set, or its time is up."""
        return self._native.is_due

    def __enter__(self) -> None:
        assert _entered() is None, "a thread enters one at a time"
        _THREAD.stop = self
        self._native.enter()

    def __exit__(self, *_: object) -> None:
        self._native.leave()
        _THREAD.stop = None


_THREAD = threading.local()


def _entered() -> Stop | None:
    """The stop in whose block this thread is."""
    return getattr(_THREAD, "stop", None)


class Deadline:
    """A time limit that began when it was made; None is no limit. The stop of its thread counts as well."""

    def __init__(self, time_limit: float | None = None) -> None:
        if time_limit is not None:
            wanted = "a number of seconds above 0, or None"
            time_limit = fraction(time_limit, "the time limit", wanted)
            if not time_limit > 0:
                raise InvalidValue(f"the time limit is {time_limit!r}; give {wanted}")
        self.time_limit = time_limit
        self.end = math.inf if time_limit is None else time.monotonic() + time_limit
        self.stop = _entered()

    @property
    def seconds(self) -> float:
        """Seconds until the end; never 0, which the engine takes for no limit."""
        return math.inf if self.time_limit is None else max(self.end - time.monotonic(), LEAST_SECONDS)

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
        limits = [deadline.time_limit for deadline in (self, self.stop) if deadline is not None]
        least = min((limit for limit in limits if limit is not None), default=None)
        if least is None:
            return TooHard("stopped before it was finished")
        advice = "allow more time" if least == self.time_limit else "try a smaller or simpler board"
        return TooHard(f"not finished within the time limit of {least:g} s; {advice}")
