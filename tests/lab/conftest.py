"""What all tests of the laboratory share."""

from __future__ import annotations

import pytest

from minemind.strategy import registry


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strategies that a test registers are gone after it."""
    monkeypatch.setattr(registry, "_REGISTERED", dict(registry._REGISTERED))
