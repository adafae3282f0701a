"""`make demo`: MineMind plays an Expert game, says why, and shows its riskiest guess."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NoReturn

from rich.text import Text

import minemind as mm
from minemind.cli.entry import leave
from minemind.cli.heatmap import heatmap
from minemind.cli.main import prepare
from minemind.cli.output import console, say
from minemind.cli.terminal import draw
from minemind.words import spoken

# A game that is won with a few guesses.
SEED = 2178
STRATEGY = "champion"


def main() -> NoReturn:
    """Deal, play, explain."""
    prepare()
    leave(_show)


def _show() -> int:
    out = console()
    game = mm.Game.preset("expert", seed=SEED)
    out.print(f"MineMind {mm.__version__} plays an Expert game: 16×30, {game.mines} mines, seed {SEED}", style="bold")
    record = mm.play(game, STRATEGY)
    for line in _story(record):
        say(line)
    out.print(Text.assemble("\n", draw(game.board)))
    out.print(record.summary, style="bold")
    _show_riskiest(record)
    out.print("\nYour turn:", style="bold")
    out.print(
        "  minemind play --preset expert      # play, with hints\n"
        "  minemind solve --preset expert     # let it play\n"
        "  minemind --help                    # all commands\n"
        "(minemind is .venv/bin/minemind here; in Python: import minemind as mm)",
        style="cyan",
    )
    return 0


def _story(record: mm.Record) -> Iterator[str]:
    """Every guess, and between guesses the certain moves, with the proof of the first of them."""
    game = record.game()
    for has_proof, run in groupby(record.moves, key=lambda move: move.is_certain and move is not record.moves[0]):
        moves = list(run)
        if has_proof:
            proof = mm.explain(game.board, moves[0].cell)
            opened = sum(move.opened for move in moves)
            cells = "1 safe cell" if opened == 1 else f"{opened} safe cells, the first"
            yield f"{game.turns + 1:4}. {cells} because {proof}"
        for move in moves:
            game.take(mm.game.Turn(move.cell, move.action, move.mines))
            if not has_proof:
                yield f"{game.turns:4}. {move}"


def _show_riskiest(record: mm.Record) -> None:
    """The board before the riskiest guess, with the risk of every cell."""
    guesses = [(move.probability, -i) for i, move in enumerate(record.moves) if not move.is_certain]
    if not guesses:
        return
    place = -max(guesses)[1]
    game, riskiest = record.game(), record.moves[place]
    for move in record.moves[:place]:
        game.take(mm.game.Turn(move.cell, move.action, move.mines))
    out = console()
    out.print(f"\nThe riskiest guess, move {place + 1}, and the risk of every cell before it", style="bold")
    out.print(heatmap(mm.analyse(game.board), out))
    out.print(f"It opened {tuple(riskiest.cell)} at {spoken().figures.percent(riskiest.probability)} risk.")


if __name__ == "__main__":
    main()
