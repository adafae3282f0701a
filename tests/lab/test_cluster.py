"""A real scheduler and real workers on this machine: their results are those of a local run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import minemind as mm
from minemind.lab.cluster import _RemoteChunk
from minemind.lab.store import STORED, open_run
from tests.lab.runs import records

DASK = [str(Path(sys.executable).with_name("dask"))]
COMMAND = [sys.executable, "-m", "minemind"]
BENCH = ["bench", "--preset", "intermediate", "--strategy", "champion,csp", "--seed", "11", "--first-click", "safe"]

# Games of each match: enough that none has finished when the first hundred games are seen.
GAMES = 600


def wait_until(is_so: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    for _ in range(1200):
        if is_so():
            return
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("it never came to be")


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self.log = (folder / "dask.log").open("w")
        self.file = folder / "scheduler.json"
        words = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file"]
        self.scheduler = self._start([*words, str(self.file)])
        wait_until(self.file.exists, self.scheduler)
        wait_until(lambda: bool(self.file.read_text()), self.scheduler)
        self.address = json.loads(self.file.read_text())["address"]
        self.workers = [self.add_worker() for _ in range(2)]

    def _start(self, words: list[str]) -> subprocess.Popen[str]:
        return subprocess.Popen([*DASK, *words], stdout=self.log, stderr=self.log, text=True)

    def add_worker(self) -> subprocess.Popen[str]:
        return self._start(["worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"])

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.stop()


def started(games: int, out: Path, *more: str, start_new_session: bool = False) -> subprocess.Popen[str]:
    words = [*COMMAND, *BENCH, "--games", str(games), "--out", str(out), *more]
    return subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=start_new_session
    )


def played(games: int, out: Path, *more: str) -> None:
    with started(games, out, *more) as process:
        said = process.communicate()
        assert process.returncode == 0, said


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The records of an undisturbed local run."""
    out = tmp_path_factory.mktemp("runs") / "near"
    played(GAMES, out)
    return records(out)


def done(out: Path) -> int:
    """The number of games of both matches on disk."""
    return sum(path.stat().st_size for path in out.glob("*.games")) // STORED.itemsize


def test_a_worker_dies_and_the_results_are_those_of_a_local_run(
    cluster: Cluster, near: dict[str, bytes], tmp_path: Path
) -> None:
    with started(GAMES, tmp_path / "far", "--scheduler", cluster.address) as process:
        wait_until(lambda: done(tmp_path / "far") > 100, process)
        cluster.workers[0].kill()
        said = process.communicate()
        assert process.returncode == 0, said
        assert "Traceback" not in "".join(said)
    assert records(tmp_path / "far") == near
    rows = open_run(tmp_path / "far").timings()
    assert len({(row.match, row.first) for row in rows}) == len(rows)
    assert sum(row.games for row in rows) == 2 * GAMES  # the work of the dead worker was done again, once
    assert len({row.worker for row in rows}) == 2


def test_a_scheduler_that_goes_away_leaves_a_run_that_can_go_on(
    cluster: Cluster, near: dict[str, bytes], tmp_path: Path
) -> None:
    with started(GAMES, tmp_path / "far", "--scheduler", cluster.address) as process:
        wait_until(lambda: done(tmp_path / "far") > 100, process)
        cluster.scheduler.kill()
        _, said = process.communicate()
        assert process.returncode == 1
        assert "lost the connection to the scheduler" in said
        assert "--resume continues" in said
        assert "Traceback" not in said
    assert 100 < done(tmp_path / "far") < 2 * GAMES
    played(GAMES, tmp_path / "far", "--resume")
    assert records(tmp_path / "far") == near


def test_a_cluster_without_workers_is_not_waited_for(cluster: Cluster, tmp_path: Path) -> None:
    with started(GAMES, tmp_path / "far", "--scheduler", cluster.address) as process:
        wait_until(lambda: done(tmp_path / "far") > 100, process)
        for worker in cluster.workers:
            worker.kill()
        _, said = process.communicate()
        assert process.returncode == 1
        assert "there are no workers left" in said
        assert "--resume continues" in said


def test_ctrl_c_on_a_terminal_ends_a_local_cluster_in_silence(tmp_path: Path) -> None:
    with started(100_000, tmp_path / "far", "--workers", "2", start_new_session=True) as process:
        wait_until(lambda: done(tmp_path / "far") > 100, process)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate()
        assert process.returncode == 130
        assert "Traceback" not in said
        assert "--resume continues" in said


def test_a_cluster_of_this_machine_brings_the_same(tmp_path: Path) -> None:
    played(200, tmp_path / "far", "--workers", "2")
    played(200, tmp_path / "near", "--jobs", "1")
    assert records(tmp_path / "far") == records(tmp_path / "near")


def test_a_scheduler_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from minemind.lab import cluster as room

    monkeypatch.setattr(room, "PATIENCE", 0.2)
    with pytest.raises(mm.errors.WorkersLost, match="no scheduler responds"), room.cluster_workers("tcp://127.0.0.1:9"):
        pass
    for address in ("nonsense://x", "tcp://127.0.0.1:99999999", "", "localhost", "tcp://a b:1"):
        with pytest.raises(mm.InvalidValue, match="is not the address of a scheduler"), room.cluster_workers(address):
            pass


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from minemind.lab.cluster import cluster_workers as connect

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(mm.errors.MissingExtra, match=r"minemind-engine\[cluster\]"), connect("tcp://127.0.0.1:1"):
        pass


def test_a_worker_with_another_engine_refuses() -> None:
    from minemind.lab.cluster import _play_there

    with pytest.raises(mm.InvalidValue, match="same version of minemind everywhere"):
        _play_there(mm.strategy.Match.of("beginner", "exact"), 0, 5, "another")


def test_what_dask_cancels_in_its_own_thread_is_a_lost_connection() -> None:
    """A cancelled coroutine leaves Dask's `sync` without a result; found by killing workers under load."""

    class Cancelled:
        def result(self, timeout: float) -> None:
            raise UnboundLocalError("cannot access local variable 'result' where it is not associated with a value")

    with pytest.raises(mm.errors.WorkersLost, match="lost the connection to the scheduler"):
        _RemoteChunk(Cancelled(), "tcp://10.0.0.1:8786").result()
