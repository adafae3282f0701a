"""The shell: `minemind play`, a game by typed commands, on a terminal or from a script.

A line names a row of the table of commands (table.py) and is parsed according to what that command takes (command.py).
The command acts on the session (session.py): the game that is played, and those before it. Lines come from the prompt
(prompt.py) or from a pipe, and the loop (loop.py) makes sure that no error in one of them ends the game.
"""

from __future__ import annotations

from typing import Annotated

import typer

from minemind.cli.options import Lang, LanguageName, register
from minemind.cli.setup import GameOptions

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command of this room."""
    register(app, "Play", play)


Load = Annotated[str | None, typer.Option(metavar="FILE", help="Continue a saved game, or play a layout.")]


def play(
    *,
    which: GameOptions,
    load: Load = None,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Play in the terminal, with hints and proofs on request.

    Without a size, it deals a Beginner game.

    Example: minemind play --preset expert --seed 7
    """
    from minemind.cli.shell.loop import run

    run(which.game(load, default="beginner"), which.seed)
