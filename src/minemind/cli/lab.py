"""Commands that measure: many games, and how they went."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

import minemind as mm
from minemind.cli.entry import INTERRUPTED
from minemind.cli.files import cell_of
from minemind.cli.games import ListStrategies, Think, strategy_names, thinking_players
from minemind.cli.options import register
from minemind.cli.output import RESULTS_SO_FAR, WrongUsage, complain, print_json, progress_bar
from minemind.cli.position import Json
from minemind.cli.setup import (
    FirstClick,
    MineNumber,
    MostPerCell,
    PresetNames,
    Shape,
    SizeOptions,
    Topology,
    grid_of,
    listed,
)
from minemind.cli.standings import comparison_json, comparison_text, standing_json, standing_text, standings_text
from minemind.game import PRESETS
from minemind.strategy.depth import DEEP
from minemind.strategy.simulate import GAMES, SEED, STRATEGY

if TYPE_CHECKING:
    from minemind.lab.plan import Plan
    from minemind.lab.run import Standing
    from minemind.lab.store import RunWriter
    from minemind.lab.workers import ChunkWorkers

__all__ = ["add_to"]

Now = TypeVar("Now")

Presets = Annotated[
    list[str] | None,
    typer.Option(
        "--preset", metavar="NAME[,NAME…]", help=f"Standard sizes: {', '.join(PRESETS)}.", show_default="expert"
    ),
]

# The default of --jobs.
ALL = os.cpu_count() or 1

# The default of --alpha and --beta.
ERROR_RATE = 0.05


@dataclass(frozen=True)
class MatchOptions:
    """What is played, by any strategy."""

    first_click: FirstClick = mm.FirstClick.OPENING
    start: Annotated[
        str | None, typer.Option(metavar="ROW,COL", help="First click.", show_default="the strategy's choice")
    ] = None
    seed: Annotated[int, typer.Option(help="The same seed deals the same games.")] = SEED
    estimator: Annotated[
        mm.strategy.Estimator,
        typer.Option(
            help="Count wins; weight each game by its odds of surviving the guesses, for less noise; or, to "
            "compare, sum the gain of every choice that differs (least noise)."
        ),
    ] = mm.strategy.Estimator.WINS
    max_per_cell: MostPerCell = 1
    topology: Topology = "square"  # type: ignore[assignment]

    def match(self, strategy: str, size: mm.game.Preset, baseline: str | None = None) -> mm.strategy.Match:
        """A match of a strategy on boards of a size. Raises `InvalidValue` if it cannot be played."""
        from minemind.lab.chunk import check

        match = mm.strategy.Match.of(
            size,
            strategy,
            first_click=self.first_click,
            start=cell_of(self.start) if self.start else None,
            seed=self.seed,
            max_per_cell=self.max_per_cell,
            grid=grid_of(size, self.topology),
            estimator=self.estimator,
            baseline=baseline,
        )
        check(match)
        return match


@dataclass(frozen=True)
class RunOptions:
    """How many games are played, by which workers, and where their results are kept."""

    games: Annotated[int, typer.Option(min=1, help="Games per strategy and size.")] = GAMES
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "--threads", min=1, max=1024, help="Games to play in parallel.", show_default="all cores"
        ),
    ] = None
    out: Annotated[str | None, typer.Option(metavar="FOLDER", help="Folder to save the result of every game in.")] = (
        None
    )
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in --out where it was interrupted.")] = (
        False
    )
    scheduler: Annotated[
        str | None, typer.Option(metavar="tcp://HOST:PORT", help="Play on the cluster of this Dask scheduler.")
    ] = None
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Play on a local Dask cluster of N processes.")
    ] = None

    def plan(self, matches: Iterable[mm.strategy.Match]) -> Plan:
        """The plan that has the wanted number of games of each match."""
        from minemind.lab.plan import Plan

        return Plan(tuple(matches), self.games)

    @contextmanager
    def kept(self, plan: Plan) -> Iterator[RunWriter | None]:
        """The writer of the results, if they are kept. If an error stops the run, print how many games are saved."""
        from minemind.lab.store import writing_run

        if self.out is None:
            if self.resume:
                raise WrongUsage("--resume continues a saved run; give its folder with --out")
            yield None
            return
        with writing_run(self.out, plan, resume=self.resume) as writer:
            try:
                yield writer
            except mm.MineMindError:
                _say_kept(writer)
                raise

    def working(self) -> AbstractContextManager[ChunkWorkers]:
        """The workers, on this machine or on a cluster."""
        from minemind.lab.cluster import cluster_workers
        from minemind.lab.workers import local_workers

        if self.scheduler is not None and self.workers:
            raise WrongUsage("give --scheduler or --workers, not both")
        if self.scheduler is None and not self.workers:
            return local_workers(self.jobs or ALL)
        if self.jobs is not None:
            raise WrongUsage("--jobs is for games played on this machine; leave it out when a cluster plays")
        return cluster_workers(self.scheduler, self.workers)


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    register(app, "Measure", bench, compare)


def bench(
    *,
    preset: Presets = None,
    size: Shape = None,
    mines: MineNumber = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[,NAME…]",
            help="Strategies to play with; see minemind strategies.",
            show_default=STRATEGY,
            autocompletion=strategy_names,
        ),
    ] = None,
    think: Think = None,
    what: MatchOptions,
    how: RunOptions,
    _: ListStrategies = False,
    as_json: Json = False,
) -> None:
    """Play many games and report the win rate.

    With --out, finished games are saved, and --resume continues an interrupted run.

    Example: minemind bench --strategy champion,exact --first-click safe --start 0,0 --games 100000 --out results/night
    """
    from minemind.lab.run import Standing, play_run

    if what.estimator is mm.strategy.Estimator.ADVANTAGE:
        raise WrongUsage("--estimator advantage compares two strategies; use minemind compare")
    names = thinking_players(listed(strategy, "--strategy") or [STRATEGY], think)
    plan = how.plan(what.match(name, wanted) for wanted in _sizes(preset, size, mines) for name in names)
    began = time.perf_counter()
    with how.kept(plan) as writer, how.working() as players, _bar(plan) as progress:
        standings, is_interrupted = _until_interrupted(
            lambda see: play_run(plan, players, writer, see), list[Standing](), progress, writer
        )
    _show(standings, time.perf_counter() - began, as_json=as_json)
    for note in (note for standing in standings for note in standing.notes):
        complain(f"note: {note}")
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def compare(
    *,
    first: Annotated[str, typer.Argument(metavar="A", help="First strategy.", autocompletion=strategy_names)],
    second: Annotated[str, typer.Argument(metavar="B", help="Second strategy.", autocompletion=strategy_names)],
    think: Think = None,
    which: SizeOptions,
    what: MatchOptions,
    how: RunOptions,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="P0,P1",
            help="Stop once a test decides whether A wins P1 or only P0 percentage points more often than B.",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(help="Probability of calling A better when the difference is P0.", show_default=f"{ERROR_RATE}"),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(help="Probability of calling A no better when it is P1.", show_default=f"{ERROR_RATE}"),
    ] = None,
    batch: Annotated[int, typer.Option(min=1, help="Games between two evaluations of the test.")] = 500,
    as_json: Json = False,
) -> None:
    """Compare two strategies on the same games.

    Without a size, they play Expert games.

    Example: minemind compare champion exact --games 100000 --sprt 0,1
    """
    from minemind.lab.comparison import Comparison
    from minemind.lab.comparison import compare as play

    test = _test(sprt, alpha, beta)
    wanted = which.wanted(default="expert")
    names = _both(first, second, think)
    if what.estimator is mm.strategy.Estimator.ADVANTAGE:
        plan = how.plan([what.match(names[0], wanted, baseline=names[1])])
    else:
        plan = how.plan(what.match(name, wanted) for name in names)
    with how.kept(plan) as writer, how.working() as players, progress_bar("games", how.games, is_sum=True) as advance:
        found, is_interrupted = _until_interrupted(
            lambda see: play(plan, players, sprt=test, batch=batch, writer=writer, progress=see),
            Comparison(sprt=test),
            (lambda now: advance(now.paired.games)) if advance else None,
            writer,
        )
    if not found.paired.games:
        raise typer.Exit(INTERRUPTED)
    print_json(comparison_json(plan, found)) if as_json else print(comparison_text(plan, found))
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _both(first: str, second: str, think: int | None) -> tuple[str, str]:
    """The names of two strategies with this much thinking, if they can think."""
    if think is None or first == second:
        return mm.strategy.thinking(first, think), mm.strategy.thinking(second, think)
    names = thinking_players([first, second], think)
    if len(names) < 2:
        raise WrongUsage(
            f"with --think {think} both are {names[0]}; give --think in a name, as in {DEEP}={think or 100}"
        )
    return names[0], names[1]


def _sizes(presets: Sequence[str] | None, size: str | None, mines: int | None) -> list[mm.game.Preset]:
    names = listed(presets, "--preset")
    for name in names:
        if name not in PRESETS:
            raise WrongUsage(f"--preset {name!r:.40}: choose from {', '.join(PRESETS)}")
    if size and len(names) > 1:
        raise WrongUsage("give --size or several presets, not both")
    chosen: list[PresetNames | None] = [*map(PresetNames, names)]
    return [SizeOptions(preset, size, mines).wanted("expert") for preset in chosen or [None]]


def _test(sprt: str | None, alpha: float | None, beta: float | None) -> Any:
    from minemind.lab.comparison import Sprt

    if sprt is None:
        if (alpha, beta) != (None, None):
            raise WrongUsage("--alpha and --beta are error rates of a test; add --sprt P0,P1")
        return None
    try:
        low, high = (float(part) / 100 for part in sprt.split(","))
    except ValueError:
        raise WrongUsage(f"--sprt {sprt!r:.40}: give two differences in percentage points, as in 0,1") from None
    return Sprt(low, high, *(ERROR_RATE if rate is None else rate for rate in (alpha, beta)))


def _say_kept(writer: RunWriter) -> None:
    done = sum(map(writer.done, range(len(writer.stored.plan.matches))))
    complain(f"note: {done:,} games are saved in {writer.stored.folder}; the same command with --resume continues")


def _until_interrupted(
    play: Callable[[Callable[[Now], None]], Now],
    nothing: Now,
    show: Callable[[Now], object] | None,
    writer: RunWriter | None,
) -> tuple[Now, bool]:
    """Play, and show the progress. Returns the result and False; after Ctrl-C, the last progress and True."""
    last = nothing

    def see(now: Now) -> None:
        nonlocal last
        last = now
        if show:
            show(now)

    try:
        return play(see), False
    except KeyboardInterrupt:
        complain(RESULTS_SO_FAR)
        if writer:
            _say_kept(writer)
        return last, True


@contextmanager
def _bar(plan: Plan) -> Iterator[Callable[[list[Standing]], object] | None]:
    """One bar for all matches, with their win rates. It counts CPU time, so that the time left is about right."""
    with progress_bar("games", 1, is_sum=True) as advance:
        if advance is None:
            yield None
            return

        def show(standings: list[Standing]) -> None:
            costs = [standing.cpu_s / max(1, standing.timed) for standing in standings]
            done = sum(cost * standing.tally.games for cost, standing in zip(costs, standings, strict=True))
            rates = ", ".join(f"{standing.match.strategy} {standing.tally.win_rate:.1%}" for standing in standings)
            advance(done / (plan.games * sum(costs) or 1), description=rates)

        yield show


def _show(standings: list[Standing], wall_s: float, *, as_json: bool) -> None:
    if not as_json and not any(standing.tally.games for standing in standings):
        return  # interrupted before the first one
    if len(standings) == 1:
        (only,) = standings
        print_json(standing_json(only, wall_s)) if as_json else print(standing_text(only, wall_s))
    elif as_json:
        print_json({"matches": [standing_json(standing, wall_s) for standing in standings]})
    else:
        print(standings_text(standings))
