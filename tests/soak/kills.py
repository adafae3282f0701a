"""Runs that are killed at random moments, and end with the same bytes as one that never was."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.lab.test_run import check_killed
from tests.soak.progress import Progress

KILLS, GAMES = 50, 2_000


def batch(progress: Progress, work: Path) -> int:
    """Play one run, killed `KILLS` times."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            check_killed(Path(folder), GAMES, KILLS, seed=progress.done + 1)
        except AssertionError as error:
            progress.found.append(f"kills from {progress.done}: {error}")
    return KILLS
