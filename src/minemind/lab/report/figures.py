"""Figures: the charts of a report as matplotlib draws them. No other file uses matplotlib.

A figure is drawn panel by panel for a page, whose width is unknown, and whole for files. Its bytes depend on the charts
alone: no date, nothing random, no settings of the user, which are restored afterwards.
"""

from __future__ import annotations

import io
import math
import textwrap
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from minemind.errors import MissingExtra
from minemind.html_report.palette import PALETTE, Look
from minemind.lab.report.charts import (
    ENDINGS,
    PARTS,
    ChartKind,
    Charts,
    Dot,
    Panel,
    Share,
    Shares,
    Stack,
    milliseconds,
    named,
    percent,
)
from minemind.strategy.outcome import TENTHS

try:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure
    from matplotlib.patches import Patch, Rectangle
except ImportError:
    raise MissingExtra('a report needs matplotlib for its figures: pip install "minemind-engine[plot]"') from None

__all__ = ["PanelChart", "pictures"]

INK, MUTED, LINE, CARD, WON = (PALETTE[name].light for name in ("ink", "muted", "line", "card", "won"))

# Inches. A panel is as wide as a phone shows legibly; the font is in points.
WIDTH, ROW_HEIGHT, AROUND, SQUARE, FONT = 3.8, 0.26, 0.95, 2.6, 9
COLUMNS, LEGEND, DPI = 3, 0.45, 150

# A panel has room for at least this many rows, so that a single bar is not drawn as a pillar.
FEWEST_ROWS = 2

# The most letters in a name, and in a line of a title: more would leave no room for the chart.
NAME, TITLE, SQUARE_TITLE = 24, 44, 28

FAINT = 0.3

# The cell of games without risk begins this far to the left of the others.
APART = 1.7

STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": LINE,
    "axes.facecolor": CARD,
    "axes.labelcolor": MUTED,
    "axes.labelsize": FONT,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": CARD,
    "figure.titlesize": FONT + 1,
    "figure.titleweight": "bold",
    "font.size": FONT,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "legend.fontsize": FONT - 1,
    "savefig.facecolor": CARD,
    "svg.fonttype": "none",  # text that can be read, found and copied
    "text.color": INK,
    "text.parse_math": False,  # a dollar in a name is a dollar
    "xtick.color": MUTED,
    "xtick.labelsize": FONT - 1,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "ytick.labelsize": FONT,
    "ytick.major.size": 0,
}

Hand = Callable[[Axes, Panel[Any], Mapping[str, Look]], None]


@dataclass(frozen=True)
class PanelChart:
    """A figure: panels that are drawn in the same way."""

    kind: ChartKind
    panels: tuple[Panel[Any], ...]
    looks: Mapping[str, Look]
    hand: Hand
    is_square: bool = False
    key: tuple[str, ...] = ()  # parts whose colours the legend explains

    def panel_svg(self, panel: Panel[Any]) -> bytes:
        """One panel by itself."""
        with _style(self.kind):
            return _saved(self._drawn([panel]), "svg")

    def files(self) -> dict[str, bytes]:
        """All panels in one figure, by the ending of the file's name."""
        with _style(self.kind):
            figure = self._drawn(self.panels)
            return {ending: _saved(figure, ending) for ending in ENDINGS}

    def _drawn(self, panels: Sequence[Panel[Any]]) -> Figure:
        columns = min(len(panels), COLUMNS)
        lines = [panels[first : first + columns] for first in range(0, len(panels), columns)]
        rows = [max(FEWEST_ROWS, *(len(panel.rows) for panel in line)) for line in lines]
        heights = [SQUARE if self.is_square else AROUND + ROW_HEIGHT * count for count in rows]
        below = [LEGEND] if self.key else []
        size = columns * (SQUARE if self.is_square else WIDTH), sum(heights + below)
        figure = Figure(figsize=size, layout="constrained")
        top, *bottom = figure.subfigures(1 + len(below), 1, squeeze=False, height_ratios=[sum(heights), *below]).flat
        places = top.subfigures(len(lines), columns, squeeze=False, height_ratios=heights)
        for line, some, count in zip(places, lines, rows, strict=True):
            for place, panel in zip(line, some, strict=False):
                self._draw(place, panel, count)
        for place in bottom:
            _explain(place, self.key)
        _lay_out(figure)
        return figure

    def _draw(self, place: SubFigure, panel: Panel[Any], rows: int) -> None:
        title = textwrap.wrap(panel.title, SQUARE_TITLE if self.is_square else TITLE, max_lines=2, placeholder="…")
        place.suptitle("\n".join(title), x=0.02, ha="left")
        axes = place.subplots()
        axes.set_xlabel(panel.axis)
        self.hand(axes, panel, self.looks)
        if not self.is_square:
            _name_rows(axes, panel, rows)


def pictures(charts: Charts, looks: Mapping[str, Look]) -> list[PanelChart]:
    """The figures of all charts that show anything."""
    everything = [
        PanelChart(ChartKind.RATES, charts.rates, looks, _rates),
        PanelChart(ChartKind.ENDS, charts.ends, looks, _stacks, key=charts.parts),
        PanelChart(ChartKind.RISKS, charts.risks, looks, _cells),
        PanelChart(ChartKind.TIMES, charts.times, looks, _times),
        PanelChart(ChartKind.CALIBRATION, charts.calibration, looks, _squares, is_square=True),
    ]
    return [picture for picture in everything if picture.panels]


@contextmanager
def _style(salt: str) -> Iterator[None]:
    """Our settings instead of the user's, for the duration of the block."""
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph", category=UserWarning)  # the font lacks a name's script
        mpl.rcdefaults()
        mpl.rcParams.update({**STYLE, "svg.hashsalt": salt})
        yield


def _lay_out(figure: Figure) -> None:
    """Lay out a figure once; by default that is done, by drawing it, every time it is saved."""
    if engine := figure.get_layout_engine():
        engine.execute(figure)
    figure.set_layout_engine("none")


def _saved(figure: Figure, ending: str) -> bytes:
    metadata = {"Date": None, "Creator": None} if ending == "svg" else {"Software": None}
    content = io.BytesIO()
    figure.savefig(content, format=ending, dpi=DPI, metadata=metadata)
    return content.getvalue()


def _short(label: str) -> str:
    return label if len(label) <= NAME else f"{label[: NAME - 1]}…"


def _name_rows(axes: Axes, panel: Panel[Any], rows: int) -> None:
    """Put the names at the left, from the top, and make rows as high as in the panels next to it."""
    axes.set_yticks(range(len(panel.rows)), [_short(row.who.label) for row in panel.rows])
    axes.set_ylim(rows - 0.5, -0.5)


def _explain(place: SubFigure, key: Sequence[str]) -> None:
    handles = [Patch(color=PALETTE[part].light, label=named(part)) for part in key]
    place.legend(handles=handles, loc="center", ncols=4, handlelength=1, columnspacing=1.2)


def _beside(axes: Axes, row: int, text: str) -> None:
    """Put a text at the right end of a row."""
    axes.text(1.04, row, text, transform=axes.get_yaxis_transform(), va="center", ha="left", color=INK)


def _as_percent(share: float, _: object) -> str:
    return f"{100 * share:.10g}"


def _mark(axes: Axes, value: float, row: int, look: Look) -> None:
    axes.plot([value], [row], look.marker, c=look.colour, ms=7.5, mec=CARD, mew=0.5, clip_on=False)


def _rates(axes: Axes, panel: Panel[Dot], looks: Mapping[str, Look]) -> None:
    for row, dot in enumerate(panel.rows):
        look = looks[dot.who.strategy]
        axes.plot([dot.low, dot.high], [row, row], c=look.colour, lw=2, solid_capstyle="round")
        _mark(axes, dot.value, row, look)
        _beside(axes, row, percent(dot.value))
    low, high = min(dot.low for dot in panel.rows), max(dot.high for dot in panel.rows)
    around = max(0.06 * (high - low), 0.005)
    axes.set_xlim(max(0, low - around), min(1, high + around))
    axes.xaxis.set_major_formatter(_as_percent)
    axes.grid(axis="x")


def _times(axes: Axes, panel: Panel[Dot], looks: Mapping[str, Look]) -> None:
    values = [dot.value for dot in panel.rows]
    low, high = 10.0 ** math.floor(math.log10(min(values))), 10.0 ** math.ceil(math.log10(max(values)))
    for row, dot in enumerate(panel.rows):
        axes.plot([low, dot.value], [row, row], c=LINE, lw=2)
        _mark(axes, dot.value, row, looks[dot.who.strategy])
        _beside(axes, row, milliseconds(dot.value))
    axes.set_xscale("log")
    axes.set_xlim(low, high if high > low else 10 * low)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    axes.minorticks_off()
    axes.grid(axis="x")


def _stacks(axes: Axes, panel: Panel[Stack], _: Mapping[str, Look]) -> None:
    for row, stack in enumerate(panel.rows):
        left = 0.0
        for part, count in zip(PARTS, stack.counts, strict=True):
            share = count / sum(stack.counts)
            axes.barh(row, share, 0.72, left, color=PALETTE[part].light, edgecolor=CARD, linewidth=0.6)
            left += share
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(_as_percent)


def _cells(axes: Axes, panel: Panel[Shares], _: Mapping[str, Look]) -> None:
    """Draw a cell for each step of risk, bluer the more of its games were won; games without risk are set apart."""
    for row, shares in enumerate(panel.rows):
        for step, share in enumerate(shares.shares):
            if share.whole:
                _cell(axes, step - 1 if step else -APART, row, share)
    axes.set_xlim(-APART - 0.05, TENTHS + 0.05)
    axes.set_xticks(
        [0.5 - APART, *range(TENTHS + 1)], ["none", *(str(100 * tenth // TENTHS) for tenth in range(TENTHS + 1))]
    )


def _cell(axes: Axes, left: float, row: int, share: Share) -> None:
    # The colour is transparent, so that it suits a dark page as well.
    alpha = 0.06 + 0.94 * share.value if share.is_sound else 0
    axes.add_patch(Rectangle((left + 0.05, row - 0.42), 0.9, 0.84, fc=(WON, alpha), ec=LINE, lw=0.7))
    colour, number = INK if share.is_sound else MUTED, f"{100 * share.value:.0f}"
    axes.text(left + 0.5, row, number, ha="center", va="center", fontsize=FONT - 2, color=colour)


def _squares(axes: Axes, panel: Panel[Shares], looks: Mapping[str, Look]) -> None:
    """Of guesses between 50 and 60 %, between 50 and 60 % should hit: a square for each tenth along the diagonal."""
    (shares,) = panel.rows
    look = looks[shares.who.strategy]
    for tenth, share in enumerate(shares.shares):
        low = tenth / TENTHS
        axes.add_patch(Rectangle((low, low), 1 / TENTHS, 1 / TENTHS, color=LINE, linewidth=0))
        if share.whole:
            middle, alpha = low + 0.5 / TENTHS, 1 if share.is_sound else FAINT
            axes.plot([middle, middle], share.ci95, c=look.colour, alpha=alpha, lw=1.6)
            axes.plot([middle], [share.value], look.marker, c=look.colour, alpha=alpha, ms=5, clip_on=False)
    axes.axline((0, 0), slope=1, c=MUTED, lw=0.8, ls=(0, (4, 3)))
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", ylabel="guesses that hit, %")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(_as_percent)
        axis.set_ticks([0, 0.25, 0.5, 0.75, 1])
