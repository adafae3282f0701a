"""Source: whatever was played, as a replay: a game, a record, or a file with any of these."""

from __future__ import annotations

import os

from minemind.arguments import shown
from minemind.errors import BadReplay, BadSave, InvalidValue
from minemind.files import read_file
from minemind.formats import replays, saved
from minemind.formats.document import parsed
from minemind.game import Game
from minemind.replay import Playable, Replay
from minemind.strategy.record import Record

__all__ = ["as_replay", "read_replay"]


def as_replay(given: Replay | Game | Playable | str | os.PathLike[str]) -> Replay:
    """What was played; a path names a file."""
    if isinstance(given, Replay):
        return given
    if isinstance(given, str | os.PathLike):
        try:
            return read_replay(read_file(given))
        except BadSave as error:
            raise BadSave(f"{os.fspath(given)!r} {error}") from None
        except BadReplay as error:
            raise BadReplay(f"{os.fspath(given)!r}: {error}") from None
    if isinstance(given, Game) or hasattr(given, "moves"):
        return Replay.of(given)
    raise InvalidValue(f"{shown(given)} cannot be reviewed; give a Replay, a Record, a Game, or the path of a file")


def read_replay(content: bytes) -> Replay:
    """The game in a file, whatever wrote it."""
    if not content.lstrip().startswith(b"{"):
        return replays.read_replay(content)
    values = parsed(content, "game")
    if isinstance(values, dict) and values.get("kind") == "record":
        return Replay.of(Record.from_json(values))
    return Replay.of(saved.from_json(values))
