"""`python -m tests.soak [TRIAL …] [--minutes N]`: continue the trials, each for N minutes, or until it is done.

Every batch is counted in tests/data/soak/TRIAL.json when it has ended; a trial that is stopped loses only its last
batch. These files are part of the repository, so that the next machine continues where the last one stopped. Several
trials can run at once, each in a process of its own. The table in docs/soak.md is renewed at the end, or by `--report`.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.soak import boards, fuzz, kills, protocol, replays, server
from tests.soak.progress import Progress

COUNTS = Path(__file__).parents[1] / "data" / "soak"
DOCUMENT = Path(__file__).parents[2] / "docs" / "soak.md"
WORK = Path(__file__).parents[2] / "build" / "soak"  # inputs of the fuzzers, their programs, and what they found


class Trial(NamedTuple):
    """Something to do very often."""

    what: str
    wanted: int
    batch: Callable[[Progress, Path], int]  # continues a little, notes what it finds, and returns how much it did


TRIALS = {
    "boards": Trial("random boards of every kind against the oracle", 10_000_000, boards.batch),
    "replays": Trial("executions of the native readers, guided by coverage", 95_000_000, replays.batch),
    "texts": Trial("executions of Python's readers and of the API's bodies, guided by coverage", 5_000_000, fuzz.batch),
    "kills": Trial("kills of runs", 5_000, kills.batch),
    "protocol": Trial("protocol requests", 1_000_000, protocol.batch),
    "api": Trial("API requests", 100_000, server.batch),
}


def cpu_seconds() -> float:
    """The CPU seconds of this process and its children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def kept(name: str) -> Path:
    """The file with the progress of a trial."""
    return COUNTS / f"{name}.json"


def go_on(name: str, end: float) -> None:
    """Run batches of a trial until it is done, the time is over, or something was found."""
    trial, progress = TRIALS[name], Progress.read(kept(name))
    while progress.done < trial.wanted and time.monotonic() < end and not progress.found:
        before = cpu_seconds()
        progress.done += trial.batch(progress, WORK)
        progress.cpu_seconds += cpu_seconds() - before
        progress.keep(kept(name))
        print(f"{name}: {progress.done:,} of {trial.wanted:,}", flush=True)  # noqa: T201


def report() -> str:
    """A table of what was done, and what was not."""
    rows = ["| trial | wanted | done | CPU minutes | found |", "|---|---|---|---|---|"]
    for name, trial in TRIALS.items():
        made = Progress.read(kept(name))
        found = "; ".join(made.found) or "nothing"
        rows.append(f"| {trial.what} | {trial.wanted:,} | {made.done:,} | {made.cpu_seconds / 60:.1f} | {found} |")
    return "\n".join(rows)


def renew(document: Path) -> None:
    """Replace the table in a document."""
    text = document.read_text()
    start = text.index("| trial |")
    document.write_text(text[:start] + report() + text[text.index("\n\n", start) :])


def main() -> int:
    """Continue the given trials; the exit code says whether anything was ever found."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("trials", nargs="*", metavar="TRIAL", help=f"of {', '.join(TRIALS)}; all of them by default")
    parser.add_argument("--minutes", type=float, default=60, help="for each trial")
    parser.add_argument("--report", action="store_true", help="only renew the table in docs/soak.md")
    given = parser.parse_args()
    if unknown := set(given.trials) - set(TRIALS):
        parser.error(f"no such trial: {', '.join(sorted(unknown))}")
    try:
        for name in () if given.report else given.trials or TRIALS:
            go_on(name, time.monotonic() + 60 * given.minutes)
    finally:
        renew(DOCUMENT)
    print(report())  # noqa: T201
    return 1 if any(Progress.read(kept(name)).found for name in TRIALS) else 0


if __name__ == "__main__":
    sys.exit(main())
