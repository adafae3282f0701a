"""What the page costs while it is used, in CPU time: `python -m benchmarks.page`.

For an Expert board and one of 100x100 that is shown whole: the longest task of the main thread, which a click may have
to wait for, and what the engine's answers took in their worker; then the same while a large screenshot is read. Other
work on the machine slows down even CPU time, so everything is done several times, and the least of the longest tasks
counts. Then how long, by the clock, a question waits for one that is not wanted any more: the worker of the old one is
ended, and another gets the new one.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from benchmarks.positions import stuck_expert
from tests.web.browser import ARGUMENTS, App, chromium, opened, serving
from tests.web.pictures.scenes import board_image, position, web_page
from tests.web.pictures.skins import KNOWN
from tests.web.tracing import Phase, tracing

SIZES = {"Expert": (16, 30, 99), "100x100": (100, 100, 1500)}
SEED = 3
CLICKS = 12
ROUNDS = 3
SCREEN = (3840, 2160)

# The middle one of the hidden cells that are not mines.
NEXT = """() => {
  const mines = new Set(minemind.mines.map(String));
  const rows = minemind.text.split("\\n").slice(1);
  const hidden = rows.flatMap((row, at) => [...row].map((face, col) => [at, col, face]))
    .filter(([at, col, face]) => face === "." && !mines.has(String([at, col])));
  return hidden[Math.floor(hidden.length / 2)].slice(0, 2);
}"""

# Records when the engine's workers were asked, and what.
ASKED = """(() => {
  window.asked = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (question) {
    if (question.name) asked.push({ name: question.name, at: performance.now() });
    return postMessage.call(this, question);
  };
})()"""

# Asks for the guess table, and again long before it is there; returns how long each of the later questions waits.
ASK_AGAIN = """async (times) => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const waits = [];
  for (let time = 0; time <= times; time += 1) {
    const before = { at: performance.now(), asked: asked.length };
    document.querySelector("#edit-guess").click();
    while (asked.length === before.asked) await pause(1);
    waits.push(asked.at(-1).at - before.at);
    await pause(150);
  }
  return waits.slice(1);
}"""
POSITIONS, TIMES = 10, 5


def start(app: App, size: tuple[int, int, int]) -> None:
    """Start a game and show the whole board."""
    app.custom(*size, seed=SEED)
    app.page.click("[data-zoom=play] button >> nth=1")


def open_next(app: App) -> None:
    """Open a cell, and wait for what follows."""
    turns = app.read("turns")
    app.click(*app.page.evaluate(NEXT))
    app.until(f"minemind.turns > {turns} && !minemind.busy")


def play(app: App) -> None:
    """Open cells, with the heat map shown."""
    for _ in range(CLICKS):
        open_next(app)


def hints(app: App) -> None:
    """Ask for a hint after every click, without the heat map."""
    app.page.click("#show-heat")
    for _ in range(CLICKS):
        open_next(app)
        app.page.click("#hint")
        app.until("!minemind.busy")


def edit(app: App) -> None:
    """Draw on the same position in the editor."""
    app.page.click("#analyse-game")
    app.until("minemind.view === 'analyse' && !minemind.busy")
    for col in range(3):
        app.click(0, col)
        app.until("!minemind.busy")
    app.view("play")


def actions(size: tuple[int, int, int]) -> dict[str, Callable[[App], None]]:
    """The actions to measure, by name."""
    return {
        "new game": lambda app: start(app, size),
        "first click": lambda app: app.first_click(8, 8),
        "heat map on": lambda app: app.page.click("#show-heat"),
        "clicks": play,
        "hints": hints,
        "zoom": lambda app: app.page.click("[data-zoom=play] button >> nth=2", click_count=3),
        "editor": edit,
    }


def measured(browser: Browser, address: str, size: tuple[int, int, int]) -> list[Phase]:
    """Do everything once: what the browser compiles meanwhile is part of it, as it is for a player."""
    with opened(browser, address) as app:
        app.visit().open_drawer()
        with tracing(browser, app.page) as trace:
            for name, action in actions(size).items():
                trace.begin(name)
                action(app)
                app.until("!minemind.busy")
    return trace.phases


def waits(browser: Browser, address: str) -> list[float]:
    """How long questions wait for older ones that are not wanted any more, in ms."""
    found: list[float] = []
    with opened(browser, address) as app:
        app.page.add_init_script(ASKED)
        app.visit().view("analyse")
        for board in stuck_expert(POSITIONS):
            app.load(str(board))
            app.until("!minemind.busy && workers.all.length >= 3")
            found += app.page.evaluate(ASK_AGAIN, TIMES)
            app.until("!minemind.busy")
    return found


def screenshot() -> bytes:
    """A board on a page, on a large screen."""
    random, skin = Random(SEED), KNOWN[1]
    page = web_page(board_image(skin, position(random), 48, "rounded"), skin, random)
    image = Image.new("RGB", SCREEN, skin.page)
    image.paste(page, ((SCREEN[0] - page.width) // 2, (SCREEN[1] - page.height) // 2))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def read(browser: Browser, address: str, picture: bytes) -> list[Phase]:
    """Open a screenshot in the editor."""
    with opened(browser, address) as app:
        app.visit().view("analyse")
        app.until("!minemind.busy")
        before = app.text
        with tracing(browser, app.page) as trace:
            trace.begin("screenshot")
            app.page.set_input_files("#file", {"name": "screen.png", "mimeType": "image/png", "buffer": picture})
            app.until(f"minemind.text !== {before!r} && !minemind.busy")
    return trace.phases


def lines(rounds: list[list[Phase]]) -> Iterator[str]:
    """A line for each phase."""
    for phases in zip(*rounds, strict=True):
        answers = [each for phase in phases for each in phase.worker]
        line = f"  {phases[0].name:12} longest task {min(max(phase.main) for phase in phases):5.1f}"
        if answers:
            most = min(max(phase.worker, default=0) for phase in phases)
            line += f"; {len(answers)} answers, median {statistics.median(answers):.1f}, most {most:.1f}"
        yield line


def main() -> None:
    """Print the figures."""
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, size in SIZES.items():
            print(f"{name}, ms of CPU time, {ROUNDS} rounds")
            for line in lines([measured(browser, server.address, size) for _ in range(ROUNDS)]):
                print(line)
        print(f"A screenshot of {SCREEN[0]}x{SCREEN[1]}, ms of CPU time, {ROUNDS} rounds")
        for line in lines([read(browser, server.address, screenshot()) for _ in range(ROUNDS)]):
            print(line)
        waited = sorted(waits(browser, server.address))
        most = f"19 of 20 within {waited[len(waited) * 19 // 20]:.1f}, most {waited[-1]:.1f}"
        print(
            f"{len(waited)} questions after one that was given up, ms: median {statistics.median(waited):.1f}, {most}"
        )
        browser.close()


if __name__ == "__main__":
    main()
