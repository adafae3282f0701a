"""Document: the JSON files that MineMind writes, each with its kind and version, and how they are read safely."""

from __future__ import annotations

import codecs
import json
import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from minemind.errors import BadSave, TooLarge, quoted
from minemind.files import read_file, write_file

__all__ = [
    "LINE_BYTES",
    "PROTOCOL",
    "SCHEMA",
    "check_kind",
    "damaged",
    "field",
    "json_in",
    "parsed",
    "read_document",
    "text_of",
    "write_document",
]

# The version of all JSON that MineMind writes, under the key "minemind". Files of every earlier version still load:
# version 2 changed names in answers, and nothing in files.
SCHEMA = 2

# The version of the engine protocol, and the longest line of a request: about a hundred times a 100×100 board.
PROTOCOL = 1
LINE_BYTES = 2**20

# How messages name each kind.
KINDS = {"game": "saved game", "record": "game record", "run": "run", "certificate": "certificate"}

Value = TypeVar("Value")


def write_document(path: str | os.PathLike[str], values: Mapping[str, Any]) -> None:
    """Write a document; the file is replaced whole or not at all."""
    write_file(path, json.dumps(values, allow_nan=False).encode() + b"\n")


def read_document(path: str | os.PathLike[str], kind: str, make: Callable[[object], Value]) -> Value:
    """What a file holds, converted by `make`. Errors name the file."""
    try:
        return make(parsed(read_file(path), kind))
    except BadSave as error:
        raise BadSave(f"{os.fspath(path)!r} {error}") from None
    except TooLarge as error:
        raise TooLarge(f"{os.fspath(path)!r}: {error}") from None


def parsed(content: bytes, kind: str) -> object:
    """The JSON in a file."""
    try:
        return json.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadSave(f"is not a {KINDS[kind]}: it is not a text file") from None
    except (ValueError, RecursionError) as error:  # if it is too long or too deep for Python, there is no place
        place = f" in line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise BadSave(f"is not a {KINDS[kind]}, or is incomplete: not valid JSON{place}") from None


@lru_cache(maxsize=1)  # every format with JSON in it asks for the same
def json_in(content: bytes) -> object:
    """The JSON object that a file consists of; None for any other file."""
    text = content.removeprefix(codecs.BOM_UTF8)
    if not text.lstrip(b" \t\r\n").startswith(b"{"):
        return None
    try:
        return json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def check_kind(values: object, kind: str) -> None:
    """Raise `BadSave` unless this is a document of this kind in a known version."""
    version = values.get("minemind") if isinstance(values, dict) else None
    if type(version) is not int:
        raise BadSave(f"is not a {KINDS[kind]}: this JSON was not written by MineMind")
    if version < 1:
        raise damaged(f"version {quoted(version)} does not exist")
    if version > SCHEMA:
        raise BadSave(
            f"comes from a newer MineMind (format {quoted(version)}; this one reads up to {SCHEMA}); upgrade to load it"
        )
    if field(values, "kind", str) != kind:
        raise BadSave(f"is not a {KINDS[kind]}, but another file written by MineMind")


def damaged(what: str) -> BadSave:
    """The error for a damaged document, with the reason."""
    return BadSave(f"is damaged: {what}")


def field(values: object, name: str, kind: type[Value]) -> Value:
    """A value by its name. Raises `BadSave` if it is missing or not of the right type."""
    value = values.get(name) if isinstance(values, dict) else None
    if not isinstance(value, kind):
        raise damaged(f"{name!r} is missing or invalid")
    return value


def text_of(values: object, name: str) -> str:
    """The text of a board or a layout."""
    return field(field(values, name, dict), "text", str)
