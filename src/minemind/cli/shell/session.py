"""Session: the game that is being played, how those before it ended, and how all of it is shown."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, SupportsInt

import numpy as np
from rich.text import Text

import minemind as mm
from minemind.cli.output import folded
from minemind.cli.position import read_content
from minemind.cli.setup import GameOptions
from minemind.cli.terminal import Shown, draw, draw_cells, is_too_large, style_of
from minemind.words import phrase

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Session", "count", "mines_moved", "read_game"]

EXPLODED_STYLE, WRONG_FLAG_STYLE = "bold white on red1", "bold black on dark_orange"
STANDING_STYLES = {mm.State.PLAYING: "", mm.State.WON: "bold green3", mm.State.LOST: "bold red1"}


class Session:
    """A player's games, one after the other, and the console that shows them.

    With a `seed`, the first game has that one, and each later game the next one of the same run: a script that deals
    several games deals the same ones every time.
    """

    def __init__(self, game: mm.Game, out: Console, seed: int | None = None) -> None:
        self.game, self.out, self.seed = game, out, seed
        self.is_over = self.is_gap_due = False
        self.begun = 1
        self.ended: Counter[mm.State] = Counter()
        self._told: mm.Layout | None = None  # the layout whose moved mines were mentioned last
        self._keep_time()

    @property
    def next_seed(self) -> int | None:
        """The seed of the next game; None if it is to be drawn."""
        return None if self.seed is None else mm.strategy.game_seed(self.seed, self.begun)

    def begin(self, game: mm.Game) -> None:
        """Start another game. One without any turn does not count as played."""
        if self.game.turns:
            self.ended[self.game.state] += 1
        self.game = game
        self.begun += 1
        self._keep_time()

    def _keep_time(self) -> None:
        """Record the times of a game that is played at a terminal; those of a script mean nothing."""
        if self.out.is_terminal:
            self.game.keep_time()

    @property
    def results(self) -> Counter[mm.State]:
        """The number of games of this session in each state, including the present one."""
        return self.ended + Counter([self.game.state] if self.game.turns else [])

    def say(self, text: str | Text, style: str = "") -> None:
        """Print something, after a gap if one is due. On a terminal, lines are broken between words."""
        if self.is_gap_due:
            self.out.print()
            self.is_gap_due = False
        if self.out.is_terminal and isinstance(text, str):
            text = folded(text, self.out.width)
        self.out.print(text, style=style or None, soft_wrap=True)

    def draw(self, *, reveal: bool = False) -> None:
        """Show the board, with the mines if wanted."""
        if reveal:
            self.say(revealed(self.game))
            if marks := legend(self.game):
                self.say(marks, "dim")
        else:
            self.say(draw(self.game.board))

    def report(self, *happened: str) -> None:
        """Show the board after a turn, what happened and how the game stands; after the end also the mines."""
        if not is_too_large(self.game.grid):
            self.draw(reveal=self.game.state is not mm.State.PLAYING)
        for sentence in happened:
            self.say(sentence)
        if self.game.moved and self.game.layout is not self._told:
            self._told = self.game.layout
            self.say(mines_moved(self.game))
        self.say_standing()

    def say_standing(self) -> None:
        """Print how the game stands, in colour if it has ended."""
        self.say(self.standing, STANDING_STYLES[self.game.state])

    @property
    def standing(self) -> str:
        """How the game stands, in a line."""
        game = self.game
        if game.state is mm.State.LOST:
            return phrase("shell.lost", cells=game.exploded)
        if game.state is mm.State.PLAYING:
            mines = phrase("shell.mines-left", count=game.mines_left)
            hidden = phrase("shell.hidden", count=np.count_nonzero(game.board.hidden))
            return f"{mines}, {hidden}"
        if not game.turns:
            return phrase("shell.won-before")
        return phrase("shell.won", count=game.turns)


def read_game(path: str) -> mm.Game:
    """A saved game, or a game on a layout that somebody wrote."""
    name = os.path.expanduser(path)  # noqa: PTH111  # Path raises if there is no such user
    return GameOptions().game_in(read_content(name), name)


def revealed(game: mm.Game) -> Text:
    """The board with the mines on it. Wrong flags and the mines that exploded are marked."""
    board, layout = game.board, game.layout
    if layout is None:
        raise mm.errors.IllegalMove(phrase("shell.no-mines-yet"))
    mines, flags, exploded = layout.counts.tolist(), board.flags.tolist(), set(game.exploded)
    shown = [
        [
            _truth(token, mines[row][col], flags[row][col], is_exploded=(row, col) in exploded)
            for col, token in enumerate(line)
        ]
        for row, line in enumerate(board.tokens())
    ]
    return draw_cells(board.grid, shown)


def _truth(token: str, mines: int, flagged: int, *, is_exploded: bool) -> Shown:
    if is_exploded:
        return Shown("X", EXPLODED_STYLE)
    if flagged and flagged != mines:
        return Shown("w", WRONG_FLAG_STYLE)
    if mines and not flagged:
        mark = "*" if mines == 1 else f"*{mines}"
        return Shown(mark, style_of(mark), style_of("."))
    return Shown(" " if token == "0" else token, style_of(token), style_of(".") if token == "." else "")


def legend(game: mm.Game) -> str:
    """The meaning of the marks that only a revealed board has."""
    assert game.layout is not None
    counts, flags = game.layout.counts, game.board.flags
    marks = {
        "*": np.count_nonzero((counts > 0) & (flags == 0)) > len(game.exploded),
        "X": bool(game.exploded),
        "w": ((flags > 0) & (flags != counts)).any(),
    }
    return ", ".join(phrase("shell.legend", mark=mark) for mark, is_there in marks.items() if is_there)


def mines_moved(game: mm.Game) -> str:
    """How many mines of a given layout the first click moved, in a sentence."""
    return phrase("shell.moved", count=game.moved)


def noun(word: str, number: int) -> str:
    """A word, in the plural unless the number is 1."""
    return word if number == 1 else f"{word}s"


def count(number: SupportsInt, word: str) -> str:
    """A number and what it counts, as in `3 turns`."""
    return f"{int(number):,} {noun(word, int(number))}"
