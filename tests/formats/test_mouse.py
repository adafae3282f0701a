"""How presses and releases of a recording are turned into clicks."""

from __future__ import annotations

import dataclasses

import pytest

import minemind as mm
from minemind.formats.replays import read_replay
from tests.formats import recorded
from tests.formats.recorded import clicked, evf, rawvf
from tests.formats.scripts import (
    CLICKS,
    FLAG,
    LEFT,
    LEFT_UP,
    OPEN,
    PLAYED,
    RIGHT,
    RIGHT_UP,
    SCRIPT,
    START,
    at,
)


def clicks_of(*events: tuple[int, int, int, int], **script: object) -> list[tuple[str, tuple[int, ...], int]]:
    """The clicks that result from events: the action, the cell, and 1 if it is then flagged."""
    given = dataclasses.replace(SCRIPT, events=tuple(events), **script)  # type: ignore[arg-type]
    return [(click.action.value, tuple(click.cell), click.mines) for click in read_replay(rawvf(given)).clicks]


def test_a_cell_opens_where_the_left_button_comes_up() -> None:
    assert clicks_of(at(LEFT, 1, 1), at(LEFT_UP, 0, 2)) == [("open", (0, 2), 0)]


def test_a_flag_changes_when_the_right_button_goes_down() -> None:
    events = (at(RIGHT, 0, 0), at(RIGHT_UP, 2, 2), at(RIGHT, 0, 0), at(RIGHT_UP, 0, 0))
    assert clicks_of(*START, *events)[1:] == [("flag", (0, 0), 1), ("flag", (0, 0), 0)]


def test_question_marks_come_between_a_flag_and_nothing() -> None:
    events = (at(RIGHT, 0, 0), at(RIGHT_UP, 0, 0)) * 4
    assert [flagged for *_, flagged in clicks_of(*START, *events, marks=True)[1:]] == [1, 0, 0, 1]
    assert [flagged for *_, flagged in clicks_of(*START, *events)[1:]] == [1, 0, 1, 0]
    turned_on = clicks_of(*START, at(recorded.MARKS, 0, 0), *events)[1:]
    assert [flagged for *_, flagged in turned_on] == [1, 0, 0, 1]


@pytest.mark.parametrize("order", [(LEFT, RIGHT, LEFT_UP, RIGHT_UP), (RIGHT, LEFT, RIGHT_UP, LEFT_UP)])
def test_both_buttons_chord_once_in_any_order(order: tuple[int, ...]) -> None:
    events = (at(RIGHT, 0, 0), at(RIGHT_UP, 0, 0), *(at(kind, 0, 1) for kind in order))
    assert clicks_of(*START, *events)[2:] == [("chord", (0, 1), 0)]


def test_a_chord_after_a_flag_without_letting_go_counts_both() -> None:
    events = (at(RIGHT, 0, 0), at(LEFT, 0, 1), at(LEFT_UP, 0, 1), at(RIGHT_UP, 0, 1))
    assert clicks_of(*START, *events)[1:] == [("flag", (0, 0), 1), ("chord", (0, 1), 0)]


def test_the_left_button_that_is_left_over_after_a_chord_opens_nothing() -> None:
    events = (at(LEFT, 0, 1), at(RIGHT, 0, 1), at(RIGHT_UP, 0, 1), at(LEFT_UP, 2, 0))
    assert clicks_of(*START, *events)[1:] == [("chord", (0, 1), 0)]


def test_the_right_button_on_an_open_cell_is_a_wasted_click() -> None:
    assert clicks_of(*START, at(RIGHT, 0, 2), at(RIGHT_UP, 0, 2))[1:] == [("flag", (0, 2), 0)]


@pytest.mark.parametrize("kinds", [(recorded.MIDDLE, recorded.MIDDLE_UP), (recorded.SHIFT, LEFT_UP)])
def test_the_middle_button_and_shift_chord(kinds: tuple[int, int]) -> None:
    events = (at(RIGHT, 0, 0), at(RIGHT_UP, 0, 0), *(at(kind, 0, 1) for kind in kinds))
    assert clicks_of(*START, *events)[2:] == [("chord", (0, 1), 0)]


def test_before_the_first_cell_only_flags_count_that_are_left() -> None:
    flag, chord = (
        (at(RIGHT, 0, 0), at(RIGHT_UP, 0, 0)),
        tuple(at(kind, 1, 1) for kind in (LEFT, RIGHT, LEFT_UP, RIGHT_UP)),
    )
    assert clicks_of(*flag, *START) == [("flag", (0, 0), 1), ("open", (0, 2), 0)]
    assert clicks_of(*flag, *flag, *START) == clicks_of(*chord, *START) == [("open", (0, 2), 0)]


def test_clicks_beside_the_board_are_counted_apart() -> None:
    beside = ((100, LEFT, -5, 8), (100, LEFT_UP, 500, 8), (100, RIGHT, 8, -1), (100, RIGHT_UP, 8, 48))
    replay = read_replay(rawvf(dataclasses.replace(SCRIPT, events=(*START, *beside))))
    assert (replay.clicks, replay.strays) == (CLICKS[:1], (OPEN, FLAG))


def test_times_count_from_the_first_cell_that_is_opened() -> None:
    events = ((500, RIGHT, 8, 8), (600, RIGHT_UP, 8, 8), (700, LEFT, 40, 8), (750, LEFT_UP, 40, 8), *PLAYED[4:])
    clicks = read_replay(evf(dataclasses.replace(SCRIPT, events=events))).clicks
    assert [click.seconds for click in clicks[:3]] == [-0.25, 0.0, 1.75]


def test_time_never_runs_backwards() -> None:
    events = clicked((0, "o", 0, 2), (5000, "f", 0, 0), (100, "o", 2, 0))
    clicks = read_replay(rawvf(dataclasses.replace(SCRIPT, events=events))).clicks
    assert [click.seconds for click in clicks] == [0.0, 5.0, 5.0]


def test_a_board_of_one_cell_is_won_at_once() -> None:
    replay = read_replay(b"Width: 1\nHeight: 1\nMines: 0\n\nBoard:\n0\n\nEvents:\n0.000 lc (0 0)\n0.000 lr (0 0)\n")
    assert replay.replay().state is mm.State.WON


def test_nothing_counts_after_the_end() -> None:
    lost = clicked((0, "o", 0, 2), (10, "o", 0, 0), (20, "o", 2, 0))
    replay = read_replay(rawvf(dataclasses.replace(SCRIPT, events=lost)))
    assert (len(replay.clicks), replay.replay().state) == (2, mm.State.LOST)
