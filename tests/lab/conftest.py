"""Fixtures that all tests of the laboratory share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minemind.strategy import registry
from tests.lab.reported import MATCHES, VERSION, written


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the strategies that a test has registered."""
    monkeypatch.setattr(registry, "_REGISTERED", dict(registry._REGISTERED))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run to report on; no test changes it."""
    folder = written(tmp_path_factory.mktemp("report") / "<img src=x>", MATCHES, 300)
    about = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**about, "version": VERSION, "signature": "<i>sign</i>"}))
    return folder
