"""Setting: which games an environment deals, what an agent sees of them, and what its moves earn.

The rules are those of a `Game`, which also checks them. Both environments are based on a setting, so that one game of
many looks like a game by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias, TypedDict

import numpy as np
from gymnasium import Space
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from minemind import _native
from minemind.arguments import named, shown, unknown
from minemind.board import HIDDEN, NO_CELL, Board
from minemind.dealer import GradeLike, Way
from minemind.errors import InvalidValue
from minemind.game import Game
from minemind.grid import CellLike, Grid
from minemind.layout import FirstClick
from minemind.size import size_of

__all__ = ["Bytes", "EnvOptions", "Observation", "Reward", "Setting"]

Bytes: TypeAlias = NDArray[np.int8]

assert _native.HIDDEN_BYTE == HIDDEN  # a hidden cell is the same number everywhere


class Reward(StrEnum):
    """What a move earns.

    >>> [reward.value for reward in mm.rl.Reward]
    ['win', 'cells', 'risk']
    """

    WIN = "win"  # 1 if it wins the game
    CELLS = "cells"  # its share of all free cells: 1 in all for a game that is won
    RISK = "risk"  # 1 if it wins the game, minus how much riskier the cell was than the safest, by exact probabilities

    @classmethod
    def _missing_(cls, value: object) -> Reward:
        raise unknown(value, cls, "a reward")


class Observation(StrEnum):
    """How an agent sees the board.

    >>> [observation.value for observation in mm.rl.Observation]
    ['plane', 'one-hot']
    """

    PLANE = "plane"  # (rows, cols): the number of an open cell, -1 for a hidden one, -2 for a hole
    ONE_HOT = "one-hot"  # (2 + largest number, rows, cols): a plane of ones and zeros for hidden, 0, 1, 2, …

    @classmethod
    def _missing_(cls, value: object) -> Observation:
        raise unknown(value, cls, "an observation")


class EnvOptions(TypedDict, total=False):
    """The options of `gymnasium.make` and `make_vec`; those left out are as in `mm.Game("beginner")`."""

    preset: str | None  # or rows, cols and mines
    rows: int | None
    cols: int | None
    mines: int | None  # with a preset: another mine count
    topology: str
    reach: int
    holes: Iterable[CellLike]
    max_per_cell: int
    first_click: FirstClick | str
    no_guess: bool
    way: Way | str | None
    budget: int | None
    grade: GradeLike | None
    reward: Reward | str
    observation: Observation | str
    probability: bool  # whether every info has the exact probabilities


@dataclass(frozen=True)
class Setting:
    """The rules, as a game that nobody plays, and what an agent gets from it."""

    game: Game
    reward: Reward
    observation: Observation
    probability: bool

    @classmethod
    def of(cls, given: EnvOptions) -> Setting:
        """The setting with these options; raises `InvalidValue` if no game allows them."""
        for name in given:
            named(name, EnvOptions.__annotations__, "an option")
        probability = given.get("probability", False)
        if not isinstance(probability, bool):
            raise InvalidValue(f"probability is {shown(probability)}; give True or False")
        setting = cls(
            _game(given),
            Reward(given.get("reward", Reward.WIN)),
            Observation(given.get("observation", Observation.PLANE)),
            probability,
        )
        if setting.largest > _native.LARGEST_BYTE:
            raise InvalidValue(
                f"a cell could show {setting.largest}, and observations hold numbers up to {_native.LARGEST_BYTE}; "
                "use a shorter reach or fewer mines per cell"
            )
        return setting

    @property
    def grid(self) -> Grid:
        """The grid of all games."""
        return self.game.grid

    @cached_property
    def largest(self) -> int:
        """The largest number that a cell can show."""
        return int(self.grid.degrees.max()) * self.game.max_per_cell

    @cached_property
    def actions(self) -> Discrete:
        """The space of actions: a cell to open, by its index."""
        return Discrete(self.grid.rows * self.grid.cols)

    @cached_property
    def observations(self) -> Space[Bytes]:
        """The space of observations: everything that an agent may see."""
        if self.observation is Observation.ONE_HOT:
            return Box(0, 1, (len(self._planes), *self.grid.shape), np.int8)
        least = _native.NO_CELL_BYTE if self.grid.holes else HIDDEN
        return Box(least, self.largest, self.grid.shape, np.int8)

    @cached_property
    def _planes(self) -> Bytes:
        return np.arange(HIDDEN, self.largest + 1, dtype=np.int8)

    def observed(self, faces: Bytes) -> Bytes:
        """What an agent sees of some games, given as a row of faces each; always a new array."""
        boards = faces.reshape(-1, *self.grid.shape)
        if self.observation is Observation.PLANE:
            return boards.copy()
        planes: NDArray[np.bool_] = boards[:, None] == self._planes[:, None, None]
        return planes.view(np.int8)

    def board(self, faces: Bytes) -> Board:
        """The board of one game."""
        shown = np.where(faces == _native.NO_CELL_BYTE, np.int32(NO_CELL), faces).reshape(self.grid.shape)
        return Board(self.grid, shown, mines=self.game.mines, max_per_cell=self.game.max_per_cell)

    def batch(self, games: int) -> _native.GameBatch:
        """A batch of `games` games that have not started yet."""
        dealer = self.game.dealer
        return _native.game_batch(
            self.grid.graph,
            mines=self.game.mines,
            per_cell=self.game.max_per_cell,
            rule=self.game.first_click,
            no_guess=None if dealer is None else (dealer.way, dealer.grades, dealer.budget),
            reward=self.reward,
            probability=self.probability,
            games=games,
        )

    def play(self, seed: int) -> Game:
        """The game that is dealt from a seed, as an ordinary `Game`."""
        game = self.game.copy()
        game.seed = seed
        return game


def _game(given: EnvOptions) -> Game:
    rows, cols = given.get("rows"), given.get("cols")
    preset = given.get("preset")
    if preset is not None and (rows, cols) != (None, None):
        raise InvalidValue("give a preset, or rows, cols and mines, but not both")
    if preset is None and (rows, cols) == (None, None):
        preset = "beginner"
    rows, cols, mines = size_of(rows if preset is None else preset, cols, given.get("mines"))
    if rows is None or cols is None or mines is None:
        raise InvalidValue("the size is incomplete; give rows, cols and mines, or a preset")
    return Game(
        mines=mines,
        seed=0,
        grid=Grid(rows, cols, given.get("topology", "square"), given.get("reach", 1), given.get("holes", ())),
        max_per_cell=given.get("max_per_cell", 1),
        first_click=given.get("first_click", FirstClick.OPENING),
        no_guess=given.get("no_guess", False),
        way=given.get("way"),
        budget=given.get("budget"),
        grade=given.get("grade"),
    )
