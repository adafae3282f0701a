"""A replay plays a game again, click by click."""

from __future__ import annotations

import numpy as np
import pytest

import minemind as mm
from minemind.replay import Click, MouseEvents, MouseKind, Replay

CORNER, FAR, MINE = mm.Cell(1, 0), mm.Cell(0, 2), mm.Cell(0, 0)
LAYOUT = mm.Layout.parse("*..\n...")


def won() -> mm.Game:
    game = mm.Game.from_layout(LAYOUT)
    game.open(FAR)
    game.flag(MINE)
    game.chord(1, 1)
    return game


def test_a_game_is_replayed_to_the_same_board() -> None:
    game = won()
    assert game.state is mm.State.WON
    replay = Replay.of(game)
    assert [tuple(click) for click in replay.clicks] == list(map(tuple, game.history))
    assert replay.replay().board == game.board
    assert (replay.game().turns, replay.game().layout) == (0, LAYOUT)


def test_a_dealt_game_keeps_its_layout_and_its_promise() -> None:
    game = mm.Game("beginner", seed=7)
    game.open(4, 4)
    replay = Replay.of(game)
    assert (replay.layout, replay.first_click) == (game.layout, mm.FirstClick.OPENING)
    assert replay.replay().board == game.board


def test_turns_that_were_undone_are_not_part_of_it() -> None:
    game = won()
    game.undo()
    assert len(Replay.of(game).clicks) == 2


def test_a_record_is_replayed_as_it_was_played() -> None:
    record = mm.play("expert", seed=7)
    assert Replay.of(record).replay().board == record.replay().board


def test_a_replay_is_one_already() -> None:
    replay = Replay.of(won())
    assert Replay.of(replay) is replay


def test_a_game_without_mines_yet_is_replayed_without_a_layout() -> None:
    game = mm.Game("beginner", seed=3)
    game.flag(0, 0)
    replay = mm.Replay.of(game)
    assert (replay.mines, replay.layout.mines, replay.undealt is not None) == (10, 0, True)
    assert replay.replay().board == game.board
    assert replay.game().history == ()


@pytest.mark.parametrize("given", [None, 3, "game.json", LAYOUT])
def test_other_things_are_refused(given: object) -> None:
    with pytest.raises(mm.InvalidValue, match="give a Game or a Record"):
        Replay.of(given)  # type: ignore[arg-type]


def test_clicks_without_effect_and_after_the_end_do_no_harm() -> None:
    clicks = (Click(FAR, mm.Action.OPEN), Click(FAR, mm.Action.OPEN), Click(MINE, mm.Action.OPEN))
    game = Replay(LAYOUT, (*clicks, *clicks)).replay()
    assert (game.state, game.turns) == (mm.State.LOST, 2)


def test_several_mines_in_a_cell_on_a_torus() -> None:
    layout = mm.Layout.parse("3 4 2 k=2 topology=torus\n*2 . . .\n. . . .\n. . . .")
    game = mm.Game.from_layout(layout)
    game.flag(0, 0, 2)
    game.open(2, 2)
    assert Replay.of(game).replay().board == game.board


def test_equal_replays_are_equal() -> None:
    events = MouseEvents([(0, MouseKind.LEFT_PRESS, 8, 8)])
    assert Replay(LAYOUT, (), events=events) == Replay(LAYOUT, (), events=MouseEvents(np.array(events.array)))
    assert Replay(LAYOUT, (), events=events) != Replay(LAYOUT, (), events=MouseEvents([]))
    assert hash(Replay(LAYOUT, (), events=events)) == hash(Replay(LAYOUT, (), events=events))
    assert list(events) == [(0, 2, 8, 8)]
