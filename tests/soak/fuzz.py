"""Python's readers and the API's bodies, fuzzed by what atheris sees of the lines that run.

atheris takes over the process that it fuzzes in, so that each batch is one: `python -m tests.soak.fuzz CORPUS -runs=N`.
It sees the lines of modules that it imports itself: nothing of `minemind` may be imported before.
What it finds stays in build/soak, and belongs into tests/data/fuzz.
"""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.soak.progress import Progress

BATCH = 5_000
LONGEST = 2_000
DONE = re.compile(r"Done (\d+) runs")
COVERED = " cov: "  # which libFuzzer does not say if it sees nothing


def batch(progress: Progress, work: Path) -> int:
    """A process that reads so often, starting from all that was interesting before."""
    corpus = seeded(work / "texts")
    command = [sys.executable, "-m", "tests.soak.fuzz", str(corpus), f"-runs={BATCH}", f"-max_len={LONGEST}"]
    options = [f"-seed={progress.done + 1}", "-rss_limit_mb=4096", f"-artifact_prefix={work}/found-"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    finished = DONE.search(done.stderr)
    if done.returncode or finished is None or COVERED not in done.stderr:
        (work / "found.log").write_text(done.stderr)
        progress.found.append(f"texts from {progress.done}: see {work / 'found.log'}")
        return 0
    progress.notes["corpus"] = len(list(corpus.iterdir()))
    return int(finished[1])


def seeded(corpus: Path) -> Path:
    """A folder with the seeds of all tests, if it is new: a byte that says who reads, and what."""
    from tests.formats.test_mutated import SEEDS as FOREIGN
    from tests.test_fuzz import SEEDS as OWN
    from tests.web.hostile import BODIES, asked

    if not corpus.exists():
        corpus.mkdir(parents=True)
        seeds = [b"\0" + seed for seed in (*OWN, *(seed for group in FOREIGN.values() for seed in group))]
        names = sorted(_questions())
        seeds += [bytes([names.index(name) + 1]) + body for name, body in BODIES if len(body) < LONGEST]
        seeds += [bytes([number + 1]) + asked("3 4 2\n01..\n01..\n01..") for number in range(len(names))]
        for number, seed in enumerate(seeds):
            (corpus / f"seed-{number}").write_bytes(seed)
    return corpus


def _questions() -> list[str]:
    from minemind.web.answering import QUESTIONS

    return [*QUESTIONS]


def find_without_editable_loader() -> None:
    """Have modules found on the path alone: atheris does not see into what an editable installation's loader loads."""
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
    names = sorted(QUESTIONS)
    readers = (mm.Board.parse, mm.Layout.parse, foreign.read, filetypes.read)

    def read(content: bytes) -> None:
        for reader in readers:
            try:
                reader(content)
            except mm.MineMindError as error:
                assert str(error)

    def ask(name: str, body: bytes) -> None:
        with Stop(0.2):
            assert reply_to(name, body).status != 500

    def one(data: bytes) -> None:
        if data and 0 < data[0] <= len(names):
            ask(names[data[0] - 1], data[1:])
        else:
            read(data[1:])

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
