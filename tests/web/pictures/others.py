"""Pictures that are no board: what a reader of screenshots has to refuse."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tests.web.pictures.ink import font
from tests.web.pictures.scenes import WORDS, board_image
from tests.web.pictures.skins import BLACK, WHITE, Classic


def noise(random: Random) -> Image.Image:
    """What a photograph of grass is: noise of every size."""
    draw = np.random.default_rng(random.getrandbits(32))
    image = Image.fromarray(draw.integers(0, 256, (400, 520, 3), dtype=np.uint8))
    return Image.blend(image, image.filter(ImageFilter.GaussianBlur(6)), 0.6)


def gradient(random: Random) -> Image.Image:
    across = np.linspace(0, 255, 640)
    values = np.stack(
        [
            across[None, :] + np.zeros((420, 1)),
            np.linspace(40, 200, 420)[:, None] + 0 * across,
            across[::-1] + np.zeros((420, 1)),
        ],
        axis=2,
    )
    return Image.fromarray(values.astype(np.uint8))


def text_page(random: Random) -> Image.Image:
    image = Image.new("RGB", (760, 900), WHITE)
    draw = ImageDraw.Draw(image)
    for line in range(42):
        said = " ".join(random.choice(WORDS) for _ in range(14))
        draw.text((30, 24 + 20 * line), said, fill=BLACK, font=font("own", 14))
    return image


def table(random: Random) -> Image.Image:
    """Figures in cells that are wider than high."""
    image = Image.new("RGB", (900, 560), WHITE)
    draw = ImageDraw.Draw(image)
    for row in range(20):
        for col in range(9):
            left, top = 20 + 92 * col, 20 + 26 * row
            draw.rectangle((left, top, left + 92, top + 26), outline=(170, 170, 170))
            draw.text((left + 8, top + 5), str(random.randrange(1, 9999)), fill=BLACK, font=font("own", 13))
    return image


def chessboard(random: Random) -> Image.Image:
    image = Image.new("RGB", (520, 520), (240, 217, 181))
    draw = ImageDraw.Draw(image)
    for row in range(8):
        for col in range(8):
            left, top = 20 + 60 * col, 20 + 60 * row
            if (row + col) % 2:
                draw.rectangle((left, top, left + 59, top + 59), fill=(181, 136, 99))
            if row in (0, 1, 6, 7) or random.random() < 0.1:
                colour = BLACK if row < 4 else WHITE
                draw.text((left + 8, top + 2), random.choice("♜♞♝♛♚♟"), fill=colour, font=font("DejaVuSans", 44))
    return image


def crossword(random: Random) -> Image.Image:
    image = Image.new("RGB", (15 * 32 + 41, 15 * 32 + 41), WHITE)
    draw = ImageDraw.Draw(image)
    for row in range(15):
        for col in range(15):
            left, top = 20 + 32 * col, 20 + 32 * row
            is_black = random.random() < 0.2
            draw.rectangle((left, top, left + 32, top + 32), fill=BLACK if is_black else WHITE, outline=BLACK)
            if not is_black and random.random() < 0.3:
                draw.text((left + 3, top + 2), str(random.randrange(1, 60)), fill=BLACK, font=font("own", 10))
    return image


def sudoku(random: Random) -> Image.Image:
    image = Image.new("RGB", (9 * 40 + 41, 9 * 40 + 41), WHITE)
    draw = ImageDraw.Draw(image)
    for row in range(9):
        for col in range(9):
            left, top = 20 + 40 * col, 20 + 40 * row
            draw.rectangle((left, top, left + 40, top + 40), outline=BLACK)
            if random.random() < 0.5:
                draw.text((left + 12, top + 7), str(random.randrange(1, 10)), fill=BLACK, font=font("own", 24))
    return image


def calendar(random: Random) -> Image.Image:
    image = Image.new("RGB", (7 * 48 + 40, 6 * 48 + 60), WHITE)
    draw = ImageDraw.Draw(image)
    for day in range(31):
        left, top = 20 + 48 * ((day + 3) % 7), 40 + 48 * ((day + 3) // 7)
        draw.rectangle((left, top, left + 48, top + 48), outline=(200, 200, 200))
        draw.text((left + 14, top + 14), str(day + 1), fill=BLACK, font=font("own", 16))
    return image


def untouched(random: Random) -> Image.Image:
    """A board on which nothing is open yet: it has a size, and nothing to read."""
    return board_image(Classic(), ["." * 16] * 16, 24, "sharp")


def empty(random: Random) -> Image.Image:
    return Image.new("RGB", (800, 600), (250, 250, 250))


def one_pixel(random: Random) -> Image.Image:
    return Image.new("RGB", (1, 1), BLACK)


def one_line(random: Random) -> Image.Image:
    return Image.new("RGB", (900, 1), BLACK)


OTHERS: tuple[Callable[[Random], Image.Image], ...] = (
    noise, gradient, text_page, table, chessboard, crossword, sudoku, calendar, untouched, empty, one_pixel, one_line,
)  # fmt: skip
