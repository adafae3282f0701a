"""Sentences about proofs, hints, guesses and analyses, in English and in German; the page says the same."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import minemind as mm
from minemind import words
from minemind.solve import Promise
from minemind.solve.analysis import Inference
from minemind.solve.solutions import Solutions
from minemind.words.figures import Figures
from tests.web.node import answers

ENGLISH, GERMAN = Figures(".", ","), Figures(",", ".")


def guess(**values: Any) -> str:
    everything = dict.fromkeys(("win", "partner", "next", "progress", "runners_up"))
    return words.phrase("guess", **{**everything, "method": "exact", **values})


def test_a_guess_reads_as_a_player_says_it() -> None:
    said = guess(risk=0.239, next=0.761, progress=1.0)
    assert said == "24 % risk; 76 % to survive this move and the next; always makes progress"
    assert guess(risk=0.5, next=0.25, progress=0.0).endswith("; never makes progress")
    assert guess(risk=0.5, next=0.25, progress=0.5).endswith("; 50 % to make progress")
    assert guess(risk=0.5, win=1 / 3) == "50 % risk; 33 % to win with perfect play"
    assert guess(risk=0.5, partner=(1, 2)) == "50 % risk; a 50/50 with (1, 2), so waiting gains nothing"
    assert guess(risk=0.2, method="local") == "20 % risk (method: local)"
    others = [{"cell": (0, 1), "risk": 0.3}, {"cell": (2, 1), "risk": 0.4}]
    assert guess(risk=0.2, runners_up=others) == "20 % risk; alternatives: (0, 1) 30 % and (2, 1) 40 %"
    with words.speaking("de"):
        assert guess(risk=0.239, next=0.761, progress=1.0) == (
            "24 % Risiko; 76 % Chance, diesen und den nächsten Zug zu überstehen; danach geht es immer sicher weiter"
        )


@pytest.mark.parametrize(
    ("probability", "whole", "tenths"),
    [
        (0.0, "0 %", "0.0 %"),
        (5e-324, "<1 %", "<0.1 %"),
        (0.0049, "<1 %", "0.5 %"),
        (0.005, "1 %", "0.5 %"),
        (0.2394, "24 %", "23.9 %"),
        (0.5, "50 %", "50.0 %"),
        (0.9949, "99 %", "99.5 %"),
        (0.9951, ">99 %", "99.5 %"),
        (0.99951, ">99 %", ">99.9 %"),
        (1 - 2**-53, ">99 %", ">99.9 %"),
        (1.0, "100 %", "100.0 %"),
    ],
)
def test_nothing_possible_is_zero_and_nothing_uncertain_is_certain(probability: float, whole: str, tenths: str) -> None:
    assert ENGLISH.percent(probability) == whole
    assert ENGLISH.percent(probability, 1) == tenths
    assert GERMAN.percent(probability, 1) == tenths.replace(".", ",")
    assert ENGLISH.odds(probability) == {0.0: "<1 %", 1.0: ">99 %"}.get(probability, whole)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0"),
        (1234567, "1,234,567"),
        (10**15 - 1, "999,999,999,999,999"),
        (10**15, "1.00 × 10^15"),
        (12345678901234567890, "1.23 × 10^19"),
        (7 * 10**4200, "7.00 × 10^4,200"),
        ("12345678901234567890", "1.23 × 10^19"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_large_counts_are_said_by_their_size(count: int | str, said: str) -> None:
    assert ENGLISH.count(count) == said
    if isinstance(count, int):
        assert ENGLISH.count(Solutions(count)) == said


def test_a_list_in_a_line_is_cut() -> None:
    cells = [(0, col) for col in range(13)]
    said = words.phrase("analysis.safe", count=13, cells=cells)
    assert said.startswith("safe (13): (0, 0) (0, 1) ")
    assert said.endswith("(0, 9) … and 3 more")


def test_numbers_are_listed_as_in_a_sentence() -> None:
    numbers = [{"number": n + 1, "cell": cell} for n, cell in enumerate([(0, 0), (0, 1), (1, 0)])]
    values = {"kind": "several", "is_mine": True, "cell": (1, 1), "numbers": numbers, "count": 3, "mines": None}
    assert words.phrase("proof", **values) == (
        "the 1 at (0, 0), the 2 at (0, 1) and the 3 at (1, 0) together prove that (1, 1) is a mine"
    )
    with words.speaking("de"):
        assert words.phrase("proof", **values) == (
            "die 1 bei (0, 0), die 2 bei (0, 1) und die 3 bei (1, 0) beweisen zusammen, dass (1, 1) eine Mine ist"
        )


def test_proofs_of_every_kind() -> None:
    satisfied = mm.explain(mm.Board.parse("1 3 1\n!1."), (0, 2))
    assert str(satisfied) == "the 1 at (0, 1) needs no more mines, so (0, 2) is safe"
    counted = mm.explain(mm.Board.parse("1 4 1\n.1.."), (0, 3))
    assert str(counted) == "given the mine count of 1, the 1 at (0, 1) proves that (0, 3) is safe"
    bare = mm.explain(mm.Board.parse("1 2 0\n.."), (0, 1))
    assert str(bare) == "given the mine count of 0, (0, 1) must be safe"
    subset = mm.explain(mm.Board.parse("2 3 ?\n...\n11."), (0, 2))
    assert str(subset) == "the 1 at (1, 0) and the 1 at (1, 1) together prove that (0, 2) is safe"
    assert subset.shown == (1, 1)
    assert subset.mines is None
    assert counted.uses_mine_count


def test_conclusions_name_what_they_build_on() -> None:
    by_rules = mm.analyse("2 4 ?\n....\n1110", "rules")
    assert isinstance(by_rules, Inference)
    assert str(by_rules.conclusions[-1]).startswith("the number")
    said = words.phrase(
        "conclusion",
        numbers=[(0, 0), (0, 1)],
        count=2,
        cell=(1, 1),
        mines=0,
        given=[{"cells": [(2, 2)], "count": 1, "mines": 1}, {"cells": [(3, 3), (4, 4)], "count": 2, "mines": 0}],
    )
    assert said == (
        "the numbers at (0, 0) and (0, 1) together prove that (1, 1) is safe, "
        "given that (2, 2) is a mine and (3, 3) and (4, 4) are safe"
    )


def test_the_first_click_is_promised_in_words() -> None:
    assert str(Promise(mm.FirstClick.OPENING)) == "the first click always opens an area"
    assert str(Promise(mm.FirstClick.SAFE)) == "the first click is always safe"


def test_a_cell_that_is_not_certain_says_its_risk() -> None:
    with pytest.raises(mm.InvalidValue, match=r"^\(0, 0\) is not certain: 50 % risk; ask about"):
        mm.explain(mm.Board.parse("1 3 1\n.1."), (0, 0))
    with pytest.raises(mm.InvalidValue, match=r"^\(0, 3\) is not certain: its probability is unknown; ask"):
        mm.explain(mm.Board.parse("1 4 ?\n.1.."), (0, 3))


def test_progress_is_exactly_one_or_zero_where_it_always_or_never_follows() -> None:
    early = mm.Game(9, 9, 22, seed=0, first_click="safe")
    early.open(4, 4)
    games = [mm.Game.preset("beginner", seed=seed) for seed in range(30)]
    for game in games:
        game.open(4, 4)
        mm.strategy.auto(game)
    boards = [game.board for game in (early, *games) if game.state is mm.State.PLAYING]
    found = [candidate.progress for board in boards for candidate in mm.guesses(board, games=10)]
    exact = [progress for progress in found if progress in (0, 1)]
    assert exact
    assert all(1e-12 < progress < 1 - 1e-12 for progress in found if progress is not None and progress not in (0, 1))
    assert len(exact) < len(found)


# --- the page says the same


def real_phrases() -> list[tuple[str, dict[str, Any]]]:
    """The requests for sentences while games are played, with their values."""
    asked: list[tuple[str, dict[str, Any]]] = []
    catalogue = words.spoken()
    plain = catalogue.phrase

    def noted(key: str, values: Any) -> str:
        asked.append((key, dict(values)))
        return plain(key, values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "phrase", noted)
        for seed in range(8):
            game = mm.Game(9, 9, 14, seed=seed)
            record = mm.play(game)
            assert str(record.summary)
            played = record.game()
            for move in record.moves[:40]:
                if played.turns:
                    str(mm.hint(played.board))
                played.take(mm.game.Turn(move.cell, move.action, move.mines))
            for candidate in mm.guesses(record.game().board, games=10)[:3]:
                assert str(candidate)
    return asked


def edge_phrases() -> list[tuple[str, dict[str, Any]]]:
    dice = random.Random(4)
    odds = [0.0, 1.0, 5e-324, 1 - 2**-53, 0.005, 0.995, 0.0005, 0.9995, math.pi / 10]
    odds += [dice.random() ** dice.randint(1, 40) for _ in range(300)]
    odds += [1 - probability for probability in odds]
    found: list[tuple[str, dict[str, Any]]] = []
    for probability in odds:
        found.append(("analysis.outside", {"count": dice.randrange(4000), "probability": probability}))
        found.append(("win", {"certain": False, "fraction": "1/2", "win": probability, "cells": "(0, 0)"}))
        found.append(("guess.progress", {"progress": probability}))
    counts = [str(dice.randrange(10 ** (digits - 1), 10**digits)) for digits in range(1, 60)]
    found += [("analysis.solutions", {"solutions": count}) for count in counts]
    for count in (0, 1, 2, 9, 10, 11, 1000, 1_000_000):
        cells = [[row, row] for row in range(min(count, 50))]
        found.append(("analysis.safe", {"count": count, "cells": cells}))
        found.append(("analysis.components", {"count": count, "sizes": cells and "1, 2"}))
        found.append(("frontier.solutions", {"solutions": count}))
        found.append(("impossible.count", {"count": count}))
    return found


def test_python_and_the_page_say_the_same_in_every_language() -> None:
    asked = [*real_phrases(), *edge_phrases()]
    assert {"proof", "guess", "move", "candidate", "record", "proof.number"} <= {key for key, _ in asked}
    questions, expected = [], []
    for language in words.LANGUAGES:
        for key, values in asked:
            questions.append({"kind": "phrase", "language": language, "key": key, "values": values})
            expected.append(_said(language, key, values))
    assert answers(questions) == expected


def _said(language: str, key: str, values: dict[str, Any]) -> str:
    with words.speaking(language):
        return words.phrase(key, **values)
