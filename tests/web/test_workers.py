"""Workers: whatever a question does to one, its client gets an answer, and the pool is complete again."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import minemind as mm
from minemind.web.incidents import Incident
from minemind.web.queue import Queue
from minemind.web.refusal import Busy
from minemind.web.workers import WorkerPool
from tests.processes import is_running, killed

# Seconds for anything that has to happen: only a failure takes that long.
PATIENCE = 60
# A time limit that is never reached, and one that always is.
LONG, SHORT = 10 * PATIENCE, 0.2


def run(test: Callable[[WorkerPool], Coroutine[Any, Any, None]], **options: Any) -> None:
    """Run a test with a pool of its own, and check that its processes end."""

    async def whole() -> None:
        workers = WorkerPool(**{"count": 1, "seconds": LONG, "answering": "tests.web.misbehaving", **options})
        workers.start()
        try:
            await asyncio.wait_for(test(workers), PATIENCE)
            pids = [worker.process.pid for worker in workers.workers]
            assert len(workers.queue) == 0
        finally:
            await workers.close()
        assert not any(map(is_running, pids))

    asyncio.run(whole())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


async def pid_of(workers: WorkerPool, client: str = "client") -> int:
    """The process id of the worker that answers."""
    return int((await workers.ask(client, "pid", b"")).content)


async def begun(workers: WorkerPool, name: str, folder: Path, client: str = "client") -> asyncio.Future[Any]:
    """Start a question, and wait until a worker has begun to answer it."""
    sign = folder / f"{name}-{len(list(folder.iterdir()))}"
    asked = asyncio.ensure_future(workers.ask(client, name, str(sign).encode()))
    await until(sign.exists)
    return asked


def test_one_after_the_other_is_answered_by_the_same_worker() -> None:
    async def test(workers: WorkerPool) -> None:
        assert len({await pid_of(workers) for _ in range(3)}) == 1
        assert str(workers.incidents) == ""

    run(test)


def test_the_time_limit_stops_what_looks_at_its_watch_and_the_worker_goes_on() -> None:
    async def test(workers: WorkerPool) -> None:
        before = await pid_of(workers)
        reply = await workers.ask("client", "compute", b"")
        assert reply.status == 422
        assert b"the time limit of 0.2 s" in reply.content
        assert await pid_of(workers) == before

    run(test, seconds=SHORT, grace=LONG)


def test_what_overruns_is_killed_and_replaced() -> None:
    async def test(workers: WorkerPool) -> None:
        before = await pid_of(workers)
        with pytest.raises(mm.TooHard, match=r"not finished within the time limit of 0.2 s"):
            await workers.ask("client", "hang", b"")
        assert await pid_of(workers) != before
        assert workers.incidents.counts == {Incident.OVERRAN: 1}
        assert not is_running(before)

    run(test, seconds=SHORT, grace=SHORT)


def test_whatever_kills_a_worker_its_client_is_told_so_and_the_next_is_answered(tmp_path: Path) -> None:
    async def test(workers: WorkerPool) -> None:
        pids = [await pid_of(workers)]
        for name in ("crash", "eat") if sys.platform == "linux" else ("crash",):  # memory is limited on Linux only
            with pytest.raises(mm.TooHard, match="ran out of memory or crashed"):
                await workers.ask("client", name, b"")
            pids.append(await pid_of(workers))
        asked = await begun(workers, "compute", tmp_path)
        killed(pids[-1])
        with pytest.raises(mm.TooHard, match="ran out of memory or crashed"):
            await asked
        pids.append(await pid_of(workers))
        assert workers.incidents.counts == {Incident.DIED: len(pids) - 1}
        assert len(set(pids)) == len(pids)

    run(test)


def test_a_worker_that_dies_while_nobody_asks_costs_nobody_an_answer() -> None:
    async def test(workers: WorkerPool) -> None:
        before = await pid_of(workers)
        killed(before)
        (worker,) = workers.workers
        await until(lambda: worker.is_gone)
        assert await pid_of(workers) != before
        assert workers.incidents.counts == {Incident.DIED: 1}

    run(test)


def test_who_goes_away_stops_the_computation_and_frees_the_worker(tmp_path: Path) -> None:
    async def test(workers: WorkerPool) -> None:
        before = await pid_of(workers)
        (await begun(workers, "compute", tmp_path)).cancel()
        assert await pid_of(workers) == before
        assert str(workers.incidents) == ""

    run(test, grace=LONG)


def test_who_goes_away_from_what_cannot_be_stopped_frees_the_place_all_the_same(tmp_path: Path) -> None:
    async def test(workers: WorkerPool) -> None:
        before = await pid_of(workers)
        (await begun(workers, "hang", tmp_path)).cancel()
        assert await pid_of(workers) != before
        assert workers.incidents.counts == {Incident.OVERRAN: 1}

    run(test, grace=SHORT)


def test_who_goes_away_while_waiting_is_never_computed_for(tmp_path: Path) -> None:
    async def test(workers: WorkerPool) -> None:
        first = await begun(workers, "compute", tmp_path)
        never = tmp_path / "never"
        waiting = asyncio.ensure_future(workers.ask("client", "compute", str(never).encode()))
        await until(lambda: len(workers.queue) == 1)
        waiting.cancel()
        await until(lambda: len(workers.queue) == 0)
        first.cancel()
        await pid_of(workers)
        assert not never.exists()

    run(test, grace=LONG)


def test_one_client_cannot_keep_all_workers_busy_not_even_while_they_start() -> None:
    async def test(workers: WorkerPool) -> None:
        flood = [asyncio.ensure_future(workers.ask("attacker", "compute", b"")) for _ in range(5)]
        while len(workers.workers) < 3:
            assert workers.queue.running["attacker"] <= 1
            await asyncio.sleep(0)
        await until(lambda: workers.queue.running["attacker"] == 2)
        await pid_of(workers, "somebody else")
        assert workers.queue.running == {"attacker": 2}
        assert len(workers.queue) == 3
        for asked in flood:
            asked.cancel()

    run(test, count=3, grace=LONG)


def test_whoever_wears_out_a_worker_waits_for_the_next(tmp_path: Path) -> None:
    """Its place counts as taken until there is a new worker, so that it cannot use up the other places meanwhile."""

    async def test(workers: WorkerPool) -> None:
        await asyncio.gather(*(pid_of(workers, client) for client in "ab"))
        with pytest.raises(mm.TooHard):
            await workers.ask("attacker", "crash", b"")
        assert workers.queue.running == {"attacker": 1}
        await pid_of(workers, "somebody else")
        await until(lambda: not workers.queue.running)
        assert len(workers.workers) == 2

    run(test, count=2)


def test_who_finds_the_queue_full_is_sent_away_and_counted(tmp_path: Path) -> None:
    async def test(workers: WorkerPool) -> None:
        first = await begun(workers, "compute", tmp_path)
        second = asyncio.ensure_future(workers.ask("client", "compute", b""))
        await until(lambda: len(workers.queue) == 1)
        with pytest.raises(Busy):
            await workers.ask("client", "pid", b"")
        assert workers.incidents.counts == {Incident.BUSY: 1}
        second.cancel()
        first.cancel()
        await until(lambda: len(workers.queue) == 0)
        await pid_of(workers)

    run(test, grace=LONG, queue=Queue(most_per_client=1))


def test_closing_ends_everything_and_leaves_nobody_waiting(tmp_path: Path) -> None:
    async def test(workers: WorkerPool) -> None:
        asked = [await begun(workers, "hang", tmp_path, client) for client in "ab"]
        asked += [asyncio.ensure_future(workers.ask(client, "pid", b"")) for client in "abc"]
        await until(lambda: len(workers.queue) == 3)
        pids = [worker.process.pid for worker in workers.workers]
        await workers.close()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(answer) for answer in answers] == ["the server is shutting down"] * 5
        assert not any(map(is_running, pids))
        for asking in asked:
            assert asking.done()
        while len(workers.queue):
            await workers.queue.get()

    run(test, count=2)


SERVER = """
import asyncio, sys
from minemind.web.workers import WorkerPool

async def main():
    workers = WorkerPool(count=1, seconds=0.1, grace=60, answering="tests.web.misbehaving")
    workers.start()
    print((await workers.ask("client", "pid", b"")).content.decode(), flush=True)
    await workers.ask("client", sys.argv[1], sys.argv[2].encode())
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("name", ["pid", "hang"])
def test_a_server_that_is_killed_leaves_no_worker_behind(name: str, tmp_path: Path) -> None:
    sign = tmp_path / "begun"
    command = [sys.executable, "-c", SERVER, name, str(sign)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        asyncio.run(asyncio.wait_for(until(sign.exists), PATIENCE))
        server.kill()
    asyncio.run(asyncio.wait_for(until(lambda: not is_running(pid)), PATIENCE))
