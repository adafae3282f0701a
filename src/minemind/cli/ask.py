"""Commands that answer a question about a position, or list what can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer

import minemind as mm
from minemind.answers import answer
from minemind.answers.answer import MovesAnswer
from minemind.answers.json import (
    analysis_json,
    candidates_json,
    frontier_json,
    matrix_json,
    method_json,
    moves_json,
    proved_json,
    strategy_json,
)
from minemind.answers.text import frontier_text, guesses_text, matrix_text, proof_text
from minemind.cli.files import Force, check_picture
from minemind.cli.options import Lang, LanguageName, register
from minemind.cli.output import NoAnswer, complain, console, print_json, say, say_notes, show
from minemind.cli.position import File, Json, Overrides, TimeLimit, read_position
from minemind.solve.choice import MOST_THINK
from minemind.solve.guesses import FEWEST_GAMES, GAMES, MOST_GAMES, THINK
from minemind.solve.methods.registry import METHODS
from minemind.svg import check_size
from minemind.words import phrase

__all__ = ["add_to"]

Value = TypeVar("Value")

MethodName = StrEnum("MethodName", list(METHODS))  # type: ignore[misc]  # so that the help and completion list them


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    register(app, "Ask", analyse, hint, guesses, explain, frontier, matrix, methods, strategies)


def analyse(
    *,
    file: File,
    method: Annotated[MethodName, typer.Option(help="Inference method.")] = MethodName.exact,  # type: ignore[attr-defined]
    given: Overrides,
    _time_limit: TimeLimit = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Also save the heatmap, as .svg or .png.")
    ] = None,
    force: Force = False,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Mine probabilities and certain cells of a position.

    Example: minemind analyse board.txt --mines 99 -o heat.svg
    """
    check_picture(output, force=force)
    board, notes = read_position(file, given)
    if output is not None:
        check_size(board.grid, Path(output).suffix.lower())
    found = answer.analyse(board, notes, method=str(method))
    if output is not None:
        found.analysis.save(output)
        complain(f"wrote {output}")
    if as_json:
        print_json(analysis_json(found))
        return
    from minemind.cli.heatmap import analysis_text

    out = console()
    show(out, analysis_text(found, out))


def hint(
    *,
    file: File,
    every: Annotated[bool, typer.Option("--all", help="All certain moves, not only the best one.")] = False,
    think: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST_THINK,
            metavar="N",
            help="Effort on a guess: N million units, about 6 ms each.",
        ),
    ] = 0,
    given: Overrides,
    _time_limit: TimeLimit = None,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """The best next move, and why.

    Example: minemind hint board.txt --all
    """
    found = answer.hint(*read_position(file, given), every=every, think=think)
    if as_json:
        print_json(moves_json(found))
        return
    for move in found.moves:
        say(str(move))
    if found.unfound is not None:
        say_notes([str(found.unfound)])
    if not found.moves:
        say(_nothing(found, every=every))


def _nothing(found: MovesAnswer, *, every: bool) -> str:
    """Why there is no move."""
    if not found.board.hidden.any():
        return phrase("hint.nothing-hidden")
    return phrase("hint.nothing-certain" if every else "hint.nothing-known")


def guesses(
    *,
    file: File,
    think: Annotated[
        int,
        typer.Option(min=0, max=MOST_THINK, metavar="N", help="Effort: N million units, about 6 ms each."),
    ] = THINK,
    games: Annotated[
        int,
        typer.Option(
            min=FEWEST_GAMES, max=MOST_GAMES, help="Maximum games to play from each candidate to estimate its odds."
        ),
    ] = GAMES,
    seed: Annotated[int, typer.Option(min=0, help="Seed of these games.")] = 0,
    given: Overrides,
    _time_limit: TimeLimit = None,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Compare candidate guesses when no cell is safe.

    Example: minemind guesses board.txt --think 1000
    """
    found = answer.guesses(*read_position(file, given), think=think, games=games, seed=seed)
    if as_json:
        print_json(candidates_json(found))
    elif found.candidates:
        say(guesses_text(found.candidates))
    else:
        say(found.nothing)


def explain(
    *,
    file: File,
    row: Annotated[int, typer.Argument(metavar="ROW", help="Row of the cell, from 0.")],
    col: Annotated[int, typer.Argument(metavar="COL", help="Column of the cell, from 0.")],
    given: Overrides,
    _time_limit: TimeLimit = None,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Why a cell is certain: a minimal set of numbers proves it.

    Example: minemind explain board.txt 3 4
    """
    board, notes = read_position(file, given)
    found = answer.explain(board, (row, col), notes)
    if found.found is None:
        raise NoAnswer(found.uncertainty)
    print_json(proved_json(found)) if as_json else say(proof_text(found.proof))


def frontier(
    *,
    file: File,
    given: Overrides,
    _time_limit: TimeLimit = None,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """The components of the frontier, and their solutions.

    Example: minemind frontier board.txt
    """
    found = answer.frontier(*read_position(file, given))
    print_json(frontier_json(found)) if as_json else say(frontier_text(found.frontier))


def matrix(
    *,
    file: File,
    cells: Annotated[bool, typer.Option("--cells", help="One column per cell instead of per group.")] = False,
    most: Annotated[int, typer.Option(min=0, help="Maximum number of configurations to list.")] = 100,
    given: Overrides,
    _time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """The position as a system of linear equations, solved.

    Example: minemind matrix board.txt --cells
    """
    board, notes = read_position(file, given)
    found = answer.matrix(board, notes, by_group=not cells, most=most)
    if as_json:
        print_json(matrix_json(found))
        return
    print(matrix_text(found.solved))


def methods(as_json: Json = False) -> None:
    """List the inference methods and what they cost.

    Example: minemind methods
    """
    _listed(
        as_json,
        "methods",
        [method_json(method) for method in mm.methods()],
        lambda m: f"{m['name']:10} {m['quality']:9} {m['summary']}\n{'':20} cost: {m['time']}",
    )


def strategies(as_json: Json = False) -> None:
    """List the available strategies.

    Example: minemind strategies
    """
    listed = [strategy_json(player) for player in mm.strategies()]
    _listed(as_json, "strategies", listed, lambda player: f"{player['name']:13} {player['summary']}")


def _listed(as_json: bool, what: str, values: list[Value], line: Callable[[Value], str]) -> None:
    if as_json:
        print_json({what: values})
        return
    for value in values:
        say(line(value))
