"""Pages of the site that are generated: mkdocs calls this as a hook.

The home page is the README, so that the two never differ; changelog, contributing and examples are files of the
repository. The reference lists everything that the package declares public, and all commands.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # mkdocs loads a hook by its path

from tools import command_line  # noqa: E402
from tools.doctests import fenced  # noqa: E402

# Files of the repository that become pages, with the names of these; and links to them, which have to be changed.
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "examples/README.md": "examples.md",
}
LINK = re.compile(r"\]\(([^):#]+)")
OUTSIDE = re.compile(r"\]\((\.\./(?:examples/README|README|CHANGELOG|CONTRIBUTING)\.md)")

# The page of the reference for each name of `import minemind`, by the first room of the module that defines it.
ROOMS = {"solve": "answers", "reviews": "answers", "remote": "answers", "strategy": "strategies", "errors": "errors"}
TITLES = {"games": "Games and boards", "answers": "Analysis and advice", "strategies": "Strategies and play"}
MODULES = ("solve", "strategy", "no_guess", "reviews", "lab", "pipeline", "rl", "words", "errors")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/."""
    for name, page in PAGES.items():
        files.append(File.generated(config, page, content=_moved((ROOT / name).read_text(encoding="utf-8"))))
    for page, text in _reference():
        files.append(File.generated(config, f"reference/{page}.md", content=text))
    files.append(File.generated(config, "reference/command-line.md", content=command_line.reference()))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Mark examples as sessions, whose prompts are not code; a page alone under its tab gets no list of pages."""
    if page.parent is None:
        page.meta.setdefault("hide", ["navigation"])
    linked = OUTSIDE.sub(lambda link: f"]({_from_docs(link[1])}", markdown)
    return linked.replace("```python\n>>> ", "```pycon\n>>> ")


def _moved(text: str) -> str:
    """The text of a file, with its links relative to docs/."""
    return LINK.sub(lambda link: f"]({_from_docs(link[1])}", text)


def _from_docs(target: str) -> str:
    inside = target.removeprefix("../")
    return PAGES.get(inside, inside.removeprefix("docs/"))


def _reference() -> Iterator[tuple[str, str]]:
    """The pages of the Python reference: some for what the package itself exports, then one for each module."""
    package = importlib.import_module("minemind")
    rooms = defaultdict(list)
    for name in package.__all__:
        if name not in MODULES:
            # Whatever is neither a class nor a function, such as the alias of a type, is listed with the games.
            _, _, room = getattr(getattr(package, name), "__module__", "").partition("minemind.")
            rooms[ROOMS.get(room.partition(".")[0], "games")].append(name)
    for page, title in TITLES.items():
        yield page, _page(title, "What `import minemind as mm` gives, as `mm.…`.", "minemind", rooms[page])
    for module in MODULES:
        found = importlib.import_module(f"minemind.{module}")
        about = fenced((found.__doc__ or "").replace("::\n", "").strip())
        names = [name for name in found.__all__ if module != "errors" or name[0].isupper()]
        yield module, _page(f"minemind.{module}", about, f"minemind.{module}", names)


def _page(title: str, about: str, module: str, names: list[str]) -> str:
    return "\n\n".join([f"# {title}", about, *(f"::: {module}.{name}" for name in names)]) + "\n"
