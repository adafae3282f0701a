"""Other programs as players: they pay for their own errors, and none outlives its games."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import minemind as mm
from minemind.lab.batch.attempt import Attempt, Finished, attempted
from minemind.lab.plan import Plan
from minemind.lab.run import play_run
from minemind.lab.workers import local_workers
from minemind.program import end_all
from minemind.strategy.tally import Tally
from tests.processes import is_running

ROOT = Path(__file__).parents[2]
PATIENCE = 100.0

# A program that runs `body` for each request, of which `count` is the number, and writes its process id into a file.
PROGRAM = """
import json, os, sys, time
with open({pids!r}, "a") as file:
    print(os.getpid(), file=file)
for count, line in enumerate(sys.stdin, 1):
    request = json.loads(line)
    rows = request["board"]["text"].splitlines()[1:]
    hidden = [(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token == "."]
    opened = [(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token in "012345678"]
    def result(**values):
        return json.dumps({{"id": request["id"], "result": values}})
    def move(*cells, **more):
        return result(moves=[{{"cell": cell, **more}} for cell in cells])
    {body}
"""

GOOD = "print(move(hidden[len(hidden) // 2]), flush=True)"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path


def player(folder: Path, body: str, seconds: str = "") -> str:
    """The name of a player that runs these statements for every request."""
    program = folder / f"bot{len(list(folder.iterdir()))}.py"
    program.write_text(PROGRAM.format(body=body.replace("\n", "\n    "), pids=str(folder / "pids")))
    return f'exec{seconds}:"{sys.executable}" "{program}"'


def pids(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "pids").read_text().split()]


def test_a_program_plays_a_game_to_its_end_and_the_record_is_reproducible(written: Path) -> None:
    name = player(written, GOOD)
    record = mm.play("beginner", name, seed=7)
    assert record.strategy == name
    assert (record.forfeit, record.result.value) == (None, "lost")
    assert mm.play("beginner", name, seed=7) == record
    assert mm.Record.from_json(record.to_json()) == record
    assert len(pids(written)) == 1, "one program plays all games of a process"


def test_the_engine_itself_plays_as_the_champion_does() -> None:
    ours, theirs = mm.play("beginner", "champion", seed=3), mm.play("beginner", "exec:minemind engine", seed=3)
    assert [move.cell for move in theirs.moves] == [move.cell for move in ours.moves]
    assert [move.probability for move in theirs.moves] == [move.probability for move in ours.moves]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.exit(3)", "ended with exit code 3 before it answered"),
        ("os.kill(os.getpid(), 9)", "9 before it answered"),  # -9 for a signal, and 9 on Windows
        ("print('garbage', flush=True)", "which is not JSON"),
        ("print(json.dumps({'id': 99, 'result': {}}), flush=True)", "which does not answer request"),
        ("print(result(), flush=True)", "without a list of moves"),
        ("print(result(moves=[17]), flush=True)", "which has no cell"),
        ("print(move([99, 0]), flush=True)", "wants to open (99, 0), which is off the board"),
        ("print(move([-1, 0]), flush=True)", "(-1, 0), which is off the board"),
        ("print(move(opened[0] if opened else hidden[40]), flush=True)", "which is open already"),
        ("print(move(hidden[0], action='chord'), flush=True)", "it can open or flag"),
        ("print(move(hidden[0], action='flag', mines=2), flush=True)", "claims 2 mines"),
        ("print(json.dumps({'id': request['id'], 'error': {'kind': 'X', 'message': 'tired'}}), flush=True)", "tired"),
        ("os.close(1); time.sleep(100)", "closed its output"),
    ],
)
def test_what_a_program_does_wrong_forfeits_the_game(written: Path, body: str, says: str) -> None:
    name = player(written, body)
    record = mm.play("beginner", name, seed=7)
    assert record.result is mm.strategy.Result.LOST
    assert record.forfeit is not None
    assert says in record.forfeit
    assert "\n" not in record.forfeit
    assert mm.Record.from_json(record.to_json()) == record
    assert "forfeited" in str(record)


def test_a_move_that_takes_too_long_forfeits_the_game_and_the_next_game_has_a_new_program(written: Path) -> None:
    name = player(written, f"if request['seed'][0] in '13579': time.sleep(1000)\n{GOOD}", "=2")
    records = [mm.play("beginner", name, seed=seed) for seed in range(6)]
    slow = [record for record in records if record.forfeit]
    assert slow
    assert "within 2 s" in (slow[0].forfeit or "")
    assert len(pids(written)) > 1
    assert not any(map(is_running, pids(written)[:-1]))


def test_a_program_may_give_up_and_is_stuck_then(written: Path) -> None:
    record = mm.play("beginner", player(written, "print(move(), flush=True)"), seed=7)
    assert (record.result.value, record.forfeit) == ("stuck", None)


def test_reasons_and_flags_are_kept_and_risks_are_our_own(written: Path) -> None:
    body = """
if not opened: print(move([4, 4], reason="the middle"), flush=True)
elif "!" not in "".join(rows): print(move([1, 8], action="flag", reason="surely"), flush=True)
else: print(move(), flush=True)"""
    first, second = mm.play("beginner", player(written, body), seed=7).moves
    assert (first.is_certain, second.action, second.mines, second.reason) == (True, mm.Action.FLAG, 1, "surely")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("exec:", "names no program"),
        ("exec:'", "cannot be split"),
        ("exec:./no/such/program", "there is no such program"),
        ("exec=x:ls", "write exec:COMMAND"),
        ("exec=0:ls", "write exec:COMMAND"),
        ("exec=2", "write exec:COMMAND"),
    ],
)
def test_a_command_that_cannot_be_is_refused_before_a_game(name: str, says: str) -> None:
    with pytest.raises(mm.InvalidValue, match=says):
        mm.get_strategy(name)


@pytest.mark.parametrize("jobs", [1, 2])
def test_runs_count_what_is_forfeited_and_leave_no_program_behind(written: Path, jobs: int) -> None:
    body = f"if request['seed'][0] == '1' and opened: sys.exit(1)\n{GOOD}"
    match = mm.strategy.Match.of("beginner", player(written, body), seed=1)
    with local_workers(jobs) as workers:
        (standing,) = play_run(Plan((match,), 12), workers)
    tally = standing.tally
    assert (tally.games, tally.lost) == (12, 12)
    assert 0 < tally.forfeits < 12
    assert standing.notes
    assert "forfeits game" in standing.notes[0]
    assert tally + Tally() == tally
    if jobs > 1:
        assert _all_gone(pids(written))


def _all_gone(found: list[int]) -> bool:
    end = time.monotonic() + PATIENCE
    while any(map(is_running, found)) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(map(is_running, found))


def test_a_batch_reports_who_forfeits(written: Path) -> None:
    path = ROOT / "examples" / "layouts" / "beginner.txt"
    outcome = attempted(Attempt(path, path.name, player(written, "sys.exit(1)")))
    assert isinstance(outcome, Finished)
    assert outcome.result is mm.strategy.Result.LOST
    assert any("forfeits the game" in note for note in outcome.notes)


def test_programs_end_with_the_process_that_started_them(written: Path) -> None:
    name = player(written, GOOD + "\ntime.sleep(0.01)")
    script = f"import minemind as mm; mm.play('beginner', {name!r}, seed=7)"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=PATIENCE)
    assert _all_gone(pids(written))


def test_all_programs_can_be_ended_at_once(written: Path) -> None:
    mm.play("beginner", player(written, GOOD), seed=7)
    assert any(map(is_running, pids(written)))
    end_all()
    assert _all_gone(pids(written))


def test_commands_take_other_programs_among_their_strategies(written: Path) -> None:
    name = player(written, GOOD)
    words = ["bench", "--preset", "beginner", "--strategy", f"rules,{name}", "--games", "4", "--jobs", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "minemind", *words], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    rules, other = json.loads(done.stdout)["matches"]
    assert (rules["strategy"], other["strategy"], other["games"], other["forfeits"]) == ("rules", name, 4, 0)
    crashing = player(written, "sys.exit(1)")
    words = ["compare", name, crashing, "--preset", "beginner", "--games", "4", "--jobs", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "minemind", *words], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert f"\n{crashing} forfeited 4\n" in done.stdout
    words = ["solve", "--preset", "beginner", "--seed", "7", "--strategy", crashing]
    done = subprocess.run(
        [sys.executable, "-m", "minemind", *words], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert "note: forfeited: " in done.stderr
    assert done.stdout.endswith("\n")
