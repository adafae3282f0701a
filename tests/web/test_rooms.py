"""The rooms of the page's scripts: imports between them go one way."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

from minemind.web.site import STATIC

ENTRIES = {"main.js", "early.js", "theme.js", "service-worker.js", "minemind-board.js"}


def room(path: Path) -> str:
    return path.relative_to(STATIC).parts[0]


def imported(script: Path) -> set[str]:
    """The other rooms that a script imports from."""
    found = re.findall(r'\bfrom "(\.[^"]+)"', script.read_text(encoding="utf-8"))
    return {room((script.parent / path).resolve()) for path in found} - {room(script)}


def test_rooms_never_import_each_other_in_a_circle() -> None:
    needs: dict[str, set[str]] = {}
    for script in STATIC.rglob("*.js"):
        needs.setdefault(room(script), set()).update(imported(script))
    order = list(TopologicalSorter(needs).static_order())  # raises an error if there is a circle
    assert order.index("words") < order.index("game") < order.index("engine") < order.index("main.js")


def test_only_what_browsers_start_is_outside_the_rooms() -> None:
    assert {path.name for path in STATIC.glob("*.js")} == ENTRIES
