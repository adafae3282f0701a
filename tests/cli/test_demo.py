"""`make demo` as a newcomer meets it: in a pipe and on a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "minemind.cli.demo"]


def test_in_a_pipe_it_is_plain_text_that_shows_the_board_and_how_to_go_on() -> None:
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=True)
    assert "\x1b" not in done.stdout
    assert "16×30, 99 mines" in done.stdout
    assert "opens 87 cells" in done.stdout
    assert done.stderr == ""


def test_on_a_terminal_it_is_in_colour() -> None:
    main, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(COMMAND, stdout=child, env=environment) as process:
        os.close(child)
        output = b""
        while chunk := read(main):
            output += chunk
    assert process.returncode == 0
    assert b"\x1b[" in output


def test_the_readme_shows_what_it_prints() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    excerpt = readme.split("```text\n")[1].split("```")[0].splitlines()
    printed = subprocess.run(COMMAND, capture_output=True, text=True, check=True).stdout.splitlines()
    assert printed[: len(excerpt) - 1] == excerpt[:-1]
    assert excerpt[-1].strip() == "…"


def read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # how Linux says that the other end of a terminal is gone
        return b""


def test_what_it_tells_a_newcomer_to_type_works(tmp_path: Path) -> None:
    shown = subprocess.run(COMMAND, capture_output=True, text=True, check=True).stdout.splitlines()
    program = "\n".join(line.strip() for line in shown[shown.index("  import minemind as mm") :])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "seed 2040" in done.stdout
    assert (tmp_path / "game.json").exists()
