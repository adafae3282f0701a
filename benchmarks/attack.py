"""Attack: how long an innocent client waits for small answers while another one does its worst to the same server.

Everything happens on loopback: the attacker comes from 127.0.0.1, the innocent client from 127.0.0.2. Each attack has a
server and an attacker of its own, both in processes of their own, and a bounded time; then the server gets Ctrl-C while
the attack continues.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import minemind as mm

# Seconds of each attack before the server gets Ctrl-C, and between two questions of the innocent client.
SECONDS = 10.0
PAUSE = 0.02

# What is promised: seconds.
LONGEST_DELAY, LONGEST_END = 0.3, 1.0

ATTACKER, INNOCENT = "127.0.0.1", "127.0.0.2"
SMALL = json.dumps({"board": {"text": "1 4 1\n.1.."}})

Act = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[object]]


def request(name: str, question: object) -> bytes:
    """A whole request, as it goes over the wire."""
    body = json.dumps(question).encode()
    return head(name, f"Content-Length: {len(body)}") + body


def head(name: str, length: str) -> bytes:
    """The head of a request."""
    lines = [f"POST /api/{name} HTTP/1.1", "Host: localhost", "Content-Type: application/json", length, "", ""]
    return "\r\n".join(lines).encode()


def hidden(rows: int, cols: int, mines: int, per_cell: int) -> dict[str, dict[str, str]]:
    """A question about a board that is all hidden."""
    return {"board": {"text": "\n".join([f"{rows} {cols} {mines} k={per_cell}", *["." * cols] * rows])}}


HOSTILE = [
    request("guesses", hidden(3, 3, 445, 99)),
    request("analyse", hidden(100, 100, 495_000, 99)),
    request("guesses", hidden(5, 1, 28, 7)),
    request("guesses", hidden(30, 3, 712, 8)),
    request("guesses", hidden(100, 100, 40_000, 8)),
    request("analyse", {**hidden(100, 100, 40_000, 8), "method": "sampling"}),
    request("convert", {"text": hidden(100, 100, 40_000, 8)["board"]["text"], "to": ["svg"]}),
    head("hint", "Content-Length: 60000") + b"[" * 60_000,
]
HARD = request("guesses", {"board": {"text": str(mm.Game.preset("expert").board)}, "games": 1000})
QUESTION = request("hint", json.loads(SMALL))
PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def hostile_bodies(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Ask questions that once never ended, or froze the server."""
    for asked in HOSTILE:
        writer.write(asked)
        await answer(reader)


async def hard_questions(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Ask a question that takes the whole time limit, again and again."""
    writer.write(HARD)
    await answer(reader)


async def hard_and_gone(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Ask, and do not wait for the answer."""
    writer.write(HARD)
    await writer.drain()
    await asyncio.sleep(0.02)
    writer.transport.abort()


async def never_reading(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send one request after the other, and read nothing."""
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    while not writer.is_closing():
        writer.write(PAGE * 500 + HARD)
        await writer.drain()


async def slow_sending(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a request byte by byte."""
    for place in range(len(HARD)):
        if writer.is_closing():
            return
        writer.write(HARD[place : place + 1])
        await asyncio.sleep(0.05)


async def huge_bodies(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send an endless body in chunks of the smallest size."""
    writer.write(head("hint", "Transfer-Encoding: chunked"))
    while not writer.is_closing():
        writer.write(b"1\r\nx\r\n" * 10_000)
        await writer.drain()


async def small_requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Ask for the page, as fast as answers come."""
    writer.write(PAGE)
    await answer(reader)


async def small_questions(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Ask a question that is answered at once, as fast as answers come."""
    writer.write(QUESTION)
    await answer(reader)


async def one_request_each(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Ask for the page, and hang up."""
    writer.write(PAGE)
    await answer(reader)
    writer.transport.abort()


async def coming_and_going(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Connect, send half a line, and hang up."""
    writer.write(PAGE[:10])
    writer.transport.abort()


async def answer(reader: asyncio.StreamReader) -> None:
    """Read a whole response."""
    received = await reader.readuntil(b"\r\n\r\n")
    found = re.search(rb"content-length: (\d+)", received.lower())
    await reader.readexactly(int(found[1]) if found else 0)


# The number of connections of each attack, and what each of them does.
ATTACKS: dict[str, tuple[int, Act | None]] = {
    "nobody attacks": (0, None),
    "hostile bodies": (16, hostile_bodies),
    "hard questions": (66, hard_questions),
    "hard questions, and gone": (66, hard_and_gone),
    "requests sent ahead, never read": (150, never_reading),
    "slow senders": (150, slow_sending),
    "endless bodies in chunks of a byte": (66, huge_bodies),
    "a flood of small requests": (66, small_requests),
    "a flood of small questions": (66, small_questions),
    "a connection for each small request": (66, one_request_each),
    "connections that come and go": (66, coming_and_going),
}


def attacking(name: str, port: int, seconds: float) -> None:
    """Attack a server for some time; the attacker's process runs this."""
    connections, act = ATTACKS[name]

    async def connection(end: float) -> None:
        assert act is not None
        while time.monotonic() < end:
            try:
                reader, writer = await asyncio.open_connection(ATTACKER, port, local_addr=(ATTACKER, 0))
            except OSError:
                await asyncio.sleep(0.05)
                continue
            try:
                while time.monotonic() < end and not writer.is_closing():
                    await act(reader, writer)
            except (OSError, EOFError):
                await asyncio.sleep(0.01)
            finally:
                writer.transport.abort()

    async def all_of_them() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(connection(time.monotonic() + seconds) for _ in range(connections)))

    asyncio.run(all_of_them())


@dataclass(frozen=True)
class Measured:
    """The delays and errors of the innocent client, and how the server ended: after how long, and with what log."""

    name: str
    delays: list[float]
    errors: list[str]
    ending: float
    log: str

    @property
    def is_as_promised(self) -> bool:
        """Whether delays and the end were as short as promised, and without errors."""
        promised = max(self.delays) <= LONGEST_DELAY and self.ending <= LONGEST_END
        return promised and not self.errors and "Traceback" not in self.log

    def __str__(self) -> str:
        delays = sorted(self.delays)
        p50, p99, worst = (1000 * delays[place] for place in (len(delays) // 2, len(delays) * 99 // 100, -1))
        line = (
            f"{self.name:35} {len(delays):5} {p50:6.0f} ms {p99:6.0f} ms {worst:6.0f} ms {1000 * self.ending:6.0f} ms"
        )
        return "\n    ".join([line, *self.errors[:3], *self.log.splitlines()[:5]])


def measured(name: str, seconds: float = SECONDS) -> Measured:
    """Measure one attack."""
    command = [sys.executable, "-m", "minemind", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r":(\d+) ", server.stdout.readline())
        assert found is not None
        port = int(found[1])
        ask(port)  # the first worker is ready
        time.sleep(1)  # and the others
        with _attacker(name, port, seconds + 5):
            delays, errors = innocent(port, seconds)
            begin = time.monotonic()
            server.send_signal(signal.SIGINT)
            _, log = server.communicate(timeout=60)
            ending = time.monotonic() - begin
    return Measured(name, delays, errors, ending, log)


@contextmanager
def _attacker(name: str, port: int, seconds: float) -> Iterator[None]:
    process = multiprocessing.get_context("spawn").Process(target=attacking, args=(name, port, seconds))
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def innocent(port: int, seconds: float) -> tuple[list[float], list[str]]:
    """The delays of small questions, each on a connection of its own, and the errors of those without an answer."""
    delays, errors, end = list[float](), list[str](), time.monotonic() + seconds
    while (begin := time.monotonic()) < end:
        try:
            ask(port)
        except (OSError, http.client.HTTPException, AssertionError) as error:
            errors.append(repr(error))
        delays.append(time.monotonic() - begin)
        time.sleep(PAUSE)
    return delays, errors


def ask(port: int) -> None:
    """Ask a small question."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(INNOCENT, 0))
    connection.request("POST", "/api/hint", SMALL, {"Content-Type": "application/json"})
    response = connection.getresponse()
    assert response.status == 200, response.status
    assert json.load(response)["moves"]
    connection.close()


def report() -> int:
    """Print what was measured; the exit code says whether all was as promised."""
    print(f"a client of {INNOCENT}, {SECONDS:g} s for each attack from {ATTACKER}, on {os.cpu_count()} cores for all")
    print(f"{'attack':35} {'asked':>5} {'p50':>9} {'p99':>9} {'longest':>9} {'Ctrl-C':>9}")
    kept = True
    for name in ATTACKS:
        found = measured(name)
        print(found, flush=True)
        kept &= found.is_as_promised
    print("as promised" if kept else f"NOT as promised: {LONGEST_DELAY:g} s for an answer, {LONGEST_END:g} s to end")
    return 0 if kept else 1
