"""Filetypes: every format that MineMind reads and writes, how they are recognised, and `load` and `save`.

A file is recognised by its content; its name only chooses how a new one is written. To add a format, write a module
with a `Format` in it and name it in `FORMATS`: CONTRIBUTING.md has the recipe.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

from minemind.arguments import path as checked_path
from minemind.arguments import shown, unknown
from minemind.board import Board
from minemind.errors import BadReplay, BadSave, InvalidValue, TooLarge, UnknownFormat
from minemind.files import read_file, write_file
from minemind.formats import saved
from minemind.formats.definition import Content, Format, Holds, board_of
from minemind.formats.document import json_in, parsed
from minemind.formats.jsminesweeper import LINK, MINE
from minemind.formats.mbf import ABF, MBF, MBF_HEX
from minemind.formats.mgb import MGB
from minemind.formats.ptta import PTTA
from minemind.formats.reading import read_text
from minemind.formats.replays import AVF, EVF, MVF, RAWVF, RMV
from minemind.formats.tatham import TATHAM
from minemind.formats.unknown import can_be_board, is_text, refusal
from minemind.game import Game
from minemind.grid import MAX_CELLS
from minemind.layout import Layout
from minemind.no_guess.certificate import Certificate
from minemind.notation import warn
from minemind.replay import Replay
from minemind.source import Notes
from minemind.strategy.record import Record

__all__ = [
    "FORMATS",
    "Content",
    "Format",
    "Holds",
    "Loaded",
    "as_text",
    "format_by_ending",
    "format_of",
    "load",
    "named_format",
    "naming",
    "own_format",
    "read",
    "save",
    "writable",
    "written",
]

# What a file can hold.
Loaded: TypeAlias = Game | Board | Layout | Replay | Record | Certificate

Value = TypeVar("Value")


def _own_json(
    kind: Holds,
    title: str,
    from_json: Callable[[object, int], object],
    to_json: Callable[[object], object],
    *,
    takes: tuple[type[Any], ...] = (object,),
    is_text: bool = False,
    instead: str = "use --to text",
) -> Format:
    """The format of one kind of our own JSON; `instead` advises what to do with a value of another kind."""

    def recognises(content: bytes) -> bool:
        values = json_in(content)
        return isinstance(values, dict) and "minemind" in values and values.get("kind") == kind.value

    def read(content: bytes, max_cells: int) -> Content:
        return Content(from_json(parsed(content, kind.value), max_cells))

    def write(value: object) -> bytes:
        values = to_json(value)
        if values is None:
            raise InvalidValue(f"{_named(value).lower()} cannot be written as a {kind.value}; {instead}")
        return json.dumps(values, allow_nan=False).encode() + b"\n"

    return Format(kind.value, title, (kind,), recognises, read, write, (".json",), is_text=is_text, takes=takes)


def _game_to_json(value: object) -> object:
    match value:
        case Replay():
            value = value.replay()
        case Layout():
            value = Game.from_layout(value)
    return saved.to_json(value) if isinstance(value, Game) else None


def _write_text(value: object) -> bytes:
    return f"{value if isinstance(value, Layout) else board_of(value)}\n".encode()


GAME = _own_json(
    Holds.GAME,
    "a saved game",
    lambda values, max_cells: saved.from_json(values, max_cells=max_cells),
    _game_to_json,
    takes=(Board, Game, Layout, Replay),
    is_text=True,
)
RECORD = _own_json(
    Holds.RECORD,
    "a record of a game",
    lambda values, _: Record.from_json(values),
    lambda value: value.to_json() if isinstance(value, Record) else None,
    instead="use --to game",
)
CERTIFICATE = _own_json(
    Holds.CERTIFICATE,
    "a certificate",
    lambda values, _: Certificate.from_json(values),
    lambda value: value.to_json() if isinstance(value, Certificate) else None,
    instead="mm.no_guess.certify makes one",
)
TEXT = Format("text", "text", (Holds.POSITION, Holds.LAYOUT), is_text, read_text, _write_text, (".txt",), is_text=True)

# In this order: the first format that recognises a file reads it, so the less specific ones come later.
_REPLAYS = (RMV, AVF, MVF, RAWVF, EVF)
_ALL = (GAME, RECORD, CERTIFICATE, MGB, MBF, ABF, *_REPLAYS, MBF_HEX, LINK, PTTA, TATHAM, MINE, TEXT)
FORMATS: Mapping[str, Format] = MappingProxyType({each.name: each for each in _ALL})


def format_of(content: bytes) -> Format:
    r"""The format of a file's bytes; raises `UnknownFormat`, which says what the file seems to be instead.

    >>> mm.filetypes.format_of(b"3x1x1\nH1F").name
    'mine'
    >>> mm.filetypes.format_of(b"%PDF-1.7")
    Traceback (most recent call last):
    minemind.errors.UnknownFormat: seems to be a PDF document, not a board; ...
    """
    for each in FORMATS.values():
        if each is not TEXT and each.recognises(content):
            return each
    if not can_be_board(content):
        raise refusal(content)
    return GAME if content.lstrip().startswith(b"{") else TEXT  # other JSON: the reader of games says what is wrong


def read(content: bytes, *, max_cells: int = MAX_CELLS) -> Content:
    r"""The content of a file's bytes, in any format, and what was assumed to read it.

    >>> mm.filetypes.read(bytes([3, 1, 0, 1, 2, 0])).value
    Layout.parse('1 3 1\n..*')
    """
    try:
        return format_of(content).read(content, max_cells)
    finally:
        json_in.cache_clear()


def as_text(content: bytes, *, max_cells: int = MAX_CELLS) -> tuple[bytes, Notes]:
    """A file's bytes as a text that `Board`, `Layout` and `Game` read, or as our own JSON; and what was assumed.

    All commands read their files through this, so that each of them reads every format. A record becomes the game that
    it led to, and a replay or a certificate its layout.
    """
    found = format_of(content)
    if found.is_text:
        return content, ()
    value, notes = found.read(content, max_cells)
    value = _played(value)
    return written(value, GAME if isinstance(value, Game) else TEXT), notes


def _played(value: object) -> object:
    """A record as the game that it led to, a dealt replay or a certificate as its layout; anything else as it is."""
    match value:
        case Record():
            return value.replay()
        case Replay():
            return value if value.undealt else value.layout
        case Certificate():
            return Layout.parse(value.layout, strict=True)
    return value


# Python keeps every executed overload for ever, and with it all that its module holds of the engine.
if TYPE_CHECKING:

    @overload
    def load(path: str | os.PathLike[str], *, max_cells: int = MAX_CELLS) -> Any: ...
    @overload
    def load(path: str | os.PathLike[str], of: type[Value], *, max_cells: int = MAX_CELLS) -> Value: ...


def load(path: str | os.PathLike[str], of: type[Any] = object, *, max_cells: int = MAX_CELLS) -> Any:
    r"""Read a file in any format: a saved game continues exactly where it stopped, a position is a `Board`, and so on.

    The format is recognised by the content, not the name; docs/formats.md lists all formats. `of` is the expected type,
    which type checkers then infer: anything else is refused, except that a `Replay` is also made from a game or a
    record. Whatever had to be assumed is reported as an `Assumption` warning.

    >>> game = mm.Game("beginner", seed=7)
    >>> _ = game.open(4, 4)
    >>> mm.save(game, "game.json")
    >>> mm.load("game.json", mm.Game).board == game.board
    True
    >>> mm.save(game, "game.mbf")
    >>> mm.load("game.mbf") == game.layout
    True
    """
    if not isinstance(of, type):
        raise InvalidValue(f"{shown(of)} is not a type; give one, such as mm.Game")
    content = read_file(path)
    with naming(repr(os.fspath(path))):
        value, notes = read(content, max_cells=max_cells)
        if of is Replay and isinstance(value, Game | Record):
            value = Replay.of(value)
        if not isinstance(value, of):
            raise UnknownFormat(f"holds {_named(value)}, not {_named(of)}")
    warn(notes)
    return value


def save(value: Loaded, path: str | os.PathLike[str], *, format: str | None = None) -> None:  # noqa: A002  # as a user says it
    r"""Write a file; it is replaced whole or not at all.

    `format` is a name in `mm.filetypes.FORMATS`. Without it, the ending of another program's files, such as `.mbf`,
    selects that format; otherwise a game is saved with its undo history, and a board or a layout as text.

    >>> game = mm.Game("beginner", seed=7)
    >>> mm.save(game, "game.json")
    >>> mm.save(mm.Board.parse("1 3 1\n1!."), "board.mine")
    >>> mm.load("board.mine")
    Board.parse('1 3 1\n1!.')
    """
    write_file(path, written(value, _format_to_save(path, value) if format is None else named_format(format)))


def written(value: object, wanted: Format) -> bytes:
    """A value as the bytes of a format; raises `InvalidValue` for what the format cannot hold."""
    if wanted.write is None:
        raise InvalidValue(f"{wanted.title} is only read; choose from {', '.join(writable())}")
    return wanted.write(value if isinstance(value, wanted.takes) else _played(value))


def writable() -> list[str]:
    """The names of the formats that can be written."""
    return [each.name for each in FORMATS.values() if each.write]


def named_format(name: str) -> Format:
    """The format with this name."""
    found = next((each for each in FORMATS.values() if each.name == name), None)  # a name may be anything
    if found is None:
        raise unknown(name, writable(), "a format")
    return found


def format_by_ending(path: str | os.PathLike[str], value: object) -> Format | None:
    """The format that the ending of a file name stands for, if any; for `.json` it depends on the value."""
    ending = checked_path(path).suffix.lower()
    if ending == ".json":
        return GAME if isinstance(value, Layout | Replay) else own_format(value)
    return next((each for each in FORMATS.values() if each.write and ending in each.endings), None)


def _format_to_save(path: str | os.PathLike[str], value: object) -> Format:
    """The format to save a value in: our own for it, unless the ending is another program's."""
    found = format_by_ending(path, value)
    return own_format(value) if found in (None, TEXT, GAME) else found


def own_format(value: object) -> Format:
    """Our own format for a value."""
    for kind, own in ((Game, GAME), (Record, RECORD), (Certificate, CERTIFICATE)):
        if isinstance(value, kind):
            return own
    if isinstance(value, Board | Layout):
        return TEXT
    if isinstance(value, Replay):
        return RAWVF
    raise InvalidValue(
        f"{shown(value)} cannot be saved; give a game, a board, a layout, a replay, a record or a certificate"
    )


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Put the name of a file, as messages show it, before the errors about its content."""
    try:
        yield
    except (BadReplay, BadSave, UnknownFormat) as error:
        raise type(error)(f"{name} {error}") from None
    except TooLarge as error:
        raise TooLarge(f"{name}: {error}") from None


def _named(value: object) -> str:
    name = value.__name__ if isinstance(value, type) else type(value).__name__
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
