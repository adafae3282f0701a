"""Command: a row of the table, with its name, what it takes, a line of help, and what it does.

Dispatch, help and completion all read the same rows, so that none of them can know a command that another does not.
"""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from minemind.cli.shell.session import Session
from minemind.errors import InvalidValue
from minemind.grid import Cell
from minemind.words import phrase

__all__ = ["Command", "CommandLine", "CommandTable", "Words"]

# No board and no seed has more digits.
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,20}")

# Words are quoted up to this length: the user knows the rest.
LETTERS_QUOTED = 40

Run = Callable[[Session, "CommandLine"], None]
Show = Callable[[Session], None]


class Words(Enum):
    """What the words after a command stand for, by which they are completed."""

    NOTHING = auto()
    CELL = auto()  # also as (3, 4), which is how answers write it
    PRESETS = auto()
    COMMANDS = auto()
    FILE = auto()  # the rest of the line as it is: a name may hold spaces


@dataclass(frozen=True, eq=False)
class Command:
    """A command that can be typed, and what it does."""

    name: str
    takes: str  # as the help shows it: "ROW COL"
    summary: str
    run: Run
    example: str
    counts: frozenset[int] = frozenset({0})  # how many words there can be
    options: Mapping[str, bool] = field(default_factory=dict)  # each with whether a number follows
    aliases: tuple[str, ...] = ()
    words: Words = Words.NOTHING
    details: str = ""

    @property
    def usage(self) -> str:
        """What to type."""
        return f"{self.name} {self.takes}".rstrip()

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the command and its aliases."""
        return self.name, *self.aliases

    def wrong(self, problem: str | None = None) -> InvalidValue:
        """The error for words that the command does not understand."""
        return InvalidValue("; ".join(filter(None, [problem, self._expects])))

    @property
    def _expects(self) -> str:
        *first, last = self.options or [""]
        options = phrase("text.or", first=", ".join(first), last=last) if first else last
        wants = phrase("shell.wants", wants=self._wants, options=options)
        return phrase("shell.expects", name=self.name, wants=wants, example=self.example)

    @property
    def _wants(self) -> str:
        if self.words is not Words.NOTHING:
            return self.words.name.lower()
        return "options" if self.options else "turns" if 1 in self.counts else "nothing"

    def given(self, rest: str) -> CommandLine:
        """The words and options that were typed after the command's name."""
        words, options = [], dict[str, int | None]()
        pending = iter(self._split(rest))
        for word in pending:
            if word.startswith("--") and self.words is not Words.FILE:
                name, _, value = word.partition("=")
                options[name] = self._option(name, value, pending)
            else:
                words.append(word)
        if len(words) not in self.counts:
            raise self.wrong()
        return CommandLine(self, tuple(words), options)

    def _split(self, rest: str) -> list[str]:
        if self.words is Words.FILE:
            return [unquoted] if (unquoted := _unquoted(rest.strip())) else []
        if self.words is Words.CELL:
            rest = re.sub("[(),]", " ", rest)
        try:
            return shlex.split(rest)
        except ValueError:
            raise InvalidValue(phrase("shell.open-quote")) from None

    def _option(self, name: str, value: str, pending: Iterator[str]) -> int | None:
        if name not in self.options:
            if not self.options:
                raise InvalidValue(phrase("shell.no-options", name=self.name))
            known = ", ".join(self.options)
            option = name[:LETTERS_QUOTED]
            raise InvalidValue(phrase("shell.no-option", name=self.name, option=option, known=known))
        if not self.options[name]:
            if value:
                raise InvalidValue(phrase("shell.no-value", option=name, example=f"{self.name} {name}"))
            return None
        text = value or next(pending, "")
        if not WHOLE_NUMBER.fullmatch(text) or int(text) < 0:
            raise InvalidValue(phrase("shell.option-number", option=name, example=f"{self.name} {name} 10"))
        return int(text)


@dataclass(frozen=True)
class CommandLine:
    """What a command was given: words, and options with their numbers."""

    command: Command
    words: tuple[str, ...]
    options: Mapping[str, int | None]

    def __contains__(self, option: str) -> bool:
        return option in self.options

    def number(self, option: str) -> int | None:
        """The number after an option; None if it was left out."""
        return self.options.get(option)

    @property
    def numbers(self) -> list[int]:
        """All words, as whole numbers."""
        return [self.whole(word) for word in self.words]

    def whole(self, word: str) -> int:
        """A word as a whole number."""
        if not WHOLE_NUMBER.fullmatch(word):
            raise self.command.wrong(phrase("shell.not-whole", word=repr(word[:LETTERS_QUOTED])))
        return int(word)

    @property
    def cell(self) -> Cell:
        """The first two words, as a cell that may lie off the board."""
        return Cell(*self.numbers[:2])


class CommandTable:
    """All commands, in the order in which the help lists them."""

    def __init__(self) -> None:
        self._by_name: dict[str, Command] = {}

    def __iter__(self) -> Iterator[Command]:
        return iter(dict.fromkeys(self._by_name.values()))

    def get(self, name: str) -> Command | None:
        """The command of a name or alias, if there is one."""
        return self._by_name.get(name.lower())

    def __getitem__(self, name: str) -> Command:
        if command := self.get(name):
            return command
        near = difflib.get_close_matches(name.lower(), self._by_name, n=1)
        meant = phrase("shell.did-you-mean", command=self._by_name[near[0]].name) if near else phrase("shell.help")
        raise InvalidValue(phrase("shell.unknown", word=repr(name[:LETTERS_QUOTED]), advice=meant))

    def command(
        self,
        name: str,
        takes: str,
        summary: str,
        *,
        example: str,
        counts: frozenset[int] = frozenset({0}),
        options: Mapping[str, bool] | None = None,
        aliases: tuple[str, ...] = (),
        words: Words = Words.NOTHING,
        details: str = "",
    ) -> Callable[[Run], Run]:
        """A decorator that adds a function as a command; `Command` explains the parameters."""

        def register(run: Run) -> Run:
            row = Command(name, takes, summary, run, example, counts, options or {}, aliases, words, details)
            assert not set(row.names) & set(self._by_name), f"something is called like {name} already"
            self._by_name.update(dict.fromkeys(row.names, row))
            return run

        return register

    def on_a_cell(
        self, name: str, summary: str, *, aliases: tuple[str, ...], more: str = "", details: str = ""
    ) -> Callable[[Run], Run]:
        """A decorator that adds a command for a cell, with optionally one word more."""
        return self.command(
            name,
            f"ROW COL {more}".rstrip(),
            summary,
            example=f"{name} 3 4",
            counts=frozenset({2, 3} if more else {2}),
            aliases=aliases,
            words=Words.CELL,
            details=details,
        )

    def on_turns(self, name: str, summary: str, *, aliases: tuple[str, ...]) -> Callable[[Run], Run]:
        """A decorator that adds a command for a number of turns, by default one."""
        counts = frozenset({0, 1})
        return self.command(name, "[TURNS]", summary, example=f"{name} 3", counts=counts, aliases=aliases)

    def on_the_game(self, name: str, summary: str, *, aliases: tuple[str, ...] = ()) -> Callable[[Show], Show]:
        """A decorator that adds a command without arguments, for a function of the session."""

        def register(show: Show) -> Show:
            add = self.command(name, "", summary, example=name, aliases=aliases)
            add(lambda session, _: show(session))
            return show

        return register

    def obey(self, session: Session, line: str) -> None:
        """Run the command in a line. Blank lines and comments do nothing."""
        name, rest = (*line.split(maxsplit=1), "", "")[:2]
        if not name or name.startswith("#"):
            return
        command = self[name]
        if rest.split() in (["--help"], ["-h"]):
            command, rest = self["help"], command.name
        command.run(session, command.given(rest))


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text
