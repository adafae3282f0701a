"""`minemind batch` as users run it: in pipes, on terminals, two at once, interrupted, killed, on a full disk."""

from __future__ import annotations

import csv
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import jsonschema
import pytest

import minemind as mm
from minemind.cli.main import main
from minemind.strategy import registry
from tests.cli import schemas
from tests.cli.running import COMMAND, Ran, on_a_terminal, plain, read, run

FULL_DISK = """
import resource, signal, sys
from minemind.cli.main import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
main(sys.argv[1:])
"""


class Broken(mm.Strategy):
    """Always raises an error."""

    def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
        raise RuntimeError("out of order")


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """Five small layouts, of two difficulties."""
    folder = tmp_path / "boards"
    for number in range(5):
        path = folder / ("expert" if number % 2 else "plain") / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = str(mm.Layout.deal(mm.Grid(7, 7), 6, seed=number))
        path.write_text(text.replace("7 7 6", "7 7 ?", 1))  # a layout without a mine count is played as it is
    return folder


@pytest.fixture
def here(boards: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command in the folder that contains the boards, in this process, which is faster."""

    def ran(*words: str) -> Ran:
        monkeypatch.chdir(boards.parent)
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, *capsys.readouterr())

    return ran


def rows_in(results: Path) -> list[dict[str, str]]:
    """All rows of the summary, each of which must be complete."""
    with (results / "summary.csv").open(newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    assert all(None not in row and None not in row.values() for row in rows)
    return rows


def told(lines: str) -> list[tuple[str, str, str]]:
    """The games that were reported: board, strategy, result."""
    words = [line.split() for line in lines.splitlines()]
    return [(line[7], line[6], line[0]) for line in words if line and line[0] in ("won", "lost", "stuck")]


def test_the_champion_of_a_batch_thinks_if_told_to(boards: Path, here: Callable[..., Ran]) -> None:
    done = here("batch", "boards", "--strategy", "champion,exact", "--think", "1")
    assert done.code == 0
    assert "only champion can think; --think does not change exact" in done.err
    assert {row["strategy"] for row in rows_in(boards.parent / "results")} == {"champion:deep=1", "exact"}


def test_every_game_gets_a_line_a_row_and_a_place_in_the_table(boards: Path) -> None:
    done = run("batch", str(boards), "--strategy", "champion,csp:dfs", "--strategy", "exact", cwd=boards.parent)
    rows = rows_in(boards.parent / "results")
    assert done.code == 0
    assert done.err == "15 rows added to results/summary.csv\n"
    assert [(row["board"], row["strategy"]) for row in rows] == [
        (f"{name}.txt", strategy)
        for name in ("expert/1", "expert/3", "plain/0", "plain/2", "plain/4")
        for strategy in ("champion", "csp:dfs", "exact")
    ]
    assert told(done.out) == [(row["board"], row["strategy"], row["result"]) for row in rows]
    assert {row["run_label"] for row in rows} == {"batch"}
    assert len({row["run_timestamp"] for row in rows}) == 1
    for row in rows:
        assert int(row["revealed"]) + int(row["flagged"]) + int(row["unknown"]) == 49
        assert row["hit_mine"] == ("1" if row["result"] == "lost" else "0")
    table = done.out.split("\n\n")[1].splitlines()
    assert table[0].split() == [
        "strategy",
        "won",
        "win",
        "rate",
        "(95",
        "%",
        "interval)",
        "lost",
        "stuck",
        "time",
        "expanded",
    ]
    wins = [sum(row["result"] == "won" for row in rows if row["strategy"] == name) for name in ("champion", "csp:dfs")]
    assert table[1].split()[:3] == ["champion", str(wins[0]), f"{wins[0] / 5:.1%}"]
    assert [line.split()[0] for line in table[1:4]] == ["champion", "beginner", "expert"]
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_the_answer_for_programs(boards: Path, tmp_path: Path) -> None:
    (boards / "a.txt").write_text("3 2 1\n*..\n...\n")
    (boards / "b.txt").write_text("nothing\n")
    words = ["batch", str(boards), "--strategy", "csp,exact", "--json", "--results-dir", str(tmp_path / "r/s")]
    done = run(*words, "--label", 'a "label", quoted', "--jobs", "2")
    assert (done.code, done.err) == (1, "")
    values = done.json
    jsonschema.validate(values, schemas.BATCH)
    rows = rows_in(tmp_path / "r" / "s")
    assert [(board["board"], board["result"], str(board["revealed"])) for board in values["boards"]] == [
        (row["board"], row["result"], row["revealed"]) for row in rows
    ]
    assert {row["run_label"] for row in rows} == {'a "label", quoted'} == {values["label"]}
    assert {row["run_timestamp"] for row in rows} == {values["timestamp"]}
    assert values["summary"] == str(tmp_path / "r" / "s" / "summary.csv")
    assert values["assumed"] == [
        {
            "board": "a.txt",
            "message": "line 1: the header gives columns before rows; read as 2 rows and 3 columns",
        }
    ]
    assert [each["board"] for each in values["unreadable"]] == ["b.txt"]
    assert [each["boards"] for each in values["strategies"]] == [6, 6]
    assert sum(each["boards"] for each in values["strategies"][0]["difficulties"].values()) == 6
    alone = run(*words, "--jobs", "1").json
    assert [board | {"runtime_sec": 0} for board in alone["boards"]] == [
        board | {"runtime_sec": 0} for board in values["boards"]
    ]


def test_what_was_assumed_and_what_was_skipped_is_said_once_with_the_name(
    boards: Path, here: Callable[..., Ran]
) -> None:
    (boards / "a.txt").write_text("9 9 ?\n*....\n.....\n.....\n")
    (boards / "b.txt").write_bytes(b"\xff\xff")
    (boards / "c.txt").write_text("2 9 1\n*........\n.........\n")
    done = here("batch", "boards", "--strategy", "csp,exact", "--jobs", "1", "--start", "2,3")
    assert done.code == 1
    assert done.err.splitlines() == [
        "note: a.txt: line 1: the header says 9×9, but the layout is 3×5; using 3×5",
        "skipped: b.txt: the file is not UTF-8 text; save it as UTF-8",
        "skipped: c.txt: (2, 3) is off the board: rows are 0 to 1, columns 0 to 8",
        "12 rows added to results/summary.csv",
        "minemind: skipped 2 files",
    ]


def test_mines_that_made_way_are_said_and_an_option_keeps_them(boards: Path, here: Callable[..., Ran]) -> None:
    (boards / "a.txt").write_text("4 4 2\n*...\n.*..\n....\n....\n")
    words = ["batch", "boards", "--pattern", "a.txt", "--strategy", "exact", "--jobs", "1", "--start", "1,1"]
    moved = here(*words)
    assert [result for _, _, result in told(moved.out)] == ["won"]
    assert "note: mines were moved away from the first click in 1 game; --first-click any plays" in moved.err
    assert here(*words, "--json").json["boards"][0]["moved"] == 2
    for options in (["--first-click", "any"], ["--revealed"], ["--revealed", "--first-click", "any"]):
        kept = here(*words, *options)
        assert [result for _, _, result in told(kept.out)] == ["lost"]
        assert "made way" not in kept.err
    refused = here(*words, "--revealed", "--first-click", "safe")
    assert (refused.code, refused.out) == (2, "")
    assert "--revealed does not move mines" in refused.err


def test_difficulties_can_be_chosen(here: Callable[..., Ran]) -> None:
    words = ["batch", "boards", "--strategy", "csp", "--jobs", "1"]
    chosen = here(*words, "--difficulty", "expert")
    assert [board for board, _, _ in told(chosen.out)] == ["expert/1.txt", "expert/3.txt"]
    both = here(*words, "--difficulty", "expert,beginner")
    assert len(told(both.out)) == 5
    none = here(*words, "--difficulty", "intermediate")
    assert (none.code, none.out, none.err) == (1, "", "minemind: no board has that difficulty\n")


def test_a_board_of_a_batch_can_be_watched_by_itself(boards: Path, here: Callable[..., Ran]) -> None:
    path = boards / "odd.txt"
    path.write_text("7  5\n*......\n.......\n....*..\n.......\n..*....\n")
    done = here("batch", "boards", "--pattern", "odd.txt", "--strategy", "csp-prob", "--json")
    alone = here("solve", str(path), "--strategy", "csp-prob", "--json")
    (played,), record = done.json["boards"], alone.json
    assert [played[name] for name in ("result", "iterations", "expanded_states", "revealed", "flagged")] == [
        record[name] for name in ("result", "iterations", "expanded_states", "opened", "flags")
    ]


BAD = [
    (["missing"], 1, "folder 'missing' not found; check the path"),
    (["boards/plain/0.txt"], 1, "'boards/plain/0.txt' is not a folder"),
    (["boards", "--pattern", "*.csv"], 1, "no file in 'boards' matches '*.csv'"),
    (["boards", "--pattern", ""], 2, "the pattern is empty"),
    (["boards", "--strategy", "nobody"], 2, "'nobody' is not a strategy; choose from rules"),
    (["boards", "--strategy", "csp,"], 2, "--strategy: a name is missing"),
    (["boards", "--difficulty", "hard"], 2, "--difficulty 'hard': give one or more of beginner, intermediate, expert"),
    (["boards", "--start", "a1"], 2, "'a1' is not a cell"),
    (["boards", "--jobs", "0"], 2, "--jobs"),
    (["boards", "--label", "two\nlines"], 2, "give one line of printable text"),
    (["boards", "--results-dir", "boards/plain/0.txt"], 1, "cannot make the folder 'boards/plain/0.txt': File exists"),
    (["boards", "--results-dir", "taken"], 1, "'taken/summary.csv' has other columns than a summary; move it away"),
    (["boards", "--pattern", "expert/*", "--difficulty", "beginner"], 1, "is named for another difficulty"),
    ([], 2, "DIR is missing; see minemind batch --help"),
]


@pytest.mark.parametrize(("words", "code", "complaint"), BAD)
def test_bad_input_gets_a_sentence_and_an_exit_code(
    boards: Path, here: Callable[..., Ran], words: list[str], code: int, complaint: str
) -> None:
    (boards.parent / "taken").mkdir()
    (boards.parent / "taken" / "summary.csv").write_text("mine\n")
    done = here("batch", *words)
    assert (done.code, done.out) == (code, "")
    assert complaint in done.err
    assert (boards.parent / "taken" / "summary.csv").read_text() == "mine\n"
    assert not (boards.parent / "results").exists()


def test_a_strategy_that_falls_over_is_said_and_the_others_play_on(
    here: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_REGISTERED", {"broken": Broken})
    words = ["batch", "boards", "--strategy", "broken,csp", "--jobs", "1", "--pattern", "[02].txt"]
    done = here(*words)
    assert done.code == 1
    assert done.err.splitlines() == [
        "failed: broken on plain/0.txt: RuntimeError: out of order",
        "failed: broken on plain/2.txt: RuntimeError: out of order",
        "2 rows added to results/summary.csv",
        "minemind: 2 games could not be played",
    ]
    assert [strategy for _, strategy, _ in told(done.out)] == ["csp", "csp"]
    values = here(*words, "--json").json
    jsonschema.validate(values, schemas.BATCH)
    assert [each["strategy"] for each in values["failed"]] == ["broken", "broken"]


def many(folder: Path, count: int) -> Path:
    folder.mkdir()
    for number in range(count):
        text = str(mm.Layout.deal(mm.Grid(16, 30), 99, seed=number))
        (folder / f"{number:04}.txt").write_text(text.replace("99", "?", 1))
    return folder


def test_two_runs_at_once_share_a_summary(tmp_path: Path) -> None:
    folder = many(tmp_path / "boards", 40)
    command = [*COMMAND, "batch", str(folder), "--strategy", "exact,csp", "--jobs", "1", "--label"]
    runs = [
        subprocess.Popen([*command, label], cwd=tmp_path, env=plain(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for label in ("one", "two")
    ]
    printed = [process.communicate()[0].decode() for process in runs]
    assert [process.returncode for process in runs] == [0, 0]
    rows = rows_in(tmp_path / "results")
    for label, lines in zip(("one", "two"), printed, strict=True):
        mine = [(row["board"], row["strategy"], row["result"]) for row in rows if row["run_label"] == label]
        assert mine == told(lines)
        assert len(mine) == 80
    assert len(rows) == 160


def test_a_killed_run_leaves_whole_rows_and_all_that_it_has_told(tmp_path: Path) -> None:
    folder, moments = many(tmp_path / "boards", 300), Random(3)
    for number in range(3):
        jobs = str(1 + number % 2)
        command = [*COMMAND, "batch", str(folder), "--strategy", "exact", "--jobs", jobs, "--label", str(number)]
        with subprocess.Popen(
            command, cwd=tmp_path, env=plain(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            assert process.stdout is not None
            lines = process.stdout.readline() + process.stdout.readline()
            time.sleep(moments.uniform(0, 0.2))
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.read()
        whole = lines.decode()[: lines.decode().rindex("\n") + 1]
        content = (tmp_path / "results" / "summary.csv").read_bytes()
        (tmp_path / "whole").mkdir(exist_ok=True)
        (tmp_path / "whole" / "summary.csv").write_bytes(content[: content.rindex(b"\n") + 1])
        kept = [row["board"] for row in rows_in(tmp_path / "whole") if row["run_label"] == str(number)]
        assert kept == [f"{place:04}.txt" for place in range(len(kept))]
        assert 0 < len(told(whole)) <= len(kept) < 300
    last = run("batch", str(folder), "--strategy", "csp", "--pattern", "000*", "--jobs", "1", cwd=tmp_path)
    assert last.code == 0
    rows = rows_in(tmp_path / "results")
    assert len({(row["run_label"], row["board"]) for row in rows}) == len(rows)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_keeps_and_says_what_it_has(tmp_path: Path, jobs: str) -> None:
    folder = many(tmp_path / "boards", 300)
    command = [*COMMAND, "batch", str(folder), "--strategy", "full-nomc", "--jobs", jobs]
    with subprocess.Popen(
        command, cwd=tmp_path, env=plain(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None  # noqa: PT018
        lines = "".join(process.stdout.readline() for _ in range(3))
        process.send_signal(signal.SIGINT)
        lines += process.stdout.read()
        complaints = process.stderr.read()
    assert process.returncode == 130
    count = len(rows_in(tmp_path / "results"))
    assert 2 <= len(told(lines)) == count < 300
    assert complaints == f"note: interrupted after {count} of 300 games\n{count} rows added to results/summary.csv\n"
    assert "95 % interval" in lines


def test_a_full_disk_is_said_and_leaves_whole_rows(tmp_path: Path) -> None:
    folder = many(tmp_path / "boards", 30)
    words = ["batch", str(folder), "--strategy", "csp", "--jobs", "1"]
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=plain(),
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "minemind: cannot write 'results/summary.csv': File too large\n"
    rows = rows_in(tmp_path / "results")
    assert told(done.stdout) == [(row["board"], row["strategy"], row["result"]) for row in rows]
    assert 0 < len(rows) < 30


def test_on_a_terminal_it_is_in_colour_with_a_bar_and_in_a_pipe_plain(boards: Path, tmp_path: Path) -> None:
    words = [*COMMAND, "batch", str(boards), "--strategy", "csp", "--jobs", "1", "--results-dir", str(tmp_path)]
    shown = on_a_terminal(words, columns=80)
    assert b"\x1b[33mstuck" in shown
    assert b"games" in shown
    assert b"plain/4.txt" in shown
    assert "\x1b" not in run(*words[len(COMMAND) :]).out


def test_the_bar_of_a_terminal_takes_nothing_from_a_pipe(boards: Path, tmp_path: Path) -> None:
    main, child = pty.openpty()
    words = [*COMMAND, "batch", str(boards), "--strategy", "csp", "--jobs", "1", "--results-dir", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=child, env=plain(), text=True) as process:
        os.close(child)
        seen = b""
        while chunk := read(main):
            seen += chunk
        assert process.stdout is not None
        lines = process.stdout.read()
    os.close(main)
    assert len(told(lines)) == 5
    assert "\x1b" not in lines
    assert b"games" in seen
    assert b"plain" not in seen


def test_help_has_an_example_and_names_are_completed_behind_a_comma() -> None:
    assert "Example: minemind batch" in run("batch", "--help").out
    asked = {
        "_MINEMIND_COMPLETE": "complete_bash",
        "COMP_WORDS": "minemind batch --strategy csp,exa",
        "COMP_CWORD": "3",
    }
    assert run(environment=asked).out.split() == ["csp,exact", "csp,exact+endgame"]
