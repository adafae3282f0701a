"""Source: whatever can be reviewed, as a replay: a game, a record, or a file with one of these."""

from __future__ import annotations

import os

from minemind.arguments import shown
from minemind.errors import InvalidValue, UnknownFormat
from minemind.files import read_file
from minemind.filetypes import Holds, format_of, naming, read
from minemind.formats.document import json_in
from minemind.game import Game
from minemind.grid import MAX_CELLS
from minemind.replay import Playable, Replay

__all__ = ["as_replay", "holds_game", "read_replay"]

# A file must hold one of these to be reviewed.
PLAYED = frozenset({Holds.GAME, Holds.RECORD, Holds.REPLAY})


def as_replay(given: Replay | Game | Playable | str | os.PathLike[str]) -> Replay:
    """A game, a record or a replay as a replay; a path names a file with one."""
    if isinstance(given, Replay):
        return given
    if isinstance(given, str | os.PathLike):
        return read_replay(read_file(given), repr(os.fspath(given)))
    if isinstance(given, Game) or hasattr(given, "moves"):
        return Replay.of(given)
    raise InvalidValue(f"{shown(given)} cannot be reviewed; give a Replay, a Record, a Game, or the path of a file")


def read_replay(content: bytes, name: str, *, max_cells: int = MAX_CELLS) -> Replay:
    """The game in a file of any format; error messages call the file by `name`."""
    with naming(name):
        if PLAYED.isdisjoint(format_of(content).holds):
            raise UnknownFormat("holds no game that was played; give a replay, a record or a saved game")
        return as_replay(read(content, max_cells=max_cells).value)


def holds_game(content: bytes) -> bool:
    """Whether a file holds a game that was played, even a damaged one."""
    try:
        found = format_of(content)
    except UnknownFormat:
        return False
    # `format_of` takes JSON of any other kind for a saved game; if it is invalid JSON, it may be one that was cut off.
    return not PLAYED.isdisjoint(found.holds) and (found.recognises(content) or json_in(content) is None)
