"""Size: rows, columns and mines of a game, and the presets that players know by name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from minemind.arguments import iterated, named, shown, whole
from minemind.errors import InvalidValue

__all__ = ["PRESETS", "PRESETS_FILE", "Preset", "SizeLike", "size_of"]

# A size: the name of a preset, or rows, columns and mines.
SizeLike: TypeAlias = str | tuple[int, int, int]


class Preset(NamedTuple):
    """The size of a board: rows, columns and mines."""

    rows: int
    cols: int
    mines: int

    @classmethod
    def of(cls, size: SizeLike) -> Preset:
        """The size given by the name of a preset, or by three numbers.

        >>> mm.game.Preset.of("beginner")
        Preset(rows=9, cols=9, mines=10)
        """
        if isinstance(size, str):
            return PRESETS[named(size, PRESETS, "a preset")]
        wanted = "rows, columns and mines, or the name of a preset"
        values = iterated(size, "the size", wanted)
        if len(values) != len(cls._fields):
            raise InvalidValue(f"the size is {shown(size)}; give {wanted}")
        return cls(*(whole(value, name, None) for name, value in zip(cls._fields, values, strict=True)))


PRESETS_FILE: Final = Path(__file__).with_name("presets.json")  # the page reads it as well

PRESETS: Mapping[str, Preset] = {
    name: Preset(**size) for name, size in json.loads(PRESETS_FILE.read_text(encoding="utf-8")).items()
}


def size_of(
    rows: int | SizeLike | None, cols: int | None, mines: int | None
) -> tuple[int | None, int | None, int | None]:
    """Rows, columns and mines; `rows` may be a whole size, whose mine count `mines` overrides."""
    if not isinstance(rows, Sequence):
        if rows is not None:
            whole(rows, "rows", wanted="a whole number, or a size: the name of a preset, or rows, columns and mines")
            if cols is None and mines is None:
                raise InvalidValue(f"the size is {shown(rows)}; give rows, columns and mines, or the name of a preset")
        return rows, cols, mines
    size = Preset.of(rows)
    if cols is not None:
        raise InvalidValue(f"{shown(rows)} has its own columns; leave out cols={shown(cols)}")
    return size.rows, size.cols, size.mines if mines is None else mines
