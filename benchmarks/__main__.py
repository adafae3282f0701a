"""Run every benchmark and print it beside what it must reach. CPU time: other people's work does not count."""

from __future__ import annotations

import sys
from itertools import chain

from benchmarks import analysis, games, lab, methods, metrics, no_guess, proofs, strength, value
from benchmarks.signature import signature


def main() -> int:
    """Print a line for each measurement; the exit code says whether all of them reach what they must."""
    missed = 0
    print(f"{'work':66} {'measured':>14} {'must':>14}")
    for measured in chain(
        *(room.measurements() for room in (games, analysis, proofs, metrics, no_guess, methods, strength, value, lab))
    ):
        missed += measured.missed
        print(measured, flush=True)
    print(f"signature {signature()}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
