"""The queue: clients take turns, nobody keeps all workers busy, and nobody waits behind a flood."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from minemind.web.queue import Queue
from minemind.web.refusal import Busy


class Job(NamedTuple):
    client: str
    number: int


def filled(jobs: str, **limits: int) -> Queue[Job]:
    """A queue with a job for each letter, the name of its client, in this order."""
    queue = Queue[Job](**limits)
    for number, client in enumerate(jobs):
        queue.put(Job(client, number))
    return queue


def taken(queue: Queue[Job], jobs: int) -> list[tuple[str, int]]:
    """Take the next jobs; each of them ends before the next begins."""

    async def take() -> list[tuple[str, int]]:
        order = []
        for _ in range(jobs):
            job = await queue.get()
            order.append((job.client, job.number))
            queue.done(job)
        return order

    return asyncio.run(asyncio.wait_for(take(), 30))


def test_clients_take_turns_and_each_has_its_own_order() -> None:
    order = taken(filled("aaaabbac"), 8)
    assert order == [("a", 0), ("b", 4), ("c", 7), ("a", 1), ("b", 5), ("a", 2), ("a", 3), ("a", 6)]


def test_who_comes_after_a_flood_waits_for_one_of_it() -> None:
    queue = filled("a" * 30)
    assert taken(queue, 1) == [("a", 0)]
    queue.put(Job("b", 30))
    assert ("b", 30) in taken(queue, 2)


def test_a_client_with_enough_under_way_is_passed_over_until_one_of_them_ends() -> None:
    async def test() -> None:
        queue = filled("aaab", running_per_client=2)
        begun = [await queue.get() for _ in range(3)]
        assert [job.client for job in begun] == ["a", "b", "a"]
        waiting = asyncio.ensure_future(queue.get())
        await asyncio.sleep(0)
        assert not waiting.done()
        queue.done(begun[1])  # a job of the other client
        await asyncio.sleep(0)
        assert not waiting.done()
        queue.done(begun[0])
        assert await waiting == Job("a", 2)
        assert queue.running == {"a": 2}

    asyncio.run(asyncio.wait_for(test(), 30))


def test_a_flood_fills_its_own_share_and_no_more() -> None:
    queue = filled("aaa", most=5, most_per_client=3)
    with pytest.raises(Busy, match="3 of your questions are already waiting"):
        queue.put(Job("a", 3))
    queue.put(Job("b", 4))
    queue.put(Job("c", 5))
    with pytest.raises(Busy, match="too many questions are waiting"):
        queue.put(Job("d", 6))
    assert len(queue) == 5


def test_who_goes_away_leaves_no_trace() -> None:
    queue = filled("ab")
    assert queue.remove(Job("a", 0))
    assert not queue.remove(Job("a", 0))
    assert taken(queue, 1) == [("b", 1)]
    assert len(queue) == 0
    assert not queue.running
