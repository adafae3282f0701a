"""Slots: who computes, who waits, who is sent away, and how those leave who are not waited for any more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

import minemind as mm
from minemind.solve.deadline import Deadline
from minemind.web.refusal import Busy
from minemind.web.slots import ClientGone, Slots
from tests.solve.lattice import lattice

# Seconds for anything that has to happen: only a failure takes that long.
PATIENCE = 30


async def stays() -> None:
    """A client that waits for its answer."""
    await asyncio.Event().wait()


def run(test: Callable[[Slots], Coroutine[Any, Any, None]], **limits: Any) -> None:
    """Run a test in a loop of its own; afterwards nothing is left of it."""

    async def whole() -> None:
        slots = Slots(**limits)
        try:
            await asyncio.wait_for(test(slots), PATIENCE)
            await until(lambda: not slots.inside)
        finally:
            slots.close()

    asyncio.run(whole())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0)


class Work:
    """A computation that goes on until it is let go, or stopped."""

    def __init__(self) -> None:
        self.begun, self.let_go, self.was_stopped = threading.Event(), threading.Event(), False

    def __call__(self) -> str:
        self.begun.set()
        deadline = Deadline()
        while not self.let_go.is_set():
            try:
                deadline.look()
            except mm.TooHard:
                self.was_stopped = True
                raise
        return "done"


def leaving() -> tuple[asyncio.Event, Callable[[], Awaitable[object]]]:
    """A client that goes away when the event is set."""
    gone = asyncio.Event()
    return gone, gone.wait


def test_an_answer_comes_back_and_so_does_what_went_wrong() -> None:
    async def test(slots: Slots) -> None:
        assert await slots.run(lambda: 42, stays) == 42
        with pytest.raises(ZeroDivisionError):
            await slots.run(lambda: 1 // 0, stays)

    run(test)


def test_no_more_are_computed_at_once_than_there_are_slots() -> None:
    async def test(slots: Slots) -> None:
        works = [Work() for _ in range(5)]
        asked = [asyncio.ensure_future(slots.run(work, stays)) for work in works]
        await until(lambda: slots.waiting == 3 and all(work.begun.is_set() for work in works[:2]))
        assert not any(work.begun.is_set() for work in works[2:])
        works[0].let_go.set()
        await until(works[2].begun.is_set)  # those who wait come one after the other
        assert not works[3].begun.is_set()
        for work in works:
            work.let_go.set()
        assert await asyncio.gather(*asked) == ["done"] * 5

    run(test, computations=2)


def test_who_finds_the_queue_full_is_sent_away() -> None:
    async def test(slots: Slots) -> None:
        works = [Work() for _ in range(3)]
        asked = [asyncio.ensure_future(slots.run(work, stays)) for work in works]
        await until(lambda: slots.waiting == 2 and works[0].begun.is_set())
        with pytest.raises(Busy):
            await slots.run(lambda: 42, stays)
        for work in works:
            work.let_go.set()
        await asyncio.gather(*asked)
        assert await slots.run(lambda: 42, stays) == 42

    run(test, computations=1, queue=2)


def test_a_crowd_that_comes_at_once_is_counted_as_it_comes() -> None:
    async def test(slots: Slots) -> None:
        works = [Work() for _ in range(10)]
        asked = [asyncio.ensure_future(slots.run(work, stays)) for work in works]
        await until(works[0].begun.is_set)
        for work in works:
            work.let_go.set()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert answers[:3] == ["done"] * 3
        assert [type(answer) for answer in answers[3:]] == [Busy] * 7

    run(test, computations=1, queue=2)


def test_a_queue_of_none_leaves_the_slots() -> None:
    async def test(slots: Slots) -> None:
        assert await slots.run(lambda: 42, stays) == 42

    run(test, computations=1, queue=0)


def test_who_goes_away_while_waiting_leaves_the_queue() -> None:
    async def test(slots: Slots) -> None:
        work, never = Work(), Work()
        asked = asyncio.ensure_future(slots.run(work, stays))
        await until(work.begun.is_set)
        gone, waits = leaving()
        left = asyncio.ensure_future(slots.run(never, waits))
        await until(lambda: slots.waiting == 1)
        gone.set()
        with pytest.raises(ClientGone):
            await left
        await until(lambda: slots.waiting == 0)
        work.let_go.set()
        await asked
        assert await slots.run(lambda: 42, stays) == 42
        assert not never.begun.is_set()

    run(test, computations=1)


def test_who_goes_away_while_it_is_computed_stops_that_and_frees_the_slot() -> None:
    async def test(slots: Slots) -> None:
        work = Work()
        gone, waits = leaving()
        left = asyncio.ensure_future(slots.run(work, waits))
        await until(work.begun.is_set)
        gone.set()
        with pytest.raises(ClientGone):
            await left
        assert await slots.run(lambda: 42, stays) == 42  # there is one slot only
        assert work.was_stopped

    run(test, computations=1, seconds=10 * PATIENCE)


def test_the_engine_is_stopped_while_it_counts() -> None:
    board, begun = lattice(25, 25, seed=1), threading.Event()

    def work() -> mm.Analysis:
        begun.set()
        while True:  # again and again, so that only a stop ends it
            mm.solve.native.COUNTS.clear()
            mm.analyse(board)

    async def test(slots: Slots) -> None:
        gone, waits = leaving()
        left = asyncio.ensure_future(slots.run(work, waits))
        await until(begun.is_set)
        gone.set()
        with pytest.raises(ClientGone):
            await left
        assert await slots.run(lambda: 42, stays) == 42

    run(test, computations=1, seconds=10 * PATIENCE)


def test_the_time_limit_stops_what_nobody_stops() -> None:
    async def test(slots: Slots) -> None:
        work = Work()
        with pytest.raises(mm.TooHard, match=r"the time limit of 0.01 s"):
            await slots.run(work, stays)
        assert work.was_stopped

    run(test, seconds=0.01)


def test_closing_stops_everything() -> None:
    async def test(slots: Slots) -> None:
        works = [Work() for _ in range(2)]
        asked = [asyncio.ensure_future(slots.run(work, stays)) for work in works]
        await until(lambda: all(work.begun.is_set() for work in works))
        slots.close()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [mm.TooHard] * 2

    run(test, computations=2, seconds=10 * PATIENCE)
