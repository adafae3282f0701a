"""Fields: what a request may hold, field by field. Each kind of value reads itself and describes itself in the schema.

The API reads the same fields through pydantic, which the engine does not load: that would take longer than answering a
hundred questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from minemind.answers.asked import CELLS_ACROSS
from minemind.arguments import shown
from minemind.errors import BadRequest

__all__ = [
    "CELL",
    "SEED",
    "TEXT",
    "TRUTH",
    "Kind",
    "RequestField",
    "Unfit",
    "either",
    "listed",
    "name",
    "nullable",
    "number",
    "pair",
    "read",
    "record",
    "schema_of",
    "whole",
]

# The most faults of a request that a message lists, and the most characters of a name in it.
MOST_NAMED, LONGEST_NAME = 5, 60

# Decimal digits of the largest seed.
SEED_DIGITS: Final = 20


class Unfit(Exception):
    """The value is not of this kind."""


@dataclass(frozen=True)
class Kind:
    """A kind of value: what to ask for if something else is given, its JSON Schema, and how it is read."""

    wanted: str
    schema: Mapping[str, Any]
    read: Callable[[object], Any]  # raises `Unfit`


@dataclass(frozen=True)
class RequestField:
    """A field of a request."""

    name: str
    kind: Kind
    says: str  # what it is, for the schema
    is_required: bool = False


def read(of: str, fields: Sequence[RequestField], values: Mapping[str, object]) -> dict[str, Any]:
    """The values of the fields that are given. Raises `BadRequest` for unknown, invalid or missing fields."""
    known = {field.name: field for field in fields}
    found, faults = {}, []
    for given, value in values.items():
        if given not in known:
            faults.append(f"{given[:LONGEST_NAME]!r} is not a field of {of}, which has {', '.join(known) or 'none'}")
            continue
        try:
            found[given] = known[given].kind.read(value)
        except Unfit:
            faults.append(f"{given} is {shown(value)}; give {known[given].kind.wanted}")
    faults += [f"{name} is missing; give {known[name].kind.wanted}" for name in _missing(fields, values)]
    if faults:
        more = [f"… and {len(faults) - MOST_NAMED} more"] if faults[MOST_NAMED:] else []
        raise BadRequest("; ".join([*faults[:MOST_NAMED], *more]))
    return found


def _missing(fields: Sequence[RequestField], values: Mapping[str, object]) -> list[str]:
    return [field.name for field in fields if field.is_required and field.name not in values]


def schema_of(fields: Sequence[RequestField]) -> dict[str, Any]:
    """The fields as JSON Schema."""
    required = [field.name for field in fields if field.is_required]
    return {
        "properties": {field.name: {**field.kind.schema, "description": field.says} for field in fields},
        **({"required": required} if required else {}),
    }


def whole(least: int, most: int) -> Kind:
    """A whole number from `least` to `most`; as in JSON Schema, 3.0 is one."""

    def read(value: object) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int or not least <= value <= most:
            raise Unfit
        return value

    return Kind(
        f"a whole number from {least} to {most:,}", {"type": "integer", "minimum": least, "maximum": most}, read
    )


def number(above: float, below: float, wanted: str) -> Kind:
    """A number between `above` and `below`, both excluded."""

    def read(value: object) -> float:
        if type(value) not in (int, float) or not above < value < below:  # type: ignore[operator]
            raise Unfit
        return float(value)  # type: ignore[arg-type]

    return Kind(wanted, {"type": "number", "exclusiveMinimum": above, "exclusiveMaximum": below}, read)


def name(names: Iterable[str]) -> Kind:
    """One of some names."""
    known = [str(one) for one in names]

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in known:
            raise Unfit
        return value

    return Kind(f"one of {', '.join(known)}", {"enum": known}, read)


def nullable(kind: Kind) -> Kind:
    """A value of a kind, or null."""
    schema = {"anyOf": [dict(kind.schema), {"type": "null"}]}
    return Kind(f"{kind.wanted}, or null", schema, lambda value: None if value is None else kind.read(value))


def either(*kinds: Kind) -> Kind:
    """A value of any of some kinds."""

    def read(value: object) -> Any:
        for kind in kinds:
            try:
                return kind.read(value)
            except Unfit:
                continue
        raise Unfit

    wanted, schema = " or ".join(kind.wanted for kind in kinds), {"anyOf": [dict(kind.schema) for kind in kinds]}
    return Kind(wanted, schema, read)


def pair(kind: Kind, wanted: str) -> Kind:
    """Two values of a kind."""

    def read(value: object) -> tuple[Any, Any]:
        if not isinstance(value, list) or len(value) != 2:
            raise Unfit
        return kind.read(value[0]), kind.read(value[1])

    schema = {"type": "array", "items": dict(kind.schema), "minItems": 2, "maxItems": 2}
    return Kind(wanted, schema, read)


def listed(kind: Kind, wanted: str) -> Kind:
    """Any number of values of a kind."""

    def read(value: object) -> list[Any]:
        if not isinstance(value, list):
            raise Unfit
        return [kind.read(one) for one in value]

    return Kind(wanted, {"type": "array", "items": dict(kind.schema)}, read)


def record(of: str, fields: Sequence[RequestField]) -> Kind:
    """An object with fields of its own."""

    def given(value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Unfit
        return read(of, fields, value)

    schema = {"type": "object", **schema_of(fields), "additionalProperties": False}
    return Kind(f"an object with {', '.join(field.name for field in fields)}", schema, given)


def _text(value: object) -> str:
    """A text without lone surrogates, which JSON can escape, but no file can hold."""
    try:
        if not isinstance(value, str) or value.encode() is None:
            raise Unfit
    except UnicodeEncodeError:
        raise Unfit from None
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise Unfit
    return value


def _seed(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= SEED_DIGITS:
        return int(value)
    return _MACHINE_WORD.read(value)  # type: ignore[no-any-return]


_MACHINE_WORD: Final = whole(0, 2**64 - 1)

TEXT: Final = Kind("a text", {"type": "string"}, _text)
TRUTH: Final = Kind("true or false", {"type": "boolean"}, _truth)
CELL: Final = pair(whole(0, CELLS_ACROSS - 1), "[row, col], both from 0")
SEED: Final = Kind(
    "a whole number from 0, as digits in a text where it is large",
    {"anyOf": [{"type": "string", "pattern": f"^[0-9]{{1,{SEED_DIGITS}}}$"}, {"type": "integer", "minimum": 0}]},
    _seed,
)
