"""Help in play and in the editor: gradual hints, the coach, proofs step by step, and the colours of the heat map."""

from __future__ import annotations

import json
import re

import pytest

import minemind as mm
from minemind.formats import saved
from tests.web.browser import App

# No cell is certain; cells next to numbers differ in risk.
GUESS = "3 7 6\n.1.....\n.......\n.....2."
# The proof that (0, 5) is safe takes two steps.
STEPS = "9 9 14\n0001.....\n0001123..\n1100001..\n.2110011.\n...10001.\n...20001.\n...21002.\n....1012.\n....101.."


@pytest.fixture
def editor(app: App) -> App:
    app.view("analyse")
    return app


def test_a_hint_says_first_where_then_which_numbers_then_the_move(editor: App) -> None:
    editor.choose("setting-hints", "gradual")
    editor.load(STEPS)
    editor.press("h")
    editor.until("document.querySelector('#analyse-message').textContent.startsWith('Look here')")
    assert editor.read("overlay.target") == editor.read("overlay.lit") == []
    editor.press("h")
    editor.until("minemind.overlay.lit.length > 0")
    assert editor.read("overlay.target") == []
    lit = editor.read("overlay.lit")
    editor.press("h")
    editor.until("minemind.overlay.target.length === 1")
    assert editor.read("overlay.lit") == lit


def test_where_nothing_is_certain_a_hint_says_so_before_it_names_a_guess(editor: App) -> None:
    editor.choose("setting-hints", "gradual")
    editor.load(GUESS)
    editor.press("h")
    editor.until("document.querySelector('#analyse-message').textContent.includes('a guess is needed')")
    assert editor.read("overlay.target") == []
    editor.press("h")
    editor.until("minemind.overlay.target.length === 1")


def test_a_proof_is_walked_step_by_step_with_its_numbers_and_cells(editor: App) -> None:
    editor.load(STEPS)
    proof = mm.explain(mm.Board.parse(STEPS), (0, 5))
    editor.hover(0, 5)
    bar = editor.page.locator("#analyse .walk")
    editor.until("document.querySelector('#analyse .walk').hidden === false")
    assert bar.inner_text() == "Proof in 2 steps"
    for place, step in enumerate(proof.steps, start=1):
        editor.press("w")
        assert bar.inner_text() == f"Step {place} of 2"
        assert editor.read("overlay.lit") == [list(cell) for cell in sorted(step.numbers)]
        assert editor.read("overlay.told") == [list(cell) for cell in sorted(step.cells)]
        assert editor.page.inner_text("#analyse-info").startswith(f"{place}. ")
    editor.press("Shift+W", "Shift+W")
    assert bar.inner_text() == "Proof in 2 steps"


def test_on_a_phone_the_steps_of_a_proof_cover_no_sentence(phone: App) -> None:
    phone.view("analyse")
    phone.load(STEPS)
    phone.page.tap("[data-pen=look]")
    phone.tap(0, 5)
    phone.until("document.querySelector('#analyse .walk').hidden === false")
    phone.page.tap("#analyse .walk button:last-child")
    sentence, steps = (phone.page.locator(part).bounding_box() for part in ("#analyse-info", "#analyse .walk"))
    assert sentence
    assert steps
    assert sentence["y"] + sentence["height"] <= steps["y"]


def test_the_coach_marks_the_best_guesses_and_tells_of_any_cell(editor: App) -> None:
    editor.load(GUESS)
    editor.press("v")
    editor.until("minemind.overlay.choices.length > 0")
    board = mm.Board.parse(GUESS)
    candidates = [list(each.cell) for each in mm.guesses(board)]
    marked = editor.read("overlay.choices")
    assert len(marked) <= 3
    assert set(map(tuple, marked)) <= set(map(tuple, candidates))
    assert editor.message("analyse").startswith("Guess (")
    editor.hover(0, 6)
    editor.until("document.querySelector('#analyse-info').textContent.includes('wins about')")
    said = editor.page.inner_text("#analyse-info")
    assert re.match(r"\(0, 6\): .* risk; can show .*%.*; wins about ", said)
    editor.press("v")
    editor.until("minemind.overlay.choices.length === 0")


def flagged(app: App, seed: int, flag: tuple[int, int]) -> mm.Game:
    """A game after its first click, with one flag."""
    app.custom(9, 9, 10, seed=seed)
    app.first_click(4, 4)
    app.click(*flag, button="right")
    game = mm.Game(rows=9, cols=9, mines=10, seed=seed)
    game.open(4, 4)
    game.flag(*flag)
    app.shows(str(game.board))
    return game


def test_a_flag_that_is_certainly_wrong_is_said_first(app: App) -> None:
    wrong = (2, 8)
    flagged(app, 5, wrong)
    app.choose("setting-hints", "gradual")
    app.press("h")
    app.until("minemind.overlay.target.length === 1")
    assert app.message().startswith("Your flag at (2, 8) is wrong\nThe 1 at (1, 6) and the 1 at (1, 7) together prove")
    assert app.read("overlay.faults") == [[*wrong]]
    app.press("v")
    app.until("minemind.overlay.choices.length > 0")
    assert app.message().startswith("Your flag at (2, 8) is wrong")
    assert app.read("overlay.faults") == [[*wrong]]
    app.press("v", "e")
    app.until("minemind.overlay.safe.length > 0")
    assert app.read("overlay.faults") == [[*wrong]]
    # A step removes the flag, and opens the cell.
    app.press("s")
    app.until("minemind.turns === 4")
    assert app.message().startswith("Your flag at (2, 8) is wrong")
    assert mm.Board.parse(app.text).opened[wrong]
    assert app.read("state") == "playing"


def test_before_the_first_click_no_flag_is_wrong(app: App) -> None:
    app.choose("setting-hints", "gradual")
    app.click(4, 4, button="right")
    app.press("h")
    app.until("minemind.overlay.target.length === 1")
    assert app.read("overlay.target") == [[4, 4]]
    assert "is wrong" not in app.message()
    assert app.read("overlay.faults") == []


def test_autoplay_is_not_held_up_by_wrong_flags(app: App) -> None:
    flagged(app, 5, (2, 8))
    app.page.fill("#speed", "6")
    app.page.select_option("#auto-until", "end")
    app.press("a")
    app.until("minemind.state !== 'playing'")


@pytest.mark.parametrize("seed", [4, 5, 6, 8])
def test_no_help_rests_on_a_flag_that_nothing_proves(app: App, seed: int) -> None:
    app.custom(9, 9, 10, seed=seed)
    app.first_click(4, 4)
    game = mm.Game(rows=9, cols=9, mines=10, seed=seed)
    game.open(4, 4)
    analysis = mm.analyse(game.board)
    unproven = next(cell for cell in game.grid if 0 < analysis.probability[cell] < 1)
    app.click(unproven.row, unproven.col, button="right")
    app.press("m")
    app.until("!minemind.busy && minemind.overlay.risk.flat().some((risk) => risk !== null)")
    risk = app.read("overlay.risk")
    assert risk[unproven.row][unproven.col] == pytest.approx(analysis.probability[unproven], abs=1e-9)
    app.press("h")
    app.until("minemind.overlay.target.length === 1")
    assert game.layout is not None
    [target] = app.read("overlay.target")
    assert app.message().startswith("Flag") == bool(game.layout.counts[tuple(target)])


def test_a_guess_on_a_flagged_cell_says_that_the_flag_is_there(app: App) -> None:
    app.custom(16, 16, 45, seed=4)
    app.first_click(8, 8)
    app.page.fill("#speed", "6")
    app.press("a")
    app.until("document.querySelector('#auto').ariaPressed === 'false'")
    best = mm.hint(mm.Board.parse(app.text))
    assert best is not None
    assert not best.is_certain
    app.click(best.cell.row, best.cell.col, button="right")
    turns = app.read("turns")
    for key in ("b", "h"):
        app.press(key)
        app.until("document.querySelector('#play-message').textContent.includes('You have flagged this cell')")
    assert app.message().startswith(f"A guess is needed: ({best.cell.row}, {best.cell.col})")
    app.press("s")
    app.until(f"minemind.turns === {turns} + 2")  # the flag is removed, and the cell is opened


def test_a_layout_with_several_mines_in_a_cell_promises_a_safe_click_at_most(app: App) -> None:
    layout = mm.Layout.parse("5 5 18 k=2\n*****\n*.*.*\n*...*\n*.*.*\n*****")
    game = mm.Game.from_layout(layout, first_click="opening", seed=1)
    app.drop("game.json", json.dumps(saved.to_json(game)))
    app.until("minemind.text.startsWith('5 5 18')")
    app.press("h")
    app.until("document.querySelector('#play-message').textContent.includes('The first click is always safe')")


def test_why_there_was_no_answer_is_not_said_of_another_game(app: App) -> None:
    app.first_click(4, 4)
    app.change("hint", "(told) => (delete told.answer, (told.error = { message: 'too hard' }), null)")
    app.press("h")
    app.until("workers.held.length === 1")
    app.press("n")
    app.until("minemind.turns === 0")
    ready = app.message()
    app.tell_held()
    assert app.message() == ready


def test_before_the_first_click_all_help_says_what_it_is_promised_to_do(app: App) -> None:
    said = "The first click always opens an area."
    for key in ("h", "b", "v", "m"):
        app.press(key)
        app.until(f"!minemind.busy && document.querySelector('#play-message').textContent.includes('{said}')")
        assert "%" not in app.message()
        app.page.click("#new-game")
    app.hover(0, 0)
    app.until("document.querySelector('#play-info').textContent.includes('the first click always opens an area')")
    assert {risk for row in app.read("overlay.risk") for risk in row} == {None}
    app.press("s")
    app.until("minemind.turns === 1")


def test_the_coach_follows_a_game_and_is_remembered(app: App) -> None:
    app.custom(9, 9, 10, seed=7)
    app.press("v")
    app.first_click(4, 4)
    app.until("minemind.overlay.choices.length > 0")
    safe = mm.analyse(mm.Board.parse(app.text)).safe
    assert {tuple(cell) for cell in app.read("overlay.choices")} <= {tuple(cell) for cell in safe}
    # The line shows the advice although the mouse is on the opened cell, and names no cell of the game before.
    app.page.click("#drawer")
    app.until("document.querySelector('#play-info').textContent.startsWith('Open (')")
    certain = next(iter(mm.analyse(mm.Board.parse(app.text)).mines))
    app.hover(*certain)
    app.until(f"document.querySelector('#play-info').textContent.includes('({certain[0]}, {certain[1]}) is a mine')")
    assert [*certain] in app.read("overlay.target")
    # The page asks about a cell once, however long the mouse stays on it.
    app.page.evaluate("() => { workers.asked = 0; workers.changes.cell = (said) => (workers.asked++, said); }")
    app.until("(workers.frames = (workers.frames ?? 0) + 1) > 30")
    assert app.page.evaluate("() => workers.asked") == 0
    # The heat map of a board disappears with it.
    app.press("m")
    app.until("document.querySelector('#show-heat').ariaPressed === 'true' && !minemind.busy")
    app.custom(9, 9, 10, seed=8)
    app.press("m")
    app.until("document.querySelector('#play-info').textContent.startsWith('Open (')")
    app.first_click(4, 4)
    app.until("minemind.overlay.choices.length > 0")
    known = mm.analyse(mm.Board.parse(app.text))
    row, col = next(zip(*((known.probability > 0) & (known.probability < 1)).nonzero(), strict=True))
    app.hover(row, col)
    # The cost of a guess is shown even if there are safe cells.
    app.until(
        f"/^.{row}, {col}.: .* risk; can show .*; wins about/.test(document.querySelector('#play-info').textContent)"
    )
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.until("minemind.overlay.choices.length > 0")
    assert app.page.get_attribute("#coach", "aria-pressed") == "true"
    # A lost game shows what to learn from it, and no longer the odds of the cell that lost it.
    app.click(*app.mines[0])
    app.until("document.querySelector('#play-info').textContent.startsWith('Lost · ')")
    app.until("(workers.frames = (workers.frames ?? 0) + 1) > 30")
    assert app.page.inner_text("#play-info").startswith("Lost · ")


def test_the_heat_map_is_relative_to_the_best_cell_and_says_once_what_is_the_same_everywhere(editor: App) -> None:
    editor.load(GUESS)
    risk = mm.analyse(mm.Board.parse(GUESS)).probability
    tiles = {(row, col): editor.read(f"tile({row}, {col})") for row in range(3) for col in range(7)}
    seen = {cell: tile.split() for cell, tile in tiles.items() if tile.startswith("risk")}
    levels = {cell: int(words[2]) for cell, words in seen.items()}
    for one, level in levels.items():
        for other, another in levels.items():
            if risk[one] < risk[other] - 0.02:
                assert level < another, (one, other)
    outside = [tile for tile in tiles.values() if tile.startswith("outside")]
    assert len(outside) == 9
    assert sum(tile.split()[1] != "-" for tile in outside) == 1


def test_another_palette_is_seen_at_once(editor: App) -> None:
    editor.load(GUESS)
    picture = "() => document.querySelector('#analyse-board canvas.canvas').toDataURL()"
    before = editor.page.evaluate(picture)
    editor.choose("setting-palette", "cividis")
    editor.page.wait_for_function(f"before => ({picture})() !== before", arg=before)
