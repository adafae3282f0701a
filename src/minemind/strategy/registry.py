"""Registry: strategies by name: our own, those registered in this process, and those of installed packages."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from minemind.arguments import unknown
from minemind.errors import Assumption, InvalidValue
from minemind.layout import Expansion
from minemind.strategy.depth import split
from minemind.strategy.external import External, is_command
from minemind.strategy.player import Strategy, without_expansion
from minemind.strategy.presets import PIPELINES, Pipeline, deep_pipeline

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["ENTRY_POINTS", "get_strategy", "register_strategy", "strategies"]

# The group of entry points under which packages announce their strategies: a class, or a function that makes a player.
ENTRY_POINTS = "minemind.strategies"

_NAME = re.compile(r"[a-z0-9][a-z0-9+._-]*(:[a-z0-9+._-]+)?", re.ASCII)

Maker = Callable[[], Strategy]
Made = TypeVar("Made", bound=Maker)

_OURS: dict[str, Maker] = {name: partial(Pipeline, *parts) for name, parts in PIPELINES.items()}
_REGISTERED: dict[str, Maker] = {}


def register_strategy(name: str) -> Callable[[Made], Made]:
    """Register the decorated class, or a function that makes a player, under a name that is not taken yet.

    >>> @mm.register_strategy("first-cell")
    ... class FirstCell(mm.Strategy):
    ...     "Opens the first hidden cell."
    ...     def moves(self, board, rng=None):
    ...         cell = next(cell for cell in board.grid if board.hidden[cell])
    ...         return [mm.Move(cell, mm.Action.OPEN, mm.Guess(0.5))]
    >>> mm.play("beginner", "first-cell", seed=7).strategy
    'first-cell'
    """
    if not isinstance(name, str):
        raise InvalidValue(f"{name!r:.60} is not a name; write @register_strategy('a-name')")
    if not _NAME.fullmatch(name) or without_expansion(name) != name:
        raise InvalidValue(f"{name!r} is not a valid name; use lower-case letters, digits and hyphens")
    if name in _OURS:
        raise InvalidValue(f"the name {name!r} is taken; choose another")

    def register(make: Made) -> Made:
        _REGISTERED[name] = make
        return make

    return register


def get_strategy(name: str | Strategy) -> Strategy:
    """A strategy by its name; a suffix `:dfs` or `:bfs` says how openings spread. A player is returned as it is.

    `champion:deep=400` is the champion with up to 400 million units of work to think at each guess. `exec:./my-bot` is
    another program, which speaks the engine protocol; `exec=2:./my-bot` gives it 2 seconds a move instead of 10.

    >>> mm.get_strategy("champion")
    <Strategy champion>
    """
    if isinstance(name, Strategy):
        return name
    if not isinstance(name, str):
        raise InvalidValue(f"{name!r:.60} is not a strategy; give a name or a Strategy")
    if is_command(name):
        return External(name)
    suffix = str(Expansion.BFS)
    if (plain := without_expansion(name)) != name:
        suffix = name.rpartition(":")[2]
    make = _OURS.get(plain) or _REGISTERED.get(plain) or _deep(plain) or _installed().get(plain)
    if make is None:
        raise unknown(plain, _names(), "a strategy")
    return _made(plain, make, Expansion(suffix))


def _deep(name: str) -> Maker | None:
    """The maker of the champion with the thinking that its name gives; None for any other name."""
    _, think = split(name)
    return partial(deep_pipeline, think) if think else None


def strategies() -> tuple[Strategy, ...]:
    """All available strategies, with `name` and `summary`. One that cannot be loaded is left out with a warning.

    >>> "champion" in [strategy.name for strategy in mm.strategies()]
    True
    """
    found = []
    for name in _names():
        try:
            found.append(get_strategy(name))
        except InvalidValue as error:
            warnings.warn(str(error), Assumption, stacklevel=2)
    return tuple(found)


def _names() -> Iterator[str]:
    return iter(dict.fromkeys([*_OURS, *_REGISTERED, *_installed()]))


def _installed() -> dict[str, Maker]:
    from importlib.metadata import entry_points  # takes longer to import than everything else here

    return {point.name: partial(_load, point) for point in entry_points(group=ENTRY_POINTS)}


def _load(point: EntryPoint) -> Strategy:
    made: Strategy = point.load()()
    return made


def _made(name: str, make: Maker, expansion: Expansion) -> Strategy:
    try:
        player = make()
    except Exception as error:
        raise InvalidValue(f"the strategy {name!r} could not be created: {type(error).__name__}: {error}") from error
    if not isinstance(player, Strategy):
        raise InvalidValue(f"the strategy {name!r} is not a Strategy, but {player!r:.60}")
    player.name, player.expansion = name, expansion
    return player
