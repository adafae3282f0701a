"""Processes, on every system: checks whether one is still running, and kills one."""

from __future__ import annotations

import psutil

__all__ = ["is_running", "killed"]


def is_running(pid: int) -> bool:
    """Whether a process is running or waiting; a zombie is neither."""
    try:
        return psutil.Process(pid).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False


def killed(pid: int) -> None:
    """Kill a process without warning."""
    psutil.Process(pid).kill()
