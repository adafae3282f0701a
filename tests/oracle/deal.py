"""The dealing of a layout, implemented again from its description, with Python's unbounded integers."""

from __future__ import annotations

from collections.abc import Iterator

WORD = 2**64


def split_mix(seed: int) -> Iterator[int]:
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % WORD
        z = seed
        z = ((z ^ (z // 2**30)) * 0xBF58476D1CE4E5B9) % WORD
        z = ((z ^ (z // 2**27)) * 0x94D049BB133111EB) % WORD
        yield z ^ (z // 2**31)


def rotated(word: int, by: int) -> int:
    return (word << by) % WORD | word >> (64 - by)


def xoshiro256(seed: int) -> Iterator[int]:
    """The words of xoshiro256**, seeded by SplitMix64."""
    words = split_mix(seed)
    a, b, c, d = (next(words) for _ in range(4))
    while True:
        yield rotated(b * 5 % WORD, 7) * 9 % WORD
        c, d = c ^ a, d ^ b
        new_b, new_a = b ^ c, a ^ d
        c, d = c ^ (b * 2**17 % WORD), rotated(d, 45)
        a, b = new_a, new_b


def below(draws: Iterator[int], bound: int) -> int:
    """A number below a bound: of the 2^32 equally likely words, each stripe's first 2^32 mod bound are refused."""
    while True:
        high, low = divmod((next(draws) // 2**32) * bound, 2**32)
        if low >= 2**32 % bound:
            return high


def deal(
    cells: list[int],
    around_first: list[int],
    *,
    mines: int,
    per_cell: int,
    first: int | None,
    rule: str,
    seed: int,
) -> dict[int, int]:
    """The mines by cell. `cells` and `around_first` are ascending."""
    draws = xoshiro256(seed)
    kept: list[int] = []
    if first is not None and rule != "any":
        kept = list(around_first) if rule == "opening" else []
        if (len(cells) - len(kept) - 1) * per_cell < mines:
            for last in range(len(kept) - 1, 0, -1):
                other = below(draws, last + 1)
                kept[last], kept[other] = kept[other], kept[last]
            while (len(cells) - len(kept) - 1) * per_cell < mines:
                kept.pop()
        kept.append(first)
    slots = [cell for cell in cells if cell not in kept for _ in range(per_cell)]
    chosen: set[int] = set()
    for last in range(len(slots) - mines, len(slots)):
        slot = below(draws, last + 1)
        chosen.add(last if slot in chosen else slot)
    counts: dict[int, int] = {}
    for slot in chosen:
        counts[slots[slot]] = counts.get(slots[slot], 0) + 1
    return counts
