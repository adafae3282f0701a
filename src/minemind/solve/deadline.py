"""Deadline: when the methods that are written in Python give up."""

from __future__ import annotations

import math
import time

from minemind.errors import InvalidValue, TooHard

__all__ = ["Deadline"]

LEAST_SECONDS = 1e-9


class Deadline:
    """A time limit that began when it was made; None is no limit."""

    def __init__(self, time_limit: float | None = None) -> None:
        try:
            is_meant = time_limit is None or time_limit > 0
        except TypeError:
            is_meant = False
        if not is_meant:
            raise InvalidValue(f"the time limit is {time_limit!r}; give a number of seconds above 0, or None")
        self.time_limit = time_limit
        self.end = math.inf if time_limit is None else time.monotonic() + time_limit

    @property
    def seconds(self) -> float:
        """Seconds until the end; never 0, which the engine takes for no limit."""
        return math.inf if self.time_limit is None else max(self.end - time.monotonic(), LEAST_SECONDS)

    def look(self) -> None:
        """Raises `TooHard` after the end."""
        if time.monotonic() > self.end:
            raise self.passed()

    def passed(self) -> TooHard:
        """What to raise after the end."""
        return TooHard(f"not done within the time limit of {self.time_limit} s; give it more time")
