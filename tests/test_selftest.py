"""`python -m minemind.selftest`: accepts a complete installation, and says what is wrong with a broken one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import minemind as mm
from minemind import selftest
from tests.solve.boards import literal_truth

ROOT = Path(__file__).parents[1]

EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]

# A sitecustomize module, for the process under test and those that it starts.
BLOCKING = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {modules!r}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Blocked())
"""
# As if one extra were installed, and one of its packages damaged.
ONE_EXTRA = """
from minemind import selftest

selftest.CORE.clear()
for name in set(selftest.EXTRAS) - {{{extra!r}}}:
    del selftest.EXTRAS[name]
selftest.MARKS[{extra!r}] = "json"
raise SystemExit(selftest.main(["--extras"]))
"""


def test_this_installation_is_whole_with_every_extra(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "minemind.selftest", "--extras"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    lines = done.stdout.splitlines()
    assert lines[-1] == "all is well"
    assert [line.split()[0] for line in lines[2:-1]] == ["ok"] * (len(selftest.CORE) + len(selftest.EXTRAS)), (
        done.stdout
    )


def test_every_extra_is_tried() -> None:
    assert EXTRAS.keys() == selftest.EXTRAS.keys() == selftest.MARKS.keys()


def normalised(package: str) -> str:
    return package.lower().replace("_", "-")


@pytest.mark.parametrize(
    ("extra", "package"),
    [(extra, re.split("[<>=]", needed)[0]) for extra, packages in EXTRAS.items() for needed in packages],
)
def test_an_extra_without_one_of_its_packages_is_broken(extra: str, package: str, tmp_path: Path) -> None:
    modules = {name for name, packages in packages_distributions().items() if package in map(normalised, packages)}
    assert modules
    (tmp_path / "sitecustomize.py").write_text(BLOCKING.format(modules=modules))
    done = subprocess.run(
        [sys.executable, "-c", ONE_EXTRA.format(extra=extra)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert f"FAIL [{extra}]: " in done.stdout


@pytest.mark.parametrize("known", selftest.KNOWN, ids=lambda known: known.text.splitlines()[0])
def test_known_answers_are_those_of_an_oracle(known: selftest.Known) -> None:
    truth = literal_truth(mm.Board.parse(known.text))
    assert truth is not None
    assert truth.solutions == known.solutions
    assert {cell for cell, probability in truth.probability.items() if probability == 0} == known.safe
    assert {cell for cell, probability in truth.probability.items() if probability == 1} == known.mines


@pytest.mark.parametrize(
    ("name", "broken", "complaint"),
    [
        ("SIGNATURE", "0" * 16, "FAIL engine: the engine plays differently here"),
        ("KNOWN", (selftest.KNOWN[0]._replace(solutions=4),), "FAIL answers:"),
        ("SAVED", selftest.SAVED | {"undone": []}, "FAIL saved game: the turn that was undone cannot be made again"),
    ],
)
def test_what_is_wrong_is_said(
    name: str, broken: object, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selftest, name, broken)
    monkeypatch.setattr(selftest, "EXTRAS", {})
    assert selftest.main([]) == 1
    said = capsys.readouterr().out
    assert f"  {complaint}" in said
    assert said.splitlines()[-1] == "this installation is broken; please report what is above"


def test_a_missing_extra_is_a_failure_only_if_it_must_be_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selftest, "CORE", {})
    monkeypatch.setattr(selftest, "EXTRAS", {"sat": selftest.EXTRAS["sat"]})
    monkeypatch.setattr(selftest, "MARKS", {"sat": "no_such_module"})
    assert [selftest.main([]), selftest.main(["--extras"])] == [0, 1]
    assert "[sat]: not installed" in capsys.readouterr().out


def test_an_extra_that_is_there_and_does_not_work_is_a_failure_if_it_must_be_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> str:
        raise mm.errors.MissingExtra("a picture needs a font")

    monkeypatch.setattr(selftest, "CORE", {})
    monkeypatch.setattr(selftest, "EXTRAS", {"png": refuse})
    assert [selftest.main([]), selftest.main(["--extras"])] == [0, 1]
    assert "FAIL [png]: a picture needs a font" in capsys.readouterr().out
