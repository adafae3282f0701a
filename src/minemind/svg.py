"""SVG: pictures of a grid that read well on dark and on light pages, as SVG and as PNG.

Cells are given as the tokens of the text grammar, so that boards and layouts are drawn by the same code. Every cell
has its own background, and the labels of rows and columns are in a grey that is readable on both kinds of pages. Only
attributes of SVG 1.1 and hexadecimal colours are used: no style sheets or variables, which some programs ignore.
"""

from __future__ import annotations

import colorsys
import os
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from minemind.arguments import path as checked_path
from minemind.deadline import Deadline
from minemind.errors import InvalidValue, TooLarge
from minemind.files import write_file
from minemind.grid import Cell, Grid
from minemind.png import png

__all__ = ["Drawing", "Picture", "Shade", "check_size", "shade"]

# Tens of thousands of elements slow a notebook down, so it shows larger boards as text. Other pictures take some 150
# bytes per cell, and so at most 40 MB. A PNG takes forty times as long as an SVG, and zooming into it shows no more.
MAX_CELLS_IN_A_NOTEBOOK, MAX_CELLS, MAX_CELLS_IN_A_PNG = 10_000, 250_000, 10_000

# How long a PNG takes. It cannot be stopped half way, so it is started only if there is time for all of it.
PNG_SECONDS_PER_CELL = 4e-4

# The side of a cell, and the sizes of its text and of the labels.
SIZE, LARGE, SMALL, LABEL = 24, 15, 10, 10

# The width of a ring.
RING = 3

# Fonts for the digits: most machines have one of them; the last is the renderer's own choice.
FAMILY = "Arial, Helvetica, 'DejaVu Sans', 'Liberation Sans', Verdana, sans-serif"

# The colours that players know from the classic game, 1 to 8; larger numbers are black.
NUMBER_COLOURS = ("#0000fd", "#017e00", "#fe0000", "#00007f", "#7f0000", "#007f7e", "#000000", "#7f7f7f")

# Fill and outline of a cell.
HIDDEN, OPEN = ("#b8c4ce", "#6b7780"), ("#f4f4f0", "#b9b9b0")
FLAG, MINE, LABEL_COLOUR, INK, PAPER = "#d2232a", "#20242a", "#737b85", "#20242a", "#ffffff"
SAFE_COLOUR, MINE_COLOUR = "#2b8a3e", "#c92a2a"

# Corners around a cell's centre: a square, and a hexagon with a vertical diagonal that is as wide as the square.
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON = ((0.0, -0.577), (0.5, -0.289), (0.5, 0.289), (0.0, 0.577), (-0.5, 0.289), (-0.5, -0.289))
_FLAG = ((-0.15, -0.3), (0.3, -0.1), (-0.15, 0.1), (-0.15, 0.3), (-0.22, 0.3), (-0.22, -0.3))

# Rows of hexagons interlock: they lie √3/2 of a cell's width apart.
_HEX_ROW = 0.866

# Half the height of a digit, as a fraction of the font size: the height of its middle above the baseline.
_MIDDLE = 0.36

Outline = Sequence[tuple[float, float]]


class Shade(NamedTuple):
    """How a hidden cell with a known risk is drawn: the percentage, its colour, and the fill behind it."""

    text: str
    ink: str
    fill: str


def shade(risk: float, percent: str, *, is_certain: bool) -> Shade:
    """The shade of a risk, from green over yellow to red; certain cells stand out."""
    if is_certain:
        return Shade(percent, PAPER, MINE_COLOUR if risk else SAFE_COLOUR)
    red, green, blue = (round(255 * part) for part in colorsys.hls_to_rgb((1 - risk) / 3, 0.7, 0.7))
    return Shade(percent, INK, f"#{red:02x}{green:02x}{blue:02x}")


class Drawing(NamedTuple):
    """What a picture shows: a token for every cell, shades for some, and coloured rings around some."""

    grid: Grid
    tokens: Sequence[Sequence[str]]
    shades: Mapping[Cell, Shade] = {}
    rings: Mapping[Cell, str] = {}


class Picture:
    """Anything that can be drawn: a board, a layout, an analysis."""

    @abstractmethod
    def _drawing(self) -> Drawing:
        """What the picture shows."""

    def svg(self) -> str:
        r"""The picture, as the text of an SVG file.

        >>> mm.Board.parse("1 2 1\n1.").svg()[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
        """
        return self._canvas().svg()

    def save(self, path: str | os.PathLike[str]) -> None:
        r"""Write the picture to a file that ends in .svg or .png, or the text to one that ends in .txt.

        A PNG needs the extra `minemind-engine[png]`.

        >>> mm.analyse("1 3 1\n1..").save("heat.svg")
        >>> mm.Board.parse("1 3 1\n1..").save("board.txt")
        """
        ending = checked_path(path).suffix.lower()
        if ending == ".svg":
            content = self.svg().encode()
        elif ending == ".png":
            content = self._canvas(ending).png()
        elif ending == ".txt":
            content = f"{self}\n".encode()
        else:
            raise InvalidValue(f"{os.fspath(path)!r} has an unknown file type; use .svg, .png or .txt")
        write_file(path, content)

    def _canvas(self, ending: str = ".svg") -> _Canvas:
        drawing = self._drawing()
        check_size(drawing.grid, ending)
        return _Canvas(drawing)

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows; None if it is too large for one."""
        drawing = self._drawing()
        return _Canvas(drawing).svg() if drawing.grid.rows * drawing.grid.cols <= MAX_CELLS_IN_A_NOTEBOOK else None


def check_size(grid: Grid, ending: str) -> None:
    """Raise `TooLarge` if the grid is too large for a picture in a file with this ending."""
    most, what, instead = MAX_CELLS, "a picture", ""
    if ending == ".png":
        most, what, instead = MAX_CELLS_IN_A_PNG, "a PNG", "; save an SVG"
    if grid.rows * grid.cols > most:
        raise TooLarge(f"{grid.rows}×{grid.cols} cells are too many for {what}; the limit is {most:,}{instead}")


class _Canvas:
    """The positions of a grid's cells, and what is drawn there."""

    def __init__(self, drawing: Drawing) -> None:
        self.grid, self.tokens, self.shades, self.rings = drawing
        self.is_hex = self.grid.topology == "hex"
        self.outline = _HEXAGON if self.is_hex else _SQUARE
        self.left = 0.6 * LABEL * len(str(self.grid.rows - 1)) + 5
        self.top = LABEL + 5.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        grid = self.grid
        width = grid.cols + (0.5 if self.is_hex and grid.rows > 1 else 0)
        height = (grid.rows - 1) * _HEX_ROW + 1.154 if self.is_hex else grid.rows
        return self.left + width * SIZE + 1, self.top + height * SIZE + 1

    def svg(self) -> str:
        width, height = self.size
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'aria-label="Minesweeper board, {self.grid.rows} rows, {self.grid.cols} columns" '
            f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
            f'font-family="{FAMILY}" font-weight="bold" text-anchor="middle">'
            f"{''.join(self._labels())}{''.join(self._cells())}{''.join(self._rings())}</svg>"
        )

    def png(self) -> bytes:
        deadline, seconds = Deadline(), PNG_SECONDS_PER_CELL * self.grid.rows * self.grid.cols
        if seconds > deadline.left:
            raise deadline.passed()
        return png(self.svg(), *self.size, FAMILY)

    def _centre(self, row: int, col: int) -> tuple[float, float]:
        if self.is_hex:
            right, down = col + 0.5 + row % 2 / 2, row * _HEX_ROW + 0.577
        else:
            right, down = col + 0.5, row + 0.5
        return self.left + right * SIZE, self.top + down * SIZE

    def _labels(self) -> Iterator[str]:
        """The numbers of columns and rows."""
        yield f'<g fill="{LABEL_COLOUR}" font-size="{LABEL}" font-weight="normal">'
        for col in range(self.grid.cols):
            yield _text(self._centre(0, col)[0], self.top - 3 - _MIDDLE * LABEL, str(col), LABEL)
        for row in range(self.grid.rows):
            yield _text(self.left / 2 - 1, self._centre(row, 0)[1], str(row), LABEL)
        yield "</g>"

    def _cells(self) -> Iterator[str]:
        for row, line in enumerate(Deadline().each(self.tokens)):
            for col, token in enumerate(line):
                if token != "_":
                    yield from self._cell(Cell(row, col), token)

    def _rings(self) -> Iterator[str]:
        """The rings, drawn over all cells so that no neighbour hides a part."""
        for cell, colour in self.rings.items():
            ring = _polygon(*self._centre(*cell), self.outline, "none", colour)
            yield ring.replace("/>", f' stroke-width="{RING}"/>')

    def _cell(self, cell: Cell, token: str) -> Iterator[str]:
        x, y = self._centre(*cell)
        fill, stroke = OPEN if token.isdigit() else HIDDEN
        if shade := self.shades.get(cell):
            yield _polygon(x, y, self.outline, shade.fill, stroke)
            yield _text(x, y, shade.text, SMALL, shade.ink)
        else:
            yield _polygon(x, y, self.outline, fill, stroke)
            yield from _content(x, y, token)


def _content(x: float, y: float, token: str) -> Iterator[str]:
    mark, count = token[0], token[1:]
    if token.isdigit():
        if token != "0":
            yield _text(x, y, token, LARGE, (*NUMBER_COLOURS, "#000000")[min(int(token), 9) - 1])
    elif mark == "!":
        yield _polygon(x, y, _FLAG, FLAG)
        yield _text(x + SIZE * 0.3, y + SIZE * 0.24, count, SMALL, INK) if count else ""
    elif mark == "*":
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{SIZE * 0.34:g}" fill="{MINE}"/>'
        yield _text(x, y, count, SMALL, PAPER) if count else ""


def _polygon(x: float, y: float, outline: Outline, fill: str, stroke: str = "none") -> str:
    points = " ".join(f"{x + right * SIZE:g},{y + down * SIZE:g}" for right, down in outline)
    return f'<polygon points="{points}" fill="{fill}" stroke="{stroke}"/>'


def _text(x: float, y: float, text: str, size: int, colour: str = "") -> str:
    """Text centred at a point; without a colour it takes the size and colour of the element around it."""
    looks = f' font-size="{size}" fill="{colour}"' if colour else ""
    return f'<text x="{x:g}" y="{y + _MIDDLE * size:g}"{looks}>{escape(text)}</text>'
