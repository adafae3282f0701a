"""The largest boards: a million cells take a small multiple of the engine's time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from minemind.cli.main import main
from minemind.solve import solutions

SIDE = 1000


def position(shown: float, seed: int = 1) -> str:
    """A board of Expert's density with this share of its safe cells open, at random."""
    rng = np.random.default_rng(seed)
    mines = rng.random((SIDE, SIDE)) < 0.2
    padded = np.pad(mines.astype(np.uint8), 1)
    numbers = sum(padded[r : r + SIDE, c : c + SIDE] for r in range(3) for c in range(3)) - mines
    tokens = np.where(~mines & (rng.random((SIDE, SIDE)) < shown), numbers + ord("0"), ord(".")).astype(np.uint8)
    return f"{SIDE} {SIDE} {mines.sum()}\n" + "\n".join(row.tobytes().decode() for row in tokens) + "\n"


def cpu_of(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


@pytest.mark.parametrize("shown", [0.1, 0.95])
def test_a_million_cells_are_analysed_in_a_few_times_what_the_engine_takes(
    shown: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = position(shown)
    (tmp_path / "board.txt").write_text(text)
    engine = cpu_of(lambda: mm.analyse(mm.Board.parse(text)))

    def command() -> None:
        with pytest.raises(SystemExit) as ended:
            main(["analyse", str(tmp_path / "board.txt")])
        assert ended.value.code == 0

    assert cpu_of(command) < 8 * engine  # it used to be about thirty times
    assert capsys.readouterr().out.startswith("(1000×1000 cells are too many to draw")


def test_a_count_that_is_too_long_is_refused_before_it_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "_multiplied", lambda *_: pytest.fail("the work was begun"))
    board = mm.Board.parse(position(0.1))
    with pytest.raises(mm.TooHard, match="products of large integers"):
        _ = mm.analyse(board).solutions
