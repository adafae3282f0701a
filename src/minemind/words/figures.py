"""Figures: numbers as people read them, rounded here and nowhere else.

Nothing that is possible is rounded to 0 %, and nothing that is uncertain to 100 %. The page does the same in
web/static/words/figures.js, and a test holds the two equal: rounding is done on whole numbers, which are
the same in both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Figures", "uncertain_percent"]

# Nobody reads a longer count digit by digit: what matters is its size.
DIGITS_IN_FULL = 15

# Python converts longer integers only on request, and slowly: the size of such a count comes from its logarithm.
DIGITS_AT_ONCE = 4_000

# The most decimals of a percentage: a difference that needs more does not matter.
MOST_DIGITS = 4

# The floats next to 0, impossible, and to 1, certain.
LEAST, MOST = math.ulp(0.0), 1 - 2**-53


@dataclass(frozen=True)
class Figures:
    """Numbers in a language, with its decimal sign and its separator of digit groups."""

    decimal: str
    group: str

    def percent(self, probability: float, digits: int = 0) -> str:
        """A probability, where 0 and 1 are certain: `24 %`, `<1 %`, `>99 %`, `0 %`."""
        whole = 100 * 10**digits
        rounded = _rounded(probability, digits)
        if probability > 0 and rounded < 1:
            return f"<{self.fixed(1, digits)} %"
        if probability < 1 and rounded >= whole:
            return f">{self.fixed(whole - 1, digits)} %"
        return f"{self.fixed(rounded, digits)} %"

    def odds(self, probability: float, digits: int = 0) -> str:
        """A probability of something uncertain: never 0 % or 100 %, even if the float is 0 or 1."""
        return self.percent(min(max(probability, LEAST), MOST), digits)

    def interval(self, probability: float, margin: float, digits: int = 0) -> str:
        """An estimate and its margin to either side: `25 ± 3 %`."""
        return f"{self.odds(probability, digits).removesuffix(' %')} ± {self.odds(margin, digits)}"

    def lead(self, difference: float, margin: float) -> str:
        """A difference and its margin, with enough digits to show that it is the larger one: `0.23 ± 0.19`."""
        shown = (digits for digits in range(1, MOST_DIGITS) if _rounded(difference, digits) > _rounded(margin, digits))
        return self.interval(difference, margin, next(shown, MOST_DIGITS)).removesuffix(" %")

    def fixed(self, value: int, digits: int) -> str:
        """A whole number of tenths, hundredths and so on: `23.9` for 239 and one digit."""
        whole, part = divmod(value, 10**digits)
        return self.integer(whole) + (f"{self.decimal}{part:0{digits}}" if digits else "")

    def integer(self, value: int) -> str:
        """A whole number, its digits in groups of three."""
        return f"{value:,}".replace(",", self.group)

    def count(self, count: int | str) -> str:
        """A count, or its decimal digits: in full, or as a power of ten if it is long."""
        number = count if isinstance(count, int) else None
        if number is not None and number.bit_length() > DIGITS_AT_ONCE * math.log2(10):
            return self._size(*_leading(number))
        digits = str(int(count)) if number is not None else str(count)
        if len(digits) <= DIGITS_IN_FULL:
            return self.integer(int(digits))
        return self._size(digits[:3], len(digits) - 1)

    def _size(self, digits: str, exponent: int) -> str:
        return f"{digits[0]}{self.decimal}{digits[1:]} × 10^{self.integer(exponent)}"


def uncertain_percent(probability: float) -> int:
    """A probability of something uncertain, in whole percent: never rounded to 0 or 100."""
    return min(max(_rounded(probability, 0), 1), 99)


def _leading(number: int) -> tuple[str, int]:
    """The first three digits of a very large number, and its power of ten."""
    shift = number.bit_length() - 64
    logarithm = math.log10(number >> shift) + shift * math.log10(2)
    exponent = math.floor(logarithm)
    return str(min(999, int(10 ** (logarithm - exponent + 2)))), exponent


def _rounded(probability: float, digits: int) -> int:
    """A probability, rounded to a whole number of percent, or of tenths, hundredths … of a percent."""
    return math.floor(probability * int(100 * 10**digits) + 0.5)
