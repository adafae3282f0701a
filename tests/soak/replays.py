"""The native readers of other programs' recordings, fuzzed by libFuzzer under the address and UB sanitizers.

`tests/native/fuzz_replays.cpp` is compiled by Clang once; each batch is one run of it.
"""

from __future__ import annotations

import os
import subprocess
from itertools import chain
from pathlib import Path

from tests.formats.test_replays_fuzz import SEEDS
from tests.native.driver import ENGINE, FUZZ_DRIVER
from tests.soak.libfuzzer import fuzzed, seeded
from tests.soak.progress import Progress

BATCH = 500_000
FLAGS = ["-std=c++20", "-O2", "-g", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"]

# The readers, and what turns recordings into clicks; the rest of the engine is not needed.
SOURCES = (*sorted((ENGINE / "files").glob("*.cpp")), ENGINE / "review" / "mouse.cpp", ENGINE / "core" / "flood.cpp")


def compiled(work: Path) -> Path:
    """The program, compiled again if a source is newer."""
    program = work / "fuzz_replays"
    newest = max(path.stat().st_mtime for path in (*SOURCES, FUZZ_DRIVER, *ENGINE.glob("*/*.hpp")))
    if not program.exists() or program.stat().st_mtime < newest:
        work.mkdir(parents=True, exist_ok=True)
        where = [f"-I{ENGINE}", f"-I{FUZZ_DRIVER.parent}"]
        compiler = os.environ.get("CLANGXX", "clang++")
        subprocess.run([compiler, *FLAGS, *where, *map(str, SOURCES), FUZZ_DRIVER, "-o", program], check=True)
    return program


def batch(progress: Progress, work: Path) -> int:
    """Run the program once, from all inputs that were interesting before."""
    corpus = seeded(work / "replays", chain.from_iterable(SEEDS.values()))
    return fuzzed([str(compiled(work))], corpus, BATCH, progress)
