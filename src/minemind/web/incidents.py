"""Incidents: how often the server had to defend itself, for its log."""

from __future__ import annotations

import logging
from collections import Counter
from enum import StrEnum

__all__ = ["Incident", "Incidents"]

log = logging.getLogger("minemind.web")


class Incident(StrEnum):
    """The kinds of incidents, in the words of the log."""

    BUSY = "questions refused because too many were waiting"
    OVERRAN = "workers killed because they overran the time limit"
    DIED = "workers replaced because they died"
    TOO_MANY = "connections refused because the client had too many"
    NOT_SENDING = "connections dropped because the client did not send its request"
    NOT_READING = "connections dropped because the client did not read its answers"


class Incidents:
    """Counts of all incidents since the server started."""

    def __init__(self) -> None:
        self.counts: Counter[Incident] = Counter()
        self._logged: Counter[Incident] = Counter()

    def add(self, incident: Incident) -> None:
        """Count an incident."""
        self.counts[incident] += 1

    def __getitem__(self, incident: Incident) -> int:
        return self.counts[incident]

    def __str__(self) -> str:
        return "; ".join(f"{self.counts[incident]} {incident}" for incident in Incident if self.counts[incident])

    def report(self) -> None:
        """Log all counts, if any has changed since the last time."""
        if self.counts != self._logged:
            log.warning("so far: %s", self)
            self._logged = self.counts.copy()
