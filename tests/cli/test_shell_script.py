"""`minemind play` as a process that reads a script: its options, its output, its end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import minemind as mm
from minemind.cli.shell import add_to
from minemind.cli.shell.table import TABLE
from tests.cli.keyboard import LONG_GAME, wait_until_busy, wait_until_idle
from tests.cli.running import COMMAND, plain, run

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data" / "shell"
PLAY = typer.Typer()
add_to(PLAY)


def test_a_scripted_game_prints_what_it_always_printed() -> None:
    """`MINEMIND_GOLDEN=1` rewrites the expected output."""
    done = run("play", "--seed", "42", stdin=(DATA / "game.txt").read_bytes())
    assert done.code == 0
    if os.environ.get("MINEMIND_GOLDEN"):
        (DATA / "game.out").write_text(done.out)
        (DATA / "game.err").write_text(done.err)
    assert done.out == (DATA / "game.out").read_text()
    assert done.err == (DATA / "game.err").read_text()


def test_what_the_documentation_shows_is_what_it_prints(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "shell.md").read_text()
    transcripts = re.findall(r"^```text\n\$ minemind ([^\n]*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert transcripts
    for words, transcript in transcripts:
        lines = [line for line in transcript.splitlines() if line]
        script = [line.removeprefix("minemind> ") for line in lines if line.startswith("minemind> ")]
        done = subprocess.run(
            [*COMMAND, *words.split()],
            input="\n".join(script).encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=tmp_path,
            env=plain(),
            check=True,
        )
        printed = [line for line in done.stdout.decode().splitlines() if line]
        assert printed == [line for line in lines if not line.startswith("minemind> ")]


def test_the_documentation_names_every_command() -> None:
    text = (ROOT / "docs" / "shell.md").read_text()
    assert [row.usage for row in TABLE if f"`{row.usage}`" not in text] == []


def test_in_a_script_errors_go_to_stderr_and_it_goes_on() -> None:
    done = run("play", "--seed", "42", stdin=b"\xef\xbb\xbfopen 99 99\n\xff\xfe\x00\nopen 4 4\r\nquit\nopen 99 98")
    assert done.code == 0
    assert "42 cells opened" in done.out
    assert "\x1b" not in done.out
    assert "minemind>" not in done.out
    assert done.err.startswith("(99, 99) is off the board")
    assert "98" not in done.err


def test_the_end_of_the_input_ends_it() -> None:
    for closed in ("< /dev/null", "<&-"):
        done = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *COMMAND, "play"], capture_output=True)
        assert done.returncode == 0
        assert done.stderr == b""


def test_whoever_reads_the_answers_may_stop() -> None:
    script = "\n".join(["show"] * 500)
    with subprocess.Popen(
        [*COMMAND, "play"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=plain()
    ) as process:
        assert process.stdout
        process.stdout.close()
        assert process.stderr
        assert process.stdin
        process.stdin.write(script.encode())
        process.stdin.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("words", "first_line"),
    [
        ("--seed 7", "9×9, 10 mines, seed 7"),
        ("--preset expert --seed 7", "16×30, 99 mines, seed 7"),
        ("--size 3x4 --mines 5 --seed 7", "3×4, 5 mines, seed 7"),
        ("--topology hex --max-per-cell 2 --first-click any --seed 7", "9×9 hex, 10 mines, up to 2 in a cell, seed 7"),
    ],
)
def test_the_game_is_chosen_on_the_command_line(words: str, first_line: str) -> None:
    done = CliRunner().invoke(PLAY, words)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == f"MineMind: {first_line}"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--size 9x9", "the mine count is missing; add --mines N"),
        ("--size 9", "--size '9': give rows and columns, as in 16x30"),
        ("--load /nowhere --mines 9", "give a file or a size, not both"),
        ("--load /nowhere", "cannot read '/nowhere': No such file or directory"),
        ("--size 1x1 --mines 2", "the mine count is 2; this grid holds 0 to 0"),
    ],
)
def test_a_game_that_cannot_be_dealt_is_refused(words: str, complaint: str) -> None:
    done = CliRunner().invoke(PLAY, words)
    assert isinstance(done.exception, mm.MineMindError)
    assert str(done.exception) == complaint
    assert done.output == ""


def test_a_saved_game_is_loaded_from_the_command_line(tmp_path: Path) -> None:
    first = run("play", "--seed", "42", stdin="open 4 4\nflag 0 5\nsave game.json\n", cwd=tmp_path)
    assert first.out.endswith("\nsaved to game.json\n")
    then = run("play", "--load", "game.json", stdin="open 6 5\nundo 3", cwd=tmp_path)
    assert "1 cell opened\n9 mines left" in then.out
    assert "3 turns taken back" in then.out


def test_ctrl_c_stops_the_command_of_a_script_or_all_of_it_while_it_waits() -> None:
    with subprocess.Popen(
        [*COMMAND, *LONG_GAME], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=plain()
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        while not process.stdout.readline().startswith(b"help"):
            pass
        process.stdin.write(b"auto\n")
        process.stdin.flush()
        wait_until_busy(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.stderr.readline() == b"interrupted\n"
        process.stdin.write(b"stats\n")
        process.stdin.flush()
        while not (line := process.stdout.readline()).startswith(b"session:"):
            assert line
        wait_until_idle(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b""


def test_a_line_that_does_not_end_is_not_read_for_ever() -> None:
    done = run("play", stdin="x" * 1_000_000)
    assert (done.code, done.err) == (1, "minemind: a line has 1,000,000 characters or more; is this a script?\n")
