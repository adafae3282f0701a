"""Written replays: they are read back unchanged, or refused if a format cannot hold them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from minemind.formats.names import printable
from minemind.formats.replays import read_replay
from minemind.replay import MouseEvents, MouseKind, Replay
from tests.formats import recorded
from tests.formats.recorded import Script, avf, evf, rawvf, rmv
from tests.formats.scripts import (
    LAYOUT,
    LEFT,
    LEFT_UP,
    RIGHT,
    RIGHT_UP,
    SCRIPT,
    START,
    at,
    every_format,
    write_replay,
)


@st.composite
def games(draw: st.DrawFn) -> mm.Game:
    """A game on the square topology: a cell is opened, then some are opened, flagged and chorded."""
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(2, 7))
    mines = draw(st.integers(0, rows * cols - 1))
    game = mm.Game(rows, cols, mines, seed=draw(st.integers(0, 99)), first_click=draw(st.sampled_from(mm.FirstClick)))
    places = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    game.open(draw(places))
    acts: list[Callable[[tuple[int, int]], object]] = [game.open, game.flag, game.chord]
    for act, cell in draw(st.lists(st.tuples(st.sampled_from(acts), places))):
        if game.state is mm.State.PLAYING:
            act(cell)
    return game


@pytest.mark.parametrize("name", ["evf", "rawvf"])
@given(game=games(), times=st.lists(st.integers(0, 10_000_000), min_size=60), player=st.text(max_size=20))
def test_what_is_written_is_read_again(name: str, game: mm.Game, times: list[int], player: str) -> None:
    replay = Replay.of(game)
    clicks = tuple(
        click._replace(seconds=(time - times[0]) / 1000)
        for click, time in zip(replay.clicks, sorted(times), strict=False)
    )
    offset = clicks[0].seconds or 0.0
    clicks = tuple(click._replace(seconds=round((click.seconds or 0.0) - offset, 3)) for click in clicks)
    replay = dataclasses.replace(replay, clicks=clicks, player=player, program="Test", seconds=clicks[-1].seconds)
    again = read_replay(write_replay(replay, name))
    assert (again.layout, again.clicks, again.seconds) == (replay.layout, replay.clicks, replay.seconds)
    assert again.player == printable(player)
    assert (again.program, again.replay().board) == ("Test", game.board)


@pytest.mark.parametrize("name", ["evf", "rawvf"])
@every_format
def test_every_format_can_be_converted(write: Callable[[Script], bytes], name: str) -> None:
    replay = read_replay(write(SCRIPT))
    assert read_replay(write_replay(replay, name)) == replay


@pytest.mark.parametrize("name", ["evf", "rawvf"])
def test_question_marks_do_not_change_what_is_written(name: str) -> None:
    events = (*START, *(at(kind, 0, 0) for kind in (RIGHT, RIGHT_UP) * 3), at(LEFT, 2, 0), at(LEFT_UP, 2, 0))
    replay = read_replay(rawvf(dataclasses.replace(SCRIPT, events=events, marks=True)))
    again = read_replay(write_replay(replay, name))
    assert again.replay().board == replay.replay().board
    assert name == "evf" or again == replay  # EVF has no question marks: the click that removes one is left out


@pytest.mark.parametrize("name", ["evf", "rawvf"])
def test_shift_is_written_so_that_it_chords(name: str) -> None:
    events = (*START, at(RIGHT, 0, 0), at(RIGHT_UP, 0, 0), at(recorded.SHIFT, 0, 1), at(LEFT_UP, 0, 1))
    replay = read_replay(rawvf(dataclasses.replace(SCRIPT, events=events)))
    assert read_replay(write_replay(replay, name)).clicks == replay.clicks


def test_rawvf_can_be_read_by_people() -> None:
    text = write_replay(read_replay(evf(SCRIPT)), "rawvf").decode()
    assert text.splitlines()[:20] == [
        "RawVF_Version: Rev6",
        "Program: Meta 3.1.9",
        "Player: Ada",
        "Level: Custom",
        "Width: 3",
        "Height: 3",
        "Mines: 2",
        "Marks: Off",
        "SquareSize: 16",
        "Time: 301.000",
        "BBBV: 2",
        "Mode: Classic",
        "Board:",
        "*00",
        "000",
        "00*",
        "Events:",
        "0.000 lc 3 1 (40 8)",
        "0.000 lr 3 1 (40 8)",
        "1.250 rc 1 1 (8 8)",
    ]


@pytest.mark.parametrize(
    "layout",
    [
        mm.Layout.parse("3 3 1 topology=torus\n*..\n...\n..."),
        mm.Layout.parse("1 3 2 k=2\n*2 . ."),
        mm.Layout.parse("*1.", reveal_numbers=True),
    ],
)
def test_boards_that_other_programs_do_not_have_are_not_written(layout: mm.Layout) -> None:
    with pytest.raises(mm.InvalidValue, match="holds only square boards with one mine per cell"):
        write_replay(Replay(layout, ()), "rawvf")


def test_evf_holds_no_larger_boards_than_it_can_number() -> None:
    layout = mm.Layout(mm.Grid(256, 3), np.zeros((256, 3), dtype=int))
    with pytest.raises(mm.InvalidValue, match="write RAWVF instead"):
        write_replay(Replay(layout, ()), "evf")
    assert read_replay(write_replay(Replay(layout, ()), "rawvf")).layout == layout


@pytest.mark.parametrize(("value", "name"), [(None, "evf"), (LAYOUT, "rawvf"), (Replay(LAYOUT, ()), "avf")])
def test_what_cannot_be_written_is_refused(value: object, name: str) -> None:
    with pytest.raises(mm.InvalidValue, match=r"; (give|choose)"):
        write_replay(value, name)


def test_games_and_records_are_written_as_replays() -> None:
    game, record = mm.Game.from_layout(LAYOUT), mm.play("beginner", seed=7)
    game.open(0, 2)
    assert read_replay(write_replay(game, "evf")).replay().board == game.board
    assert read_replay(write_replay(record, "rawvf")).replay().board == record.replay().board


def test_a_replay_is_loaded_saved_and_converted_like_everything_else(tmp_path: Path) -> None:
    source, target = tmp_path / "game.bin", tmp_path / "game.evf"
    source.write_bytes(avf(SCRIPT))
    replay = mm.load(source, Replay)
    mm.save(replay, target)
    assert mm.load(target) == replay
    mm.save(replay, tmp_path / "layout.mbf")
    assert mm.load(tmp_path / "layout.mbf") == LAYOUT
    source.write_bytes(rmv(SCRIPT)[:50])
    with pytest.raises(mm.errors.BadReplay, match=r"^'.*game.bin' cannot be read as RMV: the file ends too early"):
        mm.load(source)


def test_a_replay_without_clicks_is_written_and_read() -> None:
    for name in ("evf", "rawvf"):
        again = read_replay(write_replay(Replay(LAYOUT, (), events=MouseEvents([(5, MouseKind.MOVE, 3, 3)])), name))
        assert (again.clicks, again.replay().turns) == ((), 0)
