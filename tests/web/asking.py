"""Ask the app without a socket, as fast as a call."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from minemind.deadline import Stop
from minemind.web.answering import reply_to
from minemind.web.app import make_app
from minemind.web.hosts import Hosts
from minemind.web.limits import SECONDS
from minemind.web.reply import Reply

HERE = "http://127.0.0.1:8000"
BOARD = "6 9 8\n0001.....\n0001112..\n0000002..\n0000112..\n11013....\n.101.....\n"
GUESS = "3 3 2\n...\n.2.\n..."


class Here:
    """Answers questions as a worker does, but in this process, where a test can see and change everything."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds

    async def ask(self, client: str, name: str, body: bytes) -> Reply:
        with Stop(self.seconds):
            return reply_to(name, body)


class Client:
    """A client of the app, with an event loop of its own."""

    def __init__(self, seconds: float = SECONDS, hosts: Hosts | None = None) -> None:
        self._runner = asyncio.Runner()
        transport = httpx.ASGITransport(make_app(Here(seconds), hosts))
        self._client = httpx.AsyncClient(transport=transport, base_url=HERE)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._client.aclose())
        self._runner.close()

    def request(self, method: str, path: str, **given: Any) -> httpx.Response:
        return self._runner.run(self._client.request(method, path, **given))

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.request("GET", path, headers=headers)

    def ask(self, name: str, **question: Any) -> httpx.Response:
        """Ask one of the questions of the API."""
        return self.request("POST", f"/api/{name}", json=question)

    def answer(self, name: str, **question: Any) -> Any:
        """Ask a question that must succeed, and return its answer."""
        response = self.ask(name, **question)
        assert response.status_code == 200, response.text
        return response.json()

    def error(self, name: str, status: int = 422, **question: Any) -> Any:
        """Ask a question that must fail, and return its error."""
        response = self.ask(name, **question)
        assert response.status_code == status, response.text
        return response.json()["error"]
