"""Cluster: workers on other machines, or many on this one, behind a Dask scheduler."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import re
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from minemind.errors import InvalidValue, MissingExtra, WorkersLost
from minemind.lab.chunk import Chunk, play_chunk
from minemind.lab.plan import engine_signature
from minemind.lab.processes import uninterrupted
from minemind.lab.workers import ChunkWorkers
from minemind.strategy.match import Match

__all__ = ["cluster_workers"]

ADDRESS = re.compile(r"(tcp|tls)://[^\s/:]+:[0-9]{1,5}|(tcp|tls)://\[[0-9a-f:.]+\]:[0-9]{1,5}")

# Seconds to wait for an answer.
PATIENCE = 10

# Seconds between two checks of the number of workers.
FRESH = 1.0


@contextmanager
def cluster_workers(address: str | None = None, workers: int | None = None) -> Iterator[ChunkWorkers]:
    """The workers of the scheduler at this address; without one, `workers` processes on this machine."""
    distributed = _distributed()
    with ExitStack() as stack:
        if address is None:
            with uninterrupted():
                made = distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs="CRITICAL",
                    preload=[__name__],
                )
            address = stack.enter_context(made).scheduler_address
        yield _Cluster(stack.enter_context(_connected(distributed, address)), address)


def dask_setup(_: object) -> None:
    """Called by Dask in a worker that preloads this module: ignore Ctrl-C, which is for the main process only."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtra('a cluster needs dask: pip install "minemind-engine[cluster]"') from None
    # We report errors ourselves, once.
    for name in ("tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.startswith(("tornado", "asyncio", "distributed")):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed


@contextmanager
def _connected(distributed: Any, address: str) -> Iterator[Any]:
    if not ADDRESS.fullmatch(address):
        raise InvalidValue(f"{address!r:.60} is not the address of a scheduler; give one like tcp://10.0.0.1:8786")
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise WorkersLost(f"no scheduler responds at {address!r}; start one with: dask scheduler") from error
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise WorkersLost(
                f"there are no workers at {address!r}; start some with: dask worker --nthreads 1 …"
            ) from None
        yield client
    finally:
        client.close(timeout=1)


class _Cluster:
    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address, self.signature = client, address, engine_signature()
        self._width, self._known = 1, 0.0

    @property
    def width(self) -> int:
        """The number of threads of all workers, checked again now and then because workers come and go."""
        if time.monotonic() - self._known > FRESH:
            with _translate_errors(self.address):
                self._width = max(1, sum(self.client.nthreads().values()))
            self._known = time.monotonic()
        return self._width

    def submit(self, match: Match, first: int, games: int) -> _RemoteChunk:
        with _translate_errors(self.address):
            future = self.client.submit(_play_there, match, first, games, self.signature, pure=False)
        return _RemoteChunk(future, self.address)


class _RemoteChunk:
    """A chunk that a worker is playing."""

    def __init__(self, future: Any, address: str) -> None:
        self.future, self.address = future, address

    def result(self) -> Chunk:
        """Wait for the chunk, as long as there are workers."""
        alone_since = None
        with _translate_errors(self.address):
            while True:
                with suppress(TimeoutError):
                    chunk: Chunk = self.future.result(timeout=FRESH)
                    self.future.release()
                    return chunk
                alone_since = None if self.future.client.nthreads() else alone_since or time.monotonic()
                if alone_since and time.monotonic() - alone_since > PATIENCE:
                    raise WorkersLost(f"there are no workers left at {self.address!r}")

    def cancel(self) -> None:
        try:
            self.future.cancel()
        except Exception:  # the scheduler is gone
            logging.getLogger(__name__).debug("not cancelled", exc_info=True)


@contextmanager
def _translate_errors(address: str) -> Iterator[None]:
    """Turn Dask's errors into ours."""
    from distributed import KilledWorker

    # UnboundLocalError: Dask leaves a variable unset if what it waits for is cancelled in its own thread.
    gone = (OSError, TimeoutError, asyncio.CancelledError, concurrent.futures.CancelledError, UnboundLocalError)
    try:
        yield
    except KilledWorker as error:
        raise WorkersLost(
            f"several workers at {address!r} died playing the same games; do they have enough memory?"
        ) from error
    except (ImportError, AttributeError) as error:
        raise WorkersLost(f"a worker at {address!r} lacks minemind, or has another version: {error}") from error
    except gone as error:
        raise WorkersLost(f"lost the connection to the scheduler at {address!r}") from error


def _play_there(match: Match, first: int, games: int, signature: str) -> Chunk:
    """Play a chunk on a worker, unless its engine plays differently: then its games would not be the same."""
    if engine_signature() != signature:
        raise InvalidValue(
            f"a worker's engine plays differently (its signature is {engine_signature()}, here {signature}); "
            "install the same version of minemind everywhere"
        )
    return play_chunk(match, first, games)
