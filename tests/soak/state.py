"""State: what the trials have done so far, in a file, so that they go on where they stopped."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from minemind.files import write_file


@dataclass
class Progress:
    """What one trial has done."""

    done: int = 0
    cpu_seconds: float = 0.0
    found: list[str] = field(default_factory=list)  # whatever went wrong, in a sentence
    notes: dict[str, float] = field(default_factory=dict)  # the last of each measurement


class State:
    """The progress of every trial, kept after every batch."""

    def __init__(self, path: Path) -> None:
        self.path = path
        kept = json.loads(path.read_text()) if path.exists() else {}
        self.parts = {name: Progress(**values) for name, values in kept.items()}

    def of(self, name: str) -> Progress:
        """The progress of one trial."""
        return self.parts.setdefault(name, Progress())

    def keep(self) -> None:
        """Write everything down, whole."""
        values = {name: asdict(progress) for name, progress in self.parts.items()}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_file(self.path, json.dumps(values, indent=1).encode())
