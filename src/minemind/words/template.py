"""Template: how a sentence is made of an entry of the catalogue and some values.

An entry is one of three things:

- a text with placeholders, `"{risk:odds} risk"`: a name, and perhaps a format (see `Renderer._format`);
- a choice, `{"by": "mines", "0": …, "one": …, "other": …}`: the entry for that value, or `one` for 1, or `other`;
  without `by` the value is `count`;
- parts, `{"join": "; ", "parts": ["guess.risk", "guess.next"]}`: entries by their keys, joined.

A text with a value that is None is left out of the parts. Values are of JSON's types, so that the page can do the same
with the same values, in web/static/words/template.js.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from minemind.words.figures import Figures

__all__ = ["PLACEHOLDER", "Entry", "Renderer"]

Entry: TypeAlias = str | Mapping[str, Any]
Values: TypeAlias = Mapping[str, Any]

PLACEHOLDER = re.compile(r"\{([a-z_]+)(?::([a-z0-9 .-]+))?\}")

# The most cells, or other items, that a line lists before it says how many more there are.
LISTED = 10


class Renderer:
    """Fills in the entries of one language."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.entries = entries
        self.figures = Figures(str(entries["figures.decimal"]), str(entries["figures.group"]))
        figures = self.figures
        self._formats: dict[str, Callable[[Any], str]] = {
            "cell": cell_text,
            "cells": lambda cells: self.cut(cells, form=cell_text),
            "joined": lambda cells: self._some([cell_text(cell) for cell in cells]),
            "percent": figures.percent,
            "percent1": lambda probability: figures.percent(probability, 1),
            "odds": figures.odds,
            "odds1": lambda probability: figures.odds(probability, 1),
            "lead": lambda difference_and_margin: figures.lead(*difference_and_margin),
            "count": figures.count,
        }

    def phrase(self, key: str, values: Values) -> str:
        """The sentence of this key."""
        said = self._rendered(self.entries[key], values)
        assert said is not None, f"{key} lacks a value: {values}"
        return said

    def _rendered(self, entry: Entry, values: Values) -> str | None:
        if isinstance(entry, str):
            return self._filled(entry, values)
        if "parts" in entry:
            parts = (self._rendered(self.entries[key], values) for key in entry["parts"])
            return str(entry["join"]).join(part for part in parts if part is not None)
        return self._rendered(_chosen(entry, values.get(entry.get("by", "count"))), values)

    def _filled(self, text: str, values: Values) -> str | None:
        said = []
        for before, name, form in _taken_apart(text):
            value = values.get(name) if name else ""
            if value is None:
                return None
            said.append(before + self._format(form, value))
        return "".join(said)

    def _format(self, name: str | None, value: Any) -> str:
        """A value in its format; without one, a text as it is, a whole number in groups of digits, or a list of these.

        `each KEY` renders every item of a list by the entry of that key.
        """
        if name is None:
            return self._plain(value)
        if name.startswith("each "):
            return self._some([self.phrase(name.removeprefix("each "), item) for item in value])
        return self._formats[name](value)

    def _plain(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, list | tuple):
            return self.joined([*map(self._plain, value)])
        return self.figures.integer(operator.index(value))

    def joined(self, texts: Sequence[str]) -> str:
        """A list within a sentence: one, two and three."""
        if len(texts) < 2:
            return "".join(texts)
        return self.phrase("list.and", {"first": ", ".join(texts[:-1]), "last": texts[-1]})

    def _some(self, texts: Sequence[str]) -> str:
        """A list within a sentence; only the first items of a long one."""
        return self.joined(texts) if len(texts) <= LISTED else self.cut(texts, ", ")

    def cut(self, items: Sequence[Any], separator: str = " ", form: Callable[[Any], str] = str) -> str:
        """A list on a line of its own, which may be long: items that are left out are not even formatted."""
        shown, more = separator.join(map(form, items[:LISTED])), len(items) - LISTED
        return self.phrase("list.more", {"listed": shown, "count": more}) if more > 0 else shown


@cache
def _taken_apart(text: str) -> list[tuple[str, str, str | None]]:
    """The text before each placeholder, its name and its format; then the text after the last, without a name."""
    pieces = PLACEHOLDER.split(text)
    return [*zip(pieces[::3], pieces[1::3], pieces[2::3], strict=False), (pieces[-1], "", None)]


def cell_text(cell: Sequence[int]) -> str:
    """A cell: `(row, col)`."""
    row, col = cell
    return f"({row}, {col})"


def _chosen(entry: Mapping[str, Any], value: Any) -> Entry:
    case = _case(value)
    if case in entry and case != "by":
        found: Entry = entry[case]
    else:
        found = entry["one"] if case == "1" and "one" in entry else entry["other"]
    return found


def _case(value: Any) -> str:
    """A value as JavaScript writes it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
