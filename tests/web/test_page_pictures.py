"""Screenshots in a browser, dropped or pasted, become a position; doubtful cells are marked until they are resolved."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from tests.web.browser import App
from tests.web.pictures.scenes import board_image
from tests.web.pictures.skins import KNOWN, Skin

CLASSIC = KNOWN[0]
UNSURE = Path(__file__).parents[1] / "data" / "pictures" / "unsure"
ROWS = ["01......", "01......", "01111...", "00001!..", "00013...", "0001....", "0001...."]


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def position(rows: list[str], mines: str = "?") -> str:
    return "\n".join([f"{len(rows)} {len(rows[0])} {mines}", *rows])


def screenshot(rows: list[str] = ROWS, skin: Skin = CLASSIC) -> bytes:
    return png(board_image(skin, rows, 24, "sharp"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_screenshot_of_our_own_page_becomes_the_position_that_it_shows(app: App, theme: str) -> None:
    app.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    app.custom(9, 9, 10, seed=7)
    app.first_click(4, 4)
    app.click(*app.mines[0], button="right")
    shown = app.text
    assert "!" in shown
    taken = app.page.screenshot()
    app.view("analyse")
    app.drop("screenshot.png", taken, "image/png")
    app.until("minemind.view === 'analyse' && !minemind.busy")
    app.shows(shown)


def test_a_screenshot_is_pasted_anywhere(app: App) -> None:
    app.paste_file("image.png", screenshot(), "image/png")
    app.until("minemind.view === 'analyse'")
    app.shows(position(ROWS))


def test_a_doubtful_cell_is_marked_until_it_is_settled_and_again_after_undo(app: App) -> None:
    # A number that its neighbours contradict is read, but marked as doubtful.
    wrong = [ROWS[0].replace("1", "5"), *ROWS[1:]]  # a 5 next to two hidden cells
    app.view("analyse")
    app.drop("screenshot.png", screenshot(wrong), "image/png")
    app.shows(position(wrong))
    assert app.read("overlay.doubts") == [[0, 1]]
    app.until("document.querySelector('#analysis-notes').textContent.includes('doubtful')")
    app.page.click('[data-pen="5"]')
    app.click(0, 1)
    app.until("minemind.overlay.doubts.length === 0")
    app.until("!document.querySelector('#analysis-notes').textContent.includes('doubtful')")
    app.shows(position(wrong))
    app.press("u")
    assert app.read("overlay.doubts") == [[0, 1]]
    app.page.click('[data-pen="1"]')
    app.click(0, 1)
    app.shows(position(ROWS))
    assert app.read("overlay.doubts") == []


def test_a_doubtful_size_is_said_and_undoing_shows_the_larger_board(app: App) -> None:
    app.view("analyse")
    app.drop("screenshot.png", (UNSURE / "faint.png").read_bytes(), "image/png")
    app.until(
        "document.querySelector('#analysis-notes').textContent.includes('the board may be larger (8\u00a0×\u00a09')"
    )
    assert app.text.startswith("7 9 ")
    app.page.click("#toast button")
    app.until("minemind.text.startsWith('8 9 ')")
    app.press("u")
    app.shows(position((UNSURE / "faint.txt").read_text(encoding="utf-8").split(), mines="10"))
    app.press("r")
    app.press("r")
    assert app.text.startswith("7 9 ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (png(Image.new("RGB", (300, 200), "white")), "No board was found"),
        (screenshot(["." * 9] * 9), "no numbers"),
        (b"\x89PNG\r\n\x1a\n" + bytes(Random(1).randbytes(300)), "could not be opened"),
    ],
)
def test_a_picture_that_is_no_board_is_refused_in_a_sentence(app: App, content: bytes, said: str) -> None:
    app.view("analyse")
    before = app.text
    app.drop("picture.png", content, "image/png")
    app.until(f"document.getElementById('toast').textContent.includes({said!r})")
    assert app.text == before
