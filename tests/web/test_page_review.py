"""The review of a game on the page: the lesson of a loss, decisive moments, and retries from them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser

import minemind as mm
from minemind.formats import saved
from tests.formats.recorded import Script, avf, clicked
from tests.web.browser import App, Server, opened

LAYOUT = "3 6 3\n*..*..\n......\n.....*"
WIDE = {"width": 1366, "height": 768}


def example() -> str:
    """The game of docs/review.md, won after a needless guess, a mistake and a forced guess."""
    return json.dumps(saved.to_json(mm.load("examples/games/beginner.json", mm.Game)))


def lost(app: App) -> None:
    """Lose a game by a needless guess: two cells are certainly safe."""
    app.drop("layout.txt", LAYOUT)
    app.until("minemind.view === 'play' && minemind.text.startsWith('3 6')")
    app.first_click(2, 0)
    app.click(0, 3)
    app.until("minemind.state === 'lost'")


def said(app: App) -> str:
    return app.page.inner_text("#play-info")


def reviewed(app: App) -> None:
    app.until("minemind.view === 'history' && document.querySelector('#review .legend') && !minemind.busy")


@pytest.fixture
def closed(browser: Browser, server: Server) -> Iterator[App]:
    """A newly opened page, with its drawer closed."""
    with opened(browser, server.address, viewport=WIDE) as page:
        yield page.visit()


@pytest.fixture
def game(app: App) -> App:
    """The review of the example, opened from the history."""
    app.view("history")
    app.drop("game.json", example())
    app.until("document.querySelector('#frame-count').textContent === '15 / 15'")
    app.page.click("#entry-review")
    reviewed(app)
    return app


def test_the_curve_is_no_wider_than_its_figures_are_made_for(game: App) -> None:
    game.page.set_viewport_size({"width": 768, "height": 1024})
    box = game.page.locator("#review > .chart").bounding_box()
    assert box is not None
    assert 300 < box["width"] <= 420
    game.page.set_viewport_size({"width": 1200, "height": 800})


def test_a_loss_teaches_at_once_and_its_review_marks_the_move_that_lost(closed: App) -> None:
    lost(closed)
    closed.until("document.querySelector('#play-info').textContent.includes('safe cell')")
    assert re.match(r"Lost · A needless guess with \d+ % risk: there (was a|were \d+) safe cell", said(closed))
    [missed] = closed.read("overlay.safe")  # the safe cell that was missed has a tick
    assert closed.look(*missed) == "safe"
    closed.press("p")
    reviewed(closed)
    assert closed.page.url.endswith("/review/2")
    assert closed.look(0, 3) == "boom 1"
    assert closed.look(0, 0) != "mine 1"
    assert closed.read("overlay.target") == [[0, 3]]
    closed.until("minemind.overlay.safe.length > 0")
    # The risk outside is written once, as in a game.
    tiles = [closed.read(f"tile({row}, {col})") for row in range(9) for col in range(9)]
    outside = [tile for tile in tiles if tile.startswith("outside")]
    assert sum(tile.split()[1] != "-" for tile in outside) == bool(outside)
    assert closed.message("history").startswith("Needless guess (move 2 of 2)\nThere w")
    assert closed.page.inner_text("#review [data-mark=needless]") == "1 needless guess"


def test_a_forced_guess_that_loses_is_called_bad_luck(closed: App) -> None:
    closed.drop("layout.txt", "1 3 1\n*..")
    closed.until("minemind.view === 'play' && minemind.text.startsWith('1 3')")
    closed.first_click(0, 1)
    closed.click(0, 0)
    closed.until("document.querySelector('#play-info').textContent.includes('bad luck')")
    assert said(closed).startswith("Lost · A forced guess with 50 % risk: bad luck.")
    closed.page.click("#review-game")
    reviewed(closed)
    assert closed.message("history").startswith("Forced guess: bad luck (move 2 of 2)")


def test_a_game_won_without_a_guess_is_said_to_be_so(closed: App) -> None:
    closed.drop("game.json", json.dumps(saved.to_json(mm.Game("beginner", seed=7, no_guess=True))))
    closed.until("document.querySelector('#play-message').textContent.includes('Game loaded')")
    closed.first_click(4, 4)
    closed.open_drawer()
    closed.page.fill("#speed", "6")
    closed.page.click("#auto")
    closed.until("minemind.state === 'won'")
    closed.until("document.querySelector('#play-message').textContent.includes('Without a guess')")
    closed.page.click("#review-game")
    reviewed(closed)
    assert "No risk was taken" in closed.page.inner_text("#review")
    assert closed.page.locator("#review [data-move]").count() == 0


def test_the_moments_that_decided_a_game_are_jumped_to(game: App) -> None:
    page = game.page
    assert page.locator("#review [data-move]").evaluate_all("(all) => all.map((each) => each.dataset.move)") == [
        "12",
        "4",
        "11",
    ]
    assert page.url.endswith("/review/12")
    page.click("#review [data-move='4']")
    assert page.url.endswith("/review/4")
    assert game.message("history") == (
        "Needless guess (move 4 of 14)\n"
        "There were 6 safe cells here; 38 % risk; to win: 96 % → 67 %; cost: 35.7 points."
    )
    game.until("minemind.overlay.safe.length === 6")
    assert game.read("overlay.target") == [[2, 1]]
    assert (game.look(0, 2), game.look(0, 3)) == ("safe", "danger")
    page.go_back()
    game.until("location.hash.endsWith('/review/12') && minemind.overlay.target[0]?.join() === '1,1'")
    page.go_forward()
    game.until("location.hash.endsWith('/review/4') && minemind.overlay.target[0]?.join() === '2,1'")


def test_a_review_is_stepped_through_with_the_arrow_keys(game: App) -> None:
    game.page.focus("#history-board .viewport")
    game.press("ArrowLeft")
    assert game.message("history").startswith("Mistake (worse guess) (move 11 of 14)")
    assert "better: (1, 1)" in game.message("history")
    assert game.page.url.endswith("/review/11")
    game.press("End")
    assert game.message("history") == "The end: won"
    game.press("Escape")
    assert game.page.is_hidden("#review")
    assert game.page.url.endswith("#history")


def test_the_curve_has_a_mark_for_every_move_and_leads_to_it(game: App) -> None:
    marks = game.page.locator("#review > svg .mark").evaluate_all("(all) => all.map((each) => each.classList[1])")
    assert [place + 1 for place, mark in enumerate(marks) if mark != "proven"] == [4, 11, 12]
    assert (len(marks), marks[3], marks[10], marks[11]) == (14, "needless", "mistake", "forced")
    box = game.page.locator("#review > svg").bounding_box()
    assert box
    game.page.mouse.click(box["x"] + box["width"] - 8, box["y"] + 20)
    assert game.message("history") == "The end: won"


def test_the_same_mines_are_tried_again_from_a_moment(game: App) -> None:
    game.page.click("#review [data-move='4']")
    before = game.text
    game.page.click("#review-retry")
    game.until("minemind.view === 'play'")
    assert game.text == before
    assert "does not count" in game.message()
    mine = next(cell for cell in game.mines if game.look(*cell) == "hidden")
    game.click(*mine)
    game.until("minemind.state === 'lost'")
    rows = str(mm.load("examples/games/beginner.json", mm.Game).layout).splitlines()[1:]
    assert game.mines == [(row, col) for row, line in enumerate(rows) for col, cell in enumerate(line) if cell == "*"]
    game.page.go_back()
    game.until("minemind.view === 'history'")
    assert game.page.locator("#entries .name").first.inner_text() == "Retry, lost 9×9, 10 mines"


def test_before_the_first_open_there_is_nothing_to_try_again(game: App) -> None:
    game.page.focus("#history-board .viewport")
    game.press("Home")
    assert game.page.is_disabled("#review-retry")


def test_the_address_of_a_review_leads_back_to_it(game: App) -> None:
    game.page.click("#review [data-move='4']")
    address = game.page.url
    game.view("play")
    game.page.goto("about:blank")
    game.page.goto(address)
    reviewed(game)
    game.until("minemind.overlay.target[0]?.join() === '2,1'")
    game.visit("#history/nothing/review/3")
    game.until("document.querySelector('#toast').textContent.includes('not in this browser')")


def test_a_link_carries_the_game_to_a_step_of_its_review(game: App, browser: Browser) -> None:
    game.page.click("#review [data-move='4']")
    game.press("l")
    game.until("document.querySelector('#link-text').value")
    link = game.page.input_value("#link-text")
    with opened(browser, game.address) as other:
        other.visit("#" + link.partition("#")[2])
        reviewed(other)
        other.until("minemind.overlay.target[0]?.join() === '2,1'")
        assert other.page.evaluate("() => localStorage.getItem('minemind.history')") is None


def test_a_recording_of_another_program_becomes_a_game_that_is_reviewed(app: App) -> None:
    script = Script(3, 6, ((0, 0), (0, 3), (2, 5)), clicked((0, "o", 2, 0), (500, "o", 2, 0), (900, "o", 0, 3)), 900)
    app.drop("lost.avf", avf(script))
    app.until("minemind.view === 'history'")
    assert app.page.inner_text("#entry-kind") == "game"
    app.until("document.querySelector('#frame-count').textContent === '3 / 3'")
    app.page.click("#entry-review")
    reviewed(app)
    assert app.message("history").startswith("Needless guess (move 2 of 2)")


def test_a_review_that_is_not_wanted_any_more_is_cancelled(app: App) -> None:
    app.view("history")
    app.drop("game.json", example())
    app.until("document.querySelector('#frame-count').textContent === '15 / 15'")
    app.change("review", "() => null")  # the answer never comes
    app.page.click("#entry-review")
    app.page.wait_for_selector("#review progress")
    app.view("play")
    assert app.read("busy") is False
    app.custom(9, 9, 10, seed=7)
    app.first_click(4, 4)
    app.view("history")
    assert app.page.is_hidden("#review")


def test_a_game_is_reviewed_where_nothing_can_be_kept(browser: Browser, server: Server) -> None:
    with opened(browser, server.address, viewport=WIDE) as app:
        app.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('forbidden'); };")
        app.visit()
        lost(app)
        app.until("document.querySelector('#play-info').textContent.includes('safe cell')")
        app.page.click("#review-game")
        reviewed(app)
        assert app.page.url.endswith("#history/shown/review/2")
        assert app.look(0, 3) == "boom 1"


def test_a_review_in_german(browser: Browser, server: Server) -> None:
    with opened(browser, server.address, viewport=WIDE, locale="de") as app:
        app.visit()
        lost(app)
        app.until("document.querySelector('#play-info').textContent.includes('Unnötig geraten')")
        app.page.click("#review-game")
        reviewed(app)
        assert app.message("history").startswith("Unnötig geraten (Zug 2 von 2)")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_assistive_technology_finds_nothing_serious_in_a_review(game: App, theme: str) -> None:
    game.choose("theme", theme)
    found = Axe().run(game.page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


def test_a_review_fits_on_a_phone(phone: App) -> None:
    phone.view("history")
    phone.drop("game.json", example())
    phone.until("document.querySelector('#frame-count').textContent === '15 / 15'")
    phone.page.tap("#entry-review")
    reviewed(phone)
    phone.page.tap("#review [data-move='4']")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert phone.page.inner_text("#history-info").startswith("Needless guess (move 4 of 14)")


def test_a_game_of_flags_alone_is_reviewed_without_a_3bv(app: App) -> None:
    flagged = mm.Game("beginner", seed=7)
    flagged.flag(0, 0)
    flagged.flag(1, 1)
    app.drop("game.json", json.dumps(saved.to_json(flagged)))
    app.until("minemind.view === 'play' && minemind.text.includes('!')")
    app.press("k")
    app.view("history")
    app.page.click("#entry-review")
    reviewed(app)
    assert app.message("history").startswith("Unjudged flag (move 1 of 2)")
    review = app.page.inner_text("#review")
    assert "No cell was opened, so the mines were never dealt" in review
    assert "3BV solved" not in review
    assert app.page.is_disabled("#review-retry")
