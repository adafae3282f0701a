"""The clients in examples/clients, each if its language is installed, and the bot."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import minemind as mm
from tests.protocol.speaking import PATIENCE, ROOT
from tests.web.node import node

CLIENTS = ROOT / "examples" / "clients"
ENGINE = (sys.executable, "-m", "minemind", "engine")
REASON = "the 1 at (1, 1) and the 1 at (2, 1) together prove that (0, 2) is safe"


def said(*words: str | Path) -> str:
    done = subprocess.run([*map(str, words), *ENGINE], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_client_in_python() -> None:
    assert said(sys.executable, CLIENTS / "client.py").splitlines() == [
        "safe: [[0, 2], [2, 2]]",
        f"open [0, 2] because {REASON}",
    ]


def test_the_client_in_javascript() -> None:
    assert said(node(), CLIENTS / "client.js").splitlines() == [
        "safe: [[0,2],[2,2]]",
        f"open [0,2] because {REASON}",
    ]


def test_the_client_in_rust(tmp_path: Path) -> None:
    rustc = shutil.which("rustc")
    if rustc is None:
        pytest.skip("there is no rustc, so the client in Rust is NOT tested")
    program = tmp_path / "client"
    subprocess.run([rustc, "-o", program, CLIENTS / "client.rs"], check=True, timeout=PATIENCE)
    assert said(program).splitlines() == ["analyse: [[0,2],[2,2]]", f'hint: "{REASON}"']


def test_each_client_has_about_30_lines() -> None:
    for path in CLIENTS.iterdir():
        assert len(path.read_text().splitlines()) <= 40, path


def test_the_bot_plays_by_the_rules() -> None:
    record = mm.play("beginner", f"exec:{sys.executable} {CLIENTS / 'bot.py'}", seed=7)
    assert record.forfeit is None
    assert record.result.value in ("won", "lost")
    assert mm.play("beginner", record.strategy, seed=7) == record
