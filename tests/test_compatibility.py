"""Files of earlier versions still load, and their interrupted runs can be resumed.

They are in `tests/data/before_0_2`, and for each published version in a folder that `tests/write_samples.py` has
written. What browsers keep is tested with the page.
"""

from pathlib import Path
from shutil import copytree

import pytest

import minemind as mm
from minemind.lab import local_workers, open_run, play_run, writing_run
from minemind.lab.report.results import read_results
from minemind.strategy import Record

BEFORE = Path(__file__).parent / "data" / "before_0_2"
PUBLISHED = sorted((Path(__file__).parent / "data").glob("version_*"))


def test_a_run_that_was_killed_goes_on_and_ends_as_it_would_have_then(tmp_path: Path) -> None:
    copytree(BEFORE / "run_interrupted", folder := tmp_path / "run")
    plan = open_run(folder).plan
    with writing_run(folder, plan, resume=True) as writer, local_workers(1) as workers:
        assert [writer.stored.tally(number).games for number in (0, 1)] == [252, 252]
        standings = play_run(plan, workers, writer)
    assert [standing.signature for standing in standings] == SIGNATURES


# The signatures of the whole run, as played by the version that started it.
SIGNATURES = ["c364de2e127e1e6d", "fb202cd4f9b7d96b"]


@pytest.mark.parametrize(("number", "wins", "stuck"), [(0, 60, 0), (1, 53, 7), (2, 42, 18)])
def test_a_whole_run_says_what_it_said(number: int, wins: int, stuck: int) -> None:
    tally = open_run(BEFORE / "run_whole").tally(number)
    assert (tally.games, tally.wins, tally.stuck) == (60, wins, stuck)


@pytest.mark.parametrize(("name", "state"), [("champion", mm.State.LOST), ("csp-prob", mm.State.WON)])
def test_a_record_is_replayed(name: str, state: mm.State) -> None:
    record = Record.load(BEFORE / f"record_{name}.json")
    assert (record.strategy, record.result) == (name, state)
    assert record.replay().state is state


def test_a_saved_game_goes_on_as_if_never_stopped() -> None:
    game = mm.load(BEFORE / "saved_expert.json")
    assert game.redo()
    assert (int(game.board.opened.sum()), game.mines_left) == (312, 23)


def test_a_saved_game_on_hexagons_with_holes_and_two_mines_a_cell_keeps_its_turns() -> None:
    game = mm.load(BEFORE / "saved_hex.json")
    assert str(game.board).startswith("6 9 9 topology=hex k=2\n_001.11..")
    assert game.turns == 1
    assert game.undo()
    assert game.turns == 0


@pytest.mark.parametrize("samples", PUBLISHED, ids=lambda samples: samples.name)
def test_games_that_a_published_version_saved_go_on(samples: Path) -> None:
    game = mm.load(samples / "game.json")
    assert (game.seed, len(game.history), game.history[0].seconds) == (26, 40, 0)
    assert game.redo()
    assert game.board.flags[0, 0]
    moved = mm.load(samples / "game_of_a_layout.json")
    assert str(moved.board) == "4 4 5 k=2\n01..\n12..\n....\n...."
    no_guess = mm.load(samples / "game_without_guesses.json")
    assert no_guess.layout is not None
    assert mm.no_guess.grade(no_guess.layout, (8, 8)).needs_guess is False
    assert Record.load(samples / "record.json").replay().state is mm.State.WON


@pytest.mark.parametrize("samples", PUBLISHED, ids=lambda samples: samples.name)
def test_a_certificate_of_a_published_version_is_still_a_proof(samples: Path) -> None:
    certificate = mm.no_guess.Certificate.load(samples / "certificate.json")
    assert mm.no_guess.verify(certificate)
    assert (certificate.seed, certificate.start) == (7, (4, 4))


@pytest.mark.parametrize("samples", PUBLISHED, ids=lambda samples: samples.name)
def test_what_a_published_version_has_measured_can_be_reported(samples: Path) -> None:
    found = read_results([samples])
    assert [(entry.tally.games, entry.tally.wins) for entry in found.played] == [(20, 19), (20, 16), (3, 2)]
