"""Playing what is certain, and guessing only if that is allowed."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minemind as mm
from tests.examples import games, on
from tests.solve.lattice import lattice_layout


@given(games(), st.data())
@settings(max_examples=150)
def test_nothing_that_is_certain_ever_loses(game: mm.Game, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(game.grid)))
    if game.state is mm.State.PLAYING:
        game.open(*cell)
    if game.state is not mm.State.PLAYING:
        return
    done = mm.strategy.auto(game)
    assert game.state is not mm.State.LOST
    assert all(move.is_certain for move in done)
    assert all(game.layout.counts[move.cell] == move.mines for move in done)  # type: ignore[union-attr]
    if game.state is mm.State.PLAYING:
        assert mm.strategy.step(game) == ()


def opened(seed: int) -> mm.Game:
    game = mm.Game.preset("beginner", seed=seed)
    game.open(4, 4)
    return game


@pytest.mark.parametrize("seed", range(6))
def test_a_step_does_all_that_is_certain_and_one_does_one(seed: int) -> None:
    game, other = opened(seed), opened(seed)
    moves = mm.strategy.step(game)
    assert game.state is mm.State.WON
    assert {move.action for move in moves} == {mm.Action.OPEN, mm.Action.FLAG}
    assert len({move.cell for move in moves}) == len(moves)
    assert mm.strategy.step(other, one=True) == moves[:1]
    assert other.turns == 2


def test_flags_are_set_only_if_wanted() -> None:
    game = opened(0)
    assert {move.action for move in mm.strategy.step(game, flag=False)} == {mm.Action.OPEN}
    assert game.state is mm.State.WON
    assert not game.board.flags.any()


def test_without_guessing_a_game_that_is_stuck_stays_as_it_is() -> None:
    game = on("*.\n..")
    game.open(1, 1)
    assert mm.strategy.auto(game) == ()
    assert game.state is mm.State.PLAYING


@pytest.mark.parametrize("preset", ["beginner", "intermediate", "expert"])
def test_with_guessing_every_game_ends_and_is_played_alike_again(preset: str) -> None:
    for seed in range(8):
        game, again = (mm.Game.preset(preset, seed=seed) for _ in range(2))
        moves = mm.strategy.auto(game, guess=True)
        assert game.state is not mm.State.PLAYING
        assert mm.strategy.auto(again, guess=True) == moves
        assert again.board == game.board
        lost = [move for move in moves if not move.is_certain and game.layout.counts[move.cell]]  # type: ignore[union-attr]
        assert bool(lost) == (game.state is mm.State.LOST)


@pytest.mark.parametrize("seed", range(6))
def test_guessing_goes_on_beside_mines_that_are_not_to_be_flagged(seed: int) -> None:
    game = mm.Game.preset("intermediate", seed=seed)
    mm.strategy.auto(game, guess=True, flag=False)
    assert game.state is not mm.State.PLAYING
    assert not game.board.flags.any()


def test_a_first_click_that_is_promised_is_no_guess() -> None:
    for rule, is_certain in (("opening", True), ("safe", True), ("any", False)):
        game = mm.Game(5, 7, 10, seed=1, first_click=rule)
        (move,) = mm.strategy.auto(game, guess=True, limit=1)
        assert (move.cell, move.is_certain) == ((2, 3), is_certain)


def test_an_opening_is_promised_only_where_there_is_room_for_it() -> None:
    for mines, reason in (
        (15, "the first click is always safe"),
        (8, "the first click is always safe"),
        (7, "the first click always opens an area"),
    ):
        game = mm.Game(4, 4, mines, seed=1)
        (move,) = mm.strategy.auto(game, guess=True, limit=1)
        assert (move.cell, str(move.reason), game.board.faces[1, 1] == 0) == ((1, 1), reason, mines < 8)


def test_a_layout_with_several_mines_in_a_cell_promises_a_safe_click_at_most() -> None:
    layout = mm.Layout.parse("3 3 6 k=3\n*3 *3 .\n. . .\n. . .")
    for rule in (mm.FirstClick.SAFE, mm.FirstClick.OPENING):
        game = mm.Game.from_layout(layout, first_click=rule, seed=1)
        (move,) = mm.strategy.auto(game, guess=True, limit=1)
        assert str(move.reason) == "the first click is always safe"


def hard_game() -> mm.Game:
    layout = lattice_layout(35, 35, seed=2, density=0.5)
    game = mm.Game.from_layout(layout)
    for row in range(1, 35, 2):
        for col in range(1, 35, 2):
            game.open(row, col)
    return game


@pytest.mark.parametrize("drive", [mm.strategy.step, partial(mm.strategy.auto, guess=True)])
def test_what_is_proved_is_played_where_the_board_cannot_be_counted(
    drive: Callable[[mm.Game], tuple[mm.Move, ...]],
) -> None:
    game = hard_game()
    moves = drive(game)
    assert len(moves) > 5
    assert all(isinstance(move.reason, mm.Proof) for move in moves)
    with pytest.raises(mm.TooHard, match="too complex to count"):
        drive(game)


def test_one_step_takes_no_longer_than_it_must() -> None:
    game = mm.Game(200, 200, 0, seed=1, first_click="any")
    began = time.process_time()
    assert [move.cell for move in mm.strategy.step(game, one=True)] == [(0, 0)]
    assert time.process_time() - began < 3


def test_a_limit_stops_it_and_it_can_go_on() -> None:
    whole, parts = mm.Game.preset("beginner", seed=3), mm.Game.preset("beginner", seed=3)
    moves = mm.strategy.auto(whole, guess=True)
    first = mm.strategy.auto(parts, guess=True, limit=3)
    assert first == moves[:3]
    mm.strategy.auto(parts, guess=True)
    assert parts.board.opened.sum() == whole.board.opened.sum()
    assert mm.strategy.auto(parts, limit=0) == ()
    for wrong in (-1, 2.5):
        with pytest.raises(mm.InvalidValue, match=f"the limit is {wrong}"):
            mm.strategy.auto(parts, limit=wrong)  # type: ignore[arg-type]


def test_a_game_that_has_ended_is_left_alone() -> None:
    game = on("*.")
    game.open(0, 1)
    assert game.state is mm.State.WON
    assert mm.strategy.step(game) == ()
    assert mm.strategy.auto(game, guess=True) == ()
