"""Commands that play: a layout or a fresh game to its end, by a strategy."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

import minemind as mm
from minemind.cli.ask import strategies
from minemind.cli.options import Lang, LanguageName, register
from minemind.cli.output import WrongUsage, complain, console, print_json, show
from minemind.cli.position import Json
from minemind.cli.setup import GameOptions

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["ListStrategies", "StrategyName", "add_to", "strategy_names"]

# Seconds that an animated move stays.
PAUSE = 0.12


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    register(app, "Play", solve)


def _list_strategies(wanted: bool) -> None:
    if wanted:
        strategies()
        raise typer.Exit


def strategy_names() -> list[str]:
    """Who can play."""
    return [player.name for player in mm.strategies()]


StrategyName = Annotated[str, typer.Option("--strategy", help="Who plays.", autocompletion=strategy_names)]
ListStrategies = Annotated[
    bool, typer.Option("--list-strategies", help="List who can play.", callback=_list_strategies, is_eager=True)
]


def solve(
    *,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A layout, a saved game, or - for standard input.")
    ] = None,
    which: GameOptions,
    strategy: StrategyName = "champion",
    watch: Annotated[bool, typer.Option("--watch", help="Show the board after every move.")] = False,
    _: ListStrategies = False,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Let a strategy play a game to its end, with reasons.

    Example: minemind solve --preset expert --seed 7 --strategy exact
    """
    player = mm.get_strategy(strategy)
    if watch and as_json:
        raise WrongUsage("--watch shows the game, and --json is for programs; give one of them")
    game = which.game(file, default="expert")
    if as_json:
        print_json(mm.play(game, player, seed=which.seed).to_json())
        _say_moved(game)
        return
    _show(game, player, which.seed, watch=watch)


def _say_moved(game: mm.Game) -> None:
    if game.moved:
        from minemind.cli.shell.session import mines_moved

        complain(f"note: {mines_moved(game)}")


def _show(game: mm.Game, player: mm.Strategy, seed: int | None, *, watch: bool) -> None:
    from minemind.cli.shell.session import game_text

    out = console()
    out.print(f"{player}: {game_text(game)}")
    if game.state is not mm.State.PLAYING:
        complain("note: the game has ended already")
    if watch and out.is_terminal:
        record = _animated(game, player, seed, out)
    else:
        record = mm.play(game, player, seed=seed, watch=lambda game, move: _say(out, game, move, board=watch))
    _show_end(out, game, record)
    _say_moved(game)


def _say(out: Console, game: mm.Game, move: mm.strategy.PlayedMove, *, board: bool) -> None:
    from minemind.cli.terminal import draw

    out.print(f"{game.turns:4}. {move}")
    if board:
        out.print(draw(game.board))


def _animated(game: mm.Game, player: mm.Strategy, seed: int | None, out: Console) -> mm.Record:
    """The board in one place, changing; what does not fit on the screen below the move is cut off."""
    from rich.live import Live
    from rich.text import Text

    from minemind.cli.terminal import draw

    with Live(draw(game.board), console=out, auto_refresh=False, vertical_overflow="crop") as live:

        def show(game: mm.Game, move: mm.strategy.PlayedMove) -> None:
            live.update(Text("\n").join([Text(f"{game.turns:4}. {move}"), draw(game.board)]), refresh=True)
            time.sleep(PAUSE)

        return mm.play(game, player, seed=seed, watch=show)


def _show_end(out: Console, game: mm.Game, record: mm.Record) -> None:
    from minemind.cli.shell.session import legend, revealed
    from minemind.cli.terminal import draw

    out.print()
    show(out, revealed(game) if game.exploded else draw(game.board))
    if game.exploded:
        out.print(legend(game), style="dim")
    lost = f" at {tuple(game.exploded[0])}" if game.exploded else ""
    kind, _, counts = record.summary.partition(": ")
    out.print(f"{kind}{lost}: {counts}, {record.seconds:.2f} s", style="bold")
