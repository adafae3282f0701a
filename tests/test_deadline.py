"""Stops from outside: what they end, and what they do not."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

import minemind as mm
from minemind.deadline import Deadline, Stop
from tests.solve.lattice import lattice


def test_a_stop_reaches_its_block_and_nothing_else() -> None:
    board = mm.Board.parse("1 3 1\n.1.")
    stop = Stop()
    stop.set()
    with stop:
        with pytest.raises(mm.TooHard, match="stopped before it was finished"):
            mm.hint(board)
        other = threading.Thread(target=mm.hint, args=(board,))
        other.start()
        other.join()
    assert mm.hint(board) is not None


def test_a_stop_reaches_what_takes_no_time_limit() -> None:
    analysis = mm.analyse(lattice(19, 19, seed=1))
    game = mm.Game.preset("expert", seed=7)
    game.open(8, 15)
    asked: list[Callable[[], object]] = [
        lambda: analysis.solutions,
        lambda: analysis.ways(0),
        lambda: mm.strategy.step(game),
        lambda: mm.strategy.auto(game, guess=True),
    ]
    with Stop(1e-9):
        for ask in asked:
            with pytest.raises(mm.TooHard, match="time limit"):
                ask()
    assert analysis.solutions > 0
    assert mm.strategy.step(game)


def test_the_shorter_limit_counts() -> None:
    with Stop(60), pytest.raises(mm.TooHard, match=r"time limit of 1e-09 s"):
        Deadline(1e-9).look()
    with Stop(1e-9), pytest.raises(mm.TooHard, match=r"time limit of 1e-09 s"):
        Deadline(60).look()
