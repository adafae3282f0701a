"""Saved games: they continue exactly as if never stopped, or there is a clear error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from minemind.formats.saved import from_json, to_json
from tests import examples


def some_game() -> mm.Game:
    game = mm.Game(9, 9, 10, seed=7)
    game.open(0, 0)
    game.flag(8, 8)
    game.undo()
    return game


@given(examples.played_games())
def test_a_game_comes_back_as_it_was(game: mm.Game) -> None:
    text = json.dumps(to_json(game))
    again = from_json(json.loads(text))
    assert json.dumps(to_json(again)) == text
    assert (again.board, again.layout, again.state) == (game.board, game.layout, game.state)
    assert (again.history, again.undone, again.exploded) == (game.history, game.undone, game.exploded)


@given(examples.played_games(), st.data())
def test_a_loaded_game_goes_on_exactly_as_if_never_stopped(game: mm.Game, data: st.DataObject) -> None:
    again = from_json(to_json(game))
    cells = list(game.grid)
    for _ in range(4):
        name = data.draw(st.sampled_from(["open", "flag", "chord", "undo", "redo"]))
        arguments = data.draw(st.sampled_from(cells)) if name in mm.Action.__members__.values() else ()
        if arguments and game.state is not mm.State.PLAYING:
            continue
        assert getattr(game, name)(*arguments) == getattr(again, name)(*arguments)
        assert to_json(game) == to_json(again)
        assert game.layout == again.layout


def test_save_and_load(tmp_path: Path) -> None:
    game, path = some_game(), tmp_path / "game.json"
    mm.save(game, path)
    assert to_json(mm.load(path)) == to_json(game)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_the_file_is_versioned_json_and_does_not_give_the_mines_away(tmp_path: Path) -> None:
    mm.save(some_game(), tmp_path / "game.json")
    saved = json.loads((tmp_path / "game.json").read_text())
    assert saved == {
        "minemind": 2,
        "kind": "game",
        "seed": "7",
        "first_click": "opening",
        "history": [["open", 0, 0]],
        "undone": [["flag", 8, 8, 1]],
        "board": {"text": str(some_game().board)},
    }


def test_a_file_written_by_the_first_version_loads_for_ever() -> None:
    path = Path(__file__).parent.parent / "data" / "saved_v1.json"
    game = mm.load(path)
    assert to_json(game) == {**json.loads(path.read_text()), "minemind": 2}
    assert game.state is mm.State.LOST


def test_a_game_on_a_given_layout_keeps_it() -> None:
    game = mm.Game.from_layout(mm.Layout.parse("1 4 3 k=2\n*2 2 1 *", reveal_numbers=True))
    again = from_json(to_json(game))
    assert again.layout == game.layout
    assert again.seed is None


def damage(**changes: Any) -> dict[str, Any]:
    return {key: value for key, value in {**to_json(some_game()), **changes}.items() if value is not Ellipsis}


@pytest.mark.parametrize(
    ("saved", "says"),
    [
        (damage(minemind=3), "newer MineMind .format 3; this one reads up to 2.; upgrade"),
        (damage(minemind=0), "version 0 does not exist"),
        (damage(minemind=10**5000), "newer MineMind"),
        (damage(minemind=...), "not written by MineMind"),
        (damage(minemind="1"), "not written by MineMind"),
        (damage(minemind=True), "not written by MineMind"),
        ([], "not written by MineMind"),
        (None, "not written by MineMind"),
        (damage(kind="record"), "another file written by MineMind"),
        (damage(kind=...), "'kind' is missing"),
        (damage(seed=7), "'seed' is missing or invalid"),
        (damage(seed="-7"), "'-7' is not a whole number"),
        (damage(seed="٧"), "not a whole number"),
        (damage(seed="9" * 20), "from 0 to 2"),
        (damage(seed="9" * 5000), "not a whole number"),
        (damage(first_click="lucky"), "opening, safe, any"),
        (damage(board={"text": "Z"}), "'Z' is not a valid cell"),
        (damage(board={"text": 5}), "'text' is missing"),
        (damage(board="..."), "'board' is missing"),
        (damage(board={"text": "9 9 ?\n" + ".........\n" * 9}), "the mine count is missing"),
        (damage(board={"text": "9 9 11\n" + ".........\n" * 9}), "do not lead to its board"),
        (damage(seed="8"), "do not lead to its board"),
        (damage(history=[]), "do not lead to its board"),
        (damage(history=[["open", 0, 0], ["open", 0, 0]]), "has no effect"),
        (damage(history=[["open", 9, 0]]), "off the board"),
        (damage(history=[["open", 0.0, 0]]), "is not a turn"),
        (damage(history=[["flag", 0, 0]]), "is not a turn"),
        (damage(history=[["flag", 0, 0, 2]]), "from 0 to 1"),
        (damage(history=["open"]), "is not a turn"),
        (damage(history=[["leap", 0, 0]]), "is not a turn"),
        (damage(history={}), "'history' is missing"),
        (damage(undone=...), "'undone' is missing"),
        (damage(seed=..., layout={"text": "1 2 1\n?*"}), "'.' is not a valid cell of a layout"),
    ],
)
def test_a_file_that_is_no_saved_game_says_why(saved: Any, says: str) -> None:
    with pytest.raises(mm.errors.BadSave, match=says):
        from_json(saved)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\xff", "seems to be a PNG image"),
        (b"[" * 100_000, "seems to be text of another kind"),
        (b"{" * 100_000, "not valid JSON"),
        (b"{}", "not written by MineMind"),
        (b"9 9 10\n" + b".........\n" * 9, "holds a Board, not a Game"),
    ],
)
def test_foreign_bytes_are_refused_by_name(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "odd.json").write_bytes(content)
    with pytest.raises((mm.errors.BadSave, mm.errors.UnknownFormat), match=rf"odd.json' .*{says}"):
        mm.load(tmp_path / "odd.json", mm.Game)


def test_a_file_cut_off_anywhere_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    mm.save(some_game(), path)
    whole = path.read_bytes()
    for length in range(1, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(mm.errors.BadSave):
            mm.load(path)
        assert path.read_bytes() == whole[:length]


def test_a_board_beyond_the_limit_needs_the_limit_raised(tmp_path: Path) -> None:
    game = mm.Game(2, 3, 1, seed=1)
    mm.save(game, tmp_path / "game.json")
    with pytest.raises(mm.errors.TooLarge, match=r"game.json': .*limit of 5"):
        mm.load(tmp_path / "game.json", max_cells=5)
    assert mm.load(tmp_path / "game.json", max_cells=6).grid.size == 6


@pytest.mark.parametrize("rule", ["any", "safe", "opening"])
def test_a_given_layout_is_saved_with_its_rule(tmp_path: Path, rule: str) -> None:
    game = mm.Game.from_layout(mm.Layout.parse("3 4 5\n**..\n**..\n*..."), first_click=rule, seed=9)
    for turn in range(2):
        mm.save(game, tmp_path / "game.json")
        again = mm.load(tmp_path / "game.json")
        assert (again.given, again.layout, again.board) == (game.given, game.layout, game.board)
        assert (again.first_click, again.seed, again.moved) == (game.first_click, game.seed, game.moved)
        if not turn:
            game.open(0, 0)


@pytest.mark.parametrize("way", ["uniform", "repaired"])
def test_a_game_without_a_guess_is_saved_with_its_way_and_budget_and_dealt_again(tmp_path: Path, way: str) -> None:
    game = mm.Game("intermediate", seed=7, no_guess=True, way=way, budget=5000)
    assert to_json(game)["no_guess"] == {"way": way, "budget": 5000}
    game.open(0, 0)
    mm.save(game, tmp_path / "game.json")
    again = mm.load(tmp_path / "game.json")
    assert (again.layout, again.dealer, again.origin) == (game.layout, game.dealer, game.origin)
    assert to_json(again) == to_json(game)
    again.undo()
    again.open(8, 8)
    assert again.layout == mm.generate("intermediate", seed=7, start=(8, 8), way=way).layout


@pytest.mark.parametrize("grade", [3, (2, 3)])
def test_a_game_with_a_grade_is_saved_with_it_and_dealt_again(tmp_path: Path, grade: int | tuple[int, int]) -> None:
    game = mm.Game("intermediate", seed=7, no_guess=True, grade=grade)
    for turn in range(2):  # before and after the mines are dealt
        mm.save(game, tmp_path / "game.json")
        again = mm.load(tmp_path / "game.json")
        assert (again.layout, again.dealer, to_json(again)) == (game.layout, game.dealer, to_json(game))
        if not turn:
            game.open(3, 4)
    again.undo()
    again.open(8, 8)
    assert again.layout == mm.generate("intermediate", seed=7, start=(8, 8), grade=grade).layout


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (None, "'no_guess' is invalid"),
        (True, "'no_guess' is invalid"),
        ({}, "'no_guess' is invalid"),
        ({"way": "uniform"}, "'no_guess' is invalid"),
        ({"way": 1, "budget": 1}, "'no_guess' is invalid"),
        ({"way": "uniform", "budget": True}, "'no_guess' is invalid"),
        ({"way": "uniform", "budget": "1"}, "'no_guess' is invalid"),
        ({"way": "best", "budget": 1}, "'best' is not a way to deal"),
        ({"way": "uniform", "budget": -1}, "the budget is -1"),
        ({"way": "uniform", "budget": 10**40}, "the budget is an integer of"),
        ({"way": "uniform", "budget": 1, "grade": "easy"}, "the grade is 'easy'"),
        ({"way": "uniform", "budget": 1, "grade": [1, 2, 3]}, r"the grade is \[1, 2, 3\]"),
        ({"way": "uniform", "budget": 1, "grade": [5, 6]}, "the grade is 6"),
        ({"way": "uniform", "budget": 10_000, "grade": [1, 1]}, "its turns do not lead to its board"),
        ({"way": "uniform", "budget": 0}, "no no-guess board found within the budget of 0"),
        ({"way": "repaired", "budget": 10_000}, "its turns do not lead to its board"),
    ],
)
def test_a_game_without_a_guess_that_was_tampered_with_is_damaged(changed: object, says: str) -> None:
    game = mm.Game("expert", seed=8, no_guess=True)
    game.open(0, 0)
    with pytest.raises(mm.errors.BadSave, match=f"is damaged: .*{says}"):
        from_json({**to_json(game), "no_guess": changed})


def test_a_given_layout_is_not_dealt() -> None:
    saved = to_json(mm.Game.parse("*..\n..."))
    with pytest.raises(mm.errors.BadSave, match="is damaged: a layout is given"):
        from_json({**saved, "no_guess": {"way": "uniform", "budget": 1}})
    with pytest.raises(mm.errors.BadSave, match="with first_click 'any' the first cell is itself a guess"):
        from_json({**to_json(mm.Game(3, 3, 1, seed=1, first_click="any")), "no_guess": {"way": "uniform", "budget": 1}})


def test_times_are_saved_with_the_turns_and_old_games_have_none() -> None:
    game = mm.Game("beginner", seed=7)
    game.take(mm.game.Turn(mm.Cell(4, 4), mm.Action.OPEN, seconds=0.0))
    game.take(mm.game.Turn(mm.Cell(0, 0), mm.Action.FLAG, 1, 2.25))
    values = to_json(game)
    assert values["times"] == [0.0, 2.25]
    assert from_json(values).history == game.history
    del values["times"]
    assert [turn.seconds for turn in from_json(values).history] == [None, None]
    assert "times" not in to_json(from_json(values))


def test_the_times_of_a_replay_survive_as_a_saved_game(tmp_path: Path) -> None:
    layout = mm.Layout.parse("1 4 1\n*...")
    clicks = tuple(mm.replay.Click(mm.Cell(0, col), mm.Action.OPEN, seconds=at) for col, at in ((1, 0.0), (3, 1.5)))
    mm.save(mm.Replay(layout, clicks), tmp_path / "game.json", format="game")
    assert [move.seconds for move in mm.review(tmp_path / "game.json").moves] == [0.0, 1.5]
    assert mm.load(tmp_path / "game.json", mm.Replay).clicks == clicks
