"""The editor in a browser: painting, typing and loading positions, and their analysis."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import minemind as mm
from minemind.pipeline import Outline
from tests.web.browser import App, Server, opened

POSITION = "4 6 6\n001...\n012...\n.2....\n......"
EMPTY = "4 6 6\n" + "\n".join(["." * 6] * 4)


@pytest.fixture
def editor(app: App) -> App:
    app.view("analyse")
    app.until("minemind.view === 'analyse' && !minemind.busy")
    return app


def probabilities(text: str) -> list[list[float | None]]:
    """The probabilities of a board in the form of the API, computed by the library."""
    probability = mm.analyse(mm.Board.parse(text)).probability
    return [[None if value != value else value for value in row] for row in probability.tolist()]


def blank(editor: App, rows: int = 4, cols: int = 6, mines: int = 6) -> None:
    """Clear the board to a given size, with the fields and the button."""
    for field, value in {"rows": rows, "cols": cols, "mines": mines}.items():
        editor.page.fill(f"#edit-{field}", str(value))
    editor.page.click("#edit-clear")
    editor.until("!minemind.busy")


def answered(editor: App) -> None:
    editor.until("!minemind.busy")


def test_a_position_is_painted_and_its_percentages_are_those_of_the_api(editor: App) -> None:
    blank(editor)
    mouse = editor.page.mouse
    for row, line in enumerate(POSITION.split("\n")[1:]):
        for col, token in enumerate(line):
            if token != ".":
                editor.page.click(f'[data-pen="{token}"]')
                editor.click(row, col)
    editor.shows(POSITION)
    answered(editor)
    assert editor.read("overlay.risk") == probabilities(POSITION)
    said = editor.page.request.post(f"{editor.address}/api/analyse", data={"board": {"text": POSITION}}).json()
    assert editor.read("overlay.risk") == said["probability"]
    assert editor.read("overlay.safe") == said["safe"]
    assert "504" in editor.page.inner_text("#analysis-facts")
    editor.page.click('[data-pen="0"]')
    mouse.move(*editor.point(3, 1))
    mouse.down()
    mouse.move(*editor.point(3, 5))
    mouse.up()
    editor.shows(POSITION.rpartition("\n")[0] + "\n.00000")


def test_typing_numbers_row_by_row_fills_a_board(editor: App) -> None:
    blank(editor)
    editor.page.focus("#analyse-board .viewport")
    for row in POSITION.split("\n")[1:]:
        editor.press(*row)
    editor.shows(POSITION)
    editor.press("End", "f")
    assert editor.text.endswith(".....!")
    editor.press("Delete")
    editor.shows(POSITION)


def test_every_fault_is_shown_at_its_cell_in_words(editor: App) -> None:
    blank(editor, 3, 5, 2)
    text = "3 5 2\n8...2\n.0...\n....."
    editor.page.focus("#analyse-board .viewport")
    editor.press(*"8...2", "ArrowRight", "0")
    editor.shows(text)
    answered(editor)
    assert editor.read("overlay.faults") == [[0, 0]]
    sentence = mm.Board.parse(text).faults()[0].sentence
    assert sentence in editor.message("analyse")
    editor.hover(0, 0)
    assert sentence in editor.page.inner_text("#analyse-info")
    assert editor.page.get_attribute("#analyse-board .viewport", "title") == sentence
    editor.press("u")
    assert editor.read("text") != text


def test_numbers_that_contradict_each_other_only_together_are_marked(editor: App) -> None:
    editor.load("2 3 2\n1.1\n.0.")
    assert editor.read("overlay.faults")
    assert "cannot all be right" in editor.message("analyse")


def test_the_mine_count_can_be_known_unknown_or_derived(editor: App) -> None:
    editor.load(POSITION)
    editor.page.select_option("#edit-count", "unknown")
    answered(editor)
    unknown = POSITION.replace("4 6 6", "4 6 ?")
    assert editor.text == unknown
    assert editor.read("overlay.risk") == probabilities(unknown)
    editor.page.select_option("#edit-count", "size")
    answered(editor)
    assert editor.text.startswith("4 6 5\n")
    editor.page.select_option("#edit-count", "flags")
    editor.click(0, 3, "right")
    editor.until("minemind.text.startsWith('4 6 1\\n')")


def test_a_mine_count_that_becomes_known_again_is_the_last_one_or_the_usual_one(editor: App) -> None:
    editor.load(POSITION)
    editor.page.select_option("#edit-count", "unknown")
    editor.page.select_option("#edit-count", "known")
    editor.shows(POSITION)
    editor.load(POSITION.replace("4 6 6", "4 6 ?"))
    editor.page.select_option("#edit-count", "known")
    editor.shows(POSITION.replace("4 6 6", "4 6 5"))
    editor.page.fill("#edit-mines", "99999999999")
    editor.shows(POSITION.replace("4 6 6", "4 6 24"))


@pytest.mark.parametrize("kind", ["TooHard", "Error", "TooLarge"])
def test_only_a_contradiction_has_no_solutions(editor: App, kind: str) -> None:
    editor.load("1 2 2\n0.")
    assert "This board is impossible" in editor.message("analyse")
    assert editor.page.inner_text("#analysis-facts dd:first-of-type") == "0"
    error = {"kind": kind, "message": "no", "cells": [], "faults": []}
    editor.change("analyse", f"() => ({json.dumps({'error': error})})")
    editor.load(POSITION)
    assert "No answer" in editor.message("analyse")
    assert editor.page.inner_text("#analysis-facts dd:first-of-type") == "–"


def test_what_was_assumed_stays_in_sight_until_the_board_changes(editor: App) -> None:
    assert editor.page.is_hidden("#analysis-notes")
    editor.load("2 4 1\n.1.\n....")
    assert editor.page.inner_text("#analysis-notes") == "Line 2: the row has 3 of 4 cells; the rest is read as '.'."
    editor.page.click("#edit-undo")
    answered(editor)
    assert editor.page.is_hidden("#analysis-notes")


def test_what_could_not_be_worked_out_in_time_is_said(editor: App) -> None:
    notes = ["solutions: not counted within the time limit", "best: not found within the time limit"]
    late = json.dumps({"solutions": None, "best": None, "components": None, "notes": notes})
    editor.change("analyse", f"({{ answer }}) => ({{ answer: {{ ...answer, ...{late} }} }})")
    editor.load("3 3 2\n...\n.2.\n...")
    assert editor.page.inner_text("#analysis-notes").splitlines() == [f"{note[0].upper()}{note[1:]}." for note in notes]
    assert "No best move found" in editor.message("analyse")
    assert "not counted" in editor.page.inner_text("#analysis-facts")


def test_a_long_list_of_complaints_is_cut(editor: App) -> None:
    editor.paste("15 1 1" + "\nZ" * 15)
    editor.until("document.querySelector('#paste-fault').textContent.endsWith('… and 5 more')")
    assert len(editor.page.inner_text("#paste-fault").splitlines()) == 11


def test_pointing_at_a_certain_cell_tells_why_it_is_certain(editor: App) -> None:
    editor.load(POSITION)
    proof = mm.explain(mm.Board.parse(POSITION), (2, 3))
    editor.hover(2, 3)
    editor.until("minemind.overlay.lit.length > 0")
    assert editor.read("overlay.lit") == sorted(map(list, proof.numbers))
    assert proof.sentence[1:] in editor.message("analyse")
    editor.hover(3, 5)
    editor.until("minemind.overlay.lit.length === 0")
    # The same by keyboard.
    editor.page.focus("#analyse-board .viewport")
    editor.press("Control+Home", "ArrowDown", "ArrowDown")
    editor.until("minemind.overlay.target.length === 1")
    assert editor.read("overlay.target") == [[2, 0]]


def test_undo_and_redo_step_through_what_was_drawn(editor: App) -> None:
    editor.load(POSITION)
    editor.page.click('[data-pen="3"]')
    editor.click(3, 3)
    editor.click(3, 4)
    drawn = editor.text
    editor.press("Control+z")
    editor.page.click("#edit-undo")
    assert editor.text == POSITION
    editor.press("Control+y")
    editor.page.click("#edit-redo")
    assert editor.text == drawn


def test_components_are_told_apart_by_colour(editor: App) -> None:
    editor.load(POSITION)
    editor.page.click("#show-components")
    assert editor.look(0, 3) == "component 0 50"
    assert editor.look(3, 0) == "component 1 33"
    assert editor.look(3, 5) == "risk 33"
    assert editor.look(2, 3) == "safe"


def test_a_position_is_pasted_from_the_clipboard(browser: Browser, server: Server) -> None:
    with opened(browser, server.address, permissions=["clipboard-read", "clipboard-write"]) as app:
        app.visit()
        app.page.evaluate(f"() => navigator.clipboard.writeText({json.dumps(POSITION)})")
        app.press("Control+v")
        app.until("minemind.view === 'analyse' && !minemind.busy")
        assert app.text == POSITION


def test_a_file_is_dropped_on_the_page(editor: App) -> None:
    editor.drop("board.txt", POSITION.replace("4 6 6\n", ""))
    editor.shows(POSITION.replace("4 6 6", "4 6 ?"))
    assert editor.page.is_hidden("#drop")


def test_boards_of_other_programs_are_dropped_and_pasted(editor: App) -> None:
    editor.drop("board.mbf", bytes([4, 3, 0, 3, 0, 2, 1, 0, 3, 2]))
    editor.shows("3 4 3\n....\n....\n....")
    editor.paste("3x2x1\nHH1\nF21\n")
    editor.shows("2 3 1\n..1\n!21")
    editor.paste("⬜⬜1️⃣\n🚩⬜1️⃣")
    editor.shows("2 3 ?\n..1\n!.1")
    editor.drop("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    editor.until("document.querySelector('#toast').textContent.includes('seems to be a PNG image')")


def test_a_game_id_of_another_program_is_played(app: App) -> None:
    app.view("play")
    app.drop("game.txt", "4x3:2,0,u409")
    app.shows("3 4 3\n....\n....\n....")
    app.click(0, 2)
    app.shows("3 4 3\n..1.\n....\n....")


def test_a_file_is_opened_by_the_button(editor: App, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(POSITION)
    with editor.page.expect_file_chooser() as chooser:
        editor.page.click("[data-open-file=analyse]")
    chooser.value.set_files(path)
    editor.shows(POSITION)


def test_a_text_that_cannot_be_read_says_where_it_is_wrong(editor: App) -> None:
    before = editor.text
    editor.paste("2 3 1\n..1\n.Z*")
    editor.until("document.querySelector('#paste-fault').textContent")
    assert "Line 3, column 2: 'Z'" in editor.page.inner_text("#paste-fault")
    assert editor.text == before


def test_the_game_being_played_is_taken_over(app: App) -> None:
    app.first_click(4, 4)
    text = app.text
    app.view("analyse")
    app.page.click("#load-game")
    app.shows(text)


def test_a_board_changes_its_size_and_shape_around_what_is_drawn(editor: App) -> None:
    editor.load("4 6 6\n1.....\n..2...\n......\n......")
    editor.page.fill("#edit-rows", "3")
    editor.press("Tab")
    editor.page.select_option("#edit-topology", "hex")
    editor.shows("3 6 6 topology=hex\n1.....\n..2...\n......")
    answered(editor)
    assert editor.read("overlay.risk") == probabilities(editor.text)


def test_a_guess_in_the_editor_comes_with_its_table(editor: App) -> None:
    editor.load("3 3 2\n...\n.2.\n...")
    editor.page.click("#edit-guess")
    editor.page.wait_for_selector("#edit-guesses table")
    assert "%" in editor.page.inner_text("#edit-guesses tbody tr:first-child")
    assert len(editor.read("overlay.target")) == 1


def test_the_table_says_whether_its_games_could_tell_the_best_guess(editor: App) -> None:
    editor.load("9 12 22\n1" + "." * 11 + "\n............" * 8)
    editor.page.click("#edit-guess")
    editor.page.wait_for_selector("#edit-guesses table")
    said = editor.page.inner_text("#edit-guesses")
    recommended = tuple(editor.read("overlay.target")[0])
    first = editor.page.inner_text("#edit-guesses tbody tr:first-child button")
    assert "±" in said
    if "too close to call" in said:
        assert f"recommended: {recommended}." in said
    else:
        assert f"{recommended} is the best" in said
        assert first == str(recommended)


def test_a_finger_looks_without_painting_and_paints_with_a_pen(phone: App) -> None:
    phone.view("analyse")
    phone.load(POSITION)
    phone.page.tap("[data-pen=look]")
    phone.tap(2, 3)
    phone.until("minemind.overlay.lit.length > 0")
    assert phone.text == POSITION
    phone.page.tap('[data-pen="4"]')
    phone.tap(3, 5)
    phone.shows(POSITION[:-1] + "4")


def test_a_question_mark_is_drawn_kept_and_read_as_hidden(editor: App) -> None:
    editor.load(POSITION)
    before = editor.read("overlay.risk")
    editor.page.click('[data-pen="?"]')
    editor.click(0, 3)
    marked = POSITION.replace("001...", "001?..")
    editor.shows(marked)
    answered(editor)
    assert editor.read("overlay.risk") == before
    assert editor.look(0, 3).endswith(" ?")
    editor.page.click("#show-percent")
    assert editor.look(0, 3) == "question"
    # The mark is part of links and saved positions, and the keyboard sets and removes it.
    editor.press("k", "l")
    editor.until("document.querySelector('#link-text').value")
    link = editor.page.input_value("#link-text")
    editor.press("Escape")
    editor.page.focus("#analyse-board .viewport")
    editor.press("Control+Home", "q")
    editor.shows(marked.replace("001?", "?01?"))
    editor.press("Control+Home", "0", "End", "ArrowLeft", "ArrowLeft", ".")
    editor.shows(POSITION)
    fragment = f"#{link.partition('#')[2]}"
    editor.until(f"location.hash !== {json.dumps(fragment)}")  # the address follows what is drawn
    editor.visit(fragment)
    editor.shows(marked)


def test_the_outline_and_its_clusters_are_counted_as_the_pipeline_counts_them(editor: App) -> None:
    for text in (POSITION, "5 9 ?\n1...0...1\n.........\n....!....\n.........\n2...3...2", EMPTY):
        editor.load(text)
        outline = Outline.read(text.encode())
        shown = editor.page.inner_text("#analysis-facts").splitlines()
        assert shown[shown.index("Outline cells") + 1] == str(len(outline.cells))
        assert shown[shown.index("Clusters") + 1] == str(outline.clusters)


def test_without_a_mine_count_guesses_are_compared_by_risk(editor: App) -> None:
    editor.load("3 3 ?\n...\n.2.\n...")
    editor.page.click("#edit-guess")
    editor.page.wait_for_selector("#edit-guesses table")
    assert editor.page.locator("#edit-guesses th").all_inner_texts() == ["Cell", "Risk"]
    assert "25.0 %" in editor.page.inner_text("#edit-guesses tbody tr:first-child")
    assert "need a mine count" in editor.page.inner_text("#edit-guesses")
    editor.load("3 3 2\n...\n.2.\n...")
    editor.page.click("#edit-guess")
    editor.page.wait_for_selector("#edit-guesses table")
    assert editor.page.locator("#edit-guesses th").all_inner_texts()[-1] == "Win"


def test_dead_cells_and_fifty_fifties_are_marked_and_listed(editor: App) -> None:
    more = json.dumps({"dead": [[3, 0]], "fifty_fifties": [[[0, 3], [1, 3]]]})
    editor.change("analyse", f"({{ answer }}) => ({{ answer: {{ ...answer, ...{more} }} }})")
    editor.load(POSITION)
    assert editor.read("overlay.dead") == [[3, 0]]
    assert editor.read("overlay.fifties") == [[[0, 3], [1, 3]]]
    shown = editor.page.inner_text("#analysis-facts").splitlines()
    assert shown[shown.index("50/50s") + 1] == "(0, 3) or (1, 3)"
    assert shown[shown.index("Dead cells") + 1] == "(3, 0)"
    editor.hover(0, 3)
    editor.until("document.querySelector('#analyse-info').textContent.endsWith('50 % risk; 50/50 with (1, 3)')")
    editor.hover(3, 0)
    editor.until("document.querySelector('#analyse-info').textContent.endsWith('dead: opening it tells you nothing')")
