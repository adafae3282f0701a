"""The page in German: every text comes from the catalogue, the choice is remembered, and boards have coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from minemind import words
from minemind.web.site import NOT_THE_PAGES, STATIC
from minemind.words.catalogue import FOLDER
from tests.web.browser import App, Server, opened

BOARD = "1 4 1\n.1.."


@pytest.fixture
def german(browser: Browser, server: Server) -> Iterator[App]:
    with opened(browser, server.address, locale="de-AT") as app:
        yield app.visit().open_drawer()


def test_the_page_starts_in_the_language_of_the_browser_and_remembers_another(german: App) -> None:
    page = german.page
    assert page.get_attribute("html", "lang") == "de"
    assert page.get_attribute("#hint", "aria-label") == "Tipp"
    german.choose("language", "en")
    page.wait_for_selector("html[lang=en][data-ready]")
    assert page.get_attribute("#hint", "aria-label") == "Hint"
    page.reload()
    page.wait_for_selector("html[lang=en][data-ready]")


@pytest.mark.parametrize(
    ("locale", "date"), [("en-GB", "3 Feb 2026"), ("en-US", "Feb 3, 2026"), ("de-AT", "03.02.2026")]
)
def test_dates_are_written_as_the_user_writes_them(browser: Browser, server: Server, locale: str, date: str) -> None:
    with opened(browser, server.address, locale=locale) as app:
        app.page.clock.install(time="2026-02-03T12:00:00Z")
        app.visit("#analyse")
        app.load(BOARD)
        app.press("k")
        app.view("history")
        assert date in app.page.inner_text("#entries small")


def test_a_game_goes_on_in_the_other_language(app: App) -> None:
    app.custom(9, 9, 10, seed=7)
    app.first_click(4, 4)
    text = app.text
    app.choose("language", "de")
    app.page.wait_for_selector("html[lang=de][data-ready]")
    assert app.text == text
    assert app.message().startswith("Willkommen zurück")


def test_what_the_server_says_is_german_too(german: App) -> None:
    german.view("analyse")
    german.load(BOARD)
    german.press("h")
    german.until("minemind.overlay.target.length === 1")
    assert german.message("analyse") == (
        "(0, 3) öffnen\nBei der Minenzahl 1 beweist die 1 bei (0, 1), dass (0, 3) sicher ist."
    )
    german.load("1 3 1\n!.!")
    assert german.message("analyse").splitlines() == [
        "Diese Stellung ist unmöglich",
        "Diese Stellung widerspricht sich: 2 Minen sind markiert, aber es gibt nur eine.",
    ]


def test_no_english_is_left_on_the_german_page(german: App) -> None:
    """Every text of the English page that the German one shows word for word is the same in both catalogues."""
    english, other = words.Catalogue("en").entries, words.Catalogue("de").entries
    own = {text for key, text in english.items() if isinstance(text, str) and len(text) > 1 and text != other[key]}
    own.remove("English")  # shown by the button that switches to it
    german.press("?")
    shown = set(
        german.page.evaluate(
            """() => [...document.querySelectorAll('body *')].flatMap((each) => [
                 ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim()),
                 each.title, each.ariaLabel, each.placeholder ?? '',
               ])"""
        )
    )
    assert shown & own == set()
    assert {"Tipp", "Spielfeld", "Leertaste", "zufällig"} <= shown


def test_every_language_is_offered_by_its_own_name() -> None:
    source = (STATIC / "words" / "languages.js").read_text(encoding="utf-8")
    names = re.search(r"NAMES = \{(.*)\}", source)
    assert names
    found = dict(re.findall(r'(\w+): "([^"]+)"', names[1]))
    assert found == {language: words.Catalogue(language).phrase("language", {}) for language in words.LANGUAGES}


def test_every_entry_of_the_catalogue_is_said_somewhere() -> None:
    folder = FOLDER.parent
    sources = [path for path in folder.rglob("*") if path.suffix in (".py", ".js", ".html")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    catalogue = words.Catalogue(words.ENGLISH)
    parts = {
        part for entry in catalogue.entries.values() if not isinstance(entry, str) for part in entry.get("parts", ())
    }
    each = set(re.findall(r"each ([a-z.-]+)", str(catalogue.entries)))
    # Keys that are built from parts: f"record.{what}", `page.shape.${topology}`.
    made = re.findall(r"[\"`'f]([a-z-]+(?:\.[a-z-]+)*\.)\$?\{", code)
    said = [key for key in catalogue.entries if f'"{key}"' in code or f"'{key}'" in code or key in parts | each]
    left = set(catalogue.entries) - set(said)
    assert [key for key in sorted(left) if not any(key.startswith(prefix) for prefix in made)] == []


def test_no_entry_that_the_page_says_is_left_out_of_its_catalogue() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in STATIC.rglob("*.*") if path.suffix in (".js", ".html")
    )
    made = tuple(re.findall(r"`([a-z-]+(?:\.[a-z-]+)*\.)\$\{", code))
    entries = words.Catalogue(words.ENGLISH).entries
    left_out = {key for key in entries if key.startswith(NOT_THE_PAGES)}
    kept = str([entry for key, entry in entries.items() if key not in left_out])
    named = {key for key in left_out if f'"{key}"' in code or f"each {key}}}" in kept or f"'{key}'" in kept}
    assert len(left_out) > 100
    assert sorted(named | {key for key in left_out if key.startswith(made)}) == []


def test_the_board_has_row_and_column_numbers(app: App) -> None:
    inked = """(name) => {
      const ruler = document.querySelector(`#play-board .ruler.${name}`);
      const { data } = ruler.getContext('2d').getImageData(0, 0, ruler.width, ruler.height);
      return data.some((value, place) => place % 4 === 3 && value > 0);
    }"""
    app.until("document.querySelector('#play-board .ruler').width > 0")
    app.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    assert app.page.evaluate(inked, "columns")
    assert app.page.evaluate(inked, "rows")
    viewport, columns = (app.page.locator(f"#play-board .{name}").bounding_box() for name in ("viewport", "columns"))
    assert viewport is not None
    assert columns is not None
    assert columns["y"] + columns["height"] <= viewport["y"] + 1


@pytest.mark.parametrize("width", [320, 390])
def test_german_fits_on_a_phone(browser: Browser, server: Server, width: int) -> None:
    size = {"width": width, "height": 760}
    with opened(browser, server.address, viewport=size, locale="de", has_touch=True, is_mobile=True) as app:
        app.visit()
        for view in ("play", "analyse", "history"):
            app.view(view)
            assert app.page.evaluate("() => document.documentElement.scrollWidth") <= width
        app.page.tap("#help-button")
        app.page.wait_for_selector("#help-dialog[open]")
        across = "() => { const { scrollWidth, clientWidth } = document.querySelector('#help-body');"
        assert app.page.evaluate(f"{across} return scrollWidth - clientWidth; }}") == 0


def test_a_language_is_chosen_where_nothing_can_be_stored(browser: Browser, server: Server) -> None:
    with opened(browser, server.address, locale="en") as app:
        app.page.add_init_script(FORBIDDEN)
        app.visit()
        app.choose("language", "de")
        app.page.wait_for_selector("html[lang=de][data-ready]")
        assert app.page.url.split("?")[1].startswith("lang=de")


# Acts like a browser that is set to store nothing.
FORBIDDEN = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError'); } });"""
