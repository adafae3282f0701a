"""Report: a review, or a profile, as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import PurePath

from minemind.deadline import Deadline
from minemind.errors import TooHard, TooLarge
from minemind.html_report.markup import HtmlTable
from minemind.html_report.page import framed
from minemind.reviews.curve import bars, scatter, win_curve
from minemind.reviews.judgement import ReviewedMove
from minemind.reviews.profiles import Profile
from minemind.reviews.review import Review
from minemind.reviews.text import (
    GAME_HEADS,
    NONE,
    decimal,
    game_row,
    inside_folder,
    kinds_text,
    luck_lines,
    missed_rows,
    no_risk_text,
    performance_rows,
    profile_rows,
    risk_rows,
)
from minemind.solve.exact import analysed
from minemind.solve.proof import Proof
from minemind.svg import INK, SIZE, Drawing, Picture
from minemind.words import phrase, spoken

__all__ = ["profile_page", "review_page", "review_summary"]

# The ring around a better cell; no risk is shown in this colour.
BETTER = "#1b4fd8"

# The most candidates for a guess that a page compares.
CANDIDATES = 5


class Moment(Picture):
    """A position of a review: the risk of every cell, and rings around the chosen cell and a better one."""

    def __init__(self, review: Review, move: ReviewedMove) -> None:
        self.board, self.move = review.board(move), move

    def _drawing(self) -> Drawing:
        rings = {self.move.best: BETTER} if self.move.alternative and self.move.best else {}
        return self._shaded()._replace(rings={**rings, self.move.cell: INK})

    def _shaded(self) -> Drawing:
        try:
            return analysed(self.board.unflagged(), Deadline())._drawing()
        except TooHard:
            return self.board._drawing()


def review_page(review: Review, name: str = "") -> str:
    """A game's review as a page. A file is named without its folder, because others may read the page."""
    who = " · ".join(filter(None, [PurePath(name).name, review.replay.player, review.replay.program]))
    facts = [kinds_text(review), *luck_lines(review)]
    body = [
        f"<header><h1>{escape(phrase('review.report'))}</h1><p>{escape(review.title)}</p><p>{escape(who)}</p></header>",
        _section(phrase("review.advice"), f"<p><strong>{escape(review.advice.sentence)}</strong></p>{_texts(facts)}"),
        _section(phrase("review.report.curve"), _curve(review)),
        *([_section(phrase("review.moments"), "".join(_moments(review)))] if review.key_moments else []),
        _section(
            phrase("review.risks"),
            _table(risk_rows(review.risks)) if review.risks else _texts([no_risk_text(review)]),
        ),
        _section(phrase("review.performance"), _plain(performance_rows(review.performance))),
        _section(phrase("review.report.all"), _all(review)),
    ]
    return framed(phrase("review.report"), "\n".join(body), spoken().language)


def review_summary(review: Review) -> str:
    """What a notebook shows: the advice, and the moments that decided the game."""
    facts = [kinds_text(review), *luck_lines(review)]
    moments = (
        f"<p>{escape(move.sentence)}</p>{Moment(review, move)._repr_svg_() or ''}" for move in review.key_moments
    )
    title, advice = escape(review.title), escape(review.advice.sentence)
    return f"<div><h3>{title}</h3><p><strong>{advice}</strong></p>{_texts(facts)}{''.join(moments)}</div>"


def _curve(review: Review) -> str:
    drawn = win_curve(review)
    if not drawn:
        return _texts([phrase("review.report.curve.none")])
    return f'{_texts([phrase("review.report.curve.text")])}<figure class="chart">{drawn}</figure>'


def _moments(review: Review) -> Iterator[str]:
    yield _texts([phrase("review.report.ring")])
    for move in review.key_moments:
        yield f"<h3>{escape(move.sentence)}</h3>{_board(review, move)}{_reason(review, move)}"


def _board(review: Review, move: ReviewedMove) -> str:
    try:
        drawn = Moment(review, move).svg()
    except TooLarge as error:
        return _texts([str(error)])
    width = (review.replay.layout.grid.cols + 2) * SIZE
    return f'<figure style="max-width:{width}px">{drawn}</figure>'


def _reason(review: Review, move: ReviewedMove) -> str:
    """The proof that was overlooked, or the candidates for the guess."""
    try:
        found = review.why(move)
    except TooHard:
        return ""
    if isinstance(found, Proof):
        reason = phrase("review.moment.overlooked", reason=found.sentence)
        steps = "".join(
            f'<li style="margin-left:{2 * step.depth}em">{escape(step.sentence)}</li>' for step in found.steps
        )
        return f"{_texts([reason])}<ol>{steps}</ol>"
    if not found:
        return ""
    return f"<p>{escape(phrase('review.moment.guesses'))}</p><ul>{_items(map(str, found[:CANDIDATES]))}</ul>"


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)


def _all(review: Review) -> str:
    heads = [phrase(f"review.head.{head}") for head in ("move", "seconds", "click", "kind", "risk", "after")]
    return f"<details><summary>{len(review.moves)}</summary>{_table([heads, *map(_row, review.moves)])}</details>"


def _row(move: ReviewedMove) -> Sequence[str]:
    figures = spoken().figures
    return [
        str(move.number),
        decimal(move.seconds, 2),
        f"{phrase('review.action', action=move.action.value)} {tuple(move.cell)}",
        move.kind.label,
        NONE if move.risk is None else figures.percent(move.risk),
        str(move.after or NONE),
    ]


def profile_page(profile: Profile, names: Sequence[str]) -> str:
    """A player's profile as a page. Files are named without their common folder, because others may read it."""
    names = inside_folder(names)
    count = phrase("review.profile.games", count=len(profile.reviews))
    games = [[name, *game_row(review)] for name, review in zip(names, profile.reviews, strict=True)]
    heads = [phrase(f"review.head.{head}") for head in GAME_HEADS]
    body = [
        f"<header><h1>{escape(phrase('review.profile'))}</h1><p>{escape(count)}</p></header>",
        _section(phrase("review.advice"), f"<p><strong>{escape(profile.advice)}</strong></p>"),
        _section(
            phrase("review.profile.sizes"),
            _texts([phrase("review.profile.sizes.text")]) + _table(profile_rows(profile.sizes)),
        ),
        _section(phrase("review.profile.risk"), _risk_figure(profile, names)),
        *_techniques(profile),
        _section(phrase("review.profile.each"), _table([heads, *games])),
    ]
    return framed(phrase("review.profile"), "\n".join(body), spoken().language)


def _risk_figure(profile: Profile, names: Sequence[str]) -> str:
    points = [(review.necessary_pluck, review.pluck, name) for name, review in zip(names, profile.reviews, strict=True)]
    drawn = scatter(points, phrase("review.head.necessary"), phrase("review.head.pluck"))
    return f"{_texts([phrase('review.profile.risk.text')])}<figure>{drawn}</figure>"


def _techniques(profile: Profile) -> Iterator[str]:
    if profile.missed:
        rows = missed_rows(profile)
        drawn = bars([(name, int(count)) for name, *_, count in rows[1:]], phrase("review.profile.techniques"))
        yield _section(phrase("review.profile.techniques"), f'<figure class="chart">{drawn}</figure>{_table(rows)}')


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def _texts(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *others = rows
    return HtmlTable(head, (("", tuple(others)),)).html


def _plain(rows: Iterable[Sequence[str]]) -> str:
    """A table without a head: names and values."""
    return HtmlTable((), (("", tuple(rows)),)).html
