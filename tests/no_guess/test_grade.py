"""Grades: the hardest step on the easiest path, where no step is taken while an easier one is possible."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

import minemind as mm
from minemind.deadline import Deadline
from minemind.no_guess.path import path_of
from minemind.solve.proof import Explainer
from tests.no_guess.boards import clear, no_guess_layouts, random_layout
from tests.oracle import geometry, steps

Place = tuple[int, int]


@pytest.mark.parametrize(
    ("text", "grade", "profile"),
    [
        ("2 3 2\n..*\n..*", 1, {}),
        ("3 3 2\n...\n...\n.**", 1, {"single": 2}),
        ("3 3 2\n...\n...\n*.*", 2, {"single": 1, "subset": 1}),
        ("4 4 4\n..*.\n....\n...*\n..**", 3, {"single": 4, "subset": 1, "overlap": 1}),
        ("3 3 2\n..*\n...\n*..", 4, {"sum": 1}),
        ("2 4 2\n..*.\n..*.", 4, {"single": 3, "mine_count": 1}),
        ("5 3 3\n...\n..*\n...\n.*.\n*..", 5, {"single": 5, "subset": 2, "mine_count": 1}),
        ("4 5 3\n.....\n...*.\n*....\n*....", 4, {"single": 4, "subset": 5, "mine_count": 1}),
        ("4 5 4\n...*.\n.....\n**...\n..*..", 5, {"single": 7, "subset": 3, "contradiction": 1}),
    ],
)
def test_boards_of_every_grade(text: str, grade: int, profile: dict[str, int]) -> None:
    found = mm.no_guess.grade(text, start=(0, 0))
    assert (found.grade, found.needs_guess, found.stuck) == (grade, False, None)
    assert {name: moves for name, moves in found.profile._asdict().items() if moves} == profile
    assert sum(found.by_grade) == found.moves == sum(profile.values())


@pytest.mark.parametrize(
    ("text", "grade", "because"),
    [
        (
            "4 6 6\n......\n....*.\n*.*..*\n...**.",
            2,
            "a number that has changed may be the fuller or the emptier of a pair",
        ),
        (
            "6 4 3\n..*.\n...*\n....\n....\n.*..\n....",
            4,
            "a mine is flagged by the mine count, where only it is so easy",
        ),
        ("4 6 6\n..*...\n....*.\n....*.\n***...", 4, "safe cells go first: a flag would split what is one component"),
    ],
)
def test_boards_that_would_be_harder_on_another_path(text: str, grade: int, because: str) -> None:
    assert mm.no_guess.grade(text, start=(0, 0)).grade == grade, because


def test_a_board_with_one_number_is_of_grade_1() -> None:
    found = mm.no_guess.grade("1 3 1\n*..", start=(0, 2))
    assert (found.grade, found.moves) == (1, 0)
    assert mm.no_guess.grade("1 2 1\n*.", start=(0, 1)).grade == 1


def test_where_nothing_is_certain_the_board_says_so() -> None:
    found = mm.no_guess.grade("2 4 2\n....\n.*.*", start=(0, 0))
    assert (found.grade, found.needs_guess) == (None, True)
    assert found.stuck == mm.Board.parse("2 4 2\n1...\n....")


@pytest.mark.parametrize("seed", range(3))
def test_a_board_is_stuck_where_the_analysis_is(seed: int) -> None:
    rng = random.Random(seed)
    stuck = 0
    for _ in range(60):
        layout, start = random_layout(rng)
        found = mm.no_guess.grade(layout, start)
        assert found.needs_guess == (not clear(layout, start)), (layout, start)
        if found.stuck is not None:
            stuck += 1
            assert not mm.analyse(found.stuck).safe - {cell for cell in found.stuck.grid if found.stuck.opened[cell]}
    assert 5 < stuck < 55


@pytest.mark.parametrize("seed", range(2))
def test_nothing_harder_is_done_while_something_easier_is_there(seed: int) -> None:
    checked = 0
    for layout, start in itertools.islice(no_guess_layouts(random.Random(seed), 4), 40):
        game = mm.Game.from_layout(layout)
        game.open(start)
        for move in path_of(layout, start, None).moves:
            cell = layout.grid.cell(move.cell)
            assert move.proof.grade == easiest_grade(game.board, layout), (game.board, cell)
            assert move.mines == layout.counts[cell]
            if move.mines:
                game.flag(cell, mines=move.mines)
            else:
                game.open(cell)
            checked += 1
        assert game.state is mm.State.WON
    assert checked > 300


def easiest_grade(board: mm.Board, layout: mm.Layout) -> int:
    """The easiest grade of all proofs: by trying single numbers and pairs, then from the proofs of all cells."""
    for grade, facts in enumerate(easy_facts(board), start=1):
        if any(proves_something(some, board, layout) for some in facts):
            return grade
    analysis, explainer = mm.analyse(board), Explainer(board, Deadline())
    mines = analysis.mines if board.max_per_cell == 1 else frozenset[mm.Cell]()
    hidden = [cell for cell in analysis.safe | mines if board.hidden[cell]]
    return min(explainer.found(cell, is_mine=cell in mines).grade for cell in hidden)


def easy_facts(board: mm.Board) -> Iterator[list[tuple[steps.Fact, ...]]]:
    """Single numbers, then pairs of which one contains the other, then all pairs."""
    facts = [fact for fact in number_facts(board) if fact.cells]
    pairs = list(itertools.combinations(facts, 2))
    yield [(fact,) for fact in facts]
    yield [(one, other) for one, other in pairs if one.cells <= other.cells or other.cells <= one.cells]
    yield list(pairs)


def number_facts(board: mm.Board) -> Iterator[steps.Fact]:
    grid = board.grid
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    around = geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes)
    for cell in grid:
        if board.opened[cell]:
            near = around[cell.row, cell.col]
            need = int(board.faces[cell]) - sum(int(board.flags[place]) for place in near)
            yield steps.Fact(frozenset(place for place in near if board.hidden[place]), need, need)


def proves_something(facts: tuple[steps.Fact, ...], board: mm.Board, layout: mm.Layout) -> bool:
    """Whether these facts show that a cell is safe or full; a single fact about one cell may also give its count."""
    for place in sorted(frozenset[Place]().union(*(fact.cells for fact in facts))):
        mines = int(layout.counts[place])
        if mines not in (0, board.max_per_cell) and (len(facts) > 1 or len(facts[0].cells) > 1):
            continue
        if steps.follows(facts, steps.Fact(frozenset({place}), mines, mines), board.max_per_cell):
            return True
    return False


def test_the_start_of_a_game_is_its_first_click() -> None:
    game = mm.Game("beginner", seed=7)
    with pytest.raises(mm.InvalidValue, match="the game has no mines yet"):
        mm.no_guess.grade(game)
    game.flag(0, 0)
    game.open(4, 4)
    assert mm.no_guess.grade(game) == mm.no_guess.grade(game, start=(4, 4))
    assert mm.no_guess.grade(game).start == (4, 4)


@pytest.mark.parametrize(
    ("start", "message"),
    [(None, "the start is missing"), ((0, 0), r"the start \(0, 0\) holds a mine"), ((0, 9), "off the board")],
)
def test_a_start_that_cannot_be_is_refused(start: Place | None, message: str) -> None:
    with pytest.raises(mm.MineMindError, match=message):
        mm.no_guess.grade("1 3 1\n*..", start)


def test_the_time_limit_ends_it() -> None:
    layout = mm.Layout.deal(mm.Grid(300, 300), 10_000, seed=1, first=(0, 0))
    with pytest.raises(mm.TooHard, match="time limit of 1e-09 s"):
        mm.no_guess.grade(layout, (0, 0), time_limit=1e-9)
