"""The engine of the page answers as Python does, to the bit, on positions of all kinds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import minemind as mm
from _minemind_testing import play_one
from minemind import _native
from minemind.web import questions
from tests.solve.lattice import lattice
from tests.web.engine import PageEngine, answer_of_python, is_cut_off, page_engine, random_grid, random_position

CHAMPION_GAMES, LAYOUTS, NO_GUESS = 200, 1_000, 100


@pytest.fixture(scope="module")
def engine() -> Iterator[PageEngine]:
    with page_engine() as running, pytest.MonkeyPatch.context() as patch:
        patch.setattr(questions, "GUESSING_SECONDS", None)  # the page has no clock that ends its games
        yield running


def compare(engine: PageEngine, name: str, **body: Any) -> str:
    """Check that both agree; return the kind of their error, or "answer", or "cut off"."""
    found, expected = engine.ask(name, **body), answer_of_python(name, **body)
    if is_cut_off(found, expected):
        return "cut off"
    assert found == expected, (name, body)
    return str(found["error"]["kind"]) if "error" in found else "answer"


def compare_position(engine: PageEngine, dice: random.Random) -> str:
    """Compare every question about a random position; return how `analyse` ended."""
    position = {**random_position(dice), "lang": dice.choice(["en", "en", "de"])}
    ended = compare(engine, "analyse", frontier=dice.random() < 0.5, **position)
    compare(engine, "hint", **position)
    compare(engine, "hint", all=True, **position)
    compare(engine, "hint", think=dice.choice([1, 5]), **position)
    seed = dice.choice([0, dice.randrange(2**64)])  # with 0, games that the hint played with as much thought are reused
    compare(engine, "guesses", think=dice.choice([0, 1, 5]), games=dice.choice([10, 60]), seed=str(seed), **position)
    rows = position["board"]["text"].splitlines()
    cell = [dice.randrange(len(rows) - 1), dice.randrange(int(rows[0].split()[1]))]
    compare(engine, "explain", cell=cell, **position)
    return ended


def test_positions_of_all_kinds_have_the_same_answers(engine: PageEngine) -> None:
    ends = Counter(compare_position(engine, random.Random(seed)) for seed in range(250))
    assert ends["answer"] > 150
    assert ends["Impossible"] > 10
    assert not ends["cut off"]


def flagged_at_random(seed: int) -> mm.Game:
    """A game with flags on random cells."""
    dice = random.Random(seed)
    game = mm.Game(rows=9, cols=9, mines=10, seed=seed)
    game.open(4, 4)
    for cell in dice.sample([cell for cell in game.grid if game.board.hidden[cell]], 4):
        game.flag(*cell)
    return game


def believed(board: mm.Board) -> mm.Board:
    """The board without the flags that its numbers do not prove."""
    bare = board.unflagged()
    faces = bare.faces.copy()
    for cell in mm.analyse(bare).mines:
        if board.flags[cell]:
            faces[cell] = board.faces[cell]
    return board.showing(faces)


def test_help_in_a_game_believes_only_the_flags_that_its_numbers_prove(engine: PageEngine) -> None:
    wrong = 0
    for seed in range(40):
        game = flagged_at_random(seed)
        shown, board = {"board": {"text": str(game.board)}, "trust_flags": "proven"}, believed(game.board)
        plain = {"board": {"text": str(board)}}
        for question in ("analyse", "guesses"):
            more = {"think": 1, "games": 20} if question == "guesses" else {}
            assert engine.ask(question, **more, **shown) == answer_of_python(question, **more, **plain)
        assert engine.ask("hint", all=True, **shown) == answer_of_python("hint", all=True, **plain)
        move = engine.ask("hint", **shown)["answer"]["moves"][0]
        flagged_safe = {cell for cell in mm.analyse(board).safe if game.board.flags[cell]}
        wrong += bool(flagged_safe)
        assert not flagged_safe or tuple(move["cell"]) in flagged_safe
    assert wrong > 10


def test_a_first_click_that_is_promised_to_be_safe_is_no_guess(engine: PageEngine) -> None:
    board = {"text": str(mm.Game(rows=9, cols=9, mines=10).board)}
    moves = {
        rule: engine.ask("hint", board=board, promise=rule)["answer"]["moves"] for rule in ("opening", "safe", None)
    }
    assert [each["certain"] for (each,) in moves.values()] == [True, True, False]
    assert moves["opening"][0]["reason"] == "the first click always opens an area"
    assert moves["safe"][0]["reason"] == "the first click is always safe"
    assert engine.ask("hint", board=board, promise="safe", all=True)["answer"]["moves"] == moves["safe"]
    assert engine.ask("guesses", board=board, promise="safe")["answer"]["candidates"] == []
    for mines in range(16):  # an opening needs room for all mines elsewhere
        game = mm.Game(4, 4, mines, seed=1)
        (move,) = engine.ask("hint", board={"text": str(game.board)}, promise="opening")["answer"]["moves"]
        (expected,) = mm.strategy.auto(game, guess=True, limit=1)
        assert (tuple(move["cell"]), move["reason"]) == (expected.cell, str(expected.reason)) or not mines


def test_guesses_are_compared_alike_with_the_usual_effort(engine: PageEngine) -> None:
    for seed in range(4):
        game = mm.Game("intermediate", seed=seed)
        game.open(game.grid.centre)
        while game.state is mm.State.PLAYING and not mm.guesses(game.board, think=0):
            mm.strategy.step(game)
        compare(engine, "guesses", board={"text": str(game.board)})


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_thousand_positions_have_the_same_answers(engine: PageEngine) -> None:
    ends = Counter(compare_position(engine, random.Random(seed)) for seed in range(1_000, 11_000))
    assert ends["cut off"] < 20


def test_large_boards_have_the_same_answers(engine: PageEngine) -> None:
    game = mm.Game(100, 100, 2_000, seed=1)
    game.open(50, 50)
    for _ in range(3):
        compare(engine, "analyse", board={"text": str(game.board)}, frontier=True)
        compare(engine, "hint", board={"text": str(game.board)})
        mm.strategy.step(game)


def test_what_is_certain_on_a_board_that_is_too_hard_to_count_is_said_to_be_a_part(engine: PageEngine) -> None:
    body = {"board": {"text": str(lattice(35, 35, seed=1, density=0.45))}, "all": True}
    found = engine.ask("hint", **body)
    assert found == answer_of_python("hint", **body)
    assert found["answer"]["notes"] == ["other certain cells: too hard to find"]


def test_seeded_layouts_are_the_same(engine: PageEngine) -> None:
    for seed in range(LAYOUTS):
        dice = random.Random(seed)
        grid, per_cell = random_grid(dice, 20), dice.choice([1, 1, 2])
        compare(
            engine,
            "generate",
            rows=grid.rows,
            cols=grid.cols,
            mines=dice.randint(0, (grid.size - 1) * per_cell),
            topology=grid.topology,
            reach=grid.reach,
            holes=[list(hole) for hole in sorted(grid.holes)],
            max_per_cell=per_cell,
            first_click=dice.choice(["opening", "safe", "any"]),
            start=dice.choice([None, list(dice.choice(list(grid)))]),
            seed=str(dice.randrange(2**64)),
        )


def test_given_layouts_are_cleared_and_measured_alike(engine: PageEngine) -> None:
    for seed in range(200):
        dice = random.Random(seed)
        grid, per_cell = random_grid(dice), dice.choice([1, 1, 2])
        mines = dice.randint(0, (grid.size - 1) * per_cell)
        layout = {"text": str(mm.Layout.deal(grid, mines, seed=seed, max_per_cell=per_cell))}
        start, rule = list(dice.choice(list(grid))), dice.choice(["opening", "safe", "any"])
        compare(engine, "generate", layout=layout, start=start, first_click=rule, seed=str(seed))
        compare(engine, "metrics", layout=layout)


def test_boards_without_a_guess_are_the_same(engine: PageEngine) -> None:
    for seed in range(NO_GUESS):
        dice = random.Random(seed)
        size: dict[str, Any] = {"preset": dice.choice(["beginner", "intermediate", "expert"])}
        if dice.random() < 0.3:
            size = {"rows": 8, "cols": 8, "mines": 12, "topology": dice.choice(["torus", "hex"])}
        limits: dict[str, Any] = dice.choice(
            [{}, {}, {"grade": [2, 4]}, {"min_3bv": 10}, {"max_3bv": 60, "budget": 300}]
        )
        way = {"way": "repaired"} if dice.random() < 0.3 else {}
        compare(engine, "generate", no_guess=True, seed=str(seed), **size, **limits, **way)


def test_the_champion_plays_the_same_games(engine: PageEngine) -> None:
    rule = _native.first_click("safe")
    for index in range(CHAMPION_GAMES):
        dice = random.Random(index)
        grid, mines = (mm.Grid(16, 30), 99) if index % 2 else (random_grid(dice, 12), 0)
        mines = mines or round(0.2 * (grid.size - 1))
        start = grid.index(grid.centre)
        result, moves = play_one(
            grid.graph,
            rank=grid.rank,
            mines=mines,
            per_cell=1,
            start=start,
            rule=rule,
            strategy=_native.Strategy.CHAMPION,
            seed=7,
            index=index,
        )
        board = str(mm.Board(grid, mines=mines))
        told = engine.ask("game", board=board, start=start, rule=rule.value, seed="7", index=str(index))
        assert told["answer"]["result"] == result.value
        assert [tuple(move) for move in told["answer"]["moves"]] == moves


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("analyse", {"board": {"text": "2 3 1\n1..\n1"}}),
        ("explain", {"board": {"text": "1 3 1\n1.."}, "cell": [0, 0]}),
        ("explain", {"board": {"text": "1 3 1\n1.."}, "cell": [7, 0]}),
        ("explain", {"board": {"text": "1 4 1\n1.._"}, "cell": [0, 3]}),
        ("generate", {"rows": 3, "cols": 3}),
        ("generate", {"rows": 3, "cols": 3, "mines": 9}),
        ("generate", {"preset": "expert", "rows": 3}),
        ("generate", {"preset": "expert", "no_guess": True, "first_click": "any"}),
        ("generate", {"preset": "expert", "grade": 2, "way": "uniform"}),
        ("generate", {"preset": "expert", "no_guess": True, "min_3bv": 9, "max_3bv": 3}),
        ("generate", {"rows": 16, "cols": 30, "mines": 300, "seed": 7, "no_guess": True, "budget": 500}),
        ("generate", {"preset": "expert", "seed": 7, "no_guess": True, "budget": 500, "min_3bv": 400}),
        ("generate", {"preset": "expert", "seed": 7, "no_guess": True, "budget": 500, "min_3bv": 400, "grade": [2, 5]}),
        ("generate", {"preset": "expert", "seed": 7, "no_guess": True, "budget": 500, "grade": 1}),
        ("generate", {"preset": "expert", "no_guess": True, "grade": [4, 2]}),
        ("generate", {"layout": {"text": "*.."}, "rows": 3}),
        ("generate", {"layout": {"text": "*.."}, "no_guess": True}),
    ],
)
def test_errors_have_the_same_kind_and_sentence(engine: PageEngine, name: str, body: dict[str, Any]) -> None:
    compare(engine, name, **body)
