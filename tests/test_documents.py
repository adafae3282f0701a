"""Every example and every transcript in README and docs is run; every link between them leads somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from minemind.cli.main import app, main
from minemind.strategy import registry
from tests import write_layers

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
TRANSCRIPT = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMANDS = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples_give_what_the_document_shows(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setattr(registry, "_REGISTERED", {})  # what a document registers does not outlive it
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


@pytest.mark.parametrize(
    "path", [path for path in DOCUMENTS if TRANSCRIPT.search(path.read_text())], ids=lambda path: path.name
)
def test_transcripts_show_what_commands_print(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`MINEMIND_GOLDEN=1` rewrites them."""
    monkeypatch.chdir(ROOT)

    def renewed(block: re.Match[str]) -> str:
        command = block[1].partition("\n")[0]
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command.removeprefix("$ minemind ")))
        assert ended.value.code == 0, command
        shown = re.sub(r"\d\.\d\d s$", "0.01 s", capsys.readouterr().out.rstrip())  # how long a game took
        return f"```console\n{command}\n{shown}\n```"

    text = path.read_text()
    printed = TRANSCRIPT.sub(renewed, text)
    if os.environ.get("MINEMIND_GOLDEN"):
        path.write_text(printed)
        return
    assert text == printed


def commands_in(path: Path) -> Iterator[str]:
    for block in COMMANDS.findall(path.read_text()):
        for line in block.replace("\\\n", " ").splitlines():
            if line.startswith("minemind ") and "…" not in line and "$" not in line:
                yield line


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_are_spelled_right(path: Path) -> None:
    group: Any = typer.main.get_command(app)
    for line in commands_in(path):
        _, name, *words = shlex.split(re.split(r" [|<>] ", line)[0], comments=True)
        if name not in ("--help", "--version"):
            command = group.commands[name]
            assert command.make_context(name, words, parent=typer.Context(group)), line


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
