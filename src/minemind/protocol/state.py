"""State: what a session remembers from one request to the next: its options, and the position that it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from minemind.answers import asked
from minemind.board import Action, Board
from minemind.errors import InvalidValue
from minemind.formats.document import SCHEMA
from minemind.source import Notes
from minemind.words import LANGUAGES

if TYPE_CHECKING:
    from minemind.game import Game
    from minemind.protocol import schema

__all__ = ["Options", "Position", "SessionState", "read_position"]

# Fields that say how to read the board of the same request.
_OVERRIDES = frozenset({"mines", "density", "trust_flags"})


@dataclass(frozen=True)
class Options:
    """What a client has set for its session."""

    lang: str = LANGUAGES[0]
    time_limit: float | None = None
    info: float = 0.1
    strategy: str = "champion"

    def to_json(self) -> schema.OptionsJson:
        """All options, as values that JSON can hold."""
        return {
            "minemind": SCHEMA,
            "lang": self.lang,
            "time_limit": self.time_limit,
            "info": self.info,
            "strategy": self.strategy,
        }


class Position(NamedTuple):
    """The position that requests are about, and what was assumed when it was read."""

    board: Board
    notes: Notes = ()
    game: Game | None = None


@dataclass
class SessionState:
    """What a session remembers from one request to the next."""

    options: Options = Options()
    position: Position | None = None

    def asked_about(self, given: Mapping[str, Any]) -> Position:
        """The position that a request brings along, or else the session's."""
        found = read_position(given)
        if found is None and not _OVERRIDES.isdisjoint(given):
            raise InvalidValue(f"{', '.join(sorted(_OVERRIDES))}: only with a board; send one along, or set a position")
        found = found or self.position
        if found is None:
            raise InvalidValue("there is no position yet; give a board or a game, or ask for position first")
        return found


def read_position(given: Mapping[str, Any]) -> Position | None:
    """The position that a request brings along, if any."""
    if "board" in given and "game" in given:
        raise InvalidValue("both a board and a game are given; give only one")
    if "game" in given:
        if "mines" in given or "density" in given:
            raise InvalidValue("a game has its own mines; leave out mines and density")
        game = _played(**given["game"])
        return Position(game.board if given.get("trust_flags", True) else game.board.unflagged(), (), game)
    if "board" not in given:
        return None
    more = {key: given[key] for key in ("mines", "density", "trust_flags") if key in given}
    return Position(*asked.position(given["board"]["text"], **more))


def _played(moves: Sequence[tuple[Any, ...]] = (), **setup: Any) -> Game:
    """The game with this setup, after these moves."""
    from minemind.answers.deal import Setup
    from minemind.game import Turn

    game = Setup(**setup).game()
    for action, row, col, *mines in moves:
        game.take(Turn(game.grid.cell(game.grid.index(row, col)), Action(action), *mines))
    return game
