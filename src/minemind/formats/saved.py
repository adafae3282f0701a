"""A saved game: versioned JSON that holds how the game was set up, every turn since, and the board they led to.

The mines are not in it, unless the layout was given: the seed and the first turn deal them again. The board gives the
grid and is there for those who only want to look. Loading plays the turns again and compares, so that a damaged file
cannot pass for a game.
"""

from __future__ import annotations

import json
import os
from typing import Any, NoReturn, TypeVar

from minemind.board import Board
from minemind.errors import BadSave, MineMindError, TooLarge, quoted
from minemind.formats.files import read_file, write_file
from minemind.game import Action, Game, Turn
from minemind.grid import MAX_CELLS, Cell
from minemind.layout import Layout

__all__ = ["SCHEMA", "from_json", "load", "save", "to_json"]

# The version of all JSON that MineMind writes, under the key "minemind".
SCHEMA = 1

# Decimal digits of the largest seed.
SEED_DIGITS = 20

Value = TypeVar("Value")


def save(game: Game, path: str | os.PathLike[str]) -> None:
    """Write a game to a file, undo history included; the file is replaced whole or not at all."""
    write_file(path, json.dumps(to_json(game)).encode() + b"\n")


def load(path: str | os.PathLike[str], *, max_cells: int = MAX_CELLS) -> Game:
    """Read a saved game; it goes on exactly as if it had never stopped."""
    try:
        return from_json(_parsed(read_file(path)), max_cells=max_cells)
    except BadSave as error:
        raise BadSave(f"{os.fspath(path)!r} {error}") from None
    except TooLarge as error:
        raise TooLarge(f"{os.fspath(path)!r}: {error}") from None


def to_json(game: Game) -> dict[str, Any]:
    """A game as values that JSON can hold."""
    if game.seed is None:
        setup: dict[str, Any] = {"layout": {"text": str(game.layout)}}
    else:
        setup = {"seed": str(game.seed), "first_click": game.first_click.value}
    return {
        "minemind": SCHEMA,
        "kind": "game",
        **setup,
        "history": [_turn_to_json(turn) for turn in game.history],
        "undone": [_turn_to_json(turn) for turn in game.undone],
        "board": {"text": str(game.board)},
    }


def from_json(saved: object, *, max_cells: int = MAX_CELLS) -> Game:
    """The way back from `to_json`; raises `BadSave` for everything else."""
    _check_kind(saved)
    try:
        return _replayed(saved, max_cells)
    except (BadSave, TooLarge):
        raise
    except MineMindError as error:
        _damaged(str(error))


def _replayed(saved: object, max_cells: int) -> Game:
    board = Board.parse(_text(saved, "board"), strict=True, max_cells=max_cells)
    game = _fresh(saved, board, max_cells)
    undone = _field(saved, "undone", list)
    for values in (*_field(saved, "history", list), *undone):
        _play(game, _turn_from_json(values))
    for _ in undone:
        game.undo()
    if game.board != board:
        _damaged("its turns do not lead to its board")
    return game


def _parsed(content: bytes) -> object:
    try:
        return json.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadSave("is no saved game: it is not even text") from None
    except (ValueError, RecursionError) as error:
        raise BadSave(f"is no saved game, or a truncated one: not JSON ({error})") from None


def _check_kind(saved: object) -> None:
    version = saved.get("minemind") if isinstance(saved, dict) else None
    if type(version) is not int:
        raise BadSave("is no saved game: it is JSON that something else wrote")
    if version < 1:
        _damaged(f"there is no version {quoted(version)}")
    if version > SCHEMA:
        raise BadSave(
            f"comes from a newer MineMind (version {quoted(version)}, this one reads {SCHEMA}): upgrade to load it"
        )
    if _field(saved, "kind", str) != "game":
        raise BadSave("is no saved game, but something else that MineMind wrote")


def _damaged(what: str) -> NoReturn:
    raise BadSave(f"is damaged: {what}")


def _field(values: object, name: str, kind: type[Value]) -> Value:
    value = values.get(name) if isinstance(values, dict) else None
    if not isinstance(value, kind):
        _damaged(f"{name!r} is missing, or not what it should be")
    return value


def _text(values: object, name: str) -> str:
    return _field(_field(values, name, dict), "text", str)


def _fresh(saved: object, board: Board, max_cells: int) -> Game:
    """The game as it was before the first turn."""
    if isinstance(saved, dict) and "layout" in saved:
        text = _text(saved, "layout")
        return Game.from_layout(Layout.parse(text, reveal_numbers=True, strict=True, max_cells=max_cells))
    seed = _field(saved, "seed", str)
    if not (seed.isascii() and seed.isdecimal() and len(seed) <= SEED_DIGITS):
        _damaged(f"the seed {seed[:SEED_DIGITS]!r} is no whole number")
    return Game(
        mines=board.mines,
        seed=int(seed),
        first_click=_field(saved, "first_click", str),
        max_per_cell=board.max_per_cell,
        grid=board.grid,
    )


def _turn_to_json(turn: Turn) -> list[str | int]:
    claimed = [turn.mines] if turn.action is Action.FLAG else []
    return [turn.action.value, *turn.cell, *claimed]


def _turn_from_json(values: object) -> Turn:
    match values:
        case ["open" | "chord" as action, int(row), int(col)]:
            return Turn(Cell(row, col), Action(action))
        case ["flag", int(row), int(col), int(mines)]:
            return Turn(Cell(row, col), Action.FLAG, mines)
    _damaged(f"{values!r:.60} is no turn")


def _play(game: Game, turn: Turn) -> None:
    before = game.turns
    match turn.action:
        case Action.OPEN:
            game.open(*turn.cell)
        case Action.CHORD:
            game.chord(*turn.cell)
        case Action.FLAG:
            game.flag(*turn.cell, mines=turn.mines)
    if game.turns == before:
        _damaged(f"the turn {turn.action} {tuple(turn.cell)} does nothing where it stands")
