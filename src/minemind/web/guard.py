"""Guard: checks every request before anything else sees it, and adds the headers of every response.

It is the outermost layer of the app, in plain ASGI: nothing bypasses it, not even errors and static files.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from minemind.web.hosts import Hosts
from minemind.web.limits import BODY_BYTES, BODY_SECONDS, FILE_BODY_BYTES
from minemind.web.policy import HEADER_POLICY
from minemind.web.refusal import Forbidden, Internal, Refusal, Slow, TooMuch
from minemind.web.reply import refused

__all__ = ["Guard"]

HEADERS = {
    b"content-security-policy": HEADER_POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",  # unless the response sets it itself
}

# Questions whose body may carry a file.
FILE_PATHS = frozenset({"/api/convert", "/api/review"})

log = logging.getLogger("minemind.web")


@dataclass(frozen=True)
class Guard:
    """Refuses foreign hosts, foreign pages, and bodies that are too long or too slow."""

    app: ASGIApp
    hosts: Hosts
    body_seconds: float = BODY_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _ in given}
                message["headers"] = [*given, *(pair for pair in HEADERS.items() if pair[0] not in names)]
            await send(message)

        try:
            self._check_origin(scope)
            body = await self._body(scope, receive)
            await self.app(scope, _replayed(body, receive), send_with_headers)
        except _Gone:
            return
        except Refusal as refusal:
            await refused(refusal).response()(scope, receive, send_with_headers)
        except Exception:
            log.exception("a request could not be answered")
            if not begun:
                await refused(Internal.ours()).response()(scope, receive, send_with_headers)

    def _check_origin(self, scope: Scope) -> None:
        hosts = _values(scope, b"host")
        if len(hosts) != 1 or not self.hosts.knows(hosts[0]):
            raise Forbidden("this server has another name; use the address that it printed when it started")
        origins = _values(scope, b"origin")
        if any(origin not in (f"http://{hosts[0]}", f"https://{hosts[0]}") for origin in origins):
            raise Forbidden("pages from other sites cannot use this server")

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, whether or not its length is announced."""
        most = FILE_BODY_BYTES if scope["path"] in FILE_PATHS else BODY_BYTES
        told = "".join(_values(scope, b"content-length"))
        if told.isascii() and told.isdecimal() and (len(told) > 9 or int(told) > most):
            raise _too_much(most)
        body, more = bytearray(), True
        try:
            async with asyncio.timeout(self.body_seconds):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _Gone
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > most:
                        raise _too_much(most)
        except TimeoutError:
            raise Slow(f"the body did not arrive within {self.body_seconds:g} s") from None
        return bytes(body)


class _Gone(Exception):
    """The client has disconnected."""


def _replayed(body: bytes, receive: Receive) -> Receive:
    """What the app receives: the body once, and then what follows it, which is the client's disconnection."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


def _too_much(most: int) -> TooMuch:
    return TooMuch(f"the body is longer than {most // 1024} KiB")


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]
