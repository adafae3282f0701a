"""Answers of a worker that does what no worker should: a module for `WorkerPool(answering=…)`."""

from __future__ import annotations

import itertools
import os
import signal
from pathlib import Path

from minemind.deadline import Deadline
from minemind.web.reply import Reply


def reply_to(name: str, body: bytes) -> Reply:
    """Do what is asked; a body names a file that is made when it begins."""
    if body:
        Path(body.decode()).touch()
    if name == "compute":  # for ever, looking at the watch
        while True:
            Deadline().look()
    if name == "hang":  # for ever, without letting any other thread run
        sum(itertools.repeat(1))
    if name == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == "eat":
        bytearray(2**40)
    if name == "fail":
        raise RuntimeError("a mistake")
    return Reply(200, str(os.getpid()).encode())
