"""The page's model in Node: its own unit tests, and that it plays exactly as Python does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import minemind as mm
from minemind.formats import saved
from minemind.pipeline import Outline
from tests.web.node import MODEL, answers, run

TOPOLOGIES = ("square", "torus", "hex")


@pytest.mark.parametrize("path", sorted(MODEL.glob("*.test.js")), ids=lambda path: path.name)
def test_the_unit_tests_of_the_model(path: Path) -> None:
    done = run("--test", "--test-reporter=tap", str(path))
    assert done.returncode == 0, done.stdout
    assert "\n# fail 0\n" in done.stdout
    assert "\n# pass 0\n" not in done.stdout


def random_grid(dice: random.Random) -> mm.Grid:
    rows, cols = dice.randint(1, 9), dice.randint(1, 9)
    reach = dice.choice([1, 1, 1, 2])
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    holes = dice.sample(cells, dice.choice([0, 0, len(cells) // 5]))
    return mm.Grid(rows, cols, dice.choice(TOPOLOGIES), reach, holes)


def random_game(dice: random.Random) -> mm.Game:
    grid = random_grid(dice)
    per_cell = dice.choice([1, 1, 2, 3])
    # Few mines make floods; many make chords that hit mines.
    mines = round((grid.size - 1) * per_cell * dice.choice([0, 0.1, 0.2, 0.5, 1]))
    rule = dice.choice(["opening", "safe", "any"])
    seed = dice.randrange(2**53)
    game = mm.Game(mines=mines, seed=seed, first_click=rule, max_per_cell=per_cell, grid=grid)
    if dice.random() < 0.3:
        layout = mm.Layout.deal(grid, mines, seed=seed, max_per_cell=per_cell)
        game = mm.Game.from_layout(layout, seed=seed, first_click=rule)
    return game


class Player:
    """A game that is played at random; each step is recorded in the form of the page."""

    def __init__(self, dice: random.Random) -> None:
        self.dice, self.game = dice, random_game(dice)
        self.question: dict[str, Any] = {
            "kind": "game",
            "board": str(self.game.board),
            "layout": None if self.game.layout is None else str(self.game.layout),
            "moved": None if self.game.given is None or self.game.layout is not None else str(self.game.given),
            "seed": None if self.game.seed is None else str(self.game.seed),
            "firstClick": self.game.first_click.value,
            "steps": [],
        }
        self.states: list[list[Any]] = []
        self.cells = [tuple(cell) for cell in self.game.grid]

    def play(self, steps: int) -> None:
        for _ in range(steps):
            action = self.dice.choices(["open", "flag", "chord", "undo", "redo"], [4, 4, 3, 2, 1])[0]
            game, before = self.game, (self.game.history, self.game.undone)
            step = self._take(action)
            did = (game.history, game.undone) != before
            self.question["steps"].append(step)
            self.states.append([did, str(game.board), game.state.value, game.turns, len(game.undone), game.mines_left])

    def _take(self, action: str) -> list[Any]:
        if action in ("undo", "redo"):
            getattr(self.game, action)()
            return [action]
        row, col = self.dice.choice(self._promising(action))
        if self.game.state is not mm.State.PLAYING:
            return [action, row, col, *([1] if action == "flag" else [])]
        if action == "flag":
            # Mostly correct, so that chords open something.
            mines = self.dice.randint(0, self.game.max_per_cell)
            if self.game.layout is not None and self.dice.random() < 0.8:
                mines = int(self.game.layout.counts[row, col])
            self.game.flag(row, col, mines)
            return [action, row, col, mines]
        was_dealt = self.game.layout is not None
        getattr(self.game, action)(row, col)
        if not was_dealt and self.game.layout is not None:
            self.question["steps"].append(["deal", str(self.game.layout), str(self.game.seed)])
            self.states.append([])
        return [action, row, col]

    def _promising(self, action: str) -> list[tuple[int, ...]]:
        """Cells on which the action is likely to have an effect."""
        opened = [cell for cell in self.cells if self.game.board.opened[cell]]
        hidden = [cell for cell in self.cells if not self.game.board.opened[cell]]
        wanted = opened if action == "chord" else hidden
        return wanted if wanted and self.dice.random() < 0.9 else self.cells


def test_random_turns_give_the_same_boards_in_python_and_in_the_page() -> None:
    players = [Player(random.Random(seed)) for seed in range(400)]
    for player in players:
        player.play(40)
    for player, answer in zip(players, answers([player.question for player in players]), strict=True):
        for place, (expected, found) in enumerate(zip(player.states, answer["states"], strict=True)):
            if expected:  # dealing mines shows nothing
                assert found == expected, (player.question, place)
        written = saved.to_json(player.game)
        assert answer["saved"] == written
        assert answer["again"] == written
    # Everything happened: turns with effect and without, wins and losses on every topology.
    done = {
        (step[0], state[0]) for p in players for step, state in zip(p.question["steps"], p.states, strict=True) if state
    }
    assert done == {(name, did) for name in ("open", "flag", "chord", "undo", "redo") for did in (True, False)}
    ends = {(player.game.grid.topology, player.game.state.value) for player in players}
    assert ends == {(topology, state) for topology in TOPOLOGIES for state in ("won", "lost", "playing")}
    assert {player.game.max_per_cell for player in players} == {1, 2, 3}
    assert {player.game.first_click.value for player in players if player.game.moved} == {"opening", "safe"}


def test_neighbours_are_the_same_in_python_and_in_the_page() -> None:
    numbers = random.Random(1)
    grids = [random_grid(numbers) for _ in range(100)]
    texts = [str(mm.Board(grid)) for grid in grids]
    found = answers([{"kind": "neighbours", "text": text} for text in texts])
    for grid, around in zip(grids, found, strict=True):
        assert around == [grid.around(index).tolist() for index in range(grid.rows * grid.cols)]


def test_outlines_and_clusters_are_the_same_in_the_pipeline_and_in_the_page() -> None:
    numbers = random.Random(2)
    boards = [str(mm.Board(mm.Grid(3, 3)))]
    while len(boards) < 60:
        game = mm.Game(numbers.randint(3, 9), numbers.randint(3, 9), 4, seed=numbers.randrange(1000))
        game.open(0, 0)
        boards.append(str(game.board))
    outlines = [Outline.read(text.encode()) for text in boards]
    found = answers([{"kind": "outline", "text": text} for text in boards])
    assert found == [{"cells": len(outline.cells), "clusters": outline.clusters} for outline in outlines]
    assert {outline.clusters for outline in outlines} >= {0, 1, 2}
