"""Modes of play: boards without guesses, daily boards, challenges, practice, rules about guesses, the champion."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

import minemind as mm
from tests.web.browser import App, Server, opened

NOW = "2026-11-17T21:30:00Z"
SEED, START = 11, (4, 4)  # Beginner: won without a guess


def begin(app: App, mode: str, **fields: object) -> None:
    """Start a game in the dialog, with fields by their names, and the size by its button."""
    app.open_setup()
    app.page.check(f"#setup-dialog [name=mode][value={mode}]")
    if "size" in fields:
        app.page.click(f"#setup-dialog [data-size={fields.pop('size')}]")
    for name, value in fields.items():
        field = app.page.locator(f"#setup-dialog [name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    app.page.click("#setup-dialog [type=submit]")
    app.until("!document.querySelector('dialog[open]')")


def mines_of(game: mm.Game) -> list[tuple[int, int]]:
    assert game.layout is not None
    return [(cell.row, cell.col) for cell in game.grid if game.layout.counts[cell]]


def safe_cells(app: App) -> list[tuple[int, int]]:
    """Cells to open one by one until the game is won."""
    rows, cols = (int(word) for word in app.text.split()[:2])
    mines = set(app.mines)
    return [(row, col) for row in range(rows) for col in range(cols) if (row, col) not in mines]


def win(app: App) -> None:
    for cell in safe_cells(app):
        if app.read("state") == "playing" and app.look(*cell) == "hidden":
            app.click(*cell)
            app.until(f"minemind.look({cell[0]}, {cell[1]}).startsWith('number')")
    app.until("minemind.state === 'won'")


def mode(app: App) -> str:
    return app.page.inner_text("#custom")


def on_a_day(app: App, now: str = NOW) -> App:
    app.page.clock.set_fixed_time(now)
    return app.visit().open_drawer()


# ---- boards without guesses


@pytest.mark.parametrize("grade", [1, 3])
def test_a_board_without_guesses_of_a_grade_is_the_one_of_python(app: App, grade: int) -> None:
    begin(app, "no-guess", size="beginner", guesses="uniform", grade=grade, seed=5)
    app.first_click(2, 3)
    game = mm.Game("beginner", seed=5, no_guess=True, grade=grade)
    game.open(2, 3)
    assert app.text == str(game.board)
    assert app.mines == mines_of(game)
    assert mm.no_guess.grade(game).grade == grade
    assert mode(app) == f"No guess, grade {grade}"
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    assert mode(app) == f"No guess, grade {grade}"
    app.press("n")
    app.until("minemind.turns === 0")
    assert mode(app) == f"No guess, grade {grade}"


def test_a_board_that_cannot_be_dealt_is_refused_in_a_sentence(app: App) -> None:
    begin(app, "no-guess", rows=3, cols=3, mines=7, guesses="uniform", seed=1)
    app.click(0, 0)
    app.until("document.querySelector('#play-message').textContent.includes('No board without guesses')")
    assert "Use fewer mines, or set “Guesses” to “never (many mines)”." in app.message()
    begin(app, "no-guess", rows=3, cols=3, mines=7, guesses="uniform", grade=1, seed=1)
    app.click(0, 0)
    app.until("document.querySelector('#play-message').textContent.includes('No board of this grade')")
    assert "Choose another grade, or use fewer mines." in app.message()
    assert app.read("turns") == 0


def test_dealing_shows_how_far_it_is_and_can_be_cancelled(app: App) -> None:
    begin(app, "no-guess", rows=16, cols=30, mines=170, guesses="uniform", seed=1)
    app.click(7, 14)
    app.page.wait_for_selector("#cancel-work")
    app.until("document.querySelector('.update progress').value > 0")
    app.page.click("#cancel-work")
    app.until("!minemind.busy")
    assert "Cancelled" in app.message()
    assert app.page.locator("#cancel-work").count() == 0
    app.page.click("[data-preset=beginner]")
    app.first_click(4, 4)


# ---- daily boards


@pytest.mark.parametrize(("size", "digit", "start"), [("beginner", 1, (4, 4)), ("expert", 3, (7, 14))])
def test_the_daily_board_is_the_same_for_everybody_and_in_python(
    browser: Browser, server: Server, size: str, digit: int, start: tuple[int, int]
) -> None:
    for no_guess in (False, True):
        game = mm.Game(size, seed=int(f"20261117{digit + 3 * no_guess}"), no_guess=no_guess)
        game.open(*start)
        with opened(browser, server.address) as app:
            on_a_day(app)
            begin(app, "daily", size=size, daily="uniform" if no_guess else "may")
            app.shows(str(game.board))
            assert app.mines == mines_of(game)
            assert mode(app).startswith("Daily 2026-11-17")


def test_a_daily_result_is_kept_and_shared_and_days_in_a_row_are_counted(own_app: App) -> None:
    app = own_app
    on_a_day(app, "2026-11-16T12:00:00Z")
    begin(app, "daily", size="beginner", daily="uniform")
    app.until("minemind.turns === 1")
    win(app)
    assert "Streak: 1 day." in app.message()
    on_a_day(app)
    begin(app, "daily", size="beginner", daily="uniform")
    app.until("minemind.turns === 1")
    assert "Streak: 1 day." in app.message()
    assert "Next board in 2 h 30 min." in app.message()
    win(app)
    assert "Streak: 2 days." in app.message()
    app.press("l")
    app.until("document.querySelector('#result-text').value")
    first, link = app.page.input_value("#result-text").splitlines()
    assert re.fullmatch(
        r"MineMind daily 2026-11-17, Beginner, no guess: won in [\d.]+ s, 3BV \d+(, [\d.]+ 3BV/s)?, \d+ clicks", first
    )
    assert link == f"{app.address}/#play?mode=daily&date=2026-11-17&size=beginner&guess=none"
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.page.click("#custom")
    assert "Won in" in app.page.inner_text(".mode-note")
    app.press("Escape")
    # The board of a past day can be played, that of a future day cannot.
    app.visit("#play?mode=daily&date=2026-11-10&size=beginner")
    app.until("minemind.seed === '202611101'")
    app.visit("#play?mode=daily&date=2026-11-18&size=beginner")
    app.until("document.querySelector('#toast').textContent.includes('at 0:00 UTC')")


def test_a_daily_game_that_is_left_for_the_same_board_can_be_gone_back_to(own_app: App) -> None:
    app = on_a_day(own_app)
    begin(app, "daily", size="beginner", daily="uniform")
    app.until("minemind.turns === 1")
    for cell in safe_cells(app):
        if app.look(*cell) == "hidden" and app.read("turns") < 3:
            app.click(*cell)
    text = app.text
    assert app.read("turns") == 3
    app.press("n")
    app.until("minemind.turns === 1")
    app.page.click("#toast.shown button")
    app.shows(text)


# ---- challenges


def test_a_link_to_a_game_challenges_with_the_same_mines_and_rule(app: App, browser: Browser) -> None:
    app.custom(9, 9, 10, seed=SEED)
    app.first_click(*START)
    mines = app.mines
    app.press("l")
    app.until("document.querySelector('#link-text').value")
    link = app.page.input_value("#link-text")
    assert link == f"{app.address}/#play?rows=9&cols=9&mines=10&seed=11&first=opening&start=4,4&mode=classic"
    app.press("Escape")
    with opened(browser, app.address) as other:
        other.visit(link.partition("/")[2].partition("/")[2].partition("/")[2])
        other.until("minemind.turns === 1")
        assert other.read("view") == "play"
        assert other.mines == mines
        assert mode(other) == "Challenge"
        win(other)
        other.press("l")
        other.until("document.querySelector('#result-text').value")
        text = other.page.input_value("#result-text")
        assert re.match(r"MineMind Beginner #11: won in [\d.]+ s, 3BV \d+, ([\d.]+ 3BV/s, )?\d+ clicks\n", text)
        assert text.endswith(link)
        other.press("Escape", "n")
        other.until("minemind.turns === 0 && location.hash === '#play'")
        assert mode(other) == "Classic"


def test_a_challenge_stores_nothing_before_the_first_turn_and_then_survives_a_reload(app: App) -> None:
    app.custom(9, 9, 10, seed=3)
    app.first_click(0, 0)
    own = app.text
    app.until("localStorage['minemind.game']?.includes('\"history\":[[')")
    app.visit("#play?rows=9&cols=9&mines=10&seed=11&start=4,4")
    app.until("minemind.seed === '11' && minemind.turns === 1")
    app.page.goto("about:blank")
    app.visit()
    assert app.text == own
    app.visit("#play?rows=9&cols=9&mines=10&seed=11&start=4,4")
    app.until("minemind.seed === '11' && minemind.turns === 1")
    row, col = next(cell for cell in safe_cells(app) if app.look(*cell) == "hidden")
    app.click(row, col)
    app.until("minemind.turns === 2")
    app.until("localStorage['minemind.game']?.includes('\"seed\":\"11\"')")
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    assert app.read("turns") == 2


@pytest.mark.parametrize(
    ("fragment", "why"),
    [
        ("rows=9&cols=9&mines=10&seed=-1", "'seed' must be"),
        ("rows=900&cols=9&mines=10&seed=1", "'rows' must be a whole number from 1 to 100"),
        ("rows=9&cols=9&mines=10&seed=1&start=9,9", "'start' must be a cell"),
        ("rows=9&cols=9&mines=10&seed=1&mode=<b>", "'mode' must be one of"),
    ],
)
def test_a_challenge_that_is_none_is_refused_in_a_sentence(app: App, fragment: str, why: str) -> None:
    app.visit(f"#play?{fragment}")
    app.until(f"document.querySelector('#toast').textContent.includes({why!r})")
    app.first_click(0, 0)


# ---- practice


@pytest.mark.parametrize("kind", ["single", "overlap", "mine-count", "endgame"])
def test_practice_finds_positions_of_a_kind_and_judges_with_a_proof(app: App, kind: str) -> None:
    begin(app, "practice", practice=kind)
    app.until("document.querySelector('#practice-score') && !minemind.busy")
    board = mm.Board.parse(app.text)
    analysis = mm.analyse(board)
    move = mm.hint(board)
    assert move is not None
    assert isinstance(move.reason, mm.Proof)
    if kind != "endgame":
        assert move.reason.technique == kind.replace("-", " ")
    cell = min(analysis.safe)
    app.click(cell.row, cell.col)
    app.until("document.querySelector('#play-message').textContent.startsWith('Right')")
    assert app.page.inner_text("#practice-score") == "1 of 1 right"
    assert app.read("overlay.target") == [[cell.row, cell.col]]
    # A proof by the mine count alone lights no number; it lights the mine count instead.
    counts_mines = "mine count" in app.message()
    assert app.page.locator("#mines-left.lit").count() == counts_mines
    assert app.read("overlay.lit") or counts_mines
    steps = mm.explain(board, cell).steps
    assert app.page.locator("#play .walk").is_visible() == (len(steps) > 1)
    assert mm.Board.parse(app.text) == board
    app.press("n")
    app.until("document.querySelector('#practice-solution') && !minemind.busy")
    wrong = mm.analyse(mm.Board.parse(app.text))
    cell = next(each for each in mm.Board.parse(app.text).grid if wrong.probability[each] > 0)
    app.click(cell.row, cell.col)
    app.until("document.querySelector('#play-message').textContent.startsWith('Not certain')")
    assert app.page.inner_text("#practice-score") == "1 of 2 right"
    app.page.click("[data-preset=beginner]")
    app.first_click(4, 4)
    assert app.look(4, 4) == "number 0"  # an opening, as always


def test_a_game_that_begins_meanwhile_is_not_replaced_by_a_position(app: App) -> None:
    app.change("practise", "() => null")  # the search never ends
    begin(app, "practice")
    app.until("minemind.busy")
    app.page.click("[data-preset=beginner]")
    app.until("!minemind.busy")
    app.first_click(4, 4)
    assert mode(app) == "Classic"
    assert app.page.locator("#mode-bar button").count() == 0


def test_fifty_fifty_or_not_is_answered_by_a_button_or_a_cell(app: App) -> None:
    begin(app, "practice", practice="fifty-fifty")
    seen = set()
    for count in range(1, 30):
        app.until("document.querySelector('#practice-nothing') && !minemind.busy")
        is_guess = not mm.analyse(mm.Board.parse(app.text)).safe
        app.page.click("#practice-nothing")
        app.until(f"document.querySelector('#practice-score').textContent.includes('of {count}') && !minemind.busy")
        assert app.message().startswith("Right" if is_guess else "A cell is safe")
        seen.add(is_guess)
        if seen == {True, False}:
            break
        app.page.click("#practice-next")
    assert seen == {True, False}


# ---- rules about guesses


def test_a_needless_guess_loses_at_once_and_says_what_was_safe(app: App) -> None:
    begin(app, "strict", size="beginner", seed=0)
    app.first_click(*START)
    board = mm.Board.parse(app.text)
    analysis = mm.analyse(board)
    # A cell without a mine: the guess loses although the cell is free.
    guess = next(cell for cell in board.grid if 0 < analysis.probability[cell] < 1 and tuple(cell) not in app.mines)
    app.click(guess.row, guess.col)
    app.until("minemind.state === 'lost'")
    assert f"({guess.row}, {guess.col}) was a guess" in app.message()
    named = re.search(r"and \((\d+), (\d+)\) was safe", app.message())
    assert named is not None
    assert mm.Cell(int(named[1]), int(named[2])) in analysis.safe


def test_the_best_guess_survives(app: App) -> None:
    begin(app, "lucky", rows=9, cols=9, mines=35, firstClick="safe", seed=4)
    app.first_click(4, 4)
    for _ in range(12):
        if app.read("state") != "playing":
            break
        turns = app.read("turns")
        analysis = mm.analyse(mm.Board.parse(app.text))
        hidden = [cell for cell in mm.Board.parse(app.text).grid if analysis.probability[cell] >= 0]
        best = min(hidden, key=lambda cell: analysis.probability[cell])
        app.click(best.row, best.col)
        app.until(f"minemind.turns === {turns + 1}")
        assert app.read("state") != "lost"
    # Its mines are no longer those of the seed.
    assert app.read("seed") is None
    text = app.text
    app.until(f"localStorage['minemind.game']?.includes({text.splitlines()[-1]!r})")
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    assert app.text == text
    assert mode(app) == "Best guess survives"


# ---- the champion


def test_the_champion_plays_to_the_end_and_says_why(app: App) -> None:
    begin(app, "watch", size="beginner", pace=4, seed=SEED)
    app.until("document.querySelector('#play-message').textContent.includes('is safe.')")
    app.until("minemind.overlay.lit.length > 0")  # the numbers of its reason
    assert mode(app) == "Watch the champion"
    app.press("Escape")
    app.until("!minemind.busy")


def test_a_race_compares_the_player_with_the_champion(app: App) -> None:
    begin(app, "race", size="beginner", pace=0.5, seed=SEED)
    assert "waits for your first click" in app.page.inner_text("#mode-bar")
    app.first_click(*START)
    app.until("document.querySelector('#mode-bar progress').value > 0")
    win(app)
    assert "The champion won in" in app.message()
    assert "You win the race!" in app.message()
    # The champion's board is not shown: it has the same mines as the player's.
    assert app.page.locator("#mode-bar canvas").count() == 0
