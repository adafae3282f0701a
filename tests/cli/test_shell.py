"""The shell: every command, its answers, and what it does not change."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

import minemind as mm
from minemind.cli.shell.command import Command
from minemind.cli.shell.session import Session
from minemind.cli.shell.table import MOVES_LISTED, TABLE
from minemind.words import phrase
from tests.cli.shell_player import Player, Sit
from tests.examples import everything, on

DATA = Path(__file__).parent.parent / "data"


def corner(sit: Sit) -> Player:
    """A game with one open number, next to one mine."""
    player: Player = sit(on("*...\n...*\n...."))
    player.types("open 1 1")
    return player


# Help.


def test_the_help_lists_every_command_and_fits_into_a_terminal(player: Player) -> None:
    lines = player.types("help").splitlines()
    assert [line.split()[0] for line in lines] == [row.name for row in TABLE]
    assert max(map(len, lines)) < 80
    assert player.types("?") == player.types("HELP") == "\n".join([*lines, ""])


@pytest.mark.parametrize("command", list(TABLE), ids=lambda command: command.name)
def test_every_command_has_help_with_an_example_that_it_understands(player: Player, command: Command) -> None:
    shown = player.types(f"help {command.name}")
    assert shown.splitlines()[0] == command.usage
    assert shown.splitlines()[-1] == f"Example: {command.example}"
    assert player.types(f"{command.names[-1]} --help") == shown
    name, _, rest = command.example.partition(" ")
    assert name == command.name
    command.given(rest)


# Playing.


def test_opening_says_how_much_opened_and_what_is_left(sit: Sit) -> None:
    player = sit(mm.Game.preset("beginner", seed=42))
    assert player.types("open 4 4").endswith("42 cells opened\n10 mines left, 39 cells hidden\n")
    assert player.types("open 6 5").endswith("1 cell opened\n10 mines left, 38 cells hidden\n")


def test_a_cell_can_be_typed_as_answers_write_it(player: Player) -> None:
    hint = player.types("hint").partition(":")[0]
    assert hint == "flag (0, 5)"
    player.types(hint)
    assert player.game.board[0, 5] == "!"
    player.types("  F 0,5  ")
    assert player.game.board[0, 5] == "."


def test_flags_are_set_and_taken_away(player: Player) -> None:
    assert player.types("flag 0 5").endswith("flagged (0, 5)\n9 mines left, 38 cells hidden\n")
    assert player.hears("flag 0 5 1") == ("", "(0, 5) is already flagged\n")
    assert player.hears("open 0 5") == ("", "(0, 5) is flagged; flag 0 5 removes the flag\n")
    assert player.types("flag 0 5").endswith("removed the flag at (0, 5)\n10 mines left, 39 cells hidden\n")
    assert player.hears("flag 0 5 0") == ("", "(0, 5) is not flagged\n")
    assert player.hears("flag 0 0") == ("", "(0, 0) is already open\n")


def test_with_several_mines_in_a_cell_a_flag_says_how_many(sit: Sit) -> None:
    player = sit(mm.Game(5, 5, 6, seed=1, max_per_cell=3))
    assert "flagged (0, 0) with 3 mines" in player.types("flag 0 0 3")
    assert "removed the flag at (0, 0)" in player.types("flag 0 0")
    assert "give a whole number from 0 to 3" in player.hears("flag 0 0 4")[1]


def test_a_chord_opens_what_is_left_around_a_number(sit: Sit) -> None:
    player = corner(sit)
    assert "shows 1, but the flags around it add up to 0" in player.hears("chord 1 1")[1]
    player.types("flag 0 0")
    assert "7 cells opened" in player.types("chord 1 1")
    assert "nothing is left to open around (1, 1)" in player.hears("chord 1 1")[1]
    assert "chord needs an open number" in player.hears("chord 1 3")[1]


def test_after_a_loss_the_mines_show_and_undo_goes_on(sit: Sit) -> None:
    player = corner(sit)
    before = player.game.board
    player.types("flag 0 1")
    shown = player.types("open 0 0").splitlines()
    assert shown == [
        "  0 1 2 3",
        "0 X w . .",
        "1 . 1 . *",
        "2 . . . .",
        "* mine, X exploded mine, w wrong flag",
        "you hit a mine at (0, 0) and lost; undo takes it back, review judges the game, new starts another",
    ]
    assert player.types("show").splitlines() == shown
    for line in ("open 2 2", "flag 2 2", "hint", "step", "auto"):
        assert player.hears(line) == ("", "the game is already lost; undo the last turn or start a new game\n")
    player.types("undo 2")
    assert player.game.board == before


def test_after_a_win_the_mines_show_and_new_deals_again(sit: Sit) -> None:
    player = sit(on("*.\n.."))
    player.types("open 0 1")
    player.types("open 1 0")
    assert player.types("open 1 1").splitlines()[1:] == [
        "0 * 1",
        "1 1 1",
        "* mine",
        "1 cell opened",
        "you won in 3 turns; undo takes the last one back, review judges the game, new starts another",
    ]
    assert "new game: 2×2, 1 mine" in player.types("new")
    assert player.game.state is mm.State.PLAYING


def test_a_game_that_is_won_before_it_starts_says_so(sit: Sit) -> None:
    assert "won before it started" in sit(on("**")).types("show")


def test_mines_can_be_looked_at_once_they_are_dealt(sit: Sit) -> None:
    player = sit(mm.Game(3, 3, 2, seed=1, first_click="safe", max_per_cell=2))
    assert player.hears("show --reveal") == ("", "there are no mines to show yet: the first click deals them\n")
    player.types("open 0 0")
    before = everything(player.game)
    assert "*" in player.types("show --reveal")
    assert "*" not in player.types("show")
    assert everything(player.game) == before


def test_undo_and_redo_go_several_turns_as_far_as_there_are_any(player: Player) -> None:
    states = [player.game.board]
    for line in ("flag 0 5", "open 6 5", "open 7 4"):
        player.types(line)
        states.append(player.game.board)
    assert "1 turn taken back" in player.types("undo")
    assert player.game.board == states[2]
    assert "3 turns taken back" in player.types("undo 99")
    assert "there is nothing to undo" in player.hears("undo")[1]
    assert "2 turns repeated" in player.types("redo 2")
    assert player.game.board == states[1]


# Asking.


def test_a_hint_comes_with_its_proof_or_its_risk(sit: Sit) -> None:
    player = sit(mm.Game.preset("beginner", seed=42))
    assert player.types("hint") == "open (4, 4): the first click always opens an area\n"
    player.types("open 4 4")
    assert player.types("hint") == (
        "flag (0, 5): the 1 at (0, 4) needs a mine in every hidden cell around it, so (0, 5) is a mine\n"
    )
    player.types("step")
    assert "11 % risk; " in player.types("hint")


@pytest.mark.parametrize("command", ["prob", "analyse", "explain 0 0", "guesses --think 0"])
def test_before_a_promised_first_click_figures_say_what_they_leave_out(sit: Sit, command: str) -> None:
    player = sit(mm.Game(4, 5, 5, seed=1, first_click="safe"))
    note = "note: the first click is always safe; these figures do not take that into account\n"
    assert player.types(command).startswith(note)
    player.types("open 0 0")
    assert note not in player.types(command.replace("0 0", "3 4"))


def test_without_a_promise_the_first_click_is_a_guess(sit: Sit) -> None:
    player = sit(mm.Game(3, 3, 3, seed=1, first_click="any"))
    assert "33 % risk" in player.types("hint")
    assert player.types("explain 0 0") == "(0, 0) is not certain: 33 % risk\n"
    assert player.types("step") == "nothing else is certain; hint suggests the best guess, auto --guess makes it\n"


def test_a_step_does_what_is_certain_and_one_does_one(player: Player) -> None:
    assert "1 move made" in player.types("step --one")
    assert player.game.turns == 2
    shown = player.types("solve")
    assert "flag (6, 4): the 1 at (5, 3) needs a mine in every hidden cell around it, so (6, 4) is a mine\n" in shown
    assert "nothing else is certain" in shown
    assert mm.strategy.step(player.game) == ()
    assert player.types("step --one").startswith("nothing else is certain")


def test_asked_to_begin_it_clicks_first(sit: Sit) -> None:
    player = sit(mm.Game.preset("beginner", seed=42))
    assert player.types("step --one").startswith("open (4, 4): the first click always opens an area\n")
    assert player.game.turns == 1
    player.types("undo")
    assert "no moves made" in player.types("auto --limit 0")
    player.types("auto --limit 1")
    assert player.game.turns == 1


def test_auto_plays_to_the_end_if_it_may_guess_and_lists_the_first_moves(sit: Sit) -> None:
    player = sit(mm.Game.preset("expert", seed=5))
    shown = player.types("auto --guess").splitlines()
    assert shown[MOVES_LISTED] == f"… and {player.game.turns - MOVES_LISTED} more"
    assert shown[-1] == "you won in 310 turns; undo takes the last one back, review judges the game, new starts another"


def test_auto_stops_after_its_limit(player: Player) -> None:
    assert "3 moves made\n" in player.types("auto --limit 3")
    assert player.game.turns == 4
    assert "2 moves made\n" in player.types("auto --guess --limit=2")


def test_where_everything_left_is_flagged_it_says_so(sit: Sit) -> None:
    player = sit(on("1 3 2 k=2\n*2 . ."))
    for line in ("open 0 1", "flag 0 0", "flag 0 2"):
        player.types(line)
    assert player.types("hint") == "every remaining cell is flagged\n"
    assert player.types("auto --guess") == "every cell left to open is flagged: at least one flag must be wrong\n"


def test_thinking_finds_a_better_guess(sit: Sit) -> None:
    board = mm.Board.parse((DATA / "thinking" / "ends_with_100.txt").read_text())
    game = mm.Game.from_layout(mm.analyse(board).draw(seed=2))
    for cell in board.grid:
        if board.opened[cell]:
            game.open(*cell)
        elif board.flags[cell]:
            game.flag(*cell)
    player = sit(game)
    quick, deep = mm.hint(board), mm.hint(board, think=100)
    assert quick is not None
    assert deep is not None
    assert quick.cell != deep.cell
    assert str(tuple(quick.cell)) in player.types("hint")
    assert str(tuple(deep.cell)) in player.types("hint --think 100")
    player.types("auto --guess --think 100 --limit 1")
    assert player.game.board.opened[deep.cell]


def test_candidate_guesses_are_compared(sit: Sit, player: Player) -> None:
    assert player.types("guesses") == phrase("guesses.none", why="safe") + "\n"
    guessing = sit(on("1 6 2\n*...*."))
    guessing.types("open 0 1")
    shown = guessing.types("guesses").splitlines()
    assert shown[0].split()[:3] == ["cell", "risk", "next"]
    assert len([line for line in shown if line.startswith("(0, ")]) == len(mm.guesses(guessing.game.board))


def test_a_wrong_flag_is_found_out_and_the_game_stays(player: Player) -> None:
    player.types("flag 6 5")  # the 1 at (5, 4) then leaves no mine for (6, 4), which (5, 3) needs
    before = everything(player.game)
    for line in ("hint", "step", "auto --guess", "prob", "analyse", "frontier", "explain 0 5"):
        answer, complaint = player.hears(line)
        assert answer == ""
        assert complaint.endswith("; a flag must be wrong\n")
        assert complaint.count("\n") == 1
    assert everything(player.game) == before


def test_a_wrong_flag_that_loses_is_named_as_the_reason(sit: Sit) -> None:
    player = sit(on("*.."))
    player.types("open 0 1")
    player.types("flag 0 2")
    assert player.types("step").splitlines()[1:] == [
        "  0 1 2",
        "0 X 1 w",
        "X exploded mine, w wrong flag",
        "1 move made",
        "a flag was wrong: certain moves are safe only if all flags are right",
        "you hit a mine at (0, 0) and lost; undo takes it back, review judges the game, new starts another",
    ]


def test_turns_done_before_something_goes_wrong_are_said(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_later(game: mm.Game, **_: object) -> None:
        game.flag(0, 5)
        raise mm.TooHard("that is too hard")

    monkeypatch.setattr(mm.strategy, "auto", fail_later)
    answer, complaint = player.hears("auto")
    assert complaint == "that is too hard\n"
    assert "1 turn done before that; undo 1 reverts it" in answer


def test_an_error_of_ours_costs_nobody_the_game(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(mm, "hint", fail)
    assert player.hears("hint")[1].startswith("unexpected error: ZeroDivisionError()")
    assert player.types("show")


def test_chances_are_shown_with_signs_where_there_are_no_colours(player: Player) -> None:
    heatmap = player.types("prob")
    assert "0                   1   x 10% 18% 18%" in heatmap
    analysis = player.types("analyse")
    assert analysis.startswith(heatmap)
    assert "solutions: 16,170" in analysis
    assert "component 1: 7 cells" in player.types("frontier")


def test_a_cell_is_explained_or_its_risk_is_said(player: Player) -> None:
    assert player.types("explain 0 5") == (
        "single number: the 1 at (0, 4) needs a mine in every hidden cell around it, so (0, 5) is a mine\n"
    )
    assert player.types("why 1 8") == "(1, 8) is not certain: 18 % risk\n"
    assert "(0, 0) is not hidden" in player.hears("explain 0 0")[1]


def test_without_a_cell_the_hint_is_explained(player: Player) -> None:
    move = mm.hint(player.game.board)
    assert move is not None
    row, col = move.cell
    assert player.types("why") == player.types(f"explain {row} {col}")
    player.types("new beginner")
    assert player.types("why") == player.types("hint") == "open (4, 4): the first click always opens an area\n"


# Games one after the other.


def test_new_deals_the_size_that_is_wanted_by_the_rules_of_the_old_game(sit: Sit) -> None:
    player = sit(mm.Game(grid=mm.Grid(4, 5, "hex"), mines=7, seed=1, max_per_cell=2, first_click="safe"))
    for line, size in (("new", (4, 5, 7)), ("new expert", (16, 30, 99)), ("new 3x4 5 --seed 9", (3, 4, 5))):
        player.types(line)
        assert (*player.game.grid.shape, player.game.mines) == size
        assert (player.game.grid.topology, player.game.max_per_cell, player.game.first_click) == ("hex", 2, "safe")
    assert player.game.seed == 9
    assert "3×4 hex, 5 mines, up to 2 in a cell, seed 9" in player.types("stats")


def test_the_same_seed_deals_the_same_games_one_after_the_other(sit: Sit) -> None:
    dealt = []
    for _ in range(2):
        player = sit(mm.Game.preset("beginner", seed=42), 42)
        player.types("new")
        player.hears("new 9x9 81")  # refused, so it does not use up a seed
        player.types("new")
        dealt.append(player.game.seed)
    assert dealt == [mm.strategy.game_seed(42, 2)] * 2


def test_statistics_count_games_by_how_they_were_left(sit: Sit) -> None:
    player = sit(on("*.\n.."))
    assert "0 turns" in player.types("stats")
    assert "0 played" in player.types("stats")
    player.types("open 0 0")
    assert "1 played, 0 won, 1 lost" in player.types("stats")
    player.types("undo")
    player.types("open 0 1")
    player.types("new 1x2 0")
    player.types("new 1x2 0")  # the game before was not played
    player.types("open 0 0")
    assert "2 played, 1 won, 0 lost" in player.types("stats")
    assert "1 turn, 2 cells open, 0 cells hidden, 0 flags" in player.types("stats")


def test_a_saved_game_goes_on_as_if_it_had_never_stopped(player: Player, tmp_path: Path) -> None:
    for line in ("flag 0 5", "open 6 5", "undo"):
        player.types(line)
    saved = everything(player.game)
    path = tmp_path / "my game.json"
    assert player.types(f"save {path}") == f"saved to {path}\n"
    assert player.types(f'save "{path}"')  # once more, over the same file
    player.types("new")
    assert f"loaded {path}: 9×9, 10 mines, seed 42" in player.types(f"load {path}")
    assert everything(player.game) == saved
    assert "1 turn repeated" in player.types("redo")


def test_a_layout_can_be_played(player: Player, tmp_path: Path) -> None:
    (tmp_path / "layout.txt").write_text("2 3 1\n*..\n...\n")
    assert "2×3, 1 mine, given layout" in player.types(f"load {tmp_path}/layout.txt")
    assert player.game.given is not None
    assert "1 mine was moved away from the first click" in player.types("open 0 0")
    assert "moved" not in player.types("undo")
    assert "moved" in player.types("open 0 0")
    player.types("new")
    assert player.game.first_click is mm.FirstClick.OPENING


def test_saving_replaces_no_file_but_a_saved_game(player: Player, tmp_path: Path) -> None:
    for content in ("my notes", json.dumps({"minemind": 1, "kind": "record"}), ""):
        path = tmp_path / "notes"
        path.write_text(content)
        assert "exists and is not a saved game; choose another name" in player.hears(f"save {path}")[1]
        assert path.read_text() == content


def test_large_boards_are_drawn_only_if_asked_for(sit: Sit) -> None:
    player = sit(mm.Game(101, 100, 1000, seed=1))
    assert player.types("open 50 50").count("\n") == 2
    assert player.types("show").count("\n") > 100


def test_a_game_is_reviewed(sit: Sit) -> None:
    player = sit(mm.Game("beginner", seed=92))
    assert player.hears("review") == ("", "there is nothing to review yet: open a cell first\n")
    player.types("open 4 4")
    player.types("open 2 1")
    answer = player.types("review")
    assert "needless guess" in answer
    assert "Missed once: single numbers in turn" in answer


@pytest.mark.parametrize("is_terminal", [True, False])
def test_games_on_a_terminal_keep_the_time_and_those_of_scripts_do_not(*, is_terminal: bool) -> None:
    session = Session(mm.Game("beginner", seed=7), Console(file=io.StringIO(), force_terminal=is_terminal))
    for game in (session.game, mm.Game("beginner", seed=8)):
        if game is not session.game:
            session.begin(game)
        game.open(4, 4)
        assert game.history[0].seconds == (0.0 if is_terminal else None)
