"""Reviews as JSON: the shape of a review and of a profile, and the functions that fill it, which compute nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal, cast

from minemind.answers import schema
from minemind.answers.json import about_board, candidate_json, proof_json
from minemind.answers.schema import Says
from minemind.formats.document import SCHEMA
from minemind.reviews import Advice, End, MoveKind, Odds, Performance, Profile, Review, ReviewedMove, SizeProfile
from minemind.reviews.advice import AdviceKind
from minemind.reviews.review import Why
from minemind.solve.proof import Proof, Technique

if TYPE_CHECKING:
    from typing import TypedDict
else:
    try:  # as in schema.py
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

__all__ = ["ProfileJson", "ReviewJson", "profile_json", "review_json"]

KindName = Annotated[str, Says(enum=list(MoveKind))]
EndName = Annotated[str, Says(enum=list(End))]
TechniqueName = Annotated[str, Says(enum=list(Technique))]


class OddsJson(TypedDict):
    """The probability of winning; exact, or with the margin of its 95 % interval."""

    value: schema.Probability
    margin: float
    exact: bool


class WhyJson(TypedDict, total=False):
    """What is behind a judgement, if it was asked for: a proof, or guesses compared, or neither."""

    proof: Annotated[schema.ProofJson | None, Says(description="only with `why`")]
    guesses: Annotated[list[schema.CandidateJson] | None, Says(description="only with `why`")]


class ReviewedMoveJson(WhyJson):
    """A click and its judgement; `before`, `chosen` and `after` are null where the odds are unknown."""

    number: Annotated[int, Says(minimum=1)]
    cell: schema.Cell
    action: Literal["open", "flag", "chord"]
    mines: schema.Clicks
    seconds: float | None
    pause: float | None
    kind: KindName
    risk: schema.Probability | None
    opened: schema.Clicks
    certain: schema.Clicks
    best: schema.Cell | None
    best_risk: schema.Probability
    overlooked: schema.Cell | None
    technique: TechniqueName | None
    grade: schema.Clicks
    before: OddsJson | None
    chosen: OddsJson | None
    after: OddsJson | None
    cost: float | None
    cost_margin: float
    luck: float | None
    sentence: str


class PerformanceJson(TypedDict):
    """How a game was clicked; null is what cannot be counted."""

    clicks: schema.Clicks
    opens: schema.Clicks
    flags: schema.Clicks
    chords: schema.Clicks
    effective: schema.Clicks
    three_bv: schema.Clicks | None
    solved: schema.Clicks
    zini: schema.Clicks | None
    seconds: float | None
    three_bv_per_second: float | None
    efficiency: float | None
    correctness: float | None
    throughput: float | None
    rqp: float | None
    stnb: float | None
    zini_efficiency: float | None


class AdviceJson(TypedDict):
    """What to do better, and where."""

    kind: AdviceKind
    technique: TechniqueName | None
    count: schema.Clicks
    move: int | None
    cell: schema.Cell | None
    sentence: str


class ReviewJson(schema.BoardAnswerJson):
    """A game, judged; `key_moments` are the numbers of its moves."""

    end: EndName
    player: str
    program: str
    moves: list[ReviewedMoveJson]
    pluck: float
    necessary_pluck: float
    start: schema.Probability | None
    lost_by_choice: float | None
    luck: float | None
    key_moments: list[int]
    performance: PerformanceJson
    advice: AdviceJson


class MissedJson(TypedDict):
    """How often a technique was overlooked."""

    technique: TechniqueName
    count: schema.Clicks


class SizeProfileJson(TypedDict):
    """A player's games of one size; what was clicked and risked is per game."""

    size: str
    games: schema.Clicks
    won: schema.Clicks
    lost: schema.Clicks
    forced: float
    needless: float
    mistakes: float
    wasted: float
    pluck: float
    necessary_pluck: float
    lost_by_choice: float | None
    luck: float | None
    three_bv_per_second: float | None
    efficiency: float | None
    missed: list[MissedJson]


class ProfileJson(schema.AnswerJson):
    """A player over many games."""

    sizes: list[SizeProfileJson]
    missed: list[MissedJson]
    advice: str


def review_json(review: Review, whys: Sequence[Why] | None = None) -> ReviewJson:
    """A review, with the reason for every judgement if `whys` are given."""
    behind = [WhyJson()] * len(review.moves) if whys is None else [*map(_why_json, whys)]
    return {
        **about_board(review.replay.layout),
        "mines": review.replay.mines,
        "end": review.end.value,
        "player": review.replay.player,
        "program": review.replay.program,
        "moves": [_move_json(move, why) for move, why in zip(review.moves, behind, strict=True)],
        "pluck": review.pluck,
        "necessary_pluck": review.necessary_pluck,
        "start": review.start,
        "lost_by_choice": review.lost_by_choice,
        "luck": review.luck,
        "key_moments": [move.number for move in review.key_moments],
        "performance": _performance_json(review.performance),
        "advice": _advice_json(review.advice),
    }


def _why_json(why: Why) -> WhyJson:
    if isinstance(why, Proof):
        return {"proof": proof_json(why), "guesses": None}
    return {"proof": None, "guesses": None if why is None else [candidate_json(each) for each in why]}


def _move_json(move: ReviewedMove, why: WhyJson) -> ReviewedMoveJson:
    return {
        "number": move.number,
        "cell": list(move.cell),
        "action": move.action.value,
        "mines": move.mines,
        "seconds": move.seconds,
        "pause": move.pause,
        "kind": move.kind.value,
        "risk": move.risk,
        "opened": move.opened,
        "certain": move.certain,
        "best": None if move.best is None else list(move.best),
        "best_risk": move.best_risk,
        "overlooked": None if move.overlooked is None else list(move.overlooked),
        "technique": None if move.technique is None else move.technique.value,
        "grade": move.grade,
        "before": _odds_json(move.before),
        "chosen": _odds_json(move.chosen),
        "after": _odds_json(move.after),
        "cost": move.cost,
        "cost_margin": move.cost_margin,
        "luck": move.luck,
        "sentence": move.sentence,
        **why,
    }


def _odds_json(odds: Odds | None) -> OddsJson | None:
    return None if odds is None else {"value": odds.value, "margin": odds.margin, "exact": odds.is_exact}


def _performance_json(one: Performance) -> PerformanceJson:
    return {
        "clicks": one.clicks,
        "opens": one.opens,
        "flags": one.flags,
        "chords": one.chords,
        "effective": one.effective,
        "three_bv": one.three_bv,
        "solved": one.solved,
        "zini": one.zini,
        "seconds": one.seconds,
        "three_bv_per_second": one.three_bv_per_second,
        "efficiency": one.efficiency,
        "correctness": one.correctness,
        "throughput": one.throughput,
        "rqp": one.rqp,
        "stnb": one.stnb,
        "zini_efficiency": one.zini_efficiency,
    }


def _advice_json(advice: Advice) -> AdviceJson:
    return {
        "kind": advice.kind,
        "technique": None if advice.technique is None else advice.technique.value,
        "count": advice.count,
        "move": advice.move,
        "cell": None if advice.cell is None else list(advice.cell),
        "sentence": advice.sentence,
    }


def profile_json(profile: Profile) -> ProfileJson:
    """A player over many games."""
    return {
        "minemind": SCHEMA,
        "sizes": [cast("SizeProfileJson", asdict(size) | {"missed": _missed_json(size)}) for size in profile.sizes],
        "missed": _missed_json(profile),
        "advice": profile.advice,
    }


def _missed_json(one: Profile | SizeProfile) -> list[MissedJson]:
    return [{"technique": technique.value, "count": count} for technique, count in one.missed]
