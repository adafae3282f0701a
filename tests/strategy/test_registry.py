"""Strategies by name: built-in, registered, and those of installed packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import minemind as mm
from minemind.strategy import registry


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_REGISTERED", {})


class First(mm.Strategy):
    """Opens the first hidden cell.

    More is said below the first line.
    """

    def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
        cell = next(cell for cell in board.grid if board.hidden[cell])
        return [mm.Move(cell, mm.Action.OPEN, mm.Guess(0.5))]


def test_a_name_makes_a_player_and_says_how_openings_spread() -> None:
    for name, expansion in [("csp-sat", "bfs"), ("csp-sat:bfs", "bfs"), ("csp-sat:dfs", "dfs")]:
        player = mm.get_strategy(name)
        assert (player.name, player.expansion) == ("csp-sat", expansion)
    assert str(mm.get_strategy("csp-sat:dfs")) == "csp-sat:dfs"
    assert str(mm.get_strategy("csp-sat:bfs")) == "csp-sat"
    assert mm.get_strategy(player) is player


@pytest.mark.parametrize("name", ["", "nobody", "exact:sideways", "exact:dfs:bfs", ":dfs", "Exact"])
def test_an_unknown_name_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(mm.InvalidValue, match=r"is not a strategy; choose from rules, csp,"):
        mm.get_strategy(name)


def test_whatever_is_no_name_is_refused() -> None:
    with pytest.raises(mm.InvalidValue, match="5 is not a strategy"):
        mm.get_strategy(5)  # type: ignore[arg-type]


def test_a_class_is_registered_by_a_decorator() -> None:
    assert mm.register_strategy("first")(First) is First
    player = mm.get_strategy("first:dfs")
    assert isinstance(player, First)
    assert (player.name, player.expansion, player.summary) == ("first", "dfs", "Opens the first hidden cell")
    assert mm.strategies()[-1].name == "first"
    assert mm.play(mm.Game.preset("beginner", seed=1), "first").strategy == "first"
    mm.register_strategy("first")(lambda: mm.get_strategy("csp"))
    assert mm.get_strategy("first").summary == mm.get_strategy("csp").summary


@pytest.mark.parametrize("name", ["", "a b", "Loud", "mine:dfs", "x:bfs", "ä", "-x", "a/b"])
def test_a_strange_name_cannot_be_registered(name: str) -> None:
    with pytest.raises(mm.InvalidValue, match="is not a valid name"):
        mm.register_strategy(name)


def test_a_decorator_without_a_name_is_told_to_give_one() -> None:
    with pytest.raises(mm.InvalidValue, match=r"First.* is not a name; write @register_strategy\('a-name'\)"):
        mm.register_strategy(First)  # type: ignore[arg-type]


def test_a_name_of_ours_cannot_be_taken() -> None:
    with pytest.raises(mm.InvalidValue, match="'exact' is taken"):
        mm.register_strategy("exact")


def test_what_makes_no_player_is_said() -> None:
    mm.register_strategy("nothing")(lambda: None)  # type: ignore[type-var]
    with pytest.raises(mm.InvalidValue, match="'nothing' is not a Strategy, but None"):
        mm.get_strategy("nothing")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package with two strategies, one of which is broken."""
    tmp_path.joinpath("their_players.py").write_text(
        "import minemind as mm\n"
        "class Theirs(mm.Strategy):\n"
        "    '''Comes from elsewhere.'''\n"
        "    def moves(self, board, rng=None):\n"
        "        return mm.get_strategy('exact').moves(board, rng)\n"
    )
    info = tmp_path / "their_players-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: their-players\nVersion: 1.0\n")
    info.joinpath("entry_points.txt").write_text(
        "[minemind.strategies]\ntheirs = their_players:Theirs\nbroken = their_players:Missing\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("their_players", None)


@pytest.mark.usefixtures("package")
def test_an_installed_package_brings_its_own() -> None:
    assert mm.get_strategy("theirs:dfs").summary == "Comes from elsewhere"
    mm.strategy.check_strategy("theirs", games=9)
    with pytest.raises(mm.InvalidValue, match="'broken' could not be created: AttributeError"):
        mm.get_strategy("broken")
    with pytest.warns(mm.Assumption, match="'broken' could not be created"):
        names = [player.name for player in mm.strategies()]
    assert "theirs" in names
    assert "broken" not in names
