"""MineMind: a Minesweeper engine, solver and laboratory.

>>> import minemind as mm
>>> game = mm.Game.preset("beginner", seed=7)
>>> len(game.open(0, 0))
37

What everybody needs is here. `mm.solve` has what answers are made of, `mm.strategy` what players and runs are made of,
`mm.errors` every error, `mm.words` the languages that it speaks; the laboratory is `minemind.lab`.
"""

# The names themselves stand in public.py and are loaded when the first of them is asked for: the command line answers
# --version and --help without numpy and the engine.

from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING

from minemind import _fork as _fork  # children of a fork renew their locks

if TYPE_CHECKING:
    from minemind.public import *  # noqa: F403
    from minemind.public import __all__ as __all__
else:

    def __getattr__(name: str) -> object:
        """A module of the package, or a public name."""
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module 'minemind' has no attribute {name!r}")
        if _find_spec(f"minemind.{name}"):
            return _import_module(f"minemind.{name}")
        public = _import_module("minemind.public")
        if name not in ("__all__", *public.__all__):
            raise AttributeError(f"module 'minemind' has no attribute {name!r}")
        globals()[name] = value = getattr(public, name)
        return value

    def __dir__() -> list[str]:
        return [*_import_module("minemind.public").__all__, "__all__", "__doc__", "__version__"]


__version__ = "0.1.0"
