"""How many solutions a board has, as an exact integer of any size.

The engine counts every component modulo primes, as many as the largest possible count needs; the Chinese remainder
theorem gives the integer. What is left is a product of short polynomials and one binomial for the cells that no number
sees.
"""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np

import minemind._engine as engine
from minemind.board import Board
from minemind.errors import TooHard
from minemind.solve.deadline import Deadline

__all__ = ["Solutions", "count", "ways_of"]

# Products of coefficients: some seconds of work. A board of a million cells would take days, for a number that nobody
# can read.
MAX_PRODUCTS = 10_000_000

# The engine multiplies two remainders in a 64-bit word.
PRIME_BITS = 31

# Python refuses to print integers of more digits than its limit at once; pieces of this size it always prints.
DIGITS_AT_ONCE = 500


class Solutions(int):
    """A whole number that prints itself whatever its size."""

    def __str__(self) -> str:
        return _decimal(int(self))

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        digits = _decimal(int(self))
        if spec in ("", "d", "s"):
            return digits
        if spec in (",", "_"):
            first = len(digits) % 3 or 3
            return spec.join([digits[:first], *(digits[i : i + 3] for i in range(first, len(digits), 3))])
        return int(self).__format__(spec)


def count(board: Board, native: engine.Analysis) -> Solutions:
    """The number of solutions of an analysed board."""
    per_cell = board.max_per_cell
    parts = [ways_of(native, index, per_cell) for index in range(native.components)]
    flagged = math.prod(math.comb(per_cell, int(flag)) for flag in board.flags[board.flags > 1]) * per_cell ** int(
        np.count_nonzero(board.flags == 1)
    )
    outside = native.outside_cells * per_cell
    if board.mines is None:
        free = 2**outside if board.density is not None else 1
        return Solutions(flagged * free * math.prod(sum(ways) for _, ways in parts))
    low, ways = _product(parts)
    left = board.mines - native.known_mines - low
    return Solutions(flagged * sum(n * rest for n, rest in zip(ways, _rests(outside, left, len(ways)), strict=True)))


def _rests(slots: int, left: int, count: int) -> list[int]:
    """The ways to put `left`, `left - 1`, … mines into so many slots, each from the one before it."""
    rests = []
    ways = math.comb(slots, left) if 0 <= left <= slots else None
    for mines in range(left, left - count, -1):
        if ways is None and mines == slots:
            ways = 1
        rests.append(ways if ways is not None and 0 <= mines <= slots else 0)
        if ways is not None:
            ways = ways * mines // (slots - mines + 1)
    return rests


def ways_of(native: engine.Analysis, component: int, per_cell: int) -> tuple[int, list[int]]:
    """The ways of one component by its mines: the least number of mines, and a count for each from there on."""
    slots = per_cell * sum(len(group) for group in native.groups(component))
    modulus, ways = 1, [0]
    for prime in map(_prime, itertools.count()):
        if modulus.bit_length() > slots + 1:
            break
        remainders = _remainders(native, component, prime)
        if modulus == 1:
            ways = [0] * len(remainders)
        inverse = pow(modulus, -1, prime)
        ways = [n + modulus * ((r - n) * inverse % prime) for n, r in zip(ways, remainders, strict=True)]
        modulus *= prime
    return native.fewest(component), ways


def _remainders(native: engine.Analysis, component: int, prime: int) -> list[int]:
    try:
        return native.ways_modulo(component, prime)
    except engine.OutOfTime:
        raise Deadline().passed() from None


def _product(parts: list[tuple[int, list[int]]]) -> tuple[int, list[int]]:
    """The ways of all components together, by the mines that they hold."""
    low, product = 0, [1]
    work, deadline = 0, Deadline()
    for first, ways in parts:
        work += len(product) * len(ways)
        if work > MAX_PRODUCTS:
            raise TooHard(
                f"the number of solutions takes more than {MAX_PRODUCTS:,} products of large integers on this board; "
                "ask for it on a smaller one"
            )
        longer = [0] * (len(product) + len(ways) - 1)
        for i, a in enumerate(product):
            deadline.look()
            for j, b in enumerate(ways):
                longer[i + j] += a * b
        low, product = low + first, longer
    return low, product


@cache
def _prime(number: int) -> int:
    """The primes from 2^31 downwards, by number; each is found once, whichever thread asks first."""
    candidate = (_prime(number - 1) if number else 2**PRIME_BITS + 1) - 2
    while not _is_prime(candidate):
        candidate -= 2
    return candidate


def _is_prime(n: int) -> bool:
    """Miller and Rabin; these bases leave no doubt below 3,215,031,751."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        power = pow(base, odd, n)
        if power not in (1, n - 1) and not any((power := power * power % n) == n - 1 for _ in range(twos - 1)):
            return False
    return True


def _decimal(value: int) -> str:
    """All digits, by halving: each half has half the digits."""
    digits = int(value.bit_length() * math.log10(2)) + 1
    if digits <= DIGITS_AT_ONCE:
        return int.__repr__(value)
    half = digits // 2
    high, low = divmod(value, 10**half)
    return _decimal(high) + _decimal(low).rjust(half, "0")
