"""Output: answers on stdout, as text for people or as JSON for programs; everything else on stderr."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from minemind.formats.document import SCHEMA
from minemind.grid import Cell

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["ANSWERS_JSON", "cells", "cells_json", "complain", "console", "number_json", "print_json"]

# Whether the command that runs was asked for JSON: then errors are JSON, too.
ANSWERS_JSON: ContextVar[bool] = ContextVar("ANSWERS_JSON", default=False)

# Cells that a line of text lists before it stops.
CELLS_IN_A_LINE = 12


def console() -> Console:
    """Where answers for people go: in colour on a terminal, plain in a pipe."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, emoji=False, markup=False)


def complain(sentence: str) -> None:
    """Say something that is not the answer."""
    print(sentence, file=sys.stderr)


def print_json(values: Mapping[str, Any]) -> None:
    """An answer for programs."""
    print(json.dumps({"minemind": SCHEMA, **values}, ensure_ascii=False, allow_nan=False))


def cells_json(places: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Cells as JSON has them, in reading order."""
    return [list(place) for place in sorted(places)]


def number_json(value: float) -> float | None:
    """A number as JSON has it: what is not known is null."""
    return None if math.isnan(value) else value


def cells(places: Iterable[Cell]) -> str:
    """Some cells in a line, in reading order."""
    listed = [str(tuple(place)) for place in sorted(places)]
    more = f" and {len(listed) - CELLS_IN_A_LINE:,} more" if len(listed) > CELLS_IN_A_LINE else ""
    return (" ".join(listed[:CELLS_IN_A_LINE]) + more) or "none"
