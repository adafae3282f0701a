"""The checker finds out every strategy that breaks a rule."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import minemind as mm

Answer = Callable[[mm.Board, Random], Any]


def player(answer: Answer) -> Callable[[], mm.Strategy]:
    class Player(mm.Strategy):
        """Answers as it was told."""

        def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
            assert rng is not None
            moves: list[mm.Move] = answer(board, rng)
            return moves

    return Player


def hidden(board: mm.Board) -> list[mm.Cell]:
    return [cell for cell in board.grid if board.hidden[cell]]


def opening(cell: mm.Cell, *, is_certain: bool = False) -> mm.Move:
    return mm.Move(cell, mm.Action.OPEN, mm.Agreement("hope") if is_certain else mm.Guess(0.5))


def flagging(cell: mm.Cell, mines: int = 1) -> mm.Move:
    return mm.Move(cell, mm.Action.FLAG, mm.Guess(0.5), mines)


def fails(board: mm.Board, rng: Random) -> list[mm.Move]:
    raise RuntimeError("out of ideas")


def impure() -> Answer:
    turn = itertools.count()
    return lambda board, rng: [opening(hidden(board)[next(turn) % len(hidden(board))])]


def again(board: mm.Board, rng: Random) -> list[mm.Move]:
    """Opens what is open already."""
    return [opening(next((cell for cell in board.grid if board.opened[cell]), hidden(board)[0]))]


def to_and_fro(board: mm.Board, rng: Random) -> list[mm.Move]:
    cell = next(iter(board.grid))
    return [flagging(cell, int(board.hidden[cell]))]


BAD: list[tuple[str, Answer, str]] = [
    ("off the board", lambda board, rng: [opening(mm.Cell(board.grid.rows, 0))], "open .*is off the board"),
    ("a cell of text", lambda board, rng: [opening("a1")], "open a1: "),  # type: ignore[arg-type]
    ("an open cell", again, "open .*: the cell is not hidden"),
    ("flags that come and go", to_and_fro, "flag .*: the cell is not hidden"),
    ("no flag", lambda board, rng: [flagging(hidden(board)[0], 0)], "mines=0; it can claim 1"),
    ("too many mines", lambda board, rng: [flagging(hidden(board)[0], 9)], "mines=9; it can claim 1"),
    (
        "a chord on nothing",
        lambda board, rng: [mm.Move(hidden(board)[0], mm.Action.CHORD, mm.Guess(0))],
        "only a number",
    ),
    ("hope", lambda board, rng: [opening(hidden(board)[0], is_certain=True)], "called certain, which it is not"),
    ("reading order", lambda board, rng: [opening(hidden(board)[0])], "it is a mine, as a single number shows"),
    ("no list", lambda board, rng: None, "a list of Move, and not None"),
    ("no moves", lambda board, rng: [(0, 0)], r"a list of Move, and not \[\(0, 0\)\]"),
    ("failure", fails, "asked for moves, it fails: RuntimeError: out of ideas"),
    ("a will of its own", impure(), "the same board and seed give other moves"),
]


@pytest.mark.parametrize(("answer", "complaint"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_bad_strategy_is_found_out(answer: Answer, complaint: str) -> None:
    with pytest.raises(mm.BadStrategy, match=complaint) as caught:
        mm.check_strategy(player(answer))
    assert "\n" in str(caught.value), "the board stands below the complaint"


def test_random_but_by_the_seed_is_allowed() -> None:
    def answer(board: mm.Board, rng: Random) -> list[mm.Move]:
        sure = mm.strategy("csp").moves(board)
        free = [cell for cell in hidden(board) if cell not in {move.cell for move in sure if move.mines}]
        return sure or ([opening(rng.choice(free))] if free else [])

    mm.check_strategy(player(answer))
