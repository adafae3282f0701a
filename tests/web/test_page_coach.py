"""Help in play and in the editor: hints by degrees, the coach, proofs step by step, and the colours of the heat map."""

from __future__ import annotations

import re

import pytest

import minemind as mm
from tests.web.browser import App

# Nothing is certain; the cells that numbers see differ in risk.
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


def test_the_coach_follows_a_game_and_is_remembered(app: App) -> None:
    app.custom(9, 9, 10, seed=7)
    app.press("v")
    app.first_click(4, 4)
    app.until("minemind.overlay.choices.length > 0")
    safe = mm.analyse(mm.Board.parse(app.text)).safe
    assert {tuple(cell) for cell in app.read("overlay.choices")} <= {tuple(cell) for cell in safe}
    # The line says it although the mouse is on the cell that was just opened, and not of a cell of the game before.
    app.page.click("#drawer")
    app.until("document.querySelector('#play-info').textContent.startsWith('Open (')")
    certain = next(iter(mm.analyse(mm.Board.parse(app.text)).mines))
    app.hover(*certain)
    app.until(f"document.querySelector('#play-info').textContent.includes('({certain[0]}, {certain[1]}) is a mine')")
    assert [*certain] in app.read("overlay.target")
    # It is asked about once, however long it is pointed at.
    app.page.evaluate("() => { workers.asked = 0; workers.changes.cell = (said) => (workers.asked++, said); }")
    app.until("(workers.frames = (workers.frames ?? 0) + 1) > 30")
    assert app.page.evaluate("() => workers.asked") == 0
    # A heat map does not outlive its board.
    app.press("m")
    app.until("document.querySelector('#show-heat').ariaPressed === 'true' && !minemind.busy")
    app.page.click("[data-preset=expert]")
    app.press("m")
    app.until("document.querySelector('#play-info').textContent.startsWith('Guess (')")
    app.first_click(8, 15)
    app.until("minemind.overlay.choices.length > 0")
    known = mm.analyse(mm.Board.parse(app.text))
    row, col = next(zip(*((known.probability > 0) & (known.probability < 1)).nonzero(), strict=True))
    app.hover(row, col)
    # What a guess costs is told beside safe cells, too.
    app.until(
        f"/^.{row}, {col}.: .* risk; can show .*; wins about/.test(document.querySelector('#play-info').textContent)"
    )
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.until("minemind.overlay.choices.length > 0")
    assert app.page.get_attribute("#coach", "aria-pressed") == "true"
    # A game that is lost teaches something, and the cell that lost it has no odds any more.
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
