"""The guard: who may ask, which headers every response has, and what is refused unread."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.types import Message

from minemind.web.app import make_app
from minemind.web.guard import Guard
from minemind.web.hosts import Hosts, is_loopback
from minemind.web.limits import BODY_BYTES, FILE_BODY_BYTES
from minemind.web.questions import HintQuestion
from tests.web.asking import BOARD, HERE, Client, Here
from tests.web.hostile import BODIES

HINT = json.dumps({"board": {"text": BOARD}}).encode()
PROTECTED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def check_headers(headers: Any) -> None:
    assert {name: headers.get(name) for name in PROTECTED} == PROTECTED
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "worker-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert policy.count("unsafe") == 1  # for the engine: 'wasm-unsafe-eval'
    assert "set-cookie" not in headers
    assert "access-control-allow-origin" not in headers
    assert "cache-control" in headers


# Who may ask


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "localhost.", "[::1]:8000", "127.0.0.1", "localhost:9000"],
)
def test_we_answer_to_our_own_names_by_whatever_port(client: Client, host: str) -> None:
    assert client.get("/api/about", host=host).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil-localhost",
        "192.168.1.5:8000",
        "0.0.0.0:8000",
        "[::ffff:127.0.0.1]",
        "127.1",
        "2130706433",
        "localhost:8000:8000",
        "localhost@evil.example",
        "localhost evil.example",
        "local\u212aost".encode("utf-8").decode("latin-1"),
        "",
    ],
)
def test_no_other_name_leads_here(client: Client, host: str) -> None:
    response = client.request("POST", "/api/hint", content=HINT, headers=[(b"host", host.encode("latin-1"))])
    assert response.status_code == 403
    assert response.json()["error"]["kind"] == "Forbidden"
    check_headers(response.headers)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://evil.example",
        "null",
        "http://localhost:8000",  # another name than that of the host
        "http://127.0.0.1:3000",  # another server on this machine
        "http://127.0.0.1",
        "http://127.0.0.1:8000.evil.example",
        "file://",
        "",
        "http://127.0.0.1:8000, http://evil.example",
    ],
)
def test_no_foreign_page_may_ask(client: Client, origin: str) -> None:
    for method, path in (("POST", "/api/hint"), ("GET", "/api/about"), ("OPTIONS", "/api/hint")):
        given = {"origin": origin, "content-type": "application/json"}
        response = client.request(method, path, content=HINT, headers=given)
        assert response.status_code == 403
        check_headers(response.headers)


def test_our_own_page_may_ask(client: Client) -> None:
    for host in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
        given = {"host": host, "origin": f"http://{host}", "content-type": "application/json"}
        assert client.request("POST", "/api/hint", content=HINT, headers=given).status_code == 200


def test_two_hosts_or_origins_are_none(client: Client) -> None:
    host, here, foreign = (b"host", b"127.0.0.1:8000"), (b"origin", HERE.encode()), (b"origin", b"http://evil.example")
    assert client.request("GET", "/api/about", headers=[host, host]).status_code == 403
    assert client.request("GET", "/api/about", headers=[host, here, foreign]).status_code == 403


def test_a_server_for_a_network_answers_to_what_it_was_given() -> None:
    named = Hosts.of("Mines.Local")
    assert [host for host in ("mines.local:80", "localhost", "10.0.0.1", "evil.example") if named.knows(host)] == [
        "mines.local:80",
        "localhost",
    ]
    everywhere = Hosts.of("0.0.0.0")
    assert all(map(everywhere.knows, ("10.0.0.1:8000", "[fe80::1]:8000", "localhost")))
    assert not any(map(everywhere.knows, ("evil.example", "10.0.0.1.evil.example", "[evil]", "")))


def test_only_loopback_is_this_machine_alone() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.0.0.2", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "10.0.0.1", "mines.local")))


# Headers of every response


def test_every_response_is_protected(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HintQuestion, "answer", lambda _: 1 / 0)
    responses = [
        client.get("/"),
        client.get("/api/about"),
        client.get("/api/openapi.json"),
        client.ask("analyse", board={"text": BOARD}),
        client.ask("analyse"),
        client.get("/nowhere"),
        client.get("/api/hint"),
        client.request("POST", "/api/hint", content=b"x" * (BODY_BYTES + 1)),
        client.ask("analyse", board={"text": "9."}),
        client.ask("hint", board={"text": BOARD}),
    ]
    assert [response.status_code for response in responses] == [200, 200, 200, 200, 400, 404, 405, 413, 422, 500]
    for response in responses:
        check_headers(response.headers)
        if not response.is_success:
            assert response.headers["content-type"] == "application/json"
            assert response.json()["error"]["message"]


def test_a_mistake_of_ours_stays_here(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: HintQuestion) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(HintQuestion, "answer", fail)
    with caplog.at_level(logging.ERROR):
        response = client.ask("hint", board={"text": BOARD})
    assert response.status_code == 500
    assert "secret" not in response.text
    assert "Traceback" not in response.text
    assert "a secret" in caplog.text


# Bodies


@pytest.mark.parametrize(("name", "body"), BODIES, ids=range(len(BODIES)))
def test_hostile_bodies_get_an_answer_or_a_sentence(client: Client, name: str, body: bytes) -> None:
    assert len(body) <= BODY_BYTES
    response = client.request("POST", f"/api/{name}", content=body, headers={"content-type": "application/json"})
    assert response.status_code in (200, 400, 422), response.text
    assert response.headers["content-type"] == "application/json"
    assert "Traceback" not in response.text
    if response.status_code != 200:
        assert response.json()["error"]["message"]


def test_there_are_at_least_fifty_of_them() -> None:
    assert len(BODIES) >= 50


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_of_another_page_could_send_is_no_question(client: Client, kind: str) -> None:
    response = client.request("POST", "/api/hint", content=HINT, headers={"content-type": kind} if kind else {})
    assert response.status_code == 400


@pytest.mark.parametrize(("name", "most"), [("hint", BODY_BYTES), ("convert", FILE_BODY_BYTES)])
def test_a_body_of_the_largest_size_is_read_and_a_byte_more_is_not(client: Client, name: str, most: int) -> None:
    body = HINT if name == "hint" else json.dumps({"text": "."}).encode()
    for more, status in ((0, 200), (1, 413)):
        content = body + b" " * (most - len(body) + more)
        response = client.request("POST", f"/api/{name}", content=content, headers={"content-type": "application/json"})
        assert response.status_code == status


APP = make_app(Here())


def exchange(parts: Sequence[Message], headers: dict[str, str], seconds: float = 5) -> tuple[int, list[Message]]:
    """The status of the response to a body that arrives in these parts, and the parts left unread."""
    waiting, sent = list(parts), list[Message]()

    async def receive() -> Message:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    given = {"host": "127.0.0.1", "content-type": "application/json", **headers}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/hint",
        "raw_path": b"/api/hint",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    asyncio.run(Guard(APP.app, APP.hosts, seconds)(scope, receive, send))
    return (sent[0]["status"] if sent else 0), waiting


def part(body: bytes, *, more: bool = True) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_in_pieces_is_put_together() -> None:
    pieces = [part(HINT[place : place + 7]) for place in range(0, len(HINT), 7)]
    assert exchange([*pieces, part(b"", more=False)], {})[0] == 200


def test_a_body_without_a_length_is_read_no_further_than_allowed() -> None:
    status, unread = exchange([part(b" " * 1024)] * 1000, {"transfer-encoding": "chunked"})
    assert status == 413
    assert len(unread) == 1000 - BODY_BYTES // 1024 - 1


@pytest.mark.parametrize("length", [str(BODY_BYTES + 1), "9" * 400])
def test_a_body_that_says_that_it_is_too_long_is_not_read_at_all(length: str) -> None:
    assert exchange([part(HINT)], {"content-length": length}) == (413, [part(HINT)])


def test_a_length_that_is_a_lie_helps_nobody() -> None:
    for length in ("1", "-1", "x", "٣"):
        assert exchange([part(b" " * 1024)] * 1000, {"content-length": length})[0] == 413


def test_a_body_that_does_not_arrive_is_not_waited_for() -> None:
    assert exchange([part(HINT[:20])], {}, seconds=0.01)[0] == 408


def test_a_client_that_goes_away_in_the_middle_gets_no_answer() -> None:
    assert exchange([part(HINT[:20]), {"type": "http.disconnect"}], {}) == (0, [])


# Files


def test_the_page_and_its_files_have_their_types_and_are_asked_for_again(client: Client) -> None:
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert page.content == client.get("/index.html").content
    known = client.request("GET", "/", headers={"if-none-match": page.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    check_headers(known.headers)
    assert client.get("/", **{"if-none-match": '"other"'}).status_code == 200
    head = client.request("HEAD", "/")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/../pages.py",
        "/%2e%2e/pages.py",
        "/..%2fpages.py",
        "//etc/passwd",
        "/static/index.html",
        "/index.html/",
        "/index.html%00.js",
        "/%00",
        "/" + "a" * 5000,
        "/api",
        "/api/",
        "/api/analyse/",
        "/docs",
        "/.gitkeep",
        "/C:%5Cwindows",
    ],
)
def test_no_path_leads_out_of_the_page(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.json()["error"]["kind"] == "NotFound"
