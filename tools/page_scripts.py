"""The page's scripts as a wheel holds them: without comments and indentation, which are half of their bytes.

The site that is bundled from them stays the same, byte for byte; their comments are in the source distribution. CMake
runs this while a wheel is built: `python tools/page_scripts.py FOLDER`. At that time the package cannot be imported, as
it has no engine yet, but its parts can.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "minemind"
STATIC = PACKAGE / "web" / "static"


def main(folder: Path) -> None:
    """Write all scripts into a folder."""
    from minemind.web.javascript import stripped, tokens

    for path in STATIC.rglob("*.js"):
        script = "".join(token.text for token in stripped([*tokens(path.read_text(encoding="utf-8"))]))
        target = folder / path.relative_to(STATIC)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(f"{script}\n".encode())


if __name__ == "__main__":
    bare = ModuleType("minemind")
    bare.__path__ = [str(PACKAGE)]
    sys.modules["minemind"] = bare
    main(Path(sys.argv[1]))
