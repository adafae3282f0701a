"""The requests of the protocol: their answers are those of the library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import minemind as mm
from minemind.answers import answer, asked
from minemind.answers.json import analysis_json
from minemind.protocol.requests import REQUESTS
from minemind.protocol.writing import analysis_text
from tests import examples
from tests.protocol.speaking import BOARD, GUESS, LONG, LONG_DEAL, LONG_HINT, LONG_WIN, SCHEMA, Engine
from tests.protocol.write_schema import protocol_schema


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as running:
        yield running


def test_the_schema_is_that_of_the_code() -> None:
    assert json.loads(SCHEMA.read_text()) == protocol_schema(), "run `python -m tests.protocol.write_schema`"


def test_hello_says_who_answers_and_what_can_be_asked(engine: Engine) -> None:
    said = engine.result("hello", id="first", protocol=1)
    assert said["name"] == "MineMind"
    assert said["version"] == mm.__version__
    assert said["requests"] == list(REQUESTS)
    assert said["limits"]["line_bytes"] == 2**20


def test_an_analysis_is_that_of_the_library_to_the_last_bit(engine: Engine) -> None:
    game = mm.Game("expert", seed=7)
    game.open(8, 15)
    said = engine.result("analyse", board={"text": str(game.board)})
    assert said == json.loads(json.dumps(analysis_json(answer.analyse(game.board))))
    exact = [[None if np.isnan(risk) else risk for risk in row] for row in mm.analyse(game.board).probability.tolist()]
    assert said["probability"] == exact


def test_only_the_parts_that_are_wanted_are_found_out(engine: Engine) -> None:
    said = engine.result("analyse", board={"text": BOARD}, parts=["solutions"], frontier=True)
    assert (said["solutions"], said["best"], said["dead"], said["fifty_fifties"]) == ("3", None, None, None)
    assert engine.result("analyse", board={"text": GUESS}, frontier=True)["components"][0]["solutions"] == "3"


@given(examples.boards())
def test_an_analysis_is_written_as_the_standard_library_would(board: mm.Board) -> None:
    try:
        found = answer.analyse(board)
    except (mm.Impossible, mm.TooHard):
        return
    assert json.loads(analysis_text(found)) == json.loads(json.dumps(analysis_json(found)))


@given(examples.boards())
def test_a_plain_text_means_the_same_as_to_the_general_reader(board: mm.Board) -> None:
    for text in (str(board), str(board) + "\n", str(board) + "\n\n", str(board).replace("\n", "\r\n")):
        assert asked.position(text)[0] == board


def test_positions_are_texts_or_moves_since_a_seed(engine: Engine) -> None:
    game = mm.Game("beginner", seed=7)
    game.open(4, 4)
    game.flag(1, 8)
    moves = [["open", 4, 4], ["flag", 1, 8, 1]]
    said = engine.result("position", game={"preset": "beginner", "seed": "7", "moves": moves})
    assert (said["board"]["text"], said["state"]) == (str(game.board), "playing")
    hint = engine.result("hint")["moves"][0]
    expected = mm.hint(game.board)
    assert expected is not None
    assert (tuple(hint["cell"]), hint["reason"]) == (tuple(expected.cell), expected.why)
    assert engine.result("position", board={"text": GUESS})["state"] is None
    assert engine.result("win")["win"] == "11/15"
    assert engine.result("win", board={"text": "2 2 1\n1.\n.."})["win"] == "1/3"


def test_guesses_and_proofs_are_those_of_the_library(engine: Engine) -> None:
    candidates = engine.result("guesses", board={"text": GUESS})["candidates"]
    assert [tuple(one["cell"]) for one in candidates] == [tuple(one.cell) for one in mm.guesses(GUESS)]
    proof = engine.result("explain", board={"text": BOARD}, cell=[0, 2])
    assert proof["sentence"] == mm.explain(BOARD, 0, 2).sentence


def test_games_are_dealt_and_played(engine: Engine) -> None:
    dealt = engine.result("generate", preset="beginner", seed="7", no_guess=True)
    assert dealt["layout"]["text"] == str(mm.generate("beginner", seed=7).layout)
    played = engine.result("play", preset="beginner", seed=7, strategy="exact")
    assert mm.Record.from_json(played) == mm.play("beginner", "exact", seed=7)


def test_a_player_answers_with_moves(engine: Engine) -> None:
    said = engine.result("move", board={"text": BOARD}, strategy="exact")
    assert [tuple(move["cell"]) for move in said["moves"]] == [(0, 2), (2, 2)]


def test_options_hold_for_all_later_requests() -> None:
    with Engine() as engine:
        said = engine.result("options", lang="de", strategy="rules", time_limit=60, info=0)
        assert (said["lang"], said["strategy"], said["time_limit"]) == ("de", "rules", 60.0)
        with mm.words.speaking("de"):
            german = mm.explain(BOARD, 0, 2).sentence
        assert engine.result("explain", board={"text": BOARD}, cell=[0, 2])["sentence"] == german
        assert engine.result("play", preset="beginner", seed=7)["strategy"] == "rules"
        kinds = [set(line) - {"minemind", "id"} for line in _lines(engine, ask="play", id=5, preset="beginner", seed=7)]
        assert kinds[:-1] == [{"info"}] * (len(kinds) - 1)
        assert len(kinds) > 1
        assert engine.error("options", strategy="exec:rm")["kind"] == "InvalidValue"


def _lines(engine: Engine, **values: Any) -> Iterator[dict[str, Any]]:
    engine.send(**values)
    while True:
        said = engine.hear()
        yield said
        if "info" not in said:
            return


def test_what_is_known_so_far_is_said_on_the_way() -> None:
    with Engine() as engine:
        engine.result("options", info=0)
        *infos, last = _lines(engine, **{**LONG, "id": 1, "think": 20})
        assert [info["info"]["depth"] for info in infos[:1]] == [2]
        games = [info["info"]["games"] for info in infos]
        assert games[0] == 0
        assert games == sorted(games)
        assert last["result"]["candidates"]


@pytest.mark.parametrize("question", [LONG_HINT, LONG_WIN, LONG_DEAL], ids=lambda question: question["ask"])
def test_how_much_work_was_done_is_said_until_it_is_stopped(question: dict[str, Any]) -> None:
    with Engine() as engine:
        engine.result("options", info=0)
        engine.send(**question, id=1)
        infos = [engine.hear()["info"] for _ in range(3)]
        work = [info["work"] for info in infos]
        assert 0 <= work[0] <= work[1] <= work[2]
        assert ("best" in infos[0]) == (question["ask"] == "hint")
        engine.send(ask="stop", id=2)
        assert [said["id"] for said in engine.ends(2)] == [2, 1]


def test_what_is_certain_needs_no_thought(engine: Engine) -> None:
    assert engine.result("hint", board=LONG["board"], think=100_000)["moves"][0]["certain"]


def test_a_time_limit_ends_a_question(engine: Engine) -> None:
    error = engine.error(**LONG_DEAL, time_limit=0.05)
    assert error["kind"] == "TooHard"
    assert "time limit of 0.05 s" in error["message"]


@pytest.mark.parametrize(
    ("values", "kind", "says"),
    [
        ({"ask": "analyse"}, "InvalidValue", "there is no position yet"),
        ({"ask": "analyse", "board": {"text": "1 2 1\n5."}}, "Impossible", "5"),
        ({"ask": "analyse", "board": {"text": "1 2 1\n5q"}}, "ParseError", "'q'"),
        ({"ask": "analyse", "board": {"text": "2 2 1\n*.\n.."}}, "ParseError", "this is a layout"),
        ({"ask": "analyse", "board": {"text": "101 1 ?\n" + ".\n" * 101}}, "TooLarge", "100×100"),
        ({"ask": "explain", "board": {"text": GUESS}, "cell": [0, 1]}, "InvalidValue", "(0, 1)"),
        ({"ask": "explain", "board": {"text": GUESS}, "cell": [9, 9]}, "OffBoard", "(9, 9)"),
        ({"ask": "generate", "rows": 3}, "InvalidValue", "give rows, cols and mines"),
        ({"ask": "generate", "preset": "expert", "way": "repaired"}, "InvalidValue", "add no_guess"),
        ({"ask": "play", "preset": "beginner", "strategy": "nobody"}, "InvalidValue", "nobody"),
        ({"ask": "move", "board": {"text": BOARD}, "strategy": "exec:ls"}, "InvalidValue", "other programs"),
        ({"ask": "position"}, "InvalidValue", "give a board or a game"),
    ],
)
def test_what_has_no_answer_says_why(values: dict[str, Any], kind: str, says: str) -> None:
    with Engine() as engine:
        error = engine.error(**values, id=1)
        assert error["kind"] == kind
        assert says in error["message"]
        assert "\n" not in error["message"]
        assert engine.result("hello", id=2)
