"""Files, runs, locks, programs and workers work without anything that only POSIX has: their own tests, run again.

docs/stability.md says what Windows has instead, and what it lacks: files that a killed writer leaves stay there, so the
tests of that are not run again.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc, and borrows Linux's locks")

QUICK = [
    "tests/lab/test_run.py::test_it_does_not_matter_who_works",
    "tests/lab/test_store.py::test_more_games_can_be_added",
    "tests/lab/test_store.py::test_two_at_once_do_not_mix",
    "tests/test_files.py::test_a_write_that_fails_leaves_the_old_file_and_nothing_else",
    "tests/test_files.py::test_names_of_any_letters_and_length_are_written",
    "tests/test_remote.py::test_answers_are_those_of_the_library",
    "tests/test_remote.py::test_progress_is_told_and_another_thread_may_stop",
    "tests/strategy/test_external.py::test_all_programs_can_be_ended_at_once",
    "tests/web/test_workers.py::test_a_server_that_is_killed_leaves_no_worker_behind",
]
WHOLE = (HERE / "tests.txt").read_text(encoding="utf-8").splitlines()  # CI runs these on Windows, too


def run(*command: str) -> str:
    """The output of a process that sees Windows."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def again(*tests: str) -> None:
    """Run tests in a process that sees Windows."""
    run("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not long", *tests)


def test_what_only_posix_has_is_missing() -> None:
    program = (
        "from minemind import files, program, selftest\n"
        "print(files.sys.platform, hasattr(files, 'fcntl'), hasattr(program.signal, 'SIGKILL'))\n"
        "raise SystemExit(selftest.main([]))"
    )
    assert run("-c", program).startswith("win32 False False\n")


def test_files_runs_programs_and_workers_need_nothing_that_only_posix_has() -> None:
    again(*QUICK)


@pytest.mark.long
def test_no_call_is_left_that_windows_does_not_have(tmp_path: Path) -> None:
    options = ["--platform", "win32", "--no-warn-unreachable", "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "src/minemind"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.parametrize("tests", WHOLE)
def test_all_of_it_works_without_posix(tests: str) -> None:
    again(tests)
