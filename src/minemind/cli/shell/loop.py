"""The loop: reads a line, runs its command, and continues, whatever went wrong with it.

Ctrl-C stops the command that is running, never the shell. The game is then as it was, or some whole turns further.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

import minemind as mm
from minemind.cli.output import complain, console
from minemind.cli.shell.session import Session, count
from minemind.cli.shell.table import TABLE
from minemind.words import phrase

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Shell", "run"]

# The most characters in a line of a script: no command comes near it, but a device may never end its line.
LONGEST_LINE = 1_000_000

# Seconds of silence after which a player wonders.
PATIENCE = 0.7
# Seconds after which Python is doing something else, so that an interrupt can be repeated.
SOON = 0.01

Read = Callable[[], str]  # returns a line; raises EOFError when there are no more


def run(game: mm.Game, seed: int | None) -> None:
    """Play this game and those that follow, until the player leaves or the input ends."""
    session = Session(game, console(), seed)
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    is_prompted = at_terminal and session.out.is_terminal
    read = _prompted() if is_prompted else _scripted()
    session.say(f"MineMind: {game.title}", "bold")
    session.report()
    session.say(phrase("shell.help"), "dim")
    Shell(session, read, at_terminal=at_terminal, is_prompted=is_prompted).run()


def _prompted() -> Read:
    from minemind.cli.shell.prompt import prompt  # only a terminal waits for it to load

    return prompt(TABLE)


def _scripted() -> Read:
    if isinstance(sys.stdin, io.TextIOWrapper):
        # Invalid UTF-8 is no reason to stop, since no command contains it; nor is a byte-order mark.
        sys.stdin.reconfigure(errors="replace")

    def read() -> str:
        line = sys.stdin.readline(LONGEST_LINE) if sys.stdin else ""
        if not line:
            raise EOFError
        if len(line) == LONGEST_LINE:
            raise mm.errors.TooLarge(f"a line has {LONGEST_LINE:,} characters or more; is this a script?")
        return line.lstrip("\ufeff")

    return read


@contextmanager
def patience(out: Console) -> Iterator[None]:
    """On a terminal, say that the block is at work once it takes a while. Ctrl-C must not interrupt this itself."""
    if not out.is_terminal:
        yield
        return
    status = out.status("thinking; Ctrl-C stops it")
    timer = threading.Timer(PATIENCE, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


class Shell:
    """Reads lines and runs their commands. With `is_prompted`, Ctrl-C reaches the reader of lines as a key."""

    def __init__(self, session: Session, read: Read, *, at_terminal: bool, is_prompted: bool) -> None:
        self.session, self.read, self.at_terminal, self.is_prompted = session, read, at_terminal, is_prompted
        # Ctrl-C takes effect only where it is expected: between two commands, slightly too early or too late, or while
        # an interruption is reported, it would end the shell.
        self.is_interruptible = False
        self._is_swallowing = False

    def run(self) -> None:
        """Read and run lines until the player leaves."""
        with self._hearing_interrupts():
            while not self.session.is_over:
                self._go_round()

    def _go_round(self) -> None:
        try:
            line = self.read() if self.is_prompted else self._read_interruptibly()
        except EOFError:
            self.session.is_over = True
        except KeyboardInterrupt:
            if not self.at_terminal:  # a script has no line to clear: Ctrl-C is meant for all of it
                raise
        else:
            self.do(line)

    def _read_interruptibly(self) -> str:
        lines: list[str] = []
        if trouble := self._stopped_by(lambda: lines.append(self.read())):
            raise trouble
        return lines[0]

    def do(self, line: str) -> None:
        """Run the command in a line; what goes wrong is reported in a sentence, and the game stays."""
        game, turns = self.session.game, self.session.game.turns
        self.session.is_gap_due = not self.at_terminal  # no prompt separates the answers to a script
        with patience(self.session.out):
            trouble = self._stopped_by(lambda: TABLE.obey(self.session, line))
        if trouble is None:
            return
        complain(self._sentence(trouble))
        if self.session.game is game and game.turns != turns:
            self._say_what_was_done(game.turns - turns)

    def _stopped_by(self, work: Callable[[], None]) -> BaseException | None:
        """Do something that Ctrl-C can stop; returns what stopped it."""
        try:
            self.is_interruptible = True
            work()
            self.is_interruptible = False
        except BaseException as trouble:
            self.is_interruptible = False
            return trouble
        return None

    def _sentence(self, trouble: BaseException) -> str:
        match trouble:
            case mm.Impossible():  # the game itself never contradicts itself
                return f"{trouble}; a flag must be wrong"
            case mm.MineMindError():
                return str(trouble)
            case KeyboardInterrupt():
                return "\ninterrupted" if self.at_terminal else "interrupted"  # a terminal has written ^C
            case MemoryError():
                return "not enough memory for that"
            case BrokenPipeError() | SystemExit():
                raise trouble
        return f"unexpected error: {trouble!r}; please report it. You can go on playing"

    def _say_what_was_done(self, turns: int) -> None:
        if turns > 0:
            self.session.report(f"{count(turns, 'turn')} done before that; undo {turns} reverts {_them(turns)}")
        else:
            self.session.report(f"{count(-turns, 'turn')} undone before that; redo {-turns} repeats {_them(-turns)}")

    @contextmanager
    def _hearing_interrupts(self) -> Iterator[None]:
        before = signal.getsignal(signal.SIGINT)
        # If we were started with Ctrl-C ignored, or in a thread, that was intended.
        is_ours = before is signal.default_int_handler and threading.current_thread() is threading.main_thread()
        if not is_ours:
            yield
            return
        swallowed, sys.unraisablehook = sys.unraisablehook, self._interrupt_again
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            sys.unraisablehook = swallowed

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self._is_swallowing:
            _interrupt_soon()
        elif self.is_interruptible:
            raise KeyboardInterrupt

    def _interrupt_again(self, swallowed: sys.UnraisableHookArgs) -> None:
        """Repeat a Ctrl-C that came when Python cannot raise anything, for example while it finalises an object."""
        if swallowed.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(swallowed)
            return
        self._is_swallowing = True  # nothing can be raised here either, and a busy machine may take its time
        try:
            _interrupt_soon()
        finally:
            self._is_swallowing = False


def _interrupt_soon() -> None:
    # A real signal also ends a wait. On Windows it would end the process.
    again = signal.raise_signal if sys.platform == "win32" else partial(os.kill, os.getpid())
    threading.Timer(SOON, again, (signal.SIGINT,)).start()


def _them(number: int) -> str:
    return "it" if number == 1 else "them"
