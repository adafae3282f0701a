"""The main flows in Firefox: a coached game, a loss and its review, a position with its address, a race, practice."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import minemind as mm
from tests.web import firefox
from tests.web.browser import Server
from tests.web.firefox import Firefox

GAME = "#play?rows=9&cols=9&mines=10&seed=11&first=opening&start=4,4&mode=classic"


@pytest.fixture(scope="module")
def tab() -> Iterator[Firefox]:
    with firefox.running() as running:
        yield running


@pytest.fixture
def game(tab: Firefox, server: Server) -> Iterator[Firefox]:
    """A Beginner game after its first click, in a newly loaded page."""
    tab.visit("about:blank", until="true")
    tab.visit(f"{server.address}/{GAME}")
    tab.until("minemind.view === 'play' && minemind.seed === '11' && minemind.turns > 0")
    tab.type("g")
    tab.until("minemind.turns === 1 && minemind.state === 'playing'")
    yield tab
    assert tab.wrong == []


def test_a_coached_game_shows_moves_risks_and_proofs(game: Firefox) -> None:
    game.press("#coach")
    game.press("#show-heat")
    game.until("!minemind.busy && minemind.overlay.choices.length && minemind.overlay.safe.length")
    assert game.evaluate("minemind.overlay.risk.flat().some((risk) => risk > 0)")
    assert "safe" in game.evaluate("document.querySelector('#play-message').textContent")
    row, col = game.evaluate("minemind.overlay.choices[0]")
    game.open(row, col)
    game.until("minemind.turns === 2")
    game.press("#coach")
    game.press("#show-heat")
    for shown in ("area", "lit", "target"):
        game.press("#hint")
        game.until(f"minemind.overlay.{shown}.length")


def test_a_loss_is_taught_and_reviewed_at_an_address(game: Firefox) -> None:
    row, col = game.evaluate("minemind.mines[0]")
    game.open(row, col)
    game.until("minemind.state === 'lost'")
    game.until("document.querySelector('#play-message').textContent.includes('safe')")
    game.press("#review-game")
    game.until("/review.\\d+$/.test(location.hash) && !minemind.busy")
    assert game.evaluate("minemind.overlay.target[0]") == [row, col]
    game.go(-1)
    game.until(f"location.hash === '{GAME}' && minemind.state === 'lost'")


def test_a_position_is_drawn_and_has_an_address(game: Firefox) -> None:
    game.press("[data-view=analyse]")
    game.until("minemind.view === 'analyse' && !minemind.busy && location.hash.startsWith('#position=')")
    before = game.evaluate("minemind.text")
    game.open(8, 8, 2)
    game.until("minemind.look(8, 8).startsWith('flag') && !minemind.busy")
    game.type("u")
    game.until(f"minemind.text === {json.dumps(before)}")
    game.go(-1)
    game.until("minemind.view === 'play'")
    game.go(1)
    game.until("minemind.view === 'analyse'")


def test_a_mode_is_chosen_and_the_champion_raced(game: Firefox) -> None:
    game.press("#custom")
    game.press("#setup-dialog label:has([value=race])")
    game.press("#setup-dialog [type=submit]")
    game.until("document.querySelector('#mode-bar progress')")
    game.open(4, 4)
    game.until("document.querySelector('#mode-bar progress').value > 0")
    game.press("[data-preset=beginner]")
    game.until("minemind.turns === 0")


@pytest.mark.parametrize("kind", ["single", "contradiction"])
def test_positions_are_practised_one_after_the_other(game: Firefox, kind: str) -> None:
    game.press("#custom")
    game.press("#setup-dialog label:has([value=practice])")
    game.choose("#setup-dialog [name=practice]", kind)
    game.press("#setup-dialog [type=submit]")
    for asked in (1, 2):
        game.until("document.querySelector('#practice-solution') && !minemind.busy")
        board = mm.Board.parse(game.evaluate("minemind.text"))
        cell = min(mm.analyse(board).safe)
        game.open(cell.row, cell.col)
        game.until("document.querySelector('#play-message').textContent.startsWith('Right') && !minemind.busy")
        assert game.evaluate("document.querySelector('#practice-score').textContent") == f"{asked} of {asked} right"
        assert game.evaluate("minemind.overlay.target") == [[cell.row, cell.col]]
        game.press("#practice-next")
    game.press("[data-preset=beginner]")  # while the next position is perhaps still searched for
    game.until("!document.querySelector('#practice-next') && minemind.turns === 0")
    game.open(4, 4)
    game.until("minemind.turns === 1")
