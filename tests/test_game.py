"""Game: open, flag, chord, undo, won and lost."""

from __future__ import annotations

import copy
import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from minemind import (
    PRESETS,
    Assumption,
    FirstClick,
    Game,
    Grid,
    InvalidValue,
    Layout,
    State,
    history,
)
from minemind.errors import IllegalMove, OffBoard
from minemind.formats.saved import from_json, to_json
from tests import examples
from tests.examples import everything, on
from tests.oracle import geometry, rules


def body(game: Game) -> str:
    return str(game.board).split("\n", 1)[1]


# --- Setting up


def test_presets() -> None:
    assert {name: tuple(preset) for name, preset in PRESETS.items()} == {
        "beginner": (9, 9, 10),
        "intermediate": (16, 16, 40),
        "expert": (16, 30, 99),
    }
    game = Game.preset("intermediate", seed=4, first_click="safe")
    assert (game.grid.shape, game.mines, game.seed, game.first_click) == ((16, 16), 40, 4, FirstClick.SAFE)


def test_a_seed_that_is_not_given_is_drawn_and_remembered() -> None:
    game = Game(9, 9, 10)
    assert game.seed is not None
    game.open(4, 4)
    again = Game(9, 9, 10, seed=game.seed)
    again.open(4, 4)
    assert again.layout == game.layout
    assert len({Game(9, 9, 10).seed for _ in range(5)}) == 5


def test_numpy_integers_serve_as_integers() -> None:
    game = Game(16, 30, np.int16(10), np.uint8(3), max_per_cell=np.int8(2))  # type: ignore[arg-type]
    game.open(*np.array([3, 4]))
    assert to_json(from_json(to_json(game))) == to_json(game)


def test_a_grid_brings_its_own_size() -> None:
    game = Game(grid=Grid(3, 4, "hex"), mines=2)
    assert game.grid.topology == "hex"
    assert Game(3, 4, 2, grid=Grid(3, 4)).grid.size == 12


def test_mines_are_clamped_with_a_warning_only_if_asked() -> None:
    with pytest.raises(InvalidValue, match="the mine count is nan"):
        Game(2, 2, float("nan"), clamp=True)  # type: ignore[arg-type]
    with pytest.warns(Assumption, match="using 3"):
        assert Game(2, 2, 99, clamp=True).mines == 3
    with pytest.warns(Assumption, match="using 0"):
        assert Game(2, 2, -1, clamp=True).mines == 0
    assert Game(2, 2, 2, clamp=True).mines == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"rows": 2, "cols": 2, "mines": 4}, "0 to 3"),
        ({"rows": 2, "cols": 2, "mines": -1}, "0 to 3"),
        ({"rows": 2, "cols": 2, "mines": 7, "max_per_cell": 2}, "0 to 6"),
        ({"rows": 2, "cols": 2}, "the mine count is missing"),
        ({"rows": 5}, "the size is 5; give rows, columns and mines, or the name of a preset"),
        ({"rows": 1.5}, "rows is 1.5; give a whole number, or a size"),
        ({"mines": 2}, "the size is missing"),
        ({"rows": 2, "mines": 2}, "the size is missing"),
        ({"rows": 3, "mines": 2, "grid": Grid(2, 2)}, "are given; leave them out"),
        ({"rows": 2, "cols": 2, "mines": 1, "seed": -1}, "seed"),
        ({"rows": 2, "cols": 2, "mines": 1, "first_click": "lucky"}, "opening, safe, any"),
        ({"rows": 2, "cols": 2, "mines": 1, "max_per_cell": 0}, "from 1 to 255"),
        ({"rows": 10**5000, "cols": 2, "mines": 1}, "an integer of 16610 bits"),
        ({"rows": 2, "cols": 2, "mines": 10**5000}, "the mine count is an integer of 16610 bits"),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidValue, match=says):
        Game(**arguments)


def test_an_unknown_preset_names_those_that_are_known() -> None:
    with pytest.raises(InvalidValue, match="beginner, intermediate, expert"):
        Game.preset("impossible")


# --- The first click


def test_mines_are_dealt_at_the_first_open_and_not_before() -> None:
    game = Game(9, 9, 10, seed=1)
    game.flag(3, 3)
    assert game.layout is None
    game.open(0, 0)
    assert game.layout == Layout.deal(Grid(9, 9), 10, seed=1, first=(0, 0))


@given(st.integers(0, 2**64 - 1), st.sampled_from(["safe", "opening"]))
def test_the_first_open_never_loses_under_a_promise(seed: int, rule: str) -> None:
    game = Game(4, 4, 9, seed=seed, first_click=rule)
    game.open(2, 1)
    assert game.state is not State.LOST


def test_an_opening_opens_more_than_one_cell_where_there_is_room() -> None:
    assert all(len(Game.preset("expert", seed=seed).open(8, 15)) >= 9 for seed in range(50))


def test_any_first_click_can_lose() -> None:
    states = set()
    for seed in range(30):
        game = Game(2, 2, 2, seed=seed, first_click="any")
        game.open(0, 0)
        states.add(game.state)
    assert states == {State.PLAYING, State.LOST}


# --- Opening


def test_a_number_opens_alone_and_a_zero_opens_its_border() -> None:
    game = on("....\n....\n...*")
    assert game.open(2, 2) == [(2, 2)]
    assert body(game) == "....\n....\n..1."
    assert set(game.open(0, 0)) == set(game.grid) - {(2, 2), (2, 3)}
    assert body(game) == "0000\n0011\n001."
    assert game.state is State.WON


def test_breadth_first_and_depth_first_open_the_same_cells_in_their_own_order() -> None:
    wide, deep = on("......*"), on("......*")
    assert wide.open(0, 2, expansion="bfs") == [(0, 2), (0, 1), (0, 3), (0, 0), (0, 4), (0, 5)]
    assert deep.open(0, 2, expansion="dfs") == [(0, 2), (0, 3), (0, 4), (0, 5), (0, 1), (0, 0)]
    assert wide.board == deep.board
    with pytest.raises(InvalidValue, match="bfs, dfs"):
        on("..").open(0, 0, expansion="sideways")


def test_a_flagged_cell_is_never_opened_by_flood_and_stops_it() -> None:
    game = on(".....*")
    game.flag(0, 2)
    assert game.open(0, 0) == [(0, 0), (0, 1)]
    assert body(game) == "00!..."


def test_opening_a_flagged_or_an_open_cell_does_nothing() -> None:
    game = on("..*")
    game.flag(0, 0)
    assert game.open(0, 0) == []
    game.open(0, 1)
    assert game.open(0, 1) == []
    assert game.turns == 2


@given(examples.games(), st.data())
def test_an_open_opens_connected_zeros_and_their_border(game: Game, data: st.DataObject) -> None:
    grid = game.grid
    cells = list(grid)
    for cell in data.draw(st.sets(st.sampled_from(cells), max_size=4)):
        if game.state is State.PLAYING:
            game.flag(*cell)
    start = data.draw(st.sampled_from(cells))
    before = game.board
    if game.state is not State.PLAYING or before[start] != ".":
        return
    opened = game.open(*start, expansion=data.draw(st.sampled_from(["bfs", "dfs"])))
    assert game.layout is not None
    mines = {(cell.row, cell.col): int(game.layout.counts[cell]) for cell in grid}
    if mines[start]:
        assert (opened, game.state, game.exploded) == ([], State.LOST, (start,))
        return
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    around = geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes)
    walls = {cell for cell in cells if before[cell] != "."}
    assert set(opened) == rules.opened(around, mines, start, walls)
    assert len(opened) == len(set(opened))
    for cell in cells:
        shown = str(rules.shown(around, mines, cell)) if cell in opened else before[cell]
        assert game.board[cell] == shown


# --- Flags and chords


def test_a_flag_goes_up_and_comes_down_on_hidden_cells_only() -> None:
    game = on(".*.")
    assert game.flag(0, 1) == 1
    assert game.mines_left == 0
    assert body(game) == ".!."
    assert game.flag(0, 1) == 0
    game.open(0, 0)
    assert game.flag(0, 0) == 0
    assert body(game) == "1.."


def test_a_flag_cycles_through_the_mines_of_a_cell() -> None:
    game = on("1 2 2 k=2\n*2 .")
    assert [game.flag(0, 0) for _ in range(4)] == [1, 2, 0, 1]
    assert game.flag(0, 0, mines=2) == 2
    with pytest.raises(InvalidValue, match="from 0 to 2"):
        game.flag(0, 0, mines=3)


def test_setting_a_flag_as_it_is_does_nothing() -> None:
    game = on("*.")
    game.flag(0, 0, mines=1)
    game.flag(0, 0, mines=1)
    assert game.turns == 1


def test_a_chord_opens_the_unflagged_neighbours_of_a_satisfied_number() -> None:
    game = on("*..\n...")
    game.open(0, 1)
    assert game.chord(0, 1) == []
    game.flag(0, 0)
    assert set(game.chord(0, 1)) == {(0, 2), (1, 0), (1, 1), (1, 2)}
    assert game.state is State.WON


def test_a_chord_on_wrong_flags_loses_and_opens_what_it_can() -> None:
    game = on("*..\n...")
    game.open(0, 1)
    game.flag(1, 0)
    assert set(game.chord(0, 1)) == {(0, 2), (1, 1), (1, 2)}
    assert game.state is State.LOST
    assert game.exploded == ((0, 0),)


def test_a_chord_names_every_mine_that_it_opened() -> None:
    game = on("*.*\n...")
    game.open(0, 1)
    game.flag(1, 0)
    game.flag(1, 2)
    assert game.chord(0, 1) == [(1, 1)]
    assert game.exploded == ((0, 0), (0, 2))


def test_a_flag_takes_any_integer_and_nothing_else() -> None:
    game = on("*.")
    assert game.flag(0, 0, mines=np.uint8(1)) == 1  # type: ignore[arg-type]
    assert type(game.history[0].mines) is int
    with pytest.raises(InvalidValue, match=r"mine count is 0\.5"):
        game.flag(0, 0, mines=0.5)  # type: ignore[arg-type]


def test_a_chord_needs_an_open_number_with_exactly_its_flags() -> None:
    game = on("*...\n....")
    game.flag(0, 0)
    assert game.chord(0, 0) == []
    assert game.chord(1, 1) == []
    game.open(0, 1)
    game.flag(1, 0)
    assert game.chord(0, 1) == []
    assert game.turns == 3


# --- The end


def test_opening_a_mine_loses_and_shows_no_number() -> None:
    game = on("*.")
    assert game.open(0, 0) == []
    assert (game.state, game.exploded, body(game)) == (State.LOST, ((0, 0),), "..")


@pytest.mark.parametrize("cell", [(0, 0), (0, 1)])
def test_after_the_end_every_action_is_an_error_that_says_so(cell: tuple[int, int]) -> None:
    game = on("*.")
    game.open(*cell)
    for act in (game.open, game.flag, game.chord):
        with pytest.raises(IllegalMove, match=f"the game is already {game.state.value}; undo"):
            act(0, 0)


def test_a_layout_without_a_free_cell_is_won_before_it_starts_and_says_so() -> None:
    game = on("**")
    assert game.state is State.WON
    with pytest.raises(IllegalMove, match="won before it starts"):
        game.open(0, 0)


def test_a_game_without_mines_is_won_by_any_open() -> None:
    game = Game(5, 5, 0)
    assert game.state is State.PLAYING
    assert len(game.open(2, 2)) == 25
    assert game.state is State.WON


def test_cells_that_start_open_count_as_open() -> None:
    game = on("*1.", reveal_numbers=True)
    assert body(game) == ".1."
    game.open(0, 2)
    assert game.state is State.WON


def test_off_the_board_is_an_error_and_changes_nothing() -> None:
    game = on("*.")
    for act in (game.open, game.flag, game.chord):
        with pytest.raises(OffBoard):
            act(0, 2)
    assert game.turns == 0


# --- Copies and looks


@given(examples.played_games(), st.data())
def test_a_copy_goes_its_own_way(game: Game, data: st.DataObject) -> None:
    before = everything(game)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert everything(other) == before
        other.undo()
        examples.play(data.draw, other, 3)
        while other.undo():
            pass
        # Undo and redo a turn, so that nothing cached hides a change.
        if game.undo():
            game.redo()
        assert everything(game) == before


def test_a_board_stays_as_it_was_when_the_game_goes_on() -> None:
    game = on("*..")
    board = game.board
    game.flag(0, 0)
    assert str(board).endswith("...")
    assert game.board is game.board


def test_a_game_prints_its_state_and_its_board() -> None:
    game = Game(2, 3, 1, seed=5)
    assert str(game) == "<Game 2×3, 1 mine, seed 5: playing after 0 turns>\n2 3 1\n...\n..."
    assert repr(on("*.")) == "<Game 1×2, 1 mine, given layout: playing after 0 turns>"


# Given layouts


def test_a_first_click_rule_moves_the_mines_of_a_given_layout_and_undo_brings_them_back() -> None:
    layout = mm.Layout.parse("3 4 5\n**..\n**..\n*...")
    for rule, moved in (("any", 0), ("safe", 1), ("opening", 4)):
        game = mm.Game.from_layout(layout, first_click=rule, seed=7)
        assert (game.given, game.mines, game.moved) == (layout, 5, 0)
        game.open(0, 0)
        assert (game.moved, bool(game.exploded)) == (moved, rule == "any")
        assert game.layout == layout.cleared((0, 0), first_click=rule, seed=7)
        assert game.undo()
        game.open(2, 3)
        assert game.layout == layout.cleared((2, 3), first_click=rule, seed=7)
        assert (game.moved, game.given) == (0, layout)


def test_a_written_layout_is_an_opening_if_its_header_counts_the_mines() -> None:
    body = "\n*..\n...\n"
    assert mm.Game.parse("2 3 1" + body).first_click is mm.FirstClick.OPENING
    assert mm.Game.parse("2 3 ?" + body).first_click is mm.FirstClick.ANY
    assert mm.Game.parse(body).first_click is mm.FirstClick.ANY
    assert mm.Game.parse("2 3 1" + body, first_click="any").layout == mm.Layout.parse("2 3 1" + body)
    assert mm.Game.parse("2 3 1\n...\n...", seed=3).first_click is mm.FirstClick.OPENING


def test_numbers_that_start_open_leave_the_mines_where_they_are() -> None:
    text = "2 3 1\n*1.\n1.."
    game = mm.Game.parse(text, reveal_numbers=True)
    assert game.first_click is mm.FirstClick.ANY
    assert game.board.tokens() == [[".", "1", "."], ["1", ".", "."]]
    for rule in ("safe", "opening"):
        with pytest.raises(mm.InvalidValue, match="would make the numbers wrong"):
            mm.Game.parse(text, reveal_numbers=True, first_click=rule)
    with pytest.raises(mm.InvalidValue, match="before the mines are placed"):
        mm.Game.parse("2 3 1\n0..\n...", reveal_numbers=True)


def test_a_layout_of_nothing_but_mines_is_won_whatever_the_rule() -> None:
    assert mm.Game.parse("1 2 2\n**").state is mm.State.WON


# Times


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands still unless a test moves it."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(history, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


def test_turns_have_times_once_the_game_keeps_them(now: SimpleNamespace) -> None:
    game = mm.Game("beginner", seed=7)
    game.keep_time()
    game.flag(0, 0)
    now.seconds += 5
    game.open(4, 4)
    now.seconds += 1.23456
    game.flag(0, 1)
    now.seconds += 1
    assert (game.undo(), game.redo()) == (True, True)
    assert [turn.seconds for turn in game.history] == [0.0, 0.0, 1.235]


def test_a_game_goes_on_from_its_last_time_and_one_without_stays_without(now: SimpleNamespace) -> None:
    game = mm.Game("beginner", seed=7)
    game.take(mm.game.Turn(mm.Cell(4, 4), mm.Action.OPEN, seconds=100.0))
    now.seconds += 3600
    game.keep_time()
    now.seconds += 2
    mm.strategy.step(game)
    assert [turn.seconds for turn in game.history] == [100.0, *[102.0] * (game.turns - 1)]
    other = mm.Game("beginner", seed=7)
    other.open(4, 4)
    other.keep_time()
    other.flag(0, 0)
    assert [turn.seconds for turn in other.history] == [None, None]


def test_a_copy_has_a_clock_of_its_own(now: SimpleNamespace) -> None:
    game = mm.Game("beginner", seed=7)
    game.keep_time()
    other = game.copy()
    other.open(4, 4)
    now.seconds += 7
    game.open(4, 4)
    other.flag(0, 0)
    assert [turn.seconds for turn in (*game.history, *other.history)] == [0.0, 0.0, 7.0]
