"""Traces of the CPU time that tasks of Chromium's threads take.

Chromium's own trace has the time of each task, without the time in which other programs used the processor. A click
may have to wait for a task of the main thread; a task of a worker is an answer of the engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

TRACED = ["toplevel", "blink.user_timing", "devtools.timeline"]
MAIN, WORKER = "CrRendererMain", "DedicatedWorker thread"
PHASE = "phase "


class Phase(NamedTuple):
    """A named part of a trace, with the CPU time of each task, in ms."""

    name: str
    main: list[float]
    frames: list[float]  # tasks of the main thread, or parts of them
    worker: list[float]


# The threads and events that these lists count, in their order.
COUNTED = ((MAIN, "ThreadControllerImpl::RunTask"), (MAIN, "FireAnimationFrame"), (WORKER, "HandlePostMessage"))


class Trace:
    """A trace in progress; it has its phases when it has ended."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.phases: list[Phase] = []

    def begin(self, name: str) -> None:
        """Begin a phase with this name."""
        self._page.evaluate("(name) => performance.mark(name)", PHASE + name)


@contextmanager
def tracing(browser: Browser, page: Page) -> Iterator[Trace]:
    """Trace what a page does."""
    trace = Trace(page)
    browser.start_tracing(page=page, categories=TRACED)
    yield trace
    trace.phases = list(_phases(json.loads(browser.stop_tracing())["traceEvents"]))


def _phases(events: list[dict[str, Any]]) -> Iterator[Phase]:
    begun = sorted((each["ts"], each["name"]) for each in events if each["name"].startswith(PHASE))
    threads = {(each["pid"], each["tid"]): each["args"]["name"] for each in events if each["name"] == "thread_name"}
    for (start, name), (end, _) in zip(begun, [*begun[1:], (float("inf"), "")], strict=True):
        spent: dict[tuple[str, str], list[float]] = {counted: [] for counted in COUNTED}
        for each in events:
            counted = (threads.get((each["pid"], each["tid"]), ""), each["name"])
            if counted in spent and "tdur" in each and start <= each["ts"] < end:
                spent[counted].append(each["tdur"] / 1000)
        yield Phase(name.removeprefix(PHASE), *spent.values())
