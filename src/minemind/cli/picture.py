"""Picture: any text of cells as it is, whatever kind of file it comes from: nothing is checked, all is shown."""

from __future__ import annotations

from functools import lru_cache

from rich.text import Text

from minemind import notation
from minemind.cli.heatmap import CERTAIN_MINE_STYLE, SAFE_STYLE
from minemind.cli.terminal import Shown, draw_cells, style_of
from minemind.formats.reading import is_solution
from minemind.layout import MINE_MARKS
from minemind.source import PADDING

__all__ = ["picture"]

# Every emoji is two columns wide, and so are the numbers next to them; a zero is blank.
FREE = " "
EMOJI = {
    ".": "⬜",
    "?": "❓",
    "#": "🟨",
    "!": "🚩",
    "*": "💣",
    FREE: "🟦",
    "o": "🟩",
    "x": "🟥",
    "_": "⬛",
    "0": "  ",
}

# Letters that hand-drawn boards use for other tokens, and tokens that share the colour of another.
LETTERS = {"H": ".", "F": "!", "M": "*"}
SAME = {"?": ".", "#": ".", FREE: ".", **LETTERS}

# Between the green and the red of cells that are certain.
UNCERTAIN_STYLE = "bold black on gold3"


def picture(text: bytes, *, emoji: bool) -> Text:
    """One board, cell by cell."""
    source = notation.read(text)
    width = max(len(row.tokens) for row in source.rows)
    tokens = [[*map(_harmless, row.tokens), *PADDING * (width - len(row.tokens))] for row in source.rows]
    uncertain = UNCERTAIN_STYLE if is_solution(source) else style_of(PADDING)
    is_layout = any(token[0] in MINE_MARKS for token in source.vocabulary[0])
    shown = [[_emoji(token, is_layout) if emoji else _plain(token, uncertain) for token in line] for line in tokens]
    if emoji:
        return Text("\n").join(Text.assemble(*(cell.text for cell in line)) for line in shown)
    return draw_cells(source.grid(), shown)


@lru_cache
def _harmless(token: str) -> str:
    """A token without characters that a terminal would obey rather than show."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in token)


@lru_cache
def _plain(token: str, uncertain: str) -> Shown:
    if token in ("o", "x"):
        return Shown(token, SAFE_STYLE if token == "o" else CERTAIN_MINE_STYLE)
    if token == "#":
        return Shown(token, uncertain)
    same = SAME.get(token[0], token[0]) + token[1:]
    drawn = LETTERS.get(token[0], token[0]) + token[1:]
    return Shown(" " if token == "0" else drawn, style_of(same) if same[0] in ".!*_" or same.isdigit() else "")


@lru_cache
def _emoji(token: str, is_layout: bool) -> Shown:
    """A token as an emoji; a dot is a free cell in a layout, and a hidden one elsewhere."""
    same = FREE if is_layout and token == PADDING else LETTERS.get(token[0], token[0])
    return Shown(EMOJI.get(same, token.rjust(2)), "")
