"""Reviews: every kind of game is reviewed, and the review says what it should."""

from __future__ import annotations

import dataclasses
import json
import math
import time
from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from minemind.deadline import Stop
from minemind.replay import Click, Replay
from minemind.reviews import End, MoveKind, ReviewedMove
from minemind.reviews.report import review_page
from tests.reviews.players import careless_game, random_player

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("size", ["beginner", "intermediate", "expert"])
def test_a_champions_games_have_no_mistakes(size: str) -> None:
    for seed in range(8):
        review = mm.review(mm.play(size, "champion", seed=seed), margin=0.1)
        assert not review.mistakes
        assert not review.needless
        assert {move.kind for move in review.moves} <= {MoveKind.PROMISED, MoveKind.SAFE, MoveKind.FORCED_GUESS}
        assert review.lost_by_choice == 0
        assert math.isclose(review.pluck, review.necessary_pluck)
        assert review.advice.kind in ("flawless", "certain")


def test_a_champions_first_click_without_a_promise_is_no_mistake() -> None:
    for seed in range(5):
        game = mm.Game(4, 4, 3, seed=seed, first_click="any")
        assert not mm.review(mm.play(game, "champion")).mistakes


def test_a_player_who_opens_random_cells_is_found_out() -> None:
    profile = mm.reviews.profile([random_player(seed) for seed in range(20)], margin=0.1)
    [size] = profile.sizes
    assert (size.games, size.won) == (20, 0)
    assert size.needless + size.mistakes >= 1.5
    assert size.lost_by_choice is not None
    assert size.lost_by_choice > 0.5
    assert size.pluck > size.necessary_pluck + 0.05
    technique, count = profile.missed[0]
    assert (technique.value, count > 10) == ("single", True)


def test_estimated_odds_are_as_close_as_they_say() -> None:
    """Two estimates of a position agree within their margins, and these are as narrow as asked for."""
    large = mm.play("expert", "champion", seed=11)
    first, second = (mm.review(large, margin=0.02, seed=seed).risks[0].before for seed in (1, 2))
    assert first is not None
    assert second is not None
    assert first != second
    assert not first.is_exact
    assert first.margin <= 0.02
    assert abs(first.value - second.value) < first.margin + second.margin


def test_the_same_seed_gives_the_same_review() -> None:
    record = mm.play("expert", "champion", seed=11)
    assert mm.review(record, margin=0.05, seed=5) == mm.review(record, margin=0.05, seed=5)


def test_an_expert_game_is_reviewed_in_time() -> None:
    """In one second of CPU time without games and two with them; both leave room to spare."""
    records = [mm.play("expert", "exact", seed=seed) for seed in (1, 3, 9)]
    for margin, seconds in ((None, 1.0), (0.02, 2.0)):
        for record in records:
            before = time.process_time()
            mm.review(record, margin=margin)
            assert time.process_time() - before < seconds


def test_a_careless_game_with_many_risks_shares_the_games_that_are_played() -> None:
    """Work is limited for all risks together: the estimates of key moments are the closest, and margins say so."""
    review = mm.review(careless_game(4))
    estimated = [move for move in review.risks if move.before and not move.before.is_exact]
    assert len(estimated) > 40
    margins = [move.before.margin for move in estimated if move.before]
    assert max(margins) > 0.02
    assert review == mm.review(careless_game(4))
    key = review.key_moments[0]
    assert key.before is not None
    assert key.before.margin <= sorted(margins)[len(margins) // 2]


def test_a_guess_that_had_to_be_made_anyway_was_necessary() -> None:
    game = mm.Game.parse("3 8 2\n*.......\n......*.\n__......", first_click="safe")
    game.open(0, 3)
    game.open(1, 0)  # a 50/50, while (0, 6) is certain
    review = mm.review(game)
    (guess,) = review.risks
    assert (guess.kind, guess.risk, guess.cost) == (MoveKind.NEEDLESS_GUESS, 0.5, 0)
    assert review.necessary_pluck == review.pluck > 0.3


def test_a_game_that_is_not_finished_is_reviewed() -> None:
    game = mm.Game("expert", seed=7)
    game.open(8, 15)
    review = mm.review(game, margin=0.1)
    assert (review.end, len(review.moves), review.risks) == (End.UNFINISHED, 1, ())
    after = review.moves[0].after
    assert after is not None
    assert 0.2 < after.value < 0.7
    assert review.moves[0].before is None
    assert review.performance.zini_efficiency is None


def test_a_game_lost_at_the_first_click_is_reviewed() -> None:
    game = mm.Game.parse("3 3 2\n*..\n...\n..*", first_click="any")
    game.open(0, 0)
    review = mm.review(game)
    [move] = review.moves
    assert (review.end, move.kind, move.opened) == (End.LOST, MoveKind.FORCED_GUESS, 0)
    assert move.risk is not None
    assert math.isclose(move.risk, 2 / 9)
    assert math.isclose(10**-review.pluck, 7 / 9)  # the risk was taken, and lost
    assert "78 % to survive all risks taken" in str(review)
    assert review.key_moments == (move,)


def test_a_promised_first_click_is_no_risk_and_any_other_is() -> None:
    for rule, risks in (("safe", 0), ("opening", 0), ("any", 1)):
        game = mm.Game(9, 9, 10, seed=4, first_click=rule)
        game.open(4, 4)
        assert len(mm.review(game, margin=None).risks) == risks


def test_a_game_won_without_a_guess_has_no_risk() -> None:
    game = mm.Game("beginner", seed=3, no_guess=True)
    game.open(4, 4)
    mm.strategy.auto(game)
    review = mm.review(game)
    assert (review.end, review.risks, review.pluck, review.key_moments) == (End.WON, (), 0, ())
    assert (review.lost_by_choice, review.luck, review.start) == (0, 0, None)
    assert review.advice.kind == "certain"
    assert {move.kind for move in review.moves} <= {MoveKind.PROMISED, MoveKind.SAFE, MoveKind.FLAG_PROVEN}


def test_a_game_of_flags_alone_is_reviewed() -> None:
    layout = mm.Layout.parse("2 3 1\n*..\n...")
    clicks = [Click(mm.Cell(0, 0), mm.Action.FLAG, 1), Click(mm.Cell(1, 1), mm.Action.FLAG, 1)]
    review = mm.review(Replay(layout, (*clicks, Click(mm.Cell(1, 1), mm.Action.FLAG, 0))))
    assert [move.kind for move in review.moves] == [MoveKind.FLAG_UNPROVEN, MoveKind.FLAG_WRONG, MoveKind.UNFLAG]
    assert (review.end, review.performance.effective, review.performance.flags) == (End.UNFINISHED, 1, 3)
    assert all(move.before is None and move.after is None for move in review.moves)
    assert review.performance.efficiency == 0
    assert review.advice.kind == "unopened"
    assert review.advice.sentence == "No cell was opened, so there is nothing to learn from this game."
    assert "none: no cell was opened" in str(review)


def test_a_saved_game_of_flags_alone_is_reviewed(tmp_path: Path) -> None:
    game = mm.Game.parse("3 3 2\n*..\n...\n..*", first_click="any")
    game.flag(0, 0)
    game.flag(1, 1)
    mm.save(game, tmp_path / "flags.json")
    review = mm.review(tmp_path / "flags.json")
    assert [move.kind for move in review.moves] == [MoveKind.FLAG_UNPROVEN, MoveKind.FLAG_WRONG]
    assert (review.end, review.risks, review.start) == (End.UNFINISHED, (), None)
    assert "2 clicks: 1 × unproven flag, 1 × wrong flag" in str(review)


def test_flags_are_not_judged_where_no_mines_were_dealt(tmp_path: Path) -> None:
    game = mm.Game("beginner", seed=7)
    for cell in ((0, 0), (1, 1), (1, 1)):
        game.flag(cell)
    mm.save(game, tmp_path / "undealt.json")
    review = mm.review(tmp_path / "undealt.json")
    assert [move.kind for move in review.moves] == [MoveKind.UNDEALT, MoveKind.UNDEALT, MoveKind.UNFLAG]
    assert (review.title, review.advice.kind, review.end) == ("9×9, 10 mines: unfinished", "undealt", End.UNFINISHED)
    assert (review.performance.flags, review.performance.three_bv, review.performance.zini) == (3, None, None)
    assert review.board(3) == mm.Board.parse("9 9 10\n!........\n.!.......\n" + ".........\n" * 7)
    assert review.replay.replay().seed == 7
    assert "No cell was opened" in str(review)
    for name in ("game.evf", "game.rawvf", "game.mbf"):
        with pytest.raises(mm.InvalidValue, match=r"the mines are not dealt before the first click"):
            mm.save(review.replay, tmp_path / name)


def test_a_game_without_clicks_is_reviewed() -> None:
    review = mm.review(Replay(mm.Layout.parse("*.."), ()))
    assert (review.moves, review.end, review.performance.efficiency) == ((), End.UNFINISHED, None)
    assert mm.review(Replay(mm.Layout.parse("*"), ())).end is End.WON
    assert "no clicks" in str(review)
    undealt = mm.review(mm.Game("beginner", seed=7))
    assert (review.advice.kind, undealt.advice.kind) == ("unopened", "undealt")
    assert all("none: no cell was opened" in text for text in (str(review), str(undealt), review_page(undealt)))


def test_a_position_too_complex_to_count_is_not_called_certain() -> None:
    layout = mm.Layout.deal(mm.Grid(40, 40, reach=3), 320, seed=1, first_click="any")
    shown = (layout.counts == 0) & (np.random.default_rng(1).random(layout.grid.shape) < 0.05)
    layout = mm.Layout(layout.grid, layout.counts, revealed=[mm.Cell(*cell) for cell in np.argwhere(shown).tolist()])
    hidden = next(cell for cell in layout.grid if layout.counts[cell] == 0 and not shown[cell])
    review = mm.review(Replay(layout, (Click(hidden, mm.Action.OPEN),)))
    assert [move.kind for move in review.moves] == [MoveKind.UNCOUNTED]
    assert (review.risks, review.advice.kind) == ((), "uncounted")
    assert "none that is known: some positions are too complex to count" in str(review)


def test_a_torus_and_several_mines_per_cell_are_reviewed() -> None:
    for grid, per_cell in ((mm.Grid(9, 9, "torus"), 1), (mm.Grid(9, 9, "hex"), 1), (mm.Grid(8, 8), 3)):
        game = mm.Game(grid=grid, mines=12, seed=5, max_per_cell=per_cell)
        review = mm.review(mm.play(game, "champion"), margin=0.1)
        assert not review.mistakes
        assert review.performance.stnb is None
        assert all(move.before is not None for move in review.risks)


def test_flags_with_several_mines_are_judged_when_they_are_complete() -> None:
    game = mm.Game.from_layout(mm.Layout.parse("1 5 3 k=2\n*2 . . * ."))
    game.open(0, 1)
    game.open(0, 2)
    assert [game.flag(0, 0), game.flag(0, 0)] == [1, 2]
    review = mm.review(game)
    assert [move.kind for move in review.moves][2:] == [MoveKind.UNFLAG, MoveKind.FLAG_PROVEN]
    assert review.performance.effective == 4  # both clicks of the flag were needed


def test_a_chord_is_judged_by_all_cells_that_it_opens() -> None:
    layout = mm.Layout.parse("2 5 2\n*...*\n.....")
    flagged = [Click(mm.Cell(1, 1), mm.Action.OPEN), Click(mm.Cell(1, 0), mm.Action.FLAG, 1)]
    review = mm.review(Replay(layout, (*flagged, Click(mm.Cell(1, 1), mm.Action.CHORD))))
    last = review.moves[-1]
    assert (last.kind.is_risk, last.opened, review.end) == (True, 0, End.LOST)
    assert last.risk is not None
    # One of the five cells around the 1 is mined, and the flag covers one of them.
    assert math.isclose(last.risk, 4 / 5)


def test_wrong_flags_make_nothing_safe() -> None:
    layout = mm.Layout.parse("1 3 1\n..*")
    clicks = (
        Click(mm.Cell(0, 1), mm.Action.OPEN),
        Click(mm.Cell(0, 0), mm.Action.FLAG, 1),
        Click(mm.Cell(0, 2), mm.Action.OPEN),
    )
    review = mm.review(Replay(layout, clicks))
    assert [move.kind for move in review.moves] == [MoveKind.FORCED_GUESS, MoveKind.FLAG_WRONG, MoveKind.FORCED_GUESS]
    assert review.moves[-1].risk == 0.5


def test_what_was_overlooked_is_named_with_its_proof() -> None:
    game = mm.Game.parse("3 4 2\n...*\n....\n...*", first_click="any")
    game.open(0, 0)
    game.open(2, 3)
    review = mm.review(game)
    move = review.moves[1]
    assert (move.kind, move.overlooked) == (MoveKind.OPENED_MINE, mm.Cell(2, 3))
    proof = review.why(move)
    assert isinstance(proof, mm.Proof)
    assert proof.is_mine
    assert proof.technique is move.technique
    assert (review.advice.kind, review.advice.technique, review.advice.move) == ("technique", proof.technique, 2)
    assert proof.sentence in review.advice.sentence


def test_a_guess_comes_with_all_others() -> None:
    game = mm.Game.parse("2 2 1\n*.\n..", first_click="any")
    game.open(1, 1)
    game.open(0, 1)
    review = mm.review(game)
    compared = review.why(2)
    assert isinstance(compared, tuple)
    assert len(compared) == 3
    assert review.why(1) is not None


def test_a_certain_click_comes_with_its_proof() -> None:
    review = mm.review(mm.play("beginner", seed=7))
    for move in review.moves[1:]:
        proof = review.why(move)
        assert isinstance(proof, mm.Proof)
        assert (proof.cell, proof.is_mine) == (move.cell, False)
    assert review.why(1) is None  # the first click is promised


def test_a_chord_comes_with_the_hardest_of_its_proofs() -> None:
    game = mm.Game.parse("3 4 2\n...*\n....\n...*", first_click="any")
    game.open(0, 0)
    game.flag(0, 3)
    game.flag(2, 3)
    game.chord(1, 2)
    review = mm.review(game, margin=None)
    last = review.moves[-1]
    assert (last.action, last.kind) == (mm.Action.CHORD, MoveKind.SAFE)
    proof = review.why(last)
    assert isinstance(proof, mm.Proof)
    assert proof.cell == (1, 3)


def test_boards_are_those_before_the_moves() -> None:
    game = mm.Game("beginner", seed=7)
    game.open(4, 4)
    game.flag(0, 8)
    review = mm.review(game, margin=None)
    assert not review.board(1).opened.any()
    assert review.board(2).opened.sum() == 49
    assert review.board(review.moves[1]) == review.board(2)
    with pytest.raises(mm.InvalidValue, match=r"^the move is 3; give a whole number from 1 to 2$"):
        review.board(3)


def test_times_are_those_of_the_clicks() -> None:
    layout = mm.Layout.parse("2 3 1\n*..\n...")
    clicks = (Click(mm.Cell(0, 2), mm.Action.OPEN, seconds=0.5), Click(mm.Cell(1, 0), mm.Action.OPEN, seconds=2.0))
    review = mm.review(Replay(layout, clicks))
    assert [(move.seconds, move.pause) for move in review.moves] == [(0.5, 0.5), (2.0, 1.5)]
    assert review.performance.seconds == 2
    assert review.performance.three_bv_per_second == 1
    timed = mm.review(dataclasses.replace(Replay(layout, clicks), seconds=4.0))
    assert timed.performance.rqp == 8


def timeless(move: ReviewedMove) -> ReviewedMove:
    """The move without times, which only some kinds of files have."""
    return dataclasses.replace(move, seconds=None, pause=None)


def test_games_records_replays_and_files_will_do(tmp_path: Path) -> None:
    record = mm.play("beginner", "exact", seed=7)
    record.save(tmp_path / "record.json")
    mm.save(record.replay(), tmp_path / "game.json")
    expected = mm.review(record)
    for given in (record.replay(), Replay.of(record), tmp_path / "record.json", str(tmp_path / "game.json")):
        assert [timeless(move) for move in mm.review(given).moves] == [timeless(move) for move in expected.moves]


@pytest.mark.parametrize("given", [None, 7, [], b"game", object()])
def test_anything_else_is_refused(given: object) -> None:
    with pytest.raises(mm.InvalidValue, match=r"cannot be reviewed; give a Replay"):
        mm.review(given)  # type: ignore[arg-type]


def test_clicks_that_the_board_does_not_have_are_refused() -> None:
    layout = mm.Layout.parse("*..")
    with pytest.raises(mm.errors.OffBoard):
        mm.review(Replay(layout, (Click(mm.Cell(0, 3), mm.Action.OPEN),)))
    with pytest.raises(mm.InvalidValue, match=r"^the flag's mine count is 2; give a whole number from 0 to 1$"):
        mm.review(Replay(layout, (Click(mm.Cell(0, 0), mm.Action.FLAG, 2),)))


def test_files_that_hold_no_game_are_refused_with_their_name(tmp_path: Path) -> None:
    for name, content in (("a.json", b"{}"), ("b.txt", b"hello"), ("c.bin", bytes(range(256))), ("d", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(mm.MineMindError, match=name):
            mm.review(tmp_path / name)
    with pytest.raises(mm.errors.FileError, match="nowhere"):
        mm.review(tmp_path / "nowhere")


@pytest.mark.parametrize("margin", [0, -1, 0.0001, 0.6, math.nan, math.inf, "x"])
def test_a_margin_that_makes_no_sense_is_refused(margin: object) -> None:
    with pytest.raises(mm.InvalidValue, match="the margin is"):
        mm.review(mm.play("beginner", seed=7), margin=margin)  # type: ignore[arg-type]


def test_a_review_can_be_stopped() -> None:
    record = mm.play("expert", "champion", seed=11)
    stop = Stop()
    stop.set()
    with stop, pytest.raises(mm.TooHard):
        mm.review(record)
    with pytest.raises(mm.TooHard, match="time limit"):
        mm.review(record, margin=0.001, time_limit=0.02)


def test_sentences_say_what_matters() -> None:
    game = mm.Game.parse("3 4 2\n...*\n....\n...*", first_click="any")
    game.open(0, 0)
    game.open(0, 3)
    move = mm.review(game).moves[1]
    assert str(move) == (
        "move 2, open (0, 3): mistake (proven mine); 100 % risk; (1, 3) was certainly safe; to win: 100 % → 0 %; "
        "cost: 100.0 points"
    )
    with mm.words.speaking("de"):
        assert str(move).startswith("Zug 2, (0, 3) öffnen: Fehler (bewiesene Mine); 100 % Risiko")


def test_reviews_are_values() -> None:
    review = mm.review(mm.play("beginner", seed=7))
    with pytest.raises(dataclasses.FrozenInstanceError):
        review.end = End.LOST  # type: ignore[misc]
    assert json.dumps([kind.value for kind in MoveKind])
    assert isinstance(review.moves, tuple)
    assert np.array_equal(review.board(1).faces, review.replay.game().board.faces)


def test_the_replay_of_the_docs_is_judged_as_by_hand() -> None:
    """docs/review.md counts solutions: 24 before move 96, of which 3 have a mine there; then 6 with 2; then 1."""
    review = mm.review(EXAMPLES / "games" / "intermediate.rawvf", margin=None)
    guess, needless, mistake = review.risks[-3:]
    assert [mm.analyse(review.board(move).unflagged()).solutions for move in review.risks[-3:]] == [24, 6, 1]
    assert [guess.risk, needless.risk, mistake.risk] == [pytest.approx(3 / 24), pytest.approx(2 / 6), 1]
    assert [guess.kind, needless.kind, mistake.kind] == [
        MoveKind.FORCED_GUESS,
        MoveKind.NEEDLESS_GUESS,
        MoveKind.OPENED_MINE,
    ]
    assert needless.cost == pytest.approx(1 / 3)
    assert [needless.technique, mistake.technique] == [mm.solve.Technique.MINE_COUNT] * 2
