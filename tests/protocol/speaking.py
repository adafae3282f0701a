"""The engine as a real process behind real pipes; every line of its output is checked by the schema."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from jsonschema import Draft202012Validator

import minemind as mm

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "docs" / "protocol.schema.json"
PATIENCE = 100.0  # seconds for anything, on a busy machine

BOARD = "3 4 2\n01..\n01..\n01.."
GUESS = "3 3 2\n1..\n...\n..."

# A question for which playing on takes minutes, unless it is stopped.
LONG: dict[str, Any] = {
    "ask": "guesses",
    "think": 100_000,
    "games": 1_000_000,
    "board": {"text": (ROOT / "examples" / "positions" / "expert-guess.txt").read_text()},
}


def flagged(text: str) -> str:
    """A position with a flag on every certain mine, so that only a guess is left."""
    header, *rows = text.splitlines()
    cells = [list(row) for row in rows]
    for row, col in mm.analyse(text).mines:
        cells[row][col] = "!"
    return "\n".join([header, *map("".join, cells)])


# Questions that take minutes: thinking about a guess, searching all games to their end, dealing a no-guess board.
LONG_HINT: dict[str, Any] = {"ask": "hint", "think": 100_000, "board": {"text": flagged(LONG["board"]["text"])}}
LONG_WIN: dict[str, Any] = {"ask": "win", "board": {"text": "6 6 5\n" + "\n".join(["." * 6] * 6)}}
LONG_DEAL: dict[str, Any] = {"ask": "generate", "rows": 100, "cols": 100, "mines": 2400, "no_guess": True, "seed": 1}


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator of values by one of the definitions in the schema."""
    values = json.loads(SCHEMA.read_text())
    return Draft202012Validator({**values, "oneOf": [{"$ref": f"#/$defs/{name}"}]})


class Engine:
    """A running engine."""

    def __init__(self, *command: str) -> None:
        words = command or (sys.executable, "-m", "minemind", "engine")
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        assert self.process.stdin
        assert self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.asked: dict[Any, str] = {}
        self.lines: queue.Queue[bytes] = queue.Queue()
        self.reader: threading.Thread | None = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.reader is not None:
            self.reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()

    def say(self, line: bytes | str) -> None:
        """Write a line, unchanged."""
        self.input.write((line if isinstance(line, bytes) else line.encode()) + b"\n")

    def send(self, **values: Any) -> None:
        """Send a request."""
        validator("request").validate(values)
        self.asked[values.get("id")] = values["ask"]
        self.say(json.dumps(values))

    def listen(self) -> None:
        """Start to read all of its output."""
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        for line in iter(self.output.readline, b""):
            self.lines.put(line)
        self.lines.put(b"")

    def line(self) -> bytes:
        """The next line, unparsed."""
        if self.reader is None:
            self.listen()
        line = self.lines.get(timeout=PATIENCE)
        assert line.endswith(b"\n"), f"the engine has ended: {self.process.stderr and self.process.stderr.read()!r}"
        return line

    def hear(self) -> dict[str, Any]:
        """The next line, parsed and checked by the schema."""
        return self.checked(json.loads(self.line()))

    def checked(self, said: dict[str, Any]) -> dict[str, Any]:
        """Check that the schema allows a line as an answer to its request, and return it."""
        (what,) = set(said) - {"minemind", "id"}
        assert what in ("result", "info", "error")
        assert said["minemind"] == 2
        validator("error" if what == "error" else f"{self.asked[said['id']]}.{what}").validate(said[what])
        return said

    def ends(self, count: int) -> list[dict[str, Any]]:
        """The last lines of the next answers, in order, without the infos before them."""
        found: list[dict[str, Any]] = []
        while len(found) < count:
            if "info" not in (said := self.hear()):
                found.append(said)
        return found

    def answer(self, **values: Any) -> dict[str, Any]:
        """Send a request, and return the last line of its answer, without the infos before it."""
        self.send(**values)
        (said,) = self.ends(1)
        assert said["id"] == values.get("id")
        return said

    def result(self, ask: str, **values: Any) -> dict[str, Any]:
        """Send a request, and return its result."""
        said = self.answer(ask=ask, **values)
        assert "result" in said, said
        found: dict[str, Any] = said["result"]
        return found

    def error(self, ask: str, **values: Any) -> dict[str, Any]:
        """Send a request that must fail, and return its error."""
        said = self.answer(ask=ask, **values)
        assert "error" in said, said
        found: dict[str, Any] = said["error"]
        return found

    def end(self) -> int:
        """Close its input, wait for it to end, and return its exit code."""
        self.input.close()
        return self.process.wait(PATIENCE)

    @property
    def said(self) -> str:
        """Its output to stderr."""
        assert self.process.stderr
        return self.process.stderr.read().decode()

    @property
    def memory(self) -> int:
        """The bytes of memory that it uses."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no such process")

    @property
    def is_asleep(self) -> bool:
        """Whether all of its threads sleep; one that is ready to run does not."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return all((task / "stat").read_text().rpartition(")")[2].split()[0] == "S" for task in tasks)
