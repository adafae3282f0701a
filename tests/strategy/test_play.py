"""A strategy plays a game, and leaves a record."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minemind as mm
from minemind.boardlike import BoardLike
from minemind.strategy.presets import PIPELINES, Pipeline
from tests.examples import on, played_games


class Scripted(mm.Strategy):
    """Makes the moves that it is given, one list each time it is asked."""

    def __init__(self, *answers: list[mm.Move]) -> None:
        self.answers = list(answers)

    def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
        return self.answers.pop(0) if self.answers else []


def opening(row: int, col: int, risk: float = 0.5) -> mm.Move:
    return mm.Move(mm.Cell(row, col), mm.Action.OPEN, mm.Guess(risk))


def flagging(row: int, col: int, mines: int = 1) -> mm.Move:
    return mm.Move(mm.Cell(row, col), mm.Action.FLAG, mm.solve.Agreement("test"), mines)


@given(
    played_games(), st.sampled_from(["rules", "csp-sat", "csp-prob", "exact:dfs", "full"]), st.integers(0, 2**64 - 1)
)
@settings(max_examples=80)
def test_a_record_replays_to_the_same_end_and_survives_json(game: mm.Game, name: str, seed: int) -> None:
    before = game.board
    try:
        record = mm.play(game, name, seed=seed)
    except (mm.Impossible, mm.TooHard):  # flags were wrong
        return
    assert record.game().board == before
    assert record.replay().board == game.board
    again = mm.Record.from_json(json.loads(json.dumps(record.to_json())))
    assert again == record
    assert record.opened == int(game.board.opened.sum() - before.opened.sum())
    assert record.flags == int((game.board.flags > 0).sum() - (before.flags > 0).sum())
    assert (record.seed, record.strategy) == (seed, name)


@pytest.mark.parametrize("name", ["full", "exact", "csp-sat:dfs"])
def test_the_same_game_is_played_alike_again(name: str) -> None:
    one, other = (mm.play(mm.Game.preset("intermediate", seed=4), name) for _ in range(2))
    assert (one.moves, one.result, one.iterations) == (other.moves, other.result, other.iterations)
    assert one.expanded_states == other.expanded_states


def test_what_is_counted() -> None:
    game = on("...*.\n.....")
    answers = [opening(0, 0)], [flagging(0, 3), opening(0, 4, 0.25), opening(0, 4)], [opening(1, 4)]
    record = mm.play(game, Scripted(*answers), seed=5)
    # A zero at (0, 0) opens three columns; the second opening of (0, 4) does nothing and is not in the record.
    assert [(move.cell, move.opened) for move in record.moves] == [((0, 0), 6), ((0, 3), 0), ((0, 4), 1), ((1, 4), 1)]
    assert (record.result, record.iterations, record.guesses, record.flags) == (mm.strategy.Result.STUCK, 4, 3, 1)
    assert record.opened == record.expanded_states == 8
    assert record.moves[2].probability == 0.25
    assert record.strategy == "Scripted"
    assert game.state is mm.State.PLAYING


def test_a_mine_ends_the_game_and_what_was_to_come() -> None:
    record = mm.play(on("*.."), Scripted([opening(0, 0, 0.3), opening(0, 1)]))
    assert record.result is mm.strategy.Result.LOST
    assert [str(move) for move in record.moves] == ["open (0, 0) → a mine: 30 % risk"]
    assert record.replay().state is mm.State.LOST


def test_who_sets_and_takes_flags_for_ever_is_stuck() -> None:
    answers = [[flagging(0, 0, mines)] for _ in range(100) for mines in (1, 0)]
    record = mm.play(on("*...\n...."), Scripted(*answers))
    assert record.result is mm.strategy.Result.STUCK
    assert record.iterations < 20


def test_search_is_counted_among_the_expanded_states() -> None:
    def play(name: str) -> mm.Record:
        return mm.play(mm.Game.preset("expert", seed=9), name)

    assert play("csp").expanded_states == play("csp").opened
    for name in ["csp-sat", "exact"]:
        assert play(name).expanded_states > play(name).opened


def test_whoever_watches_sees_every_move() -> None:
    seen: list[tuple[int, mm.strategy.PlayedMove]] = []
    game = mm.Game.preset("beginner", seed=1)
    record = mm.play(game, "csp", watch=lambda game, move: seen.append((game.turns, move)))
    assert [move for _, move in seen] == list(record.moves)
    assert [turns for turns, _ in seen] == list(range(1, game.turns + 1))


@given(played_games(), st.sampled_from(["exact", "exact+endgame", "lookahead", "champion", "exact:dfs"]))
@settings(max_examples=80)
def test_what_the_engine_opens_at_once_is_what_the_player_opens_move_by_move(game: mm.Game, name: str) -> None:
    other = game.copy()
    try:
        at_once = mm.play(game, name)
    except (mm.Impossible, mm.TooHard):  # flags were wrong
        return
    assert at_once == mm.play(other, name, watch=lambda *_: None)
    assert (game.board, game.history, game.state) == (other.board, other.history, other.state)
    while other.undo():
        assert game.undo()
        assert game.board == other.board
    assert not game.undo()


@pytest.mark.parametrize(
    "game",
    [
        mm.Game("expert", seed=2178),
        mm.Game(grid=mm.Grid(20, 20, "hex"), mines=60, seed=3),
        mm.Game(grid=mm.Grid(20, 20, "torus", holes=[(3, 4)]), mines=60, seed=3),
        mm.Game(15, 15, 60, max_per_cell=3, seed=4),
        mm.Game.parse("*1.\n11.\n...\n..*", reveal_numbers=True),
    ],
    ids=repr,
)
def test_the_same_on_every_kind_of_board(game: mm.Game) -> None:
    other = game.copy()
    assert mm.play(game) == mm.play(other, watch=lambda *_: None)
    assert game.board == other.board


def test_a_large_board_is_left_to_the_engine_as_long_as_something_is_obvious() -> None:
    asked = 0

    class Counted(Pipeline):
        def moves(self, board: BoardLike, rng: Random | None = None) -> list[mm.Move]:
            nonlocal asked
            asked += 1
            return super().moves(board, rng)

    record = mm.play(mm.Game(150, 150, 4_000, seed=2), Counted(*PIPELINES["champion"]))
    assert record.opened > 18_000
    assert asked < 20 < record.iterations


def test_an_ended_game_needs_no_moves() -> None:
    game = on("*.")
    game.open(0, 1)
    record = mm.play(game)
    assert (record.moves, record.result, record.iterations) == ((), mm.strategy.Result.WON, 0)


def test_a_move_off_the_board_is_an_error() -> None:
    with pytest.raises(mm.errors.OffBoard):
        mm.play(on("*.."), Scripted([opening(0, 3)]))


def test_a_record_is_saved_and_loaded(tmp_path: Path) -> None:
    record = mm.play(mm.Game.preset("beginner", seed=3), "csp-sat:dfs")
    record.save(tmp_path / "record.json")
    loaded = mm.Record.load(tmp_path / "record.json")
    assert loaded == record
    assert loaded.expansion is mm.layout.Expansion.DFS
    assert str(loaded) == str(record)
    saved = json.loads((tmp_path / "record.json").read_text())
    assert (saved["minemind"], saved["kind"], saved["strategy"]) == (2, "record", "csp-sat:dfs")
    assert saved["guesses"] == record.guesses


DAMAGE: list[tuple[dict[str, Any], str]] = [
    ({"minemind": 3}, "newer MineMind"),
    ({"kind": "game"}, "is not a game record, but another file"),
    ({"result": "lost"}, "do not lead to a game that is lost"),
    ({"result": "drawn"}, "'drawn'"),
    ({"moves": [1]}, "'cell' is missing"),
    ({"moves": []}, "do not lead to a game that is won"),
    ({"start": {}}, "not written by MineMind"),
    ({"seed": "x"}, "not a whole number"),
    ({"seed": str(2**64)}, "the seed is 18446744073709551616"),
    ({"seconds": None}, "'seconds' is missing"),
    ({"seconds": 10**400}, "'seconds' is out of range"),
    ({"seconds": math.nan}, "'seconds' is out of range"),
    ({"seconds": math.inf}, "'seconds' is out of range"),
    ({"seconds": -1.5}, "'seconds' is out of range"),
    ({"iterations": -1}, "'iterations' is not a count"),
    ({"expanded_states": True}, "'expanded_states' is not a count"),
    ({"opened": 5}, "'opened' does not match its moves"),
    ({"flags": 5}, "'flags' does not match its moves"),
    ({"guesses": 5}, "'guesses' does not match its moves"),
    ({"expansion": "sideways"}, "'sideways' is not an expansion"),
]


@pytest.mark.parametrize(("change", "complaint"), DAMAGE)
def test_a_damaged_record_is_refused(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    record = mm.play(mm.Game.preset("beginner", seed=3))
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record.to_json() | change))
    with pytest.raises(mm.errors.BadSave, match=complaint):
        mm.Record.load(path)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"probability": 10**400}, "'probability' is out of range"),
        ({"probability": math.nan}, "'probability' is out of range"),
        ({"probability": 1.5}, "'probability' is out of range"),
        ({"mines": False}, "'mines' is not a count"),
        ({"opened": -1}, "'opened' is not a count"),
        ({"cell": [True, 0]}, "'cell' is invalid"),
    ],
)
def test_a_damaged_move_is_refused(change: dict[str, Any], complaint: str) -> None:
    values = mm.play(mm.Game.preset("beginner", seed=3)).to_json()
    values["moves"][0] |= change
    with pytest.raises(mm.errors.BadSave, match=complaint):
        mm.Record.from_json(values)


def test_a_move_that_does_nothing_is_refused() -> None:
    values = mm.play(mm.Game.preset("beginner", seed=3)).to_json()
    values["moves"].insert(1, values["moves"][0] | {"opened": 0})
    with pytest.raises(mm.errors.BadSave, match="has no effect"):
        mm.Record.from_json(values)


def test_how_long_it_took_makes_no_other_record() -> None:
    record = mm.play(mm.Game.preset("beginner", seed=3))
    assert replace(record, seconds=99.0) == record


def test_a_move_of_numpy_is_recorded_in_plain_types() -> None:
    cell = mm.Cell(*np.argwhere(np.ones((2, 3)))[3])
    record = mm.play(on("...\n..*"), Scripted([mm.Move(cell, mm.Action.OPEN, mm.Guess(np.float32(0.5)))]))  # type: ignore[arg-type]
    assert mm.Record.from_json(json.loads(json.dumps(record.to_json()))) == record
    assert {type(record.moves[0].cell), type(record.moves[0].cell.row)} == {mm.Cell, int}
    assert type(record.moves[0].probability) is float


@pytest.mark.parametrize("answer", [None, "open 0 0", [(0, 0)], iter([])])
def test_what_is_no_list_of_moves_is_refused(answer: Any) -> None:
    with pytest.raises(mm.errors.BadStrategy, match=r"moves\(\) must return a list of Move, not "):
        mm.play(on("*."), Scripted(answer))


def test_an_invalid_probability_is_refused() -> None:
    game = on("...\n..*")
    with pytest.raises(mm.InvalidValue, match=r"open \(0, 0\): the probability is nan"):
        mm.play(game, Scripted([opening(0, 0, math.nan)]))
    assert game.turns == 0


def test_the_game_promises_nothing_of_flags() -> None:
    guess = mm.Move(mm.Cell(0, 0), mm.Action.FLAG, mm.Guess(0.5), 1)
    record = mm.play(mm.Game(4, 4, 3, seed=1), Scripted([guess]))
    assert (record.guesses, record.moves[0].reason) == (1, str(guess.reason))


def test_moves_that_open_something_else_are_refused() -> None:
    values = mm.play(mm.Game.preset("beginner", seed=3)).to_json()
    values["moves"][0]["opened"] += 1
    with pytest.raises(mm.errors.BadSave, match="opens other cells"):
        mm.Record.from_json(values)
    values["moves"][0]["cell"] = [99, 0]
    with pytest.raises(mm.errors.BadSave, match="damaged"):
        mm.Record.from_json(values)


def test_a_saved_game_is_no_record_and_a_record_no_saved_game(tmp_path: Path) -> None:
    game = mm.Game.preset("beginner", seed=3)
    mm.save(game, tmp_path / "game.json")
    mm.play(game).save(tmp_path / "record.json")
    with pytest.raises(mm.errors.BadSave, match="is not a game record"):
        mm.Record.load(tmp_path / "game.json")
    with pytest.raises(mm.errors.UnknownFormat, match="holds a Record, not a Game"):
        mm.load(tmp_path / "record.json", mm.Game)
