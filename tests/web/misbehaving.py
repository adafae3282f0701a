"""A worker that hangs, crashes or fails on request: a module for `WorkerPool(answering=…)`."""

from __future__ import annotations

import itertools
import os
import signal
from pathlib import Path

from minemind.deadline import Deadline
from minemind.web.reply import Reply


def reply_to(name: str, body: bytes) -> Reply:
    """Misbehave as the name says; the body, if any, names a file that is created at the start."""
    if body:
        Path(body.decode()).touch()
    if name == "compute":  # for ever, with a look at the deadline
        while True:
            Deadline().look()
    if name == "hang":  # for ever, without letting other threads run
        sum(itertools.repeat(1))
    if name == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == "eat":
        bytearray(2**40)
    if name == "fail":
        raise RuntimeError("a mistake")
    return Reply(200, str(os.getpid()).encode())
