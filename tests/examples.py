"""What property tests draw: grids of every topology, boards, layouts, games and ways to play them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from minemind import Action, Board, FirstClick, Game, Grid, Layout, State
from minemind.board import flag_face
from minemind.formats.saved import to_json

TOPOLOGIES = ["square", "torus", "hex"]


@st.composite
def grids(draw: st.DrawFn, largest: int = 7) -> Grid:
    rows, cols = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    reach = draw(st.sampled_from([1, 1, 2, 3]))
    places = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    holes = draw(st.sets(places, max_size=(rows * cols - 1) // 2))
    return Grid(rows, cols, draw(st.sampled_from(TOPOLOGIES)), reach, holes)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of any content, consistent or not."""
    grid = draw(grids())
    per_cell = draw(st.integers(1, 3))
    faces = st.integers(flag_face(per_cell), 9) | st.just(12)
    drawn = draw(st.lists(faces, min_size=grid.rows * grid.cols, max_size=grid.rows * grid.cols))
    counts: list[dict[str, Any]] = [{}, {"mines": draw(st.integers(0, 60))}, {"density": draw(densities())}]
    count = draw(st.sampled_from(counts))
    return Board(grid, np.array(drawn).reshape(grid.shape), max_per_cell=per_cell, **count)


def densities() -> st.SearchStrategy[float]:
    return st.floats(0, 1, exclude_min=True, exclude_max=True)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Layouts of any content, with some free cells that start open."""
    grid = draw(grids())
    per_cell = draw(st.integers(1, 3))
    drawn = draw(st.lists(st.integers(0, per_cell), min_size=grid.rows * grid.cols, max_size=grid.rows * grid.cols))
    counts = np.where(grid.exists, np.array(drawn).reshape(grid.shape), 0)
    free = [cell for cell in grid if not counts[cell]]
    revealed = draw(st.sets(st.sampled_from(free), max_size=5)) if free else ()
    return Layout(grid, counts, max_per_cell=per_cell, revealed=revealed)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games that have not begun, dealt or on a given layout."""
    if draw(st.booleans()):
        return Game.from_layout(draw(layouts()))
    grid = draw(grids())
    per_cell = draw(st.integers(1, 3))
    return Game(
        grid=grid,
        mines=draw(st.integers(0, (grid.size - 1) * per_cell)),
        seed=draw(st.integers(0, 2**64 - 1)),
        first_click=draw(st.sampled_from(list(FirstClick))),
        max_per_cell=per_cell,
    )


@st.composite
def played_games(draw: st.DrawFn, most: int = 12) -> Game:
    """Games after some turns; some of these are undone, and some of those redone."""
    game = draw(games())
    play(draw, game, draw(st.integers(0, most)))
    for _ in range(draw(st.integers(0, 4))):
        game.undo()
    for _ in range(draw(st.integers(0, 2))):
        game.redo()
    return game


def play(draw: Callable[[st.SearchStrategy[Any]], Any], game: Game, turns: int) -> None:
    """Play some random turns, until the game ends."""
    cells = list(game.grid)
    for _ in range(turns):
        if game.state is not State.PLAYING:
            return
        row, col = draw(st.sampled_from(cells))
        match draw(st.sampled_from(list(Action))):
            case Action.OPEN:
                game.open(row, col)
            case Action.FLAG:
                game.flag(row, col)
            case Action.CHORD:
                game.chord(row, col)


def on(text: str, **options: Any) -> Game:
    """A game on the layout of a text."""
    return Game.from_layout(Layout.parse(text, **options))


def snapshot(game: Game) -> tuple[object, ...]:
    return game.board, game.state, game.layout, game.exploded, game.history, game.mines_left


def everything(game: Game) -> tuple[object, ...]:
    return snapshot(game), game.undone, to_json(game)
