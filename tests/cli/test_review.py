"""`minemind review`: one game in full, several as a profile, as text, JSON or a page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from pydantic import TypeAdapter

import minemind as mm
from minemind.answers.review import ProfileJson, ReviewJson
from tests.cli.running import plain, run

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


def test_the_proof_or_the_guesses_behind_every_judgement_can_be_asked_for() -> None:
    review = mm.review(GAME, margin=None)
    done = run("review", str(GAME), "--no-games", "--why")
    assert done.out.startswith(f"{review}\n\nWhy\n\n{review.moves[1]}\n  single number")
    for move, why in zip(review.moves, review.whys(), strict=True):
        assert (f"\n{move}\n" in done.out) == (why is not None)
    assert f"\n  single numbers in turn: {review.why(4)}\n" in done.out
    [game] = run("review", str(GAME), "--no-games", "--why", "--json").json["games"]
    del game["file"]
    jsonschema.validate(game, TypeAdapter(ReviewJson).json_schema())
    missed, guess = (next(move for move in game["moves"] if move["number"] == number) for number in (4, 11))
    assert (missed["proof"]["cell"], missed["guesses"]) == (missed["overlooked"], None)
    assert (guess["proof"], [each["risk"] for each in guess["guesses"]]) == (None, [1 / 3] * 5 + [2 / 3] * 2)
    assert "proof" not in run("review", str(GAME), "--no-games", "--json").json["games"][0]["moves"][3]


def test_reasons_of_several_games_are_for_programs(games: Path) -> None:
    done = run("review", str(games), "--why")
    assert (done.code, done.err) == (2, "minemind: --why: give one game, or ask for --json\n")
    answer = run("review", str(games), "--why", "--json", "--no-games").json
    assert all(move["proof"] or move["kind"] != "safe" for game in answer["games"] for move in game["moves"])


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
    (games / "cut-off.json").write_bytes(GAME.read_bytes()[:100])
    (games / "damaged.json").write_text(GAME.read_text().replace('"history"', '"hist"'))
    done = run("review", "games", cwd=tmp_path)
    assert done.code == 1
    assert "deeper/b.json" in done.out
    assert [line.split(" ")[1] for line in done.err.splitlines()] == ["'games/cut-off.json'", "'games/damaged.json'"]
    alone = run("review", str(ROOT / "README.md"), "--json")
    assert alone.code == 1
    assert alone.json["failed"][0]["error"]["kind"] == "UnknownFormat"


def test_files_of_a_folder_that_are_no_games_are_skipped_with_one_note(games: Path, tmp_path: Path) -> None:
    no_games = {
        "README.md": b"# My games\n\nAll of them.\n",
        "board.txt": b"3 3 1\n...\n.1.\n...\n",
        "empty": b"",
        "layout.txt": b"*..\n",
        "page.json": b'{"theme": "dark"}',
        "picture.png": b"\x89PNG\r\n\x1a\n\0\0",
        "review.json": b'{"minemind": 2, "games": []}',
    }
    for name, content in no_games.items():
        (games / name).write_bytes(content)
    done = run("review", "games", "--no-games", cwd=tmp_path)
    assert done.code == 0
    listed = ", ".join(f"games/{name}" for name in no_games)
    assert done.err == f"note: skipped 7 files that are not games: {listed}\n"
    assert re.search(r"^deeper/b.json ", done.out, re.MULTILINE)
    answer = run("review", "games", "--no-games", "--json", cwd=tmp_path).json
    assert (len(answer["games"]), answer["skipped"]) == (2, [f"games/{name}" for name in no_games])


def test_a_folder_without_games_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Nothing but words in here.")
    done = run("review", str(tmp_path))
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"note: skipped 1 file that is not a game: {tmp_path / 'notes.txt'}\n"
        "minemind: none of these files contains a game; give replays, records or saved games\n"
    )


def interrupted(games: Path, *words: str) -> tuple[int, str, str]:
    """Review a folder, with a Ctrl-C while the second game is read."""
    code = "import os, signal, sys; from minemind.cli import review; from minemind.cli.main import main; "
    code += "read = review.read_bytes; seen = []; "
    code += "review.read_bytes = lambda name: (seen.append(name), os.kill(os.getpid(), signal.SIGINT) "
    code += "if len(seen) == 2 else None, read(name))[-1]; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "review", str(games), "--no-games", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=plain())
    return done.returncode, done.stdout, done.stderr


def test_an_interrupted_review_shows_the_games_that_were_finished(games: Path) -> None:
    mm.play("beginner", "exact", seed=3).save(games / "z.json")
    code, out, err = interrupted(games)
    assert (code, err) == (130, "note: interrupted after 1 game; 2 files are left\n")
    assert "a.json" in out
    assert "beginner" in out
    assert "z.json" not in out
    code, out, err = interrupted(games, "--json")
    assert (code, err, json.loads(out)["left"], len(json.loads(out)["games"])) == (130, "", 2, 1)


def test_a_game_comes_from_a_pipe() -> None:
    done = run("review", "-", "--json", "--no-games", stdin=GAME.read_text())
    assert done.json["games"][0]["end"] == "won"


def test_the_language_is_that_which_is_asked_for() -> None:
    assert "Glück und Können" in run("review", str(GAME), "--lang", "de").out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--margin", "0"], 2, "--margin 0: give percentage points, from 0.1 to 50"),
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
