"""Text: a review, or a profile, as lines and tables for a terminal; the pages show the same tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import PurePath

from minemind.board import Action
from minemind.reviews.advice import no_risk
from minemind.reviews.judgement import MoveKind, ReviewedMove, points
from minemind.reviews.performance import Performance
from minemind.reviews.profiles import Profile, SizeProfile
from minemind.reviews.review import Review
from minemind.solve.proof import Technique
from minemind.table import aligned
from minemind.words import phrase, spoken

__all__ = [
    "NONE",
    "decimal",
    "inside_folder",
    "kinds_text",
    "luck_lines",
    "missed_rows",
    "no_risk_text",
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
    """The whole review: risks, luck and skill, the moments that decided the game, performance and advice."""
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
    """The number of clicks of each kind."""
    counts = ((kind, len(review.of_kind(kind))) for kind in MoveKind)
    counted = [phrase("review.kinds.one", count=count, kind=kind.label) for kind, count in counts if count]
    return phrase("review.kinds", count=len(review.moves), kinds=", ".join(counted))


def _risks(review: Review) -> Iterator[str]:
    if not review.risks:
        yield no_risk_text(review)
        return
    rows = risk_rows(review.risks)
    yield aligned(rows, left=len(rows[0]) - 4)
    if margins := [move.before.margin for move in review.risks if move.before and not move.before.is_exact]:
        yield phrase("review.risks.estimated", margin=points(max(margins)))


def no_risk_text(review: Review) -> str:
    """Why no risk was taken."""
    return phrase("review.risks.none", why=no_risk(review.moves, is_dealt=review.replay.undealt is None))


def risk_rows(moves: Sequence[ReviewedMove]) -> Rows:
    """A table of risks: the click, its time, its judgement and its effect. It fits a terminal."""
    is_timed = any(move.seconds is not None for move in moves)
    heads = ("move", *(("time",) if is_timed else ()), "click", "guess", "risk", "better", "win", "cost")
    rows: Rows = [[phrase(f"review.head.{head}") for head in heads]]
    return [*rows, *([*_risk_row(move, is_timed=is_timed)] for move in moves)]


def _risk_row(move: ReviewedMove, *, is_timed: bool) -> Iterator[str]:
    figures = spoken().figures
    yield str(move.number)
    if is_timed:
        yield decimal(move.seconds, 1)
    is_chord = move.action is Action.CHORD
    yield (
        f"{phrase('review.action', action=move.action.value)} {tuple(move.cell)}" if is_chord else f"{tuple(move.cell)}"
    )
    yield phrase("review.guess", kind=move.kind.value)
    yield NONE if move.risk is None else figures.percent(move.risk)
    yield NONE if move.alternative is None else f"{tuple(move.best or ())} {figures.percent(move.best_risk)}"
    before, after = (NONE if odds is None else figures.percent(odds.value) for odds in (move.before, move.after))
    yield f"{before} → {after}"
    yield NONE if move.cost is None else points(move.cost)


def luck_lines(review: Review) -> Iterator[str]:
    """The lines about luck and skill."""
    figures = spoken().figures
    yield phrase(
        "review.pluck",
        survival=figures.percent(10**-review.pluck),
        pluck=decimal(review.pluck, 3),
        necessary_survival=figures.percent(10**-review.necessary_pluck),
        necessary=decimal(review.necessary_pluck, 3),
    )
    if review.lost_by_choice is not None and review.luck is not None and review.start is not None:
        lost, luck = points(review.lost_by_choice), points(abs(review.luck))
        is_lucky = review.luck >= 0
        yield phrase("review.decided", start=figures.percent(review.start), lost=lost, luck=luck, lucky=is_lucky)
    elif review.risks:
        yield phrase("review.unvalued")


def performance_rows(performance: Performance) -> Rows:
    """Every measure with its value, or a dash if it is undefined."""
    one = performance
    clicks = phrase(
        "review.clicks", clicks=one.clicks, opens=one.opens, flags=one.flags, chords=one.chords, effective=one.effective
    )
    values = {
        "clicks": clicks,
        "3bv": NONE if one.three_bv is None else phrase("review.solved", solved=one.solved, three_bv=one.three_bv),
        "seconds": decimal(one.seconds, 2),
        "3bvs": decimal(one.three_bv_per_second, 3),
        "ioe": decimal(one.efficiency, 3),
        "correctness": decimal(one.correctness, 3),
        "throughput": decimal(one.throughput, 3),
        "rqp": decimal(one.rqp, 3),
        "stnb": decimal(one.stnb, 3),
        "zini": NONE if one.zini is None else spoken().figures.integer(one.zini),
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
    """A line for every game, then the sizes, the overlooked techniques and the advice."""
    heads = ("game", *TERMINAL_HEADS)
    games = [[phrase(f"review.head.{head}") for head in heads]]
    for name, review in zip(map(_short, inside_folder(names)), profile.reviews, strict=True):
        cells = dict(zip(GAME_HEADS[1:], game_row(review), strict=True))
        games.append([name, *(cells[head] for head in TERMINAL_HEADS)])
    abreast = (profile.sizes[at : at + SIZES_ABREAST] for at in range(0, len(profile.sizes), SIZES_ABREAST))
    parts = [aligned(games), *map(_sizes_text, abreast)]
    if profile.missed:
        parts.append(aligned(missed_rows(profile)))
    return "\n\n".join([*parts, profile.advice])


def _sizes_text(sizes: Sequence[SizeProfile]) -> str:
    """A table with a column for each size: as rows, their many figures would not fit a terminal."""
    return aligned([*zip(*profile_rows(sizes), strict=True)])


def inside_folder(names: Sequence[str]) -> list[str]:
    """The names of files without their common folder."""
    paths = [PurePath(name) for name in names]
    abreast = zip(*(path.parent.parts for path in paths), strict=False)
    shared = sum(1 for _ in takewhile(lambda parts: len(set(parts)) == 1, abreast))
    return [str(PurePath(*path.parts[shared:])) for path in paths]


def _short(name: str) -> str:
    """A name cut at its start, so that the table fits a terminal."""
    return name if len(name) <= NAME_WIDTH else f"…{name[1 - NAME_WIDTH :]}"


# What fits side by side on a terminal of 80 columns.
TERMINAL_HEADS = ("result", "guesses", "needless", "mistakes", "pluck", "lost", "luck")
NAME_WIDTH = 24
SIZES_ABREAST = 5

GAME_HEADS = ("game", "result", "clicks", "guesses", "needless", "mistakes", "pluck", "necessary", "lost", "luck")


def game_row(review: Review) -> list[str]:
    """A game's row in the table of games, without its name."""
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
    """A table of sizes: what was risked, and what was necessary."""
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
    """How often each technique was overlooked: by size, if there are a few, and in all."""
    sizes = profile.sizes if 1 < len(profile.sizes) <= SIZES_ABREAST else ()
    heads = [phrase("review.head.technique"), *(size.size for size in sizes), phrase("review.head.overlooked")]
    return [heads, *(_missed_row(technique, count, sizes) for technique, count in profile.missed)]


def _missed_row(technique: Technique, count: int, sizes: Iterable[SizeProfile]) -> list[str]:
    by_size = (str(dict(size.missed).get(technique, 0)) for size in sizes)
    return [phrase("technique", technique=technique.value, count=1), *by_size, str(count)]
