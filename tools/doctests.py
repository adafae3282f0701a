"""Examples in docstrings, for the site: what a doctest runs becomes a block of code.

Markdown would take `>>>` for a quotation three levels deep. mkdocstrings loads this as an extension of griffe, which
reads the package.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

# A prompt after a blank line or at the beginning, and all until the next blank line.
EXAMPLE = re.compile(r"(?:(?<=\n\n)|\A)([ \t]*)>>> .*(?:\n.*\S.*)*")

__all__ = ["Doctests", "fenced"]


class Doctests(griffe.Extension):
    """Fences every example before its docstring is rendered."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of whatever has been read: a module, a class, a function or an attribute."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with a fence around every run of lines from a prompt to the next blank line."""
    return EXAMPLE.sub(r"\1```pycon\n\g<0>\n\1```", text)
