"""`--lang`: commands that give reasons give them in another language."""

from __future__ import annotations

from contextvars import copy_context

import pytest
from typer.testing import CliRunner

from minemind.cli.main import app

BOARD = "1 3 1\n.1."


def said(*words: str, stdin: str = BOARD) -> str:
    """What a command prints; the language that it chooses ends with it."""
    done = copy_context().run(CliRunner().invoke, app, words, input=stdin)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("words", "stdin", "english", "german"),
    [
        (["hint", "-"], BOARD, "open (0, 0): 50 % risk; 50 % to win", "(0, 0) öffnen: 50 % Risiko; 50 % Gewinnchance"),
        (["guesses", "-"], BOARD, "risk: probability of a mine", "Risiko: Wahrscheinlichkeit einer Mine"),
        (["analyse", "-"], BOARD, "solutions: 2\n", "Lösungen: 2\n"),
        (["explain", "-", "0", "0"], "1 2 0\n..", "(0, 0) must be safe", "muss (0, 0) sicher sein"),
    ],
    ids=["hint", "guesses", "analyse", "explain"],
)
def test_answers_come_in_the_chosen_language(words: list[str], stdin: str, english: str, german: str) -> None:
    assert english in said(*words, stdin=stdin)
    assert german in said(*words, "--lang", "de", stdin=stdin)


def test_games_are_told_in_the_chosen_language() -> None:
    solved = said("solve", "--preset", "beginner", "--seed", "3", "--lang", "de")
    assert "der erste Klick öffnet immer eine Fläche" in solved
    assert "\ngewonnen: 4 Durchgänge, " in solved
    assert "(4, 4) öffnen: der erste Klick" in said("play", "--lang", "de", stdin="hint\nquit\n")


def test_an_unknown_language_is_wrong_usage() -> None:
    done = CliRunner().invoke(app, ["hint", "-", "--lang", "fr"], input=BOARD)
    assert done.exit_code == 2
    assert "'en', 'de'" in done.output
