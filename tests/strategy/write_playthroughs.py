"""Rewrites the golden playthroughs: `python -m tests.strategy.write_playthroughs`."""

from __future__ import annotations

from tests.strategy.test_presets import NAMES, PLAYTHROUGHS, playthrough

if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in NAMES:
        PLAYTHROUGHS.joinpath(f"{name.replace(':', '-')}.txt").write_text(playthrough(name))
