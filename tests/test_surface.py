"""Public signatures do not change without the changelog saying so."""

from __future__ import annotations

import re

import pytest

import minemind as mm
from tests import surface


def test_public_signatures_are_those_that_the_changelog_speaks_of() -> None:
    changed = surface.difference()
    assert not changed, "\n".join(
        [
            "public signatures have changed:",
            *changed,
            "if this is meant, say it in the newest section of CHANGELOG.md, then run: python -m tests.surface",
        ]
    )


def test_every_public_name_is_kept() -> None:
    names = {surface._name(line) for line in surface.kept()}
    assert {f"minemind.{name}" for name in mm.__all__} - names == {
        f"minemind.{name}" for name in ("errors", "no_guess", "reviews", "solve", "strategy", "words")
    }


def test_a_changed_signature_that_the_changelog_does_not_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    line = next(line for line in surface.kept() if line.startswith("minemind.hint("))
    without = [each for each in surface.kept() if each != line]
    monkeypatch.setattr(surface, "kept", lambda: [*without, line.replace("(", "(dropped, ")])
    assert [each[0] for each in surface.difference()] == ["+", "-"]
    monkeypatch.setattr(surface, "newest_section", lambda: "0.3.0\n\n- Nothing of that kind, `mm.analyse` aside.")
    assert surface.unsaid() == {"hint"}
    before = "0.3.0\n\n- `mm.hint` is quicker."
    monkeypatch.setattr(surface, "newest_section", lambda: before)
    monkeypatch.setattr(surface, "said_before", lambda: frozenset(map(surface._digest, before.splitlines())))
    assert surface.unsaid() == {"hint"}  # what was said then was not about this
    monkeypatch.setattr(surface, "newest_section", lambda: "0.3.0\n\n- `mm.hint(board)` has lost an option.")
    assert surface.unsaid() == set()


def test_the_newest_section_is_that_of_this_version() -> None:
    heading = surface.newest_section().splitlines()[0]
    assert re.match(rf"{re.escape(mm.__version__)}(, unreleased|, \d{{4}}-\d\d-\d\d)$|Unreleased$", heading), heading
