"""What stops an analysis: memory, time, signals and the range of a double."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import minemind as mm
from minemind import _native
from tests.solve.lattice import lattice


def test_a_board_that_would_eat_the_machine_is_refused_within_two_gigabytes() -> None:
    program = """
import resource, minemind as mm
from tests.solve.lattice import lattice
try:
    mm.analyse(lattice(31, 31, seed=3, density=0.35))
except mm.TooHard as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=root)
    message, megabytes = done.stdout.splitlines()
    assert message.startswith("the component around (0, 0) is too complex to count: it needs more than")
    assert int(megabytes) < 2000


def test_a_time_limit_stops_a_long_analysis_and_says_so() -> None:
    with pytest.raises(mm.TooHard, match=r"time limit of 0.001 s; allow more time"):
        mm.analyse(lattice(19, 21, seed=3, density=0.35), time_limit=0.001)
    assert mm.analyse(mm.Board.parse("1."), time_limit=float("inf")).mines == {(0, 1)}
    for wrong in (0, -1, float("nan")):
        with pytest.raises(mm.InvalidValue, match="time limit"):
            mm.analyse(mm.Board.parse(".."), time_limit=wrong)


def test_an_analysis_from_a_signal_handler_does_not_disturb_the_one_it_interrupts() -> None:
    wide, small = lattice(17, 19, seed=3, density=0.35), lattice(9, 9, seed=1)
    expected = mm.analyse(wide).probability
    seen = []

    def handler(*_: object) -> None:
        _native.CACHE.clear()
        seen.append(mm.analyse(small).best_risk)

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
    try:
        while len(seen) < 5:
            _native.CACHE.clear()
            assert np.array_equal(mm.analyse(wide).probability, expected, equal_nan=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(set(seen)) == 1


def chain(numbers: int, number: int) -> NDArray[np.int_]:
    """Three rows with a number in every second cell of the middle one: one component of any length."""
    faces = np.full((3, 2 * numbers + 1), -1)
    faces[1, 1::2] = number
    return faces


def test_a_component_that_a_double_cannot_count_is_refused() -> None:
    faces = chain(2000, 1)
    with pytest.raises(mm.TooHard, match="too many hidden cells"):
        mm.analyse(mm.Board(mm.Grid(*faces.shape), faces, mines=1400))


@pytest.mark.parametrize("density", [1e-9, 0.05, 0.5, 0.999999])
def test_extreme_densities_keep_long_components_finite(density: float) -> None:
    faces = chain(100, 2)
    analysis = mm.analyse(mm.Board(mm.Grid(*faces.shape), faces, density=density))
    hidden = analysis.probability[analysis.board.hidden]
    assert np.isfinite(hidden).all()
    assert hidden.min() > 0
    # The chain looks the same from both ends.
    assert np.allclose(analysis.probability, analysis.probability[:, ::-1], equal_nan=True, rtol=1e-9)


def test_a_tight_count_over_many_components_is_shared_out_exactly() -> None:
    rows = "\n_____\n".join([".1.1."] * 1000)
    analysis = mm.analyse(mm.Board.parse(rows, mines=1001))
    # One of the thousand rows has mines at both ends, each row equally often.
    assert np.allclose(analysis.probability[::2, 0], 1 / 1000, rtol=1e-9)
    assert np.allclose(analysis.probability[::2, 2], 999 / 1000, rtol=1e-12)
    assert analysis.solutions == 1000
    least = mm.analyse(mm.Board.parse(rows, mines=1000))
    assert len(least.mines) == 1000
    assert len(least.safe) == 2000
    for wrong in (999, 2001):
        with pytest.raises(mm.Impossible, match=f"no layout with exactly {wrong:,} mines"):
            mm.analyse(mm.Board.parse(rows, mines=wrong))


def test_layouts_with_thousands_of_components_are_drawn_as_often_as_they_are_counted() -> None:
    """Once, all weights but that of the largest total underflowed, and the outside always held 3,500 mines."""
    rows = "\n_____\n".join([".1.1."] * 3000) + "\n_____" + "\n....." * 4000
    analysis = mm.analyse(mm.Board.parse(rows, mines=6500))
    outside = np.array([analysis.draw(seed).counts[-4000:].sum() for seed in range(10)])
    assert abs(outside.mean() - analysis.expected[-4000:].sum()) < 30  # standard deviations of about ten each
    assert outside.std() > 3


def test_a_signal_handler_may_ask_for_the_numbers_that_it_interrupts() -> None:
    analysis = mm.analyse(lattice(19, 21, seed=3, density=0.35))
    cell = analysis.components[0].cells[0]
    heard: list[mm.solve.Numbers] = []

    def handler(signum: int, frame: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        heard.append(analysis.numbers(*cell))

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.005)
    try:
        asked = analysis.numbers(*cell)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard == [asked]


def test_numbers_of_more_slots_than_a_double_counts_are_refused() -> None:
    board = mm.Board(mm.Grid(7, 7, reach=2), mines=40, max_per_cell=50)
    with pytest.raises(mm.TooHard, match="too many hidden cells"):
        mm.analyse(board).numbers(3, 3)


def test_a_small_density_keeps_its_digits() -> None:
    assert mm.analyse(mm.Board(mm.Grid(5, 5), density=1e-17)).outside == 1e-17
    assert mm.analyse(mm.Board(mm.Grid(5, 5), density=1e-12, max_per_cell=2)).outside == pytest.approx(2e-12, rel=1e-9)


@pytest.mark.parametrize(
    ("work", "seconds"),
    [
        ("while True: mm.analyse(lattice(19, 21, seed=3, density=0.35)); _native.CACHE.clear()", 0),
        ('mm.analyse(lattice(25, 25, seed=1, density=0.3), "sat")', 3),  # by then within one long call of the solver
    ],
)
def test_an_interrupt_stops_long_work(work: str, seconds: float) -> None:
    program = f"""
import minemind as mm
from minemind import _native
from tests.solve.lattice import lattice
try:
    mm.analyse("1.")  # what is loaded when it is first used is loaded: an interrupt of that is Python's affair
    print("ready", flush=True)
    {work}
except KeyboardInterrupt:
    print("interrupted")
"""
    root = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stdout.read() == "interrupted\n"
