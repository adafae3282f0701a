"""Skins: what the cells of a board look like in the programs that players use.

A tile is drawn for each token: `.` hidden, `?` a question mark, `!` a flag, a number; where a game was lost, `*` a mine
and `X` the one that exploded.
"""

from __future__ import annotations

from typing import Protocol

from PIL import Image

from tests.web.pictures.ink import Colour, Tile, mixed, rgb

BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (255, 0, 0)
CLASSIC_NUMBERS = tuple(
    map(rgb, ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080"))
)


class Skin(Protocol):
    """How a tile looks, and what lies around the board."""

    name: str
    page: Colour
    ink: Colour
    frame: int  # pixels

    def tile(self, token: str, place: tuple[int, int], size: int, *, dug: bool) -> Image.Image: ...


# ---- the classic of Windows, pixel by pixel

BITMAPS = (
    "...##. ..###. .####. #####. ..###. ..###. ..###. ..###. ###### ######",
    ".########. ########## ##.....### .......### ....#####. ..#####... #####..... ###....... ########## ##########",
    "#########. ########## .......### .......### ...######. ...######. .......### .......### ########## #########.",
    "...###.### ...###.### ..###..### ..###..### .######### ########## ########## .......### .......### .......###",
    "########## ########## ###....... ###....... #########. ########## .......### .......### ########## #########.",
    ".########. #########. ###....... ###....... #########. ########## ###....### ###....### ########## .########.",
    "########## ########## .......### .......### ......###. ......###. .....###.. .....###.. ....###... ....###...",
    ".########. ########## ###....### ###....### .########. .########. ###....### ###....### ########## .########.",
)
QUESTION = "..####.. .##..##. .##..##. .....##. ....##.. ...##... ...##... ........ ...##... ...##..."


class Classic:
    """Bevels of two pixels and digits of ten, in tiles of sixteen, made larger or smaller as they are."""

    name = "classic"
    page, ink = (192, 192, 192), BLACK
    frame = 3
    smooth = Image.Resampling.BICUBIC

    def tile(self, token: str, place: tuple[int, int], size: int, *, dug: bool) -> Image.Image:
        drawn = self._sixteenths(token)
        whole = size % 16 == 0
        return drawn.resize((size, size), Image.Resampling.NEAREST if whole else self.smooth)

    def _sixteenths(self, token: str) -> Image.Image:
        image = Image.new("RGB", (16, 16), (192, 192, 192))
        put = image.putpixel
        if token in ".?!":
            for step in range(16):
                for depth in range(2):
                    put((step, 15 - depth), (128,) * 3)
                    put((15 - depth, step), (128,) * 3)
            for depth in range(2):
                for step in range(16 - depth):
                    if step < 15 - depth:
                        put((step, depth), WHITE)
                        put((depth, step), WHITE)
        else:
            if token == "X":
                image.paste(RED, (0, 0, 16, 16))
            for step in range(16):
                put((step, 0), (128,) * 3)
                put((0, step), (128,) * 3)
        self._sign(image, token)
        return image

    def _sign(self, image: Image.Image, token: str) -> None:
        if token in "12345678":
            stamp(image, BITMAPS[int(token) - 1], CLASSIC_NUMBERS[int(token) - 1])
        if token == "?":
            stamp(image, QUESTION, BLACK)
        if token == "!":
            stamp(image, "...## .#### ##### .#### ...## ..... ..... ..... ..... .....", RED)
            stamp(
                image,
                "........ ........ ........ ........ ........ ....#... ....#... ..####.. .######. ########",
                BLACK,
            )
        if token in "*X":
            spikes = "......#...... ......#...... ..#.#####.#.. ...#######... ..#########.. ..#########.. #############"
            rows = spikes.split()
            stamp(image, " ".join([*rows, *reversed(rows[:-1])]), BLACK)
            image.paste(WHITE, (6, 6, 8, 8))


def stamp(image: Image.Image, bitmap: str, colour: Colour) -> None:
    rows = bitmap.split()
    left, top = (17 - len(rows[0])) // 2, (17 - len(rows)) // 2
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            if dot == "#":
                image.putpixel((left + x, top + y), colour)


# ---- a site with bevels, in light and dark


class Online:
    """Smooth bevels and smooth digits, as sites have them, in two themes."""

    frame = 4

    def __init__(self, *, dark: bool) -> None:
        self.name = "online dark" if dark else "online"
        self.page, self.ink = (rgb("#22262b"), rgb("#cdd4da")) if dark else (WHITE, rgb("#333333"))
        self.ground = rgb("#4c545c") if dark else rgb("#c6c6c6")
        self.open = rgb("#384048") if dark else rgb("#c6c6c6")
        self.light = rgb("#767e86") if dark else WHITE
        self.shade = rgb("#2b3138") if dark else rgb("#808080")
        bright = ("#7cc7ff", "#66c266", "#ff7788", "#ee88ff", "#ddaa22", "#66cccc", "#999999", "#d0d8e0")
        self.numbers = tuple(map(rgb, bright)) if dark else CLASSIC_NUMBERS

    def tile(self, token: str, place: tuple[int, int], size: int, *, dug: bool) -> Image.Image:
        hidden = token in ".?!"
        tile = Tile(size, self.ground if hidden else RED if token == "X" else self.open)
        if hidden:
            tile.bevel(0.11, self.light, self.shade)
        else:
            tile.box(0, 0, 1, 0.045, self.shade)
            tile.box(0, 0, 0.045, 1, self.shade)
        if token in "12345678":
            tile.write(token, 0.72, self.numbers[int(token) - 1], "DejaVuSans-Bold")
        if token == "?":
            tile.write("?", 0.66, self.ink, "DejaVuSans-Bold")
        if token == "!":
            tile.shape([(0.55, 0.2), (0.55, 0.52), (0.24, 0.36)], RED)
            tile.box(0.52, 0.2, 0.57, 0.7, BLACK)
            tile.box(0.38, 0.66, 0.68, 0.72, BLACK)
            tile.box(0.28, 0.71, 0.76, 0.79, BLACK)
        if token in "*X":
            tile.mine(BLACK, glint=WHITE)
        return tile.drawn()


# ---- a chequered lawn


class Lawn:
    """Two greens over two sands, with a dark seam where the lawn ends."""

    name = "lawn"
    page, ink = WHITE, rgb("#3c4043")
    frame = 0
    greens = rgb("#aad751"), rgb("#a2d149")
    sands = rgb("#e5c29f"), rgb("#d7b899")
    numbers = tuple(map(rgb, ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")))

    def tile(self, token: str, place: tuple[int, int], size: int, *, dug: bool) -> Image.Image:
        row, col = place
        parity = (row + col) % 2
        hidden = token in ".?!"
        tile = Tile(size, (self.greens if hidden else self.sands)[parity])
        if token in "*X":
            colour = [rgb("#db3236"), rgb("#f4840d"), rgb("#4885ed"), rgb("#b648f2")][(row * 7 + col * 3) % 4]
            tile = Tile(size, colour)
            tile.disc(0.5, 0.5, 0.25, mixed(colour, BLACK, 0.45))
        if token in "12345678":
            tile.write(token, 0.74, self.numbers[int(token) - 1], "own", bold=0.03)
        if token == "?":
            tile.write("?", 0.7, self.ink, "own", bold=0.03)
        if token == "!":
            tile.shape([(0.35, 0.15), (0.82, 0.36), (0.35, 0.56)], rgb("#f23607"))
            tile.shape([(0.28, 0.15), (0.36, 0.15), (0.36, 0.85), (0.28, 0.85)], rgb("#e63307"))
            tile.shape([(0.2, 0.85), (0.45, 0.85), (0.38, 0.78), (0.26, 0.78)], rgb("#e63307"))
        if dug:
            tile.box(0, 0, 1, 0.07, rgb("#87af3a"))
        return tile.drawn()


# ---- our own page

PAGE_COLOURS = {
    "light": {
        "page": "#f3f5f8", "ink": "#1b2430", "board": "#c3ccd7", "hidden": "#b4c2d3", "upper": "#d2dbe5",
        "lower": "#a9b7c9", "open": "#f8fafc", "edge": "#dfe5ec", "flag": "#d0232b", "pole": "#2a3441",
        "mine": "#232b36", "boom": "#d3343a", "boom-ink": "#2a0507", "question": "#23399c",
        "numbers": "#1d4fd8 #14753a #c81e25 #3f2d95 #7c1d1d #0b6d6d #1f2937 #59636f",
    },
    "dark": {
        "page": "#11151b", "ink": "#e8edf4", "board": "#0c0f14", "hidden": "#3f4d60", "upper": "#546071",
        "lower": "#343f4f", "open": "#1c232d", "edge": "#283240", "flag": "#ff6b6b", "pole": "#dfe6ef",
        "mine": "#d5dde8", "boom": "#c9353b", "boom-ink": "#ffffff", "question": "#c3d0ff",
        "numbers": "#82b4ff #6fdc8c #ff8a8a #c2adff #ffb27a #62dcd2 #e6ebf2 #a9b4c2",
    },
}  # fmt: skip


class Own:
    """Rounded tiles with a light from above, in two themes."""

    frame = 0

    def __init__(self, theme: str) -> None:
        self.name = f"page {theme}"
        self.colours = {name: rgb(value) for name, value in PAGE_COLOURS[theme].items() if name != "numbers"}
        self.numbers = tuple(map(rgb, PAGE_COLOURS[theme]["numbers"].split()))
        self.page, self.ink = self.colours["page"], self.colours["ink"]

    def tile(self, token: str, place: tuple[int, int], size: int, *, dug: bool) -> Image.Image:
        colours = self.colours
        tile = Tile(size, colours["board"])
        if token in "012345678":
            tile.rounded(0, 1 / 7, colours["edge"])
            tile.rounded(1 / size, 1 / 7, colours["open"])
        else:
            self._raised(tile, colours["boom"] if token == "X" else colours["hidden"])
        if token in "12345678":
            tile.write(token, 0.62, self.numbers[int(token) - 1], "DejaVuSans-Bold")
        if token == "?":
            tile.write("?", 0.62, colours["question"], "DejaVuSans-Bold")
        if token == "!":
            tile.box(0.35, 0.19, 0.42, 0.81, colours["pole"])
            tile.box(0.23, 0.75, 0.54, 0.82, colours["pole"])
            tile.shape([(0.42, 0.19), (0.79, 0.36), (0.42, 0.53)], colours["flag"])
        if token in "*X":
            tile.mine(colours["boom-ink" if token == "X" else "mine"])
        return tile.drawn()

    def _raised(self, tile: Tile, ground: Colour) -> None:
        """A tile that is lighter above and darker below; outside its rounded corners the board is seen."""
        for y in range(tile.side):
            height = y / tile.side
            lit = mixed(ground, WHITE, max(0.0, 0.4 - height) * 0.8)
            tile.draw.line([(0, y), (tile.side, y)], fill=mixed(lit, BLACK, max(0.0, height - 0.8) * 0.6))
        around = Tile(tile.size, WHITE)
        around.rounded(1 / tile.size, 1 / 7, BLACK)
        tile.image.paste(self.colours["board"], (0, 0), around.image.convert("L"))


KNOWN: tuple[Skin, ...] = (
    Classic(), Online(dark=False), Online(dark=True), Lawn(), Own("light"), Own("dark"),
)  # fmt: skip


# ---- two that the reader was never adjusted to


class Candy:
    """Round tiles with wide gaps, numbers of one colour in a serif font, round blue flags on a stick."""

    name = "candy"
    page, ink = rgb("#fff7ef"), rgb("#4b2e39")
    frame = 0

    def tile(self, token: str, place: tuple[int, int], size: int, *, dug: bool) -> Image.Image:
        hidden = token in ".?!"
        tile = Tile(size, self.page)
        tile.rounded(0.04, 0.22, rgb("#f29cb7") if hidden else rgb("#e4572e") if token == "X" else rgb("#fbe3d0"))
        if token in "12345678":
            tile.write(token, 0.66, self.ink, "DejaVuSerif-Bold")
        if token == "?":
            tile.write("?", 0.66, self.ink, "DejaVuSerif-Bold")
        if token == "!":
            tile.box(0.33, 0.2, 0.39, 0.82, self.ink)
            tile.shape([(0.39, 0.2), (0.76, 0.2), (0.66, 0.36), (0.76, 0.52), (0.39, 0.52)], rgb("#b3122c"))
        if token in "*X":
            tile.mine(self.ink, reach=0.32, radius=0.21)
        return tile.drawn()


class Glass:
    """Blue tiles that shine and grow darker over the board; pale open ones with hairlines, numbers in odd colours."""

    name = "glass"
    page, ink = rgb("#e9eef6"), rgb("#1c2b45")
    frame = 2
    numbers = tuple(map(rgb, ("#3f51c1", "#1d6a1d", "#a80b0b", "#06066e", "#6d0303", "#0c7a7e", "#a5270a", "#9b3a94")))

    def tile(self, token: str, place: tuple[int, int], size: int, *, dug: bool) -> Image.Image:
        depth = min(1.0, (place[0] + place[1]) / 60)
        if token in ".?!":
            base = mixed(rgb("#7fb2f0"), rgb("#4a76c8"), depth)
            tile = Tile(size, mixed(base, BLACK, 0.35))
            tile.rounded(0.03, 0.06, base)
            tile.shape([(0.06, 0.06), (0.9, 0.06), (0.06, 0.62)], mixed(base, WHITE, 0.16))
        else:
            tile = Tile(size, rgb("#aebfd6"))
            tile.box(
                0, 0, 0.965, 0.965, rgb("#d9534f") if token == "X" else mixed(rgb("#f2f6fb"), rgb("#dbe6f4"), depth)
            )
        if token in "12345678":
            tile.write(token, 0.7, self.numbers[int(token) - 1], "DejaVuSans")
        if token == "?":
            tile.write("?", 0.7, WHITE, "DejaVuSans-Bold")
        if token == "!":
            tile.line([(0.4, 0.2), (0.4, 0.8)], 0.06, WHITE)
            tile.shape([(0.42, 0.2), (0.75, 0.35), (0.42, 0.5)], rgb("#e33b2e"))
        if token in "*X":
            tile.mine(rgb("#1b1b1b"), reach=0.36, radius=0.23, glint=WHITE)
        return tile.drawn()


HELD_OUT: tuple[Skin, ...] = (Candy(), Glass())
