"""Worker: a process that answers one question after the other, and does nothing else.

It is started and ended by `workers.py`. Questions arrive on its input and answers leave on its output, each as a length
and that many bytes; a length of 0 cancels the question. It ends with its input, that is when the server is gone, for
whatever reason.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import struct
import sys
import threading
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, Final, Protocol

from minemind.deadline import Stop
from minemind.errors import TooHard
from minemind.web.limits import GRACE_SECONDS, MEMORY_BYTES
from minemind.web.reply import Reply, refused

__all__ = ["ANSWERING", "LENGTH", "STATUS", "main", "question"]

LENGTH: Final = struct.Struct("!I")
STATUS: Final = struct.Struct("!H")

# The module whose `reply_to` answers.
ANSWERING: Final = "minemind.web.answering"


class ReplyTo(Protocol):
    """A function that answers questions."""

    def __call__(self, name: str, body: bytes) -> Reply:
        """The reply to a question."""


def question(name: str, body: bytes) -> bytes:
    """A question in the form in which a worker receives it."""
    return b"\0".join((name.encode(), body))


def main(answering: str, seconds: float) -> None:
    """Answer questions, each within the given seconds, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what other code prints is not an answer
    reply_to: ReplyTo = import_module(answering).reply_to
    _limit_memory()
    asked: SimpleQueue[tuple[Stop, bytes]] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked, seconds), daemon=True).start()
    _send(output, b"")  # ready
    while True:
        stop, content = asked.get()
        reply = _reply(reply_to, stop, content)
        _send(output, STATUS.pack(reply.status) + reply.content)


def _listen(source: BinaryIO, asked: SimpleQueue[tuple[Stop, bytes]], seconds: float) -> None:
    """Pass questions on, and stop cancelled ones, while the main thread computes."""
    stop = Stop(seconds)
    while head := source.read(LENGTH.size):
        (length,) = LENGTH.unpack(head)
        if length == 0:
            stop.set()
            continue
        stop = Stop(seconds)
        asked.put((stop, source.read(length)))
    os._exit(0)


def _reply(reply_to: ReplyTo, stop: Stop, content: bytes) -> Reply:
    name, _, body = content.partition(b"\0")
    _end_after((stop.time_limit or 0) + 2 * GRACE_SECONDS)
    try:
        with stop:
            return reply_to(name.decode(), body)
    except TooHard as error:  # stopped before anything was begun
        return refused(error)
    except MemoryError:
        os._exit(1)  # the remaining memory may not be enough for the next question
    finally:
        _end_after(0)


def _end_after(seconds: float) -> None:
    """Have the system end this process after the given seconds, or not at all with 0.

    The server ends it earlier, unless it is gone; then even code that keeps all other threads from running has an end.
    """
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
    elif seconds:
        faulthandler.dump_traceback_later(seconds, exit=True)
    else:
        faulthandler.cancel_dump_traceback_later()


def _limit_memory() -> None:
    """Limit the memory of this process, on Linux only. Elsewhere a computation is limited by its time alone."""
    if sys.platform == "linux" and (sizes := Path("/proc/self/statm")).exists():
        import resource

        used = int(sizes.read_text().split()[0]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit = used + MEMORY_BYTES
        if most == resource.RLIM_INFINITY or limit < most:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _send(output: BinaryIO, content: bytes) -> None:
    output.write(LENGTH.pack(len(content)) + content)
    output.flush()
