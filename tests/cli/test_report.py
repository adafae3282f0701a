"""The command that makes a page of results, as a real process."""

from __future__ import annotations

import re
import shlex
from html import unescape
from pathlib import Path

import jsonschema
import pytest

from tests.cli.running import Ran, run, run_in_a_new_process
from tests.cli.schemas import ERROR, TEXTS, answer
from tests.lab.runs import records

REPORT = answer(
    page={"type": "string"},
    figures=TEXTS,
    runs=TEXTS,
    summaries=TEXTS,
    games={"type": "integer"},
    notes=TEXTS,
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run in it."""
    folder = tmp_path_factory.mktemp("results")
    words = ["--size", "5x6", "--mines", "7", "--start", "0,0", "--first-click", "safe", "--games", "40", "--seed", "3"]
    assert run("bench", *words, "--strategy", "exact,rules", "--out", "night", cwd=folder).code == 0
    return folder


@pytest.fixture(scope="module")
def reported(place: Path) -> Ran:
    """A report on the run."""
    return run("report", "night", "-o", "night.html", "--json", cwd=place)


def test_a_page_and_its_figures_are_written(place: Path, reported: Ran) -> None:
    assert reported.code == 0
    jsonschema.validate(reported.json, REPORT)
    assert (reported.json["page"], reported.json["runs"], reported.json["games"]) == ("night.html", ["night"], 80)
    assert (len(reported.json["figures"]), reported.json["figures"][0]) == (10, "night-figures/win-rates.svg")
    for name in [reported.json["page"], *reported.json["figures"]]:
        assert (place / name).stat().st_size > 1000


def test_nothing_is_replaced_unless_that_is_asked_for(place: Path, reported: Ran) -> None:
    before = (place / "night.html").read_bytes()
    refused = run("report", "night", "-o", "night.html", cwd=place)
    assert (refused.code, refused.out) == (1, "")
    assert "'night.html' exists; choose another name, or --force to replace it" in refused.err
    other = run("report", "night", "-o", "new.html", "--figures", "night-figures", cwd=place)
    assert "'night-figures/win-rates.svg' exists" in other.err
    assert not (place / "new.html").exists()
    (place / "night.html").write_text("old")
    again = run("report", "night", "-o", "night.html", "--page-only", "--force", cwd=place)
    assert (again.code, again.out) == (0, "night.html\n")
    assert (place / "night.html").read_bytes() == before


def test_the_command_on_the_page_plays_the_same_games(place: Path, reported: Ran) -> None:
    found = re.search(r"<code>(.*?)</code>", (place / "night.html").read_text("utf-8"))
    assert found
    command = shlex.split(unescape(found[1]))
    assert command[0] == "minemind"
    assert run(*command[1:], "--out", "again", cwd=place).code == 0
    assert records(place / "again") == records(place / "night")


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["nowhere"], 1, "'nowhere' does not exist"),
        (["night", "--page-only", "--figures", "x"], 2, "give --figures or --page-only, not both"),
    ],
)
def test_what_cannot_be_reported_is_said(place: Path, words: list[str], code: int, complaint: str) -> None:
    done = run("report", *words, "-o", "new.html", "--json", cwd=place)
    assert done.code == code
    jsonschema.validate(done.json, ERROR)
    assert complaint in done.json["error"]["message"]
    assert not (place / "new.html").exists()


def test_without_matplotlib_it_says_what_to_install(place: Path, tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError")
    done = run_in_a_new_process(
        "report", "night", "-o", "new.html", cwd=place, environment={"PYTHONPATH": str(tmp_path)}
    )
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith('needs matplotlib for its figures: pip install "minemind-engine[plot]"\n')


def test_the_help_has_an_example() -> None:
    assert "Example: minemind report" in run("report", "--help").out
