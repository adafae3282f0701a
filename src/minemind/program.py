"""Program: another program that speaks the engine protocol, started and asked over its standard input and output.

This is the client's half of the protocol, which `mm.Remote` and the players behind `exec:` share; docs/protocol.md
describes it. The program gets no shell, and a session of its own, so that Ctrl-C is for whoever asks.
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

# The longest line of an answer that is read: the longest one of our own takes a tenth of it.
ANSWER_BYTES: Final = 64 * 2**20

# Lines of a program that wait to be looked at; a program that sends more of them waits.
LINES_AHEAD: Final = 64

# Seconds that a program has to end after its input has ended, before it is killed.
GRACE_SECONDS: Final = 1.0

# Our own name in a command means this installation, wherever the shell would find another one.
OURS: Final = "minemind"


class ProgramError(Exception):
    """The error that a program answered with, as it stands."""

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
    """How to start a process that Ctrl-C in this one's terminal does not reach, not even while it starts."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    else:  # noqa: RET505  # mypy knows systems by their branches
        return {"start_new_session": True}


def kill(process: subprocess.Popen[Any]) -> None:
    """End a process that was started out of reach, and what it has started, which is in the same session."""
    with suppress(OSError):
        if sys.platform != "win32":  # there its own children see their input end
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()
    process.wait()


class Program:
    """A program, started when it is first asked, and started again after it has failed."""

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
        """The result of a request, within so many seconds; `tell` gets what the program says on the way.

        Raises `ProgramError` for what the program refuses, and `BadProgram`, after ending it, if it breaks the rules.
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
        except BaseException:  # whatever comes later would answer a question that nobody asks any more
            self.kill()
            raise

    def stop(self) -> None:
        """Ask the program to stop what it is doing, from any thread; the answer comes to whoever waits for it."""
        if running := self._running:
            with suppress(BadProgram):
                running.send({"id": None, "ask": "stop"}, None)

    def _understood(
        self, line: bytes, number: int, tell: Callable[[dict[str, Any]], object] | None
    ) -> dict[str, Any] | None:
        """The result in a line, if it is one."""
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            raise BadProgram(
                f"{self.name} answered with {_quoted(line)}, which is not JSON; see docs/protocol.md"
            ) from None
        match values:
            case {"id": None, "result": dict()}:  # that it stops
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
        """End the program: its input ends, and what is still running after a moment is killed."""
        if running := self._running:
            self._running = None
            running.close()

    def kill(self) -> None:
        """End the program at once."""
        if running := self._running:
            self._running = None
            running.kill()


class _Running:
    """A program that runs."""

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
        if sys.platform != "win32":  # there a program that does not read keeps whoever asks waiting
            os.set_blocking(self._input.fileno(), False)
        reader = threading.Thread(target=_read, args=(self.process.stdout, self._lines), daemon=True)
        reader.start()
        _running.add(self)

    def send(self, values: Mapping[str, Any], end: float | None) -> None:
        """Send a line; a program that does not read it in time has failed."""
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
        """The next line; None if none comes in time. Raises `BadProgram` where there will be none."""
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
        """End it and what it has started."""
        _running.discard(self)
        with suppress(OSError):
            self._input.close()
        kill(self.process)


_running: set[_Running] = set()


@atexit.register
def end_all() -> None:
    """End every program that this process has started: none must outlive it."""
    for running in [*_running]:
        running.kill()


def _read(source: IO[bytes], found: queue.Queue[bytes]) -> None:
    """Pass lines on; the last one, perhaps empty, has no end."""
    with open(source.fileno(), "rb", closefd=False) as stream:  # with a buffer of its own
        while True:
            line = stream.readline(ANSWER_BYTES)
            found.put(line)
            if not line.endswith(b"\n"):
                break
    source.close()


def _quoted(line: bytes) -> str:
    return shown(line.decode(errors="replace").rstrip("\n"))
