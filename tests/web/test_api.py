"""The API answers as the command line does, or with an error that explains why there is no answer."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter

import minemind as mm
from minemind.answers.asked import CELLS_ACROSS
from minemind.formats import saved
from minemind.web import answers
from minemind.web.api import ANSWERS
from minemind.web.limits import BODY_BYTES
from tests.cli import schemas
from tests.cli.running import run
from tests.solve.lattice import lattice
from tests.web.asking import BOARD, GUESS, Client

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"


def board(text: str) -> dict[str, str]:
    return {"text": text}


def checked(name: str, answer: Any) -> Any:
    """Check that the schema describes an answer, with no unknown or missing field, and return it."""
    jsonschema.validate(answer, TypeAdapter(ANSWERS[name]).json_schema())
    return answer


# The same as the command line


@pytest.mark.parametrize(
    ("command", "question", "words"),
    [
        ("analyse", {}, []),
        ("analyse", {"method": "rules"}, ["--method", "rules"]),
        ("analyse", {"mines": None}, ["--mines", "unknown"]),
        ("analyse", {"mines": 9}, ["--mines", "9"]),
        ("analyse", {"density": 0.2}, ["--density", "0.2"]),
        ("hint", {}, []),
        ("hint", {"all": True}, ["--all"]),
        ("explain", {"cell": [0, 4]}, ["0", "4"]),
        ("guesses", {}, []),
    ],
)
def test_answers_are_those_of_the_command_line(
    client: Client, command: str, question: dict[str, Any], words: list[str]
) -> None:
    asked = run(command, "-", *words, "--json", stdin=BOARD)
    assert checked(command, client.answer(command, board=board(BOARD), **question)) == asked.json


def test_guesses_are_those_of_the_command_line(client: Client) -> None:
    asked = run("guesses", "-", "--games", "20", "--seed", "3", "--json", stdin=GUESS)
    answer = checked("guesses", client.answer("guesses", board=board(GUESS), games=20, seed="3"))
    assert answer == asked.json
    assert answer["candidates"]


def test_a_hint_that_was_thought_about_is_that_of_the_command_line(client: Client) -> None:
    text = (Path(__file__).parent.parent / "data" / "thinking" / "ends_with_100.txt").read_text()
    asked = run("hint", "-", "--think", "100", "--json", stdin=text)
    answer = checked("hint", client.answer("hint", board=board(text), think=100))
    assert answer == asked.json
    assert answer != client.answer("hint", board=board(text))


def test_guesses_without_a_mine_count_say_nothing_of_winning(client: Client) -> None:
    asked = run("guesses", "-", "--mines", "unknown", "--json", stdin=GUESS)
    answer = checked("guesses", client.answer("guesses", board=board(GUESS), mines=None))
    assert answer == asked.json
    assert answer["candidates"]
    assert all(candidate["win"] is None for candidate in answer["candidates"])


def test_the_frontier_comes_with_the_analysis_if_asked_for(client: Client) -> None:
    asked = run("frontier", "-", "--json", stdin=BOARD)
    answer = checked("analyse", client.answer("analyse", board=board(BOARD), frontier=True))
    assert {name: answer[name] for name in asked.json} == asked.json
    assert "components" not in client.answer("analyse", board=board(BOARD))
    by_rules = client.answer("analyse", board=board(BOARD), frontier=True, method="rules")
    assert by_rules["components"] == answer["components"]


def test_metrics_are_those_of_the_command_line(client: Client) -> None:
    text = "4 5 6 topology=hex k=2\n*2 . . . .\n* * . _ .\n. . . . .\n. . *2 . ."
    (asked,) = run("stats", "-", "--json", stdin=text).json["boards"]
    assert asked.pop("file") == "-"
    assert checked("metrics", client.answer("metrics", layout=board(text))) == asked
    assert client.answer("metrics", layout=board("2 2 5\n*.\n.."))["notes"]


def test_errors_are_those_of_the_command_line(client: Client) -> None:
    text = "2 2 1\n9.\n.."
    asked = run("analyse", "-", "--json", stdin=text)
    answer = client.ask("analyse", board=board(text))
    assert answer.json() == asked.json
    jsonschema.validate(answer.json(), schemas.ERROR)


# Questions about a board


def test_flags_that_are_not_trusted_are_hidden_cells(client: Client) -> None:
    text = board("1 3 1\n!1.")
    assert client.answer("analyse", board=text)["safe"] == [[0, 2]]
    assert client.answer("analyse", board=text, trust_flags=False)["probability"] == [[0.5, None, 0.5]]
    assert client.answer("hint", board=text, trust_flags=False)["moves"][0]["certain"] is False


@pytest.mark.parametrize(
    ("name", "more"),
    [("analyse", {}), ("hint", {}), ("hint", {"all": True}), ("explain", {"cell": [0, 2]}), ("guesses", {})],
)
def test_what_was_assumed_comes_with_every_answer(client: Client, name: str, more: dict[str, Any]) -> None:
    answer = checked(name, client.answer(name, board=board("1 4 1\n!1."), **more))
    assert answer["notes"] == ["line 2: the row has 3 of 4 cells; the rest is read as '.'"]


def test_what_no_time_is_left_for_is_missing_and_the_rest_is_answered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_out(*_: object) -> int:
        raise mm.TooHard("not finished within the time limit")

    monkeypatch.setattr("minemind.solve.solutions.count", run_out)
    answer = checked("analyse", client.answer("analyse", board=board(BOARD)))
    assert answer["solutions"] is None
    assert answer["best"] is not None
    assert len(answer["notes"]) == 1


def test_a_board_that_contradicts_itself_lists_every_fault(client: Client) -> None:
    error = client.error("hint", board=board("2 3 ?\n9.9\n..."))
    assert error["kind"] == "Impossible"
    assert [fault["cell"] for fault in error["faults"]] == error["cells"] == [[0, 0], [0, 2]]


def test_a_text_that_cannot_be_read_says_where(client: Client) -> None:
    error = client.error("analyse", board=board("1 3 1\n.Z."))
    assert error["kind"] == "ParseError"
    assert [(fault["line"], fault["column"], fault["cell"]) for fault in error["faults"]] == [(2, 2, [0, 1])]


@pytest.mark.parametrize(
    ("name", "question", "kind"),
    [
        ("analyse", {"board": board("...\n*..")}, "ParseError"),
        ("analyse", {"board": board("")}, "ParseError"),
        ("analyse", {"board": board(BOARD), "mines": 3, "density": 0.5}, "InvalidValue"),
        ("analyse", {"board": board(BOARD), "mines": 3}, "Impossible"),
        ("explain", {"board": board(BOARD), "cell": [0, 0]}, "InvalidValue"),
        ("explain", {"board": board(BOARD), "cell": [50, 50]}, "OffBoard"),
        ("guesses", {"board": board(GUESS), "seed": "99999999999999999999"}, "InvalidValue"),
        ("generate", {}, "InvalidValue"),
        ("generate", {"rows": 3, "cols": 3}, "InvalidValue"),
        ("generate", {"preset": "expert", "mines": 3}, "InvalidValue"),
        ("generate", {"rows": 3, "cols": 3, "mines": 9}, "InvalidValue"),
        ("generate", {"preset": "beginner", "start": [9, 9]}, "OffBoard"),
        ("metrics", {"layout": board("1?1")}, "ParseError"),
        ("metrics", {"layout": board("")}, "UnknownFormat"),
        ("convert", {"text": "no board"}, "UnknownFormat"),
        ("convert", {"text": '{"minemind": 1, "kind": "record"}'}, "BadSave"),
        ("convert", {"text": "..\n\n..."}, "ParseError"),
    ],
)
def test_a_question_without_an_answer_says_why(client: Client, name: str, question: dict[str, Any], kind: str) -> None:
    error = client.error(name, **question)
    assert error["kind"] == kind
    assert len(error["message"]) > 10


@pytest.mark.parametrize(
    ("name", "question", "named"),
    [
        ("analyse", {}, "board"),
        ("analyse", {"board": BOARD}, "board"),
        ("analyse", {"board": {"text": 3}}, "board.text"),
        ("analyse", {"board": {"text": BOARD, "x": 1}}, "board.x"),
        ("analyse", {"board": board(BOARD), "mine": 8}, "mine"),
        ("analyse", {"board": board(BOARD), "mines": "8"}, "mines"),
        ("analyse", {"board": board(BOARD), "mines": -1}, "mines"),
        ("analyse", {"board": board(BOARD), "density": 1}, "density"),
        ("analyse", {"board": board(BOARD), "method": "magic"}, "method"),
        ("analyse", {"board": board(BOARD), "frontier": "yes"}, "frontier"),
        ("explain", {"board": board(BOARD), "cell": [0]}, "cell"),
        ("explain", {"board": board(BOARD), "cell": [0, -1]}, "cell"),
        ("guesses", {"board": board(BOARD), "games": 5}, "games"),
        ("guesses", {"board": board(BOARD), "games": 100_001}, "games"),
        ("generate", {"preset": "huge"}, "preset"),
        ("generate", {"preset": "expert", "seed": "x"}, "seed"),
        ("metrics", {"board": board("*.")}, "layout"),
        ("metrics", {"layout": "*."}, "layout"),
        ("convert", {"text": BOARD, "to": ["gif"]}, "to.0"),
        ("convert", {"data": "%%%"}, "data"),
    ],
)
def test_what_is_not_asked_for_is_refused_by_name(
    client: Client, name: str, question: dict[str, Any], named: str
) -> None:
    error = client.error(name, status=400, **question)
    assert error["kind"] == "BadRequest"
    assert error["message"].startswith(named)


# Limits


def test_a_body_that_is_no_object_is_told_so(client: Client) -> None:
    """As curl sends it without a content type, and with a typical typo."""
    plain = client.request("POST", "/api/generate", content=b'{"preset":"beginner"}')
    assert "send one, with Content-Type: application/json" in plain.json()["error"]["message"]
    typed = {"content-type": "application/json"}
    broken = client.request("POST", "/api/generate", content=b'{"preset":', headers=typed)
    assert "the body is not valid JSON: " in broken.json()["error"]["message"]
    assert (plain.status_code, broken.status_code) == (400, 400)


def test_of_many_wrong_turns_the_first_is_named(client: Client) -> None:
    """Listing thousands of them would keep all other clients waiting."""
    game = {"minemind": 1, "kind": "game", "seed": "1", "first_click": "any", "undone": [], "board": board("1 2 1\n..")}
    error = client.error("step", 400, game={**game, "history": [[]] * 15_000})
    assert error["message"].count("history") == 1


def test_boards_have_at_most_100_rows_and_columns(client: Client) -> None:
    most, more = CELLS_ACROSS, CELLS_ACROSS + 1
    assert client.answer("analyse", board=board("\n".join(["." * most] * most)))["rows"] == most
    assert client.answer("generate", rows=most, cols=most, mines=2000)["cols"] == most
    for rows, cols in ((1, more), (more, 1), (2, 30_000)):
        assert client.error("analyse", board=board("\n".join(["." * cols] * rows)))["kind"] == "TooLarge"
        assert client.error("convert", text="\n".join(["." * cols] * rows))["kind"] == "TooLarge"
        assert client.error("generate", rows=rows, cols=cols, mines=1)["kind"] == "TooLarge"
        assert client.error("metrics", layout=board("\n".join(["*" * cols] * rows)))["kind"] == "TooLarge"
    short_rows = "2000 2000 ?\n" + "\n".join(["."] * 2000)
    assert client.error("convert", text=short_rows)["kind"] == "TooLarge"
    assert client.error("convert", text=short_rows.replace(".", "*"))["kind"] == "TooLarge"
    game = {**saved.to_json(mm.Game(1, more, 1)), "undone": []}
    assert client.error("step", game=game)["kind"] == "TooLarge"


def test_cells_hold_at_most_8_mines(client: Client) -> None:
    """In every question: two of these bodies, of a hundred and of ten thousand bytes, once blocked the server."""
    game = saved.to_json(mm.Game(2, 2, 1, max_per_cell=9))
    refused = [
        client.error("guesses", board=board("3 3 445 k=99\n...\n...\n...")),
        client.error("analyse", board=board("100 100 495000 k=99\n" + "\n".join(["." * 100] * 100))),
        client.error("generate", rows=2, cols=2, mines=1, max_per_cell=9),
        client.error("generate", rows=2, cols=2, mines=1, max_per_cell=10**30),
        client.error("step", game=game),
        client.error("convert", text="2 2 1 k=9\n..\n.."),
        client.error("metrics", layout=board("1 2 1 k=9\n* .")),
    ]
    assert [error["kind"] for error in refused] == ["TooLarge"] * len(refused)
    assert all("mines per cell are more than the limit of 8" in e["message"] for e in refused)
    assert client.answer("analyse", board=board("2 2 1 k=8\n..\n.."))["max_per_cell"] == 8


def test_a_long_reach_is_refused_rather_than_linked(client: Client) -> None:
    assert client.answer("generate", rows=100, cols=100, mines=9, reach=4)["mines"] == 9
    assert client.error("generate", rows=100, cols=100, mines=9, reach=50)["kind"] == "TooLarge"
    assert (
        client.error("hint", board=board("100 100 9 reach=50\n" + "\n".join(["." * 100] * 100)))["kind"] == "TooLarge"
    )


@pytest.mark.parametrize("question", ["analyse", "hint", "guesses"])
@pytest.mark.parametrize("seconds", [1e-9, 0.05])
def test_what_takes_longer_than_the_limit_is_too_hard(question: str, seconds: float) -> None:
    with Client(seconds) as impatient:
        error = impatient.error(question, board=board(str(lattice(25, 25, seed=1))))
        assert error["kind"] == "TooHard"
        assert "time limit" in error["message"]


def test_metrics_hear_the_limit() -> None:
    text = str(mm.Layout.deal(mm.Grid(100, 100), 2000, seed=1))
    with Client(1e-9) as impatient:
        assert "time limit" in impatient.error("metrics", layout=board(text))["message"]
    with Client() as patient:
        assert patient.answer("metrics", layout=board(text))["mines"] == 2000


@pytest.mark.parametrize("method", ["matrix", "enumerate", "sat", "sampling", "exact"])
def test_every_method_hears_the_limit(method: str) -> None:
    with Client(1e-9) as impatient:
        error = impatient.error("analyse", board=board(str(lattice(25, 25, seed=1))), method=method)
        assert "time limit" in error["message"]


# Texts


def test_each_kind_of_text_is_told_from_the_others(client: Client) -> None:
    game = mm.Game.preset("beginner", seed=7)
    game.open(0, 0)
    texts = {
        "position": BOARD,
        "layout": "2 2 1\n*.\n..",
        "solution": "o1x\n###",
        "configurations": "o1x\n...\n\nx1o\n...\n",
        "game": json.dumps(saved.to_json(game)),
    }
    found = {kind: checked("convert", client.answer("convert", text=text)) for kind, text in texts.items()}
    assert {kind: answer["kind"] for kind, answer in found.items()} == {kind: kind for kind in texts}
    assert [kind for kind, answer in found.items() if answer["layout"]] == ["layout", "game"]
    assert [kind for kind, answer in found.items() if answer["game"]] == ["layout", "game"]
    assert found["position"]["board"]["text"] == BOARD.rstrip()
    assert found["layout"]["board"]["text"] == "2 2 1\n..\n.."
    assert found["solution"]["board"]["text"] == "2 3 ?\n.1.\n..."
    assert client.answer("convert", text="#1#\n###")["kind"] == "solution"
    assert found["configurations"]["boards"] == ["o1x\n...", "x1o\n..."]
    assert found["game"]["board"]["text"] == str(game.board)
    assert found["game"]["game"] == saved.to_json(game)
    assert client.answer("step", game=found["layout"]["game"])["state"] == "playing"


def test_what_was_assumed_is_said_and_what_contradicts_itself_is_drawn(client: Client) -> None:
    answer = client.answer("convert", text="3 2 1\n9..\n..", to=["svg"])
    assert [sentence.partition(":")[0] for sentence in answer["notes"]] == ["line 1", "line 3"]
    assert [fault["cell"] for fault in answer["faults"]] == [[0, 0]]
    assert answer["svg"].startswith("<svg ")
    assert "svg" not in client.answer("convert", text=BOARD)


def test_a_layout_of_somebody_else_is_understood(client: Client) -> None:
    answer = client.answer("convert", text="9 9\n*..\n...")
    assert answer["layout"]["text"] == "2 3 1\n*..\n..."
    assert len(answer["notes"]) == 1


def test_files_of_other_programs_are_read_and_written(client: Client) -> None:
    mbf = base64.b64encode(bytes([4, 3, 0, 3, 0, 2, 1, 0, 3, 2])).decode()
    answer = checked("convert", client.answer("convert", data=mbf, to=["svg", "mbf", "tatham", "game"]))
    assert (answer["kind"], answer["layout"]["text"]) == ("layout", "3 4 3\n.*..\n....\n*..*")
    assert answer["files"].keys() == {"mbf", "tatham", "game"}
    assert answer["files"]["mbf"] == mbf
    game_id = base64.b64decode(answer["files"]["tatham"]).decode()
    assert client.answer("convert", text=game_id)["layout"] == answer["layout"]
    assert client.answer("metrics", layout=board(game_id))["notes"] != []
    assert client.answer("convert", text="⬜1️⃣")["board"]["text"] == "1 2 ?\n.1"
    assert client.answer("analyse", board=board("3x1x1\nH1H"))["solutions"] == "2"
    png = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
    assert client.error("convert", data=png)["message"].startswith("the file seems to be a PNG image, not a board")
    assert "either a text or the data" in client.error("convert")["message"]
    assert "does not show the mines" in client.error("convert", text=BOARD, to=["mbf"])["message"]


def test_no_more_than_1000_configurations_are_shown(client: Client) -> None:
    answer = client.answer("convert", text="\n\n".join(["o1x"] * 1200))
    assert len(answer["boards"]) == 1000


def test_about_lists_what_there_is(client: Client) -> None:
    response = client.get("/api/about")
    about: answers.AboutJson = response.json()
    jsonschema.validate(about, TypeAdapter(answers.AboutJson).json_schema())
    assert about["version"] == mm.__version__
    presets = {preset["name"]: (preset["rows"], preset["cols"], preset["mines"]) for preset in about["presets"]}
    assert presets == dict(mm.PRESETS)
    assert [method["name"] for method in about["methods"]] == [method.name for method in mm.methods()]
    assert [player["name"] for player in about["strategies"]] == [player.name for player in mm.strategies()]
    assert about["limits"]["body_bytes"] == BODY_BYTES


# The document

CURL = re.compile(r"^curl -s (?:http://)?localhost:8000(/api/\w+)(?: --json '(.*)')?\n(.*)$", re.MULTILINE)


def test_every_curl_line_of_the_document_gives_what_stands_below_it(client: Client) -> None:
    lines = CURL.findall(DOCUMENT.read_text())
    assert {path for path, _, _ in lines} == {"/api/about", *(f"/api/{name}" for name in ANSWERS)}
    for path, body, shown in lines:
        method = "POST" if body else "GET"
        response = client.request(method, path, content=body or None, headers={"content-type": "application/json"})
        assert response.status_code == 200, response.text
        begin, is_cut, _ = shown.partition("…")
        assert response.text.startswith(begin)
        assert is_cut or response.text == shown
