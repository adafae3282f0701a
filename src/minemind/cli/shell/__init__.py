"""The shell: `minemind play`, a game by typed commands, on a terminal or from a script.

What a line means is a row of the table of commands (table.py), taken apart by what that command takes (command.py). It
acts on the session (session.py): the game that is played, and those before it. Lines come from the prompt (prompt.py)
or from a pipe, and the loop (loop.py) sees to it that nothing that goes wrong with one of them ends the game.
"""

from __future__ import annotations

from typing import Annotated

import typer

from minemind.cli.options import Lang, LanguageName, with_option_sets
from minemind.cli.output import WrongUsage
from minemind.cli.setup import GameOptions

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command of this room."""
    app.command(rich_help_panel="Play")(with_option_sets(play))


Rows = Annotated[int | None, typer.Option(help="How many rows, instead of a preset.", show_default=False)]
Cols = Annotated[int | None, typer.Option(help="How many columns.", show_default=False)]
Mines = Annotated[int | None, typer.Option(help="How many mines.", show_default=False)]
Load = Annotated[
    str | None, typer.Option(metavar="FILE", help="Go on with a saved game, or play a layout.", show_default=False)
]


def play(
    *,
    rows: Rows = None,
    cols: Cols = None,
    mines: Mines = None,
    load: Load = None,
    which: GameOptions,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Play yourself, with hints and proofs at hand.

    Example: minemind play --preset expert --seed 7
    """
    from minemind.cli.shell.loop import run
    from minemind.cli.shell.session import read_game

    size = [number for number in (rows, cols, mines) if number is not None]
    if load is None:
        if size and len(size) < 3:
            raise WrongUsage("give --rows, --cols and --mines together")
        game = which.dealt(size, default="beginner")
    elif which.preset or size:
        raise WrongUsage("both --load and a game to deal are given; give one of them")
    else:
        game = read_game(load, which)
    run(game, which.seed)
