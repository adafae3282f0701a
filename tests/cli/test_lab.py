"""Commands that measure, as real processes: interrupted, killed, resumed."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import jsonschema
import pytest

from tests.cli import schemas
from tests.cli.running import COMMAND, on_a_terminal, plain, run
from tests.lab.runs import records


def test_many_games_are_counted() -> None:
    words = ["bench", "--preset", "beginner", "--games", "300", "--seed", "5", "--strategy", "exact+endgame"]
    values = run(*words, "--json").json
    jsonschema.validate(values, schemas.BENCH)
    assert (values["preset"], values["games"], values["start"]) == ("beginner", 300, None)
    assert run(*words, "--threads", "1", "--json").json["signature"] == values["signature"]
    shown = run(*words)
    assert f"won {values['wins']} of 300" in shown.out
    assert shown.err == ""
    odd = run(
        "bench", "--size", "5x6", "--mines", "7", "--start", "0,0", "--first-click", "safe", "--games", "50", "--json"
    ).json
    assert (odd["preset"], odd["rows"], odd["start"]) == (None, 5, [0, 0])


def test_several_strategies_and_sizes_are_a_table() -> None:
    words = ["bench", "--preset", "beginner,intermediate", "--strategy", "rules, csp", "--strategy", "exact"]
    words += ["--games", "30"]
    lines = run(*words).out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [
        [strategy, preset] for preset in ("beginner", "intermediate") for strategy in ("rules", "csp", "exact")
    ]
    values = run(*words, "--json").json
    for match in values["matches"]:
        jsonschema.validate({"minemind": 2, **match}, schemas.BENCH)
        assert match["games"] == 30 == match["wins"] + match["lost"] + match["stuck"]


def test_a_bar_shows_how_the_matches_stand() -> None:
    shown = on_a_terminal(
        [*COMMAND, "bench", "--strategy", "champion,exact", "--games", "2000", "--jobs", "1"]
    ).decode()
    assert "champion 5" in shown
    assert "exact 5" in shown
    assert re.search(r"0:0\d:(0[1-9]|[1-5]\d)", shown)  # the time left


def test_an_interrupted_bench_says_what_it_has(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "bench", "--games", "100000000", "--json", "--out", str(tmp_path / "run")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=plain(),
    ) as process:
        assert process.stdout is not None and process.stderr is not None  # noqa: PT018
        games = tmp_path / "run" / "01-champion-expert.games"
        while process.poll() is None and not (games.exists() and games.stat().st_size > 1_000):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        values = json.loads(process.stdout.read())
        assert b"interrupted" in process.stderr.read()
    assert process.returncode == 130
    assert 0 < values["games"] < 100_000_000


def is_writing(pid: int) -> bool:
    """Whether a process has begun to write a run: its files of games are open."""
    try:
        return any(file.readlink().suffix == ".games" for file in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return False


def workers_of(pid: int) -> int:
    """The number of processes that a process has started, including Python's resource tracker."""
    try:
        return sum(len((task / "children").read_text().split()) for task in Path(f"/proc/{pid}/task").iterdir())
    except OSError:  # a thread, or the process, has just ended
        return 0


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.15])
def test_ctrl_c_on_a_terminal_leaves_workers_that_are_starting_silent(moment: float, tmp_path: Path) -> None:
    """It reaches all processes at once, including those that are still loading their modules."""
    words = ["bench", "--preset", "beginner", "--strategy", "csp-prob", "--games", "3000", "--jobs", "2"]
    command = [*COMMAND, *words, "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as process:
        while process.poll() is None and workers_of(process.pid) < 2:
            time.sleep(0.002)
        time.sleep(moment)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130, said
    assert b"Traceback" not in said


def test_a_run_that_is_interrupted_and_killed_goes_on(tmp_path: Path) -> None:
    """By Ctrl-C and `kill -9`, while worker processes and threads are working."""
    words = ["bench", "--preset", "beginner", "--strategy", "champion,csp-prob", "--games", "300", "--jobs", "2"]
    moments = random.Random(3)
    for how in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL, signal.SIGINT):
        out = ["--out", str(tmp_path / "cut"), "--resume"]
        with subprocess.Popen([*COMMAND, *words, *out], stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            while process.poll() is None and not is_writing(process.pid):
                time.sleep(0.02)
            time.sleep(moments.uniform(0, 0.6))
            process.send_signal(how)
            _, said = process.communicate()
        assert process.returncode == {signal.SIGKILL: -signal.SIGKILL, signal.SIGINT: 130}[how], said
        if how is signal.SIGINT:  # after SIGKILL, workers that were just starting may complain about it
            assert b"Traceback" not in said
            assert b"--resume continues" in said
    again = run(*words, "--out", str(tmp_path / "cut"), "--resume")
    whole = run(*words, "--out", str(tmp_path / "whole"))
    assert [line.split()[:9] for line in again.out.splitlines()] == [
        line.split()[:9] for line in whole.out.splitlines()
    ]
    assert records(tmp_path / "cut") == records(tmp_path / "whole")


def test_of_two_strategies_that_are_compared_only_the_champion_thinks() -> None:
    sizes = ["--preset", "beginner", "--games", "20", "--seed", "3", "--think", "1"]
    done = run("compare", "champion", "exact", *sizes, "--json")
    assert [done.json[side]["strategy"] for side in ("first", "second")] == ["champion:deep=1", "exact"]
    assert "only champion can think; --think does not change exact" in done.err
    alike = run("compare", "champion", "champion:deep", *sizes)
    assert (alike.code, alike.out) == (2, "")
    assert "with --think 1 both are champion:deep=1; give --think in a name" in alike.err


def test_two_strategies_are_compared() -> None:
    words = ["compare", "champion", "exact", "--preset", "intermediate", "--games", "600", "--seed", "3"]
    values = run(*words, "--json").json
    jsonschema.validate(values, schemas.COMPARE)
    assert values["sprt"] is None
    assert values["difference"] == pytest.approx(values["first"]["win_rate"] - values["second"]["win_rate"])
    shown = run(*words).out
    assert f"only champion won {values['only_first']}, only exact won {values['only_second']}" in shown
    test = ["--sprt", "-5,5", "--games", "20000"]
    decided = run(*words, *test, "--json").json
    jsonschema.validate(decided, schemas.COMPARE)
    assert decided["games"] < 20_000
    assert run(*words, *test, "--json", "--jobs", "1").json == decided
    assert "champion is better: the difference is closer to 5 than to -5" in run(*words, *test).out
    # The sentence depends only on where the middle of the two bounds lies.
    for points, said in {
        "-30,-1": "the difference is closer to -1 than to -30",
        "-1,40": "closer to -1 than",
    }.items():
        shown = run(*words, f"--sprt={points}").out
        assert said in shown
        assert "is better" not in shown
    weighted = run(*words, "--estimator", "weighted").out
    assert "champion better in" in weighted


BAD = [
    (["bench", "--strategy", "nobody"], 2, "'nobody' is not a strategy; choose from rules"),
    (["bench", "--strategy", "full", "--estimator", "weighted"], 2, "'full' has no native version"),
    (["bench", "--start", "99,0", "--games", "1"], 2, "off the board"),
    (["bench", "--games", "0"], 2, "--games"),
    (["bench", "--preset", "beginner,easy"], 2, "--preset 'easy': choose from beginner, intermediate, expert"),
    (["bench", "--preset", "beginner,expert", "--size", "5x5"], 2, "give --size or several presets, not both"),
    (["bench", "--resume"], 2, "give its folder with --out"),
    (["bench", "--out", "/dev/null/x", "--games", "1"], 1, "cannot make the folder"),
    (["bench", "--out", "FILE", "--games", "1"], 1, "cannot make the folder"),
    (["bench", "--scheduler", "tcp://x:1", "--workers", "2"], 2, "give --scheduler or --workers, not both"),
    (["bench", "--scheduler", ""], 2, "is not the address of a scheduler"),
    (["bench", "--scheduler", "foo"], 2, "is not the address of a scheduler"),
    (["bench", "--strategy", ","], 2, "--strategy: a name is missing; separate names with commas"),
    (["bench", "--jobs", "5000"], 2, "--jobs"),
    (["compare", "exact"], 2, "B is missing; see minemind compare --help"),
    (["compare", "exact", "nobody"], 2, "'nobody' is not a strategy"),
    (["compare", "exact", "rules", "--sprt", "1"], 2, "give two differences in percentage points"),
    (["compare", "exact", "rules", "--sprt", "2,1"], 2, "the lower one first"),
    (["compare", "exact", "rules", "--sprt", "0,1", "--alpha", "2"], 2, "between 0 and 0.5"),
    (
        ["compare", "exact", "rules", "--preset", "easy"],
        2,
        "--preset 'easy': choose from beginner, intermediate, expert",
    ),
]


@pytest.mark.parametrize(("words", "code", "said"), BAD, ids=[" ".join(words) for words, *_ in BAD])
def test_what_cannot_be_measured_is_refused(words: list[str], code: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    done = run(*(word.replace("FILE", str(tmp_path / "file")) for word in words))
    assert done.code == code
    assert said in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert (tmp_path / "file").read_text() == "mine"
