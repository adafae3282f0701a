"""Certificates: right ones verify, wrong ones fail with the reason, and neither needs the engine."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import minemind as mm
from minemind.no_guess import inference
from minemind.no_guess.certificate import Certificate, ProvenMove, ProvenStep
from tests.no_guess import sat
from tests.no_guess.certificates import CHANGERS, Changer, certificates
from tests.oracle import geometry, steps

Place = tuple[int, int]


def test_certificates_of_all_kinds_of_boards_verify() -> None:
    kinds: Counter[str] = Counter()
    techniques: set[str] = set()
    for certificate in certificates():
        verdict = mm.no_guess.verify(certificate)
        assert verdict.is_valid, (certificate.layout, certificate.start, str(verdict))
        layout = mm.Layout.parse(certificate.layout)
        kinds.update([layout.grid.topology, "holes" if layout.grid.holes else "", f"k={layout.max_per_cell}"])
        kinds.update([f"reach={layout.grid.reach}", certificate.first_click])
        techniques |= {step.technique for move in certificate.moves for step in move.steps}
    wanted = {"square", "torus", "hex", "holes", "k=1", "k=2", "k=3", "reach=1", "reach=2", "opening", "safe"}
    assert wanted <= set(kinds)
    assert techniques == {technique.value for technique in mm.solve.Technique}


@pytest.mark.parametrize("change", CHANGERS, ids=lambda change: change.__name__)
def test_a_changed_certificate_does_not_verify_and_says_why(change: Changer) -> None:
    rng = random.Random(change.__name__)
    made = 0
    for certificate in certificates():
        for changed, reason, move in change(certificate, rng):
            verdict = mm.no_guess.verify(changed)
            assert not verdict.is_valid, changed
            assert re.search(reason, verdict.sentence), (verdict.sentence, reason)
            assert move is None or verdict.move == move, (verdict, move)
            if verdict.move is not None:
                assert verdict.sentence.startswith(f"move {verdict.move + 1}, ")
            made += 1
    assert made >= 3


def test_hundreds_of_changes_are_made() -> None:
    rng = random.Random(0)
    assert sum(len(list(change(certificate, rng))) for certificate in certificates() for change in CHANGERS) > 1_000


# --- A second opinion on changes whose effect nobody knows beforehand


def test_an_oracle_agrees_about_changes_at_random() -> None:
    rng = random.Random(3)
    answers: Counter[bool] = Counter()
    for certificate in certificates():
        if 0 < len(certificate.moves) < 40:
            for _ in range(4):
                changed = changed_at_random(certificate, rng)
                found = mm.no_guess.verify(changed).is_valid
                assert found == (not list(faults(changed))), (
                    changed,
                    mm.no_guess.verify(changed),
                    list(faults(changed)),
                )
                answers[found] += 1
    assert min(answers[True], answers[False]) > 40


def changed_at_random(certificate: Certificate, rng: random.Random) -> Certificate:
    at = rng.randrange(len(certificate.moves))
    moves = list(certificate.moves)
    if rng.random() < 0.4:
        other = rng.randrange(len(moves))
        moves[at], moves[other] = moves[other], moves[at]
        return replace(certificate, moves=tuple(moves))
    proof = list(moves[at].steps)
    place = rng.randrange(len(proof))
    name = rng.choice(["at_least", "at_most", "cells", "steps"])
    value = getattr(proof[place], name)
    some: Any = (
        max(0, value + rng.choice([-1, 1])) if isinstance(value, int) else value[: rng.randrange(len(value) + 1)]
    )
    proof[place] = replace(proof[place], **{name: some})
    moves[at] = replace(moves[at], steps=tuple(proof))
    return replace(certificate, moves=tuple(moves))


def faults(certificate: Certificate) -> Iterator[str]:
    """The faults that an oracle finds: the game itself plays the moves, and steps are checked by search."""
    game = mm.Game.from_layout(mm.Layout.parse(certificate.layout))
    game.open(certificate.start)
    for move in certificate.moves:
        if game.state is not mm.State.PLAYING or not game.board.hidden[move.cell]:
            if move.action == "flag" and game.board.hidden[move.cell]:
                continue
            yield f"{move.cell} is not hidden"
            return
        yield from move_faults(game.board, move)
        if move.action == "flag":
            game.flag(move.cell, mines=move.mines)
        else:
            game.open(move.cell)
    if game.state is not mm.State.WON:
        yield "the game is not won"


def move_faults(board: mm.Board, move: ProvenMove) -> Iterator[str]:
    if not all(board.opened[number] for number in move.numbers):
        yield "a number is not open"
        return
    lines = [line_of(board, step) for step in move.steps]
    if not all(board.hidden[cell] for step in move.steps for cell in step.cells):
        yield "a step is about a cell that is not hidden"
    found = steps.faults(lines, board.max_per_cell)
    yield from (fault for fault in found if not re.search("is superfluous|more than it needs", fault))
    last, per_cell = lines[-1].fact, board.max_per_cell
    is_exact = last.least == len(last.cells) * per_cell or (len(last.cells) == 1 and last.least == last.most)
    is_shown = last.most == 0 if move.action == "open" else is_exact and last.least > 0
    if move.cell not in last.cells or not is_shown:
        yield "the last step does not show it"


def line_of(board: mm.Board, step: ProvenStep) -> steps.Line:
    grid = board.grid
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    around = geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes)
    sources = []
    for number in step.numbers:
        need = int(board.faces[number]) - sum(int(board.flags[place]) for place in around[number])
        hidden = frozenset(place for place in around[number] if board.hidden[place])
        sources.append(steps.Fact(hidden, need, need))
    if step.uses_mine_count:
        left = int(board.mines or 0) - int(board.flags.sum())
        everywhere = frozenset((cell.row, cell.col) for cell in grid if board.hidden[cell])
        sources.append(steps.Fact(everywhere, left, left))
    fact = steps.Fact(frozenset(step.cells), step.at_least, step.at_most)
    return steps.Line(step.technique, sources, step.steps, fact, step.depth)


def test_sat_agrees_about_the_steps_of_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[inference.Fact], inference.Fact, int]] = []

    def remembered(
        sources: list[inference.Fact], fact: inference.Fact, per_cell: int, work: inference.WorkLeft
    ) -> bool:
        asked.append((sources, fact, per_cell))
        return inference.follows(sources, fact, per_cell, work)

    monkeypatch.setattr("minemind.no_guess.verifier.follows", remembered)
    assert all(map(mm.no_guess.verify, certificates()))
    hardest = sorted(asked, key=lambda question: -len(question[0]))[:150]
    for sources, fact, per_cell in [*hardest, *random.Random(0).sample(asked, 150)]:
        assert sat.follows(sources, fact, per_cell), (sources, fact, per_cell)


def test_a_proof_that_somebody_else_wrote_is_checked_for_what_it_says() -> None:
    """It shows by contradiction that (0, 3) is a mine, although comparing two numbers would do."""
    certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
    mine, rest = (0, 3), ((1, 3), (2, 3))
    proof = [
        ProvenStep("assumption", (), uses_mine_count=False, steps=(), cells=(mine,), at_least=0, at_most=0, depth=1),
        ProvenStep("single", ((1, 2),), uses_mine_count=False, steps=(0,), cells=rest, at_least=2, at_most=2, depth=1),
        ProvenStep("single", ((2, 2),), uses_mine_count=False, steps=(1,), cells=(), at_least=1, at_most=0, depth=1),
        ProvenStep(
            "contradiction", (), uses_mine_count=False, steps=(0, 2), cells=(mine,), at_least=1, at_most=1, depth=0
        ),
    ]

    def verdict(**changed: int) -> mm.no_guess.Verdict:
        steps = (*proof[:3], replace(proof[3], **changed))  # type: ignore[arg-type]
        move = ProvenMove("flag", mine, 1, ((1, 2), (2, 2)), (2, 1), steps)
        return mm.no_guess.verify(replace(certificate, moves=(move, *certificate.moves[1:])))

    assert verdict().is_valid, verdict()
    for wrong in ({"at_least": 2}, {"at_most": 0}, {"at_least": 0, "at_most": 0}):
        assert verdict(**wrong).sentence.endswith("step 4 says more than the opposite of its assumption")
    assert "does not show that the cell holds exactly 1 mine" in verdict(at_least=0).sentence


# --- Limits and requirements

WITHOUT_ENGINE = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("_minemind_engine", "minemind._native", "minemind.solve", "minemind.grid"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from minemind.no_guess.verifier import verify
print(verify(sys.argv[1]))
print(verify(sys.argv[2]))
assert not any(name.startswith(("_minemind", "minemind._native", "minemind.solve")) for name in sys.modules)
"""


def test_no_engine_is_needed(tmp_path: Path) -> None:
    certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
    certificate.save(tmp_path / "right.json")
    replace(certificate, moves=certificate.moves[:1]).save(tmp_path / "wrong.json")
    command = [sys.executable, "-I", "-c", WITHOUT_ENGINE, "right.json", "wrong.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "valid: the first click and 2 moves clear the board, and every step follows",
        "the moves end, but a free cell is still closed: (1, 3)",
    ]


def test_what_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
    monkeypatch.setattr("minemind.no_guess.verifier.WorkLeft", lambda: inference.WorkLeft(70))
    with pytest.raises(mm.TooHard, match=r"move 1, flag \(0, 3\): .* too much work as a whole"):
        mm.no_guess.verify(certificate)
    monkeypatch.setattr("minemind.no_guess.verifier.WorkLeft", lambda: inference.WorkLeft(10))
    with pytest.raises(mm.TooHard, match=r"^the certificate takes too much work as a whole"):
        mm.no_guess.verify(certificate)


def test_a_step_that_names_everything_there_is_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step names every open number and the mine count, from which it does not follow."""
    game = mm.Game("expert", seed=9)
    game.open(8, 15)
    certificate = mm.no_guess.certify(game)
    board = game.board
    numbers = tuple((cell.row, cell.col) for cell in board.grid if board.opened[cell])
    cell = next(
        (c.row, c.col) for c in board.grid if board.hidden[c] and mm.analyse(board).probability[c] not in (0, 1)
    )
    step = ProvenStep("mine count", numbers, True, (), (cell,), 0, 0, 0)  # noqa: FBT003
    shown = tuple(int(board.faces[number]) for number in numbers)
    move = ProvenMove("open", cell, 0, numbers, shown, (step,))
    work = inference.WorkLeft()
    monkeypatch.setattr("minemind.no_guess.verifier.WorkLeft", lambda: work)
    assert mm.no_guess.verify(replace(certificate, moves=(move,))).sentence.endswith(
        "step 1 does not follow from what it names"
    )
    assert inference.MAX_WORK - work.left < 2_000_000


@pytest.mark.parametrize(
    ("text", "is_opening"),
    [("1 3 2\n.**", True), ("1 3 1\n.*.", False), ("1 3 3 k=2\n. * *2", True), ("1 3 1 k=2\n.*.", False)],
)
def test_the_opening_rule_gives_up_neighbours_only_where_mines_fit_nowhere_else(text: str, is_opening: bool) -> None:  # noqa: FBT001
    certificate = mm.no_guess.certify(text, start=(0, 0))
    assert mm.no_guess.verify(certificate)
    assert certificate.first_click == ("opening" if is_opening else "safe")
    assert mm.no_guess.verify(replace(certificate, first_click="opening")).is_valid == is_opening
    if not is_opening:
        with pytest.raises(mm.InvalidValue, match=r"\(0, 0\) is not an opening: a neighbour holds a mine"):
            mm.no_guess.certify(text, start=(0, 0), first_click="opening")


def test_only_certificates_and_paths_are_taken(tmp_path: Path) -> None:
    with pytest.raises(mm.InvalidValue, match="42 is not a certificate"):
        mm.no_guess.verify(42)  # type: ignore[arg-type]
    with pytest.raises(mm.errors.FileError, match="cannot read"):
        mm.no_guess.verify(tmp_path / "missing.json")
