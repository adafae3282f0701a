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


# ---- other grids of squares, with and without figures


def photograph(random: Random) -> Image.Image:
    """A landscape, more or less: a sky, hills, a house with windows, out of focus."""
    image = gradient(random).resize((900, 600))
    draw = ImageDraw.Draw(image)
    for _ in range(30):
        left, top = random.randrange(900), random.randrange(150, 600)
        colour = tuple(random.randrange(256) for _ in range(3))
        draw.ellipse((left, top, left + random.randrange(20, 400), top + random.randrange(20, 200)), fill=colour)
    for floor in range(6):
        for window in range(8):
            left, top = 300 + 34 * window, 200 + 34 * floor
            draw.rectangle((left, top, left + 20, top + 22), fill=(40 + 20 * ((floor + window) % 3),) * 3)
    return Image.blend(image.filter(ImageFilter.GaussianBlur(1.5)), noise(random).resize((900, 600)), 0.08)


def spreadsheet(random: Random) -> Image.Image:
    """A sheet whose columns were made as narrow as its rows are high, with letters and numbers at its edges."""
    side, rows, cols = random.randint(20, 40), 16, 22
    image = Image.new("RGB", (side * (cols + 1) + 1, side * (rows + 1) + 1), WHITE)
    draw = ImageDraw.Draw(image)
    for row in range(rows + 1):
        for col in range(cols + 1):
            is_head = not row or not col
            box = (side * col, side * row, side * (col + 1), side * (row + 1))
            draw.rectangle(box, fill=(230, 230, 230) if is_head else WHITE, outline=(200, 200, 200))
            text = chr(64 + col) if not row and col else str(row) if not col and row else ""
            if not is_head and random.random() < 0.4:
                text = str(random.randrange(10))
            draw.text((box[0] + side // 4, box[1] + side // 5), text, fill=BLACK, font=font("own", side // 2))
    return image


def hundred(random: Random) -> Image.Image:
    """The numbers from 1 to 100 in a square, some of them on coloured ground."""
    side = random.randint(24, 48)
    image = Image.new("RGB", (side * 10 + 40, side * 10 + 40), WHITE)
    draw = ImageDraw.Draw(image)
    for number in range(100):
        left, top = 20 + side * (number % 10), 20 + side * (number // 10)
        ground = (190, 220, 250) if random.random() < 0.3 else WHITE
        draw.rectangle((left, top, left + side, top + side), fill=ground, outline=(90, 90, 90))
        draw.text((left + side // 5, top + side // 4), str(number + 1), fill=BLACK, font=font("own", side // 2))
    return image


def nonogram(random: Random) -> Image.Image:
    """Filled and empty squares, with their runs as numbers above and on the left."""
    side, count, head = random.randint(18, 36), 15, 4
    image = Image.new("RGB", (side * (count + head) + 1, side * (count + head) + 1), WHITE)
    draw = ImageDraw.Draw(image)
    for row in range(count + head):
        for col in range(count + head):
            box = (side * col, side * row, side * (col + 1), side * (row + 1))
            if row >= head and col >= head:
                draw.rectangle(box, fill=BLACK if random.random() < 0.5 else WHITE, outline=(150, 150, 150))
            elif (row >= head) != (col >= head) and random.random() < 0.7:
                place = box[0] + side // 3, box[1] + side // 5
                draw.text(place, str(random.randrange(1, 9)), fill=BLACK, font=font("own", side // 2))
    return image


def kakuro(random: Random) -> Image.Image:
    """Digits on white squares between grey ones, none of which count anything."""
    side, count = random.randint(24, 44), 12
    image = Image.new("RGB", (side * count + 1, side * count + 1), WHITE)
    draw = ImageDraw.Draw(image)
    for row in range(count):
        for col in range(count):
            box = (side * col, side * row, side * (col + 1), side * (row + 1))
            is_grey = random.random() < 0.35
            draw.rectangle(box, fill=(150, 150, 150) if is_grey else WHITE, outline=(60, 60, 60))
            if not is_grey:
                place = box[0] + side // 3, box[1] + side // 6
                draw.text(place, str(random.randrange(1, 10)), fill=BLACK, font=font("own", side * 2 // 3))
    return image


def pixel_art(random: Random) -> Image.Image:
    """Squares in a few colours, with lines between them."""
    side, colours = random.randint(14, 30), [tuple(random.randrange(256) for _ in range(3)) for _ in range(6)]
    image = Image.new("RGB", (side * 24, side * 18), WHITE)
    draw = ImageDraw.Draw(image)
    for row in range(18):
        for col in range(24):
            box = (side * col, side * row, side * (col + 1), side * (row + 1))
            draw.rectangle(box, fill=random.choice(colours), outline=(80, 80, 80))
    return image


def icons(random: Random) -> Image.Image:
    """A screen full of icons with a name under each."""
    image = Image.new("RGB", (960, 640), (24, 60, 110))
    draw = ImageDraw.Draw(image)
    for row in range(6):
        for col in range(9):
            left, top = 20 + 100 * col, 16 + 100 * row
            colour = tuple(random.randrange(256) for _ in range(3))
            draw.rounded_rectangle((left, top, left + 64, top + 64), 12, fill=colour)
            draw.text((left + 8, top + 70), random.choice(WORDS), fill=WHITE, font=font("own", 14))
    return image


def go_board(random: Random) -> Image.Image:
    """Black and white stones where the lines of a grid cross."""
    side = random.randint(20, 36)
    image = Image.new("RGB", (side * 20, side * 20), (220, 179, 92))
    draw = ImageDraw.Draw(image)
    for line in range(1, 20):
        draw.line((side, side * line, side * 19, side * line), fill=BLACK)
        draw.line((side * line, side, side * line, side * 19), fill=BLACK)
    for row in range(1, 20):
        for col in range(1, 20):
            if random.random() < 0.4:
                x, y, reach = side * col, side * row, side * 0.46
                draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=random.choice((BLACK, WHITE)))
    return image


OTHERS: tuple[Callable[[Random], Image.Image], ...] = (
    noise, gradient, text_page, table, chessboard, crossword, sudoku, calendar, untouched, empty, one_pixel, one_line,
    photograph, spreadsheet, hundred, nonogram, kakuro, pixel_art, icons, go_board,
)  # fmt: skip
