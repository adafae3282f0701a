"""Commands that measure: many games, and how they went."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

import minemind as mm
from minemind.cli.files import cell_of
from minemind.cli.games import ListStrategies, StrategyName
from minemind.cli.output import complain, print_json, progress_bar
from minemind.cli.position import Json
from minemind.cli.setup import FirstClick, MostPerCell, PresetName, Topology, grid_of, sizes

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    app.command(rich_help_panel="Play")(bench)


def bench(
    preset: PresetName = None,
    size: Annotated[
        tuple[int, int, int] | None, typer.Option("--random", metavar="ROWS COLS MINES", help="Another size.")
    ] = None,
    first_click: FirstClick = mm.FirstClick.OPENING,
    start: Annotated[
        str | None, typer.Option(metavar="ROW,COL", help="The first click; else the strategy's own.")
    ] = None,
    strategy: StrategyName = "champion",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same games.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="How many at once.", show_default="all")] = os.cpu_count() or 1,
    estimator: Annotated[
        mm.Estimator, typer.Option(help="Count wins, or what games that never die would win: less noise.")
    ] = mm.Estimator.WINS,
    max_per_cell: MostPerCell = 1,
    topology: Topology = "square",  # type: ignore[assignment]
    _: ListStrategies = False,
    as_json: Json = False,
) -> None:
    """Play many games at full speed and count the wins.

    Example: minemind bench --preset expert --first-click safe --start 0,0 --games 100000
    """
    wanted = sizes(preset, size)
    with progress_bar("games", games, is_sum=True) as progress:
        played = mm.simulate(
            wanted,
            first_click=first_click,
            start=cell_of(start) if start else None,
            strategy=strategy,
            games=games,
            seed=seed,
            threads=threads,
            max_per_cell=max_per_cell,
            grid=grid_of(wanted, topology),
            estimator=estimator,
            progress=progress,
        )
    if played.is_interrupted:
        complain(f"note: interrupted after {played.games:,} of {games:,} games")
    named = str(preset) if preset else None if size else "expert"
    print_json(simulation_json(played, named)) if as_json else print(simulation_text(played))
    if played.is_interrupted:
        raise typer.Exit(130)


def simulation_json(played: mm.Simulation, preset: str | None) -> dict[str, Any]:
    """A simulation as programs read it."""
    return {
        "strategy": played.strategy,
        "preset": preset,
        "rows": played.grid.rows,
        "cols": played.grid.cols,
        "mines": played.mines,
        "topology": played.grid.topology,
        "max_per_cell": played.max_per_cell,
        "first_click": played.first_click.value,
        "start": list(played.start),
        "seed": str(played.seed),
        "estimator": played.estimator.value,
        "games": played.games,
        "wins": played.wins,
        "win_rate": played.win_rate if played.games else None,
        "ci95": list(played.ci95),
        "cpu_s": played.cpu_s,
        "wall_s": played.wall_s,
        "games_per_cpu_s": played.games_per_cpu_s if played.games and played.cpu_s else None,
        "guesses_per_game": played.guesses_per_game if played.games else None,
        "lost_by_phase": {phase.value: count for phase, count in played.lost_by_phase.items()},
        "signature": played.signature,
    }


def simulation_text(played: mm.Simulation) -> str:
    """A simulation as people read it."""
    low, high = played.ci95
    size = f"{played.grid.rows}×{played.grid.cols}, {played.mines} mines"
    lost = int(played.lost.sum())
    stuck = played.games - played.wins - lost
    phases = [f"{phase.value.replace('_', ' ')} {count:,}" for phase, count in played.lost_by_phase.items()]
    is_plain = played.estimator is mm.Estimator.WINS
    interval = f"{played.win_rate:.3%} (95 % interval {low:.3%} … {high:.3%})"
    won, weighted = (
        f"won {played.wins:,} of {played.games:,}: {interval}",
        f"chance to win, from {played.games:,} weighted games: {interval}",
    )
    first = f"first click {played.first_click} at {tuple(played.start)}"
    return "\n".join(
        [
            f"{played.strategy} on {size}, {first}, seed {played.seed}",
            *([won, f"lost {lost:,}: {', '.join(phases)}; stuck {stuck:,}"] if is_plain else [weighted]),
            f"{played.guesses_per_game:.3f} guesses a game, {played.games_per_cpu_s:,.0f} games per CPU-second, "
            f"{played.wall_s:.1f} s",
            f"signature {played.signature}",
        ]
    )
