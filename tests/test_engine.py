"""The compiled module: its stub, and its refusal of what would read out of bounds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minemind
from minemind import Grid, _engine


def test_the_committed_stub_is_what_the_module_offers(tmp_path: Path) -> None:
    made = tmp_path / "_engine.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "minemind._engine", "-o", str(made)]
    subprocess.run(command, check=True)
    committed = Path(minemind.__file__).with_name("_engine.pyi")
    assert made.read_text() == committed.read_text(), f"renew it with: {' '.join(command[1:-1])} {committed}"


@pytest.mark.parametrize(
    "wrong",
    [
        {"mines": 9},
        {"mines": 10, "rule": _engine.FirstClick.ANY},
        {"per_cell": 0},
        {"per_cell": 2**32 - 1},
        {"first": 9},
        {"offsets": np.zeros(0, dtype=np.int32)},
        {"cells": np.arange(10, dtype=np.int32)},
    ],
)
def test_the_engine_refuses_what_does_not_fit(wrong: dict[str, Any]) -> None:
    grid = Grid(3, 3)
    deal: dict[str, Any] = {
        "offsets": grid.adjacency.offsets,
        "targets": grid.adjacency.targets,
        "cells": grid.indices,
        "mines": 3,
        "per_cell": 1,
        "first": 4,
        "rule": _engine.FirstClick.SAFE,
        "seed": 1,
    }
    assert _engine.deal_layout(**deal).sum() == 3
    with pytest.raises(ValueError, match=r"\w"):
        _engine.deal_layout(**{**deal, **wrong})


def test_the_engine_takes_arrays_of_32_bit_integers_only() -> None:
    grid = Grid(3, 3)
    with pytest.raises(TypeError):
        _engine.deal_layout(
            grid.adjacency.offsets.astype(np.float64),
            grid.adjacency.targets,
            grid.indices,
            mines=1,
            per_cell=1,
            first=0,
            rule=_engine.FirstClick.SAFE,
            seed=1,
        )
