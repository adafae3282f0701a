"""A saved game: versioned JSON that holds how the game was set up, every turn since, and the board they led to.

The mines are not in it, unless the layout was given: the seed and the first turn deal or move them again, as a
no-guess board if the game was set up so. The board gives the grid, and serves readers that only want to show the game.
Loading replays the turns and compares the boards, so that a damaged file is never taken for a game.

It may also hold when each turn of the history was played, in seconds.
"""

from __future__ import annotations

import itertools
from typing import Any

from minemind.board import Board
from minemind.deadline import Deadline
from minemind.errors import BadSave, MineMindError, NoBoard, TooHard, TooLarge, counted
from minemind.formats.document import SCHEMA, check_kind, damaged, field, text_of
from minemind.game import Action, Game, Turn, check_game
from minemind.grid import MAX_CELLS, Cell
from minemind.layout import Layout

__all__ = ["from_json", "seed_in", "times_in", "to_json"]

# Decimal digits of the largest seed.
SEED_DIGITS = 20

# Thirty years.
MOST_SECONDS = 1e9


def to_json(game: Game) -> dict[str, Any]:
    """A game as values that JSON can hold."""
    game = check_game(game)
    setup: dict[str, Any] = {} if game.given is None else {"layout": {"text": str(game.given)}}
    if game.seed is not None:
        setup |= {"seed": str(game.seed), "first_click": game.first_click.value}
    if game.dealer is not None:
        graded = {"grade": list(game.dealer.grades)} if game.dealer.grades else {}
        setup["no_guess"] = {"way": game.dealer.way.value, "budget": game.dealer.budget, **graded}
    times = [turn.seconds for turn in game.history]
    timed = {} if all(time is None for time in times) else {"times": times}
    return {
        "minemind": SCHEMA,
        "kind": "game",
        **setup,
        "history": [_turn_to_json(turn) for turn in game.history],
        **timed,
        "undone": [_turn_to_json(turn) for turn in game.undone],
        "board": {"text": str(game.board)},
    }


def times_in(saved: object, turns: int) -> list[float | None] | None:
    """The times of the turns, None for unknown ones, if a document has them."""
    if not isinstance(saved, dict) or "times" not in saved:
        return None
    times = field(saved, "times", list)
    if len(times) != turns:
        raise damaged(f"'times' has {len(times)} entries for {counted(turns, 'turn')}")
    return [None if time is None else _time(time) for time in times]


def _time(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST_SECONDS:
        return float(value)
    raise damaged(f"{value!r:.40} is not a time")


def from_json(saved: object, *, max_cells: int = MAX_CELLS) -> Game:
    """The game in values from `to_json`. Raises `BadSave`, `TooLarge`, or `TooHard` if a deadline passes."""
    check_kind(saved, "game")
    try:
        return _replayed(saved, max_cells)
    except MineMindError as error:
        if isinstance(error, BadSave | TooLarge | TooHard) and not isinstance(error, NoBoard):
            raise
        raise damaged(str(error)) from None


def _replayed(saved: object, max_cells: int) -> Game:
    board = Board.parse(text_of(saved, "board"), strict=True, max_cells=max_cells)
    game = _fresh(saved, board, max_cells)
    history, undone = field(saved, "history", list), field(saved, "undone", list)
    times = times_in(saved, len(history)) or [None] * len(history)
    turns = zip((*history, *undone), itertools.chain(times, itertools.repeat(None)), strict=False)
    for values, seconds in Deadline().each(turns):
        _play(game, _turn_from_json(values)._replace(seconds=seconds))
    for _ in undone:
        game.undo()
    if game.board != board:
        raise damaged("its turns do not lead to its board")
    return game


def _fresh(saved: object, board: Board, max_cells: int) -> Game:
    """The game as it was before the first turn."""
    if isinstance(saved, dict) and "layout" in saved:
        if "no_guess" in saved:
            raise damaged("a layout is given, and yet to be dealt without a guess")
        text = text_of(saved, "layout")
        layout = Layout.parse(text, reveal_numbers=True, strict=True, max_cells=max_cells)
        if "seed" not in saved:
            return Game.from_layout(layout)
        return Game.from_layout(layout, seed=seed_in(saved), first_click=field(saved, "first_click", str))
    return Game(
        mines=board.mines,
        seed=seed_in(saved),
        first_click=field(saved, "first_click", str),
        max_per_cell=board.max_per_cell,
        grid=board.grid,
        **_dealer_in(saved),
    )


def _dealer_in(saved: object) -> dict[str, Any]:
    """The arguments of `Game` for a no-guess deal, if the game is one."""
    match saved:
        case {"no_guess": {"way": str(way), "budget": int(budget), **others}} if not isinstance(budget, bool):
            return {"no_guess": True, "way": way, "budget": budget, "grade": others.get("grade")}
        case {"no_guess": _}:
            raise damaged("'no_guess' is invalid")
    return {}


def seed_in(saved: object) -> int:
    """A seed, which is written as text because not every JSON reader keeps 64 bits."""
    seed = field(saved, "seed", str)
    if not (seed.isascii() and seed.isdecimal() and len(seed) <= SEED_DIGITS):
        raise damaged(f"the seed {seed[:SEED_DIGITS]!r} is not a whole number")
    return int(seed)


def _turn_to_json(turn: Turn) -> list[str | int]:
    claimed = [turn.mines] if turn.action is Action.FLAG else []
    return [turn.action.value, *turn.cell, *claimed]


def _turn_from_json(values: object) -> Turn:
    match values:
        case ["open" | "chord" as action, int(row), int(col)]:
            return Turn(Cell(row, col), Action(action))
        case ["flag", int(row), int(col), int(mines)]:
            return Turn(Cell(row, col), Action.FLAG, mines)
    raise damaged(f"{values!r:.60} is not a turn")


def _play(game: Game, turn: Turn) -> None:
    before = game.turns
    game.take(turn)
    if game.turns == before:
        raise damaged(f"the turn {turn.action} {tuple(turn.cell)} has no effect")
