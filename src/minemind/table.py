"""Table: rows of words and numbers, as aligned text to print and as a pandas DataFrame to work with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from minemind.errors import MissingExtra

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["aligned", "category", "frame", "stacked"]


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows as text in columns: the first `left` columns are left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def frame(columns: Mapping[str, Any]) -> pd.DataFrame:
    """A DataFrame of these columns. Raises `MissingExtra` if pandas is not installed."""
    made: pd.DataFrame = _pandas().DataFrame(dict(columns))
    return made


def stacked(tables: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Tables of the same columns, one below the other."""
    made: pd.DataFrame = _pandas().concat([frame(table) for table in tables], ignore_index=True)
    return made


def _pandas() -> Any:
    try:
        import pandas
    except ModuleNotFoundError:
        raise MissingExtra('a DataFrame needs pandas: pip install "minemind-engine[pandas]"') from None
    return pandas


def category(codes: NDArray[np.integer[Any]], names: Sequence[str]) -> Any:
    """A column with words in place of codes; a negative code is a missing word."""
    return _pandas().Categorical.from_codes(codes, list(names))
