"""The site on a plain web server under a sub-path, in real browsers.

It works without its server, a network or a store, in private windows, and as an element in other pages.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from minemind.web.site import INDEX, build_site
from tests.web import firefox
from tests.web.browser import ARGUMENTS, App, chromium, opened
from tests.web.hosting import SUB_PATH, Host, hosted, published

EXAMPLE = Path(__file__).parents[2] / "examples" / "embed.html"
POSITION = "4 5 4\n.....\n.212.\n1101.\n0001."

# Collects violations of the content security policy in the page; otherwise only the console has them.
LISTEN = "window.broken = []; addEventListener('securitypolicyviolation', (e) => broken.push(e.violatedDirective));"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("host"))


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    with hosted(folder) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser, host: Host) -> Iterator[App]:
    """A page in a browser that allows service workers."""
    with opened(browser, host.site, service_workers="allow") as page:
        page.page.add_init_script(LISTEN)
        yield page


# A first hint shows where to look, or says that a guess is needed.
ADVISED = """minemind.overlay.target.length + minemind.overlay.area.length > 0 || minemind.state !== 'playing'
  || document.querySelector('#play-message').textContent.includes('guess')"""


def plays_and_thinks(app: App) -> None:
    app.press("n")
    app.first_click(4, 4)
    app.page.click("#hint")
    app.until(ADVISED)
    app.view("analyse")
    app.load(POSITION)
    app.until("minemind.look(0, 0) !== 'hidden'")
    app.view("play")


def kept(app: App) -> None:
    """Wait until the service worker has stored the site."""
    app.page.evaluate(
        "() => navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' || "
        "new Promise((done) => active.addEventListener('statechange', done)))"
    )


# ---- Chromium


def test_the_page_works_from_any_static_host_under_a_sub_path(visitor: App, host: Host) -> None:
    visitor.visit()
    plays_and_thinks(visitor)
    assert visitor.page.evaluate("() => broken") == []
    assert {path.rpartition("/")[0] for path in host.asked} == {f"/{SUB_PATH}"}


def test_a_first_visit_asks_for_few_files_in_three_rounds(browser: Browser, host: Host) -> None:
    with opened(browser, host.site) as app:
        app.visit()
        app.first_click(4, 4)
        asked = [path.rpartition("/")[2].split(".")[0] for path in host.asked]
    page, script, engine = {"early", "icon", "main", "style", "theme"}, {"en", "presets"}, {"minemind", "worker"}
    waited_for = [name for name in asked if name not in ("later", "rest")]  # these come after the engine
    assert asked[0] == ""
    assert {*waited_for[1:]} == page | script | engine
    assert {name.split(".")[0] for name in build_site().first_load} == {"index", "de"} | page | {*script, *engine} - {
        "en"
    }
    # The engine comes after the page's own script; the words may be requested twice, once early, and each of the three
    # workers requests its script.
    assert min(map(asked.index, engine)) > asked.index("main")
    assert "rest" not in asked or asked.index("rest") > asked.index("minemind")
    assert len(waited_for) <= 1 + len(page) + 2 * len(script) + 1 + 3


def test_the_server_may_stop_after_the_first_load(visitor: App, host: Host) -> None:
    visitor.visit().whole()
    visitor.first_click(4, 4)
    host.stop()
    plays_and_thinks(visitor)
    host.start()


def test_a_second_visit_needs_no_network(visitor: App, host: Host) -> None:
    visitor.visit()
    kept(visitor)
    host.stop()
    visitor.visit()
    plays_and_thinks(visitor)
    assert visitor.page.evaluate("() => broken") == []
    host.start()


def test_a_new_version_says_so_and_replaces_the_old_one(browser: Browser, folder: Path, tmp_path: Path) -> None:
    site = build_site()
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    with hosted(tmp_path) as host, opened(browser, host.site, service_workers="allow") as app:
        app.visit()
        kept(app)
        app.visit()
        assert not app.page.is_visible("#update")
        newer = {INDEX: (b"<title>MineMind", b"<title>Newer"), "service-worker.js": (site.version.encode(), b"newer")}
        for name, change in newer.items():
            (tmp_path / SUB_PATH / name).write_bytes(site.files[name].content.replace(*change))
        app.page.evaluate("() => navigator.serviceWorker.getRegistration().then((each) => each.update())")
        app.page.wait_for_selector("#update:not([hidden])")
        with app.page.expect_navigation():
            app.page.click("#update-reload")
        app.page.wait_for_selector("html[data-ready]")
        assert not app.page.is_visible("#update")
        names = app.page.evaluate("() => caches.keys()")
        assert names == ["minemind-newer"]


def test_the_page_works_with_storage_blocked(browser: Browser, host: Host, tmp_path: Path) -> None:
    profile = tmp_path / "Default"
    profile.mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(blocked))
    context = browser.browser_type.launch_persistent_context(
        str(tmp_path), executable_path=chromium(), args=ARGUMENTS, viewport={"width": 1200, "height": 800}
    )
    app = App(context, host.site)
    app.visit()
    assert app.page.evaluate("() => { try { return typeof localStorage; } catch { return 'blocked'; } }") == "blocked"
    plays_and_thinks(app)
    assert app.wrong == []
    context.close()


# ---- Firefox


def plays_and_thinks_in_firefox(tab: firefox.Firefox) -> None:
    tab.until("minemind.view === 'play'")
    x, y = tab.evaluate("minemind.point(4, 4)")
    tab.click(x, y)
    tab.until("minemind.turns === 1")
    tab.evaluate("void document.querySelector('#hint').click()")
    tab.until(ADVISED)


def test_firefox_plays_and_thinks_and_needs_no_network_the_second_time(host: Host) -> None:
    with firefox.running() as tab:
        tab.visit(f"{host.site}/")
        plays_and_thinks_in_firefox(tab)
        tab.until("navigator.serviceWorker.controller !== null")
        host.stop()
        tab.visit(f"{host.site}/?again")
        tab.until("minemind.turns === 1")
        tab.evaluate("void document.querySelector('#hint').click()")
        tab.until(ADVISED)
        assert tab.wrong == []
        host.start()


def test_firefox_plays_in_a_private_window_that_keeps_nothing(host: Host) -> None:
    private = {"browser.privatebrowsing.autostart": True, "network.cookie.cookieBehavior": 2}
    with firefox.running(**private) as tab:
        tab.visit(f"{host.site}/")
        plays_and_thinks_in_firefox(tab)
        # Firefox itself logs there that the page cannot be stored.
        assert [text for text in tab.wrong if "ServiceWorker" not in text] == []


# ---- in other pages


@pytest.fixture
def embedding(folder: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the example page, on another host than the site."""
    with hosted(folder, for_others=True) as site, hosted(tmp_path) as other:
        page = EXAMPLE.read_text().replace("https://example.org/minemind/", f"{site.site}/")
        assert site.site in page
        (tmp_path / "embed.html").write_text(page)
        yield f"{other.address}/embed.html"


ELEMENTS = "['analysed', 'played', 'given'].map((id) => document.getElementById(id))"
DRAWN = f"{ELEMENTS}.every((each) => each.text && each.shadowRoot.querySelector('canvas.canvas')?.width > 50)"


# The row numbers, the board and its message are inside the element, on a background of its own.
WHOLE = """['analysed', 'given'].map((id) => document.getElementById(id)).every((each) => {
  const box = (part) => each.shadowRoot.querySelector(part).getBoundingClientRect();
  const { top, bottom } = each.getBoundingClientRect();
  const [rows, board, message] = ['.ruler.rows', '.viewport', 'p'].map(box);
  const { backgroundColor } = getComputedStyle(each.shadowRoot.querySelector('.embedded'));
  return rows.right <= board.left && board.left - rows.right < 4 && message.height > 10
    && top <= board.top && board.bottom <= message.top + 1 && message.bottom <= bottom
    && (backgroundColor === 'rgb(255, 255, 255)') === (each.id === 'analysed');
})"""


def test_an_element_analyses_and_plays_in_pages_of_others(browser: Browser, embedding: str) -> None:
    context = browser.new_context()
    page: Page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(embedding)
    page.wait_for_function(DRAWN)
    page.wait_for_function("document.getElementById('analysed').isAnalysed")
    board = page.locator("#played canvas.canvas")
    board.click(position={"x": 100, "y": 100})
    page.wait_for_function("/\\d/.test(document.getElementById('played').text.split('\\n').slice(1).join(''))")
    given = page.locator("#given canvas.canvas")
    box = given.bounding_box()
    assert box is not None
    across, down = box["width"] / 3, box["height"] / 2
    given.click(position={"x": across * 2.5, "y": down * 1.5}, button="right")
    page.wait_for_function("document.getElementById('given').text.includes('!')")
    given.click(position={"x": across * 0.5, "y": down * 0.5})
    page.wait_for_function("document.getElementById('given').text.includes('0')")
    given.click(position={"x": across * 2.5, "y": down * 0.5})
    page.wait_for_function("document.getElementById('given').shadowRoot.textContent.includes('Lost')")
    page.evaluate("() => document.getElementById('given').setAttribute('position', 'x y')")
    page.wait_for_function("document.getElementById('given').shadowRoot.querySelector('p').textContent.length > 5")
    assert page.evaluate("() => given.shadowRoot.querySelector('p').textContent")[0].isupper()
    for narrow in (False, True):
        page.set_viewport_size({"width": 800 if narrow else 1200, "height": 700})
        page.wait_for_function(WHOLE)
    assert wrong == []
    context.close()
