"""Without Gymnasium, every test file here is skipped, with the reason."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest


class Unwanted(pytest.Module):
    """A test file that is skipped without being imported."""

    def collect(self) -> NoReturn:
        pytest.skip("the environment needs Gymnasium", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return None if find_spec("gymnasium") else Unwanted.from_parent(parent, path=module_path)
