"""The shell on a terminal: line editing, completion, history, colours and Ctrl-C."""

from __future__ import annotations

import io
import os
import random
import signal
import time
from contextlib import redirect_stderr
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from rich.console import Console

import minemind as mm
from minemind.cli.shell.loop import Shell
from minemind.cli.shell.prompt import Suggestions, history_path
from minemind.cli.shell.session import Session
from minemind.cli.shell.table import TABLE
from tests.cli.keyboard import CTRL_C, CTRL_D, LONG_GAME, TAB, UP, Terminal, wait_until_busy

PROMPT = "minemind>"


def test_a_game_is_played_in_colour_and_left_with_ctrl_d(tmp_path: Path) -> None:
    with Terminal("play", "--seed", "42", state=tmp_path) as terminal:
        terminal.see("seed 42")
        terminal.see(PROMPT)
        terminal.type("open 4 4\r")
        terminal.see("42 cells opened")
        assert b"\x1b[" in terminal.raw
        terminal.see(PROMPT)
        terminal.type("pro" + TAB)
        terminal.see("prob")
        terminal.type("\r")
        terminal.see("1  x 10 18 18")  # no % signs where there are colours
        terminal.see(PROMPT)
        terminal.type("auto --l" + TAB)
        terminal.see("--limit")
        terminal.type(" 1\r")
        terminal.see("1 move made")
        terminal.see(PROMPT)
        terminal.type("opne 0 0\r")
        terminal.see("did you mean open?")
        terminal.see(PROMPT)
        terminal.type(CTRL_D)
        assert terminal.ends() == 0


def test_ctrl_c_clears_the_line_and_stops_a_command_and_never_ends_the_shell(tmp_path: Path) -> None:
    with Terminal(*LONG_GAME, state=tmp_path) as terminal:
        terminal.see(PROMPT)
        terminal.type("open 0 0" + CTRL_C)
        terminal.see(PROMPT)
        terminal.type("stats\r")
        terminal.see("0 turns, 0 cells open")
        terminal.see(PROMPT)
        terminal.type("auto\r")
        terminal.see("auto")
        wait_until_busy(terminal.process.pid)
        terminal.see("thinking; Ctrl-C stops it")
        terminal.type(CTRL_C)
        terminal.see("interrupted")
        terminal.see("turns done before that; undo ")
        terminal.see(PROMPT)
        terminal.type("quit\r")
        assert terminal.ends() == 0
        assert "Traceback" not in terminal.text


def test_no_ctrl_c_however_ill_timed_ends_the_shell(tmp_path: Path) -> None:
    timing = random.Random(1)
    with Terminal("play", "--seed", "42", state=tmp_path) as terminal:
        terminal.see(PROMPT)
        for _ in range(30):
            terminal.type("open 4 4\rauto --guess\rundo 99\r")
            for _ in range(4):
                time.sleep(timing.uniform(0, 0.02))
                os.kill(terminal.process.pid, signal.SIGINT)
        terminal.type(CTRL_C + "help stats\r")
        terminal.see("Example: stats")
        terminal.type("quit\r")
        assert terminal.ends() == 0
        assert "Traceback" not in terminal.text
        assert "should not have happened" not in terminal.text


def test_what_was_typed_comes_back_in_the_next_sitting(tmp_path: Path) -> None:
    with Terminal("play", "--seed", "42", state=tmp_path) as terminal:
        terminal.see(PROMPT)
        terminal.type("flag 3 4\r")
        terminal.see("flagged (3, 4)")
        terminal.see(PROMPT)
        terminal.type("quit\r")
        assert terminal.ends() == 0
    assert "+flag 3 4\n" in (tmp_path / "minemind" / "history").read_text()
    with Terminal("play", "--seed", "42", state=tmp_path) as terminal:
        terminal.see(PROMPT)
        terminal.type(UP)
        terminal.see("quit")
        terminal.type(UP)
        terminal.see("flag")
        terminal.type("\r")
        terminal.see("flagged (3, 4)")


def test_where_no_history_can_be_kept_it_goes_without(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Terminal("play", "--seed", "42", state=tmp_path / "file") as terminal:
        terminal.see(PROMPT)
        terminal.type("flag 3 4\r")
        terminal.see("flagged (3, 4)")
        terminal.see(PROMPT)
        terminal.type(CTRL_D)
        assert terminal.ends() == 0
        assert "Errno" not in terminal.text


def test_the_history_is_in_the_users_folder_for_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert history_path() == Path("/state/minemind/history")
    for unset in ("", "not/absolute"):
        monkeypatch.setenv("XDG_STATE_HOME", unset)
        assert history_path() == Path("/home/somebody/.local/state/minemind/history")


def completed(line: str) -> list[str]:
    """The line after each completion that is offered."""
    found = Suggestions(TABLE).get_completions(Document(line), CompleteEvent())
    return [line[: len(line) + each.start_position] + each.text for each in found]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("he", ["heatmap", "help"]),
        ("AN", ["analyse"]),
        ("so", ["solve"]),
        ("open ", []),
        ("open 3", []),
        ("auto ", ["auto --guess", "auto --think", "auto --limit"]),
        ("auto --guess --l", ["auto --guess --limit"]),
        ("new e", ["new expert"]),
        ("new expert --s", ["new expert --seed"]),
        ("help ex", ["help explain", "help exit"]),
        ("show --", ["show --reveal"]),
        ("xyzzy ", []),
        ("#", []),
    ],
)
def test_tab_offers_what_the_table_of_commands_says(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


def test_tab_on_an_empty_line_offers_every_command() -> None:
    assert completed("") == [row.name for row in TABLE]


def test_tab_completes_the_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my game.json", "my other.json", "notes"):
        (tmp_path / name).touch()
    assert completed("load my ") == ["load my game.json", "load my other.json"]
    assert completed('save "my g') == ['save "my game.json']
    assert completed(f"load {tmp_path}/no") == [f"load {tmp_path}/notes"]


def test_a_ctrl_c_that_python_cannot_raise_is_heard_a_moment_later() -> None:
    """While an object is deleted, Python cannot pass on an exception."""
    heard = io.StringIO()
    session = Session(mm.Game(3, 3, 1), Console(file=io.StringIO()), None)

    class Passing:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0)

    def read() -> str:
        del passing[0]
        time.sleep(10)
        return "quit"

    passing = [Passing()]
    shell = Shell(session, read, at_terminal=False, is_prompted=False)
    with redirect_stderr(heard), pytest.raises(KeyboardInterrupt):
        shell.run()
    assert heard.getvalue() == ""
