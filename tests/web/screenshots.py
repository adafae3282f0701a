"""Pictures of the page for docs/images, small enough to be committed: `python -m tests.web.screenshots`.

A scene for each size of window, light and dark, each a PNG of few colours. They are for people; no test compares them.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import ARGUMENTS, App, chromium, opened, serving

FOLDER = Path(__file__).parents[2] / "docs" / "images"
MOST_BYTES = 60_000
POSITION = """9 13 22
.10001.2.....
.21102243....
13.311.2.3...
....111212...
....1001.....
....1101.....
.....101.....
..111101.....
..100001....."""


def to_a_guess(app: App) -> None:
    """Play an Expert game until a guess is needed."""
    app.visit("#play?rows=16&cols=30&mines=99&seed=7&start=8,4")
    app.until("minemind.turns === 1")
    app.open_drawer()
    app.page.fill("#speed", "6")
    app.page.click("#auto")
    app.until("document.querySelector('#auto').ariaPressed === 'false'")


def play(app: App) -> None:
    """An Expert game that needs a guess, with coach and heat map."""
    to_a_guess(app)
    app.page.click("#drawer")
    app.press("v", "m")
    app.until("!minemind.busy && minemind.overlay.choices.length === 3")


def proof(app: App) -> None:
    """An Intermediate game with a hint: the move, and the numbers that prove it."""
    app.visit("#play?rows=16&cols=16&mines=40&seed=5&start=6,6")
    app.until("minemind.turns === 1")
    for turns in range(1, 13):
        app.press("s")
        app.until(f"minemind.turns > {turns} || minemind.overlay.target.length")
    app.press("h")
    app.until("minemind.overlay.target.length === 1")


def review(app: App) -> None:
    """A lost game, at the move that lost it."""
    to_a_guess(app)
    row, col = next((row, col) for row, col in app.mines if app.look(row, col) == "hidden" and col > 20)
    app.click(row, col)
    app.press("p")
    app.until("!minemind.busy && document.querySelector('#review .moments button')")


def analyse(app: App) -> None:
    """The editor, with its components in colour."""
    app.visit("#analyse").open_drawer()
    app.load(POSITION)
    app.page.click("#show-components")


def phone(app: App) -> None:
    """A coached Beginner game."""
    app.visit("#play?rows=9&cols=9&mines=10&seed=5&start=4,4")
    app.until("minemind.turns === 1")
    app.page.tap("#coach")
    app.until("!minemind.busy && minemind.overlay.choices.length === 3")


class Shot(NamedTuple):
    """A scene in a window."""

    scene: Callable[[App], None]
    width: int
    height: int
    is_phone: bool = False


PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1.5}
SHOTS = (
    Shot(play, 1440, 900),
    Shot(proof, 1366, 768),
    Shot(review, 1366, 768),
    Shot(analyse, 1024, 768),
    Shot(phone, 390, 844, is_phone=True),
)


def shoot(browser: Browser, address: str, shot: Shot, theme: str) -> None:
    window = {"viewport": {"width": shot.width, "height": shot.height}, **(PHONE if shot.is_phone else {})}
    with opened(browser, address, color_scheme=theme, reduced_motion="reduce", **window) as app:
        shot.scene(app)
        app.page.evaluate("() => document.querySelector('#toast').classList.remove('shown')")
        app.page.mouse.move(0, 0)
        app.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
        write(app.page.screenshot(), FOLDER / f"page-{shot.scene.__name__}-{theme}.png")


def write(png: bytes, path: Path) -> None:
    """Write a PNG with as many colours as fit into the size limit."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in (256, 128, 64, 32):
        small = io.BytesIO()
        image.quantize(colours, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
        if small.tell() <= MOST_BYTES:
            break
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(small.getvalue())
    sys.stdout.write(f"{path.name}: {small.tell():,} bytes, {colours} colours\n")


def main() -> None:
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for theme in ("light", "dark"):
            for shot in SHOTS:
                shoot(browser, server.address, shot, theme)
        browser.close()


if __name__ == "__main__":
    main()
