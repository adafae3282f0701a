"""Lru: a map that keeps what was used last and forgets the rest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["Lru"]

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Lru(Generic[Key, Value]):
    """At most `capacity` values, for all threads; a hit makes a value the one used last.

    Each step is one that Python does at once. A lock would do as well, but a fork could copy it while it is locked. Two
    threads that meet may miss a value, and make it again.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Key) -> Value | None:
        """The value under this key, or None."""
        value = self._kept.pop(key, None)
        if value is not None:
            self._kept[key] = value
        return value

    def insert(self, key: Key, value: Value) -> None:
        """Keep a value, and forget the one that was not used for longest if there are too many."""
        self._kept.pop(key, None)
        self._kept[key] = value
        if len(self._kept) > self.capacity:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
