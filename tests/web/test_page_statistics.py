"""The player's statistics on the page: what counts, what is counted separately, and that they last and move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser

from tests.web.browser import App, Server, opened

LAYOUT = "3 6 3\n*..*..\n......\n.....*"


def record(won: int, seconds: float, *, taken: float = 0, necessary: float = 0, **more: Any) -> list[Any]:
    """The record of a game, as the page stores it; more: time, size, mode, helped."""
    about = {"time": 1_700_000_000, "size": "9×9/10", "mode": "classic", "helped": "", **more}
    start = [about["time"], about["size"], about["mode"]]
    return [*start, won, seconds, 12, 16, taken, necessary, about["helped"]]


def kept(app: App) -> list[list[Any]]:
    app.until("localStorage.getItem('minemind.statistics')")
    found: list[list[Any]] = json.loads(app.page.evaluate("() => localStorage.getItem('minemind.statistics')"))
    return found


def put(app: App, *records: list[Any]) -> None:
    app.page.evaluate("(all) => localStorage.setItem('minemind.statistics', JSON.stringify(all))", list(records))
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.view("statistics")


def facts(app: App) -> dict[str, str]:
    texts = app.page.locator("#statistics-facts > *").all_inner_texts()
    return dict(zip(texts[::2], texts[1::2], strict=True))


def lose(app: App) -> None:
    """Lose a game by a guess while two cells are certainly safe."""
    app.drop("layout.txt", LAYOUT)
    app.until("minemind.view === 'play' && minemind.text.startsWith('3 6')")
    app.first_click(2, 0)
    app.click(0, 3)
    app.until("minemind.state === 'lost'")


def test_a_promise_that_is_shown_before_the_first_click_is_no_help(app: App) -> None:
    app.custom(9, 9, 10, seed=11)
    app.page.click("#show-heat")
    app.until("document.querySelector('#play-message').textContent.includes('The first click always opens an area')")
    app.page.click("#show-heat")
    app.first_click(4, 4)
    app.click(*app.mines[0])
    app.until("minemind.state === 'lost'")
    assert kept(app)[0][-1] == ""


def test_a_game_is_counted_when_it_ends_with_the_risk_it_took(app: App) -> None:
    lose(app)
    ((time, size, mode, won, seconds, three_bv, clicks, taken, necessary, helped),) = kept(app)
    assert (size, mode, won, clicks, helped) == ("3×6/3", "layout", 0, 2, "")
    assert time > 1_700_000_000
    assert seconds >= 0
    assert three_bv >= 1
    assert necessary == pytest.approx(3 / 18, abs=1e-4)  # that of the first click, which was not promised to be safe
    assert necessary < taken < 1


@pytest.mark.parametrize(
    ("help_", "named"),
    [("h", "hint"), ("b", "guess"), ("s", "step"), ("m", "analysis"), ("e", "analysis"), ("a", "auto")],
)
def test_games_with_help_are_marked(app: App, help_: str, named: str) -> None:
    app.drop("layout.txt", LAYOUT)
    app.until("minemind.view === 'play' && minemind.text.startsWith('3 6')")
    app.first_click(2, 0)
    app.page.fill("#speed", "0")
    app.press(help_)
    app.until("!minemind.busy || document.querySelector('#auto').ariaPressed === 'true'")
    app.press("Escape")
    app.click(*next(cell for cell in app.mines if app.look(*cell) != "flag 1"))
    app.until("minemind.state === 'lost'")
    assert named in kept(app)[0][-1].split()


def test_undone_repeated_and_tried_again_games_are_counted_apart(app: App) -> None:
    lose(app)
    assert len(kept(app)) == 1
    app.press("u")
    app.click(0, 3)
    app.until("minemind.state === 'lost' && JSON.parse(localStorage.getItem('minemind.statistics')).length === 2")
    app.press("g")
    app.first_click(2, 0)
    app.click(0, 3)
    app.until("minemind.state === 'lost' && JSON.parse(localStorage.getItem('minemind.statistics')).length === 3")
    app.press("p")
    app.until("document.querySelector('#review .legend') && !minemind.busy")
    app.page.click("#review-retry")
    app.until("minemind.view === 'play'")
    app.click(0, 3)
    app.until("minemind.state === 'lost' && JSON.parse(localStorage.getItem('minemind.statistics')).length === 4")
    assert [each[-1] for each in kept(app)] == ["", "undo", "again", "retry"]
    app.view("statistics")
    assert facts(app)["Games without help"] == "1"
    assert facts(app)["Games with help"] == "3"


def test_help_is_remembered_over_a_reload(app: App) -> None:
    app.drop("layout.txt", LAYOUT)
    app.until("minemind.view === 'play' && minemind.text.startsWith('3 6')")
    app.first_click(2, 0)
    app.press("h")
    app.until("minemind.overlay.target.length === 1")
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.click(0, 3)
    app.until("minemind.state === 'lost'")
    assert kept(app)[0][-1] == "hint"


def test_statistics_add_up_and_survive_a_reload(app: App) -> None:
    games = [record(1, 20.0 + place, necessary=0.1, taken=0.2) for place in range(9)]
    put(app, *games, record(0, 5, necessary=0.1, taken=0.2), record(1, 1, helped="hint"), record(1, 10, size="9×9/12"))
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.page.select_option("#statistics-size", "9×9/10")
    assert facts(app) == {
        "Games without help": "10",
        "Won": "9 (90 %)",
        "Winning streak: current / best": "0 / 9",
        "Seconds: best / mean": "20.0 / 24.0",
        "3BV/s: best / mean": "0.60 / 0.51",
        "Efficiency (3BV per click)": "0.75",
        "Expected wins": "9.0",
        "Earned wins": "8.0",
        "Luck": "1.0",
        "Rating without luck": "89 %",
        "Games with help": "1",
    }
    assert app.page.locator("#statistics .dot").count() == 9
    rows = app.page.locator("#statistics tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [
        ["Beginner", "Classic", "10", "9", "(90", "%)", "20.0", "89", "%"],
        ["9×9/12", "Classic", "1", "1", "(100", "%)", "10.0", "–"],
    ]
    app.page.click("#statistics tbody tr:nth-child(2) button")
    assert facts(app)["Games without help"] == "1"


def test_statistics_are_exported_and_imported_once(app: App, browser: Browser, tmp_path: Path) -> None:
    put(app, record(1, 20), record(0, 5, mode="daily", time=1_700_000_500))
    with app.page.expect_download() as coming:
        app.page.click("#statistics-export")
    path = tmp_path / coming.value.suggested_filename
    coming.value.save_as(path)
    with opened(browser, app.address) as other:
        other.visit("#statistics")
        for said in ("2 games imported", "0 games imported"):
            with other.page.expect_file_chooser() as chooser:
                other.page.click("#statistics-import")
            chooser.value.set_files(path)
            other.until(f"document.querySelector('#toast').textContent === '{said}'")
        assert kept(other) == kept(app)


def test_what_is_damaged_in_the_store_or_in_a_file_costs_nothing_else(app: App) -> None:
    put(app, record(1, 20), ["nonsense"], [None] * 10, record(1, -5), record(2, 5))
    assert facts(app)["Games without help"] == "1"
    app.drop("statistics.json", json.dumps({"kind": "statistics", "games": "all of them"}))
    app.until("document.querySelector('#toast').textContent.startsWith('These are not')")
    assert facts(app)["Games without help"] == "1"


def test_where_nothing_can_be_stored_statistics_last_as_long_as_the_page(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as app:
        app.page.add_init_script(
            "for (const name of ['setItem', 'getItem']) Storage.prototype[name] = () => { throw new Error('no'); };"
        )
        app.visit()
        lose(app)
        app.view("statistics")
        app.until("document.querySelector('#statistics-facts')")
        assert facts(app)["Games without help"] == "1"


def test_statistics_have_an_address_and_a_key(app: App) -> None:
    app.press("Alt+4")
    assert app.page.url.endswith("#statistics")
    assert app.page.title() == "Statistics · MineMind"
    assert "No finished games yet" in app.page.inner_text("#statistics")
    app.page.go_back()
    app.until("minemind.view === 'play'")


@pytest.mark.parametrize("locale", ["en", "de"])
def test_statistics_fit_a_phone_and_assistive_technology(browser: Browser, server: Server, locale: str) -> None:
    size = {"width": 390, "height": 844}
    with opened(browser, server.address, viewport=size, locale=locale, color_scheme="dark") as app:
        app.visit()
        put(app, *(record(place % 2, 20 + place, necessary=0.1, taken=0.2) for place in range(12)))
        assert app.page.evaluate("() => document.documentElement.scrollWidth") <= 390
        assert ("Rating without luck" if locale == "en" else "Wertung ohne Glück") in facts(app)
        found = Axe().run(app.page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize(("locale", "width"), [("en", 360), ("de", 360), ("en", 768)])
def test_no_figure_is_broken_and_no_column_cut(browser: Browser, server: Server, locale: str, width: int) -> None:
    with opened(browser, server.address, viewport={"width": width, "height": 740}, locale=locale) as app:
        app.visit()
        beginner = [record(place % 2, 20 + place, necessary=0.1, taken=0.2, mode="no-guess") for place in range(12)]
        put(app, *beginner, record(0, 1000.5, size="16×16/40"))
        app.page.select_option("#statistics-size", "16×16/40")
        broken = app.page.evaluate(
            """() => [...document.querySelectorAll('#statistics-facts dd')].filter((figure) => {
                 const text = document.createRange();
                 text.selectNodeContents(figure);
                 return text.getClientRects().length > 1;
               }).map((figure) => figure.textContent)"""
        )
        assert broken == []
        cut = "() => { const { scrollWidth, clientWidth } = document.querySelector('.sheets .scroll');"
        assert app.page.evaluate(f"{cut} return scrollWidth - clientWidth; }}") <= 0
