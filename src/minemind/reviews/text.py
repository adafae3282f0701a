"""Text: a review, or a profile, as lines and tables for a terminal; the pages show the same tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from minemind.reviews.judgement import Kind, ReviewedMove, points
from minemind.reviews.performance import Performance
from minemind.reviews.profile import Profile, SizeProfile
from minemind.reviews.review import Review
from minemind.table import aligned
from minemind.words import phrase, spoken

__all__ = [
    "NONE",
    "decimal",
    "kinds_text",
    "luck_lines",
    "missed_rows",
    "performance_rows",
    "profile_rows",
    "profile_text",
    "review_text",
    "risk_rows",
]

# Unknown, or not meaningful.
NONE = "–"

Rows = list[Sequence[str]]


def review_text(review: Review) -> str:
    """The whole review: what was risked, luck and skill, the moments that decided it, and advice."""
    parts = [review.title, kinds_text(review), _section("review.risks", _risks(review))]
    parts.append(_section("review.luck", luck_lines(review)))
    if review.key_moments:
        parts.append(_section("review.moments", (move.sentence for move in review.key_moments)))
    parts.append(_section("review.performance", [aligned(performance_rows(review.performance), left=2)]))
    parts.append(_section("review.advice", [review.advice.sentence]))
    return "\n\n".join(parts)


def _section(key: str, lines: Iterable[str]) -> str:
    return "\n".join([phrase(key), *("  " + line.replace("\n", "\n  ") for line in lines)])


def kinds_text(review: Review) -> str:
    """How many clicks there were of each kind."""
    counts = ((kind, len(review.of_kind(kind))) for kind in Kind)
    counted = [phrase("review.kinds.one", count=count, kind=kind.label) for kind, count in counts if count]
    return phrase("review.kinds", count=len(review.moves), kinds=", ".join(counted))


def _risks(review: Review) -> list[str]:
    return [aligned(risk_rows(review.risks), left=3)] if review.risks else [phrase("review.risks.none")]


def risk_rows(moves: Iterable[ReviewedMove]) -> Rows:
    """A table of risks: what was done, how it is judged, and what it did."""
    heads = ("move", "click", "kind", "risk", "better", "before", "after", "cost")
    rows: Rows = [[phrase(f"review.head.{head}") for head in heads]]
    return [*rows, *([*_risk_row(move)] for move in moves)]


def _risk_row(move: ReviewedMove) -> Iterator[str]:
    figures = spoken().figures
    yield str(move.number)
    yield f"{phrase('review.action', action=move.action.value)} {tuple(move.cell)}"
    yield move.kind.label
    yield NONE if move.risk is None else figures.percent(move.risk)
    yield NONE if move.alternative is None else f"{tuple(move.best or ())} {figures.percent(move.best_risk)}"
    yield str(move.before or NONE)
    yield str(move.after or NONE)
    yield NONE if move.cost is None else points(move.cost)


def luck_lines(review: Review) -> Iterator[str]:
    """Luck and skill, told apart."""
    figures = spoken().figures
    yield phrase(
        "review.pluck",
        survival=figures.percent(10**-review.pluck),
        pluck=decimal(review.pluck, 3),
        necessary_survival=figures.percent(10**-review.necessary_pluck),
        necessary=decimal(review.necessary_pluck, 3),
    )
    if review.lost_by_choice is not None and review.luck is not None and review.start is not None:
        lost, luck = points(review.lost_by_choice), points(review.luck)
        yield phrase("review.decided", start=figures.percent(review.start), lost=lost, luck=luck)
    elif review.risks:
        yield phrase("review.unvalued")


def performance_rows(performance: Performance) -> Rows:
    """Every measure with its value; what cannot be counted has none."""
    one = performance
    clicks = phrase(
        "review.clicks", clicks=one.clicks, opens=one.opens, flags=one.flags, chords=one.chords, effective=one.effective
    )
    values = {
        "clicks": clicks,
        "3bv": phrase("review.solved", solved=one.solved, three_bv=one.three_bv),
        "seconds": decimal(one.seconds, 2),
        "3bvs": decimal(one.three_bv_per_second, 3),
        "ioe": decimal(one.efficiency, 3),
        "correctness": decimal(one.correctness, 3),
        "throughput": decimal(one.throughput, 3),
        "rqp": decimal(one.rqp, 3),
        "stnb": decimal(one.stnb, 3),
        "zini": spoken().figures.integer(one.zini),
        "zini-efficiency": decimal(one.zini_efficiency, 3),
    }
    return [(phrase(f"review.measure.{name}"), value) for name, value in values.items()]


def decimal(value: float | None, digits: int) -> str:
    """A number as the chosen language writes it."""
    if value is None:
        return NONE
    sign = "−" if value < 0 else ""
    return sign + spoken().figures.fixed(round(abs(value) * 10**digits), digits)


def profile_text(profile: Profile, names: Sequence[str]) -> str:
    """Every game in a line, then what they have in common."""
    games = [[phrase(f"review.head.{head}") for head in GAME_HEADS]]
    games += [[name, *game_row(review)] for name, review in zip(names, profile.reviews, strict=True)]
    parts = [aligned(games), aligned(profile_rows(profile.sizes))]
    if profile.missed:
        parts.append(aligned(missed_rows(profile)))
    return "\n\n".join([*parts, profile.advice])


GAME_HEADS = ("game", "result", "clicks", "guesses", "needless", "mistakes", "pluck", "necessary", "lost", "luck")


def game_row(review: Review) -> list[str]:
    """A game among others."""
    return [
        phrase("review.result", result=review.end.value),
        str(len(review.moves)),
        str(len(review.risks)),
        str(len(review.needless)),
        str(len(review.mistakes)),
        decimal(review.pluck, 2),
        decimal(review.necessary_pluck, 2),
        NONE if review.lost_by_choice is None else points(review.lost_by_choice),
        NONE if review.luck is None else points(review.luck),
    ]


def profile_rows(sizes: Iterable[SizeProfile]) -> Rows:
    """A table of sizes: what is risked, and what would have been necessary."""
    heads = ("size", "games", "won", "forced", "needless", "mistakes", "wasted", "pluck", "necessary", "lost", "luck")
    rows: Rows = [[phrase(f"review.head.{head}") for head in (*heads, "3bvs", "ioe")]]
    return [*rows, *map(_size_row, sizes)]


def _size_row(size: SizeProfile) -> list[str]:
    per_game = (size.forced, size.needless, size.mistakes, size.wasted)
    return [
        size.size,
        str(size.games),
        str(size.won),
        *(decimal(value, 1) for value in per_game),
        decimal(size.pluck, 2),
        decimal(size.necessary_pluck, 2),
        NONE if size.lost_by_choice is None else points(size.lost_by_choice),
        NONE if size.luck is None else points(size.luck),
        decimal(size.three_bv_per_second, 2),
        decimal(size.efficiency, 2),
    ]


def missed_rows(profile: Profile) -> Rows:
    """How often each technique was overlooked."""
    rows: Rows = [[phrase("review.head.technique"), phrase("review.head.overlooked")]]
    named = ([phrase("technique", technique=one.value, count=count), str(count)] for one, count in profile.missed)
    return [*rows, *named]
