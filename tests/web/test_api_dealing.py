"""The API deals and plays the same boards and games as Python, from the same seeds."""

from __future__ import annotations

from typing import Any

import pytest

import minemind as mm
from minemind.formats import saved
from tests.web.asking import Client
from tests.web.test_api import checked


def test_the_same_seed_deals_the_same_layout(client: Client) -> None:
    question = {"preset": "expert", "start": [3, 4], "first_click": "safe"}
    first = checked("generate", client.answer("generate", **question, seed="18446744073709551615"))
    assert first == client.answer("generate", **question, seed=2**64 - 1)
    layout = mm.Layout.parse(first["layout"]["text"])
    grid = mm.Grid(16, 30)
    assert layout == mm.Layout.deal(grid, 99, seed=2**64 - 1, first=(3, 4), first_click="safe")
    assert (first["seed"], first["first_click"], first["mines"]) == (str(2**64 - 1), "safe", 99)


def test_a_seed_that_is_drawn_is_told(client: Client) -> None:
    drawn = client.answer("generate", preset="beginner")
    assert client.answer("generate", preset="beginner", seed=drawn["seed"]) == drawn


@pytest.mark.parametrize("rule", ["opening", "safe", "any"])
def test_the_mines_of_a_layout_are_moved_out_of_the_way_of_the_first_click(client: Client, rule: str) -> None:
    text = "4 5 6 topology=hex k=2\n*2 . . . .\n* * . _ .\n. . . . .\n. . *2 . ."
    question: dict[str, Any] = {"layout": {"text": text}, "first_click": rule, "seed": "7"}
    moved = checked("generate", client.answer("generate", **question, start=[0, 0]))
    game = mm.Game.from_layout(mm.Layout.parse(text), seed=7, first_click=rule)
    game.open(0, 0)
    assert moved["layout"]["text"] == str(game.layout)
    assert (moved["seed"], moved["first_click"], moved["topology"], moved["mines"]) == ("7", rule, "hex", 6)
    assert client.answer("generate", **question)["layout"]["text"] == text
    assert (
        client.error("generate", **question, rows=4)["message"] == "both a layout and a size are given; give only one"
    )


def test_every_kind_of_board_is_dealt(client: Client) -> None:
    answer = client.answer("generate", rows=5, cols=6, mines=9, topology="hex", reach=2, max_per_cell=3, seed="1")
    layout = mm.Layout.parse(answer["layout"]["text"])
    assert (layout.grid, layout.mines, layout.max_per_cell) == (mm.Grid(5, 6, "hex", 2), 9, 3)
    assert (answer["topology"], answer["max_per_cell"]) == ("hex", 3)


@pytest.mark.parametrize("way", [None, "uniform", "repaired"])
def test_a_board_without_a_guess_is_dealt_as_in_python(client: Client, way: str | None) -> None:
    question = {"preset": "expert", "seed": "7", "start": [3, 4], "no_guess": True, "way": way, "budget": 50_000}
    dealt = checked("generate", client.answer("generate", **question))
    board = mm.generate("expert", seed=7, start=(3, 4), way=way or "uniform")
    assert (dealt["layout"]["text"], dealt["seed"]) == (str(board.layout), "7")
    work = {"attempts": board.attempts, "positions": board.positions, "repairs": board.repairs}
    assert dealt["no_guess"] == {"start": [3, 4], "way": way or "uniform", "budget": 50_000, **work, "grade": None}
    assert client.answer("generate", preset="expert", seed="7")["no_guess"] is None


def test_a_board_without_a_guess_starts_at_the_centre_and_has_the_3bv_that_was_asked_for(client: Client) -> None:
    dealt = client.answer("generate", preset="expert", seed="7", no_guess=True, min_3bv=180, max_3bv=185)
    assert dealt["no_guess"]["start"] == [7, 14]
    assert 180 <= mm.metrics(dealt["layout"]["text"]).three_bv <= 185
    again = client.answer("generate", preset="expert", seed=dealt["seed"], no_guess=True)
    assert again["layout"] == dealt["layout"]


@pytest.mark.parametrize(
    ("question", "kind", "says"),
    [
        ({"preset": "expert", "no_guess": True, "budget": 0}, "NoBoard", "within the budget of 0"),
        ({"rows": 3, "cols": 3, "mines": 7, "no_guess": True, "budget": 50}, "NoBoard", "use fewer mines"),
        ({"preset": "expert", "no_guess": True, "first_click": "any"}, "InvalidValue", "is itself a guess"),
        ({"preset": "expert", "no_guess": True, "start": [16, 0]}, "OffBoard", "off the board"),
        ({"preset": "expert", "way": "repaired", "budget": 1}, "InvalidValue", "budget, way: only for no-guess boards"),
        ({"layout": {"text": "*.."}, "no_guess": True}, "InvalidValue", "a given layout is not dealt"),
        ({"preset": "expert", "no_guess": True, "way": "best"}, "BadRequest", "way"),
        ({"preset": "expert", "no_guess": True, "budget": -1}, "BadRequest", "budget"),
        ({"preset": "expert", "no_guess": True, "grade": 6}, "BadRequest", "grade"),
        ({"preset": "expert", "no_guess": True, "grade": [3, 2]}, "InvalidValue", "the lowest grade (3) is above"),
        ({"preset": "expert", "grade": 3}, "InvalidValue", "grade: only for no-guess boards"),
        ({"preset": "expert", "no_guess": True, "grade": 1, "budget": 99}, "NoBoard", "boards passed over"),
    ],
)
def test_a_board_without_a_guess_that_cannot_be_dealt_is_refused(
    client: Client, question: dict[str, Any], kind: str, says: str
) -> None:
    error = client.error("generate", 400 if kind == "BadRequest" else 422, seed="1", **question)
    assert error["kind"] == kind
    assert says in error["message"]


@pytest.mark.parametrize(("grade", "grades"), [(3, {3}), ([4, 5], {4, 5})])
def test_a_board_without_a_guess_has_the_grade_that_was_asked_for(
    client: Client, grade: int | list[int], grades: set[int]
) -> None:
    question = {"preset": "intermediate", "seed": "7", "no_guess": True}
    dealt = checked("generate", client.answer("generate", **question, grade=grade))
    start = tuple(dealt["no_guess"]["start"])
    found = mm.no_guess.grade(dealt["layout"]["text"], start).grade
    assert found == dealt["no_guess"]["grade"]
    assert found in grades
    again = client.answer("generate", **{**question, "seed": dealt["seed"]})
    assert again["layout"] == dealt["layout"]


def test_a_board_with_holes_is_dealt_as_in_python(client: Client) -> None:
    holes = [(0, 0), (2, 3)]
    question = {"rows": 5, "cols": 6, "mines": 6, "seed": "7", "start": [4, 4], "holes": holes}
    grid = mm.Grid(5, 6, holes=holes)
    dealt = checked("generate", client.answer("generate", **question))
    assert dealt["layout"]["text"] == str(mm.Layout.deal(grid, 6, seed=7, first=(4, 4)))
    no_guess = client.answer("generate", **question, no_guess=True)
    assert no_guess["layout"]["text"] == str(mm.generate(grid=grid, mines=6, seed=7, start=(4, 4)).layout)
    error = client.error("generate", 422, **{**question, "holes": [[9, 9]]})
    assert error["kind"] == "OffBoard"


def test_a_game_without_a_guess_goes_on_with_its_way_and_budget(client: Client) -> None:
    game = mm.Game("beginner", seed=7, no_guess=True, way="repaired", budget=900)
    game.open(0, 0)
    after = checked("step", client.answer("step", game=saved.to_json(game)))
    assert after["game"]["no_guess"] == {"way": "repaired", "budget": 900}
    graded = mm.Game("beginner", seed=7, no_guess=True, grade=2)
    assert client.answer("step", game=saved.to_json(graded))["game"]["no_guess"]["grade"] == [2, 2]
    assert len(after["moves"]) > 0
    with Client(1e-9) as impatient:
        error = impatient.error("step", game=saved.to_json(game))
        assert (error["kind"], "time limit" in error["message"]) == ("TooHard", True)


def test_a_step_does_what_is_certain_and_a_guess_only_if_allowed(client: Client) -> None:
    game = mm.Game.preset("beginner", seed=7)
    fresh = client.answer("step", game=saved.to_json(game))
    assert (fresh["moves"], fresh["state"]) == ([], "playing")
    begun = checked("step", client.answer("step", game=saved.to_json(game), guess=True))
    assert [move["reason"] for move in begun["moves"]] == ["the first click always opens an area"]
    after = checked("step", client.answer("step", game=begun["game"]))
    expected = saved.from_json(begun["game"])
    moves = mm.strategy.step(expected)
    assert len(after["moves"]) == len(moves) > 5
    assert after["game"] == saved.to_json(expected)


def test_a_game_can_be_played_to_its_end(client: Client) -> None:
    answer = {"game": saved.to_json(mm.Game.preset("beginner", seed=3)), "state": "playing"}
    for _ in range(20):
        answer = client.answer("step", game=answer["game"], guess=True)
    assert answer["state"] in ("won", "lost")
    assert answer["moves"] == []


def test_a_game_on_a_layout_goes_on_with_what_was_undone(client: Client) -> None:
    game = mm.Game.from_layout(mm.Layout.parse("3 3 1\n*..\n...\n..."))
    game.open(2, 2)
    game.undo()
    game.flag(0, 0)
    game.undo()
    answer = client.answer("step", game=saved.to_json(game))
    assert answer["game"] == saved.to_json(game)


@pytest.mark.parametrize(
    "damage", [{"seed": "0"}, {"board": {"text": "9 9 10"}}, {"history": [["open", 0, 0], ["open", 0, 0]]}]
)
def test_a_damaged_game_is_told_from_a_game(client: Client, damage: dict[str, Any]) -> None:
    game = mm.Game.preset("beginner", seed=7)
    game.open(0, 0)
    error = client.error("step", game={**saved.to_json(game), **damage})
    assert error["kind"] == "BadSave"
    assert error["message"].startswith("the game is damaged")
