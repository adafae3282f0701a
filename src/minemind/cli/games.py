"""Commands that play: a layout or a fresh game to its end, by a strategy."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

import minemind as mm
from minemind.answers import answer
from minemind.cli.ask import strategies
from minemind.cli.options import Lang, LanguageName, register
from minemind.cli.output import WrongUsage, complain, console, folded, print_json, say, show
from minemind.cli.position import Json
from minemind.cli.setup import GameOptions
from minemind.solve.choice import MOST_THINK
from minemind.strategy.depth import THINKER, can_think

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text
from minemind.words import phrase

__all__ = ["ListStrategies", "StrategyName", "Think", "add_to", "strategy_names", "thinking_players"]

# Moves per second that one can follow.
SPEED = 8.0

# A terminal draws no faster.
FASTEST = 1000


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    register(app, "Play", solve)


def _list_strategies(wanted: bool) -> None:
    if wanted:
        strategies()
        raise typer.Exit


def strategy_names() -> list[str]:
    """The names of all strategies."""
    return [player.name for player in mm.strategies()]


StrategyName = Annotated[
    str,
    typer.Option("--strategy", help="Strategy to play with; see minemind strategies.", autocompletion=strategy_names),
]
Think = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=MOST_THINK,
        metavar="N",
        help="Let the champion think at each guess, up to N million units of work, about 6 ms each.",
        show_default="0",
    ),
]


def thinking_players(names: Sequence[str], think: int | None) -> list[str]:
    """The same strategies, but thinking if they can; a note names those that cannot."""
    able = [name for name in names if can_think(name)]
    if think and able and len(able) < len(names):
        others = ", ".join(name for name in names if name not in able)
        complain(f"note: only {THINKER} can think; --think does not change {others}")
    return [*dict.fromkeys(mm.strategy.thinking(name, think if name in able or not able else None) for name in names)]


ListStrategies = Annotated[
    bool, typer.Option("--list-strategies", help="List the strategies.", callback=_list_strategies, is_eager=True)
]


def solve(
    *,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A layout, a saved game, or - for standard input.")
    ] = None,
    which: GameOptions,
    strategy: StrategyName = "champion",
    think: Think = None,
    watch: Annotated[bool, typer.Option("--watch", help="Show the board after every move.")] = False,
    speed: Annotated[
        float | None,
        typer.Option(
            metavar="X", help="Speed of --watch on a terminal, in moves per second.", show_default=f"{SPEED:g}"
        ),
    ] = None,
    _: ListStrategies = False,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Let a strategy play a game to the end, explaining every move.

    Without a file or a size, it plays an Expert game.

    Example: minemind solve --preset expert --seed 7 --strategy exact
    """
    player = mm.get_strategy(mm.strategy.thinking(strategy, think))
    if watch and as_json:
        raise WrongUsage("give --watch or --json, not both")
    if speed is not None and not watch:
        raise WrongUsage("--speed is the speed of --watch; add --watch")
    if speed is not None and not 0 < speed <= FASTEST:
        raise WrongUsage(f"--speed {speed:g}: give moves per second, above 0 and at most {FASTEST}")
    game = which.game(file, default="expert")
    if as_json:
        record = mm.play(game, player, seed=which.seed)
        print_json(record.to_json())
        _say_moved(game)
        _say_forfeit(record)
        return
    _show(game, player, which.seed, (speed or SPEED) if watch else None)


def _say_moved(game: mm.Game) -> None:
    if game.moved:
        from minemind.cli.shell.session import mines_moved

        complain(f"note: {mines_moved(game)}")


def _say_forfeit(record: mm.Record) -> None:
    if record.forfeit is not None:
        complain(f"note: {phrase('record.forfeit', reason=record.forfeit)}")


def _show(game: mm.Game, player: mm.Strategy, seed: int | None, speed: float | None) -> None:
    """Play and say what happens; with a speed, show the board after every move."""
    from minemind.cli.terminal import is_too_large

    out = console()
    say(phrase("record.game", strategy=str(player), game=game.title))
    if game.state is not mm.State.PLAYING:
        complain(f"note: {phrase('game.over')}")
    seconds = True
    if is_too_large(game.grid):  # as many moves as cells, which nobody reads
        record = mm.play(game, player, seed=seed)
    elif speed is not None and out.is_terminal:
        record = _animated(game, player, seed, out, speed)
        seconds = False  # most of them were spent waiting
    else:
        record = mm.play(game, player, seed=seed, watch=_Teller(out, game, boards=speed is not None).tell)
    _show_end(out, game, record, seconds=seconds)
    _say_moved(game)
    _say_forfeit(record)


class _Teller:
    """Prints every move; if it is certain, with its proof, which a strategy does not give."""

    def __init__(self, out: Console, game: mm.Game, *, boards: bool) -> None:
        self.out, self.before, self.boards = out, game.board, boards
        self.lines = 1  # of the longest sentence so far, so that the board below it stays in its place

    def tell(self, game: mm.Game, move: mm.strategy.PlayedMove) -> None:
        """Print the move that was just made."""
        from minemind.cli.terminal import draw

        say(self.sentence(game, move))
        if self.boards:
            self.out.print(draw(game.board))

    def sentence(self, game: mm.Game, move: mm.strategy.PlayedMove) -> str:
        """The move, with its number."""
        before, self.before = self.before, game.board
        return f"{game.turns:4}. {_proved(before, move)}"

    def picture(self, game: mm.Game, sentence: str) -> Text:
        """The board below the sentence."""
        from rich.text import Text

        from minemind.cli.terminal import draw

        lines = folded(sentence, self.out.width).split("\n")
        self.lines = max(self.lines, len(lines))
        return Text("\n").join([*map(Text, lines), *[Text()] * (self.lines - len(lines)), draw(game.board)])


def _proved(board: mm.Board, move: mm.strategy.PlayedMove) -> mm.strategy.PlayedMove:
    """A move with its proof as the reason, if it is certain and not too hard to prove; the first click has none."""
    if not move.is_certain or not board.opened.any():
        return move
    with suppress(mm.TooHard):
        if proof := answer.explain(board, move.cell).found:
            return move._replace(reason=str(proof))
    return move


def _animated(game: mm.Game, player: mm.Strategy, seed: int | None, out: Console, speed: float) -> mm.Record:
    """Play, redrawing the board in place; what does not fit on the screen is cut off. The last move stays."""
    from rich.live import Live

    teller, sentence = _Teller(out, game, boards=True), ""
    with Live(console=out, auto_refresh=False, transient=True, vertical_overflow="crop") as live:

        def show(game: mm.Game, move: mm.strategy.PlayedMove) -> None:
            nonlocal sentence
            sentence = teller.sentence(game, move)
            live.update(teller.picture(game, sentence), refresh=True)
            time.sleep(1 / speed)

        record = mm.play(game, player, seed=seed, watch=show)
    say(sentence)
    return record


def _show_end(out: Console, game: mm.Game, record: mm.Record, *, seconds: bool) -> None:
    from minemind.cli.shell.session import legend, revealed
    from minemind.cli.terminal import draw, is_too_large, too_large

    out.print()
    if is_too_large(game.grid):
        out.print(too_large(game.grid))
    else:
        show(out, revealed(game) if game.exploded else draw(game.board))
    if game.exploded and not is_too_large(game.grid):
        out.print(legend(game), style="dim")
    result, _, counts = record.summary.partition(": ")
    if game.exploded:
        result = phrase("record.lost-at", result=result, cell=game.exploded[0])
    took = f", {record.seconds:.2f} s" if seconds else ""
    summary = f"{result}: {counts}{took}"
    out.print(folded(summary, out.width) if out.is_terminal else summary, style="bold")
