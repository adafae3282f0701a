"""How fast the exact analysis is, compared with the fastest exact peer that can be installed.

Times are CPU times, the best of a few runs, because the machines are shared. Both sides must give the same
probabilities before their times are compared.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

import minemind as mm
from _minemind_testing import clock_analysis
from benchmarks.measurement import Measurement
from benchmarks.positions import expert_files, hard, stuck_expert
from minemind import _native

STUCK_POSITIONS = 1_000
RUNS = 5

# The peer's functions that give exact probabilities; its best is the one with the lowest median.
PEER = "ms_toollib"
PEER_FUNCTIONS = ("cal_probability_onboard", "cal_probability_csp", "cal_probability_enum")


def measurements() -> Iterator[Measurement]:
    """All figures of the analysis, in microseconds unless they say otherwise."""
    boards = [*stuck_expert(STUCK_POSITIONS), *expert_files()]
    for board in boards:
        _ = board.grid.graph
    warm = np.array([warm_time(board) for board in boards])
    yield from distribution(f"{len(boards)} stuck Expert positions, mm.analyse, warm", warm, None, None)
    native = np.array([inside_the_engine(board) for board in boards])
    yield from distribution("the same inside the engine", native, 40, 200)
    yield from against_the_peer(boards, warm)
    yield from after_other_work(boards)
    yield from numbers_of_all_cells(boards[:200])
    yield from after_one_more_cell(boards)
    for name, (board, must) in hard().items():
        _ = board.grid.graph
        took = warm_time(board)
        yield Measurement(name, took, must, "µs")


def best_of(work: Callable[[], Any], before: Callable[[], Any] = lambda: None) -> float:
    """The least processor time of a few runs, in microseconds."""
    least = float("inf")
    for _ in range(RUNS):
        before()
        least = min(least, once(work))
    return least


def once(work: Callable[[], Any]) -> float:
    """The processor time of a single run, in microseconds."""
    start = time.thread_time_ns()
    work()
    return (time.thread_time_ns() - start) / 1000


def warm_time(board: mm.Board) -> float:
    """The time of an analysis from Python, with our cache empty, and the processor's caches warm."""
    return best_of(partial(mm.analyse, board), before=_native.CACHE.clear)


def numbers_of(analysis: mm.solve.Exact, cells: list[mm.Cell]) -> None:
    """Compute what all these cells may show."""
    for cell in cells:
        analysis.numbers(*cell)


def distribution(
    work: str, times: np.ndarray[Any, Any], median: float | None, slowest: float | None
) -> Iterator[Measurement]:
    """The median and the 99th percentile of many times."""
    yield Measurement(f"{work}, median", float(np.median(times)), median, "µs")
    yield Measurement(f"{work}, p99", float(np.percentile(times, 99)), slowest, "µs")


def inside_the_engine(board: mm.Board) -> float:
    """The time of an analysis without Python's part: the engine times itself."""
    return clock(board, -1, 0)


def clock(board: mm.Board, opened: int, shown: int) -> float:
    """The time that the engine takes for the board, or for the board after one more opened cell."""
    assert board.mines is not None
    faces = board.faces.reshape(-1)
    return clock_analysis(board.grid.graph, faces, mines=board.mines, opened=opened, shown=shown)


def against_the_peer(boards: list[mm.Board], ours: np.ndarray[Any, Any]) -> Iterator[Measurement]:
    """How many times faster than the peer's best, on the same positions in the same run."""
    try:
        peer = importlib.import_module(PEER)
    except ImportError:
        yield Measurement(f"{PEER} is not installed: nothing to compare with", float("nan"), None, "")
        return
    times = np.array([[peer_time(peer, name, board) for board in boards] for name in PEER_FUNCTIONS])
    for board in boards:
        theirs = np.array(peer.cal_probability_onboard(for_the_peer(board), board.mines)[0])
        assert np.abs(theirs - mm.analyse(board).probability)[board.hidden].max() < 1e-9
    best = times[np.median(times, axis=1).argmin()]
    yield Measurement(f"{PEER}, its best function, median", float(np.median(best)), None, "µs")
    yield Measurement(f"{PEER}, its best function, p99", float(np.percentile(best, 99)), None, "µs")
    yield Measurement("times faster, median", float(np.median(best) / np.median(ours)), 8, "×", more_is_better=True)
    ratio = float(np.percentile(best, 99) / np.percentile(ours, 99))
    yield Measurement("times faster, p99", ratio, 8, "×", more_is_better=True)
    yield from alternating(boards, getattr(peer, PEER_FUNCTIONS[np.median(times, axis=1).argmin()]))


def alternating(boards: list[mm.Board], peer: Callable[[list[list[int]], int | None], Any]) -> Iterator[Measurement]:
    """Calls of ours and of the peer in turn: neither finds the processor's caches as it left them."""
    ours, theirs = [], []
    for board in boards:
        given = for_the_peer(board)
        theirs.append(once(partial(peer, given, board.mines)))
        _native.CACHE.clear()
        ours.append(once(partial(mm.analyse, board)))
    median = float(np.median(ours))
    yield Measurement("alternating with it, mm.analyse, median", median, 35, "µs")
    yield Measurement("alternating, times faster", float(np.median(theirs)) / median, 13, "×", more_is_better=True)


def after_other_work(boards: list[mm.Board]) -> Iterator[Measurement]:
    """Single calls with other work in between: nothing of ours is in the processor's caches."""
    something_else = np.ones(8_000_000)
    times = []
    for board in boards:
        something_else += 1
        _native.CACHE.clear()
        times.append(once(partial(mm.analyse, board)))
    yield Measurement("cold, after other work, mm.analyse, median", float(np.median(times)), None, "µs")


def peer_time(peer: ModuleType, name: str, board: mm.Board) -> float:
    """The time of one of the peer's functions."""
    given = for_the_peer(board)
    function = getattr(peer, name)
    return best_of(lambda: function(given, board.mines))


def for_the_peer(board: mm.Board) -> list[list[int]]:
    """The board in the peer's format: 10 is a hidden cell."""
    return [[10 if face < 0 else face for face in row] for row in board.faces.tolist()]


def numbers_of_all_cells(boards: list[mm.Board]) -> Iterator[Measurement]:
    """The time to compute what every hidden frontier cell may show, in times of an analysis."""
    ratios = []
    for board in boards:
        analysis = mm.analyse(board)
        frontier = board.hidden & (board.grid.neighbour_sums(board.opened) > 0)
        cells = [cell for cell in board.grid if frontier[cell] and analysis.probability[cell] < 1]
        once = warm_time(board)
        ratios.append(best_of(partial(numbers_of, analysis, cells)) / once)
    yield Measurement("numbers(cell) for all frontier cells, in analyses", float(np.median(ratios)), 20, "×")


def after_one_more_cell(boards: list[mm.Board]) -> Iterator[Measurement]:
    """How much faster the analysis is when the one before the last opened cell is known."""
    cold, warm = [], []
    for board in boards:
        analysis = mm.analyse(board)
        cell = min(board.grid, key=lambda cell: (not board.hidden[cell], analysis.probability[cell]))
        shown = analysis.numbers(*cell).shown
        number = max(shown, key=shown.__getitem__)
        cold.append(inside_the_engine(analysis.assume(*cell, number).board))
        warm.append(clock(board, board.grid.index(*cell), number))
    mean = 1e6 * sum(warm) / len(warm)
    yield Measurement("after one more cell, inside the engine, mean", mean, 7.5, "µs")
    together = sum(cold) / sum(warm)
    yield Measurement("… times faster than from nothing, all together", together, 1.5, "×", more_is_better=True)
    each = float(np.median(np.array(cold) / np.array(warm)))
    yield Measurement("… median of the positions", each, None, "×")
