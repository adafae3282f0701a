"""Processes: whether one is still running, and how one is killed, on every system."""

from __future__ import annotations

import psutil

__all__ = ["is_running", "killed"]


def is_running(pid: int) -> bool:
    """Whether a process computes or waits; one that nobody has buried does not."""
    try:
        return psutil.Process(pid).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False


def killed(pid: int) -> None:
    """End a process without a word to it."""
    psutil.Process(pid).kill()
