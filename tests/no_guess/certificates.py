"""Certificates of boards of every kind, made once, and changes that make them wrong, each with the reason."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import minemind as mm
from minemind.no_guess.certificate import Certificate, ProvenMove, ProvenStep
from tests.no_guess.boards import no_guess_layouts

Place = tuple[int, int]

# Layouts with their first click that need sums, contradictions, the mine count, or dozens of moves.
LAYOUTS = [
    ("3 3 2\n..*\n...\n*..", (0, 0)),
    ("5 3 3\n...\n..*\n...\n.*.\n*..", (0, 0)),
    ("4 5 3\n.....\n...*.\n*....\n*....", (0, 0)),
    ("3 3 1\n...\n.*.\n...", (0, 0)),
    ("1 5 2 k=2\n*2 . . . .", (0, 4)),
]


@cache
def certificates() -> tuple[Certificate, ...]:
    """Certificates of boards of all topologies, with one mine per cell and with several."""
    given = [mm.no_guess.certify(text, start) for text, start in LAYOUTS]
    found = [mm.no_guess.certify(*board) for board in itertools.islice(no_guess_layouts(random.Random(1), 6), 60)]
    game = mm.Game("intermediate", seed=1)
    while True:
        game = mm.Game("intermediate", seed=(game.seed or 0) + 1)
        game.open(8, 8)
        if not mm.no_guess.grade(game).needs_guess:
            return (*given, *found, mm.no_guess.certify(game))


class Change(NamedTuple):
    """A certificate that was changed, and what must be said about it."""

    certificate: Certificate
    reason: str  # a pattern
    move: int | None


Changer = Callable[[Certificate, random.Random], Iterator[Change]]
CHANGERS: list[Changer] = []


def changer(change: Changer) -> Changer:
    CHANGERS.append(change)
    return change


def with_move(certificate: Certificate, at: int, reason: str, **changed: Any) -> Change:
    moves = list(certificate.moves)
    moves[at] = replace(moves[at], **changed)
    return Change(replace(certificate, moves=tuple(moves)), reason, at)


def with_step(certificate: Certificate, at: int, place: int, reason: str, **changed: Any) -> Change:
    steps = list(certificate.moves[at].steps)
    steps[place] = replace(steps[place], **changed)
    return with_move(certificate, at, reason, steps=tuple(steps))


def some_moves(certificate: Certificate, rng: random.Random, most: int = 3) -> list[tuple[int, ProvenMove]]:
    moves = list(enumerate(certificate.moves))
    return rng.sample(moves, min(most, len(moves)))


def some_steps(
    certificate: Certificate, rng: random.Random, wanted: Callable[[ProvenStep], bool], most: int = 3
) -> list[tuple[int, int, ProvenStep]]:
    found = [
        (at, place, step)
        for at, move in enumerate(certificate.moves)
        for place, step in enumerate(move.steps)
        if wanted(step)
    ]
    return rng.sample(found, min(most, len(found)))


def is_deduction(step: ProvenStep) -> bool:
    return step.technique not in ("assumption", "contradiction")


def mines_in(certificate: Certificate) -> dict[Place, int]:
    layout = mm.Layout.parse(certificate.layout)
    return {(cell.row, cell.col): int(layout.counts[cell]) for cell in layout.grid}


def zeros_in(certificate: Certificate) -> set[Place]:
    layout = mm.Layout.parse(certificate.layout)
    return {(cell.row, cell.col) for cell in layout.grid if layout.numbers[cell] == 0 and not layout.counts[cell]}


# --- Moves


@changer
def the_last_open_is_missing(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    """No later move can open its cell."""
    last = max((at for at, move in enumerate(certificate.moves) if move.action == "open"), default=None)
    if last is not None:
        moves = certificate.moves[:last]
        yield Change(replace(certificate, moves=moves), r"the moves end, but .* still closed", None)


@changer
def a_lone_number_is_never_opened(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    """No zero is next to it, so nothing else opens it: moves that build on it fail, or it is closed at the end."""
    layout, zeros = mm.Layout.parse(certificate.layout), zeros_in(certificate)
    for at, move in some_moves(certificate, rng):
        near = {(cell.row, cell.col) for cell in layout.grid.neighbours(move.cell)} | {move.cell}
        if move.action == "open" and not near & zeros:
            moves = certificate.moves[:at] + certificate.moves[at + 1 :]
            yield Change(
                replace(certificate, moves=moves),
                "still closed|not open|not follow|neither contains|not a hidden|not show",
                None,
            )


@changer
def a_move_is_made_twice(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        moves = (*certificate.moves[: at + 1], move, *certificate.moves[at + 1 :])
        yield Change(replace(certificate, moves=moves), "the cell is already (open|flagged)", at + 1)


@changer
def a_move_comes_before_its_numbers_are_open(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    opened = {move.cell for move in certificate.moves if move.action == "open"}
    zeros = zeros_in(certificate)
    for at, move in some_moves(certificate, rng, 20):
        if at and opened & set(move.numbers) and not zeros & opened:
            moves = (move, *certificate.moves[:at], *certificate.moves[at + 1 :])
            yield Change(replace(certificate, moves=moves), r"the number at .* is not open at this moment", 0)


@changer
def another_cell_is_opened_or_flagged(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        later = [other.cell for other in certificate.moves[at + 1 :] if other.cell not in move.steps[-1].cells]
        if later:
            yield with_move(certificate, at, "the last step does not show that the cell", cell=rng.choice(later))


@changer
def a_mine_is_opened(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        if move.action == "flag":
            yield with_move(certificate, at, "does not show that the cell is safe", action="open", mines=0)


@changer
def a_safe_cell_is_flagged(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        if move.action == "open":
            yield with_move(certificate, at, "does not show that the cell holds exactly 1 mine", action="flag", mines=1)


@changer
def an_opened_cell_claims_mines(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        if move.action == "open":
            yield with_move(certificate, at, "the cell holds 0 mines", mines=1)
            yield with_move(certificate, at, "a move opens a cell, or flags it", action="chord")


@changer
def a_flag_claims_another_number_of_mines(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        if move.action == "flag":
            for mines in (move.mines + 1, move.mines - 1):
                yield with_move(certificate, at, "does not show that the cell holds exactly", mines=mines)


@changer
def a_cell_is_off_the_board(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, _ in some_moves(certificate, rng, 1):
        yield with_move(certificate, at, "the cell is not on the board", cell=(99, 0))


# --- Numbers


@changer
def a_number_is_not_open(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        if move.numbers:
            closed = (move.cell, *move.numbers[1:])
            yield with_move(certificate, at, r"the number at .* is not open at this moment", numbers=closed)


@changer
def a_number_shows_something_else(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        if move.numbers:
            other = (move.shown[0] + 1, *move.shown[1:])
            yield with_move(certificate, at, rf"the number at .* is {move.shown[0]}, not {other[0]}", shown=other)


@changer
def a_step_reads_a_number_that_the_proof_does_not_have(
    certificate: Certificate, rng: random.Random
) -> Iterator[Change]:
    for at, place, step in some_steps(certificate, rng, lambda step: bool(step.numbers)):
        numbers = tuple(number for number in certificate.moves[at].numbers if number != step.numbers[0])
        shown = tuple(0 for _ in numbers)
        yield with_move(
            certificate, at, "not among the numbers of the proof|the number at", numbers=numbers, shown=shown
        )
        yield with_step(certificate, at, place, "not among the numbers of the proof", numbers=((99, 99),))


@changer
def a_number_is_left_out(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    """A step needs everything that it names."""
    for at, place, step in some_steps(certificate, rng, lambda step: is_deduction(step) and bool(step.numbers), 4):
        numbers = list(step.numbers)
        del numbers[rng.randrange(len(numbers))]
        yield with_step(certificate, at, place, "does not follow|is not what the technique", numbers=tuple(numbers))


@changer
def the_mine_count_is_left_out(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, _ in some_steps(certificate, rng, lambda step: step.uses_mine_count):
        changed = {"uses_mine_count": False, "technique": "sum"}
        yield with_step(certificate, at, place, "does not follow from what it names", **changed)


# --- Steps


@changer
def the_last_step_is_missing(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        reason = "does not show|leaves an assumption open"
        yield with_move(certificate, at, reason, steps=move.steps[:-1])


@changer
def an_assumption_is_left_open(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in enumerate(certificate.moves):
        if move.steps[-1].technique == "contradiction" and move.steps[0].technique == "assumption":
            yield with_move(certificate, at, "leaves an assumption open", steps=move.steps[:1])


@changer
def a_step_refers_forward_or_to_itself(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, step in some_steps(certificate, rng, is_deduction, 2):
        for named in (place, place + 1, 10**9):
            yield with_step(certificate, at, place, "which does not come before it", steps=(*step.steps, named))


@changer
def an_earlier_step_is_left_out(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, step in some_steps(certificate, rng, lambda step: is_deduction(step) and bool(step.steps), 4):
        steps = list(step.steps)
        del steps[rng.randrange(len(steps))]
        yield with_step(certificate, at, place, "does not follow from what it names", steps=tuple(steps))


@changer
def a_bound_denies_the_truth(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    """Without an assumption, everything named is true, so nothing false follows."""
    mines = mines_in(certificate)
    for at, place, step in some_steps(certificate, rng, lambda step: is_deduction(step) and not step.depth, 4):
        total = sum(mines[cell] for cell in step.cells)
        yield with_step(certificate, at, place, "does not follow", at_least=total + 1, at_most=10**6)
        if total:
            yield with_step(certificate, at, place, "does not follow", at_least=0, at_most=total - 1)


@changer
def a_bound_says_less(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    """The last step shows no more than its move needs."""
    for at, move in some_moves(certificate, rng):
        last, place = move.steps[-1], len(move.steps) - 1
        if move.action == "open":
            yield with_step(certificate, at, place, "does not show|says more", at_most=last.at_most + 1)
        else:
            yield with_step(certificate, at, place, "does not show|says more", at_least=last.at_least - 1)


@changer
def a_step_is_about_other_cells(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    """The step is false: the new cells hold another number of mines."""
    mines = mines_in(certificate)
    for at, place, step in some_steps(certificate, rng, lambda step: is_deduction(step) and not step.depth, 4):
        later = [move.cell for move in certificate.moves[at + 1 :] if move.cell not in step.cells]
        false = [cell for cell in later if step.at_most == 0 < mines[cell] or step.at_least > 0 == mines[cell]]
        if false and len(step.cells) == 1:
            yield with_step(certificate, at, place, "does not follow", cells=(false[0],))


@changer
def a_step_is_about_an_open_cell(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, step in some_steps(certificate, rng, is_deduction, 2):
        cells = (*step.cells, certificate.start)
        yield with_step(certificate, at, place, "which is not a hidden cell", cells=cells)
        yield with_step(certificate, at, place, "which is not a hidden cell", cells=(*step.cells, (50, 50)))
        if step.cells:
            yield with_step(certificate, at, place, "names a cell twice", cells=(*step.cells, step.cells[0]))


@changer
def a_technique_is_another(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, step in some_steps(certificate, rng, is_deduction, 2):
        wrong = {"single": "subset", "subset": "single", "overlap": "mine count", "sum": "mine count"}
        technique = wrong.get(step.technique, "sum")
        yield with_step(certificate, at, place, "is not what the technique", technique=technique)
        yield with_step(certificate, at, place, "takes an unknown technique, 'guess'", technique="guess")
        yield with_step(
            certificate, at, place, "does not end an assumption|rests on nothing", technique="contradiction"
        )
        yield with_step(certificate, at, place, "rests on nothing, but names something", technique="assumption")


@changer
def an_overlap_is_called_a_subset(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, _ in some_steps(certificate, rng, lambda step: step.technique == "overlap"):
        yield with_step(certificate, at, place, "neither contains the other", technique="subset")


@changer
def a_number_is_named_twice(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, move in some_moves(certificate, rng):
        if move.numbers:
            twice = {"numbers": (*move.numbers, move.numbers[0]), "shown": (*move.shown, move.shown[0])}
            yield with_move(certificate, at, "names a number twice", **twice)


@changer
def a_step_stands_at_another_level(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, step in some_steps(certificate, rng, lambda _: True, 2):
        yield with_step(certificate, at, place, "stands at depth", depth=step.depth + 1)


@changer
def a_step_builds_on_an_assumption_that_has_ended(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, step in some_steps(certificate, rng, lambda step: step.technique == "contradiction"):
        move = certificate.moves[at]
        again = replace(step, technique="sum", steps=(step.steps[1],))
        steps = (*move.steps[: place + 1], again)
        yield with_move(certificate, at, "holds under an assumption that has ended", steps=steps)


@changer
def a_contradiction_says_too_much(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    for at, place, step in some_steps(certificate, rng, lambda step: step.technique == "contradiction"):
        reason = "says more than the opposite of its assumption"
        yield with_step(certificate, at, place, reason, at_least=step.at_least + 1)
        yield (
            with_step(certificate, at, place, reason, at_most=step.at_most - 1)
            if step.at_most
            else with_step(certificate, at, place, reason, cells=())
        )
        opened, absurd = step.steps
        yield with_step(certificate, at, place, "as impossible, which it is not", steps=(opened, opened))
        yield with_step(certificate, at, place, "does not end the last assumption", steps=(absurd, absurd))


@changer
def something_impossible_comes_from_nothing(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    """A true assumption, and a step that contradicts it without a reason."""
    for at, move in some_moves(certificate, rng):
        here: dict[str, Any] = {"numbers": (), "uses_mine_count": False}
        cells, most = (move.cell,), 0 if move.action == "open" else move.mines
        false = [
            ProvenStep(technique="assumption", steps=(), cells=cells, at_least=0, at_most=most, depth=1, **here),
            ProvenStep(technique="sum", steps=(0,), cells=(), at_least=1, at_most=0, depth=1, **here),
            ProvenStep(
                technique="contradiction", steps=(0, 1), cells=cells, at_least=most + 1, at_most=9, depth=0, **here
            ),
        ]
        yield with_move(certificate, at, "step 2 does not follow from what it names", steps=tuple(false))


# --- The board


@changer
def the_layout_is_another(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    """A mine is moved to a cell that is opened."""
    layout = mm.Layout.parse(certificate.layout)
    opened = [move.cell for move in certificate.moves if move.action == "open"]
    mined = [cell for cell in layout.grid if layout.counts[cell]]
    for cell in rng.sample(opened, min(3, len(opened))):
        counts = layout.counts.copy()
        counts[cell], counts[rng.choice(mined)] = 1, 0
        counts[mined[0]] += layout.mines - int(counts.sum())
        if counts.max() <= layout.max_per_cell:
            text = str(mm.Layout(layout.grid, counts, max_per_cell=layout.max_per_cell))
            yield Change(replace(certificate, layout=text), ".", None)


@changer
def the_first_click_is_not_safe(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    mine = next(cell for cell, mines in mines_in(certificate).items() if mines)
    yield Change(replace(certificate, start=mine), "the first click .* holds a mine", None)
    yield Change(replace(certificate, start=(99, 99)), "the first click .* is not on the board", None)
    yield Change(replace(certificate, first_click="any"), "the first-click rule 'any' does not make", None)
    if certificate.first_click == "safe":
        yield Change(replace(certificate, first_click="opening"), "is not an opening: a neighbour holds a mine", None)


@changer
def the_layout_cannot_be_read(certificate: Certificate, rng: random.Random) -> Iterator[Change]:
    text = certificate.layout
    for wrong in ("", text + "\n.", text.replace(".", "?", 1), "9" + text, text.replace("\n", " ", 1)):
        yield Change(replace(certificate, layout=wrong), "the layout is not valid: line", None)
