"""Output: answers on stdout, as text for people or as JSON for programs; everything else on stderr.

On a terminal, sentences and lists are folded between words; in a pipe every line stays whole, and nothing is coloured.
"""

from __future__ import annotations

import codecs
import json
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from minemind.errors import MineMindError
from minemind.formats.document import SCHEMA
from minemind.words import phrase

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = [
    "RESULTS_SO_FAR",
    "NoAnswer",
    "WrongUsage",
    "complain",
    "console",
    "folded",
    "print_json",
    "progress_bar",
    "say",
    "say_notes",
    "show",
]


# Where the continuation of a folded line begins: below its last column, after its number, or a little further right.
INDENT = re.compile(r".*\S {2,}| *\d+\. | *")

# Lines are not folded into a column narrower than this.
NARROWEST = 24

# Blanks at which no line is broken: within a cell, between a figure and its unit, a number and its probability.
TOGETHER = re.compile(r"(?<=\d,) (?=\d+\))|(?<=\d) (?=%|s\b)|(?<=\d:) (?=\d)")

# The note about a long job that Ctrl-C stopped.
RESULTS_SO_FAR = "note: interrupted; these are the results so far"


class WrongUsage(MineMindError):
    """A command line that asks for nothing, or for two things at once."""


class NoAnswer(MineMindError):
    """A question that was understood and has no answer."""


def console() -> Console:
    """Where answers for people go: in colour on a terminal, plain in a pipe."""
    from rich.console import Console

    class Pipe(Console):
        """A console that raises an error if the reader is gone: rich would exit with a code of its own."""

        def on_broken_pipe(self) -> None:
            raise  # called while the error is handled

    return Pipe(highlight=False, soft_wrap=True, emoji=False, markup=False)


def show(out: Console, text: Text) -> None:
    """Print a text. In a pipe this skips the colours, which take seconds to compute on a board of a million cells."""
    out.print(text) if out.is_terminal else print(text.plain)


@contextmanager
def progress_bar(what: str, total: int | None, *, is_sum: bool = False) -> Iterator[Callable[..., object] | None]:
    """A progress bar on a terminal, and None in a pipe.

    It is a function to be called with the amount just done; with `is_sum`, with the amount done in all, and optionally
    another `description`.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, **more: bar.update(task, completed=done, **more) if is_sum else bar.advance(task, done)


def folded(text: str, width: int) -> str:
    """A text whose long lines are broken between words, with their continuations indented."""
    return "\n".join(_folded(line, width) if len(line) > width else line for line in text.split("\n"))


def _folded(line: str, width: int) -> str:
    start = INDENT.match(line)[0]  # type: ignore[index]  # the last way fits any line
    indent = len(start) if start.strip() else len(start) + 2
    return textwrap.fill(
        TOGETHER.sub("\N{NO-BREAK SPACE}", line),
        width,
        subsequent_indent=" " * (indent if width - indent >= NARROWEST else 2),
        break_long_words=False,
        break_on_hyphens=False,
    ).replace("\N{NO-BREAK SPACE}", " ")


def say(text: str) -> None:
    """Print an answer for people, in sentences or lists."""
    _print(text, sys.stdout)


def complain(sentence: str) -> None:
    """Print something that is not the answer, on standard error."""
    _print(sentence, sys.stderr)


def _print(text: str, stream: TextIO) -> None:
    print(folded(text, shutil.get_terminal_size().columns) if stream.isatty() else text, file=stream)


def say_notes(notes: Iterable[str]) -> None:
    """Print what was assumed."""
    for note in notes:
        complain(phrase("text.note", note=note))


def print_json(values: Mapping[str, Any]) -> None:
    """Print an answer for programs, in UTF-8; if a pipe has another encoding, in ASCII, which all have in common."""
    is_utf_8 = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    print(json.dumps({"minemind": SCHEMA, **values}, ensure_ascii=not is_utf_8, allow_nan=False))
