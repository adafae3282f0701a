"""The engine's own sources under the address, undefined-behaviour and thread sanitizers, over positions and files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.formats.test_replays_fuzz import SEEDS
from tests.native.driver import POSITIONS, REPLAY_DRIVER, compile_driver, run_driver


@pytest.mark.long
@pytest.mark.parametrize("sanitizer", ["address,undefined", "thread"])
def test_the_engine_is_clean_over_real_positions(tmp_path: Path, sanitizer: str) -> None:
    program = compile_driver(tmp_path, ["-O1", "-g", f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all"])
    sums = [line.split() for line in run_driver(program).splitlines()]
    assert len(sums) == len(list(POSITIONS.glob("*.txt"))) > 250
    assert all(float(total) == float(mines) for total, mines in sums)


@pytest.mark.long
def test_readers_of_replays_are_clean_over_damaged_files(tmp_path: Path) -> None:
    flags = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    program = compile_driver(tmp_path, flags, REPLAY_DRIVER)
    paths = []
    for number, content in enumerate(content for contents in SEEDS.values() for content in contents):
        paths.append(tmp_path / f"{number}")
        paths[-1].write_bytes(content)
    done = subprocess.run([program, "20000", *map(str, paths)], capture_output=True, text=True, check=True)
    assert (done.stderr, int(done.stdout) > 100_000) == ("", True)
