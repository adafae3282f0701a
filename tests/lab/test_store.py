"""A run on disk survives crashes: no torn or repeated records, and it continues as if never stopped."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from minemind.lab.store import STORED, Stored, open_run, writing_run
from minemind.strategy.tally import Tally
from tests.lab.runs import MATCHES, plan, play, records

FULL_DISK = """
import resource, signal, sys
from pathlib import Path
import minemind as mm
from tests.lab.runs import plan, play
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    play(Path(sys.argv[1]), plan(300))
except mm.errors.FileError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was never interrupted."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    play(folder, plan())
    return folder


def test_what_is_read_is_what_was_played(whole: Path) -> None:
    run = open_run(whole)
    assert run.plan == plan()
    native = mm.simulate((6, 6, 6), strategy="champion", first_click="safe", start=(0, 0), seed=5, games=40)
    assert np.array_equal(run.outcomes(0), native.outcomes)
    assert run.tally(0) == native.tally
    assert run.tally(1) == Tally.of(run.outcomes(1))
    assert run.tally(1).games == 40
    assert run.cost(0)[0] > 0
    assert run.cost(0)[1] == 40
    assert {row.match for row in run.timings()} == {1, 2}
    assert sum(row.games for row in run.timings()) == 80


def test_a_record_ends_with_the_crc_of_its_index_and_content(whole: Path) -> None:
    content = (whole / plan().files[0]).read_bytes()
    for index in range(40):
        record = content[index * STORED.itemsize : (index + 1) * STORED.itemsize]
        assert int.from_bytes(record[-4:], "little") == zlib.crc32(index.to_bytes(8, "little") + record[:-4])


def test_the_records_can_be_read_by_what_the_run_says_of_them(whole: Path) -> None:
    described = json.loads((whole / "run.json").read_text())
    dtype = np.dtype(
        [tuple(tuple(part) if isinstance(part, list) else part for part in row) for row in described["record"]]
    )
    table = np.fromfile(whole / described["matches"][0]["file"], dtype)
    assert np.count_nonzero(table["result"] == 0) == open_run(whole).tally(0).wins


def test_a_run_goes_on_from_wherever_its_files_end(whole: Path, tmp_path: Path) -> None:
    """Its files of games and timings are cut by every number of bytes up to three records."""
    kept = records(whole)
    size = (whole / plan().files[0]).stat().st_size
    for cut in range(1, 3 * STORED.itemsize + 1):
        torn = tmp_path / str(cut)
        shutil.copytree(whole, torn)
        with (torn / plan().files[0]).open("r+b") as file:
            file.truncate(size - cut)
        with (torn / "timings.csv").open("r+b") as file:
            file.truncate((torn / "timings.csv").stat().st_size - cut)
        assert open_run(torn).tally(0).games == (size - cut) // STORED.itemsize
        play(torn, plan(), resume=True)
        assert records(torn) == kept
        rows = open_run(torn).timings()
        ends = [(row.match, row.first) for row in rows]
        assert len(set(ends)) == len(ends)
        shutil.rmtree(torn)


@pytest.mark.parametrize("tail", [b"\0" * 3 * STORED.itemsize, b"\xff" * 50, bytes(range(200))])
def test_what_a_crash_left_behind_the_records_is_cut_off(whole: Path, tmp_path: Path, tail: bytes) -> None:
    shutil.copytree(whole, tmp_path / "run")
    with (tmp_path / "run" / plan().files[1]).open("ab") as file:
        file.write(tail)
    assert open_run(tmp_path / "run").tally(1) == open_run(whole).tally(1)
    play(tmp_path / "run", plan(), resume=True)
    assert records(tmp_path / "run") == records(whole)


def test_what_a_power_cut_left_of_the_last_chunk_is_played_again(whole: Path, tmp_path: Path) -> None:
    """Some pages of the chunk did not reach the disk, nor did its timing, which is written after it."""
    shutil.copytree(whole, tmp_path / "run")
    lines = (tmp_path / "run" / "timings.csv").read_bytes().splitlines(keepends=True)
    last = next(line for line in reversed(lines) if line.startswith(b"1,"))
    (tmp_path / "run" / "timings.csv").write_bytes(b"".join(line for line in lines if line != last))
    first = int(last.split(b",")[1])
    with (tmp_path / "run" / plan().files[0]).open("r+b") as file:
        file.seek((first + 1) * STORED.itemsize)
        file.write(b"\0" * STORED.itemsize)
    assert open_run(tmp_path / "run").tally(0).games == first + 1
    play(tmp_path / "run", plan(), resume=True)
    assert records(tmp_path / "run") == records(whole)


@pytest.mark.parametrize(
    "content", [b"", b"mat", b"match,first", b"x\n1,0,4\n", b'match,"' + b"x" * 200_000, b"\xff\n"]
)
def test_times_that_are_gone_or_damaged_do_not_stop_a_run(whole: Path, tmp_path: Path, content: bytes) -> None:
    shutil.copytree(whole, tmp_path / "run")
    (tmp_path / "run" / "timings.csv").write_bytes(content)
    play(tmp_path / "run", plan(44), resume=True)
    assert open_run(tmp_path / "run").tally(0).games == 44
    assert open_run(tmp_path / "run").cost(0)[1] == 4


def test_what_a_killed_writer_left_of_the_plan_is_no_obstacle(whole: Path, tmp_path: Path) -> None:
    (tmp_path / ".minemind-0123456789abcdef.partial").write_text("{")
    (tmp_path / "timings.csv").touch()
    play(tmp_path, plan(), resume=True)
    assert open_run(tmp_path).tally(0) == open_run(whole).tally(0)


def test_a_strategy_that_plays_otherwise_than_before_is_refused(tmp_path: Path) -> None:
    flagged = iter([True, False])

    class Fickle(mm.Strategy):
        summary = "opens the first cell, or the last"

        def moves(self, board: mm.Board, rng: object = None) -> list[mm.Move]:
            cells = [cell for cell in board.grid if board.hidden[cell]]
            return [mm.Move(cells[0] if self.is_first else cells[-1], mm.Action.OPEN, mm.Guess(0.5))]

        def __init__(self) -> None:
            self.is_first = next(flagged, False)

    mm.register_strategy("fickle")(Fickle)
    match = mm.strategy.Match.of((6, 6, 6), "fickle", first_click="any", seed=5)
    play(tmp_path / "run", plan(4, (match,)))
    with pytest.raises(mm.InvalidValue, match="the behaviour of fickle has changed"):
        play(tmp_path / "run", plan(8, (match,)), resume=True)


def test_a_record_that_rotted_or_moved_is_refused_and_nothing_is_lost(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "run")
    path = tmp_path / "run" / plan().files[0]
    content = bytearray(path.read_bytes())
    rotted, moved = content.copy(), content.copy()
    rotted[10 * STORED.itemsize + 5] ^= 1
    size = STORED.itemsize
    moved[2 * size : 4 * size] = content[3 * size : 4 * size] + content[2 * size : 3 * size]
    for changed, game in ((rotted, 10), (moved, 2)):
        path.write_bytes(changed)
        with pytest.raises(mm.errors.BadSave, match=f"the record of game {game} is corrupt"):
            open_run(tmp_path / "run").tally(0)
        with pytest.raises(mm.errors.BadSave, match="damaged"):
            play(tmp_path / "run", plan(), resume=True)
        assert path.read_bytes() == changed


def test_a_run_is_never_begun_over_another(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = records(whole)
    with pytest.raises(mm.errors.FileError, match="already contains a run"):
        play(whole, plan())
    with pytest.raises(mm.InvalidValue, match="give the options it was started with"):
        play(whole, plan(matches=MATCHES[:1]), resume=True)
    with pytest.raises(mm.InvalidValue, match="has 40 games"):
        play(whole, plan(30), resume=True)
    monkeypatch.setattr("minemind.lab.store.engine_signature", lambda: "1" * 16)
    with pytest.raises(mm.InvalidValue, match="behaviour has changed since this run started"):
        play(whole, plan(), resume=True)
    assert records(whole) == before
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(mm.errors.FileError, match="contains other files"):
        play(tmp_path, plan())
    with pytest.raises(mm.errors.FileError, match=r"no run\.json"):
        open_run(tmp_path)


def test_more_games_can_be_added(whole: Path, tmp_path: Path) -> None:
    play(tmp_path / "more", plan(25))
    play(tmp_path / "more", plan(40), resume=True)
    assert records(tmp_path / "more") == records(whole)


def test_a_run_that_was_killed_before_it_began_can_be_begun_or_resumed(tmp_path: Path, whole: Path) -> None:
    for resume in (False, True):
        folder = tmp_path / str(resume)
        folder.mkdir()
        (folder / "timings.csv").touch()
        play(folder, plan(), resume=resume)
        assert records(folder) == records(whole)


def test_two_at_once_do_not_mix(tmp_path: Path) -> None:
    with writing_run(tmp_path / "run", plan(), resume=False):
        for resume in (False, True):
            with pytest.raises(mm.errors.FileError, match="another process is writing"):
                play(tmp_path / "run", plan(), resume=resume)
        assert open_run(tmp_path / "run").tally(0).games == 0  # reading is allowed


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there that stands for a full disk")
def test_a_full_disk_stops_a_run_that_can_go_on_later(tmp_path: Path) -> None:
    kept = play(tmp_path / "whole", plan(300))
    for size in (3000, 4000 + STORED.itemsize // 2, 7777):
        folder = tmp_path / str(size)
        done = subprocess.run(
            [sys.executable, "-c", FULL_DISK, folder, str(size)], capture_output=True, text=True, check=True
        )
        assert "cannot write" in done.stdout
        stopped = open_run(folder)
        for number in (0, 1):
            count = stopped.tally(number).games
            assert 0 < count < 300 or number == 1
            assert (folder / plan(300).files[number]).stat().st_size == count * STORED.itemsize
        again = play(folder, plan(300), resume=True)
        assert records(folder) == records(tmp_path / "whole")
        assert [standing.tally for standing in again] == [standing.tally for standing in kept]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        '{"minemind": 1, "kind": "game"}',
        '{"minemind": 1, "kind": "run", "version": "1", "signature": "", "games": 3, "matches": []}',
        '{"minemind": 1, "kind": "run", "version": "1", "signature": "", "games": true, "matches": [3]}',
        '{"minemind": 99, "kind": "run"}',
    ],
)
def test_a_damaged_plan_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(mm.errors.BadSave, match=r"run\.json"):
        open_run(tmp_path)
    with pytest.raises(mm.errors.BadSave):
        play(tmp_path, plan(), resume=True)
    assert (tmp_path / "run.json").read_text() == text


def test_plans_survive_json() -> None:
    odd = mm.strategy.Match.of(
        (5, 7, 9), "exact", max_per_cell=2, grid=mm.Grid(5, 7, "torus", holes=[(0, 0)]), start=(1, 1), seed=2**64 - 1
    )
    wanted = plan(matches=(*MATCHES, odd, odd))
    run = Stored.now(Path("run"), wanted)
    assert Stored.from_json(Path("run"), json.loads(json.dumps(run.to_json()))) == run
    assert len(set(wanted.files)) == 4
