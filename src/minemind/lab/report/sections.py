"""Sections: the text around each figure of a report, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from minemind.html_report.markup import Cells, HtmlTable
from minemind.lab.report.charts import (
    FEW,
    PARTS,
    ChartKind,
    Charts,
    Dot,
    Field,
    Panel,
    Row,
    Share,
    Shares,
    Stack,
    fields,
    milliseconds,
    named,
    percent,
)
from minemind.lab.report.results import Entry, Results
from minemind.strategy.outcome import TENTHS

__all__ = ["Section", "sections_of"]

# Unknown, or not meaningful.
NONE = "–"

TENTHS_OF_RISK = [f"{100 * tenth // TENTHS} … {100 * (tenth + 1) // TENTHS} %" for tenth in range(TENTHS)]


@dataclass(frozen=True)
class Section:
    """A figure, what it shows in words, and its numbers."""

    kind: ChartKind  # of the figure
    title: str
    text: str
    remarks: tuple[str, ...]  # what is left out, and why
    table: HtmlTable
    is_folded: bool = False  # whether there are so many numbers that they are folded away


def sections_of(results: Results, charts: Charts) -> list[Section]:
    """All sections of a report, including those without data."""
    everybody = results.played
    return [
        _rates(fields(everybody)),
        _ends(charts, everybody),
        _risks(charts.risks, everybody),
        _times(charts.times, everybody),
        _calibration(charts.calibration, everybody),
    ]


def _rates(by_board: Iterable[Field]) -> Section:
    head = ["strategy", "games", "won", "95 % interval", "lost", "stuck", "guesses per game", "games per CPU-second"]
    groups = ((field.title, tuple(_rate(who.label, played) for who, played in field.everybody)) for field in by_board)
    return Section(
        ChartKind.RATES,
        "Win rates",
        "The line through a mark is the 95 % interval of the win rate: Wilson's, or for weighted games from their "
        "variance. Best first.",
        (),
        HtmlTable([*head, "signature", "version"], tuple(groups)),
    )


def _rate(label: str, played: Entry) -> Cells:
    tally, is_batch = played.tally, played.match is None
    low, high = tally.ci95
    return [
        label,
        f"{tally.games:,}",
        f"{tally.win_rate:.2%}",
        f"{low:.2%} … {high:.2%}",
        NONE if played.is_weighted else f"{tally.lost:,}",
        NONE if played.is_weighted else f"{tally.stuck:,}",
        NONE if is_batch else f"{tally.guesses_per_game:.2f}",
        NONE if is_batch else _speed(played),
        played.signature or NONE,
        played.version or NONE,
    ]


def _speed(played: Entry) -> str:
    return f"{1 / played.seconds_per_game:,.0f}" if played.seconds_per_game > 0 else NONE


def _ends(charts: Charts, everybody: Iterable[Entry]) -> Section:
    def cells(stack: Stack) -> Cells:
        counts = dict(zip(PARTS, stack.counts, strict=True))
        return [stack.who.label, *(f"{counts[part]:,}" for part in charts.parts)]

    return Section(
        ChartKind.ENDS,
        "Where games are lost",
        "Games by the phase in which the mine was hit: the opening with more than 10⁸⁰ solutions left, the middle with "
        "more than 10²⁰, late with fewer, and the endgame once the strategy searched the rest of the game. A coin flip "
        "is a guess of exactly one half, at any time.",
        tuple(_without_weighted(everybody)),
        HtmlTable(["strategy", *map(named, charts.parts)], _groups(charts.ends, cells)),
        is_folded=True,
    )


def _risks(panels: tuple[Panel[Shares], ...], everybody: Iterable[Entry]) -> Section:
    return Section(
        ChartKind.RISKS,
        "Risk taken and games won",
        "Games by the total risk of their guesses: the probability that one of them hits a mine, as the strategy saw "
        "it. Each cell shows the percentage of such games that were won; it is coloured if there were at least "
        f"{FEW}. Risk and wins need not add up to 100 %: a game that is lost by its first guess takes no further risk.",
        (*_without_weighted(everybody), *_without_batches(everybody)),
        HtmlTable(["strategy", "none", *TENTHS_OF_RISK], _groups(panels, _shares)),
        is_folded=True,
    )


def _times(panels: tuple[Panel[Dot], ...], everybody: Iterable[Entry]) -> Section:
    def cells(dot: Dot) -> Cells:
        return [dot.who.label, milliseconds(dot.value), f"{1000 / dot.value:,.1f}"]

    is_untimed = any(not played.seconds_per_game > 0 for played in everybody)
    return Section(
        ChartKind.TIMES,
        "Time per game",
        "A logarithmic scale: each mark is ten times the one before. Runs are measured in CPU time, batches in "
        "wall-clock time.",
        ("Games whose time is unknown are left out.",) if is_untimed else (),
        HtmlTable(["strategy", "per game", "games per second"], _groups(panels, cells)),
        is_folded=True,
    )


def _calibration(panels: tuple[Panel[Shares], ...], everybody: Iterable[Entry]) -> Section:
    rows = tuple(_shares(shares) for panel in panels for shares in panel.rows)
    return Section(
        ChartKind.CALIBRATION,
        "Calibration: are guesses as risky as they look?",
        "Guesses on all boards by the risk that the strategy saw, and the share that did hit a mine, with 95 % "
        f"intervals; faint if there were fewer than {FEW}. Marks should lie in their grey squares; many guesses "
        "between 50 and 60 % are exactly 50.",
        (*_without_weighted(everybody), *_without_batches(everybody), *_without_guesses(panels, everybody)),
        HtmlTable(["strategy", *TENTHS_OF_RISK], (("", rows),) if rows else ()),
        is_folded=True,
    )


def _groups(panels: Iterable[Panel[Row]], cells: Callable[[Row], Cells]) -> tuple[tuple[str, tuple[Cells, ...]], ...]:
    return tuple((panel.title, tuple(map(cells, panel.rows))) for panel in panels)


def _shares(shares: Shares) -> Cells:
    return [shares.who.label, *map(_share, shares.shares)]


def _share(share: Share) -> str:
    if not share.whole:
        return NONE
    low, high = share.ci95
    return f"{percent(share.value)}\n{100 * low:.1f} … {100 * high:.1f}\nof {share.whole:,}"


def _without_weighted(everybody: Iterable[Entry]) -> Iterator[str]:
    if any(played.is_weighted for played in everybody):
        yield "Weighted games are left out: they are never lost, and their guesses never hit a mine."


def _without_batches(everybody: Iterable[Entry]) -> Iterator[str]:
    if any(played.match is None for played in everybody):
        yield "Batches are left out: their summaries do not record guesses."


def _without_guesses(panels: Iterable[Panel[Shares]], everybody: Iterable[Entry]) -> Iterator[str]:
    guessed = {panel.title for panel in panels}
    if others := sorted({played.strategy for played in everybody if played.is_plain} - guessed):
        yield f"Never guessed: {', '.join(others)}."
