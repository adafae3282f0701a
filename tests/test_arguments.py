"""Arguments: every sensible form is accepted; others are refused by an error that says what was expected."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minemind as mm
from minemind.game import Turn
from minemind.strategy.presets import Pipeline

SOLVABLE = "3 4 2\n...*\n....\n...*"  # without a guess, from the corner
TEXT = "4 4 3\n1...\n12..\n00..\n00..\n"
BOARD = mm.Board.parse(TEXT)
GRID, LAYOUT = mm.Grid(4, 4), mm.Layout.parse("*..")

ROWS: list[object] = [
    [["1", ".", ".", "."], ["1", "2", ".", "."], ["0", "0", ".", "."], ["0", "0", ".", "."]],
    [[1, None, None, None], [1, 2, None, None], [0, 0, None, None], [0, 0, None, None]],
    [[1, -1, -1, -1], [1, 2, -1, -1], [0, 0, -1, -1], [0, 0, -1, -1]],
    (("1...", "12..", "00..", "00..")),
    ["1 . . .", "1 2 . .", "0 0 . .", "0 0 . ."],
    BOARD.faces,
]


def started() -> mm.Game:
    game = mm.Game(4, 4, 3, seed=1)
    game.open(0, 0)
    return game


# Every public function and method that takes arguments, with valid ones.

CALLS: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "Game": (mm.Game, {"rows": 4, "cols": 4, "mines": 3, "seed": 1, "first_click": "any", "max_per_cell": 1}),
    "Game on a grid": (mm.Game, {"grid": GRID, "mines": 3, "seed": 1}),
    "Game without a guess": (mm.Game, {"grid": GRID, "mines": 3, "no_guess": True, "way": "uniform", "budget": 9}),
    "generate": (
        mm.generate,
        {
            "rows": 4,
            "cols": 4,
            "mines": 3,
            "seed": 1,
            "first_click": "safe",
            "max_per_cell": 1,
            "start": (0, 0),
            "way": "repaired",
            "budget": 999,
            "min_3bv": 0,
            "max_3bv": 99,
            "time_limit": 9,
        },
    ),
    "generate on a grid": (mm.generate, {"grid": GRID, "mines": 3, "budget": 99}),
    "Game.preset": (mm.Game.preset, {"name": "beginner", "seed": 1, "first_click": "any", "max_per_cell": 1}),
    "Game.parse": (
        mm.Game.parse,
        {"text": "*..", "seed": 1, "first_click": "any", "topology": "square", "max_per_cell": 1, "max_cells": 9},
    ),
    "Game.from_layout": (mm.Game.from_layout, {"layout": LAYOUT, "seed": 1, "first_click": "any"}),
    "Game.open": (lambda **given: started().open(**given), {"row": 3, "col": 1, "expansion": "bfs"}),
    "Game.chord": (lambda **given: started().chord(**given), {"row": 0, "col": 1, "expansion": "bfs"}),
    "Game.flag": (lambda **given: started().flag(**given), {"row": 3, "col": 1, "mines": 1}),
    "Game.take": (
        lambda **given: started().take(**given),
        {"turn": Turn(mm.Cell(3, 3), mm.Action.OPEN), "expansion": "bfs"},
    ),
    "Board": (mm.Board, {"grid": mm.Grid(1, 1), "faces": [[1]], "mines": 1, "max_per_cell": 1}),
    "Board of a density": (mm.Board, {"grid": mm.Grid(1, 1), "density": 0.2}),
    "Board.parse": (
        mm.Board.parse,
        {"text": "1.", "mines": 1, "topology": "square", "reach": 1, "max_per_cell": 1, "max_cells": 9},
    ),
    "Board.parse of a density": (mm.Board.parse, {"text": "1.", "density": 0.1}),
    "Board.from_rows": (
        mm.Board.from_rows,
        {"rows": [[1]], "mines": 1, "topology": "square", "reach": 1, "max_per_cell": 1},
    ),
    "Board.load": (mm.Board.load, {"path": "board.txt", "mines": 1, "topology": "square", "max_per_cell": 1}),
    "board[…]": (BOARD.__getitem__, {"cell": (0, 0)}),
    "Board.showing": (BOARD.showing, {"faces": BOARD.faces}),
    "Layout": (mm.Layout, {"grid": mm.Grid(1, 2), "counts": [[1, 0]], "max_per_cell": 1, "revealed": [(0, 1)]}),
    "Layout.deal": (
        mm.Layout.deal,
        {"grid": GRID, "mines": 3, "seed": 1, "first": (0, 0), "first_click": "any", "max_per_cell": 1},
    ),
    "Layout.parse": (mm.Layout.parse, {"text": "*.", "topology": "square", "max_per_cell": 1, "max_cells": 9}),
    "Layout.cleared": (LAYOUT.cleared, {"first": (0, 0), "first_click": "safe", "seed": 1}),
    "Grid": (mm.Grid, {"rows": 2, "cols": 2, "topology": "square", "reach": 1, "holes": [(0, 0)], "max_cells": 9}),
    "Grid.index": (GRID.index, {"row": 0, "col": 0}),
    "Grid.cell": (GRID.cell, {"index": 0}),
    "Grid.cells": (GRID.cells, {"indices": np.array([0], dtype=np.int32)}),
    "Grid.neighbours": (GRID.neighbours, {"row": 0, "col": 0}),
    "Grid.around": (GRID.around, {"index": 0}),
    "Grid.neighbour_sums": (GRID.neighbour_sums, {"values": BOARD.flags}),
    "Grid.integers": (GRID.integers, {"values": BOARD.flags, "what": "flags"}),
    "analyse": (mm.analyse, {"board": BOARD, "method": "exact", "time_limit": 9}),
    "analyze": (mm.analyze, {"board": BOARD, "method": "local", "weights": "hidden"}),
    "analyse by enumeration": (mm.analyse, {"board": BOARD, "method": "enumerate", "max_cells": 9, "k_max": 9}),
    "analyse by sampling": (mm.analyse, {"board": BOARD, "method": "sampling", "samples": 100, "seed": 1}),
    "Exact.numbers": (mm.analyse(BOARD).numbers, {"row": 3, "col": 3}),
    "Exact.assume": (mm.analyse(BOARD).assume, {"row": 3, "col": 2, "number": 0}),
    "Exact.draw": (mm.analyse(BOARD).draw, {"seed": 1}),
    "Exact.ways": (mm.analyse("3 5 ?\n.....\n12.21\n.....").ways, {"component": 0}),
    "hint": (mm.hint, {"board": BOARD, "time_limit": 9}),
    "certain_moves": (mm.certain_moves, {"board": BOARD, "time_limit": 9}),
    "guesses": (mm.guesses, {"board": BOARD, "games": 10, "seed": 1, "time_limit": 9}),
    "explain": (mm.explain, {"board": BOARD, "cell": (0, 1), "time_limit": 9}),
    "explain by numbers": (mm.explain, {"board": BOARD, "cell": 0, "col": 1}),
    "win_probability": (
        mm.win_probability,
        {"board": BOARD, "first_click": "any", "max_solutions": 999, "max_nodes": 999, "time_limit": 9},
    ),
    "metrics": (mm.metrics, {"layout": "*..", "time_limit": 9}),
    "review": (mm.review, {"given": mm.play((3, 3, 1), seed=1), "margin": 0.1, "seed": 1, "time_limit": 9}),
    "profile": (mm.reviews.profile, {"games": [mm.play((3, 3, 1), seed=1)], "margin": 0.1, "seed": 1, "time_limit": 9}),
    "Review.board": (mm.review(mm.play((3, 3, 1), seed=1)).board, {"move": 1}),
    "Review.why": (mm.review(mm.play((3, 3, 1), seed=1)).why, {"move": 1, "time_limit": 9}),
    "grade": (mm.no_guess.grade, {"layout": SOLVABLE, "start": (0, 0), "time_limit": 9}),
    "certify": (
        mm.no_guess.certify,
        {"layout": SOLVABLE, "start": (0, 0), "first_click": "any", "seed": 1, "way": "uniform", "time_limit": 9},
    ),
    "verify": (mm.no_guess.verify, {"certificate": mm.no_guess.certify(SOLVABLE, start=(0, 0))}),
    "game_seed": (mm.strategy.game_seed, {"run_seed": 1, "index": 1}),
    "get_strategy": (mm.get_strategy, {"name": "exact"}),
    "register_strategy": (mm.register_strategy, {"name": "one-of-mine"}),
    "Strategy.moves": (mm.get_strategy("exact").moves, {"board": BOARD}),
    "play": (mm.play, {"game": (3, 3, 1), "strategy": "exact", "seed": 1, "watch": None}),
    "step": (mm.strategy.step, {"game": started()}),
    "auto": (mm.strategy.auto, {"game": started(), "limit": 1}),
    "simulate": (
        mm.simulate,
        {
            "preset": (3, 3, 1),
            "first_click": "any",
            "start": (0, 0),
            "strategy": "exact",
            "games": 2,
            "seed": 1,
            "threads": 1,
            "first": 0,
            "max_per_cell": 1,
            "grid": mm.Grid(3, 3),
            "estimator": "wins",
            "progress": None,
        },
    ),
    "save": (mm.save, {"value": started(), "path": "game.json", "format": "game"}),
    "load": (mm.load, {"path": "game.json", "of": mm.Game, "max_cells": 99}),
    "Replay.of": (mm.Replay.of, {"played": started()}),
    "Record.save": (mm.play((3, 3, 1), seed=1).save, {"path": "record.json"}),
    "Record.load": (mm.Record.load, {"path": "record.json"}),
    "Record.from_json": (mm.Record.from_json, {"values": mm.play((3, 3, 1), seed=1).to_json()}),
}

GARBAGE: tuple[object, ...] = (
    None,
    3,
    -1,
    2.5,
    float("nan"),
    True,
    10**40,
    1j,
    "x",
    "",
    b"x",
    [],
    [1],
    (1, 2, 3),
    {},
    set(),
    object(),
    mm.Cell(0, 9),
    mm.Grid(2, 2),
    LAYOUT,
    np.array([[1.5]]),
    Ellipsis,
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text(TEXT)
    mm.save(started(), "game.json")
    mm.play((3, 3, 1), seed=1).save("record.json")


def test_every_public_function_is_tried() -> None:
    functions = {name for name in mm.__all__ if inspect.isfunction(getattr(mm, name))}
    takes_something = {name for name in functions if inspect.signature(getattr(mm, name)).parameters}
    assert takes_something <= set(CALLS)


def test_wrong_kinds_are_told_what_was_expected() -> None:
    with pytest.raises(mm.InvalidValue, match="None is not a path; give the name of a file"):
        mm.save(started(), None)  # type: ignore[arg-type]
    with pytest.raises(mm.InvalidValue, match="is not a path; give the name of a file"):
        mm.load(np.zeros(3))  # type: ignore[call-overload]
    with pytest.raises(mm.InvalidValue, match="the list of games is None; give several games"):
        mm.reviews.profile(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore::minemind.errors.Assumption")
def test_whatever_is_given_only_designed_errors_come_out(name: str) -> None:
    call, fine = CALLS[name]
    call(**fine)
    for argument in fine:
        for given in GARBAGE:
            try:
                call(**{**fine, argument: given})
            except mm.MineMindError as error:
                assert len(str(error)) < 1000, (argument, given)


@pytest.mark.parametrize("rows", ROWS)
def test_rows_make_a_board(rows: Any) -> None:
    assert mm.Board.from_rows(rows, mines=3) == BOARD
    assert mm.analyse(rows).board == mm.Board.parse(TEXT, mines=None)


@pytest.mark.parametrize("given", [BOARD, TEXT, TEXT.encode(), Path("board.txt"), mm.analyse(BOARD)])
def test_whatever_shows_a_board_is_taken_for_one(given: mm.BoardLike) -> None:
    assert mm.analyse(given).board == BOARD
    assert mm.analyze(given, "rules").board == BOARD
    assert mm.hint(given) == mm.hint(BOARD)
    assert mm.certain_moves(given) == mm.certain_moves(BOARD)
    assert mm.guesses(given) == mm.guesses(BOARD)
    assert mm.explain(given, (0, 1)) == mm.explain(BOARD, 0, 1)
    assert mm.win_probability(given) == mm.win_probability(BOARD)
    player = mm.get_strategy("exact")
    assert isinstance(player, Pipeline)
    assert player.moves(given) == player.moves(BOARD)


def test_a_game_is_taken_for_its_board() -> None:
    game = started()
    assert mm.hint(game) == mm.hint(game.board)
    assert mm.analyse(game).board is game.board


CELLS = [mm.Cell(1, 2), (1, 2), [1, 2], np.array([1, 2]), (np.int8(1), np.uint64(2))]


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_is_a_pair_or_two_integers(cell: Any) -> None:
    board = mm.Board.parse("4 4 2\n....\n....\n....\n....")
    assert GRID.index(cell) == GRID.index(1, 2) == GRID.index(*cell)
    assert GRID.neighbours(cell) == GRID.neighbours(1, 2)
    assert cell in GRID
    assert board[cell] == "."
    analysis = mm.analyse(board)
    assert analysis.numbers(cell) == analysis.numbers(1, 2)
    assert analysis.assume(cell, 1).board == analysis.assume(1, 2, 1).board == analysis.assume(cell, number=1).board
    games = [mm.Game(4, 4, 3, seed=1) for _ in range(2)]
    assert games[0].open(cell) == games[1].open(1, 2)
    assert games[0].flag(cell) == games[1].flag(1, 2) == 0
    assert games[0].chord(cell) == games[1].chord(1, 2)
    assert mm.Layout.deal(GRID, 3, seed=1, first=cell) == games[0].layout
    assert mm.simulate((4, 4, 3), start=cell, strategy="exact", games=1).match.start == (1, 2)


@pytest.mark.parametrize("given", [("4", "5"), (1,), (1, 2, 3), {1, 2}, {1: 2, 3: 4}, "12", 1.0, None])
def test_what_is_no_cell_is_said_to_be_none(given: Any) -> None:
    game = started()
    with pytest.raises(mm.InvalidValue, match="is not a cell; give a row and a column, or a pair"):
        game.open(given)
    assert given not in GRID


def test_a_flag_beside_a_cell_names_its_mines() -> None:
    game = mm.Game(4, 4, 3, seed=1, max_per_cell=2)
    assert game.flag((1, 2), mines=2) == 2
    with pytest.raises(mm.InvalidValue, match="is not a cell"):
        game.flag((1, 2), 2)


def test_a_size_is_a_preset_or_three_numbers() -> None:
    expert = mm.Game("expert", seed=7)
    assert expert.open(0, 0) == mm.Game.preset("expert", seed=7).open(0, 0)
    assert mm.Game((16, 30, 99), seed=7).open(0, 0) == mm.Game(16, 30, 99, seed=7).open(0, 0)
    assert mm.Game("expert", mines=120).mines == 120
    with pytest.raises(mm.InvalidValue, match="'expert' has its own columns; leave out cols=7"):
        mm.Game("expert", 7)
    with pytest.raises(mm.InvalidValue, match="'exprt' is not a preset; choose from beginner"):
        mm.Game("exprt")


def test_a_preset_is_dealt_and_played() -> None:
    record = mm.play("beginner", seed=7)
    game = mm.Game("beginner", seed=7)
    assert record == mm.play(game)
    assert mm.play((9, 9, 10), seed=7) == record


def test_a_move_is_taken_as_a_turn() -> None:
    game = started()
    while move := mm.hint(game):
        game.take(move)
        if game.state is not mm.State.PLAYING:
            break
    assert game.turns > 1
    with pytest.raises(mm.InvalidValue, match="is not a turn; give a Turn, or a Move"):
        game.take((0, 0))  # type: ignore[arg-type]


def test_a_board_that_is_a_layout_says_what_to_do_with_it() -> None:
    with pytest.raises(mm.InvalidValue, match=r"play it with Game.from_layout"):
        mm.analyse(LAYOUT)  # type: ignore[call-overload]
    with pytest.raises(mm.ParseError, match="this is a layout"):
        mm.analyse("*..")


def test_every_wrong_cell_of_rows_is_named() -> None:
    with pytest.raises(mm.ParseError) as refused:
        mm.Board.from_rows([["x", "q", 1.5], [True, "*", 0]])  # type: ignore[list-item]
    assert [fault.cell for fault in refused.value.faults] == [(0, 1), (0, 2), (1, 0), (1, 1)]
    with pytest.raises(mm.InvalidValue, match="row 1 has 1 cell, but row 0 has 2"):
        mm.Board.from_rows([[1, 2], [3]])
    with pytest.raises(mm.InvalidValue, match=r"read it with Board\.parse"):
        mm.Board.from_rows("1..")


def test_holes_topologies_and_several_mines_come_from_rows_too() -> None:
    board = mm.Board.from_rows([["1", "_"], ["!2", "."]], topology="torus", max_per_cell=2)
    assert str(board) == "2 2 ? topology=torus k=2\n1 _\n!2 ."
    assert mm.Board.from_rows(["1 _", "!2 ."], topology="torus", max_per_cell=2) == board


def test_a_file_is_read_as_its_text() -> None:
    assert mm.Board.load("board.txt") == BOARD
    assert mm.Board.load(Path("board.txt"), mines=None).mines is None
    with pytest.raises(mm.errors.FileError, match=r"cannot read .nothing\.txt."):
        mm.Board.load("nothing.txt")
