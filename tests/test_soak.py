"""Trials that take hours resume where they stopped, and stop when they find something."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.test_conformance import GARBAGE
from tests.soak import __main__ as soak
from tests.soak import boards, protocol
from tests.soak.progress import Progress
from tests.soak.server import growth


def test_a_trial_goes_on_where_it_stopped_until_it_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def batch(progress: Progress, _: Path) -> int:
        seen.append(progress.done)
        return 4

    monkeypatch.setattr(soak, "TRIALS", {"counting": soak.Trial("numbers", 10, batch)})
    monkeypatch.setattr(soak, "COUNTS", tmp_path / "counts")
    soak.go_on("counting", time.monotonic() - 1)
    assert seen == []
    for _ in range(2):
        soak.go_on("counting", time.monotonic() + 1000)
    assert seen == [0, 4, 8]
    assert "| numbers | 10 | 12 |" in soak.report()


def test_a_trial_that_has_found_something_stops_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def batch(progress: Progress, _: Path) -> int:
        progress.found.append("a wrong answer")
        return 1

    monkeypatch.setattr(soak, "TRIALS", {"finding": soak.Trial("things", 10, batch)})
    monkeypatch.setattr(soak, "COUNTS", tmp_path)
    for _ in range(2):
        soak.go_on("finding", time.monotonic() + 1000)
    assert soak.report().endswith("| things | 10 | 1 | 0.0 | a wrong answer |")


def test_a_wrong_analysis_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "LOT", 20)
    monkeypatch.setattr(boards, "LOTS", 2)
    progress = Progress()
    assert (boards.batch(progress, tmp_path), progress.found) == (40, [])
    assert boards.wrong(0) == []
    monkeypatch.setattr(boards, "literal_truth", lambda board: None)
    assert len(boards.wrong(0)) > 10


def test_a_request_of_the_protocol_with_no_answer_or_two_is_found() -> None:
    asked = {"ours 0": b'{"ask":"hello","id":"ours 0"}', "ours 1": GARBAGE[0], "ours 2": b"{}}"}
    answers: list[dict[str, Any]] = [
        {"id": "ours 2", "error": {}},
        {"id": None, "error": {}},
        {"id": "ours 0", "result": {}},
    ]
    assert protocol.wrong(asked, answers) == []
    assert protocol.wrong(asked, [*answers[:2], answers[0]]) == [
        f"0 answers to {asked['ours 0']!r}",
        "2 answers to b'{}}'",
    ]
    assert len(protocol.wrong(asked, [*answers[:2], {"id": "ours 0"}])) == 1


def test_the_documentation_says_what_was_done() -> None:
    assert soak.report() in soak.DOCUMENT.read_text(), "python -m tests.soak --report renews it"


def test_the_table_is_renewed_in_its_place(tmp_path: Path) -> None:
    document = tmp_path / "soak.md"
    document.write_text("before\n\n| trial | wanted |\n|---|---|\n| old | 1 |\n\nafter\n")
    soak.renew(document)
    assert document.read_text() == f"before\n\n{soak.report()}\n\nafter\n"


def test_a_server_grows_only_by_what_its_lasting_processes_have_more_than_ever_before() -> None:
    first, second, last = {1: 90, 2: 1}, {1: 90, 2: 50}, {1: 92, 2: 50, 3: 60}
    assert growth(first, second, last) == 2
    assert growth({1: 90}, {1: 91}, {1: 191, 2: 50}) == 100
    assert growth({1: 90, 2: 50}, {1: 90, 2: 50}, {1: 90}) == 0  # one process ended
