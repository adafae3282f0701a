"""Proxied: the API as it would be hosted, several server processes behind nginx, and a crowd that asks them.

`python -m benchmarks.proxied` starts four servers and Debian's nginx on loopback. Every client has an address of its
own, from 127.0.1.1 on, and nginx passes it on. More clients than the servers have room for are answered with 503:
`--clients 1500`. It measures wall-clock time, so the machine's load is printed as well.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from json import dumps
from pathlib import Path

from benchmarks.load import QUESTIONS, STUCK, served
from benchmarks.positions import expert_files, stuck_expert
from minemind.web.limits import HEAD_SECONDS

WARM_SECONDS = 20.0

# The servers hang up on clients that send no request for HEAD_SECONDS; a proxy that is less patient never meets that.
IDLE_SECONDS = int(HEAD_SECONDS) - 2

# A server with as many connections as it accepts hangs up on more. `max_fails=0`: the proxy must not take it for dead
# then, and send all clients to the others; `least_conn`: new connections go where there is most room.
CONFIGURATION = """
daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;
events {{ worker_connections 8192; }}
http {{
  access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};
  fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
  upstream minemind {{ least_conn; {servers} keepalive 64; keepalive_timeout {idle}s; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://minemind; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_next_upstream off;
    }}
  }}
}}
"""


@contextmanager
def proxied(processes: int) -> Iterator[int]:
    """The port of a proxy with `processes` servers behind it."""
    with ExitStack() as stack:
        ports = [stack.enter_context(served("--trusted-proxy", "127.0.0.1")) for _ in range(processes)]
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        port = free_port()
        servers = " ".join(f"server 127.0.0.1:{each} max_fails=0;" for each in ports)
        path = Path(folder) / "nginx.conf"
        path.write_text(CONFIGURATION.format(folder=folder, servers=servers, port=port, idle=IDLE_SECONDS))
        proxy = stack.enter_context(subprocess.Popen(["nginx", "-c", path, "-p", folder], stderr=subprocess.DEVNULL))
        stack.callback(proxy.terminate)
        _wait_for(port)
        yield port


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def _wait_for(port: int) -> None:
    for _ in range(200):
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request("GET", "/api/about")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        finally:
            connection.close()
        time.sleep(0.1)
    sys.exit("the proxy does not answer: is nginx installed?")


def address(number: int) -> str:
    """The address of a client, by its number."""
    block, place = divmod(number, 250)
    return f"127.0.{1 + block}.{1 + place}"


def ask(port: int, number: int, bodies: Sequence[str], end: float, met: list[tuple[int, float]]) -> None:
    """Ask without a pause, from the client's own address; status 0 stands for no answer at all."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address(number), 0))
    turn = number
    while (start := time.monotonic()) < end:
        name, body = QUESTIONS[turn % len(QUESTIONS)], bodies[turn % len(bodies)]
        try:
            connection.request("POST", f"/api/{name}", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            response.read()
            status = response.status
        except (OSError, HTTPException):
            connection.close()
            status = 0
        met.append((status, time.monotonic() - start))
        turn += 1
    connection.close()


def crowd(port: int, bodies: Sequence[str], clients: int, seconds: float) -> list[tuple[int, float]]:
    """The status and the delay of every request that some clients make in the given time."""
    met: list[tuple[int, float]] = []
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=ask, args=(port, number, bodies, end, met)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return met


def main() -> int:
    """Print what was measured; the exit code says whether every request got an answer."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proxied", description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    bodies = [dumps({"board": {"text": str(board)}}) for board in [*expert_files(), *stuck_expert(STUCK)]]
    with proxied(given.processes) as port:
        crowd(port, bodies, given.clients, WARM_SECONDS)  # all workers are started by then
        met = crowd(port, bodies, given.clients, given.seconds)
    statuses = Counter(status for status, _ in met)
    seconds = sorted(second for status, second in met if status == 200)
    print(f"{given.processes} processes behind nginx, {given.clients} clients, {given.seconds:g} s")
    print(f"requests {len(met):,}, by status: {dict(sorted(statuses.items()))}; without an answer: {statuses[0]}")
    print(f"p50 {1000 * seconds[len(seconds) // 2]:.0f} ms   p99 {1000 * seconds[len(seconds) * 99 // 100]:.0f} ms")
    print(f"{os.cpu_count()} cores, which the clients share; load of the machine {os.getloadavg()[0]:.1f}")
    return 1 if statuses.keys() - {200, 503} else 0


if __name__ == "__main__":
    sys.exit(main())
