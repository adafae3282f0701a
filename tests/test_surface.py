"""Public signatures do not change without the changelog saying so."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

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


def test_what_is_kept_was_written_with_the_changelog_at_hand() -> None:
    assert surface.stamp().split()[1:] == surface.stamp_now().split()[1:], "not by hand: run python -m tests.surface"


def test_every_public_name_is_kept() -> None:
    names = {surface._name(line) for line in surface.kept()}
    assert {f"minemind.{name}" for name in mm.__all__} - names == {
        f"minemind.{name}" for name in ("errors", "no_guess", "reviews", "solve", "strategy", "words")
    }


def write(monkeypatch: pytest.MonkeyPatch, *sections: str) -> None:
    monkeypatch.setattr(surface, "changelog", lambda: "\n## ".join(["# Changelog\n", *sections]))


def test_a_changed_signature_that_the_changelog_does_not_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [line.replace("minemind.hint(", "minemind.hint(dropped, ") for line in surface.kept()]
    monkeypatch.setattr(surface, "kept", lambda: before)
    assert [each[0] for each in surface.difference()] == ["-", "+"]
    write(monkeypatch, "0.3.0\n\n- Nothing of that kind, `mm.analyse` aside.")
    assert surface.unsaid() == {"minemind.hint"}
    old = "0.3.0\n\n- `mm.hint` is quicker."
    write(monkeypatch, old)
    monkeypatch.setattr(surface, "said_before", lambda: frozenset(map(surface._digest, old.splitlines())))
    assert surface.unsaid() == {"minemind.hint"}  # the line of then was not about this change
    write(monkeypatch, "0.3.0\n\n- `mm.hint(board)` has lost an option.")
    assert surface.unsaid() == set()


def test_a_member_is_named_with_its_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surface, "difference", lambda: ["-minemind.Board.save(self, path: str) -> None"])
    write(monkeypatch, "0.3.0\n\n- `mm.save` is quicker, and `Board` has a method less.")
    assert surface.unsaid() == {"minemind.Board.save"}
    write(monkeypatch, "0.3.0\n\n- `mm.Board.save()` is gone.")
    assert surface.unsaid() == set()


def test_the_members_of_a_new_class_need_not_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surface, "difference", lambda: ["+class minemind.New()", "+minemind.New.size: int"])
    write(monkeypatch, "0.3.0\n\n- `New`.")
    assert surface.unsaid() == set()


@pytest.mark.parametrize(
    ("sections", "early"),
    [
        (["0.2.0, unreleased"], set()),  # not released yet
        (["0.3.0, unreleased", "0.2.0, 2026-01-01"], {"minemind.hint"}),
        (["0.4.0, unreleased", "0.3.0, 2026-03-01\n\n### Deprecated\n\n- `hint`", "0.2.0, 2026-01-01"], set()),
        (["0.4.0, unreleased", "0.3.0, 2026-06-01\n\n### Deprecated\n\n- `hint`"], {"minemind.hint"}),
        (["0.4.0, unreleased", "0.3.0, 2026-03-01\n\n### Added\n\n- `hint`"], {"minemind.hint"}),
        (["0.3.1, unreleased", "0.3.0, 2026-03-01\n\n### Deprecated\n\n- `hint`"], {"minemind.hint"}),
    ],
)
def test_a_name_that_was_released_is_deprecated_before_it_goes(
    sections: list[str], early: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [line for line in surface.surface() if not line.startswith("minemind.hint(")]
    monkeypatch.setattr(surface, "surface", lambda: left)
    write(monkeypatch, *sections)
    assert surface.removed_too_early(date(2026, 7, 1)) == early


def test_a_name_that_came_after_the_last_release_may_go_as_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KEPT", "SAID", "RELEASED"):
        monkeypatch.setattr(surface, name, tmp_path / name)
    ours = surface.surface()
    older = "0.2.0, 2026-01-01\n\n- Everything."
    write(monkeypatch, older.replace("2026-01-01", "unreleased"))
    surface.main()
    write(monkeypatch, "0.3.0, unreleased\n\n- `mm.brief` is new.", older)
    monkeypatch.setattr(surface, "surface", lambda: [*ours, "minemind.brief()"])
    surface.main()
    assert surface.released() == ours
    write(monkeypatch, "0.3.0, unreleased\n\n- `mm.brief` is not here yet.", older)
    monkeypatch.setattr(surface, "surface", lambda: ours)
    surface.main()
    assert surface.kept() == ours
    monkeypatch.setattr(surface, "surface", lambda: ours[1:])
    with pytest.raises(SystemExit):
        surface.main()


def test_the_newest_section_is_that_of_this_version() -> None:
    heading = surface.sections()[0].text.splitlines()[0]
    assert re.match(rf"{re.escape(mm.__version__)}(, unreleased|, \d{{4}}-\d\d-\d\d)$", heading), heading
