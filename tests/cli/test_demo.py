"""`make demo` as a newcomer meets it: in a pipe and on a terminal."""

from __future__ import annotations

import subprocess
import sys

from tests.cli.running import on_a_terminal

COMMAND = [sys.executable, "-m", "minemind.cli.demo"]


def printed() -> str:
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


def test_in_a_pipe_it_is_plain_text_that_plays_and_gives_reasons() -> None:
    shown = printed()
    assert "\x1b" not in shown
    assert "16×30, 99 mines, seed 2178" in shown
    assert (
        "safe cells, the first because the 3 at (4, 14) and the 2 at (4, 15) together prove that (3, 16) is safe"
        in shown
    )
    assert "won: 381 cells opened in 29 rounds" in shown
    assert "It opened (6, 24) at 24 % risk." in shown


def test_on_a_terminal_it_is_in_colour() -> None:
    assert b"\x1b[" in on_a_terminal(COMMAND)


def test_a_reader_may_leave_early() -> None:
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as process:
        assert process.stdout is not None and process.stderr is not None  # noqa: PT018
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
