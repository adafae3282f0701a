"""A time limit holds for the whole command: reading, replaying, every file, every picture."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer.main

import minemind as mm
from minemind.board import HIDDEN
from minemind.cli.main import app, main

ACROSS = 300
# The limit, and the excess that is allowed. Only CPU time is measured; an attempt that fails is repeated.
LIMIT, SLACK, ATTEMPTS = 0.2, 0.2, 3

# Every command with --time-limit, with every option that takes more time.
COMMANDS = [
    "analyse board.txt",
    "analyse board.txt --json",
    "analyse board.txt -o heat.svg --force",
    "analyse board.txt -o heat.png --force",
    "analyse small.txt -o heat.png --force",
    "analyse islands.txt",
    "analyse played.json",
    *(f"analyse board.txt --method {method.name}" for method in mm.methods()),
    "hint board.txt",
    "hint board.txt --all",
    "hint islands.txt --think 100",
    "guesses islands.txt",
    "explain board.txt 0 0",
    "frontier board.txt",
    "frontier islands.txt",
    "matrix board.txt",
    "optimal board.txt",
    "optimal played.json",
    "review played.json",
    "review played.json played.json record.json played.rawvf",
    "stats layout.txt",
    "stats layout.txt layout.txt layout.txt layout.txt",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("large")
    layout = mm.Layout.deal(mm.Grid(ACROSS, ACROSS), ACROSS**2 // 6, seed=5)
    (folder / "layout.txt").write_text(str(layout))
    (folder / "board.txt").write_text(str(half_open(ACROSS)))
    (folder / "small.txt").write_text(str(half_open(60)))
    (folder / "islands.txt").write_text(str(islands()))
    game = mm.Game.from_layout(layout)
    for cell in np.argwhere(layout.counts == 0)[::4]:
        game.open(cell)
    mm.save(game, folder / "played.json")
    mm.save(mm.Replay.of(game), folder / "played.rawvf")
    mm.save(mm.play((60, 60, 400), "exact", seed=5), folder / "record.json")
    return folder


def half_open(across: int) -> mm.Board:
    """Every other free cell, at random, is open: there are certain cells, and thousands of numbers."""
    layout = mm.Layout.deal(mm.Grid(across, across), across**2 // 6, seed=5)
    is_open = (np.random.default_rng(5).random((across, across)) < 0.5) & (layout.counts == 0)
    return mm.Board(layout.grid, np.where(is_open, layout.numbers, HIDDEN), mines=layout.mines)


def islands() -> mm.Board:
    """Numbers that share no cell: thousands of components, and nothing is certain."""
    layout = mm.Layout.deal(mm.Grid(ACROSS, ACROSS), ACROSS**2 // 5, seed=5)
    is_open = (layout.counts == 0) & (layout.numbers > 0) & (layout.numbers < 8)
    apart = np.zeros_like(is_open)
    apart[1::4, 1::4] = True
    return mm.Board(layout.grid, np.where(is_open & apart, layout.numbers, HIDDEN), mines=layout.mines)


def cpu_of(words: list[str]) -> float:
    began = time.process_time()
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code in (0, 1)
    return time.process_time() - began


def test_every_command_with_a_time_limit_is_measured_below() -> None:
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    limited = {
        name for name, command in commands.items() if any("--time-limit" in option.opts for option in command.params)
    }
    # The time limit of a quiz is for the program that it asks, in wall-clock time.
    assert limited - {"quiz"} == {command.split()[0] for command in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_keeps_its_time_limit_whatever_it_is_asked(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    words = [*command.split(), "--time-limit", str(LIMIT)]
    assert any(cpu_of(words) <= LIMIT + SLACK for _ in range(ATTEMPTS)), capsys.readouterr().err


def test_files_after_the_end_of_the_time_limit_are_said_to_be_late_without_being_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "layout.txt").write_text("*..")
    monkeypatch.setattr("minemind.cli.stats.read_bytes", lambda _: pytest.fail("the file was read"))
    with pytest.raises(SystemExit):
        main(["stats", str(tmp_path / "layout.txt"), "--time-limit", "0.000001"])
    assert "not finished within the time limit of 1e-06 s; allow more time" in capsys.readouterr().err


def test_a_picture_too_large_for_its_format_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "board.txt").write_text("101 100 0\n" + "\n".join(["." * 100] * 101))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("minemind.cli.ask.answer.analyse", lambda *_, **__: pytest.fail("the work was begun"))
    with pytest.raises(SystemExit) as ended:
        main(["analyse", "board.txt", "-o", "heat.png"])
    assert ended.value.code == 1
    assert "101×100 cells are too many for a PNG; the limit is 10,000; save an SVG" in capsys.readouterr().err
