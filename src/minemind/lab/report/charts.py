"""Charts: what the figures of a report show, as values, for the figures to draw and the tables to list."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from minemind.lab.report.results import Entry, Results
from minemind.strategy.match import Match
from minemind.strategy.outcome import TENTHS, Phase
from minemind.strategy.tally import Tally, wilson

__all__ = [
    "ENDINGS",
    "FEW",
    "PARTS",
    "ChartKind",
    "Charts",
    "Dot",
    "Field",
    "Panel",
    "Row",
    "Share",
    "Shares",
    "Stack",
    "Who",
    "charts_of",
    "fields",
    "milliseconds",
    "named",
    "percent",
]

# A share of fewer games or guesses than this means little, and is drawn faintly.
FEW = 30

# How games end, in the order in which they are stacked: won, lost in each phase, lost in an unknown phase, stuck.
PARTS = ("won", *Phase, "lost", "stuck")


# The endings of the names of figure files.
ENDINGS = ("svg", "png")


class ChartKind(StrEnum):
    """The charts, by the names of their figures."""

    RATES = "win-rates"
    ENDS = "where-lost"
    RISKS = "risk-taken"
    TIMES = "time-per-game"
    CALIBRATION = "calibration"


class Who(NamedTuple):
    """A strategy, by a name that distinguishes it from the others in its panel."""

    label: str
    strategy: str


class Dot(NamedTuple):
    """A value and its 95 % interval."""

    who: Who
    value: float
    low: float
    high: float


class Stack(NamedTuple):
    """How games ended: a number for each of `PARTS`."""

    who: Who
    counts: tuple[int, ...]


class Share(NamedTuple):
    """A count out of a total."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share; nan if the total is 0."""
        return self.part / self.whole if self.whole else math.nan

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the share, by Wilson."""
        return wilson(self.part, self.whole)

    @property
    def is_sound(self) -> bool:
        """Whether the total is large enough for the share to mean something."""
        return self.whole >= FEW


class Shares(NamedTuple):
    """A share for each step of risk."""

    who: Who
    shares: tuple[Share, ...]


Row = TypeVar("Row", Dot, Stack, Shares)


@dataclass(frozen=True)
class Panel(Generic[Row]):
    """Strategies that can be compared: on the same kind of board."""

    title: str
    axis: str  # what is shown from left to right
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Charts:
    """All that is drawn; there is no panel for what is unknown."""

    rates: tuple[Panel[Dot], ...]
    ends: tuple[Panel[Stack], ...]
    risks: tuple[Panel[Shares], ...]
    times: tuple[Panel[Dot], ...]  # in milliseconds
    calibration: tuple[Panel[Shares], ...]  # one row each: a strategy, on all kinds of boards

    @property
    def parts(self) -> tuple[str, ...]:
        """The `PARTS` that occur."""
        counts = zip(*(stack.counts for panel in self.ends for stack in panel.rows), strict=True)
        return tuple(part for part, several in zip(PARTS, counts, strict=False) if any(several))


@dataclass(frozen=True)
class Field:
    """All strategies on the same kind of board, best first."""

    title: str
    everybody: tuple[tuple[Who, Entry], ...]

    @property
    def is_batch(self) -> bool:
        """Whether these are the games of a batch."""
        return self.everybody[0][1].match is None


def charts_of(results: Results) -> Charts:
    """All charts of these results."""
    by_board = fields(results.played)
    return Charts(
        rates=_panels(by_board, lambda _: "games won, %, with 95 % intervals", _rate),
        ends=_panels(by_board, lambda _: "games, %", _ends),
        risks=_panels(by_board, lambda _: "risk taken, %; in the cells: games won, %", _risks),
        times=tuple(_fastest_first(panel) for panel in _panels(by_board, _clock, _time)),
        calibration=_calibration(results.played),
    )


def _panels(
    by_board: Iterable[Field], axis: Callable[[Field], str], make: Callable[[Who, Entry], Row | None]
) -> tuple[Panel[Row], ...]:
    """A panel for each kind of board that has something to show."""
    made = ((field, [make(who, played) for who, played in field.everybody]) for field in by_board)
    panels = (Panel(field.title, axis(field), tuple(row for row in rows if row is not None)) for field, rows in made)
    return tuple(panel for panel in panels if panel.rows)


def _fastest_first(panel: Panel[Dot]) -> Panel[Dot]:
    return replace(panel, rows=tuple(sorted(panel.rows, key=lambda dot: dot.value)))


def _clock(field: Field) -> str:
    return "milliseconds per game (wall clock)" if field.is_batch else "CPU milliseconds per game"


def fields(everybody: Iterable[Entry]) -> list[Field]:
    """The strategies by what they played: matches from small boards to large ones, then batches."""
    groups: dict[object, list[Entry]] = defaultdict(list)
    for played in everybody:
        groups[_kind(played)].append(played)
    ordered = sorted(groups.values(), key=lambda group: _size(group[0]))
    return [_field(group) for group in ordered]


def _kind(played: Entry) -> object:
    match = played.match
    if match is None:
        return played.source
    return match.grid, match.mines, match.max_per_cell, match.first_click, match.start


def _size(played: Entry) -> tuple[float, int, str]:
    match = played.match
    return (len(match.grid.indices), match.mines, _title(match)) if match else (math.inf, 0, "")


def _field(group: list[Entry]) -> Field:
    best_first = sorted(group, key=lambda played: (-played.tally.win_rate, played.strategy))
    whos = [Who(label, played.strategy) for label, played in zip(_labels(best_first), best_first, strict=True)]
    match = group[0].match
    return Field(_title(match) if match else group[0].source, tuple(zip(whos, best_first, strict=True)))


def _title(match: Match) -> str:
    """The kind of board, with everything that affects how hard it is."""
    reach = f", reach {match.grid.reach}" if match.grid.reach > 1 else ""
    holes = f", {len(match.grid.holes)} holes" if match.grid.holes else ""
    start = "" if match.start is None else f" at {tuple(match.start)}"
    return f"{match.preset or match.size}{reach}{holes}, first click {match.first_click}{start}"


def _labels(group: Sequence[Entry]) -> list[str]:
    """Distinct labels: the names of the strategies, if needed with what distinguishes them."""
    labels = [played.strategy for played in group]
    traits: list[Callable[[Entry], str]] = [
        lambda played: "weighted" if played.is_weighted else "",
        lambda played: f"seed {played.match.seed}" if played.match else "",
        lambda played: played.source,
    ]
    for trait in traits:
        values = defaultdict(set)
        for label, played in zip(labels, group, strict=True):
            values[label].add(trait(played))
        labels = [
            f"{label}, {trait(played)}" if len(values[label]) > 1 and trait(played) else label
            for label, played in zip(labels, group, strict=True)
        ]
    seen: Counter[str] = Counter()
    for place, label in enumerate(labels):
        seen[label] += 1
        labels[place] = f"{label} ({seen[label]})" if seen[label] > 1 else label
    return labels


def _rate(who: Who, played: Entry) -> Dot:
    return Dot(who, played.tally.win_rate, *played.tally.ci95)


def _time(who: Who, played: Entry) -> Dot | None:
    value = 1000 * played.seconds_per_game
    return None if math.isnan(value) else Dot(who, value, value, value)


def _ends(who: Who, played: Entry) -> Stack | None:
    unknown, *phases = played.tally.phases
    return None if played.is_weighted else Stack(who, (played.tally.wins, *phases, unknown, played.tally.stuck))


def _risks(who: Who, played: Entry) -> Shares | None:
    return Shares(who, tuple(map(Share, played.by_risk.wins, played.by_risk.games))) if played.is_plain else None


def _calibration(everybody: Iterable[Entry]) -> tuple[Panel[Shares], ...]:
    """A panel for each strategy that guessed: whether its risks are right does not depend on the board."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for played in everybody:
        if played.is_plain:
            tallies[played.strategy] += played.tally
    return tuple(
        Panel(strategy, "estimated risk, %", (Shares(Who(strategy, strategy), _hits(tally)),))
        for strategy, tally in sorted(tallies.items())
        if any(tally.risky) or any(tally.hits)
    )


def _hits(tally: Tally) -> tuple[Share, ...]:
    """The share of guesses in each tenth that hit a mine. Opening a mine that seemed safe counts as a guess."""
    return tuple(Share(tally.hits[tenth], max(tally.risky[tenth], tally.hits[tenth])) for tenth in range(TENTHS))


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{share:.1%}"


def milliseconds(value: float) -> str:
    """A time in milliseconds, to three significant figures."""
    return f"{value:,.0f} ms" if value >= 99.95 else f"{value:#.3g} ms"


def named(part: str) -> str:
    """One of `PARTS` in words."""
    in_words = {"won": "won", "lost": "lost, phase unknown", "stuck": "stuck"}
    return in_words.get(part, f"lost: {part.replace('_', ' ')}")
