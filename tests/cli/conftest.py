"""Fixtures that the tests of commands share: a file to work on, and a player at the shell."""

from __future__ import annotations

from pathlib import Path

import pytest

import minemind as mm
from tests.cli.boards import BOARD
from tests.cli.shell_player import Player, Sit


@pytest.fixture
def board(tmp_path: Path) -> str:
    tmp_path.joinpath("board.txt").write_text(BOARD)
    return str(tmp_path / "board.txt")


@pytest.fixture
def sit(capsys: pytest.CaptureFixture[str]) -> Sit:
    return lambda game, seed=None: Player(game, lambda: capsys.readouterr().err, seed)


@pytest.fixture
def player(sit: Sit) -> Player:
    """A player at the shell, with a Beginner game after its first click."""
    game = mm.Game.preset("beginner", seed=42)
    game.open(4, 4)
    return sit(game, 42)
