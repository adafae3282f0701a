"""Ink: what a tile is drawn with. Coordinates are shares of the tile. Tiles are drawn large and then made smaller, so
that edges are as soft as a browser makes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Point = tuple[float, float]

FINER = 4  # times: how much larger a tile is drawn
FONTS = Path(mpl.get_data_path()) / "fonts" / "ttf"


def rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two; `share` of the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@cache
def font(name: str, size: float) -> ImageFont.FreeTypeFont:
    """A font of matplotlib's by its file, or Pillow's own by the name of `own`."""
    if name == "own":
        own = ImageFont.load_default(size)
        assert isinstance(own, ImageFont.FreeTypeFont)
        return own
    return ImageFont.truetype(BytesIO(_font_file(name)), size)


@cache
def _font_file(name: str) -> bytes:
    return (FONTS / f"{name}.ttf").read_bytes()


class Tile:
    """One cell that is being drawn."""

    def __init__(self, size: int, ground: Colour) -> None:
        self.size = size
        self.side = size * FINER
        self.image = Image.new("RGB", (self.side, self.side), ground)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, *shares: float) -> list[float]:
        return [share * self.side for share in shares]

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        self.draw.rectangle([*self.at(left, top), *(edge - 1 for edge in self.at(right, bottom))], fill=colour)

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        self.draw.polygon([(x * self.side, y * self.side) for x, y in points], fill=colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.draw.ellipse(self.at(x - radius, y - radius, x + radius, y + radius), fill=colour)

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        scaled = [(x * self.side, y * self.side) for x, y in points]
        self.draw.line(scaled, fill=colour, width=max(1, round(width * self.side)), joint="curve")

    def rounded(self, inset: float, radius: float, colour: Colour) -> None:
        edges = self.at(inset, inset, 1 - inset, 1 - inset)
        self.draw.rounded_rectangle(edges, radius * self.side, fill=colour)

    def bevel(self, width: float, light: Colour, shade: Colour) -> None:
        """A raised edge, with its corners cut at 45°."""
        w = width
        self.shape([(0, 0), (1, 0), (1 - w, w), (w, w), (w, 1 - w), (0, 1)], light)
        self.shape([(1, 1), (0, 1), (w, 1 - w), (1 - w, 1 - w), (1 - w, w), (1, 0)], shade)

    def write(self, text: str, height: float, colour: Colour, name: str, bold: float = 0) -> None:
        """A text in the middle; `bold` is how much its strokes grow."""
        face = font(name, height * self.side)
        stroke = round(bold * self.side)
        left, top, right, bottom = face.getbbox(text, stroke_width=stroke)
        place = ((self.side - left - right) / 2, (self.side - top - bottom) / 2)
        self.draw.text(place, text, fill=colour, font=face, stroke_width=stroke)

    def mine(self, colour: Colour, reach: float = 0.34, radius: float = 0.24, *, glint: Colour | None = None) -> None:
        slant = reach * 0.707
        for dx, dy in ((reach, 0.0), (0.0, reach), (slant, slant), (slant, -slant)):
            self.line([(0.5 - dx, 0.5 - dy), (0.5 + dx, 0.5 + dy)], 0.075, colour)
        self.disc(0.5, 0.5, radius, colour)
        if glint:
            self.box(0.38, 0.38, 0.47, 0.47, glint)

    def drawn(self) -> Image.Image:
        return self.image.resize((self.size, self.size), Image.Resampling.BOX)
