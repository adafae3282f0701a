"""The decomposition of a board: the readable one, compared with the engine's."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from minemind.deadline import Deadline
from minemind.solve.methods.rules import propagate
from minemind.solve.problem import DisjointSets, bits
from tests.examples import boards
from tests.solve.boards import random_board


def test_a_view_has_what_a_number_sees() -> None:
    problem = mm.solve.Problem(mm.Board.parse("2 3 ?\n.2!\n..1"))
    two, one = problem.frontier
    assert (two.number, two.shown) == ((0, 1), 2)
    assert two.hidden == ((0, 0), (1, 0), (1, 1))
    assert two.flagged == ((0, 2),)
    assert two.remaining == 1
    assert (one.hidden, one.remaining) == (((1, 1),), 0)


def test_a_remainder_may_be_negative_where_flags_claim_too_much() -> None:
    (view,) = mm.solve.Problem(mm.Board.parse("1 3 ?\n!0.")).frontier
    assert view.remaining == -1


@given(boards())
def test_any_board_can_be_taken_apart(board: mm.Board) -> None:
    problem = mm.solve.Problem(board)
    seen = [cell for component in problem.components for cell in component.cells]
    assert len(set(seen)) == len(seen)
    assert sorted([*seen, *problem.outside]) == [cell for cell in board.grid if board.hidden[cell]]
    assert [view.number for view in problem.frontier] == sorted(n for part in problem.components for n in part.numbers)


@given(boards())
def test_scopes_and_groups_say_what_the_views_say(board: mm.Board) -> None:
    problem = mm.solve.Problem(board)
    views = {view.number: view for view in problem.frontier}
    for component in problem.components:
        for place, constraint in enumerate(component.constraints):
            groups = [component.groups[i] for i in component.groups_of[place]]
            assert sum(group.mask for group in groups) == constraint.scope
            assert all(place in group.constraints for group in groups)
            for number in constraint.numbers:
                assert component.cells_of(constraint.scope) == views[number].hidden
                assert constraint.remaining == views[number].remaining
        for group in component.groups:
            constraints_of = [{number for number, view in views.items() if cell in view.hidden} for cell in group.cells]
            assert constraints_of.count(constraints_of[0]) == len(constraints_of)
            slots = len(group.cells) * board.max_per_cell
            assert group.most == max(0, min([slots, *(views[number].remaining for number in constraints_of[0])]))
        assert [group.cells[0] for group in component.groups] == sorted(group.cells[0] for group in component.groups)


@pytest.mark.parametrize("seed", range(4))
def test_what_propagation_leaves_is_what_the_engine_takes_apart(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for board in (random_board(rng) for _ in range(1_000)):
        try:
            native = mm.analyse(board).components
        except mm.Impossible:
            continue
        ours = propagate(mm.solve.Problem(board)).components
        compared += len(native)
        assert list(map(shape, ours)) == list(map(shape, native)), board
        assert [part.signature for part in ours] == [part.signature for part in native], board
    assert compared > 300


def test_what_propagation_leaves_of_games_is_what_the_engine_takes_apart() -> None:
    for seed in range(40):
        game = mm.Game.preset("expert", seed=seed)
        game.open(8, 15)
        ours, native = propagate(mm.solve.Problem(game.board)).components, mm.analyse(game.board).components
        assert list(map(shape, ours)) == list(map(shape, native))


def shape(component: mm.solve.Component) -> tuple[object, ...]:
    """The component with only the first of numbers that say the same: the engine drops the others."""
    said = [(constraint.numbers[0], constraint.scope, constraint.remaining) for constraint in component.constraints]
    return component.cells, said, component.groups, component.per_cell


def test_components_that_look_alike_have_one_signature() -> None:
    board = mm.Board.parse("3 9 ?\n.........\n.2..0..2.\n.........")
    left, right = propagate(mm.solve.Problem(board)).components
    assert left.cells != right.cells
    other = mm.Board.parse("3 9 ?\n.........\n.2..0..3.\n.........")
    assert propagate(mm.solve.Problem(other)).components[1].signature != right.signature


def test_the_mines_that_are_left() -> None:
    problem = mm.solve.Problem(mm.Board.parse("1 5 4\n!1..."))
    assert problem.mines_left == 3
    assert problem.knowing({mm.Cell(0, 2): 0, mm.Cell(0, 3): 1}).mines_left == 2
    assert problem.knowing({mm.Cell(0, 2): 0}).outside == ((0, 3), (0, 4))
    assert mm.solve.Problem(mm.Board.parse("1 3 ?\n.1.")).mines_left is None


@given(st.integers(1, 30), st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=40))
def test_disjoint_sets_are_the_connected_parts(count: int, pairs: list[tuple[int, int]]) -> None:
    sets = DisjointSets(count)
    parts = [{thing} for thing in range(count)]
    for a, b in ((a, b) for a, b in pairs if a < count and b < count):
        sets.join(a, b)
        first, second = (next(part for part in parts if thing in part) for thing in (a, b))
        if first is not second:
            first |= second
            parts.remove(second)
    assert sets.members() == sorted(sorted(part) for part in parts)


@given(st.integers(0, 2**80))
def test_bits_are_the_places_of_ones(mask: int) -> None:
    assert sum(1 << place for place in bits(mask)) == mask
    assert list(bits(mask)) == sorted(bits(mask))


def test_taking_a_board_apart_ends_at_its_deadline() -> None:
    problem = mm.solve.Problem(mm.Board.parse("1 3 ?\n.1."), deadline=Deadline(1e-9))
    with pytest.raises(mm.TooHard, match="time limit of 1e-09 s"):
        _ = problem.frontier
    with pytest.raises(mm.TooHard, match="time limit of 1e-09 s"):
        _ = problem.knowing({mm.Cell(0, 0): 0}).components
