"""Run every benchmark and print it next to what it must reach. In CPU time, so that other work does not count."""

from __future__ import annotations

import sys
from itertools import chain

from benchmarks import (
    analysis,
    endings,
    games,
    lab,
    methods,
    metrics,
    no_guess,
    proofs,
    protocol,
    reviews,
    rl,
    strength,
    value,
)
from benchmarks.measurement import printed
from benchmarks.signature import signature


def main() -> int:
    """Print every measurement, and the signature; the exit code says whether all of them reach their targets."""
    rooms = (games, analysis, proofs, reviews, metrics, no_guess, methods, strength, endings, value, lab, protocol, rl)
    print(f"{'work':66} {'measured':>14} {'must':>14}")
    code = printed(chain.from_iterable(room.measurements() for room in rooms))
    print(f"signature {signature()}")
    return code


if __name__ == "__main__":
    sys.exit(main())
