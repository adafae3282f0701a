"""Pictures of the page for docs/images, small enough to be kept: `python -m tests.web.screenshots`.

Each is a PNG of few colours. They are looked at by people; no test compares them.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import ARGUMENTS, App, chromium, opened, serving

FOLDER = Path(__file__).parents[2] / "docs" / "images"
MOST_BYTES = 60_000
DESKTOP: dict[str, Any] = {"viewport": {"width": 1200, "height": 760}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 780},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
# Opened at (8, 4), this one needs a guess with a quarter of the board still hidden.
EXPERT_SEED = 7
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


def play(app: App) -> None:
    app.custom(16, 30, 99, seed=EXPERT_SEED)
    app.first_click(8, 4)
    app.page.fill("#speed", "6")
    app.page.click("#auto")
    app.until("document.querySelector('#auto').ariaPressed === 'false'")
    app.page.click("#show-heat")
    app.page.click("#guess")
    app.page.wait_for_selector("#guesses table")
    app.page.evaluate("() => scrollTo(0, 0)")


def hint(app: App) -> None:
    app.custom(*((16, 16, 40) if app.page.viewport_size == DESKTOP["viewport"] else (9, 9, 10)), seed=5)
    app.first_click(6, 6)
    for _ in range(12):
        turns = app.read("turns")
        app.page.click("#step")
        app.until(f"minemind.turns > {turns} || minemind.overlay.target.length")
    app.page.click("#hint")
    app.until("minemind.overlay.target.length === 1")
    app.page.evaluate("() => scrollTo(0, 0)")


def analyse(app: App) -> None:
    app.view("analyse")
    app.load(POSITION)
    app.page.click("#show-components")
    app.page.evaluate("() => scrollTo(0, 0)")


def history(app: App) -> None:
    for seed, preset in ((3, "beginner"), (8, "intermediate")):
        size = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40)}[preset]
        app.custom(*size, seed=seed)
        app.page.select_option("#auto-until", "end")
        app.page.fill("#speed", "6")
        app.page.click("#auto")
        app.until("minemind.state !== 'playing'")
    app.view("analyse")
    app.load(POSITION)
    app.press("k")
    app.view("history")
    app.page.click("#entries li:nth-child(2) .pick")
    app.page.fill("#frame", "30")
    app.page.wait_for_selector("#entries li:nth-child(3) canvas")


def shoot(browser: Browser, address: str, name: str, theme: str, device: str) -> None:
    options = DESKTOP if device == "desktop" else PHONE
    with opened(browser, address, color_scheme=theme, reduced_motion="reduce", **options) as app:
        app.visit()
        {"play": play, "hint": hint, "analyse": analyse, "history": history}[name](app)
        app.page.evaluate("() => document.querySelector('#toast').classList.remove('shown')")
        app.page.mouse.move(0, 0)
        app.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
        write(app.page.screenshot(), FOLDER / f"{name}-{theme}-{device}.png")


def write(png: bytes, path: Path) -> None:
    """With as many colours as fit."""
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
            for name in ("play", "hint", "analyse", "history"):
                shoot(browser, server.address, name, theme, "desktop")
            for name in ("hint", "analyse"):
                shoot(browser, server.address, name, theme, "phone")
        browser.close()


if __name__ == "__main__":
    main()
