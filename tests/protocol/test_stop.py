"""How soon a stop is obeyed, in CPU time of the working thread, so that other work on the machine does not count.

Loading the code of a request that is sent for the first time does not count either: it is loaded here before.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import minemind.answers.deal
import minemind.solve.methods.sampling
import minemind.strategy.play  # noqa: F401
from minemind.protocol.lines import Output
from minemind.protocol.session import EngineSession
from tests.protocol.speaking import LONG, LONG_DEAL, LONG_HINT, LONG_WIN, PATIENCE

pytestmark = pytest.mark.skipif(
    not hasattr(time, "pthread_getcpuclockid"), reason="one thread cannot see how much another has worked"
)

# A stop may take 50 ms, and usually takes a few. Three times that leaves room for other causes: measuring coverage
# costs time for lines that run first, and a busy machine empties the processor's caches.
MOST = 0.15

# Seconds after which no question here is answered yet; after the longer wait, a fast machine has answered some.
SOON = 0.02

WIDE = {"text": "100 100 2000\n" + "\n".join([("." * 9 + "1") * 10] * 100)}


class Heard(Output):
    """An output that measures the worker's CPU time between a stop and its answer."""

    def __init__(self) -> None:
        self.worker: threading.Thread | None = None
        self.began, self.answered = threading.Event(), threading.Event()
        self.told: float | None = None
        self.spent = 0.0

    def send(self, line: str, first: Callable[[], object] | None = None) -> None:
        if first:
            assert self.worker is not None
            assert self.worker.ident is not None
            first()
            self.told = time.clock_gettime(time.pthread_getcpuclockid(self.worker.ident))
        elif '"info"' in line:
            self.began.set()
        else:
            self.spent = 0.0 if self.told is None else time.thread_time() - self.told
            self.answered.set()


@pytest.mark.parametrize(
    "question",
    [
        LONG,
        LONG_HINT,
        LONG_WIN,
        {"ask": "analyse", "board": WIDE, "method": "sampling"},
        {"ask": "analyse", "board": WIDE},
        LONG_DEAL,
        {"ask": "play", "preset": "expert", "seed": 5, "think": 100_000},
        {"ask": "play", "rows": 100, "cols": 100, "mines": 1200, "seed": 5, "strategy": "rules"},
    ],
    ids=lambda question: " ".join(str(question.get(name, "")) for name in ("ask", "method", "strategy")).strip(),
)
@pytest.mark.parametrize("after", [SOON, 0.3])
def test_a_stop_is_obeyed_at_once(question: dict[str, Any], after: float) -> None:
    heard = Heard()
    session = EngineSession(heard)
    heard.worker = threading.Thread(target=session.answer_all)

    def lines() -> Iterator[bytes]:
        yield json.dumps({**question, "id": 1}).encode()
        heard.began.wait(after)
        yield b'{"ask":"stop"}'

    heard.worker.start()
    session.listen(lines())
    assert heard.answered.wait(PATIENCE)
    heard.worker.join()
    assert heard.told is not None or after > SOON, "it was answered before it was stopped"
    assert heard.spent < MOST
