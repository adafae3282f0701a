"""Commands that answer a question about a position, or list what can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

import minemind as mm
from minemind.cli.output import console, print_json, show
from minemind.cli.position import Json, asks_about_a_position
from minemind.deadline import Deadline
from minemind.formats.answers import (
    analysis_json,
    board_json,
    candidate_json,
    frontier_json,
    matrix_json,
    method_json,
    move_json,
    proof_json,
)
from minemind.solve.methods.matrix import equations, solve_equations
from minemind.solve.methods.registry import METHODS

__all__ = ["add_to"]

PANEL = "Ask"

MethodName = StrEnum("MethodName", list(METHODS))  # type: ignore[misc]  # so that the help and completion list them


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    for command in (analyse, hint, guesses, explain, frontier, matrix):
        app.command(rich_help_panel=PANEL)(asks_about_a_position(command))
    for listing in (methods, strategies):
        app.command(rich_help_panel=PANEL)(listing)


TimeLimit = Annotated[float | None, typer.Option(metavar="SECONDS", help="Give up after so long.", show_default=False)]


def analyse(
    board: mm.Board,
    method: Annotated[MethodName, typer.Option(help="How to infer.")] = MethodName.exact,  # type: ignore[attr-defined]
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Every cell's chance of a mine, and what is certain.

    Example: minemind analyse board.txt --mines 99
    """
    analysis = mm.analyse(board, str(method), time_limit=time_limit)
    if as_json:
        print_json(analysis_json(analysis))
        return
    from minemind.cli.answers import analysis_text

    out = console()
    show(out, analysis_text(analysis, out))


def hint(
    board: mm.Board,
    every: Annotated[bool, typer.Option("--all", help="Everything that is certain, not only one move.")] = False,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """What to do next, and why.

    Example: minemind hint board.txt --all
    """
    best = None if every else mm.hint(board, time_limit=time_limit)
    moves = list(mm.certain_moves(board, time_limit=time_limit)) if every else [best] if best else []
    if as_json:
        print_json({**board_json(board), "moves": [move_json(move) for move in moves]})
        return
    for move in moves:
        print(move)
    if not moves:
        print("nothing is certain" if every else "nothing is known of any hidden cell")


def guesses(
    board: mm.Board,
    games: Annotated[int, typer.Option(help="Games played on from each cell, to estimate its chance to win.")] = 100,
    seed: Annotated[int, typer.Option(help="Of these games.")] = 0,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """What speaks for each guess where nothing is certain.

    Example: minemind guesses board.txt --games 1000
    """
    candidates = mm.guesses(board, games=games, seed=seed, time_limit=time_limit)
    if as_json:
        print_json({**board_json(board), "candidates": [candidate_json(candidate) for candidate in candidates]})
        return
    from minemind.cli.answers import guesses_text

    print(guesses_text(candidates) if candidates else "no guess is needed; minemind hint says what is certain")


def explain(
    board: mm.Board,
    row: Annotated[int, typer.Argument(metavar="ROW", help="The row of the cell, from 0.")],
    col: Annotated[int, typer.Argument(metavar="COL", help="The column of the cell, from 0.")],
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Why a cell is certain: numbers that prove it, none too many.

    Example: minemind explain board.txt 3 4
    """
    from minemind.cli.answers import proof_text, risk_text

    if risk := risk_text(board, mm.Cell(row, col), time_limit):
        raise mm.InvalidValue(risk)
    proof = mm.explain(board, (row, col), time_limit=time_limit)
    print_json({**board_json(board), **proof_json(proof)}) if as_json else print(proof_text(proof))


def frontier(board: mm.Board, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """The independent parts of the frontier, and their solutions.

    Example: minemind frontier board.txt
    """
    analysis = mm.analyse(board, time_limit=time_limit)
    if as_json:
        print_json({**board_json(board), **frontier_json(analysis)})
        return
    from minemind.cli.answers import frontier_text

    print(frontier_text(analysis))


def matrix(
    board: mm.Board,
    cells: Annotated[bool, typer.Option("--cells", help="A column for each cell, not for each group.")] = False,
    most: Annotated[int, typer.Option(min=0, help="Configurations to list.")] = 100,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """The board as simultaneous equations, solved.

    Example: minemind matrix board.txt --cells
    """
    deadline = Deadline(time_limit)
    solved = solve_equations(equations(mm.solve.Problem(board, deadline=deadline), collapse=not cells), most, deadline)
    if as_json:
        print_json({**board_json(board), **matrix_json(solved)})
        return
    from minemind.cli.answers import matrix_text

    print(matrix_text(solved))


def methods(as_json: Json = False) -> None:
    """The ways to infer, and what they cost.

    Example: minemind methods
    """
    _listed(
        as_json,
        "methods",
        [method_json(method) for method in mm.methods()],
        lambda m: f"{m['name']:10} {m['quality']:9} {m['summary']}\n{'':20} cost: {m['time']}",
    )


def strategies(as_json: Json = False) -> None:
    """The players that there are.

    Example: minemind strategies
    """
    listed = [{"name": player.name, "summary": player.summary} for player in mm.strategies()]
    _listed(as_json, "strategies", listed, lambda player: f"{player['name']:13} {player['summary']}")


def _listed(as_json: bool, what: str, values: list[dict[str, Any]], line: Callable[[dict[str, Any]], str]) -> None:
    if as_json:
        print_json({what: values})
        return
    for value in values:
        print(line(value))
