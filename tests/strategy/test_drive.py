"""Playing what is certain, and guessing only if that was allowed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minemind as mm
from tests.examples import games, on


@given(games(), st.data())
@settings(max_examples=150)
def test_nothing_that_is_certain_ever_loses(game: mm.Game, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(game.grid)))
    if game.state is mm.State.PLAYING:
        game.open(*cell)
    if game.state is not mm.State.PLAYING:
        return
    done = mm.auto(game)
    assert game.state is not mm.State.LOST
    assert all(move.is_certain for move in done)
    assert all(game.layout.counts[move.cell] == move.mines for move in done)  # type: ignore[union-attr]
    if game.state is mm.State.PLAYING:
        assert mm.step(game) == ()


def opened(seed: int) -> mm.Game:
    game = mm.Game.preset("beginner", seed=seed)
    game.open(4, 4)
    return game


@pytest.mark.parametrize("seed", range(6))
def test_a_step_does_all_that_is_certain_and_one_does_one(seed: int) -> None:
    game, other = opened(seed), opened(seed)
    moves = mm.step(game)
    assert game.state is mm.State.WON
    assert {move.action for move in moves} == {mm.Action.OPEN, mm.Action.FLAG}
    assert len({move.cell for move in moves}) == len(moves)
    assert mm.step(other, one=True) == moves[:1]
    assert other.turns == 2


def test_flags_are_set_only_if_wanted() -> None:
    game = opened(0)
    assert {move.action for move in mm.step(game, flag=False)} == {mm.Action.OPEN}
    assert game.state is mm.State.WON
    assert not game.board.flags.any()


def test_without_guessing_a_game_that_is_stuck_stays_as_it_is() -> None:
    game = on("*.\n..")
    game.open(1, 1)
    assert mm.auto(game) == ()
    assert game.state is mm.State.PLAYING


@pytest.mark.parametrize("preset", ["beginner", "intermediate", "expert"])
def test_with_guessing_every_game_ends_and_is_played_alike_again(preset: str) -> None:
    ended = set()
    for seed in range(8):
        game, again = (mm.Game.preset(preset, seed=seed) for _ in range(2))
        moves = mm.auto(game, guess=True)
        assert game.state is not mm.State.PLAYING
        assert mm.auto(again, guess=True) == moves
        assert again.board == game.board
        lost = [move for move in moves if not move.is_certain and game.layout.counts[move.cell]]  # type: ignore[union-attr]
        assert bool(lost) == (game.state is mm.State.LOST)
        ended.add(game.state)
    assert ended


def test_a_limit_stops_it_and_it_can_go_on() -> None:
    whole, parts = mm.Game.preset("beginner", seed=3), mm.Game.preset("beginner", seed=3)
    moves = mm.auto(whole, guess=True)
    first = mm.auto(parts, guess=True, limit=3)
    assert first == moves[:3]
    mm.auto(parts, guess=True)
    assert parts.board.opened.sum() == whole.board.opened.sum()
    assert mm.auto(parts, limit=0) == ()
    with pytest.raises(mm.InvalidValue, match="the limit is -1"):
        mm.auto(parts, limit=-1)


def test_a_game_that_has_ended_is_left_alone() -> None:
    game = on("*.")
    game.open(0, 1)
    assert game.state is mm.State.WON
    assert mm.step(game) == ()
    assert mm.auto(game, guess=True) == ()
