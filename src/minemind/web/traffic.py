"""Traffic: what the connections of a server share: the limits on their number, and the time of the event loop.

The loop handles one piece of what each client has sent, in turn. So a client with many connections that all send
without a pause gets no more of the loop than one that sends a single request, and never all of it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from time import thread_time

from minemind.web.incidents import Incident, Incidents
from minemind.web.limits import BURST_SECONDS, CONNECTIONS, CONNECTIONS_PER_CLIENT, LOOP_SHARE

__all__ = ["Pace", "Traffic"]

Act = Callable[[], None]

# Clients whose paces are remembered, connected or not, so that reconnecting gains nothing.
PACES = 1024


class Pace:
    """When a client's next turn is due. A client that paused may catch up, but only on the last moments (GCRA).

    Without a pause a client gets most of the loop's time, not all: a loop under a flood would otherwise never sleep,
    and on a machine with few cores the workers that compute for other clients would wait for a processor.
    """

    def __init__(self) -> None:
        self.due = 0.0

    def charge(self, now: float, seconds: float) -> None:
        """Charge the client for its last turn, which took `seconds` of CPU time."""
        self.due = max(self.due, now - BURST_SECONDS) + seconds / LOOP_SHARE


class Traffic:
    """Counts connections and gives turns. `exempt` clients are proxies, whose connections belong to many clients."""

    def __init__(self, incidents: Incidents | None = None, exempt: frozenset[str] = frozenset()) -> None:
        self.incidents, self.exempt = incidents or Incidents(), exempt
        self.connections: Counter[str] = Counter()
        self.is_closed = False
        self._waiting: dict[str, dict[Act, None]] = {}
        self._pace = lru_cache(PACES)(lambda _: Pace())
        self._round: asyncio.Handle | None = None  # the next one
        self._served: list[str] = []  # in the last round
        self._begun = 0.0  # the CPU time at which that began

    def enter(self, client: str) -> bool:
        """Count a connection. Returns whether it may stay; either way, call `leave` when it ends."""
        self.connections[client] += 1
        if self.is_closed:
            return False
        most = CONNECTIONS if client in self.exempt else CONNECTIONS_PER_CLIENT
        may_stay = self.connections[client] <= most and self.connections.total() <= CONNECTIONS
        if not may_stay:
            self.incidents.add(Incident.TOO_MANY)
        return may_stay

    def leave(self, client: str, act: Act) -> None:
        """Record that a connection has ended; it does not wait for its turn to `act` any more."""
        if act in self._waiting.get(client, ()):
            self._remove(client, act)
        self.connections[client] -= 1
        if not self.connections[client]:
            del self.connections[client]

    def take_turn(self, client: str, act: Act) -> None:
        """Call `act` when it is this client's turn."""
        self._waiting.setdefault(client, {})[act] = None
        self._go_on()

    def _go_on(self) -> None:
        if isinstance(self._round, asyncio.TimerHandle):
            self._round.cancel()
            self._round = None
        if self._round is None:
            self._round = asyncio.get_running_loop().call_soon(self._go_round)

    def _go_round(self) -> None:
        """Give one turn to each client that is due; the loop attends to everything else before the next round."""
        self._round, loop = None, asyncio.get_running_loop()
        self._charge(now := loop.time())
        due = {client: self._pace(client).due for client in self._waiting}
        self._served = [client for client in due if due[client] <= now]
        turns = [self._remove(client, next(iter(self._waiting[client]))) for client in self._served]
        for act in turns:
            act()
        if self._served:
            self._go_on()
        elif due:
            self._round = loop.call_at(min(due.values()), self._go_round)

    def _charge(self, now: float) -> None:
        """Divide the time that the loop has used since the last round among the clients served in that round."""
        before, self._begun = self._begun, thread_time()
        for client in self._served:
            if client not in self.exempt:
                self._pace(client).charge(now, (self._begun - before) / len(self._served))

    def _remove(self, client: str, act: Act) -> Act:
        acts = self._waiting[client]
        del acts[act]
        if not acts:
            del self._waiting[client]
        return act
