"""Every judgement of a review against brute force: all layouts for the risk, all games for the odds."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import pytest

import minemind as mm
from minemind.replay import Replay
from minemind.reviews import MoveKind, ReviewedMove
from tests.oracle.geometry import neighbours
from tests.oracle.review import Followed
from tests.reviews.players import human, wild

RISKS = (MoveKind.FORCED_GUESS, MoveKind.NEEDLESS_GUESS, MoveKind.BAD_GUESS, MoveKind.OPENED_MINE)


def small_layout(rng: random.Random) -> mm.Layout:
    """Any topology, up to ten cells, sometimes with two mines in a cell: brute force lists every layout."""
    per_cell = rng.choice([1, 1, 1, 2])
    rows, cols = rng.choice([(2, 3), (3, 3), (2, 4), (2, 5), (1, 7)] if per_cell == 1 else [(2, 3), (1, 6)])
    topology = rng.choice(["square", "square", "hex", "torus"] if min(rows, cols) > 2 else ["square", "hex"])
    grid = mm.Grid(rows, cols, topology)
    mines = rng.randint(1, max(1, rows * cols // 3))
    return mm.Layout.deal(grid, mines, seed=rng.getrandbits(32), first_click="any", max_per_cell=per_cell)


def check(move: ReviewedMove, followed: Followed, *, is_promised: bool, is_first: bool) -> None:
    """Check one judgement against brute force."""
    action, cell = move.action.value, move.cell
    targets = followed.targets(action, cell)
    if not targets:
        assert move.kind is MoveKind.WASTED
        return
    if is_promised and is_first and not any(followed.mines[place] for place in targets):
        assert (move.kind, move.risk) == (MoveKind.PROMISED, 0)
        return
    seen = followed.seen(targets)
    assert move.risk is not None
    assert math.isclose(move.risk, seen.risk, abs_tol=1e-12)
    if seen.risk == 0:
        assert move.kind is MoveKind.SAFE
        return
    assert move.certain == len(seen.certain)
    expected = MoveKind.OPENED_MINE if seen.risk == 1 else MoveKind.NEEDLESS_GUESS if seen.certain else None
    if expected:
        assert move.kind is expected
    if move.overlooked is not None:
        assert tuple(move.overlooked) in (seen.certain | seen.mines)
        assert move.technique is not None
    if seen.certain:
        assert move.best is not None
        assert tuple(move.best) in seen.certain
    if followed.per_cell == 1:
        check_odds(move, seen.before, seen.chosen, is_first=is_first)


def check_odds(move: ReviewedMove, before: Fraction, chosen: Fraction, *, is_first: bool) -> None:
    """Check the odds of winning, which are exact on such boards. A first click counts as the best."""
    assert move.before is not None
    assert move.chosen is not None
    assert move.before.is_exact
    assert move.chosen.is_exact
    assert math.isclose(move.chosen.value, chosen, abs_tol=1e-12)
    assert math.isclose(move.before.value, chosen if is_first else before, abs_tol=1e-12)
    if move.kind in (MoveKind.FORCED_GUESS, MoveKind.BAD_GUESS):
        assert (move.kind is MoveKind.BAD_GUESS) == (chosen < before and not is_first)


def check_review(replay: Replay) -> int:
    """Check a whole review against brute force, and return the number of its risks."""
    layout = replay.layout
    around = neighbours(layout.grid.rows, layout.grid.cols, layout.grid.topology)
    mines = {place: int(layout.counts[place]) for place in around}
    followed = Followed(around, mines, layout.max_per_cell)
    review = mm.review(replay, margin=None)
    is_promised = replay.first_click is not mm.FirstClick.ANY
    for number, click in enumerate(replay.clicks):
        if followed.state != "unfinished":
            assert len(review.moves) == number  # what follows the end is not judged
            break
        move = review.moves[number]
        if click.action is not mm.Action.FLAG:
            check(move, followed, is_promised=is_promised, is_first=not followed.open)
        else:
            check_flag(move, followed)
        followed.click(click.action.value, click.cell, click.mines)
    assert review.end.value == followed.state
    check_values(review, followed.state)
    return len(review.risks)


def check_flag(move: ReviewedMove, followed: Followed) -> None:
    cell = move.cell
    claimed, mines = followed.flags.get(cell, 0), followed.mines[cell]
    if cell in followed.open or claimed == move.mines:
        assert move.kind is MoveKind.WASTED
    elif move.mines == 0 or (followed.per_cell > 1 and move.kind is MoveKind.UNFLAG):
        assert move.kind is MoveKind.UNFLAG
    elif move.mines != mines:
        assert move.kind is MoveKind.FLAG_WRONG
    else:
        is_proven = followed.seen([]).counted.get(cell) == move.mines
        assert move.kind is (MoveKind.FLAG_PROVEN if is_proven else MoveKind.FLAG_UNPROVEN)


def check_values(review: mm.Review, state: str) -> None:
    """Check that odds carry over from one risk to the next, and that losses and gains add up."""
    risks = review.risks
    for one, other in itertools.pairwise(risks):
        assert one.after == other.before
    if state != "unfinished" and risks and review.luck is not None and review.start is not None:
        end = 1 if state == "won" else 0
        assert risks[-1].after is not None
        assert risks[-1].after.value == end
        assert review.lost_by_choice is not None
        assert math.isclose(review.start - review.lost_by_choice + review.luck, end, abs_tol=1e-9)
    survivable = [move.risk for move in risks if move.risk is not None and move.risk < 1]
    assert math.isclose(10**-review.pluck, math.prod(1 - risk for risk in survivable))
    assert review.necessary_pluck <= review.pluck + 1e-12


def test_reviews_of_200_small_games_are_those_of_brute_force() -> None:
    rng = random.Random(21)
    risks = 0
    for _ in range(120):
        risks += check_review(wild(rng, small_layout(rng), 12, rng.choice(["any", "safe"])))
    for _ in range(80):
        layout = mm.Layout.deal(mm.Grid(3, 3), rng.randint(1, 4), seed=rng.getrandbits(32), first_click="any")
        risks += check_review(human(rng, layout, care=rng.choice([0.5, 0.9, 1.0])))
    assert risks > 200


@pytest.mark.long
def test_reviews_of_many_small_games_are_those_of_brute_force() -> None:
    rng = random.Random(2021)
    for _ in range(3_000):
        check_review(wild(rng, small_layout(rng), 15, rng.choice(["any", "safe", "opening"])))
