"""What the tests of commands share: a file to work on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.boards import BOARD


@pytest.fixture
def board(tmp_path: Path) -> str:
    tmp_path.joinpath("board.txt").write_text(BOARD)
    return str(tmp_path / "board.txt")
