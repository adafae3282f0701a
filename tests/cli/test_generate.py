"""The command `generate`: layouts and no-guess boards, to the screen, a file or a folder."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import jsonschema
import pytest

import minemind as mm
from minemind.files import is_partial
from tests.cli import schemas
from tests.cli.running import COMMAND, on_a_terminal, plain, run

BEGINNER = ["generate", "--preset", "beginner", "--no-guess", "--seed", "7"]


def test_a_board_without_a_guess_is_printed_and_said_to_be_one() -> None:
    done = run(*BEGINNER)
    board = mm.generate("beginner", seed=7)
    assert (done.code, done.out) == (0, f"{board.layout}\n")
    worth, grade = mm.metrics(board.layout).three_bv, mm.no_guess.grade(board.layout, board.start).grade
    assert done.err == f"no guess from (4, 4): seed 7, uniform, grade {grade}, 3BV {worth}; 1 layout dealt\n"


def test_a_certificate_is_written_and_verifies(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    done = run(*BEGINNER, "--certificate", str(file))
    assert done.code == 0
    assert f"minemind verify {file}" in done.err
    certificate = mm.no_guess.Certificate.load(file)
    assert (certificate.seed, certificate.way, certificate.budget) == (7, "uniform", 100_000)
    assert run("verify", str(file)).code == 0
    assert "exists" in run(*BEGINNER, "--certificate", str(file)).err
    assert run(*BEGINNER, "--certificate", str(file), "--force").code == 0
    for words in (["--count", "2", "--no-guess"], []):
        assert run("generate", "--preset", "beginner", *words, "--certificate", "x.json").code == 2


def test_every_option_means_what_it_means_in_python() -> None:
    words = ["--size", "9x12", "--mines", "20", "--topology", "hex", "--max-per-cell", "2", "--first-click", "safe"]
    words += ["--start", "1,2", "--way", "repaired", "--budget", "5000", "--min-3bv", "30", "--max-3bv", "60"]
    done = run("generate", "--no-guess", "--seed", "3", *words, "--json")
    board = mm.generate(
        grid=mm.Grid(9, 12, "hex"),
        mines=20,
        seed=3,
        max_per_cell=2,
        first_click="safe",
        start=(1, 2),
        way="repaired",
        budget=5000,
        min_3bv=30,
        max_3bv=60,
    )
    jsonschema.validate(done.json, schemas.GENERATED)
    (found,) = done.json["boards"]
    assert (found["layout"]["text"], found["seed"]) == (str(board.layout), str(board.seed))
    assert found["no_guess"] == {
        "start": [1, 2],
        "way": "repaired",
        "budget": 5000,
        "attempts": board.attempts,
        "positions": board.positions,
        "repairs": board.repairs,
        "grade": mm.no_guess.grade(board.layout, board.start).grade,
    }
    assert 30 <= found["three_bv"] <= 60


@pytest.mark.parametrize(("grade", "wanted"), [("3", 3), ("4-5", (4, 5)), ("1–2", (1, 2))])
def test_a_grade_means_what_it_means_in_python(grade: str, wanted: int | tuple[int, int]) -> None:
    words = ["generate", "--preset", "intermediate", "--no-guess", "--seed", "7", "--grade", grade]
    board = mm.generate("intermediate", seed=7, grade=wanted)
    done = run(*words)
    assert done.out == f"{board.layout}\n"
    assert done.err.startswith(f"no guess from (7, 7): seed {board.seed}, uniform, grade {board.grade}, 3BV ")
    values = run(*words, "--json").json
    jsonschema.validate(values, schemas.GENERATED)
    assert values["boards"][0]["no_guess"]["grade"] == board.grade


def test_a_drawn_seed_is_said() -> None:
    done = run("generate", "--preset", "beginner", "--no-guess")
    seed = done.err.partition("seed ")[2].partition(",")[0]
    assert run("generate", "--preset", "beginner", "--no-guess", "--seed", seed).out == done.out
    several = run("generate", "--preset", "beginner", "--no-guess", "--count", "2")
    seed = several.err.splitlines()[-1].removeprefix("seed ")
    assert run("generate", "--preset", "beginner", "--no-guess", "--count", "2", "--seed", seed).out == several.out


@pytest.mark.parametrize("kind", [[], ["--no-guess", "--min-3bv", "15"]])
def test_several_boards_are_printed_apart_and_all_differ(kind: list[str]) -> None:
    words = ["generate", "--preset", "beginner", *kind, "--seed", "7"]
    done = run(*words, "--count", "4")
    texts = done.out.rstrip("\n").split("\n\n")
    assert len(set(texts)) == 4
    assert f"{texts[0]}\n" == run(*words).out
    assert [mm.Layout.parse(text).mines for text in texts] == [10] * 4


def test_a_folder_gets_a_file_for_each_board_and_the_same_files_again(tmp_path: Path) -> None:
    words = [*BEGINNER, "--count", "3", "--out", "new/boards"]
    done = run(*words, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    files = done.out.splitlines()
    assert files[0] == "new/boards/no_guess_7_from_4_4.txt"
    for file in files:
        seed = int(file.split("_")[2])
        assert (tmp_path / file).read_text() == f"{mm.generate('beginner', seed=seed).layout}\n"
    times = [(tmp_path / file).stat().st_mtime_ns for file in files]
    assert run(*words, cwd=tmp_path) == done
    assert [(tmp_path / file).stat().st_mtime_ns for file in files] == times
    (tmp_path / files[1]).write_text("mine\n")
    refused = run(*words, cwd=tmp_path)
    assert (refused.code, refused.out) == (1, f"{files[0]}\n")
    assert "exists; choose another name, or --force to replace it" in refused.err
    assert run(*words, "--force", cwd=tmp_path) == done
    values = run(*words, "--json", cwd=tmp_path).json
    assert [board["file"] for board in values["boards"]] == files
    plain_layout = run("generate", "--preset", "beginner", "--seed", "7", "--out", ".", cwd=tmp_path)
    assert plain_layout.out == "layout_7.txt\n"


def test_a_file_gets_one_board(tmp_path: Path) -> None:
    done = run(*BEGINNER, "-o", "board.txt", cwd=tmp_path)
    assert done.err.startswith("wrote board.txt\nno guess from (4, 4): seed 7")
    assert mm.Layout.parse((tmp_path / "board.txt").read_text()) == mm.generate("beginner", seed=7).layout
    assert run(*BEGINNER, "-o", "board.txt", cwd=tmp_path).code == 1


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--preset", "expert", "--mines", "300", "--budget", "2000"], 1, "no no-guess board found within"),
        (["--size", "3x3", "--mines", "7", "--budget", "500"], 1, "at best 1 safe cell left"),
        (["--preset", "beginner", "--budget", "0"], 1, "within the budget of 0: 0 layouts dealt"),
        (["--preset", "beginner", "--min-3bv", "999", "--budget", "500"], 1, "boards had a 3BV from"),
        (["--preset", "expert", "--grade", "1", "--budget", "500"], 1, "harder boards passed over; change the grade"),
        (["--preset", "expert", "--grade", "6"], 2, "--grade '6': give a grade from 1 to 5, or two, as in 2-3"),
        (["--preset", "expert", "--grade", "3-2"], 2, "the lowest grade (3) is above the highest (2)"),
        (["--preset", "beginner", "--start", "9,0"], 2, "(9, 0) is off the board"),
        (["--preset", "beginner", "--first-click", "any"], 2, "the first cell is itself a guess"),
        (["--preset", "beginner", "--way", "best"], 2, "--way 'best': choose from uniform, repaired"),
        (["--preset", "beginner", "--budget", "-1"], 2, "--budget '-1': give a whole number from 0"),
        (["--preset", "beginner", "--count", "0"], 2, "--count '0': give a whole number from 1"),
        (
            ["--preset", "beginner", "--min-3bv", "9", "--max-3bv", "8"],
            2,
            "the minimum 3BV is 9, but the maximum is 8",
        ),
        (["--preset", "beginner", "--count", "2", "-o", "x.txt"], 2, "for several give --out FOLDER"),
        (["--preset", "beginner", "--out", "x", "-o", "x.txt"], 2, "for several give --out FOLDER alone"),
        (["--preset", "beginner", "--force"], 2, "--force overwrites a file"),
        (["--preset", "beginner", "--out", "/dev/null/x"], 1, "cannot make the folder '/dev/null/x'"),
    ],
)
def test_what_cannot_be_generated_is_refused(words: list[str], code: int, says: str, tmp_path: Path) -> None:
    done = run("generate", "--no-guess", "--seed", "1", *words, cwd=tmp_path)
    assert (done.code, done.out) == (code, "")
    assert says in done.err
    if code == 1 and "--budget" in words:
        error = run("generate", "--no-guess", "--seed", "1", *words, "--json", cwd=tmp_path).json["error"]
        assert (error["kind"], error["message"] in done.err) == ("NoBoard", True)


@pytest.mark.parametrize(
    "words",
    [
        ["generate", "--preset", "beginner", "--way", "uniform"],
        ["generate", "--preset", "beginner", "--budget", "9"],
        ["generate", "--preset", "beginner", "--min-3bv", "9"],
        ["generate", "--preset", "beginner", "--grade", "2"],
        ["play", "--preset", "beginner", "--grade", "2"],
        ["solve", "--preset", "beginner", "--way", "repaired"],
        ["play", "--preset", "beginner", "--budget", "9"],
    ],
)
def test_what_only_boards_without_a_guess_have_asks_for_one(words: list[str]) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert "are for no-guess boards; add --no-guess" in done.err


def test_a_file_is_not_dealt_without_a_guess(tmp_path: Path) -> None:
    (tmp_path / "layout.txt").write_text("3 3 1\n*..\n...\n...\n")
    done = run("solve", "layout.txt", "--no-guess", cwd=tmp_path)
    assert (done.code, "are for boards that are dealt" in done.err) == (2, True)


def test_solve_plays_boards_without_a_guess() -> None:
    values = run("solve", "--preset", "expert", "--no-guess", "--way", "repaired", "--seed", "7", "--json").json
    assert (values["result"], values["guesses"]) == ("won", 0)
    assert values["start"]["no_guess"] == {"way": "repaired", "budget": 100_000}
    refused = run("solve", "--size", "3x3", "--mines", "7", "--no-guess", "--budget", "50")
    assert (refused.code, "within the budget of 50" in refused.err) == (1, True)


def test_the_shell_deals_boards_without_a_guess() -> None:
    script = "open 4 4\nauto\nnew expert 150 --repaired --seed 3\nnew\nnew --guess\nnew --guess --no-guess\nquit\n"
    done = run("play", "--preset", "beginner", "--no-guess", "--seed", "7", stdin=script)
    assert "MineMind: 9×9, 10 mines, seed 7, no guess (uniform)" in done.out
    assert "you won" in done.out
    assert "new game: 16×30, 150 mines, seed 3, no guess (repaired)" in done.out
    assert done.out.count("no guess (repaired)") == 2
    assert "--no-guess and --guess contradict each other" in done.err


def test_the_shell_deals_boards_of_a_grade() -> None:
    script = (
        "new intermediate --no-guess --grade 3 --seed 5\nopen 0 0\nnew\nnew --grade 9\nnew --guess --grade 2\nquit\n"
    )
    done = run("play", "--preset", "beginner", "--no-guess", "--grade", "1-2", "--seed", "7", stdin=script)
    assert "MineMind: 9×9, 10 mines, seed 7, no guess (uniform, grade 1 to 2)" in done.out
    assert "new game: 16×16, 40 mines, seed 5, no guess (uniform, grade 3)" in done.out
    assert done.out.count("no guess (uniform, grade 3)") == 2
    assert "the grade is 9; give a whole number from 1 to 5" in done.err
    assert "--grade and --guess contradict each other" in done.err


def test_games_without_a_guess_are_saved_in_the_shell_and_dealt_again(tmp_path: Path) -> None:
    words = [
        "play",
        "--preset",
        "intermediate",
        "--no-guess",
        "--way",
        "repaired",
        "--budget",
        "9000",
        "--grade",
        "2-4",
    ]
    run(*words, "--seed", "7", stdin="save fresh.json\nopen 0 0\nsave begun.json\nquit\n", cwd=tmp_path)
    board = mm.generate("intermediate", seed=7, way="repaired", grade=(2, 4), start=(0, 0))
    for name in ("fresh.json", "begun.json"):
        assert json.loads((tmp_path / name).read_text())["no_guess"] == {
            "way": "repaired",
            "budget": 9000,
            "grade": [2, 4],
        }
        run("play", "--load", name, stdin="undo\nopen 0 0\nsave again.json\nquit\n", cwd=tmp_path)
        assert mm.load(tmp_path / "again.json").layout == board.layout
        (tmp_path / "again.json").unlink()


def test_a_refused_first_click_in_the_shell_can_be_followed_by_another_game() -> None:
    script = "open 1 1\nflag 0 0\nnew 3x3 1\nopen 1 1\nquit\n"
    done = run("play", "--size", "3x3", "--mines", "7", "--no-guess", "--budget", "50", stdin=script)
    assert "no no-guess board found within the budget of 50" in done.err
    assert "flagged (0, 0)" in done.out
    assert "new game: 3×3, 1 mine, seed" in done.out


def test_an_interrupt_leaves_the_boards_that_are_finished(tmp_path: Path) -> None:
    words = [*COMMAND, "generate", "--preset", "expert", "--no-guess", "--count", "1000000", "--out", "boards"]
    process = subprocess.Popen([*words, "--json"], cwd=tmp_path, env=plain(), stdout=subprocess.PIPE)
    while not (tmp_path / "boards").exists() or len(list((tmp_path / "boards").iterdir())) < 3:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output = process.communicate()[0]
    assert process.returncode == 130
    values = json.loads(output)
    jsonschema.validate(values, schemas.GENERATED)
    assert values["interrupted"]
    files = {path.name: path for path in (tmp_path / "boards").iterdir() if not is_partial(path)}
    assert {Path(board["file"]).name for board in values["boards"]} <= set(files)
    for path in files.values():
        assert mm.Layout.parse(path.read_text()).mines == 99


def test_progress_is_shown_on_a_terminal_alone() -> None:
    shown = on_a_terminal([*COMMAND, *BEGINNER, "--count", "3"])
    assert b"boards" in shown
    assert "boards" not in run(*BEGINNER, "--count", "3").err
