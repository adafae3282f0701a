"""Boards of a given grade: they have it, all are equally likely, and an invalid grade is refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import minemind as mm
from tests.no_guess.deals import ODD, SMALL, TIMES, WAYS, around, assert_equally_likely, counts_of, ways_of


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("grade", [1, 2, 3, 4, 5, (1, 2), (3, 5), (1, 5)])
def test_a_board_has_the_grade_that_was_asked_for_and_the_seed_that_it_was_dealt_from(
    grade: int | tuple[int, int], way: str
) -> None:
    wanted = range(grade, grade + 1) if isinstance(grade, int) else range(grade[0], grade[1] + 1)
    for seed in range(8):
        board = mm.generate("intermediate", seed=seed, grade=grade, way=way)
        assert mm.no_guess.grade(board.layout, board.start).grade == board.grade
        assert board.grade in wanted
        assert mm.generate("intermediate", seed=board.seed, way=way).layout == board.layout
        assert board.game().layout == board.layout


@pytest.mark.parametrize("kind", ODD)
def test_odd_boards_have_grades_too(kind: str) -> None:
    grid, mines, rules = ODD[kind]
    for seed in range(3):
        board = mm.generate(grid=grid, mines=mines, seed=seed, grade=(1, 5), **rules)
        found = mm.generate(grid=grid, mines=mines, seed=seed, **rules)
        assert (board.layout, board.seed) == (found.layout, seed)
        assert mm.no_guess.grade(board.layout, board.start).grade == board.grade
        assert found.grade is None


@pytest.mark.parametrize("kind", ["4×4, 3 mines, safe inside", "3×5, 4 mines", "hex", "two mines in a cell"])
def test_all_boards_of_a_grade_are_equally_likely(kind: str) -> None:
    grid, mines, start, rule, per_cell = SMALL[kind]
    deal: dict[str, Any] = {"mines": mines, "first_click": rule, "max_per_cell": per_cell, "grid": grid, "start": start}
    places, graded = sorted(around(grid)), Counter[int]()
    ways: dict[tuple[int, ...], int] = {}
    for layout, count in ways_of(kind).items():
        counts = np.zeros(grid.shape, dtype=np.int32)
        counts[tuple(zip(*places, strict=True))] = layout
        grade = mm.no_guess.grade(mm.Layout(grid, counts, max_per_cell=per_cell), start).grade
        assert grade is not None
        graded[grade] += 1
        if grade >= 2:
            ways[layout] = count
    assert len(graded) > 1
    boards = TIMES * len(ways)
    found = Counter(counts_of(mm.generate(seed=seed, grade=(2, 5), **deal)) for seed in range(boards))
    assert_equally_likely(found, ways, boards)


def test_grades_that_no_board_has_use_up_the_budget() -> None:
    with pytest.raises(
        mm.errors.NoBoard, match=r"of grade 1 found .* \d+ harder boards passed over; change the"
    ) as error:
        mm.generate("expert", seed=1, grade=1, budget=500)
    assert error.value.attempts + error.value.positions == 500
    with pytest.raises(mm.errors.NoBoard, match=r"of grade 4 to 5 found .* dealt, .* \d+ easier boards passed over;"):
        mm.generate("beginner", mines=2, seed=1, grade=(4, 5), budget=100)
    with pytest.raises(mm.errors.NoBoard, match=r"easier boards? and \d+ harder boards? passed over"):
        mm.generate("intermediate", seed=29, grade=4, start=(0, 0), budget=16)
    with pytest.raises(mm.errors.NoBoard, match=r"no no-guess board of grade 5 found .* use fewer mines"):
        mm.generate(3, 3, 7, seed=1, grade=5, budget=100)
    with pytest.raises(mm.errors.NoBoard, match=r"no no-guess board of grade 1 to 2 with a 3BV of at least 99 "):
        mm.generate("beginner", seed=1, grade=(1, 2), min_3bv=99, budget=100)


@pytest.mark.parametrize(
    ("grade", "says"),
    [
        (0, "the grade is 0; give a whole number from 1 to 5"),
        (6, "the grade is 6"),
        ("3", "the grade is '3'"),
        ((1, 2, 3), r"the grade is \(1, 2, 3\); give a whole number from 1 to 5, or a pair of them"),
        ((3, 2), r"the lowest grade \(3\) is above the highest \(2\); swap them"),
        ((1, 9), "the grade is 9"),
    ],
)
def test_what_is_no_grade_is_refused(grade: Any, says: str) -> None:
    with pytest.raises(mm.InvalidValue, match=says):
        mm.generate("expert", grade=grade)
    with pytest.raises(mm.InvalidValue, match="way, budget and grade are for no-guess boards"):
        mm.Game("expert", grade=grade)


def test_a_game_deals_a_board_of_its_grade_wherever_it_begins() -> None:
    game = mm.Game("expert", seed=5, no_guess=True, grade=(2, 3))
    assert game.origin == "seed 5, no guess (uniform, grade 2 to 3)"
    for start in ((0, 0), (8, 15)):
        game.open(start)
        assert mm.no_guess.grade(game).grade in (2, 3)
        assert game.layout == mm.generate("expert", seed=5, start=start, grade=(2, 3)).layout
        game.undo()
