"""The difficulty of a board, by its name, its size or its density."""

from __future__ import annotations

import pytest

import minemind as mm
from minemind.game import PRESETS
from minemind.lab.batch.difficulty import Difficulty, difficulty, named


def of_size(rows: int, cols: int, mines: int) -> Difficulty:
    return difficulty("board.txt", mm.Game(rows, cols, mines, seed=1))


@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_are_what_they_are_called_lying_or_standing(name: str) -> None:
    rows, cols, mines = PRESETS[name]
    assert of_size(rows, cols, mines) == of_size(cols, rows, mines) == name


@pytest.mark.parametrize(
    ("mines", "level"),
    [(0, "beginner"), (13, "beginner"), (14, "intermediate"), (17, "intermediate"), (18, "expert"), (99, "expert")],
)
def test_other_sizes_go_by_the_percentage_of_mines(mines: int, level: str) -> None:
    assert of_size(10, 10, mines) == level


def test_no_rounding_decides_at_a_threshold() -> None:
    assert of_size(50, 100, 700) == "intermediate"  # exactly 14 %, which floats make less
    assert of_size(50, 100, 699) == "beginner"
    assert of_size(50, 100, 900) == "expert"
    assert of_size(50, 100, 899) == "intermediate"


def test_a_preset_goes_before_its_density_and_holes_are_no_cells() -> None:
    assert of_size(9, 9, 12) == "intermediate"
    assert of_size(9, 9, 10) == "beginner"
    grid = mm.Grid(10, 10, holes=[(0, col) for col in range(10)])
    assert difficulty("b.txt", mm.Game(grid=grid, mines=13, seed=1)) == "intermediate"


@pytest.mark.parametrize(
    ("path", "level"),
    [
        ("expert/b.txt", "expert"),
        ("Beginner_01.txt", "beginner"),
        ("expert/beginner/b.txt", "beginner"),
        ("expert/old/INTERMEDIATE.txt", "intermediate"),
        ("beginner-to-expert.txt", None),
        ("expert/beginner-to-expert.txt", None),
        ("b.txt", None),
    ],
)
def test_names_are_believed_and_the_nearest_to_the_file_first(path: str, level: str | None) -> None:
    assert named(path) == level
    assert difficulty(path, mm.Game.preset("intermediate")) == (level or "intermediate")


def test_there_are_three() -> None:
    assert list(Difficulty) == list(PRESETS)
    with pytest.raises(mm.InvalidValue, match="beginner, intermediate, expert"):
        Difficulty("hard")
