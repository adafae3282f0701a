"""Wrong input in the shell is explained in a sentence, and changes nothing."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stderr

import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from minemind.cli.shell.table import TABLE
from tests.cli.shell_player import Player
from tests.examples import everything

WRONG = {
    "open": ["open", "open 3", "open a b", "open 3 4 5", "open 9 0", "open -1 0", "open 4 4", "open 3 ٤", "open 1e1 2"],
    "flag": ["flag", "flag 0", "flag 0 9", "flag 0 5 2", "flag 0 5 -1", "flag 0 0", "flag x y", "flag 0 5 1 1"],
    "chord": ["chord", "chord 0", "chord 99 99", "chord 0 5", "chord 0 4", "chord 0 0", f"chord {'9' * 5000} 0"],
    "undo": ["undo x", "undo 0", "undo -1", "undo 1 2", "undo --all"],
    "redo": ["redo", "redo x", "redo 0", "redo 1 2"],
    "hint": ["hint 0 5", "hint --all"],
    "step": ["step 3", "step --two", "step --one=1"],
    "auto": ["auto 3", "auto --gues", "auto --limit", "auto --limit x", "auto --limit -1", "auto --guess=yes"],
    "prob": ["prob 0 5"],
    "analyse": ["analyse exact"],
    "guesses": ["guesses 3"],
    "explain": ["explain 0", "explain 0 0", "explain 9 9", "explain a b"],
    "frontier": ["frontier 1"],
    "show": ["show mines", "show --mines", 'show "'],
    "stats": ["stats all"],
    "review": ["review all"],
    "new": [
        "new easy",
        "new 9x9",
        "new 9x9 81",
        "new 9x9 -1",
        "new 0x9 1",
        "new a b c",
        "new 9999x9999 9",
        "new 9 9",
        "new 9x9 many",
    ],
    "new --seed": ["new --seed", "new --seed x", f"new --seed {2**64}", "new beginner 9 9 9"],
    "save": ["save", "save  ", "save /", "save /nowhere/at/all.json", "save a\0b", "save /dev/null"],
    "load": ["load", "load /nowhere.json", "load /", "load ~nobody/at all", "load /dev/null"],
    "help": ["help opne", "help open flag"],
    "quit": ["quit now", "exit 0"],
    "": ["opne 3 4", "xyzzy", "3 4", "open3 4", "-", "--help", "\x1b[A", "é" * 999],
}


def test_every_command_is_mistyped_below() -> None:
    assert {row.name for row in TABLE} == {line.partition(" ")[0] for line in WRONG if line}


@pytest.mark.parametrize("line", [line for lines in WRONG.values() for line in lines])
def test_wrong_input_explains_itself_in_a_sentence_and_changes_nothing(player: Player, line: str) -> None:
    before, game = everything(player.game), player.game
    answer, complaint = player.hears(line)
    assert answer == ""
    assert re.fullmatch(r"\S.{8,300}\n", complaint), complaint
    assert player.game is game
    assert everything(game) == before
    assert not player.session.is_over


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("open", "open expects a row and a column, as in open 3 4"),
        ("open a b", "'a' is not a whole number; open expects a row and a column, as in open 3 4"),
        ("open 9 0", "(9, 0) is off the board: rows are 0 to 8, columns 0 to 8"),
        ("opne 3 4", "unknown command 'opne'; did you mean open?"),
        ("analyise", "unknown command 'analyise'; did you mean analyse?"),
        ("xyzzy", "unknown command 'xyzzy'; help lists the commands"),
        ("auto --gues", "auto has no option --gues; its options are --guess, --think, --limit"),
        ("hint --all", "hint has no option --all; its options are --think"),
        ("prob --all", "prob has no options"),
        ("auto --limit", "--limit expects a whole number from 0, as in auto --limit 10"),
        (
            "new easy",
            "'easy' is not a size; new expects nothing, a preset, or a size and a mine count, "
            "as in new 16x30 99 --seed 7",
        ),
        ("new 9x9 81", "the mine count is 81; this grid holds 0 to 80"),
        ('show "', "a quotation mark is not closed"),
        ("save", "save expects the name of a file, as in save game.json"),
    ],
)
def test_complaints_say_what_to_type(player: Player, line: str, sentence: str) -> None:
    assert player.hears(line) == ("", f"{sentence}\n")


@pytest.mark.parametrize("line", ["", "   ", "\t", "# open 0 0", "  #", "#open"])
def test_blank_lines_and_comments_say_nothing(player: Player, line: str) -> None:
    assert player.hears(line) == ("", "")


PIECES = st.sampled_from([row.name for row in TABLE if row.name != "save"]) | st.sampled_from(
    [
        "--guess",
        "--limit",
        "--reveal",
        "--seed",
        "--one",
        "expert",
        "(",
        ",",
        ")",
        "'",
        '"',
        "=",
        "#",
        *"012345678",
        "-1",
    ]
)


@given(st.lists(st.lists(PIECES, max_size=5).map(" ".join) | st.text(max_size=12), max_size=12))
def test_nothing_that_can_be_typed_is_more_than_a_shell_can_bear(lines: list[str]) -> None:
    complaints = io.StringIO()
    player = Player(mm.Game(9, 9, 10, seed=1), complaints.getvalue, seed=1)
    with redirect_stderr(complaints):
        for line in lines:
            player.hears(line)
    assert "should not have happened" not in complaints.getvalue()
