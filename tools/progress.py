"""Runs a command and shows how far ninja has got, in one line: `python tools/progress.py COMMAND…`.

pip prints either nothing for minutes or everything. This keeps its output, shows only the steps of the compiler, and
prints the rest only if the command fails. It uses the standard library alone: it runs before anything is installed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

# How ninja counts its steps, and what pip prints before it starts.
STEP = re.compile(r"\s*\[(\d+)/(\d+)\] ")
TOOLS = "Installing build dependencies"


def main(command: list[str], out: TextIO = sys.stdout) -> int:
    """Run a command and return its exit code."""
    said: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as run:
        assert run.stdout is not None
        show(stages(kept(run.stdout, said)), out)
    if run.returncode:
        out.writelines(said)
    return run.returncode


def kept(lines: Iterable[str], said: list[str]) -> Iterator[str]:
    """The same lines, which are also appended to `said`."""
    for line in lines:
        said.append(line)
        yield line


def stages(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The stages of the build, each with whether it is worth a line of its own."""
    for line in lines:
        if step := STEP.match(line):
            done, steps = map(int, step.groups())
            yield f"compiling the engine: step {done} of {steps}", done in (1, steps) or done % 10 == 0
        elif line.strip().startswith(TOOLS):
            yield "installing the build tools", True


def show(stages: Iterable[tuple[str, bool]], out: TextIO) -> None:
    """Show the stages: on a terminal in one line that changes, in a pipe as a line now and then, none of them twice."""
    shown = set()
    for stage, is_milestone in stages:
        if out.isatty():
            out.write(f"\r  {stage} …\x1b[K")
        elif is_milestone and stage not in shown:
            out.write(f"  {stage}\n")
        shown.add(stage)
        out.flush()
    out.write("\r\x1b[K" if shown and out.isatty() else "")
    out.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
