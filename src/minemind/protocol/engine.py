"""Engine: the process that speaks the protocol on its standard input and output. `minemind engine` starts it."""

from __future__ import annotations

import gc
import os
import select
import sys
import threading
from typing import NoReturn

from minemind.protocol.lines import Output, lines
from minemind.protocol.session import EngineSession

__all__ = ["main"]

INTERRUPTED = 130


def main() -> NoReturn:
    """Answer requests until the input ends, then exit with 0.

    The main thread answers, because Ctrl-C interrupts that one, and another thread reads. The process ends without
    waiting for the latter, which may be blocked in a read.
    """
    code = 0
    try:
        output = Output(os.dup(sys.stdout.fileno()))
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what other code prints is not an answer
        session = EngineSession(output)
        gc.freeze()  # what is loaded by now stays: scanning it again and again would cost a tenth of a request
        gc.enable()
        threading.Thread(target=_listen, args=(session, sys.stdin.fileno()), daemon=True).start()
        session.answer_all()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError:  # nobody reads the answers any more
        pass
    os._exit(code)


def _listen(session: EngineSession, source: int) -> None:
    """Read requests until the input ends; from then on, end the process once nobody reads the answers any more."""
    try:
        session.listen(lines(source))
        _wait_until_closed(session.output.target)
    except OSError:
        os._exit(0)


def _wait_until_closed(target: int) -> None:
    """End the process once nobody reads the answers. Windows cannot tell: there, sending the next answer fails."""
    if sys.platform != "win32":
        poll = select.poll()
        poll.register(target, 0)
        if any(what & (select.POLLERR | select.POLLHUP) for _, what in poll.poll()):
            os._exit(0)
