"""Varied skins: every picture has one of its own, put together at random from what skins are made of. The reader was
adjusted to these, so that it knows no skin by heart.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from random import Random

from PIL import Image

from tests.web.pictures.ink import Colour, Tile, mixed, rgb
from tests.web.pictures.skins import BLACK, CLASSIC_NUMBERS, WHITE

FONTS = (
    "own", "DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold", "DejaVuSerif", "DejaVuSerif-Bold",
    "STIXGeneral", "STIXGeneralBol", "cmb10", "cmr10", "cmss10", "cmtt10",
)  # fmt: skip
EDGES = ("bevel", "line", "gap", "rounded", "lit", "chequered", "inset")
FLAGS = (rgb("#ff0000"), rgb("#d0232b"), rgb("#ff6b6b"), rgb("#f23607"), rgb("#e91e63"), rgb("#ff9800"), rgb("#ffd600"))

CLOTHS = (
    ((0.42, 0.18), (0.8, 0.36), (0.42, 0.54)),  # a triangle
    ((0.42, 0.2), (0.78, 0.2), (0.78, 0.5), (0.42, 0.5)),  # a square
    ((0.42, 0.18), (0.82, 0.18), (0.68, 0.34), (0.82, 0.52), (0.42, 0.52)),  # with a tail
)


def hue(random: Random, light: float, saturation: float) -> Colour:
    red, green, blue = hls_to_rgb(random.random(), light, saturation)
    return round(255 * red), round(255 * green), round(255 * blue)


def apart(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def brightness(colour: Colour) -> float:
    return (0.3 * colour[0] + 0.6 * colour[1] + 0.1 * colour[2]) / 255


class Varied:
    """A skin at random: light or dark, raised, flat or rounded, chequered or shaded, in any font."""

    name = "varied"

    def __init__(self, random: Random) -> None:
        self.dark = random.random() < 0.45
        self.page, self.ink = self._page(random)
        self.edge = random.choice(EDGES)
        self.open_edge = random.choice(("line", "gap", "chequered", "corner", "flat"))
        self.hidden, self.open = self._grounds(random)
        self.frame = random.choice((0, 0, 1, 3, 4))
        self.between = self._visible(random, self.hidden)
        self.open_between = self._visible(random, self.open)
        self.width = random.uniform(0.03, 0.13)
        self.radius = random.uniform(0.08, 0.3)
        self.step = random.uniform(0.07, 0.16)  # between the shades of a chequered board
        self.shade = random.choice((0, 0, 0, random.uniform(0.002, 0.008)))  # from one diagonal to the next
        self.font, self.height = random.choice(FONTS), random.uniform(0.58, 0.78)
        self.bold = random.choice((0, 0, 0.02, 0.04))
        self.numbers = self._numbers(random)
        self.flag = random.choice([each for each in FLAGS if apart(each, self.hidden) > 200] or [WHITE])
        self.question = self._readable(random, self.hidden)
        self.cloth = random.choice(CLOTHS)
        self.pole = random.choice((BLACK if brightness(self.hidden) > 0.4 else WHITE, self.flag))
        self.mirrored, self.based = random.random() < 0.5, random.random() < 0.7
        self.mine = BLACK if brightness(self.open) > 0.4 else WHITE
        self.glint = random.random() < 0.5
        self.boom = random.choice((rgb("#ff0000"), rgb("#d3343a"), rgb("#ff8080"), rgb("#ffa000")))

    def _page(self, random: Random) -> tuple[Colour, Colour]:
        light = random.uniform(0.05, 0.2) if self.dark else random.uniform(0.75, 1)
        return hue(random, light, random.uniform(0, 0.5)), rgb("#d8dee6") if self.dark else rgb("#30343a")

    def _grounds(self, random: Random) -> tuple[Colour, Colour]:
        """Hidden and open ground: far enough apart for an eye, unless the bevel tells them apart."""
        for _ in range(1000):
            lights = (0.12, 0.5) if self.dark else (0.5, 0.97)
            hidden = hue(random, random.uniform(*lights), random.uniform(0, 0.7))
            opened = hue(random, random.uniform(*lights), random.choice((0, 0.15, 0.5)))
            if self.edge == "bevel" and random.random() < 0.5:
                return hidden, hidden
            if apart(hidden, opened) > 70:
                return hidden, opened
        raise AssertionError

    def _visible(self, random: Random, ground: Colour) -> Colour:
        """The colour of lines on a ground."""
        for _ in range(1000):
            colour = mixed(ground, BLACK if random.random() < 0.6 else WHITE, random.uniform(0.12, 0.7))
            if apart(colour, ground) > 45:
                return colour
        raise AssertionError

    def _numbers(self, random: Random) -> tuple[Colour, ...]:
        habit = random.choice(("classic", "own", "own", "one"))
        if habit == "classic" and min(apart(each, self.open) for each in CLASSIC_NUMBERS) > 150:
            return CLASSIC_NUMBERS
        colours = [self._readable(random, self.open) for _ in range(8)]
        return tuple(colours[:1] * 8 if habit == "one" else colours)

    def _readable(self, random: Random, ground: Colour) -> Colour:
        """A colour that is read well on a ground."""
        for _ in range(1000):
            colour = hue(random, random.uniform(0.1, 0.9), random.uniform(0, 1))
            if abs(brightness(colour) - brightness(ground)) > 0.28:
                return colour
        raise AssertionError

    # ---- tiles

    def tile(self, token: str, place: tuple[int, int], size: int, *, dug: bool) -> Image.Image:
        hidden = token in ".?!"
        tile = self._hidden(place, size) if hidden else self._open(token, place, size)
        if token in "12345678":
            tile.write(token, self.height, self.numbers[int(token) - 1], self.font, self.bold)
        if token == "?":
            tile.write("?", self.height, self.question, self.font, self.bold)
        if token == "!":
            self._flag(tile)
        if token in "*X":
            tile.mine(self.mine if token == "*" else BLACK, glint=WHITE if self.glint and self.mine == BLACK else None)
        return tile.drawn()

    def _shaded(self, ground: Colour, place: tuple[int, int]) -> Colour:
        return mixed(ground, BLACK if brightness(ground) > 0.5 else WHITE, min(0.25, self.shade * sum(place)))

    def _other(self, ground: Colour) -> Colour:
        """The second shade of a chequered board."""
        return mixed(ground, BLACK if brightness(ground) > 0.4 else WHITE, self.step)

    def _hidden(self, place: tuple[int, int], size: int) -> Tile:
        ground = self._shaded(self.hidden, place)
        if self.edge == "chequered":
            return Tile(size, self._other(ground) if sum(place) % 2 else ground)
        if self.edge in ("gap", "rounded"):
            tile = Tile(size, self.between)
            tile.rounded(self.width / 2, self.radius if self.edge == "rounded" else 0, ground)
            return tile
        tile = Tile(size, ground)
        if self.edge == "bevel":
            tile.bevel(self.width, mixed(ground, WHITE, 0.6), mixed(ground, BLACK, 0.4))
        elif self.edge == "lit":
            for y in range(tile.side):
                shade = mixed(mixed(ground, WHITE, 0.25), ground, y / tile.side)
                tile.draw.line([(0, y), (tile.side, y)], fill=shade)
            tile.box(0, 1 - self.width, 1, 1, self.between)
            tile.box(1 - self.width / 2, 0, 1, 1, self.between)
        elif self.edge == "inset":
            tile.bevel(0.03, self.between, self.between)
            inner = mixed(ground, WHITE, 0.3)
            tile.box(0.1, 0.1, 0.9, 0.13, inner)
        else:
            tile.bevel(self.width / 3, self.between, self.between)
        return tile

    def _open(self, token: str, place: tuple[int, int], size: int) -> Tile:
        ground = self._shaded(self.boom if token == "X" else self.open, place)
        if self.open_edge == "chequered":
            return Tile(size, self._other(ground) if sum(place) % 2 else ground)
        if self.open_edge == "gap":
            tile = Tile(size, self.open_between)
            tile.rounded(self.width / 2, self.radius if self.edge == "rounded" else 0, ground)
            return tile
        tile = Tile(size, ground)
        if self.open_edge == "corner":
            tile.box(0, 0, 1, 0.05, self.open_between)
            tile.box(0, 0, 0.05, 1, self.open_between)
        elif self.open_edge == "line" or self.edge != "chequered":
            tile.bevel(0.03, self.open_between, self.open_between)
        return tile

    def _flag(self, tile: Tile) -> None:
        def side(x: float) -> float:
            return 1 - x if self.mirrored else x

        tile.shape([(side(x), y) for x, y in self.cloth], self.flag)
        left, right = sorted((side(0.37), side(0.43)))
        tile.box(left, 0.18, right, 0.8, self.pole)
        if self.based:
            tile.box(0.25, 0.74, 0.75, 0.82, self.pole)
