"""What the engine protocol adds to the engine's own time, over real pipes. `python -m benchmarks.protocol`.

The engine's own time is that of the same answer in this process, for the same positions of Expert games; what a request
costs is all the processor time of the engine's process, in both of its threads, between two readings of its clock. The
client, which is this process, does not count.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

import minemind as mm
from benchmarks.measurement import Measurement, printed
from benchmarks.proofs import each_position
from minemind.answers import answer

# Positions, and how often each is asked about, the first time to warm up.
POSITIONS, ROUNDS = 300, 6

ENGINE = (sys.executable, "-m", "minemind", "engine")

# Microseconds over the engine's own time; seconds for a start.
MUST, MUST_START = 200, 0.15


def measurements() -> Iterator[Measurement]:
    """A start, and the overhead of an Expert analysis: with probabilities alone, and with all parts."""
    yield Measurement("engine protocol: a start", _start(), MUST_START, "s")
    boards = [board for _, (board, _) in zip(range(POSITIONS), each_position(), strict=False)]
    for said, parts, must in (("probabilities", (), MUST), ("all parts", answer.PARTS, None)):
        own, asked = _own(boards, parts), _asked(boards, parts)
        yield Measurement(f"engine protocol: Expert analysis, {said}: over the engine's", asked - own, must, "µs")
        yield Measurement(f"engine protocol: {said}: ratio to the engine's own time", asked / own, None, "×")


def _start() -> float:
    """The CPU seconds from the start to the end of an empty session, the least of some."""
    return min(_children_seconds() for _ in range(5))


def _children_seconds() -> float:
    # Compiling is not part of a start: the first one keeps its bytecode, even if the environment forbids that.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(ENGINE, input=b"", stdout=subprocess.DEVNULL, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _own(boards: Sequence[mm.Board], parts: Sequence[str]) -> float:
    """The microseconds of CPU time for an answer in this process."""
    times = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        for board in boards:
            answer.analyse(board, parts=parts)
        times.append(time.thread_time() - began)
    return 1e6 * min(times) / len(boards)


def _asked(boards: Sequence[mm.Board], parts: Sequence[str]) -> float:
    """The microseconds of CPU time for a request in the engine's process."""
    lines = [_request(board, parts) for board in boards]
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin
        assert engine.stdout
        clock = _clock(engine.pid)
        times = []
        for _ in range(ROUNDS):
            began = time.clock_gettime(clock)
            for line in lines:
                engine.stdin.write(line)
                engine.stdin.flush()
                assert b'"result"' in engine.stdout.readline()
            times.append(time.clock_gettime(clock) - began)
        engine.stdin.close()
    return 1e6 * min(times) / len(boards)


def _request(board: mm.Board, parts: Sequence[str]) -> bytes:
    return json.dumps({"id": 1, "ask": "analyse", "parts": list(parts), "board": {"text": str(board)}}).encode() + b"\n"


def _clock(pid: int) -> int:
    """The clock of another process, as Linux numbers it: its id, inverted, above the three bits of the kind."""
    return (~pid << 3) | 2


if __name__ == "__main__":
    sys.exit(printed(measurements()))
