"""Endpoint: a program that answers prompts, one JSON object a line in and out.

It gets `{"id": …, "prompt": …}` and answers `{"id": …, "answer": "(row, col)"}`. Anything else counts against that one
prompt: a program that crashes, or is killed for being too slow, is started again for the next. It has a session of its
own, so that Ctrl-C does not reach it.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from typing import IO, Any

from minemind.errors import InvalidValue
from minemind.program import kill, out_of_reach

__all__ = ["Crashed", "Endpoint", "Garbage", "Late"]

PREFIX = "exec:"

# A longer line is not an answer, and is not read to its end.
LONGEST_LINE = 1_000_000

# Lines that a program may write unasked before it has to wait.
LINES_AHEAD = 10


class Late(Exception):
    """No answer within the time limit."""


class Crashed(Exception):
    """The program ended instead of answering."""


class Garbage(Exception):
    """A line that is not an answer to the prompt."""


class Endpoint:
    """A program, given as `exec:COMMAND`, that is started by the first prompt and ends with the block."""

    def __init__(self, name: str, time_limit: float) -> None:
        self.name, self.time_limit = name, time_limit
        self.words = shlex.split(name.removeprefix(PREFIX))
        if not name.startswith(PREFIX) or not self.words:
            raise InvalidValue(f"{name!r:.60} is not a program; give exec:COMMAND")
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, identity: str, prompt: str) -> Any:
        """The program's answer to a prompt. Raises `Late`, `Crashed` or `Garbage`."""
        self._send(json.dumps({"id": identity, "prompt": prompt}))
        try:
            line = self._lines.get(timeout=self.time_limit)
        except queue.Empty:
            self._end()
            raise Late from None
        if not line:
            self._end()
            raise Crashed
        return _answer(line, identity)

    def _send(self, line: str) -> None:
        """Write in a thread: if a program does not read, the pipe fills up, and writing to it would never end."""
        writer = threading.Thread(target=_write, args=(self._running().stdin, line), daemon=True)
        writer.start()
        writer.join(self.time_limit)
        if writer.is_alive():
            self._end()
            raise Late

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            try:
                pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, **out_of_reach()}
                self._process = subprocess.Popen(self.words, **pipes, text=True, encoding="utf-8", errors="replace")
            except OSError as error:
                raise InvalidValue(f"cannot start {self.words[0]!r}: {error.strerror}") from None
            assert self._process.stdout
            self._lines = queue.Queue(LINES_AHEAD)
            threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            kill(self._process)
            with suppress(OSError):  # what it has not read is lost
                assert self._process.stdin
                self._process.stdin.close()
            self._process = None


def _write(stream: IO[str], line: str) -> None:
    with suppress(OSError):  # the program has ended, which is noticed when no answer comes
        stream.write(line + "\n")
        stream.flush()


def _read(stream: IO[str], lines: queue.Queue[str]) -> None:
    """Put every line into the queue, and an empty one at the end."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put("")


def _answer(line: str, identity: str) -> Any:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise Garbage from None
    if not isinstance(values, dict) or values.get("id", identity) != identity or "answer" not in values:
        raise Garbage
    return values["answer"]
