"""Commands: what to type to repeat a run."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator

from minemind.lab.plan import Plan
from minemind.layout import FirstClick
from minemind.strategy.match import Estimator, Match

__all__ = ["batch_command", "is_typed", "run_commands"]

Words = tuple[str, ...]


def is_typed(match: Match) -> bool:
    """Whether the command line can play this: grids with holes or a longer reach need Python."""
    return not match.grid.holes and match.grid.reach == 1


def run_commands(plan: Plan) -> list[str]:
    """The fewest commands that play all matches which the command line can play."""
    players: dict[tuple[Words, Words], dict[str, None]] = defaultdict(dict)  # of each size: in order, each once
    if any(match.baseline for match in plan.matches):
        return [*_comparisons(plan)]
    for match in filter(is_typed, plan.matches):
        players[_size(match), _options(match)][match.strategy] = None
    sizes: dict[tuple[str, Words], list[Words]] = defaultdict(list)  # that the same strategies play
    for (size, options), strategies in players.items():
        sizes[",".join(strategies), options].append(size)
    return [
        _joined("bench", *size, "--strategy", strategies, "--games", str(plan.games), *options)
        for (strategies, options), several in sizes.items()
        for size in _together(several)
    ]


def _comparisons(plan: Plan) -> Iterator[str]:
    """The commands for matches with a baseline, which plays no games of its own."""
    for match in filter(is_typed, plan.matches):
        if match.baseline:
            sides = match.strategy, match.baseline
            yield _joined("compare", *sides, *_size(match), "--games", str(plan.games), *_options(match))


def batch_command(strategies: Iterable[str], label: str) -> str:
    """The command that repeats a batch; a summary does not know the folder of the boards."""
    return _joined("batch", "FOLDER", "--strategy", ",".join(strategies), "--label", label)


def _joined(*words: str) -> str:
    return shlex.join(["minemind", *words])


def _size(match: Match) -> Words:
    return (
        ("--preset", match.preset)
        if match.preset
        else ("--size", f"{match.grid.rows}x{match.grid.cols}", "--mines", str(match.mines))
    )


def _together(sizes: list[Words]) -> list[Words]:
    """Join all presets: one command can play several of them, but only one other size."""
    presets = [size[1] for size in sizes if size[0] == "--preset"]
    others = [size for size in sizes if size[0] != "--preset"]
    return [("--preset", ",".join(presets)), *others] if presets else others


def _options(match: Match) -> Words:
    """The options that differ from their defaults, and the seed, which is always given."""
    options = {
        "--first-click": "" if match.first_click is FirstClick.OPENING else match.first_click.value,
        "--start": "" if match.start is None else ",".join(map(str, match.start)),
        "--max-per-cell": "" if match.max_per_cell == 1 else str(match.max_per_cell),
        "--topology": "" if match.grid.topology == "square" else match.grid.topology,
        "--estimator": "" if match.estimator is Estimator.WINS else match.estimator.value,
        "--seed": str(match.seed),
    }
    return tuple(word for option, value in options.items() if value for word in (option, value))
