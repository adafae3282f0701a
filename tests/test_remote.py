"""The client: the same answers as the library, and designed errors for programs that die, hang or lie."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minemind as mm
from tests.protocol.speaking import LONG

BOARD, GUESS = "3 4 2\n01..\n01..\n01..", "3 3 2\n1..\n...\n..."


@pytest.fixture(scope="module")
def engine() -> Iterator[mm.Remote]:
    with mm.Remote() as remote:
        yield remote


def test_answers_are_those_of_the_library(engine: mm.Remote) -> None:
    for text in (BOARD, GUESS, "1 4 ?\n1..1", "2 2 1\n1!\n.."):
        ours, theirs = mm.analyse(text), engine.analyse(text)
        assert np.array_equal(theirs.probability, ours.probability, equal_nan=True)
        assert (theirs.safe, theirs.mines, theirs.solutions) == (ours.safe, ours.mines, ours.solutions)
        assert (theirs.dead, theirs.fifty_fifties) == (ours.dead, ours.fifty_fifties)
        assert engine.hint(text) == mm.hint(text)
        assert engine.guesses(text) == mm.guesses(text)
    assert engine.explain(BOARD, 0, 2) == mm.explain(BOARD, 0, 2)
    assert engine.win(GUESS) == mm.win_probability(GUESS)
    assert engine.generate((9, 9, 10), seed=3, start=(0, 0)) == mm.generate(9, 9, 10, seed=3, start=(0, 0)).layout
    assert engine.play("beginner", "rules", seed=3) == mm.play("beginner", "rules", seed=3)


def test_errors_are_those_of_the_library(engine: mm.Remote) -> None:
    with pytest.raises(mm.Impossible) as impossible:
        engine.analyse("1 3 1\n1.2")
    assert impossible.value.cells == ((0, 2),)
    with pytest.raises(mm.InvalidValue, match=r"not certain|risk"):
        engine.explain(GUESS, (0, 1))
    with pytest.raises(mm.TooHard, match="time limit"):
        engine.generate((100, 100, 2400), seed=1, time_limit=0.05)
    with pytest.raises(mm.errors.BadRequest, match="'colour' is not a field"):
        engine.generate("beginner", colour="red")
    with pytest.raises(mm.errors.TooLarge, match="100×100"):
        engine.analyse(mm.Board(mm.Grid(101, 1), mines=1))


def test_progress_is_told_and_another_thread_may_stop(engine: mm.Remote) -> None:
    told: list[int] = []

    def tell(games: int, best: mm.solve.Candidate) -> None:
        told.append(games)
        if len(told) == 2:
            threading.Thread(target=engine.stop).start()
        assert 0 <= best.risk <= 1

    assert engine.guesses(LONG["board"]["text"], think=100_000, progress=tell)
    assert len(told) >= 2


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.exit(2)", "ended with exit code 2"),
        ("time.sleep(100)", "did not answer 'analyse' within 1 s"),
        ("print('hm', flush=True)", "is not JSON"),
        ("print('x' * 1000, end='', flush=True); sys.exit()", "ended with exit code 0"),
        ("answer({})", "gave an answer that is damaged"),
        ("answer({'method': 'exact', 'quality': 'exact', 'notes': [], 'probability': [[2]]})", "cannot be read"),
        ("answer({'method': 'exact', 'quality': 'exact', 'notes': [], 'probability': [[0.5]]})", "cannot be read"),
        ("answer(None)", "which does not answer request"),
        ("print(json.dumps({'id': 1, 'error': {'kind': 'Odd', 'message': 'no'}}), flush=True)", "of the kind 'Odd'"),
    ],
)
def test_a_program_that_dies_hangs_or_lies_is_named(tmp_path: Path, body: str, says: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    def answer(result):\n"
        "        print(json.dumps({'id': json.loads(line)['id'], 'result': result}), flush=True)\n"
        f"    {body}\n"
    )
    timeout = 1.0 if "sleep" in body else 60.0
    with mm.Remote([sys.executable, str(program)], timeout=timeout) as remote:
        with pytest.raises(mm.errors.BadProgram, match=says) as error:
            remote.analyse(BOARD)
        assert "\n" not in str(error.value)


@pytest.mark.skipif(sys.platform == "win32", reason="there it keeps whoever asks waiting, as docs/stability.md says")
def test_a_program_that_does_not_read_is_given_up() -> None:
    command = [sys.executable, "-c", "import time; time.sleep(100)"]
    with mm.Remote(command, timeout=1) as remote, pytest.raises(mm.errors.BadProgram, match=r"does not read|within"):
        remote.analyse(mm.Board(mm.Grid(100, 100), mines=2000))


def test_it_is_started_again_after_it_was_ended() -> None:
    with mm.Remote() as remote:
        assert remote.hello()["protocol"] == 1
        remote.close()
        assert remote.hello()["protocol"] == 1
        assert repr(remote) == "Remote('minemind engine')"


WRONG_COMMANDS: list[Any] = ["", "'", [], None, 3, b"minemind engine", [1], {}, [[]]]


@pytest.mark.parametrize("values", [{"timeout": 0}, *({"command": wrong} for wrong in WRONG_COMMANDS)])
def test_bad_arguments_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(mm.InvalidValue):
        mm.Remote(**values)
