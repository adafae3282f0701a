"""Server: the app behind a socket of this machine, until Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from minemind.errors import InvalidValue
from minemind.web.app import make_app
from minemind.web.guard import HEADERS
from minemind.web.hosts import Hosts, is_loopback
from minemind.web.limits import HEAD_SECONDS
from minemind.web.refusal import BadRequest, refused
from minemind.web.slots import Slots

__all__ = ["address", "is_loopback", "listen", "serve"]

# How far from a taken port a free one is looked for.
PORTS_TRIED = 20

# Connections at once, most of them idle: far fewer than files that a process may open, without which it cannot accept.
MOST_CONNECTIONS = 400

# What waits to be accepted, beyond those whose requests are queued.
BACKLOG = 256


def listen(host: str, port: int) -> socket.socket:
    """A socket that connections can queue at. Raises `InvalidValue` where none can be had, and says what to do."""
    try:
        if host.replace(".", "").isdecimal():
            ipaddress.ip_address(host)  # systems read 0 and 127.1 as addresses, too, by which nobody calls us
        return _bound(host, port)
    except (socket.gaierror, ValueError):
        raise InvalidValue(f"no address is known for {host!r}; give one of this machine's, such as 127.0.0.1") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InvalidValue(f"port {port} of {host} is taken; try --port {_free_port(host, port)}") from None
        if error.errno == errno.EACCES:
            raise InvalidValue(f"port {port} is not for everybody to take; try one from 1024 on") from None
        raise InvalidValue(f"cannot listen at {host}, port {port}: {error.strerror}") from None


def _bound(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, place = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def _free_port(host: str, port: int) -> int:
    """The next port that is free, or any."""
    for other in (*range(port + 1, min(port + PORTS_TRIED, 2**16)), 0):
        try:
            with _bound(host, other) as free:
                return int(free.getsockname()[1])
        except OSError:
            continue
    return 0


def address(host: str, listening: socket.socket) -> str:
    """Where a browser on this machine finds the page."""
    port = listening.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def serve(host: str, listening: socket.socket) -> None:
    """Answer whoever asks, until Ctrl-C, which raises `KeyboardInterrupt`."""
    slots = Slots()
    config = uvicorn.Config(
        make_app(Hosts.of(host), slots),
        http=_Connection,
        ws="none",
        lifespan="off",
        access_log=False,
        log_level="error",
        server_header=False,
        backlog=BACKLOG,
    )
    _Server(config, slots).run([listening])


class _Server(uvicorn.Server):
    """Ends at once: what is being computed is stopped, and nobody is waited for."""

    def __init__(self, config: uvicorn.Config, slots: Slots) -> None:
        super().__init__(config)
        self.slots = slots

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.slots.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        self.force_exit = True
        await super().shutdown(sockets)


class _Connection(H11Protocol):
    """Hangs up on whoever takes too long to ask, of which uvicorn takes no notice.

    That is the time from the connection, or from the last answer, to the head of the next request. What is left then of
    a body that was refused is read and forgotten, so that the refusal arrives.
    """

    hanging_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        self._await_request()

    def on_response_complete(self) -> None:
        self._await_request()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._wait_no_more()
        self.hanging_up = self.loop.call_later(HEAD_SECONDS, self._hang_up)

    def _wait_no_more(self) -> None:
        if self.hanging_up:
            self.hanging_up.cancel()

    def _hang_up(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP at all reaches no guard, and gets what the guard would say."""
        response = refused(BadRequest(msg))
        headers: list[Any] = [*response.raw_headers, *HEADERS.items(), (b"connection", b"close")]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=bytes(response.body)),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
