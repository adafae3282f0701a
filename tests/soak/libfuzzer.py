"""libFuzzer: one batch of executions by a program that it drives, from all inputs that were interesting before."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.soak.progress import Progress

LONGEST = 2_000  # bytes of an input: everything that readers distinguish fits in less
DONE = re.compile(r"Done (\d+) runs")
COVERED = " cov: "  # which libFuzzer does not print if it sees nothing


def seeded(corpus: Path, seeds: Iterable[bytes]) -> Path:
    """The folder, with these files in it if it is new."""
    if not corpus.exists():
        corpus.mkdir(parents=True)
        for number, seed in enumerate(seeds):
            (corpus / f"seed-{number}").write_bytes(seed)
    return corpus


def fuzzed(program: Sequence[str], corpus: Path, runs: int, progress: Progress) -> int:
    """The number of executions; 0 if the program found something, which is noted with its log."""
    work, name = corpus.parent, corpus.name
    options = [f"-runs={runs}", f"-max_len={LONGEST}", f"-seed={progress.done + 1}", "-rss_limit_mb=4096"]
    command = [*program, str(corpus), *options, f"-artifact_prefix={work}/found-{name}-"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    finished = DONE.search(done.stderr)
    if done.returncode or finished is None or COVERED not in done.stderr:
        log = work / f"found-{name}.log"
        log.write_text(done.stderr)
        progress.found.append(f"{name} from {progress.done}: see {log.name} in build/soak")
        return 0
    progress.notes["corpus"] = len(list(corpus.iterdir()))
    return int(finished[1])
