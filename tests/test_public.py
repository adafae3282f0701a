"""What `import minemind` gives, and what it does not load."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
import types
from importlib.metadata import version
from pathlib import Path

import pytest

import minemind
import minemind.public

ROOT = Path(__file__).parent.parent

# Loads everything that `import minemind` gives and uses a little of everything, as if only numpy were installed:
# modules that are not from the standard library, numpy or ours cannot be found.
WITHOUT_EXTRAS = """
import sys

OURS = {"numpy", "minemind", "_minemind_engine"}

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in sys.stdlib_module_names | OURS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in [name for name in sys.modules if name.partition(".")[0] not in sys.stdlib_module_names | OURS]:
    del sys.modules[name]
sys.meta_path.insert(0, Missing())
import minemind as mm

for name in mm.__all__:
    getattr(mm, name)
game = mm.Game("beginner", seed=7)
game.open(4, 4)
mm.hint(game), mm.analyse(game).best, mm.guesses(game, games=10), game.board.svg()
mm.play("beginner", seed=7), mm.simulate("beginner", games=3, threads=1)
import minemind.lab
for needs in (mm.simulate("beginner", games=3, threads=1).to_pandas, lambda: game.board.save("board.png")):
    try:
        needs()
    except mm.errors.MissingExtra as error:
        print(error)
"""


def test_all_is_exact() -> None:
    public = {
        name
        for name, value in vars(minemind.public).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert public | {"errors", "no_guess", "reviews", "solve", "strategy", "words"} == set(minemind.__all__)
    assert minemind.__all__ == sorted(minemind.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))


def test_the_package_has_every_public_name_and_no_other() -> None:
    assert {"lab", "pipeline", *minemind.__all__} <= set(dir(minemind))
    for name in minemind.__all__:
        assert getattr(minemind, name) is getattr(minemind.public, name)
    with pytest.raises(AttributeError, match="module 'minemind' has no attribute 'Gane'"):
        _ = minemind.Gane  # type: ignore[attr-defined]


def test_no_public_name_hides_a_module() -> None:
    for found in pkgutil.walk_packages(minemind.__path__, "minemind."):
        package, _, name = found.name.rpartition(".")
        if not name.startswith("_"):
            module = importlib.import_module(found.name)
            assert getattr(importlib.import_module(package), name) is module, found.name


def test_everything_works_with_numpy_alone() -> None:
    # Isolated from the environment, so that no site customisation counts as ours.
    done = subprocess.run([sys.executable, "-I", "-c", WITHOUT_EXTRAS], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        'a DataFrame needs pandas: pip install "minemind-engine[pandas]"',
        'saving a PNG needs resvg: pip install "minemind-engine[png]"; saving an SVG needs nothing',
    ]


def test_importing_loads_no_room_that_only_some_need() -> None:
    program = "import sys, minemind; minemind.Game; print([m for m in sys.modules if m.startswith('minemind.cli')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_distribution_is_called_minemind_engine() -> None:
    assert version("minemind-engine") == minemind.__version__


def test_whoever_is_told_what_to_install_is_told_its_name_on_the_index() -> None:
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    for path in [*(ROOT / "src").rglob("*.py"), *documents]:
        for named in re.findall(r"pip install[^\n]*?(minemind[a-z-]*)|(minemind[a-z-]*)\[[a-z,]+\]", path.read_text()):
            assert set(named) == {"", "minemind-engine"}, path
