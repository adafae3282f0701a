"""Saving, sharing and deleting entries, in a browser."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import minemind as mm
from minemind.formats import saved
from tests.web.browser import App, Server, opened

POSITION = "4 6 6\n001...\n012...\n.2....\n......"
SOLUTION = "4 6 6\n001###\n012###\no2xo..\n###..."
CONFIGURATIONS = "001x\n011o\n\n001o\n011x\n"
STAMP = r"\d{8}_\d{6}"


@pytest.fixture
def keeper(app: App) -> App:
    """A page that shows its history, with one saved position."""
    app.view("analyse")
    app.load(POSITION)
    app.press("k")
    app.view("history")
    return app


def names(app: App) -> list[str]:
    return app.page.locator("#entries .name").all_inner_texts()


def test_a_link_carries_the_position_to_any_running_minemind(app: App, browser: Browser) -> None:
    app.view("analyse")
    app.load(POSITION)
    app.press("l")
    app.until("document.querySelector('#link-text').value")
    link = app.page.input_value("#link-text")
    address, _, fragment = link.partition("/#")
    assert address == app.address
    elsewhere = address.replace("127.0.0.1", "localhost")  # another site for a browser
    assert elsewhere != address
    with opened(browser, elsewhere) as other:
        other.visit(f"#{fragment}")
        other.until("minemind.view === 'analyse' && !minemind.busy")
        assert other.text == POSITION


def test_a_link_carries_a_game_with_all_that_it_is_dealt_from(app: App, browser: Browser, tmp_path: Path) -> None:
    game = mm.Game("beginner", seed=7, no_guess=True, way="repaired", budget=9000, grade=(1, 2))
    app.drop("game.json", json.dumps(saved.to_json(game)))
    app.until("document.querySelector('#play-message').textContent.includes('Game loaded')")
    app.first_click(4, 4)
    game.open(4, 4)
    app.press("k")
    app.view("history")  # in Play, the link would challenge somebody to the same mines
    app.press("l")
    app.until("document.querySelector('#link-text').value")
    fragment = app.page.input_value("#link-text").partition("#")[2]
    with opened(browser, app.address) as other:
        other.visit(f"#{fragment}")
        other.until("minemind.view === 'history'")
        other.shows(str(game.board))
        other.page.click("#entry-play")
        other.until("minemind.view === 'play'")
        other.open_drawer().shows(str(game.board))
        again = mm.load(other.download("game", tmp_path))
        assert (again.layout, again.dealer, again.seed) == (game.layout, game.dealer, 7)
        other.press("u")
        other.until("minemind.turns === 0")
        other.first_click(0, 0)
        game.undo()
        game.open(0, 0)
        other.shows(str(game.board))


def test_a_link_to_a_game_that_is_not_dealt_carries_its_position(app: App) -> None:
    app.press("l")
    app.until("document.querySelector('#link-text').value")
    app.visit(f"#{app.page.input_value('#link-text').partition('#')[2]}")
    app.until("minemind.view === 'analyse' && !minemind.busy")
    assert app.text.startswith("9 9 10\n.........")


def test_a_broken_link_says_so_and_leaves_the_page_usable(app: App) -> None:
    app.visit("#position=zAAAA")
    app.until("document.querySelector('#toast').textContent.includes('cannot be opened: it is damaged')")
    app.first_click(0, 0)


def test_history_survives_a_reload(keeper: App) -> None:
    keeper.page.fill("#entry-name", "My <b>corner</b>")
    keeper.press("Tab")
    keeper.page.reload()
    keeper.page.wait_for_selector("html[data-ready]")
    keeper.view("history")
    assert names(keeper) == ["My <b>corner</b>"]
    keeper.shows(POSITION)
    keeper.page.wait_for_selector("#entries canvas")


def test_kept_positions_are_removed_and_brought_back(keeper: App) -> None:
    keeper.page.click("#entries [aria-label^=Remove]")
    keeper.until("!document.querySelector('#entries li')")
    keeper.page.focus("#history-board .viewport")
    keeper.press("u")
    keeper.shows(POSITION)
    assert len(names(keeper)) == 1


def test_history_is_exported_and_imported_elsewhere(keeper: App, browser: Browser, tmp_path: Path) -> None:
    with keeper.page.expect_download() as coming:
        keeper.page.click("#history-export")
    path = tmp_path / coming.value.suggested_filename
    coming.value.save_as(path)
    assert re.fullmatch(rf"minemind_history_{STAMP}\.json", path.name)
    with opened(browser, keeper.address) as other:
        other.visit("#history")
        with other.page.expect_file_chooser() as chooser:
            other.page.click("#history-import")
        chooser.value.set_files(path)
        other.shows(POSITION)
        assert names(other) == names(keeper)


def test_a_solution_shows_what_is_safe_mined_and_open(app: App) -> None:
    app.view("history")
    app.drop("solution_20261115_120000.txt", SOLUTION)
    app.until("minemind.look(2, 0) === 'safe'")
    assert app.look(2, 2) == "danger"
    assert app.look(0, 3) == "unknown"
    assert app.look(0, 2) == "number 1"
    assert app.page.inner_text("#entry-kind") == "solution"
    assert names(app) == ["solution_20261115_120000.txt"]


def test_a_solution_in_which_nothing_is_certain_is_shown_as_one(app: App) -> None:
    app.view("history")
    app.drop("solution_20261115_120000.txt", "#1#\n###")
    app.until("minemind.look(0, 0) === 'unknown'")
    assert app.page.inner_text("#entry-kind") == "solution"


def test_every_symbol_has_a_look_of_its_own(app: App) -> None:
    app.view("history")
    app.drop("solution.txt", "1 12 ?\n.?#ox!0123_H")
    app.until("minemind.look(0, 2) === 'unknown'")
    symbols = {".": 0, "?": 1, "#": 2, "o": 3, "x": 4, "!": 5, "0": 6, "1": 7, "2": 8, "3": 9}
    assert app.look(0, 11) == app.look(0, 0)
    painted = {symbol: pixels(app, 0, col) for symbol, col in symbols.items()}
    app.drop("layout.txt", "1 12 1\n...*........")
    app.until("minemind.look(0, 3) === 'mine 1'")
    painted |= {"free": pixels(app, 0, 0), "*": pixels(app, 0, 3)}
    assert len(set(painted.values())) == len(painted)


def pixels(app: App, row: int, col: int) -> str:
    """A hash of the pixels inside a cell."""
    app.page.evaluate("() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")
    x, y = app.point(row, col)
    half = app.read("zoom") / 2 - 1
    inside = {"x": round(x - half), "y": round(y - half), "width": round(2 * half), "height": round(2 * half)}
    return hashlib.sha256(app.page.screenshot(clip=inside)).hexdigest()  # type: ignore[arg-type]


def test_configurations_are_stepped_through(app: App) -> None:
    app.view("history")
    app.paste(CONFIGURATIONS)
    app.until("document.querySelector('#frame-count').textContent === '1 / 2'")
    assert (app.look(0, 3), app.look(1, 3)) == ("danger", "safe")
    app.page.click("#frame-on")
    assert (app.look(0, 3), app.look(1, 3)) == ("safe", "danger")
    app.page.focus("#history-board .viewport")
    app.press("ArrowLeft")
    assert app.look(0, 3) == "danger"


def test_a_finished_game_is_kept_and_stepped_through_turn_by_turn(app: App) -> None:
    app.first_click(4, 4)
    opening = app.text
    app.click(*app.mines[0])
    app.until("minemind.state === 'lost'")
    app.view("history")
    assert names(app)[0].startswith("Lost")
    app.page.click("#entries .pick")
    app.until("document.querySelector('#frame-count').textContent === '3 / 3'")
    app.page.fill("#frame", "1")
    app.shows(opening)
    app.page.click("#frame-back")
    assert "." * 9 in app.text
    app.page.click("#entry-play")
    app.until("minemind.view === 'play'")
    assert app.read("state") == "lost"


def test_the_timeline_leads_through_all_that_is_kept(keeper: App) -> None:
    keeper.paste("2 2 1\n1.\n..")
    keeper.shows("2 2 1\n1.\n..")
    keeper.page.click("#entry-back")
    keeper.shows(POSITION)
    keeper.page.fill("#entry", "1")
    keeper.shows("2 2 1\n1.\n..")


def test_a_full_store_is_told_and_costs_nothing_else(app: App) -> None:
    app.page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); } }"
    )
    app.view("analyse")
    app.press("k")
    app.until("document.querySelector('#toast').textContent.includes('storage is full')")
    app.load(POSITION)
    assert app.text == POSITION


def test_without_a_store_that_is_said_once_a_visit(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as app:
        app.page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
        )
        app.visit()
        for said in ("This browser does not let this page store anything.", ""):
            app.first_click(4, 4)
            app.click(*app.mines[0])
            app.until("minemind.state === 'lost'")
            app.page.wait_for_selector("#review-game:visible")
            assert app.page.inner_text("#toast") == said
            app.page.evaluate("() => { toast.textContent = ''; }")
            app.press("n")


def test_a_game_is_kept_as_soon_as_there_is_room_for_it_again(app: App) -> None:
    lose = "() => { Storage.prototype.setItem = function () { throw new DOMException('', 'QuotaExceededError'); }; }"
    app.page.evaluate("() => { window.setItem = Storage.prototype.setItem; }")
    app.page.evaluate(lose)
    for kept in (0, 1):
        app.first_click(4, 4)
        app.click(*app.mines[0])
        app.until("minemind.state === 'lost'")
        app.page.wait_for_selector("#review-game:visible")
        app.view("history")
        assert app.page.locator("#entries li .pick").count() == kept
        app.view("play")
        app.page.evaluate("() => { Storage.prototype.setItem = window.setItem; }")
        app.press("n")


def test_a_history_without_positions_says_so_once(app: App) -> None:
    app.view("history")
    assert app.page.is_disabled("#history-export")
    assert app.page.input_value("#entry-name") == ""
    assert not app.page.is_visible("#history-board")
    app.drop("position.txt", POSITION)
    app.view("history")
    app.page.wait_for_selector("#history-board .viewport:visible")
    assert app.page.is_enabled("#history-export")


def test_the_position_is_downloaded_as_the_pipeline_looks_for_it(app: App, tmp_path: Path) -> None:
    app.view("analyse")
    app.load(POSITION)
    path = app.download("text", tmp_path)
    assert re.fullmatch(rf"board_{STAMP}\.txt", path.name)
    assert path.read_text() == POSITION + "\n"
    command = [sys.executable, "-m", "minemind", "pipeline", "--latest"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert list(tmp_path.glob("solution_*.txt"))


def test_game_layout_and_pictures_are_downloaded(app: App, tmp_path: Path) -> None:
    app.page.click("[data-download]:visible")
    assert app.page.is_disabled("[data-as=layout]")
    app.page.click("#download-dialog [data-close]")
    app.first_click(4, 4)
    app.click(*app.mines[0], "right")
    game = mm.load(app.download("game", tmp_path))
    assert str(game.board) == app.text
    assert len(game.history) == 2
    layout = mm.Layout.parse(app.download("layout", tmp_path).read_text())
    assert layout == game.layout
    assert app.download("svg", tmp_path).read_text() == game.board._repr_svg_()
    assert app.download("png", tmp_path).read_bytes().startswith(b"\x89PNG")


def test_a_saved_game_and_a_layout_are_played_on(app: App, tmp_path: Path) -> None:
    game = mm.Game.preset("beginner", seed=11)
    game.open(4, 4)
    mm.save(game, tmp_path / "game.json")
    app.drop("game.json", (tmp_path / "game.json").read_text())
    app.shows(str(game.board))
    assert app.read("turns") == 1
    app.drop("layout.txt", "2 3 1\n*..\n...")
    app.until("minemind.turns === 0")
    app.click(0, 2)
    app.shows("2 3 1\n.10\n.10")


def test_a_lost_game_that_is_loaded_says_how_it_goes_on(app: App, tmp_path: Path) -> None:
    game = mm.Game.preset("beginner", seed=11)
    game.open(4, 4)
    assert game.layout is not None
    game.open(*next(cell for cell in game.grid if game.layout.counts[cell]))
    mm.save(game, tmp_path / "game.json")
    app.drop("game.json", (tmp_path / "game.json").read_text())
    app.until("minemind.state === 'lost'")
    assert app.message() == "Lost\nAfter 2 turns. Undo to continue; the face starts a new game."


def test_a_layout_whose_first_click_is_safe_is_played_on_as_in_python(app: App, tmp_path: Path) -> None:
    layout = mm.Layout.parse("4 4 3\n**..\n*...\n....\n....")
    game = mm.Game.from_layout(layout, seed=7, first_click="opening")
    mm.save(game, tmp_path / "game.json")
    app.drop("game.json", (tmp_path / "game.json").read_text())
    app.until("document.querySelector('#play-message').textContent.includes('Game loaded')")
    app.first_click(0, 0)
    game.open(0, 0)
    app.shows(str(game.board))
    app.press("u")
    app.until("minemind.turns === 0")
    taken_back = mm.load(app.download("game", tmp_path))
    assert (taken_back.given, taken_back.seed, taken_back.first_click) == (layout, 7, game.first_click)
    assert taken_back.undone == game.history
    app.drop("again.json", json.dumps(saved.to_json(taken_back)))
    app.until("document.querySelector('#play-message').textContent.includes('After 0 turns')")
    app.press("r")
    app.shows(str(game.board))


@pytest.mark.parametrize("dealing", [{}, {"no_guess": True, "way": "repaired", "budget": 9000, "grade": (1, 3)}])
def test_a_saved_game_that_has_not_begun_is_dealt_as_in_python_holes_and_all(
    app: App, tmp_path: Path, dealing: dict[str, Any]
) -> None:
    grid = mm.Grid(9, 9, holes=[(0, 0), (2, 2), (2, 3), (8, 8)])
    game = mm.Game(grid=grid, mines=10, seed=7, **dealing)
    mm.save(game, tmp_path / "game.json")
    app.drop("game.json", (tmp_path / "game.json").read_text())
    app.until("document.querySelector('#play-message').textContent.includes('Game loaded')")
    app.first_click(4, 4)
    game.open(4, 4)
    app.shows(str(game.board))
    begun = mm.load(app.download("game", tmp_path))
    assert (begun.layout, begun.dealer, begun.board) == (game.layout, game.dealer, game.board)
    app.press("n")
    app.until("minemind.turns === 0")
    app.first_click(4, 5)
    another = mm.load(app.download("game", tmp_path))
    assert (another.grid, another.dealer, another.seed != game.seed) == (grid, game.dealer, True)


def test_a_game_that_began_with_open_numbers_is_refused(app: App, tmp_path: Path) -> None:
    layout = mm.Layout.parse("1 3 1\n*1.", reveal_numbers=True)
    mm.save(mm.Game.from_layout(layout), tmp_path / "game.json")
    before = app.text
    app.drop("game.json", (tmp_path / "game.json").read_text())
    app.until("document.querySelector('#toast').textContent.includes('starts with open numbers')")
    assert app.text == before


def test_what_others_wrote_is_text_and_nothing_else(app: App) -> None:
    bad = '<img src=x onerror="document.title=1">'
    entry = {"id": "1", "time": "2026-11-15T12:00:00Z", "kind": "position", "name": bad, "text": POSITION}
    app.view("history")
    app.drop("history.json", json.dumps({"minemind": 1, "kind": "history", "entries": [entry]}))
    app.shows(POSITION)
    assert names(app) == [bad]
    assert app.page.locator("#entries img").count() == 0
