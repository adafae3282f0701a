"""`--lang`: commands that give reasons give them in another language."""

from __future__ import annotations

import io
from contextvars import copy_context

import pytest
from typer.testing import CliRunner

from minemind.cli.main import answered, app

BOARD = "1 3 1\n.1."


def said(*words: str, stdin: str = BOARD) -> str:
    """The output of a command; its choice of language ends with it."""
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
        (["frontier", "-"], BOARD, "component 1: ", "Komponente 1: "),
        (["optimal", "-"], BOARD, "1/2 (50.0 %), starting with", "1/2 (50,0 %), beginnend mit"),
    ],
    ids=["hint", "guesses", "analyse", "explain", "frontier", "optimal"],
)
def test_answers_come_in_the_chosen_language(words: list[str], stdin: str, english: str, german: str) -> None:
    assert english in said(*words, stdin=stdin)
    assert german in said(*words, "--lang", "de", stdin=stdin)


def test_games_are_told_in_the_chosen_language() -> None:
    solved = said("solve", "--preset", "beginner", "--seed", "3", "--lang", "de")
    assert "der erste Klick öffnet immer eine Fläche" in solved
    assert "\ngewonnen: 71 Felder geöffnet in 4 Runden, " in solved
    assert "(4, 4) öffnen: der erste Klick" in said("play", "--lang", "de", stdin="hint\nquit\n")


def test_a_text_that_cannot_be_read_is_explained_in_the_chosen_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"2 3 1\n1q.\n..")))
    assert copy_context().run(answered, ["analyse", "-", "--lang", "de"]) == 1
    assert capsys.readouterr().err.startswith("minemind: Zeile 2, Spalte 2: 'q' ist kein gültiges Feld; ")


def test_what_was_assumed_is_said_in_the_chosen_language() -> None:
    shown = said("hint", "-", "--lang", "de", stdin="2 3 1\n1..\n..")
    assert "Hinweis: Zeile 3: die Reihe hat 2 von 3 Feldern; der Rest wird als '.' gelesen\n" in shown


def test_the_shell_speaks_the_chosen_language() -> None:
    script = "open 4 4\nopen 4 4\nopen 9 9\nflag 0 0\nundo 2\nundo\nchord 0 0\nfoo\nquit\n"
    shown = said("play", "--seed", "7", "--lang", "de", stdin=script)
    for sentence in (
        "49 Felder geöffnet\n",
        "(4, 4) ist schon offen\n",
        "(9, 9) liegt außerhalb des Bretts: Reihen gehen von 0 bis 8, Spalten von 0 bis 8\n",
        "(0, 0) markiert\n",
        "2 Züge zurückgenommen\n10 Minen übrig, 81 Felder verdeckt\n",
        "es gibt nichts zurückzunehmen\n",
        "(0, 0) ist nicht offen; chord braucht eine offene Zahl\n",
        "unbekannter Befehl 'foo'; help zeigt die Befehle\n",
    ):
        assert sentence in shown


def test_the_statistics_of_the_shell_are_in_the_chosen_language() -> None:
    shown = said("play", "--seed", "7", "--lang", "de", stdin="open 4 4\nstats\nquit\n")
    assert "Seed 7; läuft\n" in shown
    assert "bisher: 1 Zug, 49 Felder offen, 32 Felder verdeckt, 0 Flaggen\n" in shown
    assert shown.endswith("Sitzung: 1 gespielt, 0 gewonnen, 0 verloren\n")


def test_the_shell_explains_wrong_words_in_the_chosen_language() -> None:
    lines = {
        "open 1": "open erwartet eine Reihe und eine Spalte, etwa open 3 4\n",
        "open a b": "'a' ist keine ganze Zahl; open erwartet eine Reihe und eine Spalte, etwa open 3 4\n",
        "undo 0": "0 ist keine Anzahl von Zügen; undo erwartet nichts oder eine Anzahl von Zügen, etwa undo 3\n",
        "auto 7": "auto erwartet nichts weiter oder --guess, --think oder --limit, etwa auto --guess --limit 10\n",
        "auto --limit x": "--limit erwartet eine ganze Zahl ab 0, etwa auto --limit 10\n",
        "auto --think 3": "--think gilt dem Raten; ergänze --guess; auto erwartet",
        "hint --deep": "hint hat keine Option --deep; es gibt --think\n",
        "frontier --deep": "frontier hat keine Optionen\n",
        "step --one=2": "--one nimmt keinen Wert, etwa step --one\n",
        "frontier 1": "frontier erwartet nichts weiter, etwa frontier\n",
        "new large": "'large' ist keine Größe; new erwartet nichts, eine Voreinstellung oder eine Größe",
        "new 9x9": "zu 9x9 fehlt die Minenzahl; new erwartet",
        "new --guess --no-guess": "--no-guess und --guess widersprechen sich; gib eines davon an\n",
        "save": "save erwartet den Namen einer Datei, etwa save game.json\n",
        "help a b": "help erwartet nichts oder einen Befehl, etwa help auto\n",
        'open "1': "ein Anführungszeichen ist nicht geschlossen\n",
        "review": "es gibt noch nichts zu bewerten: öffne zuerst ein Feld\n",
    }
    shown = said("play", "--seed", "7", "--lang", "de", stdin="\n".join([*lines, "quit\n"]))
    for line, sentence in lines.items():
        assert sentence in shown, line


@pytest.mark.parametrize(
    ("stdin", "german"),
    [
        ("---\n-1-\n---", "'-' wird als verdeckt gelesen"),
        ("⬜1.\n⬜1.", "'⬜' wird als offenes Feld ohne Zahl gelesen"),
        ("1,,\n1,,", "ein leeres Feld wird als verdeckt gelesen"),
        ("*1-\n?1-", "wird als Flagge gelesen, wie Simon Tathams Mines sie schreibt"),
        (
            "3x1x2\nH2M",
            "M und ? sind nur dann Minen, wenn alle Minen markiert sind, hier sind es 1 von 2 Minen: "
            "M gilt als Flagge, ? als verdeckt",
        ),
    ],
)
def test_other_ways_to_write_a_board_are_noted_in_the_chosen_language(stdin: str, german: str) -> None:
    assert german in said("analyse", "-", "--lang", "de", stdin=stdin)


def test_a_game_that_is_over_says_so_in_the_chosen_language() -> None:
    shown = said("play", "--seed", "7", "--lang", "de", stdin="auto --guess\nopen 0 0\nhint\nquit\n")
    assert "gewonnen in " in shown
    over = "das Spiel ist schon gewonnen; nimm den letzten Zug zurück oder beginne ein neues\n"
    assert shown.count(over) == 2


def test_an_unknown_language_is_wrong_usage() -> None:
    done = CliRunner().invoke(app, ["hint", "-", "--lang", "fr"], input=BOARD)
    assert done.exit_code == 2
    assert "'en', 'de'" in done.output
