"""Commands that answer a question about a position, or list what can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

import minemind as mm
from minemind.cli.output import cells_json, console, number_json, print_json, show
from minemind.cli.position import Json, asks_about_a_position
from minemind.solve.matrix import Equations, equations
from minemind.solve.methods import METHODS

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


def analysis_json(analysis: mm.Analysis) -> dict[str, Any]:
    """An analysis as programs read it."""
    from minemind.cli.answers import best_move, solutions_of

    board, count = analysis.board, solutions_of(analysis)
    return {
        **board_json(board),
        "method": analysis.method,
        "exact": analysis.quality is mm.Quality.EXACT,
        "quality": analysis.quality.value,
        "solutions": None if count is None else str(count),
        "safe": cells_json(analysis.safe),
        "certain_mines": cells_json(analysis.mines),
        "probability": [[number_json(chance) for chance in row] for row in analysis.probability.tolist()],
        "best": best_json(best_move(analysis)),
        "notes": list(analysis.notes),
    }


def best_json(best: mm.Move | None) -> dict[str, Any] | None:
    """The cell to open next as programs read it."""
    if best is None:
        return None
    return {"cell": list(best.cell), "probability": best.probability, "reason": str(best.reason)}


def board_json(board: mm.Board) -> dict[str, Any]:
    """What every answer says about the board that it is about."""
    return {
        "rows": board.grid.rows,
        "cols": board.grid.cols,
        "mines": board.mines,
        "topology": board.grid.topology,
        "max_per_cell": board.max_per_cell,
    }


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


def move_json(move: mm.Move) -> dict[str, Any]:
    """A move as programs read it."""
    values: dict[str, Any] = {
        "cell": list(move.cell),
        "action": move.action.value,
        "mines": move.mines,
        "certain": move.is_certain,
        "probability": move.probability,
        "reason": str(move.reason),
    }
    if isinstance(move.reason, mm.Proof):
        values["proof"] = proof_json(move.reason)
    if isinstance(move.reason, mm.Guess):
        values |= {name: getattr(move.reason, name) for name in ("win", "next", "progress")}
        values["twin"] = twin_json(move.reason.twin)
        values["runners_up"] = [{"cell": list(cell), "probability": chance} for cell, chance in move.reason.runners_up]
    return values


def guesses(
    board: mm.Board,
    games: Annotated[int, typer.Option(help="Games played on from each cell, to estimate its chance to win.")] = 100,
    seed: Annotated[int, typer.Option(help="Of these games.")] = 0,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """The cells to guess from where nothing is certain, the best first, and what speaks for each.

    Example: minemind guesses board.txt --games 1000
    """
    candidates = mm.guesses(board, games=games, seed=seed, time_limit=time_limit)
    if as_json:
        print_json({**board_json(board), "candidates": [candidate_json(candidate) for candidate in candidates]})
        return
    from minemind.cli.answers import guesses_text

    print(guesses_text(candidates) if candidates else "no guess is needed; minemind hint says what is certain")


def candidate_json(candidate: mm.Candidate) -> dict[str, Any]:
    """A cell to guess from as programs read it."""
    return {
        "cell": list(candidate.cell),
        "risk": candidate.risk,
        "next": candidate.next,
        "progress": candidate.progress,
        "win": candidate.win,
        "margin": candidate.margin,
        "exact": candidate.is_exact,
        "twin": twin_json(candidate.twin),
        "numbers": {str(number): chance for number, chance in candidate.numbers.shown.items()},
    }


def twin_json(twin: mm.Cell | None) -> list[int] | None:
    """The other cell of a pair, if there is one."""
    return None if twin is None else list(twin)


def proof_json(proof: mm.Proof) -> dict[str, Any]:
    """A proof as programs read it."""
    return {
        "cell": list(proof.cell),
        "is_mine": proof.is_mine,
        "numbers": cells_json(proof.numbers),
        "flags": cells_json(proof.flags),
        "uses_mine_count": proof.uses_mine_count,
        "kind": proof.kind.value,
        "pattern": proof.pattern,
        "sentence": proof.sentence,
    }


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
    if not as_json:
        from minemind.cli.answers import frontier_text

        print(frontier_text(analysis))
        return
    components = [
        {
            "cells": cells_json(component.cells),
            "groups": [cells_json(group.cells) for group in component.groups],
            "constraints": [
                {
                    "numbers": cells_json(constraint.numbers),
                    "cells": cells_json(component.cells_of(constraint.scope)),
                    "mines": constraint.remaining,
                }
                for constraint in component.constraints
            ],
            "solutions": str(sum(analysis.ways(i).values())),
            "solutions_by_mines": {str(mines): str(count) for mines, count in analysis.ways(i).items()},
        }
        for i, component in enumerate(analysis.components)
    ]
    print_json({**board_json(board), "components": components, "outside": number_json(analysis.outside)})


def matrix(
    board: mm.Board,
    cells: Annotated[bool, typer.Option("--cells", help="A column for each cell, not for each group.")] = False,
    as_json: Json = False,
) -> None:
    """The board as simultaneous equations, solved.

    Example: minemind matrix board.txt --cells
    """
    before = equations(mm.Problem(board), collapse=not cells)
    after = before.reduced()
    if as_json:
        columns = [cells_json(variable.cells) for variable in before.variables]
        reduced = {"table": after.rows, "labels": after.labels, "fixed": after.fixed, "redundant": after.redundant}
        print_json({**board_json(board), "columns": columns, **_rows_json(before), "reduced": reduced})
        return
    for number, variable in enumerate(before.variables):
        print(f"column {number}: {' '.join(str(tuple(cell)) for cell in variable.cells)}")
    print(f"\n{before}\n\nreduced:\n{after}")
    if after.redundant:
        print(f"follow from the others: {', '.join(after.redundant)}")
    print(f"free columns: {', '.join(map(str, after.free)) or 'none'}")


def _rows_json(table: Equations) -> dict[str, Any]:
    return {"table": table.rows, "labels": table.labels}


def methods(as_json: Json = False) -> None:
    """The ways to infer, and what they cost.

    Example: minemind methods
    """
    _listed(
        as_json,
        "methods",
        [
            {"name": m.name, "quality": m.quality.value, "complete": m.complete, "summary": m.summary, "time": m.time}
            for m in mm.methods()
        ],
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
