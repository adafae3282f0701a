"""`make demo`: what MineMind can do today, in one screen."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console
from rich.markup import escape

import minemind as mm
from minemind.cli.terminal import draw

# A game whose corner opens a good part of the board.
SEED = 2040


def main() -> None:
    """Deal a seeded Expert game, open a corner, show the board and say how to go on."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without × is no reason to stop
    console = Console(highlight=False, soft_wrap=True)
    game = mm.Game.preset("expert", seed=SEED)
    opened = game.open(0, 0)
    rows, cols = game.grid.shape
    console.print(f"[bold]MineMind {mm.__version__}[/bold], an Expert game: {rows}×{cols}, {game.mines} mines")
    console.print()
    console.print(draw(game.board))
    console.print()
    console.print(f"Seed {SEED} with a first click at (0, 0) opens {len(opened)} cells, on every machine.")
    console.print(f"Go on yourself: start [bold]{escape(_python())}[/bold] and type")
    console.print(
        "  import minemind as mm\n"
        f'  game = mm.Game.preset("expert", seed={SEED})\n'
        "  game.open(0, 0)        # rows and columns count from 0\n"
        "  print(game)            # also: game.flag(r, c), game.chord(r, c), game.undo()\n"
        '  mm.save(game, "game.json")',
        style="cyan",
    )


def _python() -> str:
    """The interpreter that has MineMind, as short as it can be typed from here."""
    try:
        return str(Path(sys.executable).relative_to(Path.cwd()))
    except (OSError, ValueError):  # a folder that is gone, or another one
        return sys.executable


if __name__ == "__main__":
    main()
