"""Pictures of a grid: an SVG that reads well on dark and on light pages.

Cells are given as the tokens of the text grammar, so that boards and layouts are drawn by the same hand. Every cell
brings its own background, and nothing lies behind the cells: the page's colour never decides what can be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from minemind.grid import Grid

__all__ = ["svg"]

# A notebook slows down with tens of thousands of elements; beyond this the text has to do.
MAX_CELLS_DRAWN = 10_000

SIZE = 24

# The colours that players know from the classic game, 1 to 8; larger numbers stay black.
NUMBER_COLOURS = ("#0000fd", "#017e00", "#fe0000", "#00007f", "#7f0000", "#007f7e", "#000000", "#7f7f7f")

_STYLE = (
    "<style>"
    f".mm text{{font:bold {SIZE * 5 // 8}px sans-serif;text-anchor:middle;dominant-baseline:central}}"
    ".mm .h{fill:#b8c4ce;stroke:#6b7780}.mm .o{fill:#f4f4f0;stroke:#b9b9b0}.mm .f{fill:#d2232a}.mm .m{fill:#20242a}"
    "</style>"
)

# Around a cell's centre: a square, and a hexagon that stands on its tip and is as wide as a square.
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON = ((0.0, -0.577), (0.5, -0.289), (0.5, 0.289), (0.0, 0.577), (-0.5, 0.289), (-0.5, -0.289))
_FLAG = ((-0.15, -0.3), (0.3, -0.1), (-0.15, 0.1), (-0.15, 0.3), (-0.22, 0.3), (-0.22, -0.3))

# Rows of hexagons interlock: they lie √3/2 of a cell's width apart.
_HEX_ROW = 0.866


def svg(grid: Grid, tokens: Sequence[Sequence[str]], risks: Sequence[Sequence[float]] | None = None) -> str | None:
    """The picture, or None for a grid that is too large to be drawn; with risks, hidden cells show theirs."""
    if grid.rows * grid.cols > MAX_CELLS_DRAWN:
        return None
    hexagons = grid.topology == "hex"
    width = (grid.cols + (0.5 if hexagons and grid.rows > 1 else 0)) * SIZE + 2
    height = ((grid.rows - 1) * _HEX_ROW + 1.154 if hexagons else grid.rows) * SIZE + 2
    cells = "".join(
        _cell(*(_hexagon_centre if hexagons else _square_centre)(row, col), token, _HEXAGON if hexagons else _SQUARE)
        for row, line in enumerate(tokens)
        for col, token in enumerate(line)
        if token != "_"
    )
    if risks is not None:
        centre = _hexagon_centre if hexagons else _square_centre
        cells += "".join(
            _risk(*centre(row, col), risk, _HEXAGON if hexagons else _SQUARE)
            for row, line in enumerate(risks)
            for col, risk in enumerate(line)
            if tokens[row][col] == "." and risk == risk  # a nan is not equal to itself
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mm" role="img" '
        f'aria-label="Minesweeper board, {grid.rows} rows, {grid.cols} columns" '
        f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">{_STYLE}{cells}</svg>'
    )


def _square_centre(row: int, col: int) -> tuple[float, float]:
    return (col + 0.5) * SIZE + 1, (row + 0.5) * SIZE + 1


def _hexagon_centre(row: int, col: int) -> tuple[float, float]:
    return (col + 0.5 + row % 2 / 2) * SIZE + 1, (row * _HEX_ROW + 0.577) * SIZE + 1


def _cell(x: float, y: float, token: str, outline: Sequence[tuple[float, float]]) -> str:
    is_number = token.isdigit()
    return _polygon(x, y, outline, "o" if is_number else "h") + "".join(_content(x, y, token))


def _content(x: float, y: float, token: str) -> Iterator[str]:
    mark, count = token[0], token[1:]
    if token.isdigit():
        if token != "0":
            yield _text(x, y, token, (*NUMBER_COLOURS, "#000000")[min(int(token), 9) - 1])
    elif mark == "!":
        yield _polygon(x, y, _FLAG, "f")
        yield _text(x + SIZE * 0.25, y + SIZE * 0.2, count, "#000000") if count else ""
    elif mark == "*":
        yield f'<circle class="m" cx="{x:g}" cy="{y:g}" r="{SIZE * 0.34:g}"/>'
        yield _text(x, y, count, "#ffffff") if count else ""


def _risk(x: float, y: float, risk: float, outline: Sequence[tuple[float, float]]) -> str:
    """From green, safe, over yellow to red, a mine; with the percentage."""
    hue = 120 * (1 - risk)
    points = " ".join(f"{x + right * SIZE:g},{y + down * SIZE:g}" for right, down in outline)
    cell = f'<polygon points="{points}" fill="hsl({hue:.0f},70%,70%)" stroke="#6b7780"/>'
    size = f'style="font-size:{SIZE * 3 // 8}px"'
    return cell + f'<text x="{x:g}" y="{y:g}" {size} fill="#20242a">{100 * risk:.0f}</text>'


def _polygon(x: float, y: float, outline: Sequence[tuple[float, float]], kind: str) -> str:
    points = " ".join(f"{x + right * SIZE:g},{y + down * SIZE:g}" for right, down in outline)
    return f'<polygon class="{kind}" points="{points}"/>'


def _text(x: float, y: float, text: str, colour: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{colour}">{escape(text)}</text>'
