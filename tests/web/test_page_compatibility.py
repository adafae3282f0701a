"""What published versions of the page exported, and their links, are still read: `tests/data/version_*`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_compatibility import PUBLISHED
from tests.web.browser import App

LOST = """9 9 10
000000000
221000000
..1000000
.21000000
.10000000
.10123210
.113...21
.........
........."""


@pytest.mark.parametrize("samples", PUBLISHED, ids=lambda samples: samples.name)
def test_history_and_statistics_of_a_published_version_are_imported(app: App, samples: Path) -> None:
    for name, what in (("page_history.json", "positions"), ("page_statistics.json", "games")):
        app.drop(name, (samples / name).read_text())
        app.until(f"document.querySelector('#toast').textContent === '2 {what} imported'")
    assert "Games without help\n2" in app.page.inner_text("#statistics")
    app.view("history")
    assert app.page.locator("#entries li").count() == 2
    app.shows(LOST)


@pytest.mark.parametrize("samples", PUBLISHED, ids=lambda samples: samples.name)
def test_links_of_a_published_version_are_followed(app: App, samples: Path) -> None:
    game, position = (samples / "links.txt").read_text().split()
    app.visit(game.removeprefix("/"))
    app.until("minemind.seed === '12' && minemind.turns === 1")
    app.visit(position.removeprefix("/"))
    app.shows("3 4 2\n01..\n01!.\n01..")
