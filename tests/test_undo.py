"""Undo and redo: back and forth over any turn; no turn is ever half done."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minemind import (
    Action,
    Game,
    Grid,
    Layout,
    State,
)
from minemind.game import Turn
from tests import examples
from tests.examples import everything, on, snapshot


def test_undo_and_redo_from_a_loss() -> None:
    game = on("*..")
    game.open(0, 0)
    assert game.undo()
    assert (game.state, game.exploded) == (State.PLAYING, ())
    assert game.redo()
    assert game.state is State.LOST


def test_nothing_to_undo_or_redo_says_so() -> None:
    game = Game(3, 3, 1)
    assert not game.undo()
    assert not game.redo()


def test_before_the_first_open_nothing_is_dealt_again() -> None:
    game = Game(9, 9, 10, seed=1)
    game.open(0, 0)
    first = game.layout
    game.undo()
    assert game.layout is None
    game.redo()
    assert game.layout == first
    game.undo()
    game.open(8, 8)
    assert game.layout == Layout.deal(Grid(9, 9), 10, seed=1, first=(8, 8))


def test_a_new_turn_forgets_what_was_undone() -> None:
    game = on("*..")
    game.flag(0, 0)
    game.undo()
    assert game.undone == (Turn(game.grid.cell(0), Action.FLAG, 1),)
    game.open(0, 1)
    assert game.undone == ()
    assert not game.redo()
    assert [turn.action for turn in game.history] == ["open"]


@given(examples.games(), st.data())
def test_undo_restores_exactly_what_was_and_redo_what_came(game: Game, data: st.DataObject) -> None:
    trail = [snapshot(game)]
    for _ in range(10):
        examples.play(data.draw, game, 1)
        if game.turns == len(trail):
            trail.append(snapshot(game))
    for seen in reversed(trail[:-1]):
        assert game.undo()
        assert snapshot(game) == seen
    assert not game.undo()
    for seen in trail[1:]:
        assert game.redo()
        assert snapshot(game) == seen
    assert not game.redo()


class Interrupted(BaseException):
    """Stands for Ctrl-C, at a moment that the test chooses."""


def interrupted_after(lines: int, act: Callable[[], object]) -> bool:
    """Whether the action was interrupted after this many lines of game.py and history.py, before its end."""
    left = lines

    def count(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        nonlocal left
        if not frame.f_code.co_filename.endswith(("game.py", "history.py")):
            return None
        left -= event == "line"
        if left < 0:
            raise Interrupted
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        act()
    except Interrupted:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("name", ["open", "lose", "chord", "flag", "undo", "redo"])
def test_an_interrupt_at_any_moment_leaves_the_game_before_or_after_the_turn(name: str) -> None:
    def at_the_start() -> tuple[Game, Callable[[], object]]:
        game = on("*...\n....\n....")
        game.open(0, 1)
        game.flag(0, 0)
        game.open(1, 0)
        game.undo()
        cell = {"open": (2, 3), "lose": (0, 0), "chord": (0, 1), "flag": (2, 2)}.get(name, ())
        if name == "lose":
            game.flag(0, 0)
        return game, lambda: getattr(game, "open" if name == "lose" else name)(*cell)

    game, act = at_the_start()
    before = everything(game)
    act()
    after = everything(game)
    assert before != after
    lines = 0
    while True:
        game, act = at_the_start()
        if not interrupted_after(lines, act):
            break
        assert everything(game) in (before, after)
        lines += 1
    assert lines > 5


@given(examples.played_games())
def test_the_state_follows_from_what_is_open(game: Game) -> None:
    free = None if game.layout is None else (game.layout.counts == 0) & game.grid.exists
    if game.exploded:
        assert game.state is State.LOST
    elif free is not None and np.array_equal(game.board.opened, free):
        assert game.state is State.WON
    else:
        assert game.state is State.PLAYING
