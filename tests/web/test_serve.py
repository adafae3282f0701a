"""The real server: a process of its own, sockets, signals, and misbehaving clients."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import minemind as mm
from minemind.web.app import make_app
from minemind.web.incidents import Incident
from minemind.web.limits import BODY_BYTES, COMPUTATIONS, CONNECTIONS_PER_CLIENT, QUEUE_PER_CLIENT
from minemind.web.reply import Reply
from minemind.web.server import server_config
from minemind.web.traffic import Traffic
from tests.cli.running import COMMAND, run
from tests.processes import is_running

# Seconds for anything that has to happen: only a failure takes that long.
PATIENCE = 60

QUICK = {"board": {"text": "1 3 1\n.1."}}


def hard() -> dict[str, Any]:
    """A question that uses up its time limit: thousands of Expert games, from the first click on."""
    return {"board": {"text": str(mm.Game.preset("expert").board)}, "games": 1000}


class Server:
    """`minemind serve`, as a user starts it."""

    def __init__(self, *words: str, environment: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "serve", *(words or ("--port", "0"))],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline()
        found = re.search(r"http://(.+):(\d+)", self.greeting)
        assert found, self.greeting
        self.address, self.port = found[0], int(found[2])

    def ask(self, name: str, question: dict[str, Any], timeout: float = PATIENCE, **headers: str) -> httpx.Response:
        return httpx.post(f"{self.address}/api/{name}", json=question, headers=headers, timeout=timeout)

    def connect(self, sent: bytes, source: str = "127.0.0.1") -> socket.socket:
        """Open a connection and send some bytes."""
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))
        connection.sendall(sent)
        return connection

    def end(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """End the server by a signal; return the exit code and the errors that it printed."""
        self.process.send_signal(by)
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints


@contextmanager
def serving(*words: str, **more: Any) -> Iterator[Server]:
    server = Server(*words, **more)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate()


def request(name: str, question: dict[str, Any]) -> bytes:
    """The bytes of a whole request."""
    body = json.dumps(question).encode()
    head = f"POST /api/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def answer(connection: socket.socket) -> tuple[http.client.HTTPResponse, Any]:
    """The next response on a connection, and the JSON in it."""
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response, json.load(response)


def whole(connection: socket.socket) -> bytes:
    """Everything that is received until the other end hangs up."""
    received = b""
    while more := connection.recv(65536):
        received += more
    return received


def test_it_says_where_it_is_answers_there_and_ends_by_ctrl_c() -> None:
    with serving() as server:
        assert server.greeting == f"MineMind is at {server.address} (Ctrl-C ends it)\n"
        assert server.ask("hint", QUICK).json()["moves"]
        assert httpx.get(f"{server.address}/").headers["content-type"].startswith("text/html")
        with server.connect(b"") as idle:
            assert server.end() == (130, "")
            assert whole(idle) == b""


def test_ctrl_c_stops_what_is_computed_and_leaves_nobody_waiting() -> None:
    with serving() as server, ExitStack() as clients:
        for _ in range(COMPUTATIONS + 3):
            clients.enter_context(server.connect(request("guesses", hard())))
        server.ask("about", QUICK)  # by now the server has received the others
        assert server.end() == (130, "")


def test_a_taken_port_is_named_with_a_free_one() -> None:
    with serving() as server:
        ran = run("serve", "--port", str(server.port))
        assert ran.code == 2
        free = re.fullmatch(rf"minemind: port {server.port} of 127.0.0.1 is in use; try --port (\d+)\n", ran.err)
        assert free, ran.err
        with serving("--port", free[1]) as other:
            assert other.port == int(free[1])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--host", "no.such.host.invalid"], "'no.such.host.invalid' is not an address of this machine"),
        (["--host", "0"], "'0' is not an address of this machine"),
        (["--host", "127.1"], "'127.1' is not an address of this machine"),
        (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1, port 8000"),
    ],
)
def test_a_place_that_cannot_be_had_is_told(words: list[str], complaint: str) -> None:
    ran = run("serve", *words)
    assert ran.code == 2
    assert complaint in ran.err


def test_a_network_is_warned_of_and_foreign_names_are_still_refused() -> None:
    with serving("--host", "0.0.0.0", "--port", "0") as server:
        assert server.address == f"http://127.0.0.1:{server.port}"
        assert server.ask("hint", QUICK, host="10.1.2.3").status_code == 200
        assert server.ask("hint", QUICK, host="evil.example").status_code == 403
        code, complaints = server.end()
        assert code == 130
        assert complaints.startswith("note: anyone who can reach ")


def test_the_page_is_opened_if_asked_for(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser.py"
    os.mkfifo(opened)
    browser.write_text(f"import sys; open({str(opened)!r}, 'w').write(sys.argv[1])")
    with serving("--port", "0", "--open", environment={"BROWSER": f"{sys.executable} {browser} %s"}) as server:
        assert opened.read_text() == server.address


def test_without_the_extra_it_says_how_to_install_it() -> None:
    program = "import sys; sys.modules['fastapi'] = None; from minemind.cli.main import main; main(['serve'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == 'minemind: the page needs a web server: pip install "minemind-engine[web]"\n'


def test_too_many_are_told_when_to_come_back_others_are_served_and_those_who_go_away_make_room() -> None:
    with serving() as server:
        with ExitStack() as clients:
            asked = request("guesses", hard())
            crowd = [clients.enter_context(server.connect(asked)) for _ in range(CONNECTIONS_PER_CLIENT)]
            refused, said = first_refusal(crowd)
            assert (refused.status, refused.headers["retry-after"]) == (503, "1")
            assert said["error"]["kind"] == "Busy"
            with server.connect(request("hint", QUICK), source="127.0.0.2") as other:
                assert answer(other)[0].status == 200
        # All of them are gone, and with them a minute of work on two cores: once the server notices, there is room.
        while (response := server.ask("hint", QUICK, timeout=PATIENCE / 3)).status_code == 503:
            pass
        assert response.status_code == 200
        code, complaints = server.end()
        assert code == 130
        refusals = re.fullmatch(rf"so far: (\d+) {Incident.BUSY}\n", complaints)
        assert refusals, complaints
        assert int(refusals[1]) >= CONNECTIONS_PER_CLIENT - QUEUE_PER_CLIENT - 2 * COMPUTATIONS


def test_a_server_that_is_killed_leaves_no_worker_behind() -> None:
    with serving() as server, server.connect(request("guesses", hard())):
        assert server.ask("hint", QUICK).status_code == 200
        workers = children(server.process.pid)
        assert workers
        server.process.kill()
        server.process.communicate()
        while any(map(is_running, workers)):
            time.sleep(0.01)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=True)
    return [int(word) for word in listed.stdout.split()]


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (None, "127.0.0.1"),
        ("10.0.0.1", "10.0.0.1"),
        ("10.0.0.9, 10.0.0.1", "10.0.0.1"),  # a client may write what comes before the last
        ("10.0.0.1, 127.0.0.2", "10.0.0.1"),  # the last is another trusted proxy
    ],
)
def test_a_trusted_proxy_says_who_asks_and_nobody_else(forwarded: str | None, client: str) -> None:
    asked: list[str] = []

    class Listening:
        async def ask(self, client: str, name: str, body: bytes) -> Reply:
            asked.append(client)
            return Reply(200, b"{}")

    for proxies in (frozenset({"127.0.0.1", "127.0.0.2"}), frozenset[str]()):
        config = server_config(make_app(Listening()), Traffic(), proxies)
        config.load()
        headers = {"x-forwarded-for": forwarded} if forwarded else {}

        async def ask(app: Any = config.loaded_app, headers: dict[str, str] = headers) -> None:
            transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
                assert (await http.post("/api/hint", json={}, headers=headers)).status_code == 200

        asyncio.run(ask())
    assert asked == [client, "127.0.0.1"]


def test_a_proxy_without_an_address_is_refused_before_anything_is_served() -> None:
    ran = run("serve", "--port", "0", "--trusted-proxy", "nginx")
    assert (ran.code, ran.out) == (2, "")
    assert "'nginx' is not an IP address; give the address from which the proxy connects" in ran.err


def test_another_name_of_the_server_can_be_given() -> None:
    with serving("--port", "0", "--name", "Mines.Example", "--trusted-proxy", "127.0.0.1") as server:
        origin = "https://mines.example"
        assert server.ask("hint", QUICK, host="mines.example", origin=origin).status_code == 200
        assert server.ask("hint", QUICK, host="evil.example").status_code == 403


def first_refusal(crowd: Sequence[socket.socket]) -> tuple[http.client.HTTPResponse, Any]:
    """The first refusal among the responses; clients that came early may be answered before."""
    waiting = list(crowd)
    while True:
        answered, _, _ = select.select(waiting, [], [], PATIENCE)
        response, said = answer(answered[0])
        if response.status != 200:
            return response, said
        waiting.remove(answered[0])


def test_slow_clients_are_hung_up_on_and_meanwhile_others_are_answered() -> None:
    head, _, body = request("hint", QUICK).partition(b"\r\n\r\n")
    with serving() as server, ExitStack() as clients:
        silent, slow_head, slow_body = (
            clients.enter_context(server.connect(sent)) for sent in (b"", head, head + b"\r\n\r\n" + body[:5])
        )
        kept = clients.enter_context(server.connect(head + b"\r\n\r\n" + body))
        assert answer(kept)[0].status == 200
        kept.sendall(head)  # the second request on this connection is slow, too
        assert server.ask("hint", QUICK).status_code == 200
        assert answer(slow_body)[0].status == 408
        assert [whole(connection) for connection in (silent, slow_head, kept, slow_body)] == [b""] * 4
        assert server.end() == (130, f"so far: 3 {Incident.NOT_SENDING}\n")


def test_what_is_no_http_gets_what_everybody_gets() -> None:
    with serving() as server, server.connect(b"\x16\x03\x01 hello\r\n\r\n") as connection:
        said = whole(connection)
        assert said.startswith(b"HTTP/1.1 400 ")
        assert b"\r\nx-content-type-options: nosniff\r\n" in said
        assert json.loads(said.partition(b"\r\n\r\n")[2])["error"]["kind"] == "BadRequest"
        assert server.end() == (130, "")


def test_a_body_that_is_too_long_is_told_so_and_the_connection_goes_on() -> None:
    head = b"POST /api/hint HTTP/1.1\r\nHost: localhost\r\n"
    length = 20 * BODY_BYTES
    chunks = b"".join(b"1000\r\n" + b" " * 4096 + b"\r\n" for _ in range(length // 4096))
    with serving() as server:
        for sent in (
            head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n",
            head + f"Content-Length: {length}\r\n\r\n".encode() + b" " * length,
        ):
            with server.connect(sent) as connection:
                response, refusal = answer(connection)
                assert (response.status, refusal["error"]["kind"]) == (413, "TooMuch")
                connection.sendall(request("hint", QUICK))
                assert answer(connection)[0].status == 200
        assert server.end() == (130, "")
