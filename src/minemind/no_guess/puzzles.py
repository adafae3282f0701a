"""Puzzle: a position of a no-guess board in which the next step is the hardest that the board takes."""

from __future__ import annotations

from dataclasses import dataclass

from minemind.board import Board
from minemind.dealer import GradeLike, Way
from minemind.errors import NoBoard
from minemind.game import Game
from minemind.grid import Cell, CellLike, Grid
from minemind.layout import Layout, game_seed
from minemind.no_guess.dealing import NoGuess, generate
from minemind.no_guess.path import Path, path_of
from minemind.size import SizeLike

__all__ = ["Puzzle", "puzzle"]

# After this many boards it is clear that the first click clears all of this size.
MOST_DEALT = 100


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A position with a safe cell to be found, and how hard that is, from 1 to 5.

    `board` is what the player sees; its flags are right. `layout` has the mines. The same `seed` deals the same puzzle.

    >>> puzzle = mm.no_guess.puzzle("beginner", seed=7, grade=2)
    >>> puzzle
    <Puzzle 9×9, 10 mines, seed 7, grade 2>
    >>> puzzle.start, len(mm.analyse(puzzle.board).safe) > 0, mm.hint(puzzle.board).reason.grade
    (Cell(row=4, col=4), True, 2)
    """

    board: Board
    layout: Layout
    start: Cell
    seed: int
    grade: int

    def __repr__(self) -> str:
        rows, cols = self.board.grid.shape
        return f"<Puzzle {rows}×{cols}, {self.layout.mines} mines, seed {self.seed}, grade {self.grade}>"


def puzzle(
    rows: int | SizeLike | None = None,
    cols: int | None = None,
    mines: int | None = None,
    seed: int | None = None,
    grid: Grid | None = None,
    *,
    start: CellLike | None = None,
    way: Way | str = Way.UNIFORM,
    budget: int | None = None,
    grade: GradeLike | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """A position to be solved: a no-guess board, played by the easiest proofs up to its hardest step.

    Size, seed, `grade` and the rest are those of `minemind.generate`, which deals the board.
    No certain cell of the position has an easier proof than the grade says. Raises what `minemind.generate` raises.

    >>> mm.no_guess.puzzle("expert", seed=7, grade=4).grade
    4
    """
    for _ in range(MOST_DEALT):
        found = generate(
            rows, cols, mines, seed, grid=grid, start=start, way=way, budget=budget, grade=grade, time_limit=time_limit
        )
        if (path := path_of(found.layout, found.start, time_limit)).moves:
            return _hardest(found, path, found.seed if seed is None else seed)
        seed = game_seed(found.seed, 0)
    raise NoBoard("the first click clears every board of this size; give more mines", MOST_DEALT)


def _hardest(found: NoGuess, path: Path, seed: int) -> Puzzle:
    """The position before the first of the hardest moves."""
    hardest = max(move.proof.grade for move in path.moves)
    game = Game.from_layout(found.layout, first_click="any")
    game.open(found.start)
    for move in path.moves:
        if move.proof.grade == hardest:
            break
        cell = found.layout.grid.cell(move.cell)
        game.flag(cell) if move.mines else game.open(cell)
    return Puzzle(game.board, found.layout, found.start, seed, hardest)
