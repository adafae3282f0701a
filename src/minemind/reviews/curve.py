"""Curve: the charts of reviews and profiles as SVG: the probability of winning, a scatter plot, and bars.

They take their colours from the page, and need no plotting library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import count

from minemind.reviews.judgement import MoveKind, Odds, ReviewedMove
from minemind.reviews.review import Review
from minemind.words import phrase

__all__ = ["bars", "scatter", "win_curve"]

# The size of a chart, and its margins, which hold the labels.
WIDTH, HEIGHT, LEFT, BOTTOM, EDGE = 720, 260, 46, 34, 10

# The steps between gridlines from 0 to 1, and the most labels along the moves.
STEPS, LABELS = 4, 10

Point = tuple[float, float]


def win_curve(review: Review) -> str:
    """The probability of winning by move; empty if it is not known at any risk."""
    valued = [move for move in review.risks if move.before and move.after]
    if not valued:
        return ""
    last = len(review.moves)  # each outcome is drawn half a move to the right, that of the last move at the edge

    def at(number: float, value: float) -> Point:
        return LEFT + (WIDTH - LEFT - EDGE) * (number - 1) / (last - 0.5), EDGE + (HEIGHT - BOTTOM - EDGE) * (1 - value)

    line: list[Point] = []
    for move in valued:
        assert move.before
        assert move.after
        line += [at(move.number, move.before.value), at(move.number + 0.5, move.after.value)]
    final = valued[-1].after
    assert final
    line.append(at(last + 0.5, final.value))
    elements = [
        *_percent_lines(),
        *(_text(at(number, 0)[0], HEIGHT - BOTTOM + 14, str(number)) for number in _ticks(last)),
        _text((LEFT + WIDTH) / 2, HEIGHT - 4, phrase("review.report.axis")),
        _line([(at(1, 0)[0], line[0][1]), *line], "var(--s0)"),
        *(_interval(at(move.number, 0)[0], move.before, at) for move in valued if move.before),
        *(_marker(*at(move.number, move.before.value), move) for move in valued if move.before),
    ]
    return _svg(elements, WIDTH, HEIGHT, phrase("review.report.curve"))


def _percent_lines() -> Iterator[str]:
    for step in range(STEPS + 1):
        y = EDGE + (HEIGHT - BOTTOM - EDGE) * (1 - step / STEPS)
        yield _line([(LEFT, y), (WIDTH - EDGE, y)], "var(--line)", 1)
        yield _text(LEFT - 6, y + 4, f"{100 * step // STEPS} %", "end")


def _ticks(last: int) -> Iterator[int]:
    """Round move numbers, to label the axis."""
    sizes = (digit * 10**power for power in count() for digit in (1, 2, 5))
    step = next(size for size in sizes if last / size <= LABELS)
    yield from range(step, last + 1, step)


def _interval(x: float, odds: Odds, at: Callable[[float, float], Point]) -> str:
    top, bottom = (at(1, min(1.0, max(0.0, odds.value + sign * odds.margin)))[1] for sign in (1, -1))
    return _line([(x, top), (x, bottom)], "var(--muted)", 1) if odds.margin else ""


def _marker(x: float, y: float, move: ReviewedMove) -> str:
    """A shape for each kind, so that nothing depends on colour alone; its title is the review's sentence."""
    title = f"<title>{escape(move.sentence)}</title>"
    if move.kind.is_mistake:
        cross = f"M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"
        return f'<path d="{cross}" style="stroke:var(--endgame);stroke-width:3;fill:none">{title}</path>'
    if move.kind is MoveKind.NEEDLESS_GUESS:
        diamond = f"M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z"
        return f'<path d="{diamond}" style="fill:var(--late)">{title}</path>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" style="fill:var(--s0)">{title}</circle>'


def scatter(points: Sequence[tuple[float, float, str]], across: str, up: str) -> str:
    """A scatter plot of dots with titles, and the diagonal on which both values are equal."""
    side = 320
    most = max([value for x, y, _ in points for value in (x, y)], default=0.0) or 1.0

    def at(x: float, y: float) -> Point:
        room = side - 2 * LEFT
        return LEFT + room * x / most, EDGE + room * (1 - y / most)

    dots = (
        f'<circle cx="{at(x, y)[0]:.1f}" cy="{at(x, y)[1]:.1f}" r="4" style="fill:var(--s0);fill-opacity:.7">'
        f"<title>{escape(title)}</title></circle>"
        for x, y, title in points
    )
    ends = [at(0, 0), at(most, most)]
    ticks = [0.0, most / 2, most]
    elements = [
        _line(ends, "var(--muted)", 1),
        *(_text(at(tick, 0)[0], side - 2 * LEFT + EDGE + 16, f"{tick:.2g}") for tick in ticks),
        *(_text(LEFT - 6, at(0, tick)[1] + 4, f"{tick:.2g}", "end") for tick in ticks),
        _text(side / 2, side - 2 * LEFT + EDGE + 34, across),
        f'<g transform="translate(12 {side / 2 - 16}) rotate(-90)">{_text(0, 0, up)}</g>',
        *dots,
    ]
    return _svg(elements, side, side - LEFT + EDGE, f"{up}, {across}")


def bars(counts: Iterable[tuple[str, int]], label: str) -> str:
    """A bar chart of names and their counts."""
    rows, high = list(counts), 26
    most = max((times for _, times in rows), default=1)
    elements = []
    for place, (name, times) in enumerate(rows):
        y = place * high
        width = (WIDTH - 260) * times / most
        elements += [
            _text(190, y + 17, name, "end"),
            f'<rect x="200" y="{y + 4}" width="{width:.1f}" height="{high - 8}" style="fill:var(--s0)"/>',
            _text(206 + width, y + 17, str(times), "start"),
        ]
    return _svg(elements, WIDTH, high * max(len(rows), 1), label)


def _svg(elements: Iterable[str], width: int, height: int, label: str) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}" font-size="12">'
        f"{''.join(elements)}</svg>"
    )


def _line(points: Sequence[Point], colour: str, width: float = 2) -> str:
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{places}" style="fill:none;stroke:{colour};stroke-width:{width:g}"/>'


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" style="fill:var(--muted)">{escape(text)}</text>'
