"""A user at a terminal: types keys into a real process and watches its screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path
from types import TracebackType

from tests.cli.running import COMMAND, plain, read

# A game that keeps `auto` busy for a minute.
LONG_GAME = ["play", "--size", "400x400", "--mines", "22000", "--seed", "1"]

# Seconds after which a text that has not appeared never will.
PATIENCE = 30

TAB, CTRL_C, CTRL_D, UP = "\t", "\x03", "\x04", "\x1b[A"


class Terminal:
    """A process on a terminal of 80 columns, and what it has written so far."""

    def __init__(self, *words: str, state: Path, cwd: Path | None = None) -> None:
        self._main, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        # This terminal does not answer when asked where the cursor is.
        environment = {**plain(), "XDG_STATE_HOME": str(state), "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=child,
            stdout=child,
            stderr=child,
            env=environment,
            cwd=cwd,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(child)
        self.raw = b""
        self._seen = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._main)

    @property
    def text(self) -> str:
        """The output so far, without colours and cursor movements."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b.|\r", "", self.raw.decode(errors="replace"))

    def type(self, keys: str) -> None:
        os.write(self._main, keys.encode())

    def see(self, wanted: str) -> None:
        """Wait until a text appears in new output."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.text.find(wanted, self._seen)) < 0:
            ready, _, _ = select.select([self._main], [], [], max(0.0, deadline - time.monotonic()))
            chunk = read(self._main) if ready else b""
            assert chunk, f"{wanted!r} does not appear in {self.text[self._seen :]!r}"
            self.raw += chunk
        self._seen = found + len(wanted)

    def ends(self) -> int:
        """Wait for the end of the process, and return its exit code."""
        while chunk := read(self._main):
            self.raw += chunk
        return self.process.wait(PATIENCE)


def wait_until_busy(pid: int) -> None:
    """Wait until a process has used some more CPU time."""
    begun = _cpu_ticks(pid)
    while _cpu_ticks(pid) < begun + 30:
        time.sleep(0.01)


def wait_until_idle(pid: int) -> None:
    """Wait until a process sleeps."""
    while _status(pid)[0] != "S":
        time.sleep(0.01)


def _cpu_ticks(pid: int) -> int:
    status = _status(pid)
    return int(status[11]) + int(status[12])


def _status(pid: int) -> list[str]:
    """The fields of a process in Linux's /proc, after its name."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
