"""Server: the app behind a socket of this machine, until Ctrl-C."""

from __future__ import annotations

import errno
import gc
import ipaddress
import logging
import socket
import sys
from collections.abc import Collection
from functools import partial

import uvicorn
from starlette.types import ASGIApp

from minemind.errors import InvalidValue
from minemind.web.app import make_app
from minemind.web.clients import client_at, is_address
from minemind.web.connection import Connection
from minemind.web.hosts import Hosts, is_loopback
from minemind.web.incidents import Incidents
from minemind.web.limits import HEAD_BYTES, UNSENT_BYTES
from minemind.web.traffic import Traffic
from minemind.web.workers import WorkerPool

__all__ = ["Hosts", "address", "is_loopback", "listen", "serve", "server_config", "trusted"]

# How many ports after a taken one are tried.
PORTS_TRIED = 20

# The most connections that wait to be accepted, and that are accepted before the loop attends to those it has.
BACKLOG = 1024
ACCEPTED_AT_ONCE = 32

# The least number of seconds between two log entries about what was refused or dropped.
REPORT_SECONDS = 60


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. If there is none, raises `InvalidValue` with a message that says what to do."""
    try:
        if host.replace(".", "").isdecimal():
            ipaddress.ip_address(host)  # systems also accept 0 and 127.1 as addresses, which are never our name
        return _bound(host, port)
    except (socket.gaierror, ValueError):
        raise InvalidValue(f"{host!r} is not an address of this machine; give one such as 127.0.0.1") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InvalidValue(f"port {port} of {host} is in use; try --port {_free_port(host, port)}") from None
        if error.errno == errno.EACCES:
            raise InvalidValue(f"port {port} needs administrator rights; try 1024 or higher") from None
        raise InvalidValue(f"cannot listen on {host}, port {port}: {error.strerror}") from None


def _bound(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, place = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform == "win32":  # there, the other option would let any program take the port away
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES)  # every connection inherits it
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def _free_port(host: str, port: int) -> int:
    """The next port that is free, or else any free one; 0 if none can be found."""
    for other in (*range(port + 1, min(port + PORTS_TRIED, 2**16)), 0):
        try:
            with _bound(host, other) as free:
                return int(free.getsockname()[1])
        except OSError:
            continue
    return 0


def address(host: str, listening: socket.socket) -> str:
    """The address at which a browser on this machine finds the page."""
    port = listening.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def trusted(proxies: Collection[str]) -> frozenset[str]:
    """The proxies trusted to name their clients. Raises `InvalidValue` if one is not an IP address."""
    for proxy in proxies:
        if not is_address(proxy):
            raise InvalidValue(f"{proxy!r} is not an IP address; give the address from which the proxy connects")
    return frozenset(proxies)


def serve(listening: socket.socket, hosts: Hosts | None = None, trusted_proxies: frozenset[str] = frozenset()) -> None:
    """Serve until Ctrl-C, which raises `KeyboardInterrupt`."""
    incidents = Incidents()
    workers = WorkerPool(incidents=incidents)
    traffic = Traffic(incidents, exempt=frozenset(map(client_at, trusted_proxies)))
    config = server_config(make_app(workers, hosts), traffic, trusted_proxies)
    _Server(config, workers, traffic).run([listening])


def server_config(app: ASGIApp, traffic: Traffic, trusted_proxies: frozenset[str]) -> uvicorn.Config:
    """The configuration of uvicorn."""

    async def report() -> None:
        traffic.incidents.report()

    return uvicorn.Config(
        app,
        loop="asyncio",
        http=partial(Connection, traffic),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        access_log=False,
        log_level="error",
        server_header=False,
        backlog=ACCEPTED_AT_ONCE,
        h11_max_incomplete_event_size=HEAD_BYTES,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        callback_notify=report,
        timeout_notify=REPORT_SECONDS,
    )


class _Server(uvicorn.Server):
    """A server that ends at once: it kills computations, and waits for nothing."""

    def __init__(self, config: uvicorn.Config, workers: WorkerPool, traffic: Traffic) -> None:
        super().__init__(config)
        self.workers, self.traffic = workers, traffic

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # asyncio has set it to ACCEPTED_AT_ONCE
        self.workers.start()
        gc.collect()
        gc.freeze()  # what is here stays: scanning it again and again would stop the loop for 50 ms each time

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.traffic.is_closed = True
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await self.workers.close()
        self.force_exit = True
        await super().shutdown(sockets)
        # Answers that are still being sent are dropped without a log entry.
        logging.getLogger("uvicorn.error").disabled = True
        self.workers.incidents.report()
