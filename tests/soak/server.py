"""The API: a real server that gets ordinary and hostile bodies for long, answers all of them, and does not grow."""

from __future__ import annotations

import http.client
import random
from pathlib import Path

from benchmarks.load import served
from minemind.web.answering import QUESTIONS
from tests.soak.progress import Progress
from tests.web.asking import BOARD, GUESS
from tests.web.hostile import BODIES, asked

BATCH, WARM = 2_000, (500, 1_000)
GROWTH = 32 * 2**20  # of the server and all workers together
EXPECTED = {200, 400, 404, 413, 422, 503}

# Hostile bodies that take seconds each would take most of the time; they have their own tests.
QUICK = [(name, body) for name, body in BODIES if name in QUESTIONS and len(body) < 2_000]
ORDINARY = [(name, asked(board)) for name in ("analyse", "hint", "guesses") for board in (BOARD, GUESS)]


def memory(port: int) -> dict[int, int]:
    """The bytes of memory of the server that listens there, and of each of its workers."""
    return {process: _resident(process) for process in _family(_listening(port))}


def growth(*moments: dict[int, int]) -> int:
    """By how many bytes the processes that exist at all moments have grown: the last compared with the largest before.

    Others do not count: a worker that was ended is replaced by a small one, and one that was just started is small for
    a while.
    """
    *before, now = moments
    always = set.intersection(*map(set, moments))
    return sum(now[process] - max(moment[process] for moment in before) for process in always)


def _listening(port: int) -> int:
    wanted = f"{port:04X} 00000000:0000 0A"
    for line in Path("/proc/net/tcp").read_text().splitlines():
        if wanted in line:
            return _owner(line.split()[9])
    raise AssertionError(f"nobody listens on {port}")


def _owner(socket: str) -> int:
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if link.readlink().name == f"socket:[{socket}]":
                return int(link.parts[2])
        except OSError:
            continue
    raise AssertionError(f"nobody has socket {socket}")


def _family(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [parent, *(each for child in children for each in _family(int(child)))]


def _resident(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096


def batch(progress: Progress, work: Path) -> int:
    """One server for all requests of the batch, over one connection that is kept."""
    rng = random.Random(f"api {progress.done}")
    warm: list[dict[int, int]] = []
    with served() as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for number in range(BATCH):
            name, body = rng.choice(QUICK if rng.random() < 0.3 else ORDINARY)
            connection.request("POST", f"/api/{name}", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            response.read()
            if response.status not in EXPECTED:
                progress.found.append(f"{response.status} for {name} {body!r:.200}")
            if number in WARM:
                warm.append(memory(port))
        grown = growth(*warm, memory(port))
        connection.close()
    progress.notes["bytes grown"] = grown
    if grown > GROWTH:
        progress.found.append(f"the server grew by {grown:,} bytes in {BATCH - WARM[-1]:,} requests")
    return BATCH
