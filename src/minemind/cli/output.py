"""Output: answers on stdout, as text for people or as JSON for programs; everything else on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from minemind.errors import MineMindError
from minemind.formats.document import SCHEMA

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = [
    "NoAnswer",
    "WrongUsage",
    "complain",
    "console",
    "print_json",
    "progress_bar",
    "say_notes",
    "show",
]


class WrongUsage(MineMindError):
    """A command line that asks for nothing, or for two things at once."""


class NoAnswer(MineMindError):
    """A question that was understood and has no answer."""


def console() -> Console:
    """Where answers for people go: in colour on a terminal, plain in a pipe."""
    from rich.console import Console

    class Pipe(Console):
        """rich ends a program with an exit code of its own where the reader is gone."""

        def on_broken_pipe(self) -> None:
            raise  # called while the error is handled

    return Pipe(highlight=False, soft_wrap=True, emoji=False, markup=False)


def show(out: Console, text: Text) -> None:
    """Print a text. In a pipe it has no colours to be worked out, which takes seconds on a board of a million cells."""
    out.print(text) if out.is_terminal else print(text.plain)


@contextmanager
def progress_bar(what: str, total: int | None, *, is_sum: bool = False) -> Iterator[Callable[..., object] | None]:
    """A bar on a terminal, and nothing in a pipe.

    Gives what is to be told how much more is done; with `is_sum`, how much is done in all, and perhaps another
    `description`.
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


def complain(sentence: str) -> None:
    """Say something that is not the answer."""
    print(sentence, file=sys.stderr)


def say_notes(notes: Iterable[str]) -> None:
    """Say what was assumed."""
    for note in notes:
        complain(f"note: {note}")


def print_json(values: Mapping[str, Any]) -> None:
    """An answer for programs."""
    print(json.dumps({"minemind": SCHEMA, **values}, ensure_ascii=False, allow_nan=False))
