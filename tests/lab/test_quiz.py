"""A quiz: the same prompts for all programs, answers scored by proof, and every failure charged to the program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import minemind as mm
from minemind.lab import quiz
from minemind.lab.quizzes.quizzing import QuizScore, prompt_of, puzzles, score_of
from tests.cli.running import COMMAND, plain, run

ROOT = Path(__file__).parents[2]

Program = Callable[[str], str]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Makes a program that runs a given statement for every line; returns its endpoint."""

    def written(body: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(f"import json, os, sys, time\nfor line in sys.stdin:\n    q = json.loads(line)\n    {body}\n")
        return f"exec:{sys.executable} -u {path}"

    return written


def scores(endpoint: str, count: int = 3, time_limit: float = 60) -> list[str]:
    result = quiz(endpoint, "beginner", count=count, grades=(1, 2, 3), time_limit=time_limit)
    return [each.score.value for each in result.answers]


def test_the_same_seed_asks_the_same_and_no_other_does() -> None:
    first, again, other = (
        [prompt_of(each.board) for each in puzzles("beginner", count=6, grades=(1, 2, 3), seed=seed)]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert not set(first) & set(other)
    assert len(set(first)) == 6


def test_every_puzzle_has_a_safe_cell_and_right_flags_and_no_easier_certain_cell() -> None:
    for each in puzzles("intermediate", count=10):
        analysis = mm.analyse(each.board)
        assert analysis.safe
        assert not each.board.flags[each.layout.counts == 0].any()
        assert min(move.reason.grade for move in mm.certain_moves(each.board) if isinstance(move.reason, mm.Proof)) == (
            each.grade
        )


def test_luck_does_not_count() -> None:
    board = mm.Board.parse("3 4 2\n01..\n01..\n01..")
    assert score_of(board, "(0, 3)") is QuizScore.UNDECIDED


@pytest.mark.parametrize(
    "answer", ["", "(0, 0)", "(9, 9)", "(0, 2) or so", "(-1, 2)", None, 7, [0], ["0", "2"], {}, [True]]
)
def test_what_is_no_hidden_cell_is_invalid(answer: object) -> None:
    assert score_of(mm.Board.parse("3 4 2\n01..\n01..\n01.."), answer) is QuizScore.INVALID


def test_the_example_answers_everything_right() -> None:
    found = run("quiz", f"exec:{sys.executable} {ROOT / 'examples/quiz/answer.py'}", "--puzzles", "5", "--json").json
    assert (found["right"], found["puzzles"], list(found["grades"])) == (5, 5, ["1", "2", "3", "4", "5"])
    assert found["ci95"][0] == pytest.approx(0.566, abs=0.001)
    assert all(each["score"] == "safe" and "*" not in each["board"]["text"] for each in found["answers"])
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(
    ("body", "score"),
    [
        ("print('garbage')", "invalid"),
        ("print('[' * 100000)", "invalid"),
        ("print('{}')", "invalid"),
        ("print(json.dumps({'id': 'other', 'answer': '(0, 0)'}))", "invalid"),
        ("sys.exit(1)", "crashed"),
        ("os.close(1); time.sleep(60)", "crashed"),
    ],
)
def test_what_a_program_does_wrong_is_charged_and_the_next_puzzle_asked(
    body: str, score: str, program: Program
) -> None:
    assert scores(program(body)) == [score] * 3


def test_a_slow_program_is_late_once_and_started_again(program: Program) -> None:
    slow = program("time.sleep(60) if q['id'] == '0' else print(json.dumps({'answer': '(0, 0)'}))")
    late, *others = scores(slow, time_limit=3)
    assert late == "late"
    assert "late" not in others


def test_a_program_that_never_reads_ends_the_quiz_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text('while True: print(\'{"answer": "(0, 0)"}\')')
    assert len(scores(f"exec:{sys.executable} {path}", count=100, time_limit=1)) == 100


@pytest.mark.parametrize("endpoint", ["my-model", "exec:", "exec:/nowhere/at/all"])
def test_what_cannot_be_started_is_an_error(endpoint: str) -> None:
    with pytest.raises(mm.InvalidValue, match=r"is not a program; give exec:COMMAND|cannot start"):
        quiz(endpoint, "beginner", count=1)


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_on_a_terminal_ends_a_quiz_with_the_results_so_far(
    program: Program, tmp_path: Path, *, as_json: bool
) -> None:
    """Ctrl-C reaches every process of the terminal at once; the program has a session of its own."""
    asked = tmp_path / "asked"
    held = "0" if as_json else "1"  # the question that is open when Ctrl-C arrives
    slow = program(f"open({str(asked)!r}, 'w').close() or time.sleep(60) if q['id'] == {held!r} else print('garbage')")
    command = [*COMMAND, "quiz", slow, "--preset", "beginner", "--grade", "1", *["--json"] * as_json]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, text=True, env=plain(), start_new_session=True) as process:  # type: ignore[call-overload]
        while process.poll() is None and not asked.exists():
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    if not as_json:
        assert err == "note: interrupted; these are the results so far\n"
        assert out.splitlines()[-1].split()[:2] == ["all", "1"]
        return
    assert err == "note: interrupted before the first answer\n"
    assert (json.loads(out)["puzzles"], json.loads(out)["interrupted"]) == (0, True)


def test_the_table_has_a_row_for_each_grade_and_one_for_all(program: Program) -> None:
    result = quiz(program("print('garbage')"), "beginner", count=4, grades=(1, 2))
    assert [line.split()[:3] for line in str(result).splitlines()] == [
        ["grade", "puzzles", "right"],
        ["1", "2", "0.0%"],
        ["2", "2", "0.0%"],
        ["all", "4", "0.0%"],
    ]
