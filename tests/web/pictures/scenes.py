"""Scenes: a board in a window or on a page, with all that lies around it there, and as a file a player would have."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import NamedTuple

from PIL import Image, ImageDraw

import minemind as mm
from tests.web.pictures.ink import Colour, font, mixed
from tests.web.pictures.skins import BLACK, WHITE, Classic, Skin

SMALLEST, LARGEST = 14.0, 48.0  # pixels a cell
PRESETS = ("beginner", "intermediate", "expert")
WORDS = (
    "the", "mines", "left", "games", "won", "best", "time", "expert", "today", "player", "flags", "online", "play",
    "with", "friends", "score", "page", "help",
)  # fmt: skip


class Picture(NamedTuple):
    """A picture, and what it shows: the tokens of the board, row by row."""

    image: Image.Image
    rows: list[str]
    about: str  # for whoever has to look into a failure


def position(random: Random) -> list[str]:
    """What a game shows somewhere in its middle; some are lost, and show their mines."""
    size = random.choice(PRESETS)
    if random.random() < 0.5:
        rows, cols = random.randint(6, 20), random.randint(7, 30)
        mines = max(6, int(rows * cols * random.uniform(0.12, 0.35)))
        game = mm.Game(rows, cols, mines, seed=random.getrandbits(32), first_click="opening")
    else:
        game = mm.Game.preset(size, seed=random.getrandbits(32))
    rows, cols = game.grid.rows, game.grid.cols
    game.open(random.randrange(rows), random.randrange(cols))
    assert game.layout is not None
    counts = game.layout.counts
    share = random.uniform(0.4, 1)
    free = [(r, c) for r in range(rows) for c in range(cols) if not counts[r, c]]
    random.shuffle(free)
    for cell in free[: int(len(free) * share) - 1]:
        if game.state is mm.State.PLAYING and game.board[cell] == -1:
            game.open(*cell)
    return _marked([list(line) for line in str(game.board).splitlines()[1:]], counts, random)


def _marked(lines: list[list[str]], counts: object, random: Random) -> list[str]:
    """The same with flags and question marks, and perhaps the mines of a lost game."""
    flagging, asking, lost = random.choice((0, 0.3, 0.9)), random.choice((0, 0, 0.04)), random.random() < 0.15
    mined = [(r, c) for r, line in enumerate(lines) for c, token in enumerate(line) if counts[r, c]]  # type: ignore[index]
    for r, line in enumerate(lines):
        for c, token in enumerate(line):
            if token in ".!":
                line[c] = (
                    "!" if (r, c) in mined and random.random() < flagging else "?" if random.random() < asking else "."
                )
    if lost:
        shown = [(r, c) for r, c in mined if lines[r][c] != "!"]
        for r, c in shown:
            lines[r][c] = "*"
        if shown:
            r, c = random.choice(shown)
            lines[r][c] = "X"
    return ["".join(line) for line in lines]


# ---- the board


def board_image(skin: Skin, rows: list[str], pitch: float, way: str) -> Image.Image:
    """The cells alone. A pitch that is not whole is either rounded cell by cell, as canvases do, or the whole board is
    made larger or smaller, as zooming does: `rounded`, `smooth`, `sharp`.
    """
    if way == "rounded":
        return _laid(skin, rows, pitch)
    whole = 16 if isinstance(skin, Classic) else max(SMALLEST, round(pitch * 0.8))
    drawn = _laid(skin, rows, whole)
    size = round(pitch * len(rows[0])), round(pitch * len(rows))
    return drawn.resize(size, Image.Resampling.NEAREST if way == "sharp" else Image.Resampling.BICUBIC)


def _laid(skin: Skin, rows: list[str], pitch: float) -> Image.Image:
    size = round(pitch * len(rows[0])), round(pitch * len(rows))
    image = Image.new("RGB", size, skin.page)
    side = int(-(-pitch // 1))
    shaded = skin.name in ("glass", "varied")  # every diagonal has its own shade
    tiles: dict[object, Image.Image] = {}
    for r, line in enumerate(rows):
        for c, token in enumerate(line):
            dug = token not in ".?!" and r > 0 and rows[r - 1][c] in ".?!"
            key = (token, r + c if shaded else (r + c) % 2, dug) if token not in "*X" else (r, c)
            if key not in tiles:
                tiles[key] = skin.tile(token, (r, c), side, dug=dug)
            image.paste(tiles[key], (round(c * pitch), round(r * pitch)))
    return image


# ---- what lies around


def framed(board: Image.Image, skin: Skin) -> Image.Image:
    """The board in the sunken frame that boards with bevels have everywhere."""
    width = skin.frame
    image = Image.new("RGB", (board.width + 2 * width, board.height + 2 * width), skin.page)
    _sunken(ImageDraw.Draw(image), (0, 0, image.width - 1, image.height - 1), width)
    image.paste(board, (width, width))
    return image


def alone(board: Image.Image, skin: Skin, random: Random) -> Image.Image:
    """The board, cut out by hand: a few pixels of what is around it."""
    margins = [random.randint(0, 12) for _ in range(4)]
    size = board.width + margins[0] + margins[2], board.height + margins[1] + margins[3]
    image = Image.new("RGB", size, mixed(skin.page, skin.ink, random.uniform(0, 0.3)))
    image.paste(board, (margins[0], margins[1]))
    return image


def window(board: Image.Image, skin: Skin, random: Random) -> Image.Image:
    """A window of old: title, menu, two counters of seven segments and a face, all with bevels."""
    edge, head, bar = 10, 34, 42
    image = Image.new("RGB", (board.width + 2 * edge, board.height + 2 * edge + head + bar), (192, 192, 192))
    draw = ImageDraw.Draw(image)
    draw.rectangle((3, 3, image.width - 4, 18), fill=(0, 0, 128))
    draw.text((6, 4), "Minesweeper", fill=WHITE, font=font("own", 11))
    draw.text((6, 20), "Game  Help", fill=BLACK, font=font("own", 11))
    top = head + edge
    _sunken(draw, (edge - 3, head + 2, image.width - edge + 2, top + bar - 8), 2)
    _sunken(draw, (edge - 3, top + bar - 3, image.width - edge + 2, top + bar + board.height + 2), 3)
    for left in (edge + 4, image.width - edge - 45):
        _counter(draw, left, head + 6, f"{random.randrange(1000):03}")
    middle = image.width // 2
    draw.rectangle((middle - 13, head + 6, middle + 13, head + 32), fill=(192, 192, 192), outline=(128, 128, 128))
    draw.ellipse((middle - 9, head + 10, middle + 9, head + 28), fill=(255, 255, 0), outline=BLACK)
    image.paste(board, (edge, top + bar))
    if random.random() < 0.5:
        desktop = Image.new("RGB", (image.width + 120, image.height + 90), (0, 128, 128))
        desktop.paste(image, (random.randint(0, 119), random.randint(0, 89)))
        return desktop
    return image


def _sunken(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], width: int) -> None:
    left, top, right, bottom = box
    for depth in range(width):
        draw.line(
            (left + depth, bottom - depth, left + depth, top + depth, right - depth, top + depth), fill=(128,) * 3
        )
        draw.line((left + depth, bottom - depth, right - depth, bottom - depth, right - depth, top + depth), fill=WHITE)


SEGMENTS = (
    "1110111",
    "0010010",
    "1011101",
    "1011011",
    "0111010",
    "1101011",
    "1101111",
    "1010010",
    "1111111",
    "1111011",
)


def _counter(draw: ImageDraw.ImageDraw, left: int, top: int, text: str) -> None:
    draw.rectangle((left, top, left + 40, top + 24), fill=BLACK)
    for place, digit in enumerate(text):
        x, y = left + 2 + place * 13, top + 2
        level = [(x + 1, y + down, x + 9, y + down) for down in (0, 10, 20)]
        upright = [(x + right, y + down, x + right, y + down + 8) for down in (1, 11) for right in (0, 10)]
        lines = (level[0], *upright[:2], level[1], *upright[2:], level[2])
        for on, line in zip(SEGMENTS[int(digit)], lines, strict=True):
            draw.line(line, fill=(255, 0, 0) if on == "1" else (96, 0, 0), width=2)


def web_page(board: Image.Image, skin: Skin, random: Random) -> Image.Image:
    """A page: a bar with links, the board under a line of figures, a column of text, buttons."""
    side = random.randint(120, 340)
    size = board.width + side + random.randint(40, 160), board.height + random.randint(150, 420)
    image = Image.new("RGB", size, skin.page)
    draw = ImageDraw.Draw(image)
    soft = mixed(skin.page, skin.ink, 0.08)
    draw.rectangle((0, 0, size[0], 43), fill=soft)
    draw.line((0, 44, size[0], 44), fill=mixed(skin.page, skin.ink, 0.2))
    _sentence(draw, (14, 13), 6, 16, skin.ink, random)
    left, top = random.randint(8, 40), random.randint(70, 110)
    image.paste(board, (left, top))
    _sentence(draw, (left, top - 20), 3, 13, skin.ink, random)
    right = left + board.width + random.randint(12, 30)
    for line in range((size[1] - 100) // 19):
        _sentence(draw, (right, 60 + 19 * line), random.randint(1, 5), 13, mixed(skin.ink, skin.page, 0.2), random)
    for place in range(4):
        box = (left + 84 * place, top + board.height + 14, left + 84 * place + 74, top + board.height + 42)
        draw.rounded_rectangle(box, 5, fill=soft, outline=mixed(skin.page, skin.ink, 0.3))
        draw.text((box[0] + 12, box[1] + 7), WORDS[place + 8], fill=skin.ink, font=font("own", 12))
    return image


def _sentence(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], count: int, size: int, colour: Colour, random: Random
) -> None:
    draw.text(at, " ".join(random.choice(WORDS) for _ in range(count)), fill=colour, font=font("own", size))


AROUND: tuple[Callable[[Image.Image, Skin, Random], Image.Image], ...] = (alone, window, web_page, web_page)


# ---- files


def as_jpeg(image: Image.Image, quality: int) -> Image.Image:
    file = BytesIO()
    image.save(file, "JPEG", quality=quality)
    return Image.open(file).convert("RGB")


def picture(skin: Skin, random: Random) -> Picture:
    """A board at random in this skin: any size, scale and file, with anything around it."""
    rows = position(random)
    pitch = random.uniform(SMALLEST, LARGEST)
    if random.random() < 0.4:
        pitch = round(pitch)
    way = random.choice(("rounded", "smooth", "sharp") if isinstance(skin, Classic) else ("rounded", "smooth"))
    around = random.choice(AROUND)
    board = board_image(skin, rows, pitch, way)
    image = around(board if around is window else framed(board, skin), skin, random)
    about = f"{skin.name}, {len(rows)}×{len(rows[0])} at {pitch:.2f} px, {way}, {around.__name__}"
    if random.random() < 0.5:
        quality = random.randint(75, 95)
        return Picture(as_jpeg(image, quality), rows, f"{about}, JPEG {quality}")
    return Picture(image, rows, f"{about}, PNG")
