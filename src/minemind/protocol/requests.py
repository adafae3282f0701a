"""Requests: everything that can be asked over the protocol, with its fields, and how it is answered.

The questions of the API have the same fields here. Each answer is a piece of JSON: analyses, which are asked for most
often, are serialised by code of our own, all others by the standard library.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from minemind import __version__
from minemind.answers import answer, asked
from minemind.answers.json import about_board, candidates_json, moves_json, proved_json, win_json
from minemind.board import Action
from minemind.dealer import GRADES, MAX_BUDGET, Way
from minemind.errors import InvalidValue
from minemind.formats.document import LINE_BYTES, PROTOCOL, SCHEMA
from minemind.layout import FirstClick
from minemind.protocol.fields import (
    CELL,
    SEED,
    TEXT,
    TRUTH,
    Kind,
    RequestField,
    either,
    listed,
    name,
    nullable,
    number,
    pair,
    record,
    whole,
)
from minemind.protocol.info import Info
from minemind.protocol.state import SessionState, read_position
from minemind.protocol.writing import analysis_text, text
from minemind.size import PRESETS
from minemind.solve.choice import MOST_THINK
from minemind.solve.guesses import FEWEST_GAMES, MOST_GAMES, Candidate
from minemind.solve.methods.registry import METHODS
from minemind.topology import TOPOLOGIES
from minemind.words import LANGUAGES

if TYPE_CHECKING:
    from minemind.game import Game

__all__ = ["PENDING", "REQUESTS", "Request"]

# The most requests that wait for an answer; beyond that, none is read until one is answered.
PENDING = 256

# A day; nobody waits longer.
MOST_SECONDS = 86_400.0

NAME = "MineMind"


class RequestAnswerer(Protocol):
    """How a request is answered."""

    def __call__(self, state: SessionState, given: dict[str, Any], info: Info) -> str:
        """The result as JSON. Raises `MineMindError` if there is none."""


class Request(NamedTuple):
    """Something that can be asked."""

    summary: str
    fields: tuple[RequestField, ...]
    answer: RequestAnswerer


def _hello(state: SessionState, given: dict[str, Any], info: Info) -> str:  # noqa: ARG001
    from minemind.strategy.registry import strategies

    return text(
        {
            "minemind": SCHEMA,
            "name": NAME,
            "version": __version__,
            "protocol": PROTOCOL,
            "requests": [*REQUESTS],
            "methods": [*METHODS],
            "strategies": [player.name for player in strategies()],
            "topologies": [*TOPOLOGIES],
            "presets": [*PRESETS],
            "languages": [*LANGUAGES],
            "options": state.options.to_json(),
            "limits": {
                "line_bytes": LINE_BYTES,
                "pending": PENDING,
                "rows": asked.CELLS_ACROSS,
                "cols": asked.CELLS_ACROSS,
                "max_per_cell": asked.MINES_PER_CELL,
            },
        }
    )


def _options(state: SessionState, given: dict[str, Any], info: Info) -> str:  # noqa: ARG001
    if "strategy" in given:
        _strategy(given["strategy"])
    state.options = replace(state.options, **given)
    return text(state.options.to_json())


def _position(state: SessionState, given: dict[str, Any], info: Info) -> str:  # noqa: ARG001
    found = read_position(given)
    if found is None:
        raise InvalidValue("the position is missing; give a board or a game")
    state.position = found
    return text(
        {
            **about_board(found.board, found.notes),
            "board": {"text": str(found.board)},
            "state": found.game.state.value if found.game else None,
        }
    )


def _analyse(state: SessionState, given: dict[str, Any], info: Info) -> str:  # noqa: ARG001
    board, notes, _ = state.asked_about(given)
    parts, frontier = given.get("parts", answer.PARTS), given.get("frontier", False)
    method = given.get("method", "exact")
    return analysis_text(answer.analyse(board, notes, method=method, parts=parts, with_frontier=frontier))


def _hint(state: SessionState, given: dict[str, Any], info: Info) -> str:
    board, notes, _ = state.asked_about(given)
    found = answer.hint(board, notes, every=given.get("all", False))
    best, think = found.best_guess, given.get("think", 0)
    if best and think:  # what is certain needs no thought
        with info.reporting({"best": {"cell": list(best.cell), "risk": best.probability}}):
            found = answer.hint(board, notes, think=think)
    return text(moves_json(found))


def _guesses(state: SessionState, given: dict[str, Any], info: Info) -> str:
    board, notes, _ = state.asked_about(given)
    how = {key: given[key] for key in ("think", "games", "seed") if key in given}

    def told(games: int, best: Candidate) -> None:
        found = {"cell": list(best.cell), "risk": best.risk, "win": best.win, "margin": best.margin}
        info.tell({"depth": None if games else LOOKED_AHEAD, "games": games, "best": found})

    return text(candidates_json(answer.guesses(board, notes, **how, progress=told)))


def _explain(state: SessionState, given: dict[str, Any], info: Info) -> str:  # noqa: ARG001
    board, notes, _ = state.asked_about(given)
    return text(proved_json(answer.explain(board, given["cell"], notes)))


def _win(state: SessionState, given: dict[str, Any], info: Info) -> str:
    board, notes, _ = state.asked_about(given)
    with info.reporting():
        found = answer.optimal(board, notes, first_click=FirstClick(given.get("first_click", "any")))
    return text(win_json(found))


def _generate(state: SessionState, given: dict[str, Any], info: Info) -> str:  # noqa: ARG001
    from minemind.answers.deal import deal

    if "layout" in given:
        given["layout"] = given["layout"]["text"]
    with info.reporting():
        return text(deal(**given))


def _play(state: SessionState, given: dict[str, Any], info: Info) -> str:
    from minemind.answers.deal import Setup
    from minemind.strategy.play import play

    player, think = given.pop("strategy", state.options.strategy), given.pop("think", None)
    _strategy(player)
    game, opened = Setup(**given).game(), 0

    def watch(game: Game, move: Any) -> None:
        nonlocal opened
        opened += move.opened
        info.tell({"moves": game.turns, "opened": opened, "cell": list(move.cell), "action": move.action.value})

    return text(play(game, player, think=think, watch=watch).to_json())


def _move(state: SessionState, given: dict[str, Any], info: Info) -> str:  # noqa: ARG001
    from random import Random

    from minemind.strategy.player import moves_of

    player = _strategy(given.get("strategy", state.options.strategy))
    moves = moves_of(player, state.asked_about(given).board, Random(given.get("seed", 0)))
    return text({"minemind": SCHEMA, "moves": [_move_json(move) for move in moves]})


def _move_json(move: Any) -> dict[str, Any]:
    claimed = {"mines": move.mines} if move.action is Action.FLAG else {}
    return {"cell": list(move.cell), "action": move.action.value, **claimed, "reason": str(move.reason)}


def _strategy(given: str) -> Any:
    """The strategy of this name. `exec:` is refused: clients may ask questions, but not start programs."""
    from minemind.strategy.registry import get_strategy

    if given.startswith("exec"):
        raise InvalidValue("other programs do not play here; start them yourself, or use minemind bench")
    return get_strategy(given)


# How many moves look-ahead sees: this one and the next.
LOOKED_AHEAD = 2

_COUNT = whole(0, 10**9)
_ACROSS = whole(1, 10**9)  # sizes that are too large are refused later, with the limit


def _turn(value: object) -> tuple[Any, ...]:
    match value:
        case [("open" | "chord") as action, row, col]:
            return action, *CELL.read([row, col])
        case ["flag", row, col, mines]:
            return "flag", *CELL.read([row, col]), _COUNT.read(mines)
    return CELL.read(None)  # type: ignore[no-any-return]  # raises `Unfit`


_TURN = Kind(
    '["open", row, col], ["chord", row, col] or ["flag", row, col, mines]',
    {
        "type": "array",
        "prefixItems": [{"enum": ["open", "chord", "flag"]}, *[{"type": "integer", "minimum": 0}] * 3],
        "items": False,
        "minItems": 3,
    },
    _turn,
)

_TIME_LIMIT = nullable(number(0, MOST_SECONDS, "a number of seconds above 0"))
_LIMITED = RequestField("time_limit", _TIME_LIMIT, "seconds for this request; null: no limit")
_SETUP = (
    RequestField("preset", nullable(name(PRESETS)), "the name of a size, instead of rows, cols and mines"),
    RequestField("rows", nullable(_ACROSS), "rows"),
    RequestField("cols", nullable(_ACROSS), "columns"),
    RequestField("mines", nullable(_COUNT), "mines"),
    RequestField("topology", name(TOPOLOGIES), "which cells are neighbours; square"),
    RequestField("reach", _ACROSS, "how far numbers see; 1"),
    RequestField("holes", listed(CELL, "a list of cells"), "cells that the board does not have"),
    RequestField("max_per_cell", _ACROSS, "the most mines in a cell; 1"),
    RequestField("first_click", name(FirstClick), "what the first click is promised; opening"),
    RequestField("seed", nullable(SEED), "what the mines are dealt from; null: random"),
)
_TEXT = record("a board", [RequestField("text", TEXT, "see docs/notation.md", is_required=True)])
_MOVES = RequestField("moves", listed(_TURN, "a list of turns"), "the turns since, in order")
_BOARD = (
    RequestField("board", _TEXT, "a position as text"),
    RequestField("game", record("a game", [*_SETUP, _MOVES]), "or as a seed and the moves since"),
    RequestField("mines", nullable(_COUNT), "null: unknown; without it, what the text says"),
    RequestField(
        "density",
        number(0, 1, "a number between 0 and 1"),
        "each cell's probability of a mine, instead of a count",
    ),
    RequestField("trust_flags", TRUTH, "false: flagged cells count as hidden; true"),
)
_PARTS = listed(name(answer.PARTS), f"a list of {', '.join(answer.PARTS)}")
_THINK = whole(0, MOST_THINK)
_GRADE = whole(GRADES[0], GRADES[-1])
_PLAYER = RequestField("strategy", TEXT, "who plays; by default the option of this name")

REQUESTS: dict[str, Request] = {
    "hello": Request("Who answers, what can be asked, and the limits.", (), _hello),
    "options": Request(
        "Set options for all later requests; those that are left out stay as they are.",
        (
            RequestField("lang", name(LANGUAGES), "the language of all sentences; en"),
            RequestField("time_limit", _TIME_LIMIT, "seconds for every request without one of its own; null: no limit"),
            RequestField(
                "info", number(-1e-9, MOST_SECONDS, "a number of seconds"), "the least time between info lines; 0.1"
            ),
            RequestField("strategy", TEXT, "who answers `move` and `play`; champion"),
        ),
        _options,
    ),
    "position": Request(
        "Set the position that later requests are about, unless they bring their own.", _BOARD, _position
    ),
    "analyse": Request(
        "Every cell's probability of a mine, and what is certain.",
        (
            *_BOARD,
            RequestField("method", name(METHODS), "how to infer; exact"),
            RequestField("parts", _PARTS, "what to find out beside the probabilities, which takes longer; all of them"),
            RequestField("frontier", TRUTH, "the independent parts of the frontier, too; false"),
            _LIMITED,
        ),
        _analyse,
    ),
    "hint": Request(
        "What to do next, and why.",
        (
            *_BOARD,
            RequestField("all", TRUTH, "all certain moves, not only one; false"),
            RequestField("think", _THINK, "how much to think about a guess, in millions of units of work; 0"),
            _LIMITED,
        ),
        _hint,
    ),
    "guesses": Request(
        "The candidates for a guess where no cell is safe, and how good each is.",
        (
            *_BOARD,
            RequestField("games", whole(FEWEST_GAMES, MOST_GAMES), "games that are played on from each at most"),
            RequestField("think", _THINK, "how much to think about the best, in millions of units of work"),
            RequestField("seed", SEED, "of these games; 0"),
            _LIMITED,
        ),
        _guesses,
    ),
    "explain": Request(
        "Why a cell is certain.",
        (*_BOARD, RequestField("cell", CELL, "a hidden cell", is_required=True), _LIMITED),
        _explain,
    ),
    "win": Request(
        "The exact probability of winning with perfect play, where few solutions are left.",
        (*_BOARD, RequestField("first_click", name(FirstClick), "what the first click is promised; any"), _LIMITED),
        _win,
    ),
    "generate": Request(
        "Deal the mines of a game.",
        (
            *_SETUP,
            RequestField("start", nullable(CELL), "the first click, to which `first_click` applies"),
            RequestField("no_guess", TRUTH, "a board that never needs a guess from `start`, or the centre; false"),
            RequestField("way", nullable(name(Way)), "how it is found; null: uniform"),
            RequestField("budget", nullable(whole(0, MAX_BUDGET)), "the most work to spend on it; null: the usual"),
            RequestField(
                "grade",
                nullable(either(_GRADE, pair(_GRADE, "the least and the greatest of two"))),
                "how hard it is to be, from 1 to 5; null: any",
            ),
            RequestField("min_3bv", nullable(_COUNT), "the minimum 3BV that it may have"),
            RequestField("max_3bv", nullable(_COUNT), "the maximum 3BV that it may have"),
            RequestField("layout", _TEXT, "instead of a size: mines to move out of the way of `start`"),
            _LIMITED,
        ),
        _generate,
    ),
    "play": Request(
        "Let a strategy play a game to its end.",
        (
            *_SETUP,
            _PLAYER,
            RequestField(
                "think", nullable(_THINK), "how much the champion may think at each guess; null: as its name says"
            ),
            _LIMITED,
        ),
        _play,
    ),
    "move": Request(
        "The next moves of a player; what a program is asked that plays by `exec:`.",
        (*_BOARD, _PLAYER, RequestField("seed", SEED, "of the player's own randomness; 0"), _LIMITED),
        _move,
    ),
}
