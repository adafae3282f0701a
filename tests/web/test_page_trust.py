"""The page and untrusted links, files and stores, and other tabs."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

import minemind as mm
from tests.web.browser import App, Server, opened

GAMES = Path(__file__).parents[2] / "examples" / "games"
POSITION = "2 3 1\n1..\n..."
BEGINNER = "9 9 10\n" + "\n".join(["." * 9] * 9)
HUGE = "1 99999999999 0\n."


def entry(name: str, time: str = "2026-11-15T12:00:00Z", text: str = POSITION) -> dict[str, Any]:
    return {"id": name, "time": time, "kind": "position", "name": name, "text": text}


def history(*entries: object) -> str:
    return json.dumps({"minemind": 1, "kind": "history", "entries": entries})


def put(app: App, key: str, value: str) -> None:
    """Put a value into the page's store, and reload the page."""
    app.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [f"minemind.{key}", value])
    reload(app)


def reload(app: App) -> None:
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")


def stored(app: App, key: str) -> Any:
    return json.loads(app.page.evaluate("(key) => localStorage.getItem(key)", f"minemind.{key}") or "null")


def toasted(app: App, text: str) -> None:
    app.until(f"document.querySelector('#toast').textContent.includes({json.dumps(text)})")


def test_a_link_never_changes_what_is_kept(app: App) -> None:
    app.visit("#position=t" + quote(history(entry("foreign"))))
    toasted(app, "history")
    assert stored(app, "history") is None
    app.visit("#position=t" + quote("001x\n011o\n\n001o\n011x\n"))
    app.until("minemind.view === 'history' && minemind.look(0, 3) === 'danger'")
    assert stored(app, "history") is None
    app.visit("#position=t" + quote((GAMES / "intermediate.rawvf").read_text()))
    app.until("minemind.view === 'history' && minemind.text.startsWith('16 16 40')")
    assert stored(app, "history") is None


def test_an_import_pushes_nothing_out_and_takes_what_can_be_read(app: App) -> None:
    own = [entry(f"own {number}", "2020-01-01T00:00:00.000Z") for number in range(299)]
    put(app, "history", json.dumps(own))
    app.view("history")
    ahead = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    fine = [entry("older", "2026-11-14T12:00:00Z"), entry("newer")]
    bad = [entry("ahead", ahead), entry("no time", "yesterday"), entry("huge", text=HUGE), 5, None]
    app.drop("history.json", history(*fine, *bad))
    toasted(app, "1 position imported; 1 did not fit: remove something first; 5 could not be read")
    kept = [each["id"] for each in stored(app, "history")]
    assert kept == ["newer", *(each["id"] for each in own)]


@pytest.mark.parametrize(
    "text", [HUGE, "", "1 2 0 topology=constructor\n..", "1 2 0 reach=x\n..", "101 1 0" + "\n." * 101]
)
def test_an_entry_that_cannot_be_read_says_so_and_costs_nothing_else(app: App, text: str) -> None:
    fine = entry("fine", "2026-11-14T12:00:00Z")
    odd = {**entry("odd", text=text), "kind": "constructor", "boards": [text], "game": {}, "layout": text}
    put(app, "history", json.dumps([odd, fine]))
    app.view("history")
    assert "cannot be read" in app.message("history")
    assert app.page.is_disabled("#entry-analyse")
    app.press("ArrowDown")
    app.shows(POSITION)
    app.view("play")
    app.first_click(4, 4)


def test_a_view_that_cannot_be_started_leaves_the_others(own_app: App) -> None:
    app = own_app
    app.page.route(
        "**/rest.*.js",
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=re.sub(r"this\.store=\w+;", "throw new Error('broken');", answer.text(), count=1),
        ),
    )
    reload(app)
    app.first_click(4, 4)
    app.view("history")
    assert "could not be started" in app.page.inner_text("#history")
    app.view("analyse")
    app.load(POSITION)
    assert app.wrong
    app.wrong.clear()


@pytest.mark.parametrize(
    "value",
    [
        "5",
        "{",
        '{"setup": {"rows": -1}}',
        '{"setup": {"rows": 9, "cols": 9, "mines": 10, "topology": "toString"}}',
        '{"setup": {"rows": 1000000, "cols": 1000000, "mines": 10}}',
        '{"setup": {"rows": 9, "cols": 9, "mines": 10}, "game": {"board": {"text": "1 1 0\\n."}, "history": [["x"]]}}',
    ],
)
def test_a_store_that_holds_no_game_leads_to_the_usual_one(app: App, value: str) -> None:
    put(app, "position", value)
    put(app, "game", value)
    assert app.text == BEGINNER
    app.first_click(4, 4)
    app.press("n")
    assert app.text == BEGINNER


def test_a_theme_is_dark_or_light(app: App) -> None:
    put(app, "theme", "<b>")
    assert app.page.get_attribute("html", "data-theme") == "light"


@pytest.mark.parametrize("name", ["constructor", "toString", "__proto__", "hasOwnProperty"])
def test_an_address_that_names_no_view_shows_the_game(app: App, name: str) -> None:
    app.visit(f"?#{name}")
    assert app.read("view") == "play"
    app.first_click(4, 4)


def test_a_tab_in_which_nothing_happens_leaves_the_game_of_another_to_new_tabs(app: App) -> None:
    app.first_click(0, 0)
    own = app.text
    app.until("localStorage.getItem('minemind.game')")
    other = App(app.context, app.address).visit()
    other.press("n")
    other.first_click(4, 4)
    game = other.text
    other.view("analyse")
    other.load(POSITION)
    other.until(f"localStorage.getItem('minemind.game').includes({json.dumps(json.dumps(game)[1:-1])})")
    app.until(f"localStorage.getItem('minemind.game').includes({json.dumps(json.dumps(game)[1:-1])})")
    reload(app)
    app.visit("#play")
    assert app.text == own
    app.view("analyse")
    assert app.text == POSITION
    assert App(app.context, app.address).visit().text == game
    assert other.wrong == []


def test_a_long_game_is_read_and_a_file_that_is_too_long_is_not(app: App, tmp_path: Path) -> None:
    game = mm.Game(100, 100, 1500, seed=3)
    game.open(50, 50)
    hidden = next(cell for cell in game.grid if game.board.hidden[cell])
    for _ in range(2):
        game.flag(*hidden)
    mm.save(game, tmp_path / "game.json")
    saved = json.loads((tmp_path / "game.json").read_text())
    first, *flags = saved["history"]
    text = json.dumps({**saved, "history": [first, *(7500 * flags)]})
    app.drop("game.json", text)
    app.until("minemind.turns === 15001")
    assert app.text == str(game.board)
    app.drop("game.json", text.replace('"open"', '"toString"'))
    toasted(app, "turn")
    app.drop("long.txt", "." * (2**22 + 1))
    toasted(app, "too long to be read here")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_a_hint_on_a_phone_is_seen_with_its_cell(browser: Browser, server: Server, width: int, height: int) -> None:
    size = {"width": width, "height": height}
    with opened(browser, server.address, viewport=size, has_touch=True, is_mobile=True) as app:
        app.visit().open_drawer()
        app.custom(16, 30, 99, seed=5)
        app.tap(2, 2)
        app.until("minemind.turns === 1")
        app.page.tap("#hint")
        app.until("minemind.overlay.target.length === 1")
        _hint_is_seen(app, "play")
        app.page.click("#analyse-game")
        app.until("minemind.view === 'analyse' && !minemind.busy")
        app.page.tap("#edit-hint")
        app.until("minemind.overlay.target.length === 1")
        _hint_is_seen(app, "analyse")


def _hint_is_seen(app: App, view: str) -> None:
    (cell,) = app.read("overlay.target")
    info = app.page.locator(f"#{view}-info")
    assert f"({cell[0]}, {cell[1]})" in info.inner_text()
    top = app.page.evaluate("() => document.querySelector('.top').getBoundingClientRect().bottom")
    box = info.bounding_box()
    size = app.page.viewport_size
    assert box is not None
    assert size is not None
    assert top < box["y"]
    assert box["y"] + box["height"] <= size["height"]
    x, y = app.point(*cell)
    assert 0 < x < size["width"]
    assert top < y < box["y"]
