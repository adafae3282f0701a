"""What docs/security.md says is true: limits, dependencies, and that nothing runs what a file contains."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import minemind
from minemind.web import limits

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PACKAGE = Path(minemind.__file__).parent

# Modules and functions that turn data into code. `compile` as a method is allowed: it makes regular expressions.
MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml"}
FUNCTIONS = {"eval", "exec", "compile", "__import__"}
METHODS = {"read_pickle", "system", "popen"}
OPTIONS = {"allow_pickle", "shell"}


def table(heading: str) -> list[list[str]]:
    """The rows of the table under a heading."""
    section = DOCUMENT.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]


def dangers(tree: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.partition(".")[0] in MODULES]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in MODULES:
            found.append(node.module or "")
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in (FUNCTIONS if isinstance(node.func, ast.Name) else METHODS):
                found.append(name)
            found += [option.arg for option in node.keywords if option.arg in OPTIONS]
    return found


def test_nothing_that_a_file_holds_is_run() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        assert dangers(ast.parse(path.read_text(encoding="utf-8"))) == [], path


def test_what_would_run_a_file_is_noticed() -> None:
    program = (
        "import pickle\nfrom yaml import load\nnumpy.load(p, allow_pickle=True)\neval(x)\nos.system(x)\n"
        "re.compile(x)\npandas.read_pickle(p)\nsubprocess.run(x, shell=True)\n"
    )
    assert dangers(ast.parse(program)) == [
        *("pickle", "yaml", "allow_pickle", "eval", "system", "read_pickle", "shell"),
    ]


def test_the_limits_of_the_document_are_those_of_the_server() -> None:
    shown = {label: float(re.sub(r"[^\d.]", "", value)) for label, value in table("Limits of the API")}
    assert shown == {
        "body": limits.BODY_BYTES,
        "body that may carry a file": limits.FILE_BODY_BYTES,
        "head": limits.HEAD_BYTES,
        "headers": limits.HEAD_LINES,
        "seconds for the head": limits.HEAD_SECONDS,
        "seconds for the body": limits.BODY_SECONDS,
        "seconds of a computation": limits.SECONDS,
        "seconds after which it is killed": limits.SECONDS + limits.GRACE_SECONDS,
        "memory of a computation, on Linux": limits.MEMORY_BYTES,
        "waiting questions": limits.QUEUE,
        "waiting questions of a client": limits.QUEUE_PER_CLIENT,
        "connections": limits.CONNECTIONS,
        "connections of a client": limits.CONNECTIONS_PER_CLIENT,
    }


def test_every_dependency_is_listed_with_its_reason_and_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    groups = {"always": project["dependencies"]}
    groups |= {f"`[{extra}]`": needed for extra, needed in project["optional-dependencies"].items()}
    declared = {(re.split(r"[<>=]", each)[0], group) for group, needed in groups.items() for each in needed}
    rows = table("What it depends on")
    assert {(package, group) for package, group, *_ in rows} == declared
    assert all(why and licence for _, _, why, licence in rows)
