"""`minemind review`: one game in full, several as a profile, as text, JSON or a page."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from pydantic import TypeAdapter

import minemind as mm
from minemind.answers.review import ProfileJson, ReviewJson
from tests.cli.running import run

ROOT = Path(__file__).parents[2]
GAME = ROOT / "examples" / "games" / "beginner.json"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "deeper").mkdir(parents=True)
    mm.play("beginner", "exact", seed=1).save(folder / "a.json")
    mm.play("intermediate", "exact", seed=2).save(folder / "deeper" / "b.json")
    return folder


def test_a_game_is_reviewed_in_full() -> None:
    done = run("review", str(GAME))
    assert (done.code, done.err) == (0, "")
    assert done.out.rstrip() == str(mm.review(GAME))


def test_json_has_everything_that_the_schema_describes(games: Path) -> None:
    done = run("review", str(GAME), "--json")
    [game] = done.json["games"]
    assert (game.pop("file"), done.json["profile"], done.json["failed"]) == (str(GAME), None, [])
    jsonschema.validate(game, TypeAdapter(ReviewJson).json_schema())
    assert [move["number"] for move in game["moves"] if move["cost"]] == [4, 11]
    several = run("review", str(games), "--json", "--no-games")
    assert [Path(one["file"]).name for one in several.json["games"]] == ["a.json", "b.json"]
    jsonschema.validate(several.json["profile"], TypeAdapter(ProfileJson).json_schema())


def test_a_folder_is_a_profile(games: Path, tmp_path: Path) -> None:
    done = run("review", "games", str(GAME), "--html", "out.html", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert "games/a.json" in done.out
    assert "intermediate" in done.out
    assert done.out.endswith("out.html\n")
    assert "Player profile" in (tmp_path / "out.html").read_text()
    assert games.exists()


def test_a_page_is_written_and_not_overwritten(tmp_path: Path) -> None:
    words = ("review", str(GAME), "--html", "review.html")
    assert run(*words, cwd=tmp_path).code == 0
    written = (tmp_path / "review.html").read_bytes()
    assert b"Game review" in written
    again = run(*words, cwd=tmp_path)
    assert again.code == 1
    assert "review.html" in again.err
    assert run(*words, "--force", cwd=tmp_path).code == 0


def test_what_cannot_be_reviewed_is_said_and_the_rest_is_reviewed(games: Path, tmp_path: Path) -> None:
    (games / "z.txt").write_text("hello")
    (games / "layout.txt").write_text("*..\n")
    done = run("review", "games", cwd=tmp_path)
    assert done.code == 1
    assert "deeper/b.json" in done.out
    assert [line.split(" ")[1] for line in done.err.splitlines()] == ["'games/layout.txt'", "'games/z.txt'"]
    assert "holds no game that was played" in done.err
    alone = run("review", "games/z.txt", "--json", cwd=tmp_path)
    assert alone.code == 1
    assert alone.json["failed"][0]["error"]["kind"] == "UnknownFormat"


def test_a_game_comes_from_a_pipe() -> None:
    done = run("review", "-", "--json", "--no-games", stdin=GAME.read_text())
    assert done.json["games"][0]["end"] == "won"


def test_the_language_is_that_which_is_asked_for() -> None:
    assert "Glück und Können" in run("review", str(GAME), "--lang", "de").out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--margin", "0"], 2, "--margin 0: give points of a percent, from 0.1 to 50"),
        (["--margin", "nan"], 2, "--margin"),
        (["--time-limit", "0"], 2, "above 0"),
    ],
)
def test_wrong_usage_is_explained(words: list[str], code: int, said: str) -> None:
    done = run("review", str(GAME), *words)
    assert (done.code, said in done.err) == (code, True)


def test_an_empty_folder_and_a_missing_file_are_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "'empty'" in run("review", "empty", cwd=tmp_path).err
    assert "'nowhere'" in run("review", "nowhere", cwd=tmp_path).err


def test_game_is_what_the_example_says() -> None:
    assert json.loads(GAME.read_text())["seed"] == "92"
