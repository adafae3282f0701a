"""Playing in a browser: by mouse, keyboard and touch, with undo and with help."""

from __future__ import annotations

import json
from datetime import datetime

import pytest
from playwright.sync_api import Browser

import minemind as mm
from minemind.formats import saved
from tests.web.browser import App, Server, opened

# Beginner, opened at (4, 4): won in nine clicks that are all certain.
SEED = 11
START = (4, 4)


def dealt(seed: int = SEED) -> mm.Game:
    game = mm.Game.preset("beginner", seed=seed)
    game.open(*START)
    return game


def clicks(game: mm.Game) -> list[tuple[int, int]]:
    """Play the game to the end, and return the cells that win it when opened one by one."""
    assert game.layout is not None
    found = []
    for cell in game.grid:
        if game.state is mm.State.PLAYING and game.board.hidden[cell] and not game.layout.counts[cell]:
            game.open(*cell)
            found.append((cell.row, cell.col))
    return found


def mines(game: mm.Game) -> list[tuple[int, int]]:
    assert game.layout is not None
    return [(cell.row, cell.col) for cell in game.grid if game.layout.counts[cell]]


def start(app: App, seed: int = SEED) -> mm.Game:
    """The seeded game, after its first click, in the page and in Python."""
    app.custom(9, 9, 10, seed=seed)
    app.first_click(*START)
    return dealt(seed)


def test_the_first_visit_shows_a_game_that_is_ready_to_play(app: App) -> None:
    assert app.text == "9 9 10\n" + "\n".join(["." * 9] * 9)
    assert app.page.locator("dialog[open]").count() == 0
    app.first_click(0, 0)
    assert app.look(0, 0) == "number 0"


def test_a_seeded_game_is_won_by_mouse(app: App) -> None:
    game = start(app)
    assert app.mines == mines(game), "the page and Python deal different games for the same seed"
    assert app.text == str(game.board)
    for cell in clicks(game):
        app.click(*cell)
    app.until("minemind.state === 'won'")
    assert "Won in" in app.message()
    assert app.look(*mines(game)[0]) == "flag 1"


def test_the_same_game_is_won_by_keyboard_alone(app: App) -> None:
    app.tab_to("#custom")
    app.press("Enter")
    app.tab_to("#setup-more summary")
    app.press("Enter")
    app.tab_to("[name=seed]")
    app.page.keyboard.type(str(SEED))
    app.press("Enter")
    app.tab_to(".viewport")
    app.press(*["ArrowDown"] * START[0], *["ArrowRight"] * START[1], "Space")
    app.until("minemind.turns === 1")
    row, col = START
    game = dealt()
    assert app.text == str(game.board)
    for to_row, to_col in clicks(game):
        app.press(*["ArrowDown" if to_row > row else "ArrowUp"] * abs(to_row - row))
        app.press(*["ArrowRight" if to_col > col else "ArrowLeft"] * abs(to_col - col))
        row, col = to_row, to_col
        assert app.read("focus") == [row, col]
        app.press("Space")
    app.until("minemind.state === 'won'")


def test_the_same_game_is_won_by_touch(phone: App) -> None:
    phone.custom(9, 9, 10, seed=SEED)
    phone.tap(*START)
    phone.until("minemind.turns === 1")
    for cell in clicks(dealt()):
        phone.tap(*cell)
    phone.until("minemind.state === 'won'")


def test_a_long_press_flags_and_flag_mode_swaps_the_two(phone: App) -> None:
    touches = phone.context.new_cdp_session(phone.page)

    def long_press(row: int, col: int) -> None:
        x, y = phone.point(row, col)
        touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})

    def lift() -> None:
        touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    long_press(2, 3)
    phone.until("minemind.look(2, 3) === 'flag 1'")
    lift()
    phone.page.tap("#flag-mode")
    phone.tap(5, 5)
    phone.until("minemind.look(5, 5) === 'flag 1'")
    assert phone.read("turns") == 2
    long_press(7, 7)
    phone.until("minemind.look(7, 7).startsWith('number')")
    lift()
    assert phone.look(2, 3) == "flag 1"


def test_a_chord_opens_around_a_number_whose_flags_match(app: App) -> None:
    game = start(app)
    number = next(cell for cell in game.grid if _is_ripe(game, cell))
    flags = [cell for cell in game.grid.neighbours(*number) if game.layout and game.layout.counts[cell]]
    for cell in flags:
        app.click(*cell, "right")
        game.flag(*cell)
    assert app.page.inner_text("#mines-left") == str(game.mines_left)
    before = app.text
    game.chord(*number)
    for how in ("left", "middle", "both", "key"):
        _chord(app, number, how)
        app.shows(str(game.board))
        assert app.read("turns") == len(flags) + 2, how
        app.press("u")
        app.shows(before)


def _chord(app: App, number: mm.Cell, how: str) -> None:
    mouse = app.page.mouse
    if how == "left":
        app.click(*number)
    elif how == "middle":
        app.click(*number, "middle")
    elif how == "both":
        mouse.move(*app.point(*number))
        mouse.down(button="left")
        mouse.down(button="right")
        mouse.up(button="right")
        mouse.up(button="left")
    else:
        app.click(*number, "right")  # does not flag a number, but moves the keyboard focus there
        app.press("c")


def test_a_middle_click_pastes_nothing(app: App) -> None:
    app.page.evaluate("() => addEventListener('paste', () => (document.body.dataset.pasted = 'yes'), true)")
    app.first_click(4, 4)
    app.click(4, 4, "middle")
    app.click(*app.mines[0], "right")
    app.until("minemind.turns === 2")
    assert app.page.get_attribute("body", "data-pasted") is None


def _is_ripe(game: mm.Game, cell: mm.Cell) -> bool:
    """Whether a chord on this cell opens something, once its mines are flagged."""
    assert game.layout is not None
    around = [game.layout.counts[other] for other in game.grid.neighbours(*cell) if game.board.hidden[other]]
    return bool(game.board.opened[cell]) and 0 < sum(around) < len(around)


def test_opening_a_mine_loses_and_undo_takes_it_back(app: App) -> None:
    game = start(app)
    before = app.text
    mine = mines(game)[0]
    app.click(*mine)
    app.until("minemind.state === 'lost'")
    assert app.message().startswith("Lost")
    assert app.look(*mine) == "boom 1"
    assert app.look(*mines(game)[1]) == "mine 1"
    app.press("u")
    app.until("minemind.state === 'playing'")
    assert app.text == before
    app.press("r")
    app.until("minemind.state === 'lost'")


def test_undo_goes_back_to_the_untouched_board_and_redo_forward_again(app: App) -> None:
    game = start(app)
    after = app.text
    app.click(*mines(game)[0], "right")
    app.page.click("#undo")
    app.page.click("#undo")
    assert app.text == "9 9 10\n" + "\n".join(["." * 9] * 9)
    assert app.page.is_disabled("#undo")
    app.page.click("#redo")
    assert app.text == after


def test_the_same_game_again_has_the_same_mines(app: App) -> None:
    app.first_click(3, 5)
    found, text, seed = app.mines, app.text, app.read("seed")
    app.click(*found[0])
    app.until("minemind.state === 'lost'")
    app.page.click("#again")
    app.until("minemind.turns === 1")
    assert (app.mines, app.text, app.read("seed")) == (found, text, seed)
    app.page.click("#new-game")
    assert app.read("turns") == 0
    assert app.read("seed") is None


def test_the_clock_starts_with_the_first_click_and_stops_at_the_end(browser: Browser, server: Server) -> None:
    with opened(browser, server.address) as app:
        # From here on the clock runs only on request, however busy the machine is.
        app.page.clock.install(time=datetime(2026, 1, 1))
        app.visit()
        app.page.clock.pause_at(datetime(2026, 1, 2))
        app.page.clock.run_for(5_000)
        assert app.page.inner_text("#timer") == "0"
        app.click(*START)
        app.page.wait_for_selector("#undo:enabled")
        app.page.clock.run_for(3_500)
        assert app.page.inner_text("#timer") == "3"
        app.click(*app.mines[0])
        app.page.clock.run_for(60_000)
        assert app.page.inner_text("#timer") == "3"
        first, last = app.page.evaluate("JSON.parse(localStorage.getItem('minemind.game')).game.times")
        assert (first, last) == (0, pytest.approx(3.5, abs=0.1))


def test_the_clock_runs_on_after_a_reload(app: App) -> None:
    start(app)
    app.until("Number(document.querySelector('#timer').textContent) >= 1")
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.until("Number(document.querySelector('#timer').textContent) >= 2")


def test_a_game_that_is_over_says_so_after_a_reload(app: App) -> None:
    start(app)
    app.click(*app.mines[0])
    app.until("minemind.state === 'lost'")
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    assert app.message().startswith("Lost\nMine at (")


def test_a_game_that_is_left_for_a_new_one_can_be_gone_back_to(app: App) -> None:
    game = start(app)
    toast = app.page.locator("#toast.shown button")
    app.press("n")
    app.until("minemind.turns === 0")
    assert not toast.is_visible()  # a game of a single click is not worth going back to
    start(app)
    for cell in clicks(game)[:2]:
        app.click(*cell)
    app.until("minemind.turns === 3")
    text, address = app.text, app.page.evaluate("location.hash")
    app.press("n")
    app.until("minemind.turns === 0")
    app.view("analyse")
    toast.click()
    app.until("minemind.view === 'play'")
    app.shows(text)
    assert app.read("turns") == 3
    assert app.page.locator("#toast button").count() == 0
    # A game that is loaded takes the place of another one, too.
    app.drop("game.json", json.dumps(saved.to_json(mm.Game.preset("beginner", seed=3))))
    app.until("minemind.turns === 0")
    # Back has led to the game before the offer is accepted, which then changes nothing more.
    app.page.evaluate("address => location.hash = address", address)
    app.shows(text)
    app.press("u")
    app.until("minemind.turns === 2")
    toast.click()
    assert app.read("turns") == 2


def test_a_game_goes_on_after_a_reload(app: App) -> None:
    start(app)
    text = app.text
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    assert app.text == text
    app.press("u")
    assert app.read("turns") == 0
    # The undone turn can still be redone, although the mines are no longer dealt.
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    assert app.read("turns") == 0
    app.press("r")
    app.shows(text)


def test_a_hint_lights_exactly_the_numbers_of_its_proof(app: App) -> None:
    game = start(app)
    app.page.click("#hint")
    app.until("minemind.overlay.target.length === 1")
    move = mm.hint(game.board)
    assert move is not None
    proof = move.reason
    assert isinstance(proof, mm.Proof)
    overlay = app.read("overlay")
    assert overlay["target"] == [list(move.cell)]
    assert overlay["lit"] == sorted(list(cell) for cell in proof.numbers)
    assert proof.sentence[1:] in app.message()


def test_one_step_does_one_certain_thing(app: App) -> None:
    game = start(app)
    move = mm.hint(game.board)
    assert move is not None
    game.take(mm.game.Turn(move.cell, move.action, move.mines))
    app.page.click("#step")
    app.shows(str(game.board))
    assert app.read("turns") == 2


def test_certain_cells_and_the_heatmap_are_what_the_analysis_says(app: App) -> None:
    game = start(app)
    analysis = mm.analyse(game.board)
    app.page.click("#show-certain")
    app.until("minemind.overlay.safe.length > 0")
    assert app.read("overlay.safe") == sorted(map(list, analysis.safe))
    assert app.read("overlay.mines") == sorted(map(list, analysis.mines))
    app.page.click("#show-heat")
    app.until("minemind.overlay.risk.flat().some((rng) => rng !== null)")
    for row, col in game.grid:
        shown = app.read("overlay.risk")[row][col] if (row, col) in ((0, 0), (8, 8), START) else None
        if shown is not None:
            assert shown == pytest.approx(analysis.probability[row, col], abs=1e-12)


def test_autoplay_stops_at_a_guess(app: App) -> None:
    app.custom(16, 16, 45, seed=4)
    app.first_click(8, 8)
    app.page.fill("#speed", "6")
    app.page.click("#auto")
    app.until("document.querySelector('#auto').ariaPressed === 'false'")
    assert app.read("state") == "playing"
    assert "A guess is needed" in app.message()
    board = mm.Board.parse(app.text)
    analysis = mm.analyse(board)
    assert not analysis.safe
    assert all(board.flags[cell] for cell in analysis.mines)


def test_autoplay_goes_on_to_the_end_if_asked_to(app: App) -> None:
    app.page.fill("#speed", "6")
    app.page.select_option("#auto-until", "end")
    app.press("a")
    app.until("minemind.state !== 'playing'")
    assert "Won" in app.message() or "Lost" in app.message()


def test_the_best_guess_comes_with_its_table(app: App) -> None:
    app.custom(16, 16, 45, seed=4)
    app.first_click(8, 8)
    app.page.fill("#speed", "6")
    app.page.click("#auto")
    app.until("document.querySelector('#auto').ariaPressed === 'false'")
    app.page.click("#drawer")
    app.page.click("#guess")  # opens the drawer, which holds the table
    app.page.wait_for_selector("#guesses table")
    best = mm.guesses(mm.Board.parse(app.text), games=100)[0]
    assert app.read("overlay.target") == [list(best.cell)]
    recommended = app.page.locator("#guesses tr[aria-current]")
    assert recommended.count() == 1
    assert f"({best.cell.row}, {best.cell.col})" in recommended.inner_text()
    row = app.page.inner_text("#guesses tbody tr:first-child")
    assert f"({best.cell.row}, {best.cell.col})" in row
    assert mm.words.spoken().figures.odds(best.risk, 1) in row


@pytest.mark.parametrize("topology", ["torus", "hex"])
def test_other_shapes_are_played_by_their_own_neighbours(app: App, topology: str) -> None:
    app.custom(7, 6, 5, topology=topology, seed=3)
    game = mm.Game(mines=5, seed=3, grid=mm.Grid(7, 6, topology))
    app.first_click(0, 0)
    game.open(0, 0)
    assert app.text == str(game.board)
    for cell in clicks(game):
        app.click(*cell)
    app.until("minemind.state === 'won'")


def test_several_mines_per_cell_are_flagged_by_number(app: App) -> None:
    app.custom(6, 6, 9, perCell=3, seed=2, firstClick="safe")
    app.first_click(2, 2)
    game = mm.Game(6, 6, 9, seed=2, first_click="safe", max_per_cell=3)
    game.open(2, 2)
    assert app.text == str(game.board)
    hidden = next(cell for cell in game.grid if game.board.hidden[cell])
    for expected in ("flag 1", "flag 2", "flag 3", "hidden"):
        app.click(*hidden, "right")
        assert app.look(*hidden) == expected
