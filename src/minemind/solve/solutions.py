"""Solutions: how many a board has, as an exact integer of any size.

The engine counts every component modulo primes, as many as the largest possible count needs; the Chinese remainder
theorem gives the integer. What is left is a product of short polynomials and one binomial for the cells that no number
sees.
"""

from __future__ import annotations

import itertools
import operator
from functools import cache

from minemind import _native
from minemind.board import Board
from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.solve.integers import binomials, check_bits, flag_ways, log2_binomial, product, text_of

__all__ = ["Solutions", "count", "ways_of"]

# The most products of coefficients: less than a second of work. A board of a million cells would take days.
MAX_PRODUCTS = 3_000_000

# The engine multiplies two remainders in a 64-bit word.
PRIME_BITS = 31


class Solutions(int):
    """A whole number that can be printed whatever its size."""

    def __str__(self) -> str:
        return text_of(int(self))

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        digits = text_of(int(self))
        if spec in ("", "d", "s"):
            return digits
        if spec in (",", "_"):
            first = len(digits) % 3 or 3
            return spec.join([digits[:first], *(digits[i : i + 3] for i in range(first, len(digits), 3))])
        return int(self).__format__(spec)


def count(board: Board, native: _native.Analysis, deadline: Deadline) -> Solutions:
    """The number of solutions of an analysed board."""
    per_cell = board.max_per_cell
    outside = native.outside_cells * per_cell
    flagged = flag_ways(board.flags, per_cell, deadline)
    if board.mines is not None:
        check_bits(_least_bits(outside, board.mines - native.known_mines, native))
    elif board.density is not None:
        check_bits(outside)
    parts = [ways_of(native, index, per_cell, deadline) for index in range(native.components)]
    if board.mines is None:
        free = 1 << outside if board.density is not None else 1
        return Solutions(product([flagged, free, *(sum(ways) for _, ways in parts)], deadline))
    low, ways = _product(parts, deadline)
    left = board.mines - native.known_mines - low
    rests = binomials(outside, range(left, left - len(ways), -1), deadline).values()
    total = sum(n * rest for n, rest in deadline.each(zip(ways, rests, strict=True)))
    return Solutions(product([flagged, total], deadline))


def _least_bits(slots: int, mines: int, native: _native.Analysis) -> float:
    """About how many bits the ways to mine the outside have, if the components hold as few mines as possible."""
    inside = sum(native.fewest(index) for index in range(native.components))
    return log2_binomial(slots, mines - inside) if 0 <= mines - inside <= slots else 0.0


def ways_of(native: _native.Analysis, component: int, per_cell: int, deadline: Deadline) -> tuple[int, list[int]]:
    """The fewest mines of a component, and how many ways it has to hold this number of mines, one more, and so on."""
    slots = per_cell * sum(len(group) for group in native.groups(component))
    modulus, ways = 1, [0]
    for prime in map(_prime, itertools.count()):
        if modulus.bit_length() > slots + 1:
            break
        remainders = _native.ways_modulo(native, component, prime, deadline)
        if modulus == 1:
            ways = [0] * len(remainders)
        inverse = pow(modulus, -1, prime)
        ways = [n + modulus * ((r - n) * inverse % prime) for n, r in zip(ways, remainders, strict=True)]
        modulus *= prime
    return native.fewest(component), ways


def _product(parts: list[tuple[int, list[int]]], deadline: Deadline) -> tuple[int, list[int]]:
    """The fewest mines of all components together, and how many ways these have for each number from there on."""
    _check_products([len(ways) for _, ways in parts])
    together = [1]
    for _, ways in deadline.each(parts):
        together = _multiplied(together, ways)
    return sum(first for first, _ in parts), together


def _check_products(lengths: list[int]) -> None:
    """Raise `TooHard` for too much work before it begins."""
    work, length = 0, 1
    for more in lengths:
        work += length * more
        length += more - 1
    if work > MAX_PRODUCTS:
        raise TooHard(
            f"counting the solutions takes more than {MAX_PRODUCTS:,} products of large integers; use a smaller board"
        )


def _multiplied(long: list[int], short: list[int]) -> list[int]:
    """The product of two polynomials: the long one times each coefficient of the short one, added up."""
    longer = [0] * (len(long) + len(short) - 1)
    for shift, factor in enumerate(short):
        terms = [coefficient * factor for coefficient in long]
        longer[shift : shift + len(long)] = map(operator.add, longer[shift : shift + len(long)], terms)
    return longer


@cache
def _prime(number: int) -> int:
    """The prime with this number, from 0, counting down from 2^31; each is found only once."""
    candidate = (_prime(number - 1) if number else 2**PRIME_BITS + 1) - 2
    while not _is_prime(candidate):
        candidate -= 2
    return candidate


def _is_prime(n: int) -> bool:
    """Whether an odd number is prime, by Miller and Rabin; these bases leave no doubt below 3,215,031,751."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        power = pow(base, odd, n)
        if power not in (1, n - 1) and not any((power := power * power % n) == n - 1 for _ in range(twos - 1)):
            return False
    return True
