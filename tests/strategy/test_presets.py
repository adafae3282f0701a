"""The players that come with MineMind: what each of them finds, and a playthrough of each."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import minemind as mm
from minemind.solve.methods import particles
from minemind.strategy import stages
from minemind.strategy.presets import PIPELINES, Pipeline
from tests.examples import games
from tests.solve.boards import random_board
from tests.solve.lattice import lattice

NAMES = list(PIPELINES)
STOPPING = ["rules", "csp", "csp-sat", "sat-only"]
PLAYTHROUGHS = Path(__file__).parents[1] / "data" / "playthroughs"


def test_all_are_listed_and_each_has_a_line_about_it() -> None:
    assert [player.name for player in mm.strategies()][: len(NAMES)] == NAMES
    assert all(player.summary and "\n" not in player.summary for player in mm.strategies())


@pytest.mark.parametrize("expansion", ["bfs", "dfs"])
@pytest.mark.parametrize("name", NAMES)
def test_every_preset_keeps_the_rules_on_every_topology(name: str, expansion: str) -> None:
    quick = name.replace(":deep", ":deep=1")  # the same rules hold however long it thinks
    mm.strategy.check_strategy(f"{quick}:{expansion}", games=15 if quick != name else 45, seed=len(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_reads_as_it_always_did(name: str) -> None:
    """Written by `python -m tests.strategy.write_playthroughs`; a difference means that the player has changed."""
    assert PLAYTHROUGHS.joinpath(f"{name.replace(':', '-')}.txt").read_text() == playthrough(name)


def playthrough(name: str) -> str:
    game = mm.Game(9, 12, 18, seed=6)
    return f"{mm.play(game, name)}\n"


def opened_by(game: mm.Game, name: str) -> set[mm.Cell]:
    played = game.copy()
    mm.play(played, name)
    return {cell for cell in played.grid if played.board.opened[cell]}


@given(games())
@settings(max_examples=60)
def test_who_stops_when_stuck_never_guesses_and_who_sees_more_finds_more(game: mm.Game) -> None:
    found = {name: opened_by(game, name) for name in STOPPING}
    assert found["csp"] <= found["rules"] <= found["csp-sat"]
    assert found["csp-sat"] == found["sat-only"]


@given(games())
@settings(max_examples=40)
def test_who_estimates_is_never_stuck(game: mm.Game) -> None:
    for name in ["csp-prob", "prob-only", "full-nomc", "exact"]:
        played = game.copy()
        assert mm.play(played, name).result is not mm.strategy.Result.STUCK
        assert played.state is not mm.State.PLAYING


def test_without_sat_the_engine_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> list[mm.Record]:
        return [mm.play(mm.Game.preset("intermediate", seed=seed), "csp-sat") for seed in range(5)]

    with_sat = play()
    assert any("(sat)" in move.reason for record in with_sat for move in record.moves)
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    without = play()
    assert any("(exact)" in move.reason for record in without for move in record.moves)
    for one, other in zip(with_sat, without, strict=True):
        assert [(move.cell, move.action) for move in one.moves] == [(move.cell, move.action) for move in other.moves]


def test_the_first_click_is_in_the_centre_and_counts_as_a_guess_only_if_nothing_is_promised() -> None:
    for name in NAMES:
        for rule, guesses in [("opening", 0), ("safe", 0), ("any", 1)]:
            record = mm.play(mm.Game(5, 7, 10, seed=1, first_click=rule), name)
            assert record.moves[0].cell == (2, 3)
            assert sum(not move.is_certain for move in record.moves[:1]) == guesses


def test_where_there_are_no_mines_the_first_click_is_certain() -> None:
    for name in NAMES:
        record = mm.play(mm.Game(5, 7, 0, seed=1, first_click="any"), name)
        assert record.guesses == 0
        assert str(record.moves[0]) == "open (2, 3) → 35 cells: all solutions agree (exact)"


def test_an_unknown_count_does_not_keep_anybody_from_beginning() -> None:
    for name in NAMES:
        (move,) = mm.get_strategy(name).moves(mm.Board(mm.Grid(5, 7)))
        assert move.cell == (2, 3)


def test_no_estimate_opens_what_an_earlier_stage_showed_to_be_a_mine() -> None:
    # The mine's cell cannot be flagged, since its number of mines is unknown; the local estimate does not know it.
    rng = random.Random(1)
    tempted = 0
    for board in (random_board(rng) for _ in range(1500)):
        if board.max_per_cell == 1 or not board.opened.any():
            continue
        try:
            mines = mm.analyse(board).mines
            opened = {move.cell for move in mm.get_strategy("full-nomc").moves(board) if move.action is mm.Action.OPEN}
            local = {move.cell for move in stages.estimate("local")(board, Random(0), frozenset()).moves}
        except mm.Impossible:
            continue
        assert not opened & mines, board
        tempted += bool(local & mines)
    assert tempted > 0


def test_what_is_too_hard_for_one_stage_goes_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    board = lattice(35, 35, seed=1, density=0.45)
    moves = Pipeline("certain cells or an estimate", [stages.complete, stages.estimate("local")]).moves(board)
    assert {str(move.reason) for move in moves} == {"all solutions agree (local)"}
    with pytest.raises(mm.TooHard, match="too complex to count"):
        Pipeline("certain cells", [stages.complete]).moves(board)


def test_equal_risks_are_broken_towards_the_centre_and_then_in_reading_order() -> None:
    # Every hidden cell of the two ends is a coin flip.
    board = mm.Board.parse("1 9 2\n.1.___.1.")
    for name in ["exact", "csp-prob", "prob-only"]:
        assert [move.cell for move in mm.get_strategy(name).moves(board)] == [(0, 2)]


def test_sampling_answers_where_a_component_is_large() -> None:
    board = mm.Board.parse(f"2 99 33\n{'.' * 99}\n_{'1' * 97}_")
    assert [move.reason.method for move in mm.get_strategy("full").moves(board)] == ["sampling"]  # type: ignore[union-attr]


def test_sampling_passes_where_nothing_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(particles, "MAX_ENTRIES", 0)
    board = mm.Board.parse("2 9 3\n.........\n_1111111_")
    assert stages.sample(board, Random(1)) == stages.StageMoves([])
    assert [move.reason.method for move in mm.get_strategy("full").moves(board)] == ["local"]  # type: ignore[union-attr]


def test_sampling_takes_its_seed_from_the_rng() -> None:
    game = mm.Game.preset("expert", seed=3)
    assert mm.play(game, "csp-sat").result is mm.strategy.Result.STUCK
    board = game.board
    probabilities = {stages.sample(board, Random(seed)).moves[0].probability for seed in range(4)}
    assert len(probabilities) > 1
    assert stages.sample(board, Random(3)) == stages.sample(board, Random(3))


def test_a_strategy_can_be_asked_without_a_game() -> None:
    board = mm.Board.parse("1 4 1\n.1..")
    assert [move.cell for move in mm.get_strategy("full").moves(board)] == [(0, 3)]


def test_a_single_number_is_all_that_csp_sees() -> None:
    board = mm.Board.parse("2 3 ?\n...\n11_")
    assert mm.get_strategy("csp").moves(board) == []
    assert [move.cell for move in mm.get_strategy("rules").moves(board)] == [(0, 2)]
