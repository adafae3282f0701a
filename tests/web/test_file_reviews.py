"""Reviews by the page's engine in Node equal those of the API, for games of all kinds, files and undealt games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import minemind as mm
from minemind.formats import saved
from tests.reviews.players import careless_game
from tests.web.files import UNKNOWN, Body, asked, compare, data, documents, expected, recordings


def is_on(game: mm.Game) -> bool:
    return game.state is mm.State.PLAYING


def played() -> Iterator[mm.Game]:
    """Games of all kinds, with flags, chords, wasted clicks, wins, losses, and some that are unfinished."""
    for seed in range(24):
        dice = random.Random(seed)
        topology = ("square", "torus", "hex")[seed % 3]
        per_cell = 1 + (seed % 4 == 3)
        grid = mm.Grid(6, 7, topology, holes=[(0, 0)] if seed % 5 == 4 else [])
        rule = dice.choice(["opening", "safe", "any"])
        game = mm.Game(mines=8 * per_cell, seed=seed, first_click=rule, max_per_cell=per_cell, grid=grid)
        game.open(3, 3)
        for _ in range(dice.choice([5, 40])):
            if not is_on(game) or not game.board.hidden.any():
                break
            analysis = mm.analyse(game.board.unflagged())
            hidden = [cell for cell in game.grid if game.board.hidden[cell]]
            cell = dice.choice([*analysis.safe, *hidden] if dice.random() < 0.7 else hidden)
            if cell in analysis.mines or dice.random() < 0.05:
                game.flag(cell, mines=1)
            elif not game.board.flags[cell]:
                game.open(cell)
            if is_on(game) and dice.random() < 0.2:
                game.chord(dice.choice(list(game.grid)))
        yield game


def timed(game: dict[str, Any]) -> dict[str, Any]:
    """The same game, with a time for every turn."""
    return game | {"times": [round(0.37 * turn, 2) for turn, _ in enumerate(game["history"])]}


def test_reviews_are_those_of_python() -> None:
    games = [saved.to_json(game) for game in played()]
    bodies: list[Body] = [{"game": timed(game) if place % 2 else game} for place, game in enumerate(games)]
    bodies += [{"game": games[0], "lang": "de"}, {"game": games[1], "margin": None}, {"game": games[2], "seed": "7"}]
    assert compare(bodies, "review") == {"review": len(bodies)}
    ends = {expected("review", body)["end"] for body in bodies}
    assert ends == {"won", "lost", "unfinished"}


def test_the_reasons_behind_reviews_are_those_of_python() -> None:
    games = [saved.to_json(game) for game in played()][::2]
    bodies: list[Body] = [{"game": game, "margin": None, "why": True} for game in games]
    bodies.append(bodies[0] | {"lang": "de"})
    assert compare(bodies, "review") == {"review": len(bodies)}
    moves = [move for body in bodies for move in expected("review", body)["moves"]]
    assert all((move["proof"] is None) or (move["guesses"] is None) for move in moves)
    assert {move["kind"] for move in moves if move["proof"]} >= {"safe", "needless guess", "flag proven"}
    assert {"forced guess"} <= {move["kind"] for move in moves if move["guesses"]} <= {"forced guess", "bad guess"}
    assert any(move["proof"] and move["action"] == "chord" for move in moves)


def of_least_risk(seed: int) -> mm.Game:
    """A game in which every guess is a random one of the least risk, so that others would win more often."""
    dice, game = random.Random(seed), mm.Game(16, 16, 50, seed=seed)
    game.open(8, 8)
    while is_on(game):
        analysis = mm.analyse(game.board)
        risks = {cell: analysis.probability[cell] for cell in game.grid if game.board.hidden[cell]}
        game.open(dice.choice([cell for cell, risk in risks.items() if risk < min(risks.values()) + 1e-9]))
    return game


def test_a_guess_of_the_same_risk_is_told_apart_by_its_odds() -> None:
    game = saved.to_json(of_least_risk(5))
    bodies: list[Body] = [{"game": game, "margin": 0.1, "lang": lang} for lang in ("en", "de")]
    assert compare(bodies, "review") == {"review": 2}
    sentences = [move["sentence"] for move in expected("review", bodies[0])["moves"]]
    assert any("same risk, wins" in sentence for sentence in sentences)


def test_a_careless_game_costs_a_bounded_multiple_of_a_careful_one() -> None:
    """In units of work, which do not depend on the machine: all guesses share one budget of games played."""
    games = [mm.play("expert", "champion", seed=11).replay(), careless_game(4), careless_game(5)]
    risks = [len(mm.review(game, margin=None).risks) for game in games]
    careful, *careless = asked("work", [{"game": saved.to_json(game), "margin": 0.02} for game in games])
    assert risks == [4, 77, 77]
    assert all(work < 3 * careful for work in careless)


def unopened() -> Iterator[mm.Game]:
    """Games of flags alone, or without any turn: their mines are not dealt yet, or given."""
    for game in (mm.Game("beginner", seed=7), mm.Game(5, 6, 9, seed=7, first_click="any", max_per_cell=2)):
        yield game.copy()
        for cell in ((0, 0), (1, 1), (1, 1), (4, 4)):
            game.flag(cell)
        yield game
    yield mm.Game(grid=mm.Grid(4, 4, "torus"), mines=3, seed=7, no_guess=True)
    yield mm.Game.parse("*")
    for rule in ("any", "opening"):
        game = mm.Game.parse("3 4 2\n...*\n....\n...*", first_click=rule)
        game.flag(0, 3)
        game.flag(1, 1)
        yield game


def test_reviews_of_games_in_which_no_cell_was_opened() -> None:
    games = [saved.to_json(game) for game in unopened()]
    bodies: list[Body] = [{"game": game, "lang": lang, "why": True} for game in games for lang in ("en", "de")]
    bodies += [{"game": timed(games[1])}, data(json.dumps(games[1]).encode())]
    assert compare(bodies, "review") == {"review": len(bodies)}
    advice = [expected("review", body)["advice"] for body in bodies]
    assert {each["kind"] for each in advice} == {"unopened", "undealt"}
    assert sum(each["sentence"].startswith("Kein Feld wurde geöffnet") for each in advice) == len(games)


def test_reviews_of_files() -> None:
    found = [*recordings()[:8], *documents()[-11:-1:2]]
    counts = compare(({"margin": None} | data(content) for content in found), "review")
    assert counts["review"] >= 12
    wrong = [*map(data, UNKNOWN), {}, {"text": "1..", "data": ""}, {"text": "*.."}, data(documents()[-1])]
    assert compare(wrong, "review").keys() >= {"UnknownFormat", "BadSave", "BadReplay", "InvalidValue"}


@pytest.mark.long
def test_reviews_of_recorded_games() -> None:
    compare(({"margin": None} | data(content) for content in recordings()[8:]), "review")
