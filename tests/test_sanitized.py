"""The engine's own sources under the address, undefined-behaviour and thread sanitizers, over real positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native.driver import POSITIONS, compile_driver, run_driver


@pytest.mark.long
@pytest.mark.parametrize("sanitizer", ["address,undefined", "thread"])
def test_the_engine_is_clean_over_real_positions(tmp_path: Path, sanitizer: str) -> None:
    program = compile_driver(tmp_path, ["-O1", "-g", f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all"])
    sums = [line.split() for line in run_driver(program).splitlines()]
    assert len(sums) == len(list(POSITIONS.glob("*.txt"))) > 250
    assert all(float(total) == float(mines) for total, mines in sums)
