"""Compiles the engine without Python, with a program next to this file that exercises it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ENGINE = ROOT / "engine"
DRIVER = Path(__file__).with_name("analyse_files.cpp")
REPLAY_DRIVER = Path(__file__).with_name("read_replays.cpp")
FUZZ_DRIVER = Path(__file__).with_name("fuzz_replays.cpp")
GAMES_DRIVER = Path(__file__).with_name("play_games.cpp")
POSITIONS = ROOT / "tests" / "data" / "positions"


def compile_driver(folder: Path, flags: Iterable[str], driver: Path = DRIVER) -> Path:
    """Compile the program into a folder, without the bindings and so without Python."""
    sources = [source for source in sorted(ENGINE.glob("*/*.cpp")) if source.parent.name != "python"]
    whole = folder / "engine_and_driver.cpp"  # one file, so that headers are read once
    whole.write_text("".join(f'#include "{source}"\n' for source in [*sources, driver]))
    program = folder / driver.stem
    compiler = os.environ.get("CXX", "c++")
    subprocess.run(
        [compiler, "-std=c++20", f"-I{ENGINE}", f"-I{DRIVER.parent}", *flags, str(whole), "-o", str(program)],
        check=True,
    )
    return program


def run_driver(program: Path, *, every: int = 1) -> str:
    """What it prints about every `every`-th position of the tests; fails if it writes to stderr."""
    positions = sorted(map(str, POSITIONS.glob("*.txt")))[::every]
    done = subprocess.run([program, *positions], capture_output=True, text=True, check=True)
    assert done.stderr == "", done.stderr
    return done.stdout
