"""`minemind verify`: exit code 0 if every certificate is right, otherwise 1 and one sentence for each that is not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

import minemind as mm
from tests.cli import schemas
from tests.cli.running import run

VALID = "valid: the first click and 2 moves clear the board, and every step follows"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
    certificate.save(tmp_path / "right.json")
    replace(certificate, moves=certificate.moves[1:]).save(tmp_path / "wrong.json")
    (tmp_path / "broken.json").write_text('{"minemind": 2, "kind": "certificate"}')
    return tmp_path


def test_a_right_certificate_is_called_valid(folder: Path) -> None:
    done = run("verify", "right.json", cwd=folder)
    assert (done.code, done.out, done.err) == (0, f"'right.json': {VALID}\n", "")


def test_a_wrong_one_says_which_move_and_why(folder: Path) -> None:
    done = run("verify", "wrong.json", cwd=folder)
    sentence = "minemind: 'wrong.json': move 1, open (1, 3): step 1 does not follow from what it names\n"
    assert (done.code, done.out, done.err) == (1, "", sentence)


def test_the_others_are_checked_all_the_same(folder: Path) -> None:
    done = run("verify", "broken.json", "wrong.json", "missing.json", "right.json", cwd=folder)
    assert (done.code, done.out) == (1, f"'right.json': {VALID}\n")
    assert done.err.splitlines() == [
        "minemind: 'wrong.json': move 1, open (1, 3): step 1 does not follow from what it names",
        "minemind: 'broken.json' is damaged: 'layout' is missing or invalid",
        "minemind: cannot read 'missing.json': No such file or directory",
    ]


def test_json_says_the_same(folder: Path) -> None:
    done = run("verify", "right.json", "wrong.json", "broken.json", "--json", cwd=folder)
    assert (done.code, done.err) == (1, "")
    jsonschema.validate(done.json, schemas.VERIFY)
    right, wrong = done.json["certificates"]
    assert (right["file"], right["is_valid"], right["sentence"], right["move"]) == ("right.json", True, VALID, None)
    assert (wrong["is_valid"], wrong["move"], wrong["step"]) == (False, 0, 0)
    [broken] = done.json["failed"]
    assert (broken["file"], broken["error"]["kind"]) == ("broken.json", "BadSave")


def test_standard_input_will_do(folder: Path) -> None:
    text = (folder / "right.json").read_text()
    assert run("verify", "-", stdin=text).out == f"standard input: {VALID}\n"
    done = run("verify", "-", stdin=json.dumps({}))
    assert (done.code, done.err) == (
        1,
        "minemind: standard input is not a certificate: this JSON was not written by MineMind\n",
    )


def test_what_is_no_json_is_told_what_writes_a_certificate() -> None:
    for content in ("", "[]", "3 3 1\n*..\n...\n..."):
        done = run("verify", "-", stdin=content)
        wanted = "minemind generate --no-guess --certificate FILE writes one"
        assert (done.code, done.err) == (1, f"minemind: standard input is not a certificate; {wanted}\n")


@pytest.mark.parametrize("command", ["view", "convert"])
def test_a_file_that_is_too_large_is_named_once(command: str, tmp_path: Path) -> None:
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(2**28 + 1)
    done = run(command, "huge.txt", *(["out.mbf"] if command == "convert" else []), cwd=tmp_path)
    assert (done.code, done.err) == (1, "minemind: 'huge.txt' is larger than 256 MB; is it the right file?\n")
