"""A newcomer pastes every command of the README, in a fresh folder with nothing but the examples."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import minemind as mm
from tests import write_pictures
from tests.cli.running import plain

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
SHELL_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """What a newcomer can paste, without the comments, from the README and from the one in examples."""
    blocks = SHELL_BLOCK.findall((ROOT / "README.md").read_text())
    listed = re.findall(r"`(minemind .*?)`", (EXAMPLES / "README.md").read_text())
    return [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()] + listed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A fresh folder, in which MineMind is installed as `make demo` installs it."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


def environment() -> dict[str, str]:
    return {**plain(), "PATH": f"{sys.prefix}/bin{os.pathsep}{os.environ['PATH']}", "BROWSER": "true"}


def pasted(command: str, folder: Path) -> str:
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


def test_there_are_commands_to_paste() -> None:
    assert sum(command.startswith("minemind ") for command in commands()) >= 8


@pytest.mark.parametrize("command", [c for c in commands() if not c.startswith(("make", "pip", "minemind serve"))])
def test_it_works_as_pasted(command: str, folder: Path) -> None:
    assert pasted(command, folder) or command.startswith(". ")


@pytest.mark.parametrize("command", [c for c in commands() if c.startswith("make ")])
def test_the_target_exists(command: str) -> None:
    assert "Nothing to be done" not in pasted(f"make -n {command.removeprefix('make ')}", ROOT)


@pytest.mark.parametrize("command", [c for c in commands() if c.startswith("pip ")])
def test_what_is_installed_exists(command: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    what = shlex.split(command)[-1]
    assert set(re.fullmatch(r"\.\[(.*)\]", what)[1].split(",")) <= set(project["optional-dependencies"])  # type: ignore[index]


@pytest.mark.parametrize("command", [c for c in commands() if c.startswith("minemind serve")])
def test_the_server_starts(command: str, folder: Path) -> None:
    words = [*shlex.split(command), "--port", "0"]  # the default port may be in use
    with subprocess.Popen(words, cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("MineMind is at http://127.0.0.1:")
        server.send_signal(signal.SIGINT)


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda script: script.name)
def test_every_script_runs(script: Path, folder: Path) -> None:
    assert "won" in pasted(f"python examples/{script.name}", folder) or script.name == "win_rates.py"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("positions/*")), ids=lambda path: path.name)
def test_every_position_is_read_without_a_note_and_has_a_solution(path: Path) -> None:
    board = mm.Board.parse(path.read_text(), strict=True)
    assert (mm.analyse(board).solutions or 0) > 0


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("layouts/*")), ids=lambda path: path.name)
def test_every_layout_is_read_without_a_note_and_played_as_it_stands(path: Path) -> None:
    game = mm.Game.parse(path.read_text())
    assert mm.play(game, "champion").result in mm.strategy.Result
    assert game.moved == 0


@pytest.mark.parametrize("name", write_pictures.PICTURES)
def test_the_pictures_are_what_their_script_draws(name: str) -> None:
    drawn = write_pictures.PICTURES[name]()
    assert (write_pictures.FOLDER / name).read_text(encoding="utf-8") == drawn, "run python -m tests.write_pictures"


def test_on_the_page_of_the_package_index_nothing_leads_to_files_that_are_not_there() -> None:
    command = [sys.executable, "-m", "hatch_fancy_pypi_readme"]
    page = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"\]\((?!https?:)", page) == []
    assert 'pip install "minemind-engine[cli]"' in page
    assert re.findall(r"From source|--editable|make demo|docs/\w+|examples", page) == []
    assert len(page.splitlines()) > 0.8 * len((ROOT / "README.md").read_text().splitlines())
