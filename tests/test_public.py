"""What `import minemind` gives, and what it does not load."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import subprocess
import sys
import types

import minemind

LIST_MODULES = """
import json, sys
before = set(sys.modules)
import minemind
print(json.dumps(sorted({name.partition(".")[0] for name in set(sys.modules) - before})))
"""


def test_all_is_exact() -> None:
    public = {
        name
        for name, value in vars(minemind).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert public | {"errors", "solve", "strategy", "words"} == set(minemind.__all__)
    assert minemind.__all__ == sorted(minemind.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))


def test_no_public_name_hides_a_module() -> None:
    for found in pkgutil.walk_packages(minemind.__path__, "minemind."):
        package, _, name = found.name.rpartition(".")
        if not name.startswith("_"):
            module = importlib.import_module(found.name)
            assert getattr(importlib.import_module(package), name) is module, found.name


def test_importing_loads_numpy_and_nothing_else_that_had_to_be_installed() -> None:
    # Isolated from the environment, so that nobody's site customisation counts as ours.
    done = subprocess.run([sys.executable, "-I", "-c", LIST_MODULES], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert loaded - sys.stdlib_module_names - {"_minemind_engine", "minemind", "numpy"} == set()


def test_importing_loads_no_room_that_only_some_need() -> None:
    program = "import sys, minemind; print([m for m in sys.modules if m.startswith('minemind.cli')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_docstring_of_the_package_is_true() -> None:
    assert doctest.testmod(minemind).failed == 0
