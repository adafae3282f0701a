"""The script that the type checkers check also runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from minemind.strategy import registry


def test_the_script_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_REGISTERED", {})
    from tests.typing.script import Careful, main

    registry.register_strategy("careful")(Careful)
    main()
    assert (tmp_path / "heat.svg").exists()
    assert capsys.readouterr().out.endswith("nowhere.txt\n")
