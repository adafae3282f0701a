"""Results as tables: to print, and as DataFrames with words instead of codes."""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

import numpy as np
import pytest
import typer

import minemind as mm
from minemind.cli.main import app
from minemind.strategy.simulate import NATIVE
from minemind.strategy.standing import HEADER


def lossy() -> mm.strategy.Simulation:
    """Games that are won, or lost in various ways."""
    return mm.simulate((5, 5, 8), strategy="exact", games=60, seed=3, first_click="any")


def test_simulate_plays_what_bench_plays() -> None:
    ours = {name: parameter.default for name, parameter in inspect.signature(mm.simulate).parameters.items()}
    bench: Any = typer.main.get_command(app).commands["bench"]  # type: ignore[attr-defined]
    theirs = {option.name: option.default for option in bench.params}
    for name in ("games", "seed", "first_click", "estimator", "max_per_cell", "start"):
        assert ours[name] == theirs[name], name
    shown = {option.name: option.show_default for option in bench.params}
    assert (ours["preset"], ours["strategy"]) == (shown["preset"], shown["strategy"]) == ("expert", "champion")
    assert (ours["threads"], shown["jobs"]) == (None, "all cores")


def test_a_simulation_prints_as_a_small_table() -> None:
    played = lossy()
    header, row = str(played).splitlines()
    assert re.split("  +", header) == list(HEADER)
    low, high = played.ci95
    assert re.split("  +", row) == [
        "exact",
        "5×5, 8 mines",
        "60",
        f"{played.win_rate:.2%}",
        f"{low:.2%} … {high:.2%}",
        f"{1 - played.win_rate:.2%}",
        "0.00%",
        f"{played.guesses_per_game:.2f}",
    ]
    assert str(mm.simulate("beginner", games=0)).splitlines()[1].count("–") == 4


def test_a_row_of_the_frame_is_a_game_in_words() -> None:
    played = lossy()
    frame = played.to_pandas()
    assert len(frame) == played.games
    assert (frame["result"] == "won").sum() == played.wins
    assert set(frame["result"].unique()) == {"won", "lost"}
    assert (frame["strategy"] == "exact").all()
    assert frame["board"].unique().tolist() == ["5×5, 8 mines"]
    assert frame["game"].tolist() == played.index.tolist()
    assert frame["risk"].tolist() == played.risk.tolist()
    assert frame["weight"].tolist() == played.weight.tolist()
    lost = frame[frame["result"] == "lost"]
    counted = {phase.value.replace("_", " "): count for phase, count in played.lost_by_phase.items()}
    assert lost["lost_in"].value_counts().to_dict() == counted
    assert frame.loc[frame["result"] == "won", ["lost_in", "lost_by_risk"]].isna().all(axis=None)
    by_tenth = frame[[name for name in frame.columns if name.startswith("guesses_")]]
    assert (by_tenth.sum(axis=1) == frame["guesses"]).all()
    assert by_tenth.columns[[0, -1]].tolist() == ["guesses_0_10", "guesses_90_100"]


def test_the_seed_in_a_row_deals_its_game_again() -> None:
    frame = mm.simulate("beginner", strategy="exact", games=3, seed=5).to_pandas()
    for seed, result in zip(frame["seed"], frame["result"], strict=True):
        assert mm.play("beginner", "exact", seed=int(seed)).result == result


@pytest.mark.parametrize("strategy", NATIVE)
def test_every_native_strategy_has_a_frame(strategy: str) -> None:
    played = mm.simulate("beginner", strategy=strategy, games=20, seed=1)
    assert (played.to_pandas()["result"] == "stuck").sum() == played.tally.stuck


def test_without_pandas_a_frame_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    played = mm.simulate("beginner", games=1)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        mm.errors.MissingExtra, match=r'a DataFrame needs pandas: pip install "minemind-engine\[pandas\]"'
    ):
        played.to_pandas()
    assert np.isfinite(played.win_rate)
