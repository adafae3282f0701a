"""A position is entered quickly: typed along the rows, filled, mines counted by flags; a swipe paints nothing."""

from __future__ import annotations

import pytest

import minemind as mm
from tests.web.browser import App


@pytest.fixture
def editor(app: App) -> App:
    app.view("analyse")
    app.page.click("[data-edit-preset=beginner]")
    app.shows("9 9 10" + "\n........." * 9)
    return app


def test_typing_begins_where_the_mouse_points_and_goes_on_along_the_row(editor: App) -> None:
    editor.hover(2, 3)
    editor.press("1", "2", "f", ".", "3", "Enter", "1")
    assert editor.text.splitlines()[3:5] == ["...12!.3.", "...1....."]
    editor.press("Backspace")
    assert editor.text.splitlines()[4] == "........."
    editor.hover(8, 7)
    editor.press("1", "1", "1")
    assert editor.text.splitlines()[9] == ".......11"  # typing stays on the last cell of the last row


def test_the_first_click_looks_and_spoils_nothing(editor: App) -> None:
    before = editor.text
    editor.click(4, 4)
    editor.press("Space")
    assert editor.page.get_attribute("[data-pen=look]", "aria-pressed") == "true"
    assert editor.text == before
    editor.page.click("[data-pen='1']")
    editor.click(4, 4)
    editor.until("minemind.look(4, 4) === 'number 1'")


def test_an_opening_is_filled_up_to_its_numbers(editor: App) -> None:
    editor.hover(0, 2)
    editor.press("1", "Enter", "1", "Enter", "2")
    editor.hover(2, 0)
    editor.press("1", "1")
    editor.hover(0, 0)
    editor.press("z")
    assert editor.text.splitlines()[1:4] == ["001......", "001......", "112......"]
    editor.press("u")
    assert editor.text.splitlines()[1] == "..1......"


def test_open_cells_are_numbered_by_the_flags_around_them(editor: App) -> None:
    editor.hover(0, 0)
    editor.press("f", "0", "f", "Enter", "0", "0", "0")
    editor.page.click("#edit-numbers")
    assert editor.text.splitlines()[1:3] == ["!2!......", "121......"]


def test_an_expert_position_takes_at_most_300_keys(app: App) -> None:
    """Numbers are typed, openings are filled; pointing is free, and hidden cells need no key."""
    game = mm.Game("expert", seed=5)
    game.open(8, 15)
    while (safe := sorted(mm.analyse(game.board).safe)) and sum(row.count(".") for row in rows(game)) > 250:
        game.open(*safe[0])
    wanted = str(game.board)
    app.view("analyse")
    app.page.click("[data-edit-preset=expert]")
    keys = 0
    for row, line in enumerate(rows(game)):
        col = 0
        while col < len(line):
            start = col
            while col < len(line) and line[col] in "12345678!":
                col += 1
            if start < col:
                app.hover(row, start)
                typed = line[start:col].replace("!", "f")
                app.page.keyboard.type(typed)
                keys += len(typed)
            col = max(col, start + 1)
    for row, line in enumerate(rows(game)):
        for col, letter in enumerate(line):
            if letter == "0" and app.look(row, col) != "number 0":
                app.hover(row, col)
                app.press("z")
                keys += 1
    app.shows(wanted)
    assert wanted.count("\n") == 16
    assert sum(letter not in ".\n" for letter in wanted) > 200
    assert keys <= 300


def rows(game: mm.Game) -> list[str]:
    return str(game.board).splitlines()[1:]


def test_a_swipe_on_a_phone_moves_the_board_and_paints_nothing(phone: App) -> None:
    phone.view("analyse")
    phone.page.tap("[data-edit-preset=expert]")
    phone.until("minemind.text.startsWith('16 30 99')")
    phone.page.tap("[data-pen='1']")
    phone.page.evaluate("() => scrollTo(0, 0)")
    before, at = phone.text, phone.point(4, 6)
    phone.swipe(4, 6, 140)
    assert phone.point(4, 6)[0] < at[0] - 60
    assert phone.text == before
    # How far it glides depends on the machine: this cell is still visible.
    col = next(col for col in range(6, 30) if phone.point(4, col)[0] > 60)
    phone.tap(4, col)
    phone.until(f"minemind.look(4, {col}) === 'number 1'")


def test_every_tab_goes_on_with_its_own_game(app: App) -> None:
    app.custom(9, 9, 10, seed=3)
    app.first_click(4, 4)
    mine = app.text
    other = app.context.new_page()
    other.goto(app.address)
    other.wait_for_selector("html[data-ready]")
    other.click("[data-preset=intermediate]")
    other.wait_for_function("() => minemind.text.startsWith('16 16 40')")
    other.close()
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.shows(mine)


def test_settings_and_switches_last(app: App) -> None:
    app.press("m", "e")
    app.choose("theme", "classic")
    app.choose("setting-coordinates", "off")
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    assert app.page.get_attribute("html", "data-theme") == "classic"
    for switch in ("#show-heat", "#show-certain"):
        assert app.page.get_attribute(switch, "aria-pressed") == "true"
    assert app.page.locator("#play-board .ruler.rows").bounding_box()["width"] == 0  # type: ignore[index]


def test_a_choice_in_one_tab_keeps_what_was_chosen_in_another(app: App) -> None:
    app.choose("setting-coordinates", "on")
    other = app.context.new_page()
    other.goto(app.address)
    other.wait_for_selector("html[data-ready]")
    other.click("#settings-button")
    other.select_option("#setting-coordinates", "off")
    other.close()
    app.choose("setting-motion", "on")
    app.page.reload()
    app.page.wait_for_selector("html[data-ready]")
    app.page.click("#settings-button")
    chosen = [app.page.input_value(f"#setting-{name}") for name in ("coordinates", "motion")]
    assert chosen == ["off", "on"]


def test_back_and_forward_go_through_the_views(app: App) -> None:
    app.view("analyse")
    app.view("history")
    app.page.go_back()
    app.until("minemind.view === 'analyse'")
    app.page.go_back()
    app.until("minemind.view === 'play'")
    app.page.go_forward()
    app.until("minemind.view === 'analyse'")


def test_a_won_board_has_no_mines_left(app: App) -> None:
    app.custom(3, 3, 1, seed=2)
    app.first_click(0, 0)
    app.page.evaluate("() => { document.querySelector('#speed').value = '6'; }")
    app.page.select_option("#auto-until", "end")
    app.press("a")
    app.until("minemind.state === 'won'")
    assert app.page.inner_text("#mines-left").strip() == "0"
