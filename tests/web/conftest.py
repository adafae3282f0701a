"""Fixtures that the tests of this folder share: a client of the API, and the page in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.asking import Client
from tests.web.browser import app, browser, own_app, phone, phone_tab, server, tab

__all__ = ["app", "browser", "client", "own_app", "phone", "phone_tab", "server", "tab"]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client() as asking:
        yield asking
