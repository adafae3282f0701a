"""A command that refuses or fails says why, with an exit code, and never in Python's terms."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
from pathlib import Path

import jsonschema
import pytest

import minemind as mm
from tests.cli import schemas
from tests.cli.boards import LAYOUT
from tests.cli.running import COMMAND, plain, run, wait_for_work
from tests.solve.lattice import lattice

# Terms of Python, which no message may contain.
PYTHON = re.compile(r"\w=…|\b(None|True|False|int|str|float|bool|tuple|[A-Z]\w+Error)\b|max_\w+|raise a limit|<")


BAD: list[tuple[list[str], str | bytes, int, str]] = [
    (["optimal"], "", 2, "the board is missing"),
    (["optimal", "--size", "4x4", "--mines", "99"], "", 2, "only 16 fit in the hidden cells"),
    (["optimal", "-", "--size", "3x3"], "", 2, "give a file or a size, not both"),
    (
        ["optimal", "--size", "16x30", "--mines", "99"],
        "",
        1,
        "too many solutions are left to search the game to its end",
    ),
    (
        ["optimal", "--size", "2x2", "--mines", "1", "--first-click", "opening"],
        "",
        2,
        "the first click cannot open an area",
    ),
    (["optimal", "-"], "1 3 ?\n.1.", 2, "the mine count is unknown; add --mines N"),
    (["analyse", "missing.txt"], "", 1, "cannot read 'missing.txt': No such file"),
    (["analyse", "-"], "", 1, "minemind: "),
    (["analyse", "-"], b"\xff\xfe\x00\x01", 1, "minemind: "),
    (["analyse", "-"], "..z\n", 1, "'z' is not a valid cell"),
    (["analyse", "-"], "*..\n", 1, "this is a layout, not a position: it shows the mines; use minemind solve"),
    (["pipeline", "-"], "*..\n", 1, "this is a layout"),
    (["solve", "-"], "1 3 1\n.1.\n", 1, "this is a position, not a layout: it does not show the mines; use minemind"),
    (["combine", "-"], "1 3 1\n.1.\n", 1, "line 1: this is a header, but configuration files have none"),
    (["analyse", "-"], "1 3 ?\n.0!\n", 1, "shows 0, but 1 mine is flagged around it"),
    (["analyse", "-"], '{"minemind": 9}', 1, "standard input comes from a newer MineMind"),
    (["view", "-"], '{"a": 1}', 1, "standard input is not a saved game"),
    (["hint", "-"], b'\xef\xbb\xbf{"a": 1}', 1, "standard input is not a saved game"),
    (["analyse", "-"], '{"minemind": 1', 1, "not valid JSON"),
    (["analyse", "-", "--mines", "many"], "...\n", 2, "--mines 'many': give a whole number from 0 to "),
    (["analyse", "-", "--mines", "3", "--density", "0.1"], "...\n", 2, "give --mines or --density, not both"),
    (["analyse", "-", "--density", "7"], "...\n", 2, "give a number between 0 and 1"),
    (["analyse", "nofile.txt", "--mines", "q"], "", 2, "--mines 'q': give a whole number"),
    (["analyse", "-", "--topology", "moebius"], "...\n", 2, "--topology 'moebius': choose from square, torus, hex"),
    (["analyse", "-", "--method", "magic"], "...\n", 2, "--method 'magic': choose from rules, matrix"),
    (["review", "-", "--margin", "5", "--no-games"], "", 2, "--no-games estimates nothing; leave out --margin"),
    (["analyse", ""], "", 2, "the name of the file is empty"),
    (
        ["https://a.example/?board=" + "0" * 99],
        "",
        2,
        "is a link, not a file; pipe it in, in quotes: echo 'LINK' | minemind COMMAND -",
    ),
    (["batch", "f" * 300], "", 1, f"cannot use '{'f' * 300}': File name too long"),
    (["analyse"], "", 2, "FILE is missing; see minemind analyse --help"),
    (["frobnicate"], "", 2, "no such command"),
    (["frobnicate.txt"], "", 1, "cannot read 'frobnicate.txt': No such file"),
    (["f" * 5000], "", 2, "no such command"),
    (["solve", "--strategy", "nobody"], "", 2, "'nobody' is not a strategy; choose from rules"),
    (["solve", "-", "--preset", "expert"], "", 2, "give a file or a size, not both"),
    (["solve", "--size", "2x2", "--mines", "9"], "", 2, "the mine count is 9; this grid holds 0 to 3"),
    (["solve", "--speed", "3"], "", 2, "--speed is the speed of --watch; add --watch"),
    (["solve", "--watch", "--speed", "nan"], "", 2, "--speed nan: give moves per second, above 0 and at most 1000"),
    (["solve", "--size", "2x2"], "", 2, "the mine count is missing; add --mines N"),
    (
        ["solve", "--size", "99999x99999", "--mines", "9"],
        "",
        2,
        "more than the limit of 4,000,000; use a smaller grid\n",
    ),
    (["solve", "--preset", "expert", "--mines", "500"], "", 2, "the mine count is 500; this grid holds 0 to 479"),
    (["generate"], "", 2, "the size is missing; give --preset"),
    (["generate", "--size", "3"], "", 2, "--size '3': give rows and columns, as in 16x30"),
    (["generate", "--size", "3x3", "--mines", "1", "--start", "x"], "", 2, "'x' is not a cell"),
    (["generate", "--size", "3x3", "--mines", "1", "-o", "/nowhere/layout.txt"], "", 1, "cannot write"),
    (
        ["generate", "--preset", "beginner", "--no-guess", "--certificate", "-"],
        "",
        2,
        "--certificate -: this cannot go",
    ),
    (["report", "run", "-o", "-"], "", 2, "--output -: this cannot go to standard output; name a file"),
    (["review", "-", "--html", "-"], "", 2, "--html -: this cannot go to standard output; name a file"),
    (["template", "--size", "0x3"], "", 2, "a grid of 0×3 has no cells"),
    (["template", "--size", "3x3", "--mines", "10"], "", 2, "only 9 fit in the hidden cells"),
    (["play", "--size", "3x3"], "", 2, "the mine count is missing"),
    (["explain", "-", "0", "x"], "...\n", 2, "COL 'x': give a whole number"),
    (["explain", "-", "0", "9"], "...\n", 2, "(0, 9) is off the board"),
    (["explain", "-", "0", "1"], "1 3 1\n...\n", 1, "(0, 1) is not certain: 33 % risk"),
    (["analyse", "-", "--time-limit", "0"], "...\n", 2, "--time-limit 0: give a finite number of seconds above 0"),
    (["analyse", "-", "--max-per-cell", "999"], "...\n", 2, "--max-per-cell '999': give a whole number from 1 to 255"),
    (["analyse", "-", "--mines", "9" * 15], "...\n", 2, "or unknown"),
    (["guesses", "-", "--games", "1"], "...\n", 2, "--games '1': give a whole number from 10 to 1000000"),
    (["analyse", "-", "--tme-limit", "1"], "...\n", 2, "no such option: --tme-limit; did you mean --time-limit?"),
    (["solve", "--seed"], "", 2, "--seed needs a value"),
    (["solve", "a", "b"], "", 2, "too many arguments: b; see minemind solve --help"),
    (["view", "-"], "", 1, "standard input is empty"),
]


@pytest.mark.parametrize(("words", "stdin", "code", "complaint"), BAD)
def test_bad_input_gets_a_sentence_and_an_exit_code(
    words: list[str], stdin: str | bytes, code: int, complaint: str
) -> None:
    done = run(*words, stdin=stdin, environment={"COLUMNS": "200"})
    assert (done.code, done.out) == (code, "")
    assert complaint in done.err


@pytest.mark.parametrize(("words", "stdin"), [(words, stdin) for words, stdin, *_ in BAD])
def test_no_message_speaks_python(words: list[str], stdin: str | bytes) -> None:
    assert not PYTHON.search(run(*words, stdin=stdin).err)


def test_of_many_faults_the_first_five_are_shown_a_line_each() -> None:
    lines = run("analyse", "-", stdin="40 3 ?\n" + "090\n" * 40).err.splitlines()
    assert lines[0] == "minemind: this board contradicts itself:"
    assert lines[1] == "  (0, 1): shows 9, but a cell here can show at most 5"
    assert (len(lines), lines[-1]) == (7, "  … and 35 more")


def test_errors_are_json_where_answers_are() -> None:
    done = run("analyse", "-", "--json", stdin="1 3 ?\n.0!\n")
    assert done.code == 1
    jsonschema.validate(done.json, schemas.ERROR)
    assert done.json["error"]["kind"] == "Impossible"
    assert done.json["error"]["cells"] == [[0, 1]]


@pytest.mark.parametrize("words", [["analyse", "--json"], ["pipeline", "--json"], ["solve", "--preset", "x", "--json"]])
def test_wrong_usage_is_json_too(words: list[str]) -> None:
    done = run(*words)
    assert (done.code, done.err) == (2, "")
    jsonschema.validate(done.json, schemas.ERROR)
    assert done.json["error"]["kind"] == "WrongUsage"


def test_what_a_terminal_would_obey_is_not_shown() -> None:
    done = run("view", "-", stdin="\x1b[31m\n.....\n")
    assert (done.code, done.out) == (1, "")
    assert "\x1b" not in done.err
    assert "standard input is neither text nor a format MineMind knows" in done.err
    assert run("view", "-", stdin="\x9b31m\n.....\n").out.splitlines()[1] == "0 � 3 1 m ."


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("words", [["hint"], ["analyse"], ["analyse", "--json"]])
def test_an_answer_that_cannot_be_written_is_said_in_a_sentence(words: list[str], board: str) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [*COMMAND, words[0], board, *words[1:]]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=plain(), check=False)
    assert done.returncode == 1
    assert done.stderr == b"minemind: cannot write the output: No space left on device\n"


@pytest.mark.parametrize(("closed", "code"), [("<&-", 1), (">&-", 1), ("2>&-", 1), (">&- 2>&-", 1)])
def test_closed_streams_are_no_reason_to_fall_over(closed: str, code: int) -> None:
    command = f"{shlex.join([*COMMAND, 'analyse', '-'])} {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, stdin=subprocess.DEVNULL, env=plain(), check=False)
    assert (done.returncode, done.stdout) == (code, b"")
    assert b"Traceback" not in done.stderr


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "generate", "--size", "900x900", "--mines", "90000", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=plain(),
    ) as process:
        assert process.stdout is not None and process.stderr is not None  # noqa: PT018
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_an_interrupt_ends_a_command_with_its_own_code() -> None:
    with subprocess.Popen(
        [*COMMAND, "analyse", "-", "--method", "sat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=plain(),
    ) as process:
        assert process.stdin is not None and process.stderr is not None  # noqa: PT018
        process.stdin.write(f"{lattice(27, 27, seed=1, density=0.3)}\n".encode())  # minutes of work
        process.stdin.close()
        wait_for_work(process, 1.5)
        process.send_signal(signal.SIGINT)
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 130


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "layout.txt", "--revealed", "--first-click", "safe"],
        ["solve", "--revealed"],
        ["solve", "game.json", "--first-click", "safe"],
        ["solve", "game.json", "--topology", "hex"],
        ["solve", "game.json", "--max-per-cell", "2"],
        ["solve", "game.json", "--revealed"],
        ["solve", "layout.txt", "--watch", "--json"],
        ["solve", "layout.txt", "--speed", "3"],
        ["solve", "layout.txt", "--watch", "--speed", "0"],
        ["analyse", "board.txt", "--force"],
        ["play", "--load", "game.json", "--first-click", "any"],
        ["generate", "--size", "4x4", "--mines", "2", "--first-click", "safe"],
        ["generate", "--size", "4x4", "--mines", "2", "--force"],
        ["optimal", "board.txt", "--first-click", "safe"],
        ["optimal", "--size", "2x2", "--mines", "1", "--crop"],
        ["analyse", "game.json", "--crop"],
        ["compare", "exact", "rules", "--alpha", "0.1"],
        ["bench", "--jobs", "2", "--workers", "2"],
    ],
)
def test_an_option_without_a_meaning_is_refused(words: list[str], tmp_path: Path) -> None:
    mm.save(mm.Game(4, 4, 2, seed=1), tmp_path / "game.json")
    (tmp_path / "layout.txt").write_text(LAYOUT)
    (tmp_path / "board.txt").write_text("2 2 1\n1.\n..\n")
    done = run(*words, cwd=tmp_path)
    assert (done.code, "Traceback" in done.err) == (2, False)
