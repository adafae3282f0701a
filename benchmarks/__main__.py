"""Run every benchmark and print it beside what it must reach. CPU time: other people's work does not count."""

from __future__ import annotations

import sys

from benchmarks.games import measurements


def main() -> int:
    """Print a line for each measurement; the exit code says whether all of them reach what they must."""
    missed = 0
    print(f"{'work':52} {'measured':>12} {'must':>12}")
    for measured in measurements():
        missed += measured.value > measured.must
        mark = "" if measured.value <= measured.must else "  MISSED"
        value, must = (f"{number:.4g} {measured.unit}" for number in (measured.value, measured.must))
        print(f"{measured.work:52} {value:>12} {must:>12}{mark}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
