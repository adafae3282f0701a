"""Every example in README and docs is run; every link between them leads somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests import write_layers

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples_give_what_the_document_shows(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text()
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1))
        assert ">>> " in block[1], f"{path.name}:{line} shows Python that is not run"
        example = doctest.DocTestParser().get_doctest(block[1], names, path.name, str(path), line)
        runner.run(example, clear_globs=False)
        names.update(example.globs)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target, _ in LINK.findall(path.read_text()):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_every_target_that_a_contributor_has_is_named() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    guide = (ROOT / "CONTRIBUTING.md").read_text()
    assert [target for target in targets if target != "help" and f"`make {target}`" not in guide] == []


def test_the_picture_of_the_algorithm_is_what_its_script_draws() -> None:
    assert write_layers.PICTURE.read_text(encoding="utf-8") == write_layers.picture()
