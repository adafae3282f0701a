"""The board comes first: it always fits, and covers most of the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.browser import App, Server, opened

LAPTOPS = [(1366, 768), (1440, 900)]


@pytest.fixture
def wide(app: App) -> App:
    """A page with its drawer closed, as on a first visit."""
    app.page.click("#drawer")
    return app


def resized(app: App, width: int, height: int) -> tuple[float, float]:
    """Resize the window, check that the whole board is visible, and return the board's width and height."""
    app.page.set_viewport_size({"width": width, "height": height})
    app.until(
        f"innerWidth === {width} && innerHeight === {height}"
        " && document.querySelector('#play-board').clientHeight < innerHeight"
    )
    app.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    size = app.page.evaluate(
        """() => {
             const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.querySelector('#play .viewport');
             return [clientWidth, clientHeight, scrollWidth, scrollHeight];
           }"""
    )
    assert size[:2] == size[2:], "it is cut off"
    return size[0], size[1]


def test_an_expert_board_fits_and_covers_most_of_a_laptop(wide: App) -> None:
    wide.page.click("[data-preset=expert]")
    for width, height in LAPTOPS:
        across, down = resized(wide, width, height)
        assert across * down >= 0.7 * width * height
    for width, height in [(1366, 625), (1024, 768), (1200, 800)]:
        resized(wide, width, height)
    assert wide.read("zoom") >= 16


@pytest.mark.parametrize("size", ["beginner", "intermediate"])
def test_a_square_board_takes_most_of_the_height(wide: App, size: str) -> None:
    wide.page.click(f"[data-preset={size}]")
    for width, height in LAPTOPS:
        assert resized(wide, width, height)[1] >= 0.8 * height
    resized(wide, 1200, 800)


def test_every_board_takes_the_width_of_a_phone(phone: App) -> None:
    for size in ("beginner", "intermediate", "expert"):
        phone.page.tap(f"[data-preset={size}]")
        phone.until("minemind.turns === 0")
        box = phone.page.locator("#play .viewport").bounding_box()
        assert box is not None
        assert box["width"] >= 0.9 * 390


def test_the_drawer_takes_its_room_from_the_board_and_gives_it_back(wide: App) -> None:
    wide.page.click("[data-preset=expert]")
    alone = resized(wide, 1366, 768)
    wide.press("o")
    assert resized(wide, 1366, 768)[0] < alone[0]
    wide.page.click("#drawer")
    assert resized(wide, 1366, 768) == alone
    resized(wide, 1200, 800)


def test_tools_are_named_where_there_is_room(wide: App) -> None:
    names = wide.page.locator("#play .strip button small")
    shown = [name for name in names.all_inner_texts() if name]
    assert shown[:5] == ["Flag", "Hint", "Coach", "Heat map", "Guess"]
    wide.page.set_viewport_size({"width": 1366, "height": 625})
    assert not names.first.is_visible()
    resized(wide, 1200, 800)


OVERLAPPING = """(names) => {
  const parts = [...document.querySelectorAll(names)].filter((each) => each.checkVisibility());
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const beside = (a, b) => a.right <= b.left || a.bottom <= b.top;
  const isOut = ({ left, right }) => left < 0 || right > innerWidth;
  return parts.filter((_, place) =>
    isOut(boxes[place]) || boxes.slice(place + 1).some((b) => !beside(boxes[place], b) && !beside(b, boxes[place]))
  ).map((part) => part.id || part.textContent);
}"""
# The longest name of a mode in any language.
LONGEST_MODE = "document.querySelector('#custom').textContent = 'Herausforderung, Wer rät, verliert'"


def test_nothing_in_the_header_overlaps_in_any_width(wide: App) -> None:
    wide.page.evaluate(LONGEST_MODE)
    for width in range(905, 1445, 20):
        wide.page.set_viewport_size({"width": width, "height": 800})
        assert wide.page.evaluate(OVERLAPPING, ".tabs, .presets, .counters, .top-end") == [], f"{width} pixels"
    resized(wide, 1200, 800)


# The last one is a laptop zoomed to 200 %.
SIDEWAYS = [(844, 390), (800, 480), (740, 360), (667, 375), (640, 360), (568, 320), (683, 384)]


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_phone_on_its_side_has_a_header_without_overlaps_and_room_for_the_board(
    browser: Browser, server: Server, locale: str
) -> None:
    with opened(browser, server.address, locale=locale, viewport={"width": 844, "height": 390}) as app:
        app.visit()
        app.page.evaluate(LONGEST_MODE)
        for width, height in SIDEWAYS:
            app.page.set_viewport_size({"width": width, "height": height})
            app.until(f"innerWidth === {width} && innerHeight === {height}")
            assert app.page.evaluate(OVERLAPPING, ".top button, .top output") == [], f"{width} pixels"
            # The board follows the window a frame later.
            app.until(f"document.querySelector('#play .viewport').getBoundingClientRect().bottom <= {height}")


def test_a_long_name_of_a_mode_is_cut_before_its_arrow(wide: App) -> None:
    wide.page.evaluate(LONGEST_MODE)
    style = "getComputedStyle(document.querySelector('#custom')"
    assert wide.page.evaluate(
        "() => { const { scrollWidth, clientWidth } = custom; return scrollWidth > clientWidth; }"
    )
    assert wide.page.evaluate(f"() => {style}, '::after').content") == '"▾"'
    arrow = float(wide.page.evaluate(f"() => {style}, '::after').width").removesuffix("px"))
    assert float(wide.page.evaluate(f"() => {style}).paddingRight").removesuffix("px")) >= arrow + 8
