"""Solution: a board's text in which every outline cell says what all configurations agree on."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from minemind.formats.files import write_file
from minemind.grid import Cell
from minemind.pipeline.sheet import Bytes, Mark, Places, marked

__all__ = ["Solution"]


@dataclass(frozen=True)
class Solution:
    """The text of a solution file, and what it says: o is safe, x is a mine, # is one of them here, the other there."""

    text: bytes
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    uncertain: frozenset[Cell]

    @classmethod
    def of(cls, text: bytes, cells: list[Cell], places: Places, marks: Bytes) -> Solution:
        """The solution in which these cells of a text, at these places, have these marks."""
        found = {mark: frozenset(cells[i] for i in np.flatnonzero(marks == mark).tolist()) for mark in Mark}
        return cls(
            marked(text, places.tolist(), marks.tolist()), found[Mark.SAFE], found[Mark.MINE], found[Mark.UNCERTAIN]
        )

    def about(self, cells: Iterable[Cell]) -> Solution:
        """The same text, of which only these cells count: others may have been annotated by whoever drew the board."""
        wanted = frozenset(cells)
        return Solution(self.text, self.safe & wanted, self.mines & wanted, self.uncertain & wanted)

    def __str__(self) -> str:
        return self.text.decode().removesuffix("\n")

    def write(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write the solution file, whole; over another one only with `force`.

        It ends with a blank line, as solutions of this format do.
        """
        blank = b"\r\n" if self.text.endswith(b"\r\n") else b"\n"
        write_file(path, self.text + blank, overwrite=force)
