"""Compare strategies on the same games: python examples/win_rates.py [GAMES]."""

import sys

import minemind as mm

games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
print(f"{games} Intermediate games each, with 95 % intervals")
for name in ("rules", "exact", "champion"):
    run = mm.simulate("intermediate", strategy=name, games=games, seed=1)
    low, high = run.ci95
    print(f"{name:10} {run.win_rate:6.1%} ({low:.1%} … {high:.1%})")
