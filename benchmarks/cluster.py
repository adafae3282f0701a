"""Cluster: a run on Dask workers that are killed while they play, compared with the same run without them.

`python -m benchmarks.cluster` starts a scheduler and workers on this machine, kills some of the workers, and says
whether the files are those of a local run, byte for byte, and what a chunk of work cost: CPU time of the games, and of
the process that hands them out.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import threading
import time
from pathlib import Path

import psutil

import minemind as mm
from minemind.lab.cluster import cluster_workers
from minemind.lab.plan import Plan
from minemind.lab.run import play_run
from minemind.lab.store import writing_run
from minemind.lab.workers import ChunkWorkers, local_workers

SECONDS_BETWEEN_KILLS = 5.0


class Killer(threading.Thread):
    """Kills worker processes one by one while the run lasts."""

    def __init__(self, kills: int) -> None:
        super().__init__(daemon=True)
        self.left, self.killed, self.is_over = kills, 0, threading.Event()

    def run(self) -> None:
        """Wait and kill in turn."""
        while self.left > self.killed and not self.is_over.wait(SECONDS_BETWEEN_KILLS):
            workers = [child for child in psutil.Process().children(recursive=True) if _is_worker(child)]
            if workers:
                workers[-1].kill()
                self.killed += 1


def _is_worker(process: psutil.Process) -> bool:
    try:
        return "multiprocessing.spawn" in " ".join(process.cmdline())
    except psutil.Error:
        return False


def played(folder: Path, plan: Plan, workers: ChunkWorkers) -> bytes:
    """Play the run and return its records."""
    with writing_run(folder, plan, resume=False) as writer:
        play_run(plan, workers, writer)
    (records,) = folder.glob("*.games")
    return records.read_bytes()


def main() -> None:
    """Play both runs and print the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    parser.add_argument("--games", type=int, default=8_000)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--kills", type=int, default=3)
    given = parser.parse_args()
    match = mm.strategy.Match.of("expert", "champion", first_click="safe", start=(0, 0), seed=1)
    plan = Plan((match,), given.games)
    killer = Killer(given.kills)
    with tempfile.TemporaryDirectory() as folder:
        away, home = Path(folder) / "away", Path(folder) / "home"
        with cluster_workers(workers=given.workers) as workers:
            killer.start()
            start = time.process_time()
            far = played(away, plan, workers)
            own = time.process_time() - start
            killer.is_over.set()
        with local_workers(1) as local:
            is_same = far == played(home, plan, local)
        chunks = [*csv.DictReader((away / "timings.csv").read_text().splitlines())]
    games = sum(float(chunk["cpu_s"]) for chunk in chunks)
    print(f"{given.games:,} games in {len(chunks):,} chunks, {killer.killed} workers killed; same bytes: {is_same}")
    print(f"CPU: {games:.1f} s of games, {1000 * own / len(chunks):.1f} ms a chunk of the process that hands them out")


if __name__ == "__main__":
    main()
