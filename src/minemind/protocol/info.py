"""Info: progress reports on the way to an answer, at most as often as the client wants them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

from minemind.deadline import Stop
from minemind.solve.choice import MILLION

__all__ = ["Info"]

# The least number of seconds between two reports of work, however often a client wants them.
LEAST_SECONDS: Final = 0.01


class Info:
    """The info lines of one request."""

    def __init__(self, send: Callable[[Mapping[str, Any]], object], seconds: float, stop: Stop) -> None:
        self._send, self._seconds, self._stop = send, seconds, stop
        self._next = time.monotonic() + seconds

    def tell(self, values: Mapping[str, Any]) -> None:
        """Send these values, unless others were sent just before."""
        if (now := time.monotonic()) >= self._next:
            self._next = now + self._seconds
            self._send(values)

    @contextmanager
    def reporting(self, known: Mapping[str, Any] | None = None) -> Iterator[None]:
        """Report, while the block runs one long computation of the engine, the work done so far and what is `known`.

        Another thread reports, because the engine returns only with the answer. It sends nothing after the block.
        """
        ended = threading.Event()
        reporter = threading.Thread(target=self._report, args=(ended, known or {}), daemon=True)
        reporter.start()
        try:
            yield
        finally:
            ended.set()
            reporter.join()

    def _report(self, ended: threading.Event, known: Mapping[str, Any]) -> None:
        with suppress(OSError):  # nobody reads any more, which shows when the answer is sent
            while not ended.wait(max(self._seconds, LEAST_SECONDS)):
                self._send({"work": self._stop.work / MILLION, **known})
