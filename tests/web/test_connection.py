"""Connections: clients that do not read, do not send, send too much, or come too often, next to other clients."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from minemind.web import connection, traffic
from minemind.web.clients import client_at
from minemind.web.connection import Connection
from minemind.web.incidents import Incident
from minemind.web.limits import (
    BURST_SECONDS,
    CONNECTIONS,
    CONNECTIONS_PER_CLIENT,
    HEAD_BYTES,
    HEAD_LINES,
    LOOP_SHARE,
    PIECE_BYTES,
    READ_BYTES,
    UNSENT_BYTES,
)
from minemind.web.traffic import Pace, Traffic

PATIENCE = 20
GET = b"GET /%d HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
READ_AT_ONCE = 256 * 1024  # by asyncio


class Site:
    """A server in this process that logs its requests. It answers with some bytes, or with the length of the body."""

    def __init__(self, answer: bytes = b"ok") -> None:
        self.answer, self.reads_bodies = answer, True
        self.paths: list[str] = []
        self.traffic = Traffic()
        self.state = ServerState()
        self.failures: list[dict[str, Any]] = []
        self.let_go = asyncio.Event()
        self.let_go.set()

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.paths.append(scope["path"])
        length, more = 0, self.reads_bodies
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            length, more = length + len(message.get("body", b"")), message.get("more_body", False)
        await self.let_go.wait()
        answer = str(length).encode() if length else self.answer
        headers = [(b"content-length", str(len(answer)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        config = uvicorn.Config(
            self.app, interface="asgi3", log_level="error", ws="none", h11_max_incomplete_event_size=HEAD_BYTES
        )
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self.failures.append(context))
        make = partial(Connection, self.traffic, config=config, server_state=self.state, app_state={})
        listening = socket.create_server(("127.0.0.1", 0))
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES)
        self.port = listening.getsockname()[1]
        async with await loop.create_server(make, sock=listening):
            yield
        for left in list(self.state.connections):
            left.transport.abort()
        await until(lambda: not self.state.connections)

    async def connect(self, sent: bytes = b"", source: str = "127.0.0.1") -> Caller:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0), limit=4096)
        writer.write(sent)
        return Caller(reader, writer)

    def count(self, incident: Incident) -> int:
        return self.traffic.incidents[incident]


class Caller:
    """A client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def answer(self) -> bytes:
        """The next answer, without its head."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        return await self.reader.readexactly(length)

    async def gone(self) -> bytes:
        """Everything that is received until the server hangs up."""
        try:
            return await self.reader.read()
        except ConnectionError:
            return b""

    def leave(self) -> None:
        self.writer.transport.abort()


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.001)


def run(test: Callable[[Site], Coroutine[Any, Any, None]], answer: bytes = b"ok") -> None:
    """Run a test with a server of its own, and check that the server's loop met no errors."""

    async def whole() -> None:
        site = Site(answer)
        async with site.opened():
            await asyncio.wait_for(test(site), PATIENCE)
        await until(lambda: not site.traffic.connections)
        assert site.failures == []

    asyncio.run(whole())


# Reading


def test_requests_sent_ahead_are_answered_in_order_and_one_by_one() -> None:
    async def test(site: Site) -> None:
        site.let_go.clear()
        client = await site.connect(b"".join(GET % number for number in range(500)))
        await until(lambda: len(site.paths) == 1)
        await asyncio.sleep(0.01)
        assert len(site.paths) == 1  # the second is not handled before the first is answered
        site.let_go.set()
        assert [await client.answer() for _ in range(500)] == [b"ok"] * 500
        assert site.paths == [f"/{number}" for number in range(500)]
        client.leave()

    run(test)


def test_who_does_not_read_is_not_answered_further_and_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "READ_SECONDS", 0.2)

    async def test(site: Site) -> None:
        client = await site.connect()
        client.reader._limit = 1  # type: ignore[attr-defined]
        client.writer.write(GET % 0 * 100_000)  # 4 MB of requests, 10 GB of answers
        await until(lambda: site.count(Incident.NOT_READING) == 1)
        # Only as much is answered as the buffers of both sides hold, and no more is read.
        assert len(site.paths) < 200
        client.leave()
        await until(lambda: not site.traffic.connections)

    run(test, answer=b"x" * 100_000)


def test_what_is_not_read_stays_with_whoever_sent_it() -> None:
    async def test(site: Site) -> None:
        site.let_go.clear()
        client = await site.connect(GET % 0 * 100_000)
        await until(lambda: len(site.paths) == 1)
        (held,) = site.state.connections
        assert isinstance(held, Connection)
        for _ in range(20):
            before = len(site.paths)
            site.let_go.set()
            while len(site.paths) == before:
                await asyncio.sleep(0)
            site.let_go.clear()
        assert len(held.received) <= READ_AT_ONCE
        assert len(held.conn.trailing_data[0]) <= HEAD_BYTES + PIECE_BYTES
        client.leave()
        site.let_go.set()

    run(test)


def test_who_reads_slowly_but_steadily_is_waited_for() -> None:
    size = 20_000_000

    async def test(site: Site) -> None:
        client = await site.connect(GET % 0)
        await client.reader.readuntil(b"\r\n\r\n")
        (held,) = site.state.connections
        assert isinstance(held, Connection)
        await until(lambda: held.flow.write_paused)
        for received in range(5):
            before = held.transport.get_write_buffer_size()
            await client.reader.readexactly(size // 10)
            while held.transport.get_write_buffer_size() > before - READ_BYTES:
                await asyncio.sleep(0)
            held._look_at_reading(before)
            assert site.count(Incident.NOT_READING) == 0, received
        held._look_at_reading(held.transport.get_write_buffer_size())
        assert site.count(Incident.NOT_READING) == 1
        client.leave()

    run(test, answer=b"x" * size)


# Sending


@pytest.mark.parametrize(("sent", "counted"), [(b"", 0), (GET[:20], 1), (GET % 0 + GET[:20], 1), (GET % 0, 0)])
def test_who_does_not_send_is_hung_up_on(monkeypatch: pytest.MonkeyPatch, sent: bytes, counted: int) -> None:
    """Only clients that have begun a request are counted: browsers open connections early, and keep them."""
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.3)

    async def test(site: Site) -> None:
        client = await site.connect(sent)
        assert (await client.gone()).count(b"HTTP/1.1 200") == len(site.paths) == sent.count(b"/0 ")
        assert site.count(Incident.NOT_SENDING) == counted
        client.leave()

    run(test)


def test_a_body_in_chunks_of_one_byte_is_put_together_and_others_have_their_turn_meanwhile() -> None:
    async def test(site: Site) -> None:
        size = 20_000
        slow = await site.connect(POST + b"1\r\nx\r\n" * size + b"0\r\n\r\n")
        await until(lambda: site.paths == ["/"])
        quick = await site.connect(GET % 0, source="127.0.0.2")
        assert await quick.answer() == b"ok"
        assert not slow.reader.at_eof()
        assert await slow.answer() == str(size).encode()
        slow.leave()
        quick.leave()

    run(test)


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01 hello\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * HEAD_BYTES + b"\r\n",
        POST + b"no length\r\n",
    ],
)
def test_what_is_not_http_is_told_so(sent: bytes) -> None:
    async def test(site: Site) -> None:
        client = await site.connect(sent)
        assert (await client.gone()).startswith(b"HTTP/1.1 400 ")
        client.leave()

    run(test)


def test_a_request_has_at_most_100_headers() -> None:
    async def test(site: Site) -> None:
        for more in (0, 1):
            headers = b"a: b\r\n" * (HEAD_LINES - 1 + more)  # in addition to the host
            client = await site.connect((GET % 0).removesuffix(b"\r\n") + headers + b"\r\n")
            if more:
                assert b"more than 100 headers" in await client.gone()
            else:
                assert await client.answer() == b"ok"
            client.leave()

    run(test)


def test_a_body_that_goes_wrong_after_it_was_answered_ends_the_connection() -> None:
    async def test(site: Site) -> None:
        site.reads_bodies = False
        client = await site.connect(POST)
        assert await client.answer() == b"ok"
        client.writer.write(b"no length\r\n")
        assert await client.gone() == b""
        client.leave()

    run(test)


# Connecting


def test_a_client_has_64_connections_and_others_have_theirs() -> None:
    async def test(site: Site) -> None:
        crowd = [await site.connect() for _ in range(CONNECTIONS_PER_CLIENT)]
        await until(lambda: len(site.state.connections) == CONNECTIONS_PER_CLIENT)
        late = await site.connect(GET % 0)
        assert await late.gone() == b""
        assert site.count(Incident.TOO_MANY) == 1
        other = await site.connect(GET % 1, source="127.0.0.2")
        assert await other.answer() == b"ok"
        crowd.pop().leave()
        await until(lambda: site.traffic.connections["127.0.0.1"] == CONNECTIONS_PER_CLIENT - 1)
        again = await site.connect(GET % 2)
        assert await again.answer() == b"ok"
        for client in (*crowd, late, other, again):
            client.leave()

    run(test)


def test_a_proxy_has_as_many_as_there_are() -> None:
    proxied = Traffic(exempt=frozenset({"proxy"}))
    assert all(proxied.enter("proxy") for _ in range(2 * CONNECTIONS_PER_CLIENT))


def test_all_clients_together_have_400_connections() -> None:
    traffic = Traffic()
    assert all(traffic.enter(f"client {number % 7}") for number in range(CONNECTIONS))
    assert not traffic.enter("another")
    traffic.leave("another", lambda: None)
    traffic.leave("client 0", lambda: None)
    assert traffic.enter("another")


# Taking turns


class Turns:
    """Records the order of turns; each of them uses a given CPU time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, exempt: str = "") -> None:
        self.order: list[str] = []
        self.cpu = 0.0
        self.traffic = Traffic(exempt=frozenset({exempt}))
        monkeypatch.setattr(traffic, "thread_time", lambda: self.cpu)

    def take(self, name: str, seconds: float = 0.0) -> Callable[[], None]:
        """Ask for a turn of the client named by the first letter."""

        def act() -> None:
            self.order.append(name)
            self.cpu += seconds

        self.traffic.enter(name[0])
        self.traffic.take_turn(name[0], act)
        return act


def test_each_client_has_one_turn_in_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        turns = Turns(monkeypatch)
        acts = {name: turns.take(name) for name in ("a1", "a2", "a3", "b1", "b2", "c1", "gone")}
        turns.traffic.leave("g", acts["gone"])
        await until(lambda: len(turns.order) == 6)
        assert turns.order == ["a1", "b1", "c1", "a2", "b2", "a3"]

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_who_had_more_than_its_share_of_the_loop_waits_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        turns = Turns(monkeypatch)
        turns.take("a1", seconds=10 * PATIENCE)
        turns.take("a2")
        await until(lambda: turns.order == ["a1"])
        await asyncio.sleep(0.01)
        for name in ("b1", "b2", "c1"):
            turns.take(name)
        await until(lambda: len(turns.order) == 4)
        assert turns.order == ["a1", "b1", "c1", "b2"]

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_who_waited_for_its_share_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        turns = Turns(monkeypatch)
        for name in ("a1", "a2", "a3"):
            turns.take(name, seconds=2 * BURST_SECONDS)
        await until(lambda: len(turns.order) == 3)

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_to_hang_up_gains_no_time_and_a_proxy_is_not_held_to_the_share_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        turns = Turns(monkeypatch, exempt="p")
        for client in "ap":
            act = turns.take(f"{client}1", seconds=10 * PATIENCE)
            await until(lambda: len(turns.order) == turns.traffic.connections.total())
            turns.traffic.leave(client, act)
            turns.take(f"{client}2")
        await until(lambda: len(turns.order) == 3)
        assert turns.order == ["a1", "p1", "p2"]

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_who_never_pauses_gets_its_share_and_who_did_a_little_more_at_once() -> None:
    pace, now, cost = Pace(), 1000.0, 0.001
    for turn in range(10_000):
        pace.charge(now, cost)
        now = max(now + cost, pace.due)
        if turn == 0:
            assert pace.due < now  # its next turn is due at once
    assert cost * 10_000 / (now - 1000) == pytest.approx(LOOP_SHARE, rel=0.01)
    now += 3600
    turns = 0
    while pace.due <= now:
        pace.charge(now, cost)
        now, turns = now + cost, turns + 1
    assert turns == pytest.approx(BURST_SECONDS / (cost / LOOP_SHARE - cost), abs=1)


def test_a_flood_is_passed_by_whoever_asks_little() -> None:
    async def test(site: Site) -> None:
        flood = [await site.connect(GET % 0 * 100) for _ in range(CONNECTIONS_PER_CLIENT)]
        await until(lambda: len(site.paths) > CONNECTIONS_PER_CLIENT)
        before = len(site.paths)
        other = await site.connect(GET % 1, source="127.0.0.2")
        assert await other.answer() == b"ok"
        # The other client is served within a few rounds, each of which answers some of the flood's 6,400 requests.
        assert site.paths.index("/1") - before < 16
        for client in (*flood, other):
            client.leave()

    run(test)


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_whoever_has_one_address_of_a_network_has_them_all(address: str, client: str) -> None:
    assert client_at(address) == client
