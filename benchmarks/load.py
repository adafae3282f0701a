"""Load: how long a crowd waits for its answers. A real server on loopback, and clients that ask without a pause.

`python -m benchmarks.load` takes half a minute, and is not part of `make bench`: it measures wall-clock time, which
other work on the machine affects. With `--attack` it measures instead how long a second client waits while a first one
does its worst: two and a half minutes.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

import minemind as mm
from benchmarks import attack
from benchmarks.positions import expert_files, stuck_expert

# Positions of seeded games, in addition to those of the tests, at which a guess is due, which takes longest.
STUCK = 60

QUESTIONS = ("analyse", "hint")


@dataclass
class Tally:
    """The delays and errors of one client."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def main() -> int:
    """Print what was measured; the exit code says whether all were answered."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--attack", action="store_true", help="the delay of one client while another attacks")
    given = parser.parse_args()
    if given.attack:
        return attack.report()
    boards = [*expert_files(), *stuck_expert(STUCK)]
    with served() as port:
        tallies = crowd(port, boards, given.clients, given.seconds)
    seconds = sorted(second for tally in tallies for second in tally.seconds)
    errors = [error for tally in tallies for error in tally.errors]
    print(
        f"{given.clients} clients for {given.seconds:g} s, {' and '.join(QUESTIONS)} of {len(boards)} Expert positions"
    )
    print(f"requests {len(seconds):,} ({len(seconds) / given.seconds:,.0f} a second)   errors {len(errors)}")
    for share in (50, 99):
        print(f"p{share} {1000 * seconds[len(seconds) * share // 100]:.0f} ms   ", end="")
    print(f"longest {1000 * seconds[-1]:.0f} ms   on {os.cpu_count()} cores, which the clients share")
    print(*errors[:5], sep="\n", end="")
    return 1 if errors else 0


@contextmanager
def served(*options: str) -> Iterator[int]:
    """A server in a process of its own, and its port."""
    command = [sys.executable, "-m", "minemind", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r":(\d+) ", process.stdout.readline())
        assert found is not None
        try:
            yield int(found[1])
        finally:
            process.send_signal(signal.SIGINT)


def crowd(port: int, boards: Sequence[mm.Board], clients: int, seconds: float) -> list[Tally]:
    """The delays and errors of each of some clients in the given time."""
    bodies = [json.dumps({"board": {"text": str(board)}}) for board in boards]
    tallies, end = [Tally() for _ in range(clients)], time.monotonic() + seconds
    threads = [
        threading.Thread(target=ask, args=(port, bodies, number * len(bodies) // clients, end, tally))
        for number, tally in enumerate(tallies)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tallies


def ask(port: int, bodies: Sequence[str], first: int, end: float, tally: Tally) -> None:
    """Ask one question after the other, each about the next position."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for turn in count():
        if (start := time.monotonic()) > end:
            break
        name, body = QUESTIONS[turn % len(QUESTIONS)], bodies[(first + turn // len(QUESTIONS)) % len(bodies)]
        try:
            connection.request("POST", f"/api/{name}", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            answer = json.load(response)
            if response.status != 200 or answer["rows"] != 16:
                tally.errors.append(f"{name}: {response.status} {answer}")
        except (OSError, http.client.HTTPException) as error:
            tally.errors.append(f"{name}: {error!r}")
            connection.close()
        tally.seconds.append(time.monotonic() - start)
    connection.close()


if __name__ == "__main__":
    sys.exit(main())
