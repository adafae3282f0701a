"""Program: another program that speaks the engine protocol, started and asked over its standard input and output.

This is the client's half of the protocol, which `mm.Remote` and the players behind `exec:` share; docs/protocol.md
describes it. The program is started without a shell, and in a session of its own, so that Ctrl-C does not reach it.
"""

from __future__ import annotations

import atexit
import itertools
import json
import os
import queue
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO, Any, Final

from minemind.arguments import shown
from minemind.errors import BadProgram, BadRequest, InvalidValue
from minemind.formats.document import LINE_BYTES

__all__ = ["Program", "ProgramError", "command_line", "end_all", "kill", "out_of_reach"]

# The longest line that is accepted as an answer: the longest one of our own is a tenth of it.
ANSWER_BYTES: Final = 64 * 2**20

# Lines of a program that are kept until they are read; a program that sends more has to wait.
LINES_AHEAD: Final = 64

# Seconds that a program has to end after its input has ended, before it is killed.
GRACE_SECONDS: Final = 1.0

# Our own name in a command means this installation, even if the shell would find another one.
OURS: Final = "minemind"


class ProgramError(Exception):
    """The error that a program answered with; `values` is its JSON object."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.values = values


def command_line(command: str | Sequence[str]) -> list[str]:
    """The words of a command, split as a shell would. Raises `InvalidValue`."""
    given: object = command
    if not (isinstance(given, Sequence) and all(isinstance(word, str | os.PathLike) for word in given)):
        raise InvalidValue(f"the command is {shown(command)}; give a text like 'minemind engine', or a list of words")
    try:
        words = _split(command) if isinstance(command, str) else [*map(str, command)]
    except ValueError as error:
        raise InvalidValue(f"the command {shown(command)} cannot be split into words: {error}") from None
    if not words or not words[0] or any("\0" in word for word in words):
        raise InvalidValue(f"the command {shown(command)} names no program; give one like 'minemind engine'")
    return [sys.executable, "-m", OURS, *words[1:]] if words[0] == OURS else words


def _split(command: str) -> list[str]:
    """The words of a command. On Windows a backslash separates folders, and quotes stay on their words."""
    if sys.platform == "win32":
        return [word[1:-1] if word[:1] == word[-1:] == '"' else word for word in shlex.split(command, posix=False)]
    else:  # noqa: RET505  # mypy knows systems by their branches
        return shlex.split(command)


def out_of_reach() -> dict[str, Any]:
    """The arguments of `Popen` for a process that Ctrl-C in this terminal does not reach, not even while it starts."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    else:  # noqa: RET505  # mypy knows systems by their branches
        return {"start_new_session": True}


def kill(process: subprocess.Popen[Any]) -> None:
    """Kill a process that was started with `out_of_reach`, and its children, which are in the same session."""
    with suppress(OSError):
        if sys.platform != "win32":  # on Windows its children see that their input has ended
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()
    process.wait()


class Program:
    """A program that is started by the first request, and again by the next one after it has failed."""

    def __init__(self, command: str | Sequence[str]) -> None:
        self.words = command_line(command)
        self.name = shown(command if isinstance(command, str) else shlex.join(command))
        self._ids = itertools.count(1)
        self._running: _Running | None = None

    def ask(
        self,
        question: str,
        values: Mapping[str, Any],
        seconds: float | None = None,
        tell: Callable[[dict[str, Any]], object] | None = None,
    ) -> dict[str, Any]:
        """The result of a request, within `seconds`; `tell` is called with the progress that the program reports.

        Raises `ProgramError` if the program answers with an error. Raises `BadProgram` if the program does not
        start, does not answer in time or breaks the protocol, after killing it.
        """
        end = None if seconds is None else time.monotonic() + seconds
        number = next(self._ids)
        try:
            running = self._running = self._running or _Running(self.words, self.name)
            running.send({"id": number, "ask": question, **values}, end)
            while True:
                line = running.line(end)
                if line is None:
                    raise BadProgram(f"{self.name} did not answer {question!r} within {seconds:g} s; allow more time")
                if (found := self._understood(line, number, tell)) is not None:
                    return found
        except ProgramError:
            raise
        except BaseException:  # a late answer would be read by the next request
            self.kill()
            raise

    def stop(self) -> None:
        """Tell the program to stop what it is doing, from any thread; the `ask` that waits gets the answer."""
        if running := self._running:
            with suppress(BadProgram):
                running.send({"id": None, "ask": "stop"}, None)

    def _understood(
        self, line: bytes, number: int, tell: Callable[[dict[str, Any]], object] | None
    ) -> dict[str, Any] | None:
        """The result in a line; None if it is another valid line, such as progress."""
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            raise BadProgram(
                f"{self.name} answered with {_quoted(line)}, which is not JSON; see docs/protocol.md"
            ) from None
        match values:
            case {"id": None, "result": dict()}:  # the answer to a stop
                return None
            case {"id": int(answered), "info": dict(info)} if answered == number:
                if tell:
                    tell(info)
                return None
            case {"id": int(answered), "result": dict(result)} if answered == number:
                return result
            case {"error": {"kind": str(), "message": str(), **_others} as error, **whole}:
                if whole.get("id") in (number, None):
                    raise ProgramError(error)
        raise BadProgram(
            f"{self.name} answered with {_quoted(line)}, which does not answer request {number}; see docs/protocol.md"
        )

    def close(self) -> None:
        """End the program: close its input, and kill it if it is still running after a moment."""
        if running := self._running:
            self._running = None
            running.close()

    def kill(self) -> None:
        """Kill the program."""
        if running := self._running:
            self._running = None
            running.kill()


class _Running:
    """A running program."""

    def __init__(self, words: Sequence[str], name: str) -> None:
        self.name = name
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **out_of_reach()
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise BadProgram(f"cannot start {words[0]!r:.200}: {why}; check the command") from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._input: IO[bytes] = self.process.stdin
        self._lines: queue.Queue[bytes] = queue.Queue(LINES_AHEAD)
        self._turn = threading.Lock()
        if sys.platform != "win32":  # on Windows a program that does not read keeps the caller waiting
            os.set_blocking(self._input.fileno(), False)
        reader = threading.Thread(target=_read, args=(self.process.stdout, self._lines), daemon=True)
        reader.start()
        _running.add(self)

    def send(self, values: Mapping[str, Any], end: float | None) -> None:
        """Send a line; raises `BadProgram` if the program does not read it in time."""
        content = memoryview(json.dumps(values, separators=(",", ":")).encode() + b"\n")
        if len(content) > LINE_BYTES:
            raise BadRequest(f"the request has more than {LINE_BYTES:,} bytes; ask about a smaller board")
        with self._turn:
            while content:
                try:
                    written = os.write(self._input.fileno(), content)
                except BlockingIOError:
                    self._wait(end)
                    continue
                except OSError:
                    raise self._ended() from None
                content = content[written:]

    def _wait(self, end: float | None) -> None:
        left = None if end is None else max(0.0, end - time.monotonic())
        if not select.select([], [self._input], [], left)[1]:
            raise BadProgram(f"{self.name} does not read its standard input; see docs/protocol.md")

    def line(self, end: float | None) -> bytes | None:
        """The next line; None if none comes in time. Raises `BadProgram` if there will be no more."""
        try:
            line = self._lines.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
        except queue.Empty:
            return None
        if not line.endswith(b"\n"):
            if len(line) >= ANSWER_BYTES:
                raise BadProgram(f"{self.name} answered with a line of more than {ANSWER_BYTES:,} bytes")
            raise self._ended()
        return line

    def _ended(self) -> BadProgram:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE_SECONDS)
        code = self.process.poll()
        how = "closed its output" if code is None else f"ended with exit code {code}"
        return BadProgram(f"{self.name} {how} before it answered; run it by itself to see why")

    def close(self) -> None:
        with suppress(OSError):
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill it and its children."""
        _running.discard(self)
        with suppress(OSError):
            self._input.close()
        kill(self.process)


_running: set[_Running] = set()


@atexit.register
def end_all() -> None:
    """Kill every program that this process has started: none must outlive it."""
    for running in [*_running]:
        running.kill()


def _read(source: IO[bytes], found: queue.Queue[bytes]) -> None:
    """Pass lines on until the output ends; the last one, perhaps empty, has no line feed."""
    with open(source.fileno(), "rb", closefd=False) as stream:  # buffered, unlike the pipe itself
        while True:
            line = stream.readline(ANSWER_BYTES)
            found.put(line)
            if not line.endswith(b"\n"):
                break
    source.close()


def _quoted(line: bytes) -> str:
    return shown(line.decode(errors="replace").rstrip("\n"))
