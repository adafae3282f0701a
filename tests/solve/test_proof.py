"""Proofs: every certain cell has one, and it needs every number that it names."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

import minemind as mm
from minemind.deadline import Deadline
from minemind.grid import places
from minemind.solve.proof import Explainer, Technique
from tests.oracle import steps
from tests.solve.boards import random_board
from tests.solve.proof_checks import Place, check, check_steps, line_of, number_fact, suffices


@pytest.mark.parametrize("seed", range(4))
def test_every_certain_cell_of_small_boards_has_a_proof(seed: int) -> None:
    rng = random.Random(seed)
    proved = 0
    for board in (random_board(rng) for _ in range(150)):
        try:
            analysis = mm.analyse(board)
        except mm.Impossible:
            continue
        for cell in sorted(analysis.safe | analysis.mines):
            if board.hidden[cell]:
                check(board, cell, cell in analysis.mines)
                proved += 1
    assert proved > 100


@pytest.mark.parametrize("part", range(4))
def test_every_certain_cell_of_games_has_a_proof(part: int) -> None:
    positions = 0
    seen: set[Technique] = set()
    for seed in range(part * 65, part * 65 + 65):
        game = mm.Game.preset("intermediate", seed=seed)
        game.open(8, 8)
        for _ in range(5):
            if game.state is not mm.State.PLAYING:
                break
            board = game.board
            analysis = mm.analyse(board)
            for cell in sorted(analysis.safe | analysis.mines)[positions % 4 :: 4]:
                seen.add(check(board, cell, cell in analysis.mines).technique)
            positions += 1
            safe = sorted(analysis.safe)
            for cell in safe[: len(safe) // 2 + 1]:
                if game.state is mm.State.PLAYING:
                    game.open(*cell)
    assert positions > 250
    assert seen >= {Technique.SINGLE, Technique.SUBSET, Technique.OVERLAP}


@pytest.mark.parametrize(("size", "mines"), [((6, 6), 8), ((8, 8), 14)])
def test_the_hardest_proofs_of_endings_have_no_easier_sum(size: tuple[int, int], mines: int) -> None:
    grades: Counter[tuple[Technique, int]] = Counter()
    for seed in range(30):
        game = mm.Game(*size, mines, seed=seed)
        game.open(2, 2)
        while game.state is mm.State.PLAYING:
            board, analysis = game.board, mm.analyse(game.board)
            explainer = Explainer(board, Deadline())
            for cell in sorted(analysis.safe | analysis.mines):
                proof = explainer.proof(cell, is_mine=cell in analysis.mines)
                grades[proof.technique, proof.grade] += 1
                if proof.grade >= 4:
                    check(board, cell, proof.is_mine)
            assert analysis.best is not None
            for cell in sorted(analysis.safe)[:1] or [analysis.best.cell]:
                game.open(cell)
    assert grades[Technique.MINE_COUNT, 4] > 20
    assert grades[Technique.MINE_COUNT, 5] > 0


# The search for a proof of (0, 11) counts more mines than needed, and some steps are about several cells.
CROWDED = """16 16 40
................
...2..1..34.22.2
.42111112..21111
..20001233210111
3.31212..10001.1
223.3.3221011211
1.213.200002.310
111011100002..10
0000011100012210
001233.101221000
001...2212..1111
0013.422.33311.1
0001.3.422.21111
000113..112.1000
0001.22210111111
0001.100000001.1
"""


# (5, 0) follows by adding up, but not everything settled before is needed for that.
GENEROUS = """12 12 9 reach=2
......110000
......221110
..1111221110
..111122.110
..2100111110
..4210111110
..6320000000
...320000000
...320000000
...331100000
...221100000
.....1100000
"""


# To prove (8, 1), a number is used by an earlier step and by the last one.
REPEATED = """12 12 9 reach=2
............
............
............
..211121....
..211121....
..210011....
..210011....
..110011....
..121111....
..121111....
............
............
"""


# A sum of five numbers. Four of them show that twice the mines of (2, 1) plus those of another cell are two: so it is a
# mine, but that is not a sum.
DOUBLED = """12 12 28 topology=hex
00110012211.
12.202...111
....22.43221
3.22.22.2..1
..2121011132
2.2.100001.1
011221101122
101.3.11.2.1
.102.3101111
2112.1000000
.2.211011000
12.1001.1000
"""


def test_a_sum_names_every_number_that_it_adds_up() -> None:
    board = mm.Board.parse(DOUBLED)
    proof = mm.explain(board, (2, 1))
    check_steps(board, proof)
    assert (proof.grade, len(proof.steps[-1].numbers)) == (4, 5)
    *first, last = (line_of(board, step) for step in proof.steps)
    more = last._replace(sources=[*last.sources, number_fact(board, mm.Cell(5, 2))])
    assert set(steps.faults([*first, more], 1)) == {"2: names more than it needs"}


@pytest.mark.parametrize(("text", "cell"), [(CROWDED, (0, 11)), (GENEROUS, (5, 0)), (REPEATED, (8, 1))])
def test_a_step_that_counts_mines_names_no_more_than_it_takes(text: str, cell: Place) -> None:
    board = mm.Board.parse(text)
    check_steps(board, mm.explain(board, cell))


GAMES: dict[str, tuple[mm.Grid, int, int]] = {
    "expert": (mm.Grid(16, 30), 99, 1),
    "intermediate": (mm.Grid(16, 16), 40, 1),
    "torus": (mm.Grid(12, 12, "torus"), 22, 1),
    "hex": (mm.Grid(12, 12, "hex"), 28, 1),
    "holes": (mm.Grid(12, 12, holes=[(row, row) for row in range(0, 12, 2)]), 24, 1),
    "a longer reach": (mm.Grid(12, 12, reach=2), 9, 1),
    "two mines in a cell": (mm.Grid(12, 12), 26, 2),
}


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", GAMES)
def test_every_step_of_three_thousand_positions_follows(kind: str) -> None:
    grid, mines, per_cell = GAMES[kind]
    positions = 0
    grades: Counter[int] = Counter()
    for seed in itertools.count():
        game = mm.Game(grid=grid, mines=mines, max_per_cell=per_cell, seed=seed)
        game.open(grid.centre)
        while game.state is mm.State.PLAYING and positions < 3000:
            board, analysis = game.board, mm.analyse(game.board)
            explainer = Explainer(board, Deadline())
            for cell in sorted(analysis.safe | analysis.mines):
                proof = explainer.proof(cell, is_mine=cell in analysis.mines)
                check_steps(board, proof)
                grades[proof.grade] += 1
            positions += 1
            assert analysis.best is not None
            safe = sorted(analysis.safe)
            for cell in safe[: len(safe) // 2 + 1] or [analysis.best.cell]:
                if game.state is mm.State.PLAYING:
                    game.open(cell)
        if positions == 3000:
            break
    assert set(grades) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("text", "cell", "technique", "pattern", "sentence"),
    [
        ("1 3 ?\n!1.", (0, 2), Technique.SINGLE, None, "the 1 at (0, 1) needs no more mines, so (0, 2) is safe"),
        (
            "1 3 ?\n.2.",
            (0, 0),
            Technique.SINGLE,
            None,
            "the 2 at (0, 1) needs a mine in every hidden cell around it, so (0, 0) is a mine",
        ),
        (
            "2 3 ?\n...\n11_",
            (0, 2),
            Technique.SUBSET,
            "1-1",
            "the 1 at (1, 0) and the 1 at (1, 1) together prove that (0, 2) is safe",
        ),
        (
            "2 3 ?\n...\n12_",
            (0, 2),
            Technique.SUBSET,
            "1-2",
            "the 1 at (1, 0) and the 2 at (1, 1) together prove that (0, 2) is a mine",
        ),
        (
            "2 4 ?\n....\n_12_",
            (0, 3),
            Technique.OVERLAP,
            "1-2",
            "the 1 at (1, 1) and the 2 at (1, 2) together prove that (0, 3) is a mine",
        ),
        (
            "2 5 ?\n.....\n_121_",
            (0, 2),
            Technique.OVERLAP,
            "1-2-1",
            "the 1 at (1, 1), the 2 at (1, 2) and the 1 at (1, 3) together prove that (0, 2) is safe",
        ),
        (
            "1 5 1\n.1...",
            (0, 4),
            Technique.MINE_COUNT,
            None,
            "given the mine count of 1, the 1 at (0, 1) proves that (0, 4) is safe",
        ),
        (
            "1 4 ? k=2\n.2.1",
            (0, 0),
            Technique.SINGLE,
            None,
            "the 2 at (0, 1) and the 1 at (0, 3) together prove that (0, 0) is a mine",
        ),
        (
            "2 6 ?\n......\n_1221_",
            (0, 1),
            Technique.OVERLAP,
            "1-2-2-1",
            "the 1 at (1, 1), the 2 at (1, 3) and the 1 at (1, 4) together prove that (0, 1) is safe",
        ),
        ("1 2 2\n..", (0, 1), Technique.MINE_COUNT, None, "given the mine count of 2, (0, 1) must be a mine"),
    ],
)
def test_the_simplest_proof_is_told_in_one_sentence(
    text: str, cell: tuple[int, int], technique: Technique, pattern: str | None, sentence: str
) -> None:
    proof = mm.explain(mm.Board.parse(text), cell)
    assert (proof.technique, proof.pattern, str(proof)) == (technique, pattern, sentence)


@pytest.mark.parametrize("part", range(4))
def test_no_fewer_numbers_would_do_where_three_suffice(part: int) -> None:
    chance = random.Random(part)
    sizes: Counter[int] = Counter()
    for board in (random_board(chance) for _ in range(150)):
        try:
            analysis = mm.analyse(board)
        except mm.Impossible:
            continue
        frontier = [view.number for view in mm.solve.Problem(board).frontier]
        for cell in sorted(analysis.safe | analysis.mines):
            if board.hidden[cell] and len(frontier) <= 14:
                proof = mm.explain(board, cell)
                fewest = fewest_numbers(board, frontier, proof)
                if len(proof.numbers) < 4 or proof.technique is not Technique.SUM:  # three might need a contradiction
                    assert fewest == (4 if proof.uses_mine_count else min(4, len(proof.numbers))), (board, proof)
                sizes[fewest] += 1
    assert sizes[1] > 50
    assert sizes[2] > 10


def fewest_numbers(board: mm.Board, frontier: Sequence[mm.Cell], proof: mm.Proof) -> int:
    """The fewest numbers that prove a cell as easily, by trying all sets; 4 if more than three are needed."""
    flags = tuple(mm.Cell(*place) for place in places(board.flags))  # near any number
    for size in (1, 2, 3):
        for some in itertools.combinations(frontier, size):
            if suffices(board, replace(proof, mines=None, flags=flags), some):
                return size
    return 4


@pytest.mark.parametrize(
    ("text", "cell", "grade", "told"),
    [
        (
            "2 5 ?\n.....\n_121_",
            (0, 2),
            3,
            [
                "compare the 1 at (1, 1) and the 2 at (1, 2), which share hidden cells: (0, 3) is a mine",
                "the 1 at (1, 3) has all its mines, so (0, 2) and (0, 4) are safe (by step 1)",
            ],
        ),
        ("1 2 2\n..", (0, 1), 4, ["by the mine count of 2, (0, 1) is a mine"]),
    ],
)
def test_steps_are_told_one_by_one(text: str, cell: tuple[int, int], grade: int, told: list[str]) -> None:
    proof = mm.explain(text, cell)
    assert (proof.grade, [str(step) for step in proof.steps]) == (grade, told)


def test_a_proof_that_takes_too_much_work_is_refused() -> None:
    explainer = Explainer(mm.Board.parse("2 5 ?\n.....\n_121_"), Deadline(), work=10)
    with pytest.raises(mm.TooHard, match="too hard to find"):
        explainer.proof(mm.Cell(0, 2), is_mine=False)


def test_a_pattern_is_read_by_what_the_numbers_still_need() -> None:
    proof = mm.explain(mm.Board.parse("3 4 ?\n....\n_23_\n_!__"), (0, 3))
    assert (proof.pattern, proof.flags) == ("1-2", ((2, 1),))


@pytest.mark.parametrize(
    ("text", "cell", "pattern"),
    [
        ("2 3 ?\n...\n11_", (0, 2), "1-1"),
        ("3 3 ?\n...\n11.\n__.", (0, 2), "1-1+"),
        ("3 3 ?\n...\n13.\n___", (0, 2), "1-2+"),
        ("3 3 ?\n...\n14.\n__.", (2, 2), "1-2+"),
        ("3 4 ?\n....\n_13.\n____", (0, 3), "1-2+"),
        ("2 3 ?\n_..\n11_", (0, 2), None),  # the first 1 has one cell left, so nothing is compared
    ],
)
def test_two_numbers_that_settle_several_cells_have_a_plus(text: str, cell: Place, pattern: str | None) -> None:
    assert mm.explain(text, cell).pattern == pattern


def test_patterns_have_names_only_on_the_usual_board() -> None:
    for text, cell in (("2 3 ? topology=hex\n_..\n11_", (0, 2)), ("1 4 ? reach=2\n11..", (0, 3))):
        proof = mm.explain(mm.Board.parse(text), cell)
        assert (len(proof.numbers), proof.pattern) == (2, None)


def test_numbers_with_something_else_between_them_have_no_name() -> None:
    proof = mm.explain(mm.Board.parse("1 4 ?\n.2.1".replace(".2.1", "1.1.")), (0, 3))
    assert (proof.numbers, proof.pattern) == (((0, 0), (0, 2)), None)


def test_the_time_limit_ends_a_proof() -> None:
    with pytest.raises(mm.TooHard, match="time limit of 1e-09 s"):
        mm.explain(mm.Board.parse("2 5 ?\n.....\n_121_"), (0, 2), time_limit=1e-9)


def test_flags_are_named_where_they_are_believed() -> None:
    assert mm.explain(mm.Board.parse("1 3 ?\n!1."), (0, 2)).flags == ((0, 0),)
    assert mm.explain(mm.Board.parse("1 6 2\n!1.1..".replace("1.1", "1_1")), (0, 5)).flags == ((0, 0),)


def test_cells_without_a_proof_are_refused() -> None:
    board = mm.Board.parse("1 5 ?\n.1..!")
    for cell, message in (
        ((0, 0), r"\(0, 0\) is not certain: 50 % risk"),
        ((0, 3), r"\(0, 3\) is not certain: its probability is unknown"),
        ((0, 1), r"\(0, 1\) is not hidden"),
        ((0, 4), r"\(0, 4\) is not hidden"),
    ):
        with pytest.raises(mm.InvalidValue, match=message):
            mm.explain(board, cell)
    with pytest.raises(mm.errors.OffBoard):
        mm.explain(board, (5, 5))
    with pytest.raises(mm.Impossible):
        mm.explain(mm.Board.parse("1 3 ?\n.3."), (0, 0))
