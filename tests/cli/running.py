"""Running the real command, in a pipe or on a terminal.

Most commands run in a fork of a process that has already loaded all modules, which takes most of a command's time. The
fork has its own streams, folder and exit code, like any process.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import pty
import runpy
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

COMMAND = [sys.executable, "-m", "minemind"]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["minemind.cli.main", "tests.cli.running"])


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
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("in", "out", "err")]
        streams[0].write_bytes(stdin.encode() if isinstance(stdin, str) else stdin)
        where = (cwd or Path.cwd(), {**plain(), **(environment or {})})
        process = FORKS.Process(target=be_the_command, args=(words, streams, *where))
        process.start()
        process.join()
        assert process.exitcode is not None
        ran = Ran(process.exitcode, *(stream.read_text() for stream in streams[1:]))
    assert "Traceback" not in ran.err, ran.err
    return ran


def run_in_a_new_process(*words: str, cwd: Path, environment: dict[str, str]) -> Ran:
    """Run a command in a new process, for environment variables that are read at its start."""
    command, given = [*COMMAND, *words], {**plain(), **environment}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=given, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def be_the_command(words: tuple[str, ...], streams: list[Path], cwd: Path, environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    for number, (stream, flags) in enumerate(zip(streams, [os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT] * 2], strict=True)):
        os.dup2(os.open(stream, flags, 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = ["minemind", *words]
    runpy.run_module("minemind", run_name="__main__")


def plain() -> dict[str, str]:
    """The environment, without variables that change how a command prints."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1"}


def wait_for_work(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until a process has used this much CPU time, however busy the machine is."""
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():  # where the CPU time of a process cannot be read
        time.sleep(10 * seconds)
        return
    while process.poll() is None:
        used = sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13]))
        if used / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.01)


def on_a_terminal(words: list[str], *, columns: int = 160) -> bytes:
    """The output of a command on a terminal."""
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
    except OSError:  # on Linux: the other end of the terminal is closed
        return b""
