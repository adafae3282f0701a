"""What it costs to keep results: memory of a long run, loading a million games, and a chunk of work on a cluster."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import minemind as mm
from benchmarks.measurement import Measurement
from minemind.lab.cluster import cluster_workers
from minemind.lab.store import open_run

SHORT, LONG = 100_000, 1_000_000

# Chunks of one short game each: nearly all of their time is that of sending them.
CHUNKS = 300

# In a process of its own, for its peak memory.
RUN = """
import json, resource, sys
import minemind as mm
from minemind.lab.plan import Plan
from minemind.lab.run import play_run
from minemind.lab.store import writing_run
from minemind.lab.workers import local_workers
plan = Plan((mm.strategy.Match.of("beginner", "rules", seed=1),), int(sys.argv[2]))
with writing_run(sys.argv[1], plan, resume=False) as writer, local_workers(1) as workers:
    play_run(plan, workers, writer)
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
"""


def measurements() -> Iterator[Measurement]:
    """All figures, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        short, long = (_megabytes(Path(folder) / str(games), games) for games in (SHORT, LONG))
        yield Measurement(f"memory of a run of {LONG:,} games", long, None, "MB")
        yield Measurement(f"… more than of {SHORT:,}", long - short, 20, "MB")
        run = open_run(Path(folder) / str(LONG))
        start = time.process_time()
        table = run.outcomes(0)
        yield Measurement("… loaded into a table, every record checked", time.process_time() - start, 1, "s")
        assert len(table) == LONG
    yield Measurement(f"a chunk on a cluster, besides its games ({CHUNKS} chunks)", 1000 * _overhead(), None, "ms")


def _megabytes(folder: Path, games: int) -> float:
    done = subprocess.run([sys.executable, "-c", RUN, folder, str(games)], capture_output=True, check=True)
    return float(json.loads(done.stdout))


def _overhead() -> float:
    """The wall-clock seconds for a chunk besides its game, with a scheduler and a worker on this machine."""
    match = mm.strategy.Match.of("beginner", "rules", seed=1)
    with cluster_workers(workers=1) as workers:
        workers.submit(match, 0, 1).result()
        start = time.perf_counter()
        promised = [workers.submit(match, index, 1) for index in range(CHUNKS)]
        chunks = [each.result() for each in promised]
        return (time.perf_counter() - start - sum(chunk.wall_s for chunk in chunks)) / CHUNKS
