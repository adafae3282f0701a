"""The checker finds every strategy that breaks a rule."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import minemind as mm

Answer = Callable[[mm.Board, Random], Any]


def player(answer: Answer) -> Callable[[], mm.Strategy]:
    class Player(mm.Strategy):
        """Answers as a given function does."""

        def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
            assert rng is not None
            moves: list[mm.Move] = answer(board, rng)
            return moves

    return Player


def hidden(board: mm.Board) -> list[mm.Cell]:
    return [cell for cell in board.grid if board.hidden[cell]]


def opening(cell: mm.Cell, *, is_certain: bool = False) -> mm.Move:
    return mm.Move(cell, mm.Action.OPEN, mm.solve.Agreement("hope") if is_certain else mm.Guess(0.5))


def flagging(cell: mm.Cell, mines: int = 1) -> mm.Move:
    return mm.Move(cell, mm.Action.FLAG, mm.Guess(0.5), mines)


def fails(board: mm.Board, rng: Random) -> list[mm.Move]:
    raise RuntimeError("out of ideas")


def impure() -> Answer:
    turn = itertools.count()
    return lambda board, rng: [opening(hidden(board)[next(turn) % len(hidden(board))])]


def again(board: mm.Board, rng: Random) -> list[mm.Move]:
    """Open a cell that is already open."""
    return [opening(next((cell for cell in board.grid if board.opened[cell]), hidden(board)[0]))]


def to_and_fro(board: mm.Board, rng: Random) -> list[mm.Move]:
    cell = next(iter(board.grid))
    return [flagging(cell, int(board.hidden[cell]))]


def half_full(board: mm.Board, rng: Random) -> list[mm.Move]:
    """Open a cell that a number proves to be mined, though not to hold as many mines as fit."""
    for view in mm.solve.Problem(board).frontier:
        room = len(view.hidden) * board.max_per_cell
        if room - board.max_per_cell < view.remaining < room:
            return [opening(view.hidden[0])]
    return mm.get_strategy("exact").moves(board, rng)


def too_hard(board: mm.Board, rng: Random) -> list[mm.Move]:
    raise mm.TooHard("everything is")


BAD: list[tuple[str, Answer, str]] = [
    ("off the board", lambda board, rng: [opening(mm.Cell(board.grid.rows, 0))], "open .*is off the board"),
    ("a cell of text", lambda board, rng: [opening("a1")], "open a1: "),  # type: ignore[arg-type]
    ("an open cell", again, "open .*: the cell is not hidden"),
    ("flags that come and go", to_and_fro, "flag .*: the cell is not hidden"),
    ("no flag", lambda board, rng: [flagging(hidden(board)[0], 0)], "mines=0; give 1 to 1"),
    ("too many mines", lambda board, rng: [flagging(hidden(board)[0], 9)], "mines=9; give 1 to 1"),
    (
        "a chord on nothing",
        lambda board, rng: [mm.Move(hidden(board)[0], mm.Action.CHORD, mm.Guess(0))],
        "only a number",
    ),
    ("hope", lambda board, rng: [opening(hidden(board)[0], is_certain=True)], "marked as certain, but it is not"),
    ("reading order", lambda board, rng: [opening(hidden(board)[0])], "the cell is a mine, as a single number proves"),
    ("a mine that nobody counted", half_full, "the cell is a mine, as a single number proves"),
    (
        "a word for an action",
        lambda board, rng: [mm.Move(hidden(board)[0], "open", mm.Guess(0))],  # type: ignore[arg-type]
        "'open' is not an Action",
    ),
    ("words for mines", lambda board, rng: [flagging(hidden(board)[0], "two")], "flag .*: 'str' object"),  # type: ignore[arg-type]
    ("a place in space", lambda board, rng: [opening((0, 0, 0))], r"open \(0, 0, 0\): "),  # type: ignore[arg-type]
    ("far off", lambda board, rng: [opening(mm.Cell(99, 99))], r"open \(99, 99\): "),
    (
        "no probability",
        lambda board, rng: [mm.Move(hidden(board)[0], mm.Action.OPEN, mm.Guess(math.nan))],
        "probability is nan",
    ),
    ("no courage", too_hard, "every game is too hard for it: everything is"),
    ("no list", lambda board, rng: None, "a list of Move, not None"),
    ("no moves", lambda board, rng: [(0, 0)], r"a list of Move, not \[\(0, 0\)\]"),
    ("failure", fails, r"moves\(\) failed: RuntimeError: out of ideas"),
    ("a will of its own", impure(), "the same board and seed gave different moves"),
]


@pytest.mark.parametrize(("answer", "complaint"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_bad_strategy_is_found_out(answer: Answer, complaint: str) -> None:
    with pytest.raises(mm.errors.BadStrategy, match=complaint) as caught:
        mm.strategy.check_strategy(player(answer))
    assert "\n" in str(caught.value), "the board stands below the complaint"


def test_the_board_below_a_complaint_is_the_one_that_was_judged() -> None:
    def answer(board: mm.Board, rng: Random) -> list[mm.Move]:
        return [opening(hidden(board)[0]), opening(mm.Cell(99, 99))]

    with pytest.raises(mm.errors.BadStrategy) as caught:
        mm.strategy.check_strategy(player(answer))
    board = mm.Board.parse(str(caught.value).partition("\n")[2])
    assert not board.opened.any()


def test_what_cannot_be_made_is_bad() -> None:
    def make() -> mm.Strategy:
        raise ValueError("nobody there")

    with pytest.raises(mm.errors.BadStrategy, match="it could not be created: ValueError: nobody there"):
        mm.strategy.check_strategy(make)


def test_no_game_shows_nothing() -> None:
    with pytest.raises(mm.InvalidValue, match="games is 0; give 1 or more"):
        mm.strategy.check_strategy("csp", games=0)


def test_wrong_flags_may_be_guessed() -> None:
    def answer(board: mm.Board, rng: Random) -> list[mm.Move]:
        return [flagging(hidden(board)[0])] if hidden(board) else []

    mm.strategy.check_strategy(player(answer))


def test_a_player_is_compared_with_a_copy_and_left_as_it_is() -> None:
    class Counting(mm.Strategy):
        """Counts how often it is asked."""

        asked = 0

        def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
            self.asked += 1
            return mm.get_strategy("exact").moves(board, rng)

    one = Counting()
    mm.strategy.check_strategy(one, games=6)
    assert one.asked == 0


def test_random_but_by_the_seed_is_allowed() -> None:
    def answer(board: mm.Board, rng: Random) -> list[mm.Move]:
        sure = mm.get_strategy("csp").moves(board)
        free = [cell for cell in hidden(board) if cell not in {move.cell for move in sure if move.mines}]
        return sure or ([opening(rng.choice(free))] if free else [])

    mm.strategy.check_strategy(player(answer))
