"""3BV, ZiNi and their parts from the definitions: the game is played, and every step recounts everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from tests.oracle.rules import Place, opened, shown

Around = Mapping[Place, Set[Place]]


class Worth:
    """A layout on any graph; `mines` has only cells with mines."""

    def __init__(self, around: Around, mines: Mapping[Place, int]) -> None:
        self.around, self.mines = around, mines
        self.free = [place for place in sorted(around) if place not in mines]

    @cached_property
    def openings(self) -> list[frozenset[Place]]:
        """The areas that clicks on zeros open, each once."""
        zeros = [place for place in self.free if shown(self.around, self.mines, place) == 0]
        return list(dict.fromkeys(frozenset(opened(self.around, self.mines, zero)) for zero in zeros))

    @cached_property
    def lone(self) -> list[Place]:
        """The numbers that are not part of an opening."""
        return [place for place in self.free if not any(place in opening for opening in self.openings)]

    @cached_property
    def units(self) -> dict[Place, object]:
        """What a click at a cell solves of the 3BV, by cell: an opening, or a lone number."""
        of_zeros = {
            place: opening
            for place in self.free
            for opening in self.openings
            if place in opening and shown(self.around, self.mines, place) == 0
        }
        return of_zeros | {place: place for place in self.lone}

    @property
    def three_bv(self) -> int:
        return len(self.openings) + len(self.lone)

    @property
    def islands(self) -> int:
        """Groups of lone numbers: each has its own name first; neighbours take the lesser one until nothing changes."""
        name = {place: place for place in self.lone}
        while True:
            lesser = {
                place: min(name[other] for other in [place, *self.around[place]] if other in name) for place in name
            }
            if lesser == name:
                return len(set(name.values()))
            name = lesser

    def zini(self, order: Sequence[Place], *, human: bool = False) -> int:
        """The clicks of a game that chords at the greatest premium, ties by order, while that is not negative."""
        game = _Game(self)
        if human:
            for opening in self.openings:
                game.click(next(place for place in opening if self.units.get(place) == opening))
        while set(self.free) - game.open:
            candidates = [place for place in order if place in (game.open if human else self.free)]
            best = max(candidates, key=game.premium, default=None)  # the first in a tie
            if best is not None and game.premium(best) >= 0:
                game.solve(best)
            else:
                game.click(next(place for place in order if place in game.undone))
        return game.clicks


class _Game:
    def __init__(self, worth: Worth) -> None:
        self.worth, self.clicks = worth, 0
        self.open: set[Place] = set()
        self.flagged: set[Place] = set()

    @property
    def undone(self) -> set[Place]:
        """The closed cells where a click counts for 3BV: zeros, and lone numbers."""
        return self.worth.units.keys() - self.open

    def premium(self, place: Place) -> int:
        near = {place, *self.worth.around[place]}
        gained = {self.worth.units[other] for other in near & self.undone}
        return len(gained) - self._unflagged(place) - (place not in self.open) - 1

    def _unflagged(self, place: Place) -> int:
        return sum(self.worth.mines.get(other, 0) for other in self.worth.around[place] - self.flagged)

    def click(self, place: Place) -> None:
        self.clicks += 1
        self.open |= opened(self.worth.around, self.worth.mines, place)

    def solve(self, place: Place) -> None:
        """Open the cell, flag all mines around it, at a click per mine, and chord."""
        if place not in self.open:
            self.click(place)
        self.clicks += self._unflagged(place) + 1
        self.flagged |= self.worth.around[place] & self.worth.mines.keys()
        for other in self.worth.around[place] - self.worth.mines.keys() - self.open:
            self.open |= opened(self.worth.around, self.worth.mines, other)


def scan_orders(places: Set[Place]) -> Iterator[list[Place]]:
    """Row by row and column by column, from every corner; reading order comes first."""
    keys: list[Callable[[Place], Place]] = [
        lambda place, down=down, right=right, turned=turned: (  # type: ignore[misc]
            (place[1] * right, place[0] * down) if turned else (place[0] * down, place[1] * right)
        )
        for turned in (False, True)
        for down in (1, -1)
        for right in (1, -1)
    ]
    return (sorted(places, key=key) for key in keys)
