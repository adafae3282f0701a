"""Worth: how many clicks a board takes if its mines are known: 3BV, ZiNi and their family.

The engine counts; here the layout is prepared for it. The module is not named after its function, `mm.metrics`, which
would hide it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from minemind import _native
from minemind.arguments import shown
from minemind.deadline import Deadline
from minemind.errors import InvalidValue
from minemind.files import read_file, suspecting_a_file_name
from minemind.game import Game
from minemind.grid import Grid, IntArray
from minemind.layout import Layout

__all__ = ["LayoutLike", "Metrics", "layout_of", "metrics", "metrics_of", "three_bv"]

# A layout; a game that has one; the text of a layout, or a file with one.
LayoutLike: TypeAlias = Layout | Game | str | bytes | os.PathLike[str]


@dataclass(frozen=True)
class Metrics:
    r"""Metrics of a board: its parts, and the clicks that it takes if the mines are known.

    A **lone number** is one that touches no zero, so that no opening shows it.

    - `openings`: connected areas of zeros; one click opens all of an area and the numbers around it.
    - `islands`: connected groups of lone numbers.
    - `three_bv`: clicks without flags: one for each opening and each lone number.
    - `zini`: clicks with flags and chords, by Zimmermann's and Nikolaus' greedy rule; the first cell in reading order
      wins a tie.
    - `eight_way_zini`: the least of eight such counts, one for each order in which a board can be scanned for ties.
    - `human_zini`: the same rule for a player who opens all openings first, and chords only numbers that are open.

    >>> worth = mm.metrics("....\n.*..\n....")
    >>> worth.openings, worth.islands, worth.three_bv
    (1, 1, 6)
    >>> worth.zini, worth.eight_way_zini, worth.human_zini
    (4, 4, 5)
    """

    openings: int
    islands: int
    three_bv: int
    zini: int
    eight_way_zini: int
    human_zini: int


def metrics(layout: LayoutLike, *, time_limit: float | None = None) -> Metrics:
    r"""Metrics of a layout: openings, islands, 3BV and ZiNi, on any topology.

    Takes a `Layout`, its text, a path to it, or a game with its mines in place. Cells that start open count like all
    others. A flag takes a click for each mine in its cell. Raises `TooHard` after `time_limit` seconds.

    >>> mm.metrics("3 5 2\n.....\n.....\n*...*")
    Metrics(openings=1, islands=0, three_bv=1, zini=1, eight_way_zini=1, human_zini=1)
    >>> game = mm.Game("expert", seed=7)
    >>> _ = game.open(8, 15)
    >>> worth = mm.metrics(game)
    >>> worth.three_bv, worth.zini, worth.eight_way_zini
    (170, 124, 120)
    """
    return metrics_of(layout_of(layout), Deadline(time_limit))


def metrics_of(given: Layout, deadline: Deadline) -> Metrics:
    """The metrics of a layout, under a running deadline."""
    graph, mines = given.grid.graph, given.counts.reshape(-1)
    counted = _native.three_bv(graph, mines, deadline)
    ways = _native.zini(graph, mines, _scan_orders(given.grid), form="greedy", deadline=deadline)
    human = _native.zini(graph, mines, given.grid.indices, form="human", deadline=deadline)
    return Metrics(**counted._asdict(), zini=ways[0], eight_way_zini=min(ways), human_zini=human[0])


def three_bv(layout: Layout, deadline: Deadline) -> int:
    """The 3BV alone, which takes a hundredth of the time of all metrics."""
    return _native.three_bv(layout.grid.graph, layout.counts.reshape(-1), deadline).three_bv


def layout_of(given: LayoutLike) -> Layout:
    """The layout, given in any accepted form."""
    if isinstance(given, Layout):
        return given
    if isinstance(given, str | bytes):
        with suspecting_a_file_name(given):
            return Layout.parse(given)
    if isinstance(given, os.PathLike):
        return Layout.parse(read_file(given))
    if not isinstance(given, Game):
        raise InvalidValue(f"{shown(given)} is not a layout; give a Layout, a Game, or the text of a layout")
    if (layout := given.layout or given.given) is None:
        raise InvalidValue("the game has no mines yet: they are dealt at the first click; open a cell first")
    return layout


def _scan_orders(grid: Grid) -> IntArray:
    """All cells in eight orders, one after the other: by rows and by columns, from each corner; reading order first."""
    indices = np.arange(grid.rows * grid.cols, dtype=np.int32).reshape(grid.shape)
    corners = [indices[::down, ::right] for down in (1, -1) for right in (1, -1)]
    orders = np.concatenate([order.reshape(-1) for corner in corners for order in (corner, corner.T)])
    return orders[grid.exists.reshape(-1)[orders]] if grid.holes else orders
