"""What is shown while the engine is compiled."""

from __future__ import annotations

import io
import sys

from tools import progress

SAID = r"""
print("  Installing build dependencies: started")
print("  Installing build dependencies: finished")
for step in range(1, 24):
    print(f"  [{step}/23] Building CXX object engine.cpp.o")
"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(program: str, out: io.StringIO) -> tuple[int, str]:
    return progress.main([sys.executable, "-c", program], out), out.getvalue()


def test_in_a_pipe_milestones_have_a_line_each_and_nothing_else_is_said() -> None:
    code, text = shown(SAID, io.StringIO())
    steps = [f"compiling the engine: step {step} of 23" for step in (1, 10, 20, 23)]
    assert (code, text.split("\n")) == (0, [f"  {line}" for line in ["installing the build tools", *steps]] + [""])


def test_on_a_terminal_one_line_changes_and_is_gone_in_the_end() -> None:
    code, text = shown(SAID, Terminal())
    assert (code, "\n" in text) == (0, False)
    assert text.count("\r") == 2 + 23 + 1
    assert text.endswith("step 23 of 23 …\x1b[K\r\x1b[K")


def test_what_fails_says_everything_and_keeps_its_exit_code() -> None:
    code, text = shown("print('no compiler was found'); raise SystemExit(3)", io.StringIO())
    assert (code, text) == (3, "no compiler was found\n")
