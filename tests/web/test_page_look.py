"""How the page looks and behaves: themes, sizes, large boards, help, what assistive technology finds, a lost server."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser

from minemind.web.site import STATIC
from tests.web.browser import App, Server, opened

VIEWS = ("play", "analyse", "history")
DIALOGS = {"?": "help", "t": "settings", "l": "link", "d": "download"}  # by the keys that open them


def background(app: App) -> str:
    return str(app.page.evaluate("() => getComputedStyle(document.body).backgroundColor"))


def test_dark_and_light_follow_the_system_until_one_is_chosen(browser: Browser, server: Server) -> None:
    with opened(browser, server.address, color_scheme="dark") as app:
        app.visit()
        dark = background(app)
        app.page.emulate_media(color_scheme="light")
        app.until("document.documentElement.dataset.theme === 'light'")
        assert background(app) != dark
        app.choose("theme", "dark")
        assert background(app) == dark
        app.page.reload()
        app.page.wait_for_selector("html[data-ready]")
        assert background(app) == dark


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_needs_no_sideways_scrolling_and_has_room_for_fingers(
    browser: Browser, server: Server, width: int
) -> None:
    size = {"width": width, "height": 760}
    with opened(browser, server.address, viewport=size, has_touch=True, is_mobile=True) as app:
        app.visit()
        for view in VIEWS:
            app.view(view)
            assert app.page.evaluate("() => document.documentElement.scrollWidth") <= width
            small = app.page.evaluate(
                """() => [...document.querySelectorAll('button, select, input')].filter((each) => {
                     const { width, height } = each.getBoundingClientRect();
                     return width && height && (height < 40 || width < 34);
                   }).map((each) => each.id || each.textContent)"""
            )
            assert small == []


def test_an_expert_board_on_a_phone_is_panned_by_a_finger(phone: App) -> None:
    phone.page.tap("[data-preset=expert]")
    before = phone.point(8, 20)
    phone.swipe(5, 8, 200)
    assert phone.point(8, 20)[0] < before[0] - 100
    assert phone.read("turns") == 0
    row, col = next((5, col) for col in range(30) if phone.point(5, col)[0] > 100)
    phone.tap(row, col)
    phone.until("minemind.turns === 1")
    assert phone.look(row, col) == "number 0"


def test_a_board_of_100_by_100_is_scrolled_and_zoomed(app: App) -> None:
    app.custom(100, 100, 1500, seed=3)
    size = app.read("zoom")
    app.hover(4, 4)
    app.page.mouse.wheel(600, 600)
    app.until("document.querySelector('#play-board .viewport').scrollTop > 400")
    row, col = 50, 52
    before = app.point(row, col)
    app.hover(row, col)
    app.page.keyboard.down("Control")
    app.page.mouse.wheel(0, -120)
    app.page.keyboard.up("Control")
    app.until(f"minemind.zoom > {size}")
    after = app.point(row, col)
    assert after == pytest.approx(before, abs=size)
    app.first_click(row, col)
    assert app.look(row, col) == "number 0"
    app.page.click("#play [aria-label=Fit]")
    box = app.page.locator("#play-board .viewport").bounding_box()
    assert box is not None
    for corner in ((0, 0), (99, 99)):
        x, y = app.point(*corner)
        assert box["x"] < x < box["x"] + box["width"]
        assert box["y"] < y < box["y"] + box["height"]
    # The focused cell is always visible.
    app.page.click("#play [aria-label=Fit]")
    app.page.focus("#play-board .viewport")
    app.press("Control+End")
    assert app.read("focus") == [99, 99]
    x, y = app.point(99, 99)
    assert box["x"] < x < box["x"] + 1200
    assert box["y"] < y < 800


def test_two_fingers_zoom(phone: App) -> None:
    phone.page.tap("[data-preset=expert]")
    size = phone.read("zoom")
    touches = phone.context.new_cdp_session(phone.page)
    x, y = phone.point(5, 5)
    touches.send("Input.synthesizePinchGesture", {"x": x, "y": y, "scaleFactor": 1.6, "gestureSourceType": "touch"})
    phone.until(f"minemind.zoom > {size}")
    assert phone.read("turns") == 0


def test_without_javascript_there_is_a_sentence_and_nothing_else(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.address)
    assert page.locator("p:visible").all_inner_texts() == [page.inner_text(".no-script")]
    assert page.locator("button:visible").count() == 0
    context.close()


def test_help_lists_the_keys(app: App) -> None:
    app.press("?")
    app.page.wait_for_selector("#help-dialog[open]")
    shown = app.page.inner_text("#help-dialog")
    for word in (
        "Space",
        "undo",
        "chord",
        "autoplay",
        "heat map",
        "save / link / download",
        "settings:",
        "show or hide",
        "bar",
    ):
        assert word in shown
    app.press("Escape")
    assert app.page.locator("dialog[open]").count() == 0


def test_what_the_keyboard_is_on_is_said_aloud(app: App) -> None:
    app.page.focus("#play-board .viewport")
    app.press("ArrowDown", "ArrowRight")
    app.until("document.querySelector('#spoken').textContent.startsWith('(1, 1) hidden')")
    app.press("f")
    app.until("document.querySelector('#spoken').textContent.startsWith('(1, 1) flag')")


def test_tab_goes_from_the_top_to_the_board_to_its_tools_to_the_help(app: App) -> None:
    app.visit()  # from the top again, with the drawer open
    order = []
    for _ in range(31):
        app.press("Tab")
        order.append(
            app.page.evaluate(
                "() => { const it = document.activeElement; return it.id || it.dataset.view || it.classList[0]; }"
            )
        )
    wanted = ["play", "custom", "new-game", "drawer", "flag-mode", "hint", "show-heat", "viewport", "analyse-game"]
    assert [name for name in order if name in wanted] == wanted


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Browser, server: Server, theme: str) -> None:
    with opened(browser, server.address, color_scheme=theme, reduced_motion="reduce", bypass_csp=True) as app:
        app.visit()
        app.first_click(4, 4)
        app.press("k", "h")
        app.until("minemind.overlay.target.length === 1")
        for view in reversed(VIEWS):
            app.view(view)
            app.until("!minemind.busy")
            assert serious_faults(app) == [], view
        app.view("analyse")
        for key, name in DIALOGS.items():
            app.press(key)
            app.page.wait_for_selector(f"#{name}-dialog[open]")
            assert serious_faults(app, f"#{name}-dialog") == [], name
            app.press("Escape")
        app.page.click("#load-paste")
        assert serious_faults(app, "#paste-dialog") == [], "paste"
        app.press("Escape")
        app.view("play")
        app.open_setup()
        assert serious_faults(app, "#setup-dialog") == [], "new game"


def test_axe_finds_no_serious_fault_in_a_result_to_share(browser: Browser, server: Server) -> None:
    with opened(browser, server.address, reduced_motion="reduce", bypass_csp=True) as app:
        app.visit()
        app.first_click(4, 4)
        app.click(*app.mines[0])
        app.press("l")
        app.until("document.querySelector('#link-dialog').open && document.querySelector('#result-text').value")
        assert serious_faults(app, "#link-dialog") == []


def serious_faults(app: App, part: str | None = None) -> list[tuple[str, list[object]]]:
    """Serious accessibility faults of the page, or of an open dialog, which makes the rest of the page unreachable."""
    found = Axe().run(app.page, context=part).response["violations"]
    serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    return [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in serious]


@pytest.mark.parametrize("theme", ["light", "classic", "contrast", "dark"])
def test_marks_on_the_board_stand_out_in_every_theme(theme: str) -> None:
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    block = style.split(f':root[data-theme="{theme}"]')[1].split("}")[0]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    # A flag on a hidden cell; the bar of a dead cell on its rim, which has the colour of open cells.
    for mark, ground in (("flag", "hidden"), ("pair", "open")):
        assert contrast(colours[mark], colours[ground]) >= 3, mark


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as defined by the accessibility guidelines (WCAG)."""
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


UNNAMED = """() => [...document.querySelectorAll('button[aria-label]')].filter((each) => {
  const seen = [...each.querySelectorAll('small, span')].filter((part) => !part.matches('[aria-hidden]'));
  return seen.some((part) => !each.ariaLabel.toLowerCase().includes(part.textContent.toLowerCase()));
}).map((each) => each.ariaLabel)"""


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_button_is_called_what_stands_on_it(browser: Browser, server: Server, locale: str) -> None:
    with opened(browser, server.address, locale=locale) as app:
        app.visit().whole()
        assert app.page.evaluate(UNNAMED) == []


def test_what_is_said_while_a_dialog_is_open_lies_in_it(app: App) -> None:
    app.press("l")
    app.page.click("#link-copy")
    app.page.wait_for_selector("#link-dialog[open] > .toast.shown")
    app.press("Escape")
    app.page.wait_for_selector("body > .toast.shown")


def test_the_first_link_leads_to_the_board(app: App) -> None:
    app.visit()
    app.press("Tab", "Enter")
    assert app.page.evaluate("() => document.activeElement.matches('#play-board .viewport')")
    app.press("ArrowRight")
    assert app.read("focus") == [0, 1]


def test_zooming_by_keys_keeps_the_focused_cell_in_sight(app: App) -> None:
    app.page.click("[data-preset=expert]")
    app.page.focus("#play-board .viewport")
    app.press("ArrowRight", "Control+End")
    for _ in range(6):
        app.press("Alt+Equal")
    x, y = app.point(15, 29)
    box = app.page.locator("#play-board .viewport").bounding_box()
    assert box is not None
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]
