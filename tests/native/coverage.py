"""How much of the engine's code runs on every tenth position of the tests: `make coverage`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from tests.native.driver import DRIVER, ROOT, compile_driver, run_driver

# Counters are atomic, because two threads do some of the work.
FLAGS = ["-O1", "-fno-inline", "--coverage", "-fprofile-update=atomic"]


def compile_counting(program: Path) -> None:
    """Compile a driver that counts what it runs. Needs only a compiler, nothing that has to be installed."""
    assert program.name == DRIVER.stem
    program.parent.mkdir(parents=True, exist_ok=True)
    compile_driver(program.parent, FLAGS)


def report(program: Path) -> None:
    """Run it, and print the shares of lines and branches that were run."""
    for counts in program.parent.glob("*.gcda"):  # a run adds to what it finds
        counts.unlink()
    run_driver(program, every=10)
    where = ["--root", str(ROOT), "--filter", "engine/", "--object-directory", str(program.parent)]
    how = ["--exclude-throw-branches", "--merge-lines", "--txt", "-", "--print-summary"]
    subprocess.run([sys.executable, "-m", "gcovr", *where, *how, str(program.parent)], check=True)


if __name__ == "__main__":
    given = argparse.ArgumentParser()
    given.add_argument("--compile", action="store_true")
    given.add_argument("program", type=Path)
    options = given.parse_args()
    (compile_counting if options.compile else report)(options.program)
