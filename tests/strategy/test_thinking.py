"""The champion with thinking: a player like any other, whose choices do not depend on where it runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import minemind as mm
from minemind.lab.chunk import _played
from minemind.strategy.depth import THINK, split, thinking
from minemind.strategy.simulate import simulated

SIZE = (9, 11, 24)


def deep(think: int, max_per_cell: int = 1) -> mm.strategy.Match:
    name = thinking("champion", think)
    return mm.strategy.Match.of(SIZE, name, first_click="safe", start=(0, 0), seed=4, max_per_cell=max_per_cell)


def test_a_name_says_how_much_is_thought() -> None:
    assert split("champion") == ("champion", 0)
    assert split("champion:deep") == ("champion", THINK)
    assert split("champion:deep=7") == ("champion", 7)
    assert thinking("champion", 0) == thinking("champion:deep=9", 0) == "champion"
    assert thinking("champion", THINK) == "champion:deep"
    assert thinking("champion:deep", None) == "champion:deep"
    assert str(mm.get_strategy("champion:deep=7")) == "champion:deep=7"
    assert str(mm.get_strategy("champion:deep=7:dfs")) == "champion:deep=7:dfs"


@pytest.mark.parametrize("name", ["champion:deep=0", "champion:deep=", "champion:deep=-1", "champion:deep=1.5"])
def test_a_name_that_says_nothing_sensible_is_refused(name: str) -> None:
    with pytest.raises(mm.InvalidValue, match="give a whole number from 1"):
        mm.get_strategy(name)


def test_how_openings_spread_is_nothing_to_think_about_and_anyone_can_do_without() -> None:
    assert thinking("champion:dfs", 5) == "champion:deep=5:dfs"
    assert thinking("champion:deep=7:dfs", 0) == "champion:dfs"
    assert thinking("exact", 0) == "exact"
    with pytest.raises(mm.InvalidValue, match="cannot think"):
        thinking("exact:dfs", 1)


def test_only_the_champion_can_think() -> None:
    with pytest.raises(mm.InvalidValue, match="only champion can"):
        mm.play("beginner", "exact", think=5)
    with pytest.raises(mm.InvalidValue, match="only champion can"):
        mm.simulate("beginner", strategy="rules", think=5)
    for think in (-1, 10**7, 1.5, "long"):
        with pytest.raises(mm.InvalidValue, match="think is"):
            mm.hint("2 2 1\n1.\n..", think=think)  # type: ignore[arg-type]


@pytest.mark.parametrize("max_per_cell", [1, 2])
def test_the_engine_thinks_what_python_thinks(max_per_cell: int) -> None:
    match = deep(1, max_per_cell)
    native = simulated(match, 0, 10)
    player = mm.get_strategy(match.strategy)
    for index in range(10):
        assert _played(match, player, index).tobytes() == native.outcomes[index : index + 1].tobytes(), index


def test_games_are_the_same_with_any_number_of_threads() -> None:
    games = [simulated(deep(1), 0, 12, threads=threads).signature for threads in (1, 3)]
    assert games[0] == games[1]


def decisions(think: int) -> dict[str, mm.Cell]:
    """The hints for the first guesses of games, where the champion does not search them to the end."""
    chosen = {}
    for index in range(40):
        game = deep(0).game(index)
        game.open(0, 0)
        mm.strategy.auto(game)
        if game.state is mm.State.PLAYING and (move := mm.hint(game.board)) and isinstance(move.reason, mm.Guess):
            chosen[str(game.board)] = hinted(game.board, think)
    return chosen


def test_thinking_changes_some_guesses_and_repeats_itself() -> None:
    quick, slow = decisions(0), decisions(2)
    assert len(quick) > 8
    assert 0 < sum(quick[board] != slow[board] for board in quick) < len(quick) / 2
    assert slow == decisions(2)


def opened(rows: int, cols: int, mines: int, seed: int, max_per_cell: int = 1) -> mm.Game:
    """A game played as far as possible without a guess."""
    game = mm.Game(rows=rows, cols=cols, mines=mines, seed=seed, first_click="safe", max_per_cell=max_per_cell)
    game.open(0, 0)
    mm.strategy.auto(game)
    return game


def hinted(board: mm.Board, think: int) -> mm.Cell:
    move = mm.hint(board, think=think)
    assert move is not None
    return move.cell


def test_some_guesses_of_the_opening_change_and_most_do_not() -> None:
    boards = {
        str(board): board
        for seed in range(60)
        if mm.analyse(board := opened(16, 30, 99, seed).board).log_solutions > 80
    }
    assert len(boards) > 12
    changed = sum(hinted(board, 0) != hinted(board, 20) for board in boards.values())
    assert 1 < changed < len(boards) / 2


def test_no_game_is_played_on_a_board_that_is_too_large_for_the_budget() -> None:
    board = opened(60, 60, 740, seed=16).board
    quick, short, long = (mm.hint(board, think=think) for think in (0, 1, 100))
    assert quick is not None
    assert long is not None
    assert short == quick
    assert long.cell != quick.cell


def guesses_of(game: mm.Game, think: int) -> Iterator[tuple[mm.Board, mm.Cell, mm.Cell]]:
    """The boards of a game whose guesses are made with thinking, and the guess without and with thinking on each."""
    while game.state is mm.State.PLAYING:
        board, slow = game.board, hinted(game.board, think)
        yield board, hinted(board, 0), slow
        game.open(*slow)
        if game.state is mm.State.PLAYING:
            mm.strategy.auto(game)


def test_with_several_mines_in_a_cell_only_larger_endgames_change_a_guess() -> None:
    games = (opened(5, 5, 8, seed, max_per_cell=2) for seed in range(100))
    guesses = [guess for game in games for guess in guesses_of(game, think=200)]
    changed = [(board, slow) for board, quick, slow in guesses if quick != slow]
    assert len(guesses) > 200
    assert len(changed) > 3
    for board, slow in changed:
        assert slow in mm.win_probability(board).best
