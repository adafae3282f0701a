"""Pace: how fast the turns of one client follow one another. Without a pause, it gets most of the loop's time, not all.

The loop of a server under a flood would otherwise never sleep, and on a machine with few cores the workers that compute
for other clients would wait for a processor, each time for as long as the system sees fit.
"""

from __future__ import annotations

from minemind.web.limits import BURST_SECONDS, LOOP_SHARE

__all__ = ["Pace"]


class Pace:
    """When a client's next turn is due. Whoever paused may catch up, but only on the last moments (GCRA)."""

    def __init__(self) -> None:
        self.due = 0.0

    def charge(self, now: float, seconds: float) -> None:
        """The client's last turn took so many seconds of CPU time."""
        self.due = max(self.due, now - BURST_SECONDS) + seconds / LOOP_SHARE
