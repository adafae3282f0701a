"""Unbroken: what Ctrl-C must not cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["unbroken"]


@contextmanager
def unbroken() -> Iterator[None]:
    """Ctrl-C waits for the end of the block, which should be short; the second one does not wait."""
    if threading.current_thread() is not threading.main_thread():  # others are never interrupted
        yield
        return
    pressed = 0

    def press(*_: object) -> None:
        nonlocal pressed
        pressed += 1
        if pressed > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
