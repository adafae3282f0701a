"""Integers: products and binomials of any size, under a deadline; numbers too large to be of use are refused.

Python's own `math.comb` and `str` take seconds for numbers of a million bits, and nothing else runs meanwhile. Here no
single step takes more than a tenth of a second: factors are multiplied pairwise, so that both sides stay equally long.
"""

from __future__ import annotations

import decimal
import itertools
import math
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.grid import IntArray

__all__ = ["MAX_BITS", "binomial", "binomials", "check_bits", "flag_ways", "log2_binomial", "product", "text_of"]

# 600,000 digits. Two numbers of half that length are multiplied in less than a tenth of a second.
MAX_BITS = 2_000_000

# Up to this many factors are multiplied one after the other, more of them pairwise.
FACTORS_AT_ONCE = 64

# Python prints a number of up to this many bits in no time, and always: it is below the limit of digits.
BITS_AT_ONCE = 2048


def check_bits(bits: float) -> None:
    """Raise `TooHard` for a number of too many bits."""
    if bits > MAX_BITS:
        raise TooHard(
            f"the number of solutions has about {int(bits * math.log10(2)):,} digits, more than the limit "
            f"of {int(MAX_BITS * math.log10(2)):,}; use a smaller board or fewer mines per cell"
        )


def product(factors: Iterable[int], deadline: Deadline) -> int:
    """The product of many numbers above 0."""
    numbers = list(factors)
    check_bits(sum(math.log2(number) for number in numbers))
    some = [numbers[i : i + FACTORS_AT_ONCE] for i in range(0, len(numbers), FACTORS_AT_ONCE)]
    level = [math.prod(few) for few in deadline.each(some)]
    while len(level) > 1:
        pairs = zip(level[::2], [*level[1::2], 1], strict=False)
        level = [a * b for a, b in deadline.each(pairs)]
    return level[0] if level else 1


def log2_binomial(slots: int, mines: int) -> float:
    """About how many bits a binomial has."""
    return (math.lgamma(slots + 1) - math.lgamma(mines + 1) - math.lgamma(slots - mines + 1)) / math.log(2)


def binomial(slots: int, mines: int, deadline: Deadline) -> int:
    """The number of ways to place this many mines in the slots."""
    if not 0 <= mines <= slots:
        return 0
    few = min(mines, slots - mines)
    if few <= FACTORS_AT_ONCE:
        return math.comb(slots, few)
    check_bits(log2_binomial(slots, few))
    factors = _reduced(slots, few, deadline)
    return product(factors[factors > 1].tolist(), deadline)


def _reduced(slots: int, few: int, deadline: Deadline) -> NDArray[np.int64]:
    """The numbers slots - few + 1 … slots, divided by all factors of `few` factorial.

    For every power of a prime, `few // power` factors of the factorial are multiples of it, and so are at least as many
    of `few` numbers in a row: the prime is divided out of each of these once.
    """
    numbers = np.arange(slots - few + 1, slots + 1, dtype=np.int64)
    for prime in deadline.each(_primes(few).tolist()):
        power = prime
        while power <= few:
            multiples = numbers[(-(slots - few + 1)) % power :: power]
            multiples[: few // power] //= prime
            power *= prime
    return numbers


def _primes(most: int) -> NDArray[np.int64]:
    """The primes up to `most`, by the sieve of Eratosthenes."""
    is_prime = np.ones(most + 1, dtype=bool)
    is_prime[:2] = False
    for number in range(2, math.isqrt(most) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = False
    return np.flatnonzero(is_prime)


def binomials(slots: int, mines: Sequence[int], deadline: Deadline) -> dict[int, int]:
    """The number of ways to place each number of mines in the slots; the numbers must descend by one."""
    ways = dict.fromkeys(mines, 0)
    possible = [number for number in mines if 0 <= number <= slots]
    if not possible:
        return ways
    last = ways[possible[0]] = binomial(slots, possible[0], deadline)
    for number in deadline.each(range(possible[0], possible[-1], -1)):
        last = last * number // (slots - number + 1)
        ways[number - 1] = last
    return ways


def flag_ways(flags: IntArray, per_cell: int, deadline: Deadline) -> int:
    """The number of ways to place the mines under flags in the slots of their cells."""
    claims, cells = np.unique(flags[flags > 0], return_counts=True)
    ways = [math.comb(per_cell, claim) for claim in claims.tolist()]
    check_bits(sum(math.log2(way) * count for way, count in zip(ways, cells.tolist(), strict=True)))
    repeated = ([way] * count for way, count in zip(ways, cells.tolist(), strict=True) if way > 1)
    return product(itertools.chain.from_iterable(repeated), deadline)


def text_of(value: int) -> str:
    """All digits of a number from 0 up, by halves in decimal arithmetic, which multiplies long numbers fast."""
    if value.bit_length() <= BITS_AT_ONCE:
        return int.__repr__(value)
    exact = decimal.Context(
        prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact]
    )
    with decimal.localcontext(exact):
        return format(_decimal(value, Deadline()), "f")


def _decimal(value: int, deadline: Deadline) -> decimal.Decimal:
    deadline.look()
    if value.bit_length() <= BITS_AT_ONCE:
        return decimal.Decimal(value)
    doublings = (value.bit_length() - 1) // BITS_AT_ONCE
    low_bits = BITS_AT_ONCE << (doublings.bit_length() - 1)
    high, low = value >> low_bits, value & ((1 << low_bits) - 1)
    return _decimal(high, deadline) * _power_of_two(low_bits) + _decimal(low, deadline)


@cache
def _power_of_two(bits: int) -> decimal.Decimal:
    """A power of two, as the square of the one of half as many bits; there are only a dozen in all."""
    if bits <= BITS_AT_ONCE:
        return decimal.Decimal(1 << bits)
    half = _power_of_two(bits // 2)
    return half * half
