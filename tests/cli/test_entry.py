"""The console script: fast where it can be, silent on a closed pipe, and clear about missing packages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import minemind as mm
from minemind.cli.entry import EXTRA, NO_EXTRA, help_pages, main
from tests.cli.running import run

ROOT = Path(__file__).parents[2]

# Runs the console script without access to some packages, and prints the loaded modules at its end.
PROGRAM = """
import atexit, json, sys

blocked = set(sys.argv.pop(1).split(","))

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))
from minemind.cli.entry import main
main()
"""

# Runs it with a Ctrl-C as soon as a certain module is searched for.
INTERRUPTED = """
import signal, sys

awaited = sys.argv.pop(1)

class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == awaited:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Impatient())
from minemind.cli.entry import main
main()
"""

# Prints something and is interrupted before it is written.
INTERRUPTED_ANSWER = """
import signal
from minemind.cli.entry import leave

def answer():
    print("so far")
    signal.raise_signal(signal.SIGINT)

leave(answer)
"""

SLOW = ("_minemind_engine", "numpy", "typer", "click", "rich", "markdown_it", "prompt_toolkit", "minemind.public")


def started(*words: str, blocked: str = "-") -> tuple[subprocess.CompletedProcess[str], list[str]]:
    command = [sys.executable, "-c", PROGRAM, blocked, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    *_, loaded = done.stderr.splitlines()
    return done, json.loads(loaded)


OVERVIEW, *PAGES = help_pages()


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--version"], f"minemind {mm.__version__}\n"),
        (["--help"], OVERVIEW),
        *(([page.split()[2], "--help"], page) for page in PAGES[:2]),
        (["analyse", "-h"], PAGES[0]),
    ],
)
def test_version_and_help_load_neither_the_engine_nor_the_commands(words: list[str], answer: str) -> None:
    done, loaded = started(*words)
    assert (done.returncode, done.stdout) == (0, answer)
    assert [name for name in SLOW if name in loaded] == []


def test_a_command_without_the_extra_says_what_to_install() -> None:
    done, _ = started("methods", blocked=",".join(EXTRA))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(NO_EXTRA)
    assert '"minemind-engine[cli]"' in NO_EXTRA
    assert started("--version", blocked=",".join(EXTRA))[0].returncode == 0


def test_what_else_is_missing_is_not_taken_for_the_extra() -> None:
    done, _ = started("methods", blocked="numpy")
    assert done.returncode == 1
    assert "ModuleNotFoundError: No module named 'numpy'" in done.stderr
    assert "minemind-engine" not in done.stderr


@pytest.mark.parametrize("words", [["-h"], ["--help"], ["--version", "--help"], ["--help", "analyse"]])
def test_there_is_one_overview(words: list[str]) -> None:
    done = run(*words)
    assert (done.code, done.out, done.err) == (0, OVERVIEW, "")


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["analyse", "position.txt"],
        ["analyse", "position.txt", "--json"],
        ["analyse", "--help"],
        ["hint", "position.txt", "--all"],
        ["guesses", "position.txt"],
        ["explain", "position.txt", "7", "9"],
        ["frontier", "position.txt"],
        ["matrix", "position.txt"],
        ["optimal", "--size", "2x3", "--mines", "1"],
        ["methods"],
        ["strategies"],
        ["solve", "--preset", "beginner", "--seed", "7"],
        ["solve", "--preset", "beginner", "--seed", "7", "--watch"],
        ["bench", "--preset", "beginner", "--games", "2", "--jobs", "1"],
        ["compare", "exact", "rules", "--preset", "beginner", "--games", "2", "--jobs", "1"],
        ["batch", "layouts", "--jobs", "1", "--results-dir", "results"],
        ["generate", "--preset", "beginner"],
        ["template", "--preset", "beginner", "-o", "template.txt"],
        ["stats", "layouts/beginner.txt"],
        ["view", "position.txt"],
        ["view", "position.txt", "--emoji"],
        ["configurations", "position.txt"],
        ["pipeline", "position.txt", "--direct"],
        ["play", "--preset", "beginner"],
    ],
    ids=" ".join,
)
def test_a_closed_pipe_is_no_error_and_nothing_is_said(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process: starting a new one for every command takes too long."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "examples" / "positions" / "middlegame.txt", tmp_path / "position.txt")
    shutil.copytree(ROOT / "examples" / "layouts", tmp_path / "layouts")
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w") as pipe, open("said", "w+") as said, open(os.devnull) as nothing:  # noqa: PTH123
        for name, stream in (("stdin", nothing), ("stdout", pipe), ("stderr", said)):
            monkeypatch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            main(words)
        said.flush()
        assert (ended.value.code, Path("said").read_text()) == (0, "")


@pytest.mark.parametrize("words", [["hint", "-"], ["serve"], ["engine"], ["mcp"]])
@pytest.mark.parametrize("module", ["numpy", "_minemind_engine"])
def test_whoever_interrupts_it_before_it_has_begun_sees_no_traceback(words: list[str], module: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, module, *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("target", "code", "complaint"),
    [
        ("pipe", 0, ""),
        pytest.param(
            "/dev/full",
            1,
            "minemind: cannot write the output: No space left on device\n",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device"),
        ),
    ],
)
def test_ctrl_c_with_an_answer_that_cannot_be_written_shows_no_traceback(
    target: str, code: int, complaint: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer if target == "pipe" else target, "w") as output:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-c", INTERRUPTED_ANSWER],
            stdout=output,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
            text=True,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (code, complaint)
