"""Every view, game, position and saved entry has an address, and Back returns to the place before."""

from __future__ import annotations

from urllib.parse import quote

import pytest

import minemind as mm
from tests.web.browser import App

POSITION = "3 4 3\n1...\n....\n...."
OTHER = "2 3 1\n1..\n..."


def address(app: App) -> str:
    return str(app.page.evaluate("() => location.hash"))


def test_a_game_has_an_address_once_its_mines_are_there(app: App) -> None:
    assert address(app) == "#play"
    app.custom(9, 9, 10, seed=11)
    app.first_click(4, 4)
    app.until("location.hash.includes('start=4,4')")
    first = address(app)
    app.press("f")
    board = app.text
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.shows(board)
    assert address(app) == first
    # A change of view is kept, although the game sets another address at the same moment.
    app.page.evaluate("() => { location.hash = '#history'; document.querySelector('#new-game').click(); }")
    app.until("minemind.view === 'history'")
    assert address(app) == "#history"
    app.view("play")
    assert address(app) == "#play"


def test_back_leads_to_a_game_as_it_was_left(app: App) -> None:
    app.custom(9, 9, 10, seed=11)
    app.first_click(4, 4)
    app.click(0, 8, "right")
    app.until("minemind.turns === 2")
    left = app.text
    app.view("history")
    app.visit("#play?rows=5&cols=5&mines=3&seed=2&start=0,0")
    app.until("minemind.text.startsWith('5 5 3')")
    app.page.go_back()
    app.until("minemind.view === 'history'")
    app.page.go_back()
    app.until("minemind.view === 'play'")
    app.shows(left)
    assert app.read("turns") == 2


def test_a_position_has_an_address_that_follows_every_change(app: App) -> None:
    app.view("analyse")
    app.load(POSITION)
    app.until("location.hash.startsWith('#position=')")
    loaded = address(app)
    app.click(2, 2, "right")
    app.until(f"location.hash.startsWith('#position=') && location.hash !== '{loaded}'")
    changed, drawn = address(app), app.text
    app.load(OTHER)
    app.until(f"location.hash.startsWith('#position=') && location.hash !== '{changed}'")
    # All that was drawn is one entry of the history, not one for each stroke; another position is a new entry.
    app.page.go_back()
    app.shows(drawn)
    app.page.go_forward()
    app.shows(str(mm.Board.parse(OTHER)))
    app.page.go_back()
    app.shows(drawn)
    app.page.go_back()
    app.until("minemind.view === 'play' || minemind.text.startsWith('9 9')")
    app.visit(loaded)
    app.shows(str(mm.Board.parse(POSITION)))


def test_back_and_forward_at_once_lose_no_place(app: App) -> None:
    """The address of the place before is set with a delay, and must not replace that of the new place."""
    app.view("analyse")
    for text in (POSITION, OTHER):
        app.load(text)
        app.until("location.hash.startsWith('#position=') && !minemind.busy")
    newest = address(app)
    for _ in range(5):
        app.page.go_back()
        app.shows(str(mm.Board.parse(POSITION)))
        app.page.go_forward()
        app.shows(str(mm.Board.parse(OTHER)))
        assert address(app) == newest


def test_a_saved_entry_and_its_turns_have_addresses(app: App) -> None:
    app.view("analyse")
    for text in (POSITION, OTHER):
        app.load(text)
        app.press("k")
    app.view("play")
    app.custom(9, 9, 10, seed=11)
    app.first_click(4, 4)
    app.click(0, 8, "right")
    app.until("minemind.turns === 2")
    app.press("k")
    app.view("history")
    app.page.click("#entries li:nth-child(3) .pick")
    app.shows(str(mm.Board.parse(POSITION)))
    assert address(app).startswith("#history/")
    app.page.click("#entries li:nth-child(1) .pick")
    app.page.click("#frame-back")
    app.until("location.hash.endsWith('/turn/1')")
    turn = app.text
    app.page.go_back()
    app.shows(str(mm.Board.parse(POSITION)))
    app.page.go_forward()
    app.shows(turn)


def test_what_was_removed_is_brought_back_without_a_key(app: App) -> None:
    app.view("analyse")
    app.load(POSITION)
    app.press("k")
    app.view("history")
    app.page.click("#entries .icon")
    app.until("!document.querySelector('#entries li')")
    app.page.click("#toast button")
    app.until("document.querySelectorAll('#entries li').length === 1")


def test_a_pasted_link_is_followed(app: App) -> None:
    app.view("analyse")
    app.paste("https://example.org/minemind/#play?rows=5&cols=5&mines=3&seed=2&first=opening&start=0,0")
    app.until("minemind.view === 'play' && minemind.turns === 1 && minemind.text.startsWith('5 5 3')")
    app.whole().view("analyse")
    app.paste("http://localhost/#position=t" + quote(POSITION) + "\n")
    app.until("minemind.text.startsWith('3 4 3')")


def test_a_link_that_is_left_before_it_is_understood_takes_nobody_back(app: App) -> None:
    app.view("analyse")
    app.load(OTHER)
    link = "#position=t" + quote(POSITION)
    app.page.evaluate(
        """async (link) => {
            location.hash = link;
            await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
            location.hash = "#history";
        }""",
        link,
    )
    app.until("minemind.view === 'history'")
    app.view("analyse")
    assert app.text.startswith("2 3 1")
    app.visit(link)
    app.until("minemind.view === 'analyse' && minemind.text.startsWith('3 4 3')")


@pytest.mark.parametrize("text", [POSITION, "not a board"])
def test_a_link_is_left_by_a_click_while_it_is_being_followed(app: App, text: str) -> None:
    app.whole().change("convert", "() => null")
    app.page.evaluate("(link) => { location.hash = link; }", "#position=t" + quote(text))
    app.until("workers.held.length === 1")
    app.view("history")
    assert address(app) == "#history"
    app.tell_held()
    app.until("(workers.frames = (workers.frames ?? 0) + 1) > 10")
    assert app.read("view") == "history"
    assert not app.page.locator("#toast.shown").is_visible()


def test_a_damaged_address_is_refused_in_a_sentence(app: App) -> None:
    app.visit("#history/%")
    app.until("document.querySelector('#toast').textContent.includes('damaged or incomplete')")


def test_a_link_leads_to_no_other_link(app: App) -> None:
    app.visit("#position=t" + quote("http://localhost/#play?rows=5&cols=5&mines=3&seed=2", safe=""))
    app.until("document.querySelector('#toast').textContent.includes('a web address')")
    assert app.page.evaluate("location.hash").startswith("#position=t")
    assert app.read("turns") == 0


def test_a_web_address_that_is_no_board_is_called_one(app: App) -> None:
    app.view("analyse")
    app.paste("https://example.org/puzzles?level=7")
    app.until("document.querySelector('#paste-fault').textContent === 'This is a web address, not a board.'")
