"""Candidate guesses: their figures agree with the positions that follow, counted by other means, and with wins."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from minemind.answers.text import guesses_text
from minemind.deadline import Deadline
from minemind.solve.choice import MILLION, best_guess, lookahead_guess
from minemind.solve.guesses import _Effort, _estimated, _perfect, _searched
from tests.solve.test_endgame import late_boards

DATA = Path(__file__).parent.parent / "data"

percent = mm.words.spoken().figures.odds


def guessed(board: mm.Board) -> mm.solve.Exact | None:
    """The analysis of a board where nothing is certain but something is hidden."""
    try:
        analysis = mm.analyse(board)
    except (mm.Impossible, mm.TooHard):
        return None
    assert isinstance(analysis, mm.solve.Exact)
    return None if analysis.safe or best_guess(analysis) is None else analysis


def win_of(candidate: mm.solve.Candidate) -> float:
    """Its probability of winning, which exists if the mine count is known."""
    assert candidate.win is not None
    return candidate.win


def searched(analysis: mm.solve.Exact) -> tuple[mm.solve.Candidate, ...]:
    """All candidates with their exact values, if few solutions are left."""
    perfect, _ = _perfect(analysis, 100, Deadline())
    return () if perfect is None else _searched(analysis, 100, perfect, Deadline())


def estimated(analysis: mm.solve.Exact, think: int, games: int, seed: int) -> tuple[mm.solve.Candidate, ...]:
    """The best candidates by games, even if a search could find their values."""
    return _estimated(analysis, _Effort(think, games, think * MILLION), seed, None, Deadline())


def played(seed: int, size: tuple[int, int, int] = (8, 10, 18)) -> mm.Board:
    """A game, played on until something has to be guessed."""
    game = mm.Game(*size, seed=seed, first_click="safe")
    game.open(0, 0)
    mm.strategy.auto(game)
    return game.board


def step_ahead(analysis: mm.solve.Exact, cell: mm.Cell) -> tuple[float, float]:
    """The probability of surviving this and the safest next step; and, if this is survived, of making progress."""
    survives = leads = 0.0
    for number, probability in analysis.numbers(*cell).shown.items():
        after = analysis.assume(*cell, number)
        risk = after.probability
        uncertain = [other for other in after.board.grid if 0 < risk[other] < 1]
        telling = [
            safe
            for safe in after.safe
            if after.board.hidden[safe] and any(0 < risk[other] < 1 for other in after.board.grid.neighbours(*safe))
        ]
        leads += probability if telling or not uncertain else 0
        survives += probability * (1 if telling or not uncertain else 1 - min(risk[other] for other in uncertain))
    return survives, leads / (1 - analysis.probability[cell])


def test_what_speaks_for_a_candidate_is_what_the_next_positions_say() -> None:
    checked = 0
    for seed in range(60):
        board = played(seed)
        if (analysis := guessed(board)) is None:
            continue
        for candidate in mm.guesses(board, games=10):
            survives, leads = step_ahead(analysis, candidate.cell)
            assert candidate.risk == analysis.probability[candidate.cell]
            assert candidate.numbers == analysis.numbers(*candidate.cell)
            assert candidate.next == pytest.approx(survives)
            assert candidate.progress == pytest.approx(leads)
            checked += 1
    assert checked > 200


def test_few_solutions_give_the_probability_of_perfect_play() -> None:
    checked = 0
    for board in late_boards(11, 300):
        if board.mines is None or board.max_per_cell > 1 or guessed(board) is None:
            continue
        candidates = mm.guesses(board)
        if not candidates or not candidates[0].is_exact:
            continue
        win = mm.win_probability(board)
        best = [candidate for candidate in candidates if candidate.win == pytest.approx(float(win.probability))]
        assert candidates[0] in best
        assert {candidate.cell for candidate in best} <= set(win.best)
        wins = [win_of(candidate) for candidate in candidates]
        assert wins == sorted(wins, reverse=True)
        checked += 1
    assert checked > 20


def test_every_half_of_a_pair_is_among_the_best() -> None:
    paired = 0
    for board in late_boards(12, 1500):
        if board.mines is None or board.max_per_cell > 1 or guessed(board) is None:
            continue
        candidates = mm.guesses(board)
        if not candidates or not candidates[0].is_exact:
            continue
        for candidate in candidates:
            if candidate.partner is not None:
                partner = next(other for other in candidates if other.cell == candidate.partner)
                assert partner.partner is not None
                assert candidate.win == pytest.approx(candidates[0].win)
                paired += 1
    assert paired > 30


def test_a_cell_that_tells_nothing_is_not_guessed_while_another_tells_something() -> None:
    checked = 0
    for seed in range(300):
        if (analysis := guessed(played(seed))) is None:
            continue
        chosen = lookahead_guess(analysis)
        assert chosen is not None
        telling = [
            cell
            for cell in analysis.board.grid
            if analysis.board.hidden[cell] and len(analysis.numbers(*cell).shown) > 1
        ]
        if telling:
            assert len(analysis.numbers(*chosen.cell).shown) > 1
            checked += 1
    assert checked > 100


def test_with_several_mines_in_a_cell_a_free_one_tells_that_the_game_goes_on() -> None:
    board = mm.Board.parse("1 8 4 k=2\n.1._._..")
    analysis = guessed(board)
    assert analysis is not None
    chosen = lookahead_guess(analysis)
    assert chosen is not None
    assert chosen.cell in mm.win_probability(board).best


@pytest.mark.parametrize("text", ["1 9 3\n.......10", "1 9 3 topology=torus\n01.....10"])
def test_the_best_cell_is_listed_even_if_no_number_sees_it(text: str) -> None:
    board = mm.Board.parse(text)
    win = mm.win_probability(board)
    found = mm.guesses(board)
    assert found[0].win == pytest.approx(float(win.probability))
    assert {candidate.cell for candidate in found if candidate.win == found[0].win} == set(win.best)


def test_games_that_are_won_already_do_not_count_with_several_mines_in_a_cell() -> None:
    # By listing all layouts: of those in which the game is not over, perfect play wins 13 of 30 by opening (1, 2).
    analysis = guessed(mm.Board.parse("3 4 7 k=2\n....\n13..\n01.."))
    assert analysis is not None
    wins = {candidate.cell: candidate for candidate in estimated(analysis, 1000, 3000, 2)}
    assert all(win_of(candidate) <= 13 / 30 + 2 * candidate.margin for candidate in wins.values())
    assert not any(candidate.is_exact for candidate in wins.values())


def test_what_was_played_until_the_time_limit_is_given() -> None:
    """A game takes a millisecond, so that some end before the limit however busy the machine is."""
    candidates = mm.guesses(played(3, (9, 12, 18)), think=1_000_000, games=1_000_000, time_limit=3)
    assert candidates
    assert all(candidate.margin > 0 and not candidate.is_exact for candidate in candidates)


def test_a_board_too_large_to_look_ahead_far_gets_a_candidate() -> None:
    rows = ["1" + "." * 459] + ["." * 460] * 459
    board = mm.Board.parse("460 460 40000\n" + "\n".join(rows))
    assert mm.hint(board) is not None


def test_playing_on_finds_what_a_search_of_all_solutions_finds() -> None:
    apart = []
    for seed in range(400):
        analysis = guessed(played(seed, (6, 7, 11)))
        if analysis is None or not (exactly := searched(analysis)):
            continue
        wins = {candidate.cell: win_of(candidate) for candidate in exactly}
        for candidate in estimated(analysis, 1000, 200, seed):
            if candidate.margin < 1e-9:  # all games have the same value
                assert candidate.win == pytest.approx(wins[candidate.cell])
            else:
                apart.append((win_of(candidate) - wins[candidate.cell]) / (candidate.margin / 1.96))
    # Deviations, in standard errors: none is large, and they are small on average.
    assert len(apart) > 50
    assert max(map(abs, apart)) < 6
    assert sum(value * value for value in apart) / len(apart) < 1.6


def test_a_hint_is_listed_and_says_why() -> None:
    reasons = set()
    for seed in range(16):
        board = played(seed, (16, 30, 99))
        if guessed(board) is None:
            continue
        hint = mm.hint(board)
        candidates = mm.guesses(board, games=10)
        first = next(candidate for candidate in candidates if candidate.is_hint)
        assert hint is not None
        assert isinstance(hint.reason, mm.Guess)
        assert hint.cell == first.cell
        assert hint.probability == first.risk
        if first.is_exact:
            assert f"{percent(first.win or 0)} to win with perfect play" in str(hint)
        else:
            assert (hint.reason.next, hint.reason.progress) == (first.next, first.progress)
            assert f"{percent(first.next or 0)} to survive this move and the next" in str(hint)
        assert hint.cell not in dict(hint.reason.runners_up)
        reasons.add(str(hint.reason))
    assert len(reasons) > 5


def test_the_order_the_numbers_and_the_recommended_cell_agree() -> None:
    for board in stuck(12):
        candidates = mm.guesses(board, think=5)
        assert [candidate.is_recommended for candidate in candidates].count(True) == 1
        (recommended,) = (candidate for candidate in candidates if candidate.is_recommended)
        assert recommended.may_be_best
        assert candidates[0].may_be_best
        for candidate in candidates:
            assert candidate.behind == pytest.approx(win_of(candidates[0]) - win_of(candidate))
            assert candidate.may_be_best or candidate.behind > candidate.behind_margin
        # Those that may be the best come first, and in either part those that win more often.
        order = [(not candidate.may_be_best, -win_of(candidate)) for candidate in candidates]
        assert order == sorted(order)


def stuck(seeds: int, sizes: tuple[tuple[int, int, int], ...] = ((16, 30, 99),)) -> list[mm.Board]:
    """Positions where something has to be guessed."""
    boards = [played(seed, size) for size in sizes for seed in range(seeds)]
    return [board for board in boards if guessed(board) is not None]


def late(seed: int) -> mm.Board:
    """A position some guesses later, when fewer solutions are left."""
    game = mm.Game(16, 30, 99, seed=seed, first_click="safe")
    game.open(0, 0)
    board = game.board
    while game.state is mm.State.PLAYING and game.board.hidden.sum() > 150:
        board = game.board
        mm.strategy.auto(game, guess=True, limit=1)
    return board


def test_a_hint_with_thought_and_the_table_with_as_much_never_contradict_each_other() -> None:
    """With the same budget: if the ending is searched, if games are played, and in the opening."""
    kinds = set()
    boards = stuck(5, ((16, 30, 99), (16, 16, 40), (8, 10, 18)))
    boards += [board for seed in range(6) if guessed(board := late(seed))]
    for board in boards:
        for think in (1, 5):
            candidates = mm.guesses(board, think=think)
            (recommended,) = (candidate for candidate in candidates if candidate.is_recommended)
            hint = mm.hint(board, think=think)
            assert hint is not None
            assert hint.cell == recommended.cell, board
            kinds.add((recommended.is_exact, recommended.is_hint))
    assert len(kinds) >= 3


def test_the_sentences_below_the_table_never_disagree() -> None:
    """The cell that they call the best is the recommended one, and a hint is named only if it is another cell."""
    hinted = 0
    for board in stuck(10, ((16, 30, 99), (8, 10, 18))):
        candidates = mm.guesses(board, think=3)
        text = guesses_text(candidates)
        (recommended,) = (tuple(candidate.cell) for candidate in candidates if candidate.is_recommended)
        assert "champion's choice" not in text
        if all(candidate.is_exact for candidate in candidates):
            continue
        level = [candidate for candidate in candidates if candidate.may_be_best]
        if len(level) > 1:
            assert f"recommended: {recommended}." in text
            assert f"at least {min(candidate.games for candidate in level):,} games each" in text
        else:
            assert f"{recommended} is the best" in text
            assert f" percentage points more often than {tuple(candidates[1].cell)}." in text
        others = [tuple(candidate.cell) for candidate in candidates if candidate.is_hint]
        assert ("A quick hint would choose" in text) == (others != [recommended])
        hinted += others != [recommended]
    assert hinted


def test_without_thought_no_game_is_played() -> None:
    board = played(3, (16, 30, 99))
    hint, candidates = mm.hint(board), mm.guesses(board, think=0)
    assert hint is not None
    assert candidates[0].cell == hint.cell
    assert candidates[0].is_recommended
    assert all((candidate.win, candidate.games, candidate.is_exact) == (None, 0, False) for candidate in candidates)
    assert candidates[0].next is not None
    assert "by look-ahead" in guesses_text(candidates)
    assert mm.guesses("2 2 1\n1.\n..", think=0)[0].is_exact


@pytest.mark.parametrize(("name", "think"), [("ends_with_100", 100), ("ends_with_1000", 1000)])
def test_a_larger_budget_searches_a_larger_ending_in_the_table_as_in_a_hint(name: str, think: int) -> None:
    board = mm.Board.parse((DATA / "thinking" / f"{name}.txt").read_text())
    for budget, is_exact in ((1, False), (think, True)):
        hint = mm.hint(board, think=budget)
        candidates = mm.guesses(board, think=budget)
        (best,) = (candidate for candidate in candidates if candidate.is_recommended)
        assert hint is not None
        assert isinstance(hint.reason, mm.Guess)
        assert hint.cell == best.cell
        assert [candidate.is_exact for candidate in candidates] == [is_exact] * len(candidates)
        assert hint.reason.win == (pytest.approx(best.win) if is_exact else None)


def test_intervals_of_wins_and_of_differences_hold_what_a_search_of_all_solutions_finds() -> None:
    """The first is first because it did well, so its estimate and its lead are a little too high."""
    wins, leads, wrong, told_apart = [], [], 0, 0
    for seed in range(300):
        analysis = guessed(played(seed, (6, 7, 11)))
        # With so few solutions, every game after the guess is searched to its end: the exact value is the true mean.
        if analysis is None or not 8 <= analysis.solutions <= 200:
            continue
        true = {candidate.cell: win_of(candidate) for candidate in searched(analysis)}
        for again in range(8):
            first, *others = estimated(analysis, 1, 300, again)
            for candidate in others:
                lead = true[first.cell] - true[candidate.cell]
                wins.append(abs(win_of(candidate) - true[candidate.cell]) <= candidate.margin + 1e-9)
                leads.append(abs(candidate.behind - lead) <= candidate.behind_margin + 1e-9)
                told_apart += not candidate.may_be_best
                wrong += not candidate.may_be_best and lead < -1e-9
    assert len(leads) > 300
    assert np.mean(wins) > 0.93
    assert np.mean(leads) > 0.9
    assert told_apart > 100
    assert wrong <= 0.02 * told_apart


def test_more_thought_gives_narrower_intervals_where_candidates_are_close() -> None:
    board = played(1, (16, 30, 99))
    little, much = (mm.guesses(board, think=think)[0] for think in (5, 40))
    assert much.games > 2 * little.games
    assert much.margin < little.margin


def test_the_same_seed_gives_the_same_estimates() -> None:
    board = played(3, (16, 30, 99))
    assert mm.guesses(board, games=20, seed=3) == mm.guesses(board, games=20, seed=3)
    assert mm.guesses(board, games=20, seed=3) != mm.guesses(board, games=20, seed=4)


def test_flags_are_believed_when_games_are_played_on() -> None:
    board = mm.Board.parse("3 5 4\n!3...\n.....\n.....")
    analysis = guessed(board)
    assert analysis is not None
    exactly = {candidate.cell: candidate.win for candidate in mm.guesses(board)}
    for candidate in estimated(analysis, 1000, 500, 1):
        assert candidate.win == pytest.approx(exactly[candidate.cell], abs=2 * candidate.margin + 1e-9)


def test_where_no_guess_is_needed_there_is_none() -> None:
    assert mm.guesses(mm.Board.parse("1 3 1\n!1.")) == ()
    assert mm.guesses(mm.Board.parse("1 2 1\n1!")) == ()


def test_a_board_with_nothing_open_has_candidates_of_each_kind() -> None:
    board = mm.Board(mm.Grid(16, 30), mines=99)
    cells = [candidate.cell for candidate in mm.guesses(board, games=10)]
    assert {len(board.grid.neighbours(*cell)) for cell in cells} == {3, 5, 8}


@pytest.mark.parametrize("header", ["3 6 ?", "3 6 ? density=0.2"])
def test_without_a_mine_count_the_safest_cells_are_listed_and_nothing_is_said_of_winning(header: str) -> None:
    analysis = guessed(mm.Board.parse(f"{header}\n1.....\n......\n....2."))
    assert analysis is not None
    candidates = mm.guesses(analysis.board)
    risks = sorted(risk for risk in analysis.probability[analysis.board.hidden].tolist() if risk == risk)
    assert [candidate.risk for candidate in candidates] == risks[: len(candidates)]
    for candidate in candidates:
        assert candidate.risk == analysis.probability[candidate.cell]
        assert (candidate.next, candidate.progress, candidate.win, candidate.is_exact) == (None, None, None, False)
        assert str(candidate) == f"{tuple(candidate.cell)}: {percent(candidate.risk)} risk"
    # What a cell shows is known unless it touches one whose probability is unknown.
    sees_all = {cell for cell in analysis.board.grid if not np.isnan(around(analysis, cell)).any()}
    assert {c.cell for c in candidates if c.numbers is not None} == {c.cell for c in candidates} & sees_all
    assert all(c.numbers == analysis.numbers(*c.cell) for c in candidates if c.numbers is not None)


def around(analysis: mm.solve.Exact, cell: mm.Cell) -> list[float]:
    board = analysis.board
    return [float(analysis.probability[other]) for other in board.grid.neighbours(*cell) if board.hidden[other]]


@pytest.mark.parametrize("text", ["2 2 ?\n..\n..", "1 3 ?\n.0.", "1 2 ?\n.1"])
def test_without_a_mine_count_nothing_is_listed_where_no_risk_is_known_or_something_is_certain(text: str) -> None:
    assert mm.guesses(mm.Board.parse(text)) == ()


def test_what_cannot_be_asked_is_refused() -> None:
    board = mm.Board.parse("2 2 1\n1.\n..")
    for think in (-1, 10**7, None, 2.5, "long"):
        with pytest.raises(mm.InvalidValue, match="think is"):
            mm.guesses(board, think=think)  # type: ignore[arg-type]
    for games in (0, 9, -1, 10**7, None, 2.5, "many"):
        with pytest.raises(mm.InvalidValue, match="games is"):
            mm.guesses(board, games=games)  # type: ignore[arg-type]
    with pytest.raises(mm.InvalidValue):
        mm.guesses(board, seed=-1)
    with pytest.raises(mm.TooHard, match="time limit"):
        mm.guesses(mm.Board(mm.Grid(300, 300), mines=18000), games=100_000, time_limit=0.001)


def test_any_board_gets_candidates_or_a_clear_refusal() -> None:
    rng, asked_of = random.Random(5), 0
    for seed in range(40):
        shape = {"topology": rng.choice(["square", "torus", "hex"]), "reach": 1}
        game = mm.Game(grid=mm.Grid(6, 8, **shape), mines=9, seed=seed, max_per_cell=rng.choice([1, 1, 2]))  # type: ignore[arg-type]
        game.open(2, 2)
        mm.strategy.auto(game)
        if game.state is not mm.State.PLAYING or guessed(game.board) is None:
            continue
        for candidate in mm.guesses(game.board, games=10):
            assert 0 < candidate.risk < 1
            assert 0 <= win_of(candidate) <= (1 if game.max_per_cell > 1 else 1 - candidate.risk + 1e-9)
            asked_of += 1
    assert asked_of > 20


def test_nobody_leads_the_first_wherever_the_games_are_stopped() -> None:
    """When a batch is interrupted, some candidates have played one game fewer than others."""
    board = mm.Board.load(DATA.parent.parent / "examples" / "positions" / "expert-guess.txt")
    for hundredths in range(3, 15):
        try:
            candidates = mm.guesses(board, think=100_000, games=1_000_000, time_limit=hundredths / 100)
        except mm.TooHard:  # before any game was played
            continue
        assert all(candidate.behind >= 0 for candidate in candidates)
        assert max(map(win_of, candidates)) == win_of(candidates[0])
