r"""MineMind: a Minesweeper engine, solver and laboratory.

A tour of what `import minemind as mm` gives, in the order in which most people need it; `help(mm.Game)` and so on tell
more about each name. Cells are `(row, col)`, zero-based.

**A game** (`mm.Game`) has a layout, a board and the rules. Its size is the name of one of the `PRESETS`, or rows,
columns and mines. The same seed deals the same mines everywhere.

>>> import minemind as mm
>>> game = mm.Game("beginner", seed=7)  # or mm.Game(9, 9, 10, seed=7)
>>> len(game.open(4, 4)), game.flag(0, 8), game.undo()
(49, 1, True)
>>> game.state is mm.State.PLAYING, mm.Game(9, 9, 10, first_click=mm.FirstClick.SAFE).mines
(True, 10)
>>> mm.save(game, "game.json")
>>> mm.load("game.json").board == game.board
True

**A board** (`mm.Board`) is what the player sees: from a game, a text, a file or rows. Any of these is accepted wherever
a board is expected (`BoardLike`), and a `mm.Cell`, a pair or two integers wherever a cell is (`CellLike`).

>>> board = mm.Board.parse("3 4 2\n01..\n01..\n01..")
>>> mm.Board.from_rows([[0, 1, None, None]] * 3, mines=2) == board
True
>>> board[0, 1], board[mm.Cell(1, 2)]
('1', '.')

Its `mm.Grid` defines which cells exist and which are neighbours; a `mm.Layout` defines where the mines are.

>>> len(mm.Grid(9, 9, "hex").neighbours(4, 4)), mm.Layout.parse("*..").mines
(6, 1)

`mm.Metrics` tells how many clicks a layout takes: 3BV, ZiNi and more.

>>> worth = mm.metrics("....\n.*..\n....")
>>> isinstance(worth, mm.Metrics), worth.three_bv, worth.zini
(True, 6, 4)

`mm.generate` deals a board that never needs a guess from a given first click; `mm.Game(…, no_guess=True)` deals one
when its player makes the first click. `mm.no_guess` grades layouts, and writes and checks certificates.

>>> mm.generate("expert", seed=7).start
Cell(row=7, col=14)
>>> mm.no_guess.grade("3 4 2\n...*\n....\n...*", start=(0, 0)).grade
2

**An analysis** (`mm.Analysis`) is what the numbers imply: exact probabilities, and which cells are certain.
`mm.analyze` is an alias of `mm.analyse`.

>>> analysis = mm.analyse(board)
>>> print(analysis)
<Analysis 3×4: 2 safe, 1 mine, lowest risk 0%>
     0    1    2    3
0    0    1   0%  33%
1    0    1 100%  33%
2    0    1   0%  33%
>>> analysis.solutions, sorted(analysis.mines)
(3, [Cell(row=1, col=2)])
>>> analysis.save("heat.svg")  # or heat.png
>>> [method.name for method in mm.methods()][:2]  # other ways to infer: mm.analyse(board, "rules")
['rules', 'matrix']

**A move** (`mm.Move`) is a cell, an action and the reason: a `mm.Proof` if it is certain, else a `mm.Guess`.

>>> move = mm.hint(board)
>>> move.cell, move.action is mm.Action.OPEN, isinstance(move.reason, mm.Proof)
(Cell(row=0, col=2), True, True)
>>> len(mm.certain_moves(board)), mm.explain(board, 1, 2).is_mine
(3, True)
>>> best = mm.guesses("3 3 2\n1..\n...\n...")[0]  # where no cell is safe: every candidate
>>> round(best.risk, 2), round(best.win, 2)
(0.2, 0.73)
>>> mm.win_probability("3 3 2\n1..\n...\n...").probability
Fraction(11, 15)

**A strategy** (`mm.Strategy`) is a player. `mm.strategies()` lists them, `mm.get_strategy` gives one by its name, and
`mm.register_strategy` adds your own.

>>> record = mm.play("expert", "champion", seed=7)
>>> isinstance(record, mm.Record), record.strategy
(True, 'champion')
>>> played = mm.simulate("beginner", strategy="exact", games=100)  # inside the engine, on all processors
>>> played.win_rate
0.94

**A replay** (`mm.Replay`) is a played game, click by click: one of your own, a strategy's record, or a recording of
another program, which `mm.load` reads as well.

>>> replay = mm.Replay.of(record)
>>> isinstance(replay, mm.Replay), len(replay.clicks) == len(record.moves)
(True, True)
>>> mm.save(replay, "game.rawvf")

**A review** (`mm.Review`) judges a game click by click: which risks were necessary, what was overlooked, and what was
luck. It takes a game, a record, a replay or a file; `mm.reviews.profile` sums up a player's games.

>>> review = mm.review(record)
>>> isinstance(review, mm.Review), len(review.mistakes), len(review.key_moments)
(True, 0, 3)

**A remote engine** (`mm.Remote`) is another process that answers the same questions over a pipe: `minemind engine`, or
any program that speaks its protocol.

>>> with mm.Remote("minemind engine") as engine:
...     engine.win("2 2 1\n1.\n..").probability
Fraction(1, 3)

**An error** is always a `mm.MineMindError`, and its message says what to do: `mm.InvalidValue`, `mm.ParseError` (with a
fault for everything that is wrong), `mm.Impossible`, `mm.TooHard`; the others are in `mm.errors`. Whatever had to be
assumed to read a text or a file is reported as a warning, `mm.Assumption`.

>>> mm.analyse("1 2 1\n5.")
Traceback (most recent call last):
minemind.errors.Impossible: ...

More is in `mm.solve` (the types of the answers), `mm.strategy` (the types of players and runs, and playing one move at
a time), `mm.no_guess`, `mm.reviews` (the types of a review, and a player's profile), `mm.errors` (every error),
`mm.words` (the languages it speaks) and `minemind.lab` (runs on disk, comparisons, batches of files, reports).
"""

# The names are collected in public.py and loaded when the first of them is used, so that the command line answers
# --version and --help without importing numpy and the engine.

from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING

from minemind import _fork as _fork  # children of a fork renew their locks

if TYPE_CHECKING:
    from minemind.public import *  # noqa: F403
    from minemind.public import __all__ as __all__
else:

    def __getattr__(name: str) -> object:
        """A module of the package, or a public name."""
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module 'minemind' has no attribute {name!r}")
        if _find_spec(f"minemind.{name}"):
            return _import_module(f"minemind.{name}")
        public = _import_module("minemind.public")
        if name not in ("__all__", *public.__all__):
            raise AttributeError(f"module 'minemind' has no attribute {name!r}")
        globals()[name] = value = getattr(public, name)
        return value

    def __dir__() -> list[str]:
        from pkgutil import iter_modules

        modules = iter_modules(__path__)  # noqa: F405  # every package has one
        packages = {found.name for found in modules if found.ispkg and not found.name.startswith("_")}
        return sorted(packages.union(_import_module("minemind.public").__all__, ["__all__", "__doc__", "__version__"]))


__version__ = "0.2.0"
