"""Python's readers and the API's bodies, fuzzed by atheris, which is guided by the lines that run.

The first byte of an input says which reader or which question gets the rest. atheris takes over the process that it
fuzzes in, so each batch is a process: `python -m tests.soak.fuzz CORPUS -runs=N`. It sees only the lines of modules
that it imports itself, so nothing of `minemind` may be imported before. Inputs that it finds stay in build/soak, and
belong in tests/data/fuzz.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.soak.progress import Progress

BATCH = 100_000
READERS = 4


def batch(progress: Progress, work: Path) -> int:
    """Run a process with `BATCH` executions, from all inputs that were interesting before."""
    from tests.soak.libfuzzer import fuzzed, seeded

    return fuzzed([sys.executable, "-m", "tests.soak.fuzz"], seeded(work / "texts", seeds()), BATCH, progress)


def seeds() -> Iterator[bytes]:
    """What all tests start from: every text for every reader, and every body for its question."""
    from minemind.web.answering import QUESTIONS
    from tests.formats.test_mutated import SEEDS as FOREIGN
    from tests.soak.libfuzzer import LONGEST
    from tests.test_fuzz import SEEDS as OWN
    from tests.web.hostile import BODIES, asked

    for text in (*OWN, *(seed for group in FOREIGN.values() for seed in group)):
        yield from (bytes([reader]) + text for reader in range(READERS))
    names = sorted(QUESTIONS)
    yield from (bytes([READERS + names.index(name)]) + body for name, body in BODIES if len(body) < LONGEST)
    yield from (bytes([READERS + place]) + asked("3 4 2\n01..\n01..\n01..") for place in range(len(names)))


def find_without_editable_loader() -> None:
    """Have modules found on the path alone: atheris sees no lines of what an editable installation's loader loads."""
    places = [find_spec(name) for name in ("minemind", "_minemind_engine")]
    roots = [Path(place.origin).parent for place in places if place and place.origin]
    sys.path[:0] = [str(roots[0].parent), str(roots[1])]
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder in (BuiltinImporter, FrozenImporter, PathFinder)]


def main() -> None:
    """Fuzz until the runs are done. A finding ends the process with a trace, and its input in a file."""
    import atheris

    find_without_editable_loader()
    with atheris.instrument_imports(include=["minemind"]):
        import minemind as mm
        from minemind import filetypes
        from minemind.formats import foreign
        from minemind.web.answering import QUESTIONS, reply_to

    from minemind.deadline import Stop

    warnings.simplefilter("ignore")
    readers = (mm.Board.parse, mm.Layout.parse, foreign.read, filetypes.read)
    names = sorted(QUESTIONS)
    assert len(readers) == READERS

    def one(data: bytes) -> None:
        which, content = data[0] if data else 0, data[1:]
        if READERS <= which < READERS + len(names):
            with Stop(0.2):
                assert reply_to(names[which - READERS], content).status != 500
            return
        try:
            readers[which % READERS](content)
        except mm.MineMindError as error:
            assert str(error)

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
