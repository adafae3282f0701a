"""Compiles the engine by itself, with the program beside this file that puts all of it to work."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ENGINE = ROOT / "engine"
POSITIONS = ROOT / "tests" / "data" / "positions"


def compile_driver(folder: Path, flags: Iterable[str]) -> Path:
    """The program, made in a folder; the bindings are left out, and Python with them."""
    sources = [source for source in sorted(ENGINE.glob("*/*.cpp")) if source.parent.name != "python"]
    command = [os.environ.get("CXX", "c++"), "-std=c++20", f"-I{ENGINE}", *flags]

    def compiled(source: Path) -> Path:
        target = folder / f"{source.parent.name}_{source.stem}.o"
        subprocess.run([*command, "-c", str(source), "-o", str(target)], check=True)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        objects = list(threads.map(compiled, [*sources, Path(__file__).with_name("analyse_files.cpp")]))
    program = folder / "analyse_files"
    subprocess.run([*command, *map(str, objects), "-o", str(program)], check=True)
    return program


def run_driver(program: Path) -> str:
    """What it prints about all positions of the tests; fails if it complains."""
    positions = sorted(map(str, POSITIONS.glob("*.txt")))
    done = subprocess.run([program, *positions], capture_output=True, text=True, check=True)
    assert done.stderr == "", done.stderr
    return done.stdout
