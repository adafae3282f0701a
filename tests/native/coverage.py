"""How much of the engine's code runs when it is put to work on all positions: `python -m tests.native.coverage`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.native.driver import ROOT, compile_driver, run_driver


def main() -> None:
    """Compile for counting, run, and print the shares of lines and branches."""
    with tempfile.TemporaryDirectory() as folder:
        # Counters are atomic, as some of the work is done by two threads.
        flags = ["-O1", "-fno-inline", "--coverage", "-fprofile-update=atomic"]
        run_driver(compile_driver(Path(folder), flags), every=10)
        gcovr = [
            sys.executable,
            "-m",
            "gcovr",
            "--root",
            str(ROOT),
            "--filter",
            "engine/",
            "--object-directory",
            folder,
        ]
        subprocess.run(
            [*gcovr, "--exclude-throw-branches", "--merge-lines", "--txt", "-", "--print-summary", folder], check=True
        )


if __name__ == "__main__":
    main()
