"""Picture: any text of cells as it stands, whatever kind of file it comes from: nothing is checked, all is shown."""

from __future__ import annotations

from functools import lru_cache

from rich.text import Text

from minemind import notation
from minemind.cli.answers import CERTAIN_MINE_STYLE, SAFE_STYLE
from minemind.cli.terminal import Shown, draw_cells, style_of

__all__ = ["picture"]

# Every emoji is two columns wide, and so are the numbers beside them.
EMOJI = {".": "⬜", "!": "🚩", "*": "💣", "o": "🟩", "x": "🟥", "_": "  ", "0": "  "}

# Several ways to write the same.
SAME = {"?": ".", "#": ".", "H": ".", " ": ".", "F": "!", "M": "*"}


def picture(text: bytes, *, emoji: bool) -> Text:
    """One board, cell by cell."""
    source = notation.read(text)
    width = max(len(row.tokens) for row in source.rows)
    tokens = [[*map(_harmless, row.tokens), *"?" * (width - len(row.tokens))] for row in source.rows]
    shown = [[_emoji(token) if emoji else _plain(token) for token in line] for line in tokens]
    if emoji:
        return Text("\n").join(Text.assemble(*(cell.text for cell in line)) for line in shown)
    return draw_cells(source.grid(), shown)


@lru_cache
def _harmless(token: str) -> str:
    """A token without what a terminal would obey rather than show."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in token)


@lru_cache
def _plain(token: str) -> Shown:
    if token in ("o", "x"):
        return Shown(token, SAFE_STYLE if token == "o" else CERTAIN_MINE_STYLE)
    if token == "#":  # neither, as a solution file says
        return Shown(token, style_of("."))
    same = SAME.get(token[0], token[0]) + token[1:]
    return Shown(" " if token == "0" else token, style_of(same) if same[0] in ".!*_" or same.isdigit() else "")


@lru_cache
def _emoji(token: str) -> Shown:
    same = SAME.get(token[0], token[0])
    return Shown(EMOJI.get(same, token.rjust(2)), "")
