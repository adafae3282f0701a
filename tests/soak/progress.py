"""Progress: what one trial has done so far, in a file of its own, so that it continues where it stopped.

Several trials can run at once, since none of them writes another's file.
"""

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

    @classmethod
    def read(cls, path: Path) -> Progress:
        """The progress that was kept; none if there is no file."""
        return cls(**json.loads(path.read_text())) if path.exists() else cls()

    def keep(self, path: Path) -> None:
        """Write the progress to a file, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, json.dumps(asdict(self), indent=1).encode() + b"\n")
