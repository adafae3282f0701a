"""What the tests of this folder share: a client of the API, and the page in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.asking import Client
from tests.web.browser import app, browser, phone, server

__all__ = ["app", "browser", "client", "phone", "server"]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client() as asking:
        yield asking
