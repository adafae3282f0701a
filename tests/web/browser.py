"""The page in a real browser: a server, Chromium, and a hand that clicks, taps and types.

Nothing here sleeps: what has to be waited for is a condition that the page itself looks at, frame by frame. The page's
own rule against foreign scripts stays in force, so that what it would block is seen to fail.
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

# More than the page has places to stop at.
MOST_TABS = 100

# Chromium tells of every answer that is an error, and the page asks questions that have no answer on purpose.
EXPECTED = "Failed to load resource"

Button = Literal["left", "middle", "right"]

# Lets a test change what the engine's workers say: `workers.changes` has a function for the name of a question, which
# gets the message and gives another one, or null to keep it back, until `workers.held` is told. `workers.all` are those
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

# Hints by degrees have tests of their own; elsewhere one hint is one move.
HINTS = """(() => {
  try {
    localStorage["minemind.settings"] ??= '{"hints": "at once", "motion": "off"}';
  } catch {}
})()"""


def installed(name: str, programs: tuple[str, ...]) -> str:
    """Where a browser is; without it the test is skipped, or fails where a browser is required."""
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
    """`minemind serve`, as a user starts it. It can be stopped, and started again at the same address."""

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


# Playwright keeps an event loop running for as long as it is open, which other modules' tests must not find.
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
        """Wait until all of the page is there, which a visitor does not wait for."""
        self.page.wait_for_selector("html[data-ready=all]")
        return self

    def emptied(self) -> App:
        """As if nobody had been here: nothing is stored, nothing is kept from the server, nothing is pointed at."""
        self.page.unroute_all()
        self.page.emulate_media(color_scheme="null")
        self.page.mouse.move(0, 0)
        self.page.goto(f"{self.address}/service-worker.js")  # of the same origin, and runs nothing
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.wrong.clear()
        return self

    def open_drawer(self) -> App:
        """Everything that does not stand beside the board lies in it."""
        drawer = self.page.locator("#drawer[aria-expanded=false]")
        if drawer.is_visible():
            drawer.click()
        return self

    def choose(self, setting: str, value: str) -> None:
        """Change something in the dialog for settings: theme, language, or setting-NAME."""
        self.page.click("#settings-button")
        self.page.select_option(f"#{setting}", value)
        if setting != "language":
            self.page.click("#settings-dialog [data-close]")

    def change(self, name: str, change: str) -> None:
        """From now on, answers to this question are what a function makes of them."""
        self.page.evaluate(f"() => {{ workers.changes[{json.dumps(name)}] = {change}; }}")

    def tell_held(self) -> None:
        """Give the answers that were kept back, and go on without changes."""
        self.page.evaluate("() => { workers.changes = {}; workers.held.splice(0).forEach((tell) => tell()); }")
        self.until("!minemind.busy")

    def until(self, condition: str) -> None:
        """Wait for a condition of the page, which is looked at in every frame."""
        wait = """([condition, patience]) => new Promise((resolve, reject) => {
          const end = performance.now() + patience;
          const failed = () => new Error(`never: ${condition}; the board is\\n${minemind.text}`);
          const look = () => HOLDS ? resolve()
            : performance.now() > end ? reject(failed()) : requestAnimationFrame(look);
          look();
        })"""
        self.page.evaluate(wait.replace("HOLDS", f"({condition})"), [condition, PATIENCE * 1000])

    def read(self, what: str) -> Any:
        """What `window.minemind` says."""
        return self.page.evaluate(f"() => minemind.{what}")

    @property
    def text(self) -> str:
        return str(self.read("text"))

    @property
    def mines(self) -> list[tuple[int, int]]:
        """Where the mines are, in reading order."""
        return [(row, col) for row, col in self.read("mines")]

    def shows(self, text: str) -> None:
        """Wait until the board is this one."""
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
        """Move the board with a finger that begins on a cell, until it has come to rest: it glides on for a moment."""
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
        """Go to an element by the Tab key alone."""
        for _ in range(MOST_TABS):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {selector}")

    def view(self, name: str) -> None:
        self.page.click(f"[data-view={name}]")

    def open_setup(self) -> None:
        """The dialog for a new game, with all that it asks for."""
        self.page.click("#custom")
        self.page.evaluate("() => { document.querySelector('#setup-more').open = true; }")

    def custom(self, rows: int, cols: int, mines: int, **more: object) -> None:
        """Start a game by the dialog; more: topology, perCell, firstClick, seed."""
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
        """Fill in the dialog for texts."""
        self.page.click("#load-paste:visible, #history-paste:visible")
        self.page.fill("#paste-text", text)
        self.page.click("#paste-dialog [type=submit]")

    def load(self, text: str) -> None:
        """Paste something into the editor and wait for its analysis."""
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
        """Ctrl V with a file in the clipboard, as after a screenshot."""
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
    """A page in a browser that has never been here; whatever goes wrong in it fails the test."""
    options.setdefault("viewport", {"width": 1200, "height": 800})
    # What a browser keeps for use without a network has tests of its own; elsewhere every request is seen.
    options.setdefault("service_workers", "block")
    context = browser.new_context(**options)
    try:
        app = App(context, address)
        yield app
        assert app.wrong == [], app.wrong
    finally:
        context.close()


# One test after the other uses the same tab: a new one takes longer to start than most of them take.
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
    """In a browser of its own, for what would stay in a tab: another clock, or a script that was changed."""
    with opened(browser, server.address) as page:
        yield page.visit().open_drawer()
