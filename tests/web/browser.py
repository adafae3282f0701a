"""The page in a real browser: a server, Chromium, and a player that clicks, taps and types.

Nothing here sleeps: the page itself checks a condition in every frame until it holds. The page's own rule against
foreign scripts stays in force, so that whatever it blocks fails here, too.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60.0  # seconds for anything that the page has to do, on a busy machine

# More than the page has tab stops.
MOST_TABS = 100

# Chromium logs every response that is an error, and some tests cause them on purpose.
EXPECTED = "Failed to load resource"

Button = Literal["left", "middle", "right"]

# Lets a test change the answers of the engine's workers: `workers.changes` maps the name of a question to a function
# that gets an answer and returns another one, or null to hold it back in `workers.held`. `workers.all` are all workers
# that were ever started.
WORKERS = """(() => {
  window.workers = { changes: {}, held: [], all: [] };
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.names = new Map();
      workers.all.push(this);
    }
    postMessage(question) {
      this.names.set(question.id, question.name);
      super.postMessage(question);
    }
    addEventListener(kind, listener) {
      if (kind !== "message") return super.addEventListener(kind, listener);
      super.addEventListener(kind, ({ data }) => {
        const change = data.answer || data.error ? workers.changes[this.names.get(data.id)] : null;
        const told = change ? change(data) : data;
        if (told) listener({ data: { id: data.id, ...told } });
        else workers.held.push(() => listener({ data }));
      });
    }
  };
})()"""

# Gradual hints have tests of their own; elsewhere a single hint shows the move.
HINTS = """(() => {
  try {
    localStorage["minemind.settings"] ??= '{"hints": "at once", "motion": "off"}';
  } catch {}
})()"""


def installed(name: str, programs: tuple[str, ...]) -> str:
    """The path of a browser; if there is none, the test is skipped, or fails where a browser is required."""
    found = next(filter(None, map(shutil.which, programs)), None)
    if found is None:
        missing = f"{name} is not installed, so the page is NOT tested in it; `make browser` installs it"
        if os.environ.get("MINEMIND_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


def chromium() -> str:
    return installed("Chromium", PROGRAMS)


class Server:
    """`minemind serve`, as a user starts it. It can be stopped and started again at the same address."""

    def __init__(self) -> None:
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "minemind", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^ ]+:(\d+)", line)
        assert found, f"the server said {line!r}"
        self.address, self.port = found[0], int(found[1])

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)


@contextmanager
def serving() -> Iterator[Server]:
    server = Server()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


# Playwright keeps an event loop running while it is open, and tests of other modules must not run inside it.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


class App:
    """The page, and what a player does to it. Cells are (row, column)."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.wrong: list[str] = []
        context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = context.new_page()
        self.page.add_init_script(WORKERS)
        self.page.add_init_script(HINTS)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda message: self._heard(message.type, message.text))

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and not text.startswith(EXPECTED):
            self.wrong.append(text)

    def visit(self, fragment: str = "") -> App:
        self.page.goto(f"{self.address}/{fragment}")
        self.page.wait_for_selector("html[data-ready]")
        return self

    def whole(self) -> App:
        """Wait until all of the page is loaded, including the parts that a visitor does not wait for."""
        self.page.wait_for_selector("html[data-ready=all]")
        return self

    def emptied(self) -> App:
        """Reset the tab to that of a new visitor: empty stores, no intercepted requests, the mouse in the corner."""
        self.page.unroute_all()
        self.page.emulate_media(color_scheme="null")
        self.page.mouse.move(0, 0)
        self.page.goto(f"{self.address}/service-worker.js")  # has the same origin, and runs no script
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.wrong.clear()
        return self

    def open_drawer(self) -> App:
        """Open the drawer, which holds everything that has no room next to the board."""
        drawer = self.page.locator("#drawer[aria-expanded=false]")
        if drawer.is_visible():
            drawer.click()
        return self

    def choose(self, setting: str, value: str) -> None:
        """Change a setting in the settings dialog: theme, language, or setting-NAME."""
        self.page.click("#settings-button")
        self.page.select_option(f"#{setting}", value)
        if setting != "language":
            self.page.click("#settings-dialog [data-close]")

    def change(self, name: str, change: str) -> None:
        """From now on, pass the answers to a question through a JavaScript function."""
        self.page.evaluate(f"() => {{ workers.changes[{json.dumps(name)}] = {change}; }}")

    def tell_held(self) -> None:
        """Deliver the answers that were held back, and stop changing answers."""
        self.page.evaluate("() => { workers.changes = {}; workers.held.splice(0).forEach((tell) => tell()); }")
        self.until("!minemind.busy")

    def until(self, condition: str) -> None:
        """Wait for a condition of the page, which is checked in every frame."""
        wait = """([condition, patience]) => new Promise((resolve, reject) => {
          const end = performance.now() + patience;
          const failed = () => new Error(`never: ${condition}; the board is\\n${minemind.text}`);
          const look = () => HOLDS ? resolve()
            : performance.now() > end ? reject(failed()) : requestAnimationFrame(look);
          look();
        })"""
        self.page.evaluate(wait.replace("HOLDS", f"({condition})"), [condition, PATIENCE * 1000])

    def read(self, what: str) -> Any:
        """Read a property of `window.minemind`."""
        return self.page.evaluate(f"() => minemind.{what}")

    @property
    def text(self) -> str:
        return str(self.read("text"))

    @property
    def mines(self) -> list[tuple[int, int]]:
        """Where the mines are, in reading order."""
        return [(row, col) for row, col in self.read("mines")]

    def shows(self, text: str) -> None:
        """Wait until the page shows this board."""
        self.until(f"minemind.text === {json.dumps(text)}")

    def look(self, row: int, col: int) -> str:
        return str(self.read(f"look({row}, {col})"))

    def point(self, row: int, col: int) -> tuple[float, float]:
        x, y = self.read(f"point({row}, {col})")
        return x, y

    def click(self, row: int, col: int, button: Button = "left") -> None:
        self.page.mouse.click(*self.point(row, col), button=button)

    def hover(self, row: int, col: int) -> None:
        self.page.mouse.move(*self.point(row, col))

    def tap(self, row: int, col: int) -> None:
        self.page.touchscreen.tap(*self.point(row, col))

    def swipe(self, row: int, col: int, left: int) -> None:
        """Swipe the board with a finger, starting on a cell, and wait until it stops gliding."""
        self.page.evaluate(
            """() => document.querySelector('.view:not([hidden]) .viewport')
                       .addEventListener('scrollend', () => (document.body.dataset.rests = 'yes'), { once: true })"""
        )
        touches = self.context.new_cdp_session(self.page)
        x, y = self.point(row, col)
        touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for moved in range(20, left + 20, 20):
            touches.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x - moved, "y": y}]})
        touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.until("document.body.dataset.rests")
        self.page.evaluate("() => { delete document.body.dataset.rests; }")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(MOST_TABS):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {selector}")

    def view(self, name: str) -> None:
        self.page.click(f"[data-view={name}]")

    def open_setup(self) -> None:
        """Open the dialog for a new game, with all of its fields."""
        self.page.click("#custom")
        self.page.evaluate("() => { document.querySelector('#setup-more').open = true; }")

    def custom(self, rows: int, cols: int, mines: int, **more: object) -> None:
        """Start a game in the dialog; more: topology, perCell, firstClick, seed."""
        self.open_setup()
        for name, value in {"rows": rows, "cols": cols, "mines": mines, **more}.items():
            field = self.page.locator(f"#setup-dialog [name={name}]")
            if name in ("topology", "firstClick"):
                field.select_option(str(value))
            else:
                field.fill(str(value))
        self.page.click("#setup-dialog [type=submit]")
        self.until("!document.querySelector('dialog[open]')")

    def first_click(self, row: int, col: int) -> None:
        self.click(row, col)
        self.until("minemind.turns === 1")

    def message(self, view: str = "play") -> str:
        return self.page.inner_text(f"#{view}-message")

    def paste(self, text: str) -> None:
        """Fill in and submit the dialog for texts."""
        self.page.click("#load-paste:visible, #history-paste:visible")
        self.page.fill("#paste-text", text)
        self.page.click("#paste-dialog [type=submit]")

    def load(self, text: str) -> None:
        """Paste a position into the editor and wait for its analysis."""
        self.paste(text)
        self.until("!document.querySelector('dialog[open]') && minemind.view === 'analyse' && !minemind.busy")

    def drop(self, name: str, content: str | bytes, kind: str = "text/plain") -> None:
        self.page.evaluate(
            """([name, content, type]) => {
                 const data = new DataTransfer();
                 const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
                 data.items.add(new File([bytes], name, { type }));
                 for (const kind of ['dragenter', 'dragover', 'drop']) {
                   const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
                   document.querySelector('main').dispatchEvent(event);
                 }
               }""",
            [name, (content.encode() if isinstance(content, str) else content).decode("latin-1"), kind],
        )

    def paste_file(self, name: str, content: bytes, kind: str) -> None:
        """Paste a file from the clipboard, as after a screenshot."""
        self.page.evaluate(
            """([name, content, type]) => {
                 const data = new DataTransfer();
                 data.items.add(new File([new Uint8Array(content)], name, { type }));
                 const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
                 document.body.dispatchEvent(event);
               }""",
            [name, list(content), kind],
        )

    def download(self, way: str, folder: Path) -> Path:
        self.page.click("[data-download]:visible")
        with self.page.expect_download() as coming:
            self.page.click(f"[data-as={way}]")
        path = folder / coming.value.suggested_filename
        coming.value.save_as(path)
        return path


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[App]:
    """A page in a fresh browser context; any error in it fails the test."""
    options.setdefault("viewport", {"width": 1200, "height": 800})
    # Use without a network has tests of its own; elsewhere the server gets every request.
    options.setdefault("service_workers", "block")
    context = browser.new_context(**options)
    try:
        app = App(context, address)
        yield app
        assert app.wrong == [], app.wrong
    finally:
        context.close()


# The tests of a module share a tab: starting a new one takes longer than most tests.
@pytest.fixture(scope="module")
def tab(browser: Browser, server: Server) -> Iterator[App]:
    with opened(browser, server.address) as page:
        yield page


@pytest.fixture(scope="module")
def phone_tab(browser: Browser, server: Server) -> Iterator[App]:
    size = {"width": 390, "height": 844}
    with opened(browser, server.address, viewport=size, has_touch=True, is_mobile=True) as page:
        yield page


@pytest.fixture
def app(tab: App) -> Iterator[App]:
    yield tab.emptied().visit().open_drawer()
    assert tab.wrong == [], tab.wrong


@pytest.fixture
def phone(phone_tab: App) -> Iterator[App]:
    yield phone_tab.emptied().visit().open_drawer()
    assert phone_tab.wrong == [], phone_tab.wrong


@pytest.fixture
def own_app(browser: Browser, server: Server) -> Iterator[App]:
    """A page in a browser context of its own, for tests that leave traces: another clock, or a changed script."""
    with opened(browser, server.address) as page:
        yield page.visit().open_drawer()
