"""A player at the shell, who types commands and reads the answers."""

from __future__ import annotations

import io
from collections.abc import Callable

from rich.console import Console

import minemind as mm
from minemind.cli.shell.loop import Shell
from minemind.cli.shell.session import Session


class Player:
    """A shell with a game, and the answers to typed commands."""

    def __init__(self, game: mm.Game, complaints: Callable[[], str], seed: int | None = None) -> None:
        self.session = Session(game, Console(file=io.StringIO(), highlight=False, markup=False, emoji=False), seed)
        self.shell = Shell(self.session, input, at_terminal=True, is_prompted=False)
        self._complaints = complaints

    @property
    def game(self) -> mm.Game:
        return self.session.game

    def types(self, line: str) -> str:
        """The answer to a command that must cause no complaint."""
        answer, complaint = self.hears(line)
        assert complaint == ""
        return answer

    def hears(self, line: str) -> tuple[str, str]:
        self.session.out.file = io.StringIO()
        self.shell.do(line)
        return self.session.out.file.getvalue(), self._complaints()


Sit = Callable[..., Player]
