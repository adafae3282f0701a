"""The engine's signature: a name for how it plays. It changes only when some game of a fixed few goes otherwise."""

from __future__ import annotations

import hashlib
from functools import cache

from minemind.strategy.simulate import NATIVE, simulate

__all__ = ["engine_signature"]

# Games of each native strategy: some tenths of a second.
GAMES = 100


@cache
def engine_signature() -> str:
    """The signature of the engine that is installed: the same on every machine."""
    digest = hashlib.sha256()
    for name in NATIVE:
        played = simulate("expert", first_click="safe", start=(0, 0), strategy=name, games=GAMES, seed=1)
        if played.is_interrupted:  # what was played until then is nobody's signature
            raise KeyboardInterrupt
        digest.update(f"{name} {played.signature}\n".encode())
    return digest.hexdigest()[:16]
