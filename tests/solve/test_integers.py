"""Large integers: the same results as Python's own functions give."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator

import numpy as np
import pytest

import minemind as mm
from minemind.deadline import Deadline
from minemind.solve.integers import MAX_BITS, binomial, binomials, check_bits, flag_ways, product, text_of


@pytest.fixture(autouse=True)
def _all_digits() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


def test_binomials_are_those_of_the_textbook() -> None:
    rng = random.Random(1)
    for _ in range(400):
        slots = rng.randint(0, 2500)
        mines = rng.randint(0, slots)
        assert binomial(slots, mines, Deadline()) == math.comb(slots, mines)
    assert binomial(396_000_000, 3000, Deadline()) == math.comb(396_000_000, 3000)
    assert (binomial(5, -1, Deadline()), binomial(5, 6, Deadline())) == (0, 0)


def test_a_row_of_binomials_is_the_same_as_one_by_one() -> None:
    for slots, high, low in [(10, 12, -3), (1000, 700, 650), (0, 3, -3), (7, -1, -4), (7, 20, 9), (500, 500, 0)]:
        mines = range(high, low - 1, -1)
        expected = {number: math.comb(slots, number) if 0 <= number <= slots else 0 for number in mines}
        assert binomials(slots, mines, Deadline()) == expected


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 129, 1000])
def test_products_of_many(count: int) -> None:
    rng = random.Random(count)
    factors = [rng.randint(1, 10**20) for _ in range(count)]
    assert product(factors, Deadline()) == math.prod(factors)


def test_flags_choose_their_slots() -> None:
    flags = np.array([0, 1, 1, 2, 3, 3], dtype=np.int32)
    assert flag_ways(flags, 3, Deadline()) == 3 * 3 * 3
    assert flag_ways(flags, 5, Deadline()) == 5 * 5 * 10 * 10 * 10
    assert flag_ways(np.zeros(4, dtype=np.int32), 9, Deadline()) == 1


def test_digits_are_those_that_python_prints() -> None:
    rng = random.Random(2)
    for bits in (1, 2047, 2048, 2049, 4095, 4096, 4097, 8193, 60_000, 200_001):
        for value in (rng.getrandbits(bits) | 1 << (bits - 1), 1 << (bits - 1), (1 << bits) - 1):
            assert text_of(value) == str(value)
    assert text_of(0) == "0"


def test_numbers_that_nobody_reads_are_refused() -> None:
    check_bits(MAX_BITS)
    for board in (
        mm.Board(mm.Grid(1500, 1500), mines=1_125_000),
        mm.Board(mm.Grid(300, 300), density=0.5, max_per_cell=99),
        mm.Board(mm.Grid(300, 300), np.full((300, 300), -51), mines=None, max_per_cell=99),
    ):
        with pytest.raises(mm.TooHard, match=r"digits, more than the limit of 602,059; use a smaller board"):
            _ = mm.analyse(board).solutions
