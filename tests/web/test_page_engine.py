"""The engine in the page: it needs no server once the page is loaded, and the page survives its failures."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

import minemind as mm
from tests.web.browser import App, Server, opened
from tests.web.engine import answer_of_python, is_cut_off, random_position
from tests.web.tracing import tracing

# The milliseconds that a task may take on 100x100, and a factor for machines with other work, which share caches.
LARGE, ROOM = 50, 3


def test_the_page_never_asks_the_server(browser: Browser, server: Server) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    with opened(browser, server.address) as app:
        app.page.route("**/api/**", refuse)
        app.visit().open_drawer()
        app.first_click(4, 4)
        app.page.click("#hint")
        app.until("minemind.overlay.target.length === 1")
        app.page.click("#analyse-game")
        app.until("minemind.view === 'analyse' && !minemind.busy")
        app.load("3 3 2\n...\n.2.\n...")
        app.page.click("#edit-guess")
        app.page.wait_for_selector("#edit-guesses table")
    assert asked == []


def test_the_page_goes_on_when_the_server_is_gone(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as app:
        app.visit().whole().open_drawer()
        app.first_click(4, 4)
        app.context.set_offline(True)
        app.press("h")
        app.until("minemind.overlay.target.length === 1")
        app.custom(16, 16, 40, seed=3)
        app.first_click(8, 8)
        assert app.text == str(opened_in_python(16, 16, 40, 3, (8, 8)))


def opened_in_python(rows: int, cols: int, mines: int, seed: int, first: tuple[int, int]) -> mm.Board:
    game = mm.Game(rows, cols, mines, seed=seed)
    game.open(*first)
    return game.board


def test_the_worker_says_what_python_says(app: App) -> None:
    """A sample of what the tests in Node compare in thousands."""
    for seed in range(40):
        position = {**random_position(random.Random(seed)), "lang": "en"}
        for name, more in (("analyse", {"frontier": True}), ("hint", {"all": True}), ("guesses", {"games": 10})):
            found = ask(app, name, {**position, **more})
            assert found == answer_of_python(name, **position, **more), (name, position)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_thousand_positions_have_the_same_answers_in_chromium(app: App) -> None:
    """Analyses and hints with their proofs, with probabilities equal to the bit."""
    cut_off = 0
    for seed in range(1_000, 11_000):
        position = {**random_position(random.Random(seed)), "lang": "en"}
        for name, more in (("analyse", {"frontier": True}), ("hint", {"all": True})):
            found, expected = ask(app, name, {**position, **more}), answer_of_python(name, **position, **more)
            cut_off += is_cut_off(found, expected)
            assert is_cut_off(found, expected) or found == expected, (name, position)
    assert cut_off < 20


def ask(app: App, name: str, body: dict[str, object]) -> dict[str, Any]:
    """Ask one of the page's own workers a question, while the page itself asks none."""
    found: dict[str, Any] = app.page.evaluate(
        """([name, body]) => new Promise((resolve) => {
          const id = `${name} ${performance.now()}`;
          const [worker] = workers.all;
          worker.addEventListener('message', ({ data: { id: of, answer, error } }) => {
            if (of === id && (answer || error)) resolve(answer ? { answer } : { error });
          });
          worker.postMessage({ id, name, body });
        })""",
        [name, body],
    )
    return found


def test_a_question_before_the_engine_is_there_waits_visibly(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as app:
        held: list[Route] = []
        app.page.route("**/*.wasm", lambda route: held.append(route))
        app.visit()
        app.click(4, 4)
        app.page.wait_for_selector("#loading", state="visible")
        assert "loading" in app.page.inner_text("#loading")
        for route in held:
            route.continue_()
        app.until("minemind.turns === 1")
        assert app.page.is_hidden("#loading")


def test_a_newer_question_ends_what_is_still_being_answered(app: App) -> None:
    app.first_click(4, 4)
    app.until("workers.all.length === 3 && !minemind.busy")
    app.change("hint", "((kept) => (told) => kept++ ? told : null)(0)")  # as if the first answer took for ever
    app.page.click("#hint")
    app.until("minemind.busy")
    app.page.click("#hint")
    app.until("minemind.overlay.target.length === 1 && workers.all.length === 4")


def test_a_worker_that_hangs_or_dies_is_replaced_and_the_page_says_so(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as app:
        hurried = "const { setTimeout } = window; window.setTimeout = (work, ms) => setTimeout(work, ms / 10);"
        app.page.add_init_script(hurried)
        app.visit()
        app.first_click(4, 4)
        app.change("hint", "() => null")
        app.page.click("#hint")
        app.until("document.querySelector('#play-message').textContent.includes('did not answer and was restarted')")
        app.page.click("#hint")
        app.until("minemind.busy")
        app.page.evaluate("() => workers.all.forEach((each) => each.dispatchEvent(new ErrorEvent('error')))")
        app.until("document.querySelector('#play-message').textContent.includes('stopped and was restarted')")
        app.page.evaluate("() => { workers.changes = {}; }")
        app.page.click("#hint")
        app.until("minemind.overlay.target.length === 1")


@pytest.mark.parametrize("part", ["later", "rest"])
def test_a_part_that_does_not_come_is_said_and_asked_for_again(browser: Browser, server: Server, part: str) -> None:
    """Part "later" is of the engine, and reads pasted texts; part "rest" is of the page."""
    with opened(browser, server.address) as app:
        app.page.route(f"**/{part}.*.js", lambda route: route.abort())
        app.visit()
        app.first_click(4, 4)
        app.view("analyse")
        if part == "later":
            app.paste("3 3 2\n...\n.2.\n...")
        app.until("document.body.textContent.includes('could not be loaded')")
        assert app.read("view") == ("analyse" if part == "later" else "play")
        app.page.unroute_all()
        if part == "later":
            app.page.click("#paste-dialog [type=submit]")
        else:
            app.view("analyse")
        app.until("minemind.view === 'analyse' && !document.querySelector('dialog[open]')")


def test_nothing_blocks_the_page_for_long_on_100_by_100(browser: Browser, app: App) -> None:
    """`python -m benchmarks.page` measures the same in more detail."""
    with tracing(browser, app.page) as trace:
        trace.begin("play")
        app.custom(100, 100, 1500, seed=3)
        app.page.click("#play [aria-label=Fit]")
        app.first_click(8, 8)
        app.page.click("#show-heat")
        app.until("!minemind.busy")
        app.page.click("#hint")
        app.until("minemind.overlay.target.length === 1")
    (played,) = trace.phases
    assert 0 < max(played.main) < ROOM * LARGE
    assert len(played.worker) >= 3


def test_no_task_of_a_coached_expert_game_takes_long(browser: Browser, app: App) -> None:
    """Users notice tasks of more than 50 ms. Times are CPU times, so that other work on the machine does not count."""
    app.visit("#play?rows=16&cols=30&mines=99&seed=7&start=8,4")
    app.until("minemind.turns === 1")

    with tracing(browser, app.page) as trace:
        trace.begin("play")
        app.press("v", "m")
        for _ in range(5):
            app.until("!minemind.busy && minemind.overlay.safe.length")
            app.click(*app.read("overlay.safe")[0])
            app.hover(3, 28)
        app.press("h")
        app.until("minemind.overlay.target.length")
    assert 0 < max(trace.phases[0].main) < 50


def test_a_click_on_a_board_of_100_by_100_is_drawn_within_a_frame(browser: Browser, app: App) -> None:
    app.visit("#play?rows=100&cols=100&mines=1500&seed=3&start=50,50")
    app.until("minemind.turns === 1")
    app.page.click("#play [aria-label=Fit]")
    mines = set(app.mines)
    cells = [(row, row) for row in range(0, 100, 9) if (row, row) not in mines and app.look(row, row) == "hidden"]

    with tracing(browser, app.page) as trace:
        trace.begin("play")
        for row, col in cells[:5]:
            app.click(row, col)
            app.until(f"minemind.look({row}, {col}).startsWith('number')")
    assert 0 < max(trace.phases[0].frames) < 16
