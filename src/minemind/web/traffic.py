"""Traffic: what the connections of a server share: how many each client has, and the time of the event loop.

The loop looks at one piece of what each client has sent, in turn. So a client with many connections, all of which send
without a pause, gets no more of the loop than one that sends a single request.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from minemind.web.incidents import Incident, Incidents
from minemind.web.limits import CONNECTIONS, CONNECTIONS_PER_CLIENT

__all__ = ["Traffic"]


class Traffic:
    """Counts connections, and gives turns. The connections of an `exempt` client, a proxy, belong to many."""

    def __init__(self, incidents: Incidents | None = None, exempt: frozenset[str] = frozenset()) -> None:
        self.incidents, self.exempt = incidents or Incidents(), exempt
        self.connections: Counter[str] = Counter()
        self.is_closed = False
        self._waiting: dict[str, dict[Callable[[], None], None]] = {}

    def enter(self, client: str) -> bool:
        """Count a connection; whether it may stay. Either way `leave` has to be told when it ends."""
        self.connections[client] += 1
        if self.is_closed:
            return False
        most = CONNECTIONS if client in self.exempt else CONNECTIONS_PER_CLIENT
        may_stay = self.connections[client] <= most and self.connections.total() <= CONNECTIONS
        if not may_stay:
            self.incidents.add(Incident.TOO_MANY)
        return may_stay

    def leave(self, client: str, act: Callable[[], None]) -> None:
        """A connection has ended, and does not wait to act any more."""
        self._waiting.get(client, {}).pop(act, None)
        self.connections[client] -= 1
        if not self.connections[client]:
            del self.connections[client]

    def take_turn(self, client: str, act: Callable[[], None]) -> None:
        """Call `act` when it is this client's turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._go_round)
        self._waiting.setdefault(client, {})[act] = None

    def _go_round(self) -> None:
        """One turn for each client; then the loop looks after everything else before the next round."""
        waiting = {client: acts for client, acts in self._waiting.items() if acts}
        turns = [next(iter(acts)) for acts in waiting.values()]
        for acts, act in zip(waiting.values(), turns, strict=True):
            del acts[act]
        self._waiting = {client: acts for client, acts in waiting.items() if acts}
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._go_round)
        for act in turns:
            act()
