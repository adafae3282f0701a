"""`minemind stats`: the metrics of any number of layouts, in a table or in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

import minemind as mm
from tests.cli import schemas
from tests.cli.running import run

LAYOUT = "3 4 1\n....\n.*..\n....\n"


def test_a_table_has_a_line_for_every_board(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LAYOUT)
    (tmp_path / "torus.txt").write_text("3 3 1 topology=torus\n*..\n...\n...\n")
    done = run("stats", "a.txt", "torus.txt", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert [line.split() for line in done.out.splitlines()] == [
        ["board", "size", "mines", "openings", "islands", "3BV", "ZiNi", "8-way", "human", "grade"],
        ["a.txt", "3×4", "1", "1", "1", "6", "4", "4", "5", "–"],
        ["torus.txt", "3×3", "1", "0", "1", "8", "3", "3", "3", "–"],
    ]


def test_saved_games_records_and_layouts_of_others_will_do(tmp_path: Path) -> None:
    game = mm.Game("beginner", seed=7)
    game.open(4, 4)
    mm.save(game, tmp_path / "game.json")
    mm.play("beginner", seed=7).save(tmp_path / "record.json")
    (tmp_path / "foreign.txt").write_text("9 9\n*..\n...\n")
    done = run("stats", "game.json", "record.json", "foreign.txt", "-", "--json", stdin=LAYOUT, cwd=tmp_path)
    assert done.code == 0
    jsonschema.validate(done.json, schemas.STATS)
    game_stats, record, foreign, piped = done.json["boards"]
    expected = mm.metrics(game)
    for name in ("openings", "islands", "three_bv", "zini", "eight_way_zini", "human_zini"):
        assert game_stats[name] == record[name] == getattr(expected, name)
    assert game_stats["start"] == [4, 4]
    assert game_stats["grade"] == mm.no_guess.grade(game).grade
    assert (foreign["file"], foreign["rows"], foreign["cols"], foreign["mines"]) == ("foreign.txt", 2, 3, 1)
    assert "the header says 9×9" in foreign["notes"][0]
    assert (piped["file"], piped["three_bv"]) == ("-", 6)


def test_what_cannot_be_measured_is_said_and_the_rest_is_measured(tmp_path: Path) -> None:
    files = {
        "good.txt": LAYOUT,
        "position.txt": "2 2 1\n1.\n..\n".replace("1.", "?1"),
        "undealt.txt": "3 3 2\n...\n...\n...\n",
        "broken.json": "{",
        "record.json": '{"minemind": 2, "kind": "record"}',
        "cell.txt": "Z*\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    done = run("stats", *files, "missing.txt", cwd=tmp_path)
    assert done.code == 1
    assert len(done.out.splitlines()) == 2
    complaints = done.err.splitlines()
    assert [line.count(name) for line, name in zip(complaints, [*files, "missing.txt"][1:], strict=True)] == [1] * 6
    for line, reason in zip(
        complaints, ["position, not a layout", "open a cell first", "JSON", "damaged", "'Z'", "No such"], strict=True
    ):
        assert reason in line
    answered = run("stats", *files, "missing.txt", "--json", cwd=tmp_path)
    jsonschema.validate(answered.json, schemas.STATS)
    assert (answered.code, answered.err) == (1, "")
    assert [board["file"] for board in answered.json["boards"]] == ["good.txt"]
    kinds = {failed["file"]: failed["error"]["kind"] for failed in answered.json["failed"]}
    assert kinds["undealt.txt"] == "InvalidValue"
    assert kinds["missing.txt"] == "FileError"
    jsonschema.validate({"minemind": 2, "error": answered.json["failed"][0]["error"]}, schemas.ERROR)


def test_a_time_limit_is_for_all_boards_together(tmp_path: Path) -> None:
    layout = mm.Layout.deal(mm.Grid(400, 400), 32_000, seed=1)
    (tmp_path / "large.txt").write_text(f"{layout}\n")
    (tmp_path / "small.txt").write_text(LAYOUT)
    done = run("stats", "large.txt", "small.txt", "--time-limit", "0.01", "--json", cwd=tmp_path)
    assert [failed["error"]["kind"] for failed in done.json["failed"]] == ["TooHard", "TooHard"]


def test_wrong_usage_is_told_from_a_bad_file() -> None:
    assert run("stats").code == 2
    assert run("stats", "-", "--time-limit", "0", stdin=LAYOUT).code == 2
    assert json.loads(run("stats", "-", "--json", stdin="").out)["failed"][0]["error"]["kind"] == "UnknownFormat"
