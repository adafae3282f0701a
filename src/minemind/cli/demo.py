"""`make demo`: MineMind plays an Expert game, says why, and shows its hardest guess."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.text import Text

import minemind as mm
from minemind.cli.heatmap import heatmap
from minemind.cli.main import prepare
from minemind.cli.output import console
from minemind.cli.terminal import draw

# A game that is won, by a few guesses.
SEED = 2178
STRATEGY = "champion"


def main() -> None:
    """Deal, play, explain."""
    prepare()
    out = console()
    game = mm.Game.preset("expert", seed=SEED)
    out.print(f"MineMind {mm.__version__} plays an Expert game: 16×30, {game.mines} mines, seed {SEED}", style="bold")
    record = mm.play(game, STRATEGY)
    for line in _story(record):
        out.print(line)
    out.print(Text.assemble("\n", draw(game.board)))
    out.print(record.summary, style="bold")
    _show_hardest(record)
    out.print("\nGo on yourself:", style="bold")
    out.print(
        "  minemind play --preset expert      # play, with hints\n"
        "  minemind solve --preset expert     # let it play\n"
        "  minemind --help                    # what else there is\n"
        "(here, minemind is .venv/bin/minemind; in Python: import minemind as mm)",
        style="cyan",
    )


def _story(record: mm.Record) -> Iterator[str]:
    """Every guess, and between two of them what was certain, with the proof of the first."""
    game = record.game()
    for has_proof, run in groupby(record.moves, key=lambda move: move.is_certain and move is not record.moves[0]):
        moves = list(run)
        if has_proof:
            proof = mm.explain(game.board, moves[0].cell)
            opened = sum(move.opened for move in moves)
            cells = "1 safe cell" if opened == 1 else f"{opened} safe cells, the first"
            yield f"{game.turns + 1:4}. {cells} since {proof}"
        for move in moves:
            game.take(mm.game.Turn(move.cell, move.action, move.mines))
            if not has_proof:
                yield f"{game.turns:4}. {move}"


def _show_hardest(record: mm.Record) -> None:
    """The board before the riskiest guess, with every cell's chance of a mine."""
    guesses = [(move.probability, -i) for i, move in enumerate(record.moves) if not move.is_certain]
    if not guesses:
        return
    place = -max(guesses)[1]
    game, hardest = record.game(), record.moves[place]
    for move in record.moves[:place]:
        game.take(mm.game.Turn(move.cell, move.action, move.mines))
    out = console()
    out.print(f"\nThe hardest guess, move {place + 1}: every cell's chance of a mine, in percent", style="bold")
    out.print(heatmap(mm.analyse(game.board), out))
    out.print(f"It opened {tuple(hardest.cell)}, a mine with a chance of {hardest.probability:.1%}.")


if __name__ == "__main__":
    main()
