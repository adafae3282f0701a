"""Running the real command, in a pipe or on a terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

COMMAND = [sys.executable, "-m", "minemind"]


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(
    *words: str, stdin: str | bytes = b"", cwd: Path | None = None, environment: dict[str, str] | None = None
) -> Ran:
    given = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [*COMMAND, *words],
        input=given,
        capture_output=True,
        cwd=cwd,
        env={**plain(), **(environment or {})},
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def plain() -> dict[str, str]:
    """The environment, without what changes how a command prints."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1"}


def wait_for_work(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Until a process has used so much of a processor, however busy the machine is."""
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():  # where nobody says what a process has used
        time.sleep(10 * seconds)
        return
    while process.poll() is None:
        used = sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13]))
        if used / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.01)


def on_a_terminal(words: list[str], *, columns: int = 160) -> bytes:
    """What a command prints on a terminal."""
    main, child = pty.openpty()
    environment = {**plain(), "COLUMNS": str(columns), "LINES": "60"}
    with subprocess.Popen(words, stdin=child, stdout=child, stderr=child, env=environment) as process:
        os.close(child)
        output = b""
        while chunk := read(main):
            output += chunk
    os.close(main)
    assert process.returncode == 0, output.decode()
    return output


def read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # how Linux says that the other end of a terminal is gone
        return b""
