"""The prompt: line editing on a terminal, with a lasting history and completion by Tab.

Only a terminal needs it; without one, nobody waits for prompt_toolkit to load.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory

from minemind.cli.shell.command import Command, CommandTable, Words
from minemind.game import PRESETS

__all__ = ["Suggestions", "TypedLines", "history_path", "prompt"]

PROMPT = "minemind> "


def prompt(table: CommandTable) -> Callable[[], str]:
    """A function that reads a line from the terminal. Ctrl-C raises KeyboardInterrupt, Ctrl-D EOFError."""
    session: PromptSession[str] = PromptSession(
        PROMPT,
        history=TypedLines(history_path()),
        completer=Suggestions(table),
        complete_while_typing=False,
        enable_suspend=True,
    )
    # Ctrl-C comes as a key: prompt_toolkit cannot handle a signal that comes while the prompt is being left.
    return lambda: session.prompt(handle_sigint=False)


def history_path() -> Path:
    """The file in which typed lines are kept, in the user's folder for such things."""
    folder = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(folder):  # noqa: PTH117  # the standard says to ignore others
        folder = os.path.expanduser("~/.local/state")  # noqa: PTH111  # Path raises if there is no home
    return Path(folder) / "minemind" / "history"


class TypedLines(FileHistory):
    """The lines typed before. If they cannot be read or kept, the shell works without them."""

    def load_history_strings(self) -> Iterable[str]:
        """The lines of earlier sessions, newest first."""
        with suppress(OSError):
            return super().load_history_strings()
        return []

    def store_string(self, string: str) -> None:
        """Keep a line."""
        with suppress(OSError):
            Path(os.fsdecode(self.filename)).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            super().store_string(string)


class Suggestions(Completer):
    """The completions of what is typed, from the table of commands."""

    def __init__(self, table: CommandTable) -> None:
        self.table = table
        self.paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Commands first, then what the command takes."""
        typed = document.text_before_cursor.lstrip()
        name, space, rest = typed.partition(" ")
        if not space:
            yield from self._commands(name)
        elif (command := self.table.get(name)) and command.words is Words.FILE:
            yield from self.paths.get_completions(Document(rest.lstrip(" \"'")), complete_event)
        elif command:
            yield from self._words(command, rest.rpartition(" ")[2])

    def _commands(self, start: str) -> Iterator[Completion]:
        for command in self.table:
            if name := next((name for name in command.names if name.startswith(start.lower())), None):
                yield Completion(name, -len(start), display_meta=command.summary)

    def _words(self, command: Command, start: str) -> Iterator[Completion]:
        if command.words is Words.COMMANDS:
            yield from self._commands(start)
        sizes = PRESETS if command.words is Words.PRESETS else ()
        for word in (*sizes, *command.options):
            if word.startswith(start):
                yield Completion(word, -len(start))
