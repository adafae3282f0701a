"""Reviews by the API are those of the command line, for our own games and those of other programs."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

import minemind as mm
from minemind import filetypes
from minemind.formats import saved
from minemind.game import Turn
from tests.cli.running import run
from tests.web.asking import Client
from tests.web.test_api import checked


def test_reviews_are_those_of_the_command_line(client: Client) -> None:
    path = Path(__file__).parents[2] / "examples" / "games" / "beginner.json"
    (asked,) = run("review", str(path), "--json").json["games"]
    assert asked.pop("file") == str(path)
    game = json.loads(path.read_text())
    assert checked("review", client.answer("review", game=game)) == asked
    assert client.answer("review", game=game, lang="de")["advice"]["sentence"].startswith("Einmal übersehen")
    unopened = checked("review", client.answer("review", game=saved.to_json(mm.Game("beginner", seed=7))))
    assert (unopened["moves"], unopened["end"], unopened["performance"]["three_bv"]) == ([], "unfinished", None)
    expert = saved.to_json(mm.play("expert", "exact", seed=11).replay())
    estimated = checked("review", client.answer("review", game=expert))["moves"]
    assert max(move["before"]["margin"] for move in estimated if move["before"]) <= 0.05
    exact = client.answer("review", game=expert, margin=None)["moves"]
    assert all(move["before"] is None or move["before"]["exact"] for move in exact)


def test_reviews_read_what_other_programs_recorded(client: Client, tmp_path: Path) -> None:
    record = mm.play("beginner", "champion", seed=7)
    rawvf, evf = (filetypes.written(record, filetypes.FORMATS[name]) for name in ("rawvf", "evf"))
    path = tmp_path / "game.evf"
    path.write_bytes(evf)
    (asked,) = run("review", str(path), "--json").json["games"]
    assert asked.pop("file") == str(path)
    assert checked("review", client.answer("review", data=base64.b64encode(evf).decode())) == asked
    as_text = client.answer("review", text=rawvf.decode())
    assert [move["kind"] for move in as_text["moves"]] == [move["kind"] for move in asked["moves"]]
    assert client.answer("review", text=json.dumps(record.to_json()))["end"] == "won"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "give a game, a text, or the data of a file"),
        ({"text": "1 3 1\n*..", "data": "AAAA"}, "give a game, a text, or the data of a file"),
        ({"text": "1 3 1\n.1."}, "the text holds no game that was played"),
        ({"data": base64.b64encode(bytes([3, 1, 0, 1, 2, 0])).decode()}, "the file holds no game that was played"),
        ({"data": base64.b64encode(b"*rmv" + bytes(20)).decode()}, "the file"),
        ({"data": base64.b64encode(b"%PDF-1.7").decode()}, "seems to be a PDF document"),
    ],
)
def test_what_cannot_be_reviewed_is_said(client: Client, given: dict[str, Any], says: str) -> None:
    assert says in client.error("review", **given)["message"]


def test_a_board_that_is_too_large_is_not_reviewed(client: Client) -> None:
    game = mm.Game(101, 3, 5, seed=1)
    game.open(50, 1)
    (kind, message) = (
        client.error("review", text=json.dumps(saved.to_json(game)))[name] for name in ("kind", "message")
    )
    assert (kind, "101×3" in message) == ("TooLarge", True)


def test_reviews_have_the_times_of_saved_games(client: Client) -> None:
    game = mm.Game.parse("1 4 1\n*...", first_click="any")
    for turn in (Turn(mm.Cell(0, 1), mm.Action.OPEN, seconds=0.0), Turn(mm.Cell(0, 3), mm.Action.OPEN, seconds=2.5)):
        game.take(turn)
    moves = client.answer("review", game=saved.to_json(game))["moves"]
    assert [move["seconds"] for move in moves] == [0.0, 2.5]
