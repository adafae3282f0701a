"""Arguments: what a caller gives for a number, a name or a path, checked and converted.

Anything else is refused with an `InvalidValue` that says what was expected. Cells, boards and sizes have functions
of their own next to their types: `as_cell`, `as_board`, `Preset.of`.
"""

from __future__ import annotations

import operator
import reprlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from minemind.errors import InvalidValue, quoted

__all__ = ["callback", "fraction", "iterated", "named", "path", "processes", "shown", "unknown", "whole"]

# A message shows at most this many characters of the given value.
SHOWN = 60

# Windows refuses a pool of more worker processes, because it cannot wait for more at once.
MOST_PROCESSES = 61 if sys.platform == "win32" else sys.maxsize

_short = reprlib.Repr()
_short.maxstring = _short.maxother = SHOWN


def shown(value: object) -> str:
    """A value of any type, as a message shows it."""
    return quoted(value) if isinstance(value, int) else _short.repr(value)[:SHOWN]


def whole(value: object, what: str, least: int | None = 0, most: int | None = None, wanted: str = "") -> int:
    """A whole number within bounds; the error message asks for `wanted`, if given, instead of the bounds."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # anything else raises TypeError
    except TypeError:
        number = None
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        given = shown(value if number is None else number)
        raise InvalidValue(f"{what} is {given}; give {wanted or _bounds(least, most)}")
    return number


def _bounds(least: int | None, most: int | None) -> str:
    words = ["a whole number", "" if least is None else f"from {least}", "" if most is None else f"to {most:,}"]
    return " ".join(filter(None, words))


def fraction(value: object, what: str, wanted: str) -> float:
    """A number as a float; a text is refused, even if it looks like a number."""
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise InvalidValue(f"{what} is {shown(value)}; give {wanted}") from None


def processes(jobs: object) -> int:
    """The number of worker processes for `jobs`: no more than the system allows, however many are asked for."""
    return min(whole(jobs, "jobs", 1, wanted="1 or more"), MOST_PROCESSES)


def named(value: object, names: Iterable[str], what: str) -> str:
    """A name, which must be one of `names`; `what` includes the article, such as `a preset`."""
    known = list(names)
    if isinstance(value, str) and value in known:
        return str(value)
    raise unknown(value, known, what)


def unknown(value: object, names: Iterable[str], what: str) -> InvalidValue:
    """The error to raise for a name that is not one of `names`."""
    return InvalidValue(f"{shown(value)} is not {what}; choose from {', '.join(names)}")


def path(value: object) -> Path:
    """The path of a file."""
    if isinstance(value, str) and not value:  # Path("") is the current folder
        raise InvalidValue("the name of the file is empty; give one")
    try:
        return Path(value)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidValue(f"{shown(value)} is not a path; give the name of a file, or a Path") from None


def iterated(value: object, what: str, wanted: str) -> list[Any]:
    """Something iterable, as a list."""
    try:
        return list(value)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise InvalidValue(f"{what} is {shown(value)}; give {wanted}") from None


def callback(value: object, what: str) -> Callable[..., object] | None:
    """A function to be called, or None."""
    if value is None or callable(value):
        return value
    raise InvalidValue(f"{what} is {shown(value)}; give a function, or None")
