"""Recorded games of other programs: read as they were played, or refused with a reason."""

from __future__ import annotations

import csv
import dataclasses
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import minemind as mm
from minemind import filetypes
from minemind.formats import saved
from minemind.formats.names import decoded
from minemind.formats.replays import read_replay
from minemind.replay import Click, Replay
from tests.formats import recorded
from tests.formats.recorded import Script, avf, clicked, evf, mvf, rawvf, rmv
from tests.formats.scripts import (
    CHORD,
    CLICKS,
    FLAG,
    LAYOUT,
    OPEN,
    PLAYED,
    SCRIPT,
    WRITERS,
    every_format,
    samples,
    write_replay,
)

# --- Every format


@every_format
def test_a_game_is_read_as_it_was_played(write: Callable[[Script], bytes]) -> None:
    replay = read_replay(write(SCRIPT))
    assert (replay.layout, replay.clicks) == (LAYOUT, CLICKS)
    assert (replay.player, replay.seconds, replay.first_click) == ("Ada", 301.0, mm.FirstClick.SAFE)
    assert replay.replay().state is mm.State.WON


@every_format
def test_the_track_of_the_mouse_is_kept(write: Callable[[Script], bytes]) -> None:
    moves = tuple((20 * i, recorded.MOVE, 8 + i, 9 + 2 * i) for i in range(1, 6))
    events = read_replay(write(dataclasses.replace(SCRIPT, events=(*PLAYED[:2], *moves, *PLAYED[2:])))).events
    assert events is not None
    assert set(moves) <= set(events)


@pytest.mark.parametrize(
    ("write", "program"),
    [
        (avf, "Minesweeper Arbiter 0.52.3"),
        (WRITERS["avf of FreeSweeper"], "FreeSweeper R10"),
        (rmv, "Vienna Minesweeper - Release 4.0.0"),
        (WRITERS["mvf 0.97"], "Minesweeper Clone version 0.97 beta"),
        (mvf, "Minesweeper Clone 2007 release 2"),
        (evf, "Meta 3.1.9"),
        (WRITERS["evf 4, translated"], "Meta 3.2.1"),
        (rawvf, "FreeSweeper R10"),
    ],
)
def test_the_program_is_named(write: Callable[[Script], bytes], program: str) -> None:
    assert read_replay(write(SCRIPT)).program == program


@every_format
def test_a_format_is_recognised_by_its_content(write: Callable[[Script], bytes]) -> None:
    names = [name for name, writer in WRITERS.items() if writer is write]
    assert names[0].startswith(filetypes.format_of(write(SCRIPT)).name)


@every_format
def test_wherever_a_file_ends_it_is_read_or_refused(write: Callable[[Script], bytes]) -> None:
    content = write(SCRIPT)
    for size in range(len(content)):
        try:
            assert read_replay(content[:size]).layout == LAYOUT
        except mm.MineMindError as error:
            assert str(error)  # a file that can be read without its end is accepted, too


@pytest.mark.parametrize("write", [avf, rmv, mvf])
def test_a_mine_cannot_be_off_the_board(write: Callable[[Script], bytes]) -> None:
    with pytest.raises(mm.errors.BadReplay, match="a mine off the board"):
        read_replay(write(dataclasses.replace(SCRIPT, mines=((0, 0), (7, 2)))))


@pytest.mark.parametrize("write", [avf, rmv, mvf])
def test_two_mines_in_a_cell_are_refused(write: Callable[[Script], bytes]) -> None:
    with pytest.raises(mm.errors.BadReplay, match="two mines in one cell"):
        read_replay(write(dataclasses.replace(SCRIPT, mines=((0, 0), (0, 0)))))


@pytest.mark.parametrize(
    ("level", "shape", "mines"), [(3, (8, 8), 10), (4, (16, 16), 40), (5, (16, 30), 99)], ids=["beg", "int", "exp"]
)
def test_arbiter_knows_its_levels_by_number(level: int, shape: tuple[int, int], mines: int) -> None:
    places = tuple((i // shape[1], i % shape[1]) for i in range(mines))
    script = Script(*shape, places, clicked((0, "o", 7, 7), (90, "o", 7, 6)))
    replay = read_replay(avf(script, level=level))
    assert (replay.layout.grid.shape, replay.layout.mines) == (shape, mines)


@every_format
def test_the_largest_boards_are_read(write: Callable[[Script], bytes]) -> None:
    script = Script(200, 30, ((199, 29),), clicked((0, "o", 7, 7), (90, "o", 7, 7)))
    assert read_replay(write(script)).layout.grid.shape == (200, 30)


# --- Details of some formats


@pytest.mark.parametrize(("version", "pixels"), [(2, 24), (2, 7)])
def test_cells_of_other_sizes_are_scaled(version: int, pixels: int) -> None:
    events = clicked((0, "o", 0, 2), (1250, "f", 0, 0), pixels=pixels)
    script = dataclasses.replace(SCRIPT, events=events)
    for content in (rmv(script, version=version, pixels=pixels), evf(script, version=4, pixels=pixels)):
        replay = read_replay(content)
        assert replay.clicks == CLICKS[:2]
        assert replay.events is not None
        assert {(y // 16, x // 16) for _, _, x, y in replay.events} == {(0, 2), (0, 0)}


def test_vienna_writes_small_moves_as_differences() -> None:
    moves = ((10, recorded.MOVE, 44, 3), (20, recorded.MOVE, 36, 10), (200, recorded.MOVE, 43, 2))
    script = dataclasses.replace(SCRIPT, events=(*PLAYED[:2], *moves, *PLAYED[2:]))
    assert read_replay(rmv(script, version=2, small=True)) == read_replay(rmv(script, version=2))


def test_vienna_knows_flags_from_before_the_game() -> None:
    script = dataclasses.replace(SCRIPT, flags=((0, 0),), events=PLAYED[:2])
    for version in (1, 2):
        clicks = read_replay(rmv(script, version=version)).clicks
        assert [(click.cell, click.action, click.mines) for click in clicks] == [
            ((0, 0), FLAG, 1),
            ((0, 2), OPEN, 0),
        ]


@pytest.mark.parametrize("mode", [11, 13, 16])
def test_chords_that_go_on_by_themselves_are_refused(mode: int) -> None:
    for content in (
        evf(dataclasses.replace(SCRIPT, mode=mode)),
        rmv(dataclasses.replace(SCRIPT, mode=mode), version=2),
    ):
        with pytest.raises(mm.errors.BadReplay, match="which MineMind does not play"):
            read_replay(content)


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (evf(dataclasses.replace(SCRIPT, mode=1)), "any"),
        (evf(dataclasses.replace(SCRIPT, mode=5)), "safe"),
        (rmv(dataclasses.replace(SCRIPT, mode=2)), "any"),
        (mvf(dataclasses.replace(SCRIPT, mode=1)), "any"),
        (rawvf(dataclasses.replace(SCRIPT, options={"Mode": "UPK"})), "any"),
        # A rule that the first click breaks does not apply, and an opening shows no number.
        (evf(dataclasses.replace(SCRIPT, mode=4, events=clicked((0, "o", 0, 0)))), "any"),
        (evf(dataclasses.replace(SCRIPT, mode=4)), "opening"),
        (evf(dataclasses.replace(SCRIPT, mode=4, events=clicked((0, "o", 1, 1)))), "safe"),
    ],
)
def test_the_mode_says_what_the_first_click_promised(content: bytes, rule: str) -> None:
    assert read_replay(content).first_click == mm.FirstClick(rule)


def test_buttons_that_are_not_named_are_what_they_can_be() -> None:
    left, right, middle, both = 10, 11, 12, 9
    place = {"flag": (8, 8), "opening": (40, 8), "chord": (24, 8), "last": (8, 40)}
    named = [("opening", left), ("opening", left), ("flag", right), ("flag", right), ("chord", left), ("chord", both)]
    named += [("chord", left), ("chord", right), ("last", left), ("last", left), ("chord", middle), ("chord", middle)]
    events = tuple((time, kind, *place[where]) for time, (where, kind) in enumerate(named))
    for version in (3, 4):
        replay = read_replay(evf(dataclasses.replace(SCRIPT, events=events), version=version))
        assert [(click.action, click.cell) for click in replay.clicks] == [
            (OPEN, (0, 2)),
            (FLAG, (0, 0)),
            (CHORD, (0, 1)),
            (OPEN, (2, 0)),
        ]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"Level": "Marathon"}, "a marathon is several games"),
        ({"Superclick": "On"}, "superclick, which changes what a click does"),
        ({"Width": "nine"}, "line 5: 'nine' is not a whole number"),
        ({"Height": "4"}, "not a row of the board"),
        ({"Mines": "3"}, "another number of mines"),
        ({"SquareSize": "0"}, "cells of no size"),
        ({"Time": "soon"}, "'soon' is not a time"),
    ],
)
def test_rawvf_is_refused_with_its_line(options: dict[str, str], what: str) -> None:
    with pytest.raises(mm.errors.BadReplay, match=what):
        read_replay(rawvf(dataclasses.replace(SCRIPT, options=options)))


def test_rawvf_without_a_size_or_cells_in_its_events_is_read() -> None:
    text = b"Board:\n*00\n000\n00*\n\n-0.05 lc 3 1\n0.000 LR 3 1\n1,5 rc 1 1\n"
    replay = read_replay(b"\xef\xbb\xbf" + text)
    assert replay.layout == LAYOUT
    assert replay.clicks == (Click(mm.Cell(0, 2), OPEN, 0, 0.0), Click(mm.Cell(0, 0), FLAG, 1, 1.5))


@pytest.mark.parametrize("line", ["1.0 xx (1 1)", "1.0 lc", "1.0 lc (a b)", "1.0.0 lc (1 1)", "99999999 lc (1 1)"])
def test_rawvf_events_that_cannot_be_read_are_refused(line: str) -> None:
    with pytest.raises(mm.errors.BadReplay, match="line 4: "):
        read_replay(b"Board:\n*0\nEvents:\n" + line.encode())


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "it reads RAWVF, AVF, RMV, MVF and EVF"),
        (b"PK\3\4", "it reads RAWVF"),
        (b"*rmv\0\3", "version 3 of RMV is unknown"),
        (b"*rmv", "byte 4"),
        (b"\x1e\x10\0\x63" + bytes(500), "convert replays of earlier versions to RAWVF"),
        (mvf(SCRIPT, year=2009), "it is not of Minesweeper Clone 0.97, 2006 or 2007"),
        (evf(SCRIPT)[:6] + b"\3" + evf(SCRIPT)[7:], "it says 3 mines, but has 2"),
    ],
)
def test_what_cannot_be_read_is_said(content: bytes, what: str) -> None:
    with pytest.raises(mm.errors.BadReplay, match=what):
        read_replay(content)


# --- Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"Wang Jianing G01825", "Wang Jianing G01825"),
        ("王嘉宁".encode("gb18030"), "王嘉宁"),
        ("王嘉宁".encode(), "王嘉宁"),
        ("Jürgen Müller".encode("cp1252"), "Jürgen Müller"),
        (b"\xff\x80\x81", "ÿ€\N{REPLACEMENT CHARACTER}"),
        (b"a\x1b[31mb\0\n", "a[31mb"),
        (b"", ""),
    ],
)
def test_names_are_decoded_whatever_they_are_written_in(name: bytes, shown: str) -> None:
    assert decoded(name) == shown
    assert read_replay(avf(dataclasses.replace(SCRIPT, player=name.replace(b"\0", b"").strip()))).player == shown


def test_vienna_may_say_that_a_name_is_utf_8_or_not() -> None:
    script = dataclasses.replace(SCRIPT, player="aaȑaa".encode())
    assert [read_replay(rmv(script, utf8=said)).player for said in (None, 0, 1)] == ["aaȑaa", "aaÈ‘aa", "aaȑaa"]
    assert read_replay(rmv(script, version=2)).player == "aaȑaa"


# --- Real files, where there are some


@pytest.mark.parametrize("path", list(samples()), ids=lambda path: path.name)
def test_real_games_agree_with_another_reader(path: Path) -> None:
    replay = read_replay(path.read_bytes())
    actions = [*(click.action for click in replay.clicks), *replay.strays]
    game, worth = replay.replay(), mm.metrics(replay.layout)
    found = {
        "rows": replay.layout.grid.rows,
        "cols": replay.layout.grid.cols,
        "mines": replay.layout.mines,
        "seconds": replay.seconds,
        "3bv": worth.three_bv,
        "openings": worth.openings,
        "islands": worth.islands,
        "left": actions.count(OPEN),
        "right": actions.count(FLAG),
        "double": actions.count(CHORD),
    }
    assert game.state is mm.State.WON
    with (path.parent / "reference.tsv").open() as file:
        known = {row["file"]: row for row in csv.DictReader(file, delimiter="\t")}.get(path.name)
    if known and known["left"]:
        assert found == {name: pytest.approx(float(known[name])) for name in found}


@pytest.mark.parametrize("path", list(samples()), ids=lambda path: path.name)
def test_real_games_can_be_converted(path: Path) -> None:
    replay = read_replay(path.read_bytes())
    for name in ("evf", "rawvf"):
        again = read_replay(write_replay(replay, name))
        assert dataclasses.replace(again, program=replay.program, events=replay.events) == replay


# Runs in an interpreter of its own, which it aborts for some files.
OTHER_READER = """
import sys, ms_toollib
video = ms_toollib.EvfVideo(sys.argv[1])
video.parse()
video.analyse()
video.current_time = 1e6
print(video.row, video.column, video.mine_num, video.rtime, video.bbbv, video.left, video.right, video.double)
"""


@pytest.mark.skipif(find_spec("ms_toollib") is None, reason="ms-toollib is not installed")
def test_another_reader_understands_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.evf"
    path.write_bytes(write_replay(read_replay(avf(SCRIPT)), "evf"))
    done = subprocess.run([sys.executable, "-c", OTHER_READER, path], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["3", "3", "2", "301.0", "2", "3", "1", "1"]


# --- Times in our own files


def test_a_replay_saved_as_a_game_keeps_its_times_and_what_had_an_effect(tmp_path: Path) -> None:
    replay, path = read_replay(avf(SCRIPT)), tmp_path / "game.json"
    mm.save(replay, path, format="game")
    assert mm.load(path).board == replay.replay().board
    again = mm.load(path, Replay)
    assert again.clicks == tuple(click for click in CLICKS if click != CLICKS[3])
    assert (again.seconds, again.layout) == (301.0, LAYOUT)


def test_a_record_keeps_the_times_of_its_moves(tmp_path: Path) -> None:
    record, path = mm.play("beginner", seed=7), tmp_path / "record.json"
    record.save(path)
    loaded = mm.Record.load(path)
    assert (loaded, loaded.times) == (record, record.times)
    assert record.times == tuple(sorted(record.times or ()))
    assert [click.seconds for click in mm.load(path, Replay).clicks] == list(record.times or ())


def test_files_without_times_are_loaded_as_before(tmp_path: Path) -> None:
    game, path = mm.Game.from_layout(LAYOUT), tmp_path / "game.json"
    game.open(0, 2)
    mm.save(game, path)
    assert mm.load(path, Replay).clicks == (CLICKS[0]._replace(seconds=None),)
    values = mm.play("beginner", seed=7).to_json()
    del values["times"]
    assert mm.Record.from_json(values).times is None


@pytest.mark.parametrize("times", [[], [1.0, 2.0, 3.0], ["soon"], [True], [1e300], [float("nan")], {}, None])
def test_times_that_cannot_be_are_refused(times: object) -> None:
    game = mm.Game.from_layout(LAYOUT)
    game.open(0, 2)
    with pytest.raises(mm.errors.BadSave):
        saved.from_json(saved.to_json(game) | {"times": times})
    values = mm.play("beginner", seed=7).to_json()
    with pytest.raises(mm.errors.BadSave):
        mm.Record.from_json(values | {"times": times})


def test_a_record_has_a_time_for_every_move() -> None:
    values = mm.play("beginner", seed=7).to_json()
    values["times"][1] = None
    with pytest.raises(mm.errors.BadSave, match="'times' lacks some"):
        mm.Record.from_json(values)
