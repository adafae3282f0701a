"""The engine's own sources under the address, undefined-behaviour and thread sanitizers, over real positions."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "engine"


@pytest.mark.long
@pytest.mark.parametrize("sanitizer", ["address,undefined", "thread"])
def test_the_engine_is_clean_over_real_positions(tmp_path: Path, sanitizer: str) -> None:
    program = tmp_path / "analyse_files"
    sources = [source for source in sorted(ENGINE.glob("*/*.cpp")) if source.parent.name != "python"]
    compiler = os.environ.get("CXX", "c++")
    flags = ["-std=c++20", "-O1", "-g", f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all", f"-I{ENGINE}"]
    driver = ROOT / "tests" / "native" / "analyse_files.cpp"
    subprocess.run([compiler, *flags, *map(str, sources), str(driver), "-o", str(program)], check=True)
    positions = sorted((ROOT / "tests" / "data" / "positions").glob("*.txt"))
    assert len(positions) > 250
    done = subprocess.run([program, *map(str, positions)], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    sums = [line.split() for line in done.stdout.splitlines()]
    assert len(sums) == len(positions)
    assert all(float(total) == float(mines) for total, mines in sums)
