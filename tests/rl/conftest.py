"""Without Gymnasium, every file of tests here is skipped, and says why."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest


class Unwanted(pytest.Module):
    """A file that is not even imported."""

    def collect(self) -> NoReturn:
        pytest.skip("the environment needs Gymnasium", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return None if find_spec("gymnasium") else Unwanted.from_parent(parent, path=module_path)
