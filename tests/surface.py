"""The public surface, one line for each name, as `tests/data/signatures.txt` keeps it.

Users of the package must know what changes in that file, so the changelog must say it: `python -m tests.surface`
rewrites the file, but refuses until the changelog's newest section names what changed, in a line that is newer than the
last rewrite. A second file has the digests of that section's lines at the last rewrite, below a digest of the first
file, so that this is not edited by hand. It also refuses to drop a name that was released and not deprecated for as
long as docs/stability.md says; a name that is newer than the last release may be dropped.
"""

from __future__ import annotations

import enum
import hashlib
import importlib
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from difflib import unified_diff
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests" / "data" / "signatures.txt"
SAID = ROOT / "tests" / "data" / "signatures_said.txt"
RELEASED = ROOT / "tests" / "data" / "signatures_released.txt"  # KEPT before its first change after a release
CHANGELOG = ROOT / "CHANGELOG.md"

# All modules whose names are promised: docs/stability.md.
MODULES = ("", ".solve", ".strategy", ".no_guess", ".reviews", ".lab", ".pipeline", ".rl", ".words", ".errors")

# How long a deprecated name stays at least; it also stays until a later minor version: docs/stability.md.
NOTICE = timedelta(days=92)


def surface() -> list[str]:
    """Every public name with its signature, in order."""
    lines: dict[str, str] = {}
    for module in (importlib.import_module(f"minemind{name}") for name in MODULES):
        for name in module.__all__:
            lines.update(_described(f"{module.__name__}.{name}", getattr(module, name)))
    return [lines[name] for name in sorted(lines)]


def _described(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, ModuleType):
        return
    if inspect.isclass(value) and value.__module__.startswith("minemind"):
        yield name, f"class {name}({', '.join(_bases(value))}){_called(value)}"
        for key, member in _members(value):
            yield f"{name}.{key}", _member(f"{name}.{key}", member)
    elif inspect.isfunction(value):
        yield name, f"{name}{_called(value)}"
    else:
        yield name, f"{name}: {type(value).__name__}"


def _bases(value: type) -> list[str]:
    return [base.__name__ for base in value.__bases__ if base is not object]


def _members(value: type) -> Iterator[tuple[str, Any]]:
    """The public members of a class, with those of its bases that are ours, but none of Python's."""
    if issubclass(value, enum.Enum):
        yield from value.__members__.items()
    ours = [base for base in reversed(value.__mro__) if base.__module__.startswith("minemind")]
    members = {key: member for base in ours for key, member in {**vars(base), **_fields(base)}.items()}
    for key, member in members.items():
        if not key.startswith("_") and not isinstance(member, enum.Enum):
            yield key, member


def _fields(value: type) -> dict[str, str]:
    """The annotations of a class as written in its source; those of named tuples are wrapped in `ForwardRef`."""
    return {key: getattr(kind, "__forward_arg__", str(kind)) for key, kind in inspect.get_annotations(value).items()}


def _member(name: str, member: Any) -> str:
    if isinstance(member, classmethod | staticmethod):
        return f"{type(member).__name__} {name}{_called(member.__func__)}"
    if isinstance(member, property | cached_property):
        function = member.fget if isinstance(member, property) else member.func
        return f"property {name}: {inspect.get_annotations(function).get('return') if function else ''}"
    if inspect.isfunction(member):
        return f"{name}{_called(member)}"
    return f"{name} = {member.value!r}" if isinstance(member, enum.Enum) else f"{name}: {member}"


def _called(value: Any) -> str:
    """The signature of a callable; empty for enums and tuples, where it differs between versions of Python."""
    if inspect.isclass(value) and issubclass(value, enum.Enum | tuple):
        return ""
    try:
        text = str(inspect.signature(value))
    except (ValueError, TypeError):
        return ""
    return re.sub(r" at 0x[0-9a-f]+", "", text).replace("'", "")


class Section(NamedTuple):
    """The changelog's section about one version."""

    version: tuple[int, ...]
    released: date | None
    text: str

    @property
    def deprecated(self) -> str:
        """The part about what will be removed."""
        found = re.search(r"^### Deprecated\n(.*?)(?=^### |\Z)", self.text, re.DOTALL | re.MULTILINE)
        return found[1] if found else ""


def sections() -> list[Section]:
    """All sections of the changelog, newest first."""
    return [_section(text) for text in changelog().split("\n## ")[1:]]


def _section(text: str) -> Section:
    heading = re.match(r"(\d+(?:\.\d+)*)\w*(?:, (\d{4}-\d\d-\d\d))?", text)
    if heading is None:
        raise ValueError(f"no version in the changelog's heading {text.splitlines()[0]!r}")
    released = date.fromisoformat(heading[2]) if heading[2] else None
    return Section(tuple(map(int, heading[1].split("."))), released, text)


def changelog() -> str:
    """The whole text of the changelog."""
    return CHANGELOG.read_text(encoding="utf-8")


def said_before() -> frozenset[str]:
    """The digests of the newest section's lines when the file was written."""
    return frozenset(_said()[1:])


def stamp() -> str:
    """The line above the digests: the version that was in progress, and a digest of the file."""
    return next(iter(_said()), "")


def stamp_now() -> str:
    """The stamp of the file as it is now."""
    return f"{newest_version()} {_digest(KEPT.read_text(encoding='utf-8'))}"


def newest_version() -> str:
    """The version in progress, or the last one."""
    return ".".join(map(str, sections()[0].version))


def _said() -> list[str]:
    return SAID.read_text(encoding="utf-8").splitlines() if SAID.exists() else []


def said_now() -> str:
    """The lines of the newest section that are new."""
    return "\n".join(line for line in sections()[0].text.splitlines() if _digest(line) not in said_before())


def _digest(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:12]


def kept() -> list[str]:
    """The surface as it was when the file was written."""
    return KEPT.read_text(encoding="utf-8").splitlines()


def difference() -> list[str]:
    """What was added and removed since then, as lines of a diff."""
    lines = [*unified_diff(kept(), surface(), "tests/data/signatures.txt", "the package", lineterm="", n=0)]
    return [line for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]


def unsaid() -> set[str]:
    """The names in the difference that no new line of the changelog names."""
    return {name for name in _without_parts(map(_name, difference())) if not _is_named(name, said_now())}


def removed_too_early(today: date) -> set[str]:
    """The names that are gone although they were released and not deprecated long enough ago."""
    newest, *older = sections()
    if not any(section.released for section in older):
        return set()
    notices = [
        section.deprecated
        for section in older
        if section.released and section.released + NOTICE <= today and section.version[:2] < newest.version[:2]
    ]
    gone = set(map(_name, released())) - set(map(_name, surface()))
    return {name for name in _without_parts(gone) if not any(_is_named(name, notice) for notice in notices)}


def released() -> list[str]:
    """The surface of the last release: the kept one, as long as nothing has changed since."""
    if stamp().split()[:1] != [newest_version()]:
        return kept()
    return RELEASED.read_text(encoding="utf-8").splitlines() if RELEASED.exists() else []


def _without_parts(names: Iterable[str]) -> set[str]:
    """These names, without members whose class is among them."""
    given = set(names)
    return {name for name in given if name.rpartition(".")[0] not in given}


def _is_named(name: str, text: str) -> bool:
    """Whether a text has the name in backquotes, alone or in a call; a member with its class: `Board.save`."""
    owner, last = name.split(".")[-2:]
    wanted = f"{owner}.{last}" if owner[:1].isupper() else last
    words = {word for code in re.findall(r"`([^`]+)`", text) for word in re.findall(r"[\w.]+", code)}
    return any(f".{word}".endswith(f".{wanted}") for word in words)


def _name(line: str) -> str:
    found = re.search(r"minemind(\.\w+)+", line)
    assert found, line
    return found[0]


def main() -> None:
    """Write the file, if the changelog says what changed."""
    if KEPT.exists():
        if not difference():
            return  # and keep the digests: a line about the next change must stay new
        if complaint := _complaint(datetime.now(UTC).date()):
            print(*difference(), sep="\n")  # noqa: T201
            sys.exit(complaint)
        if before := released():
            _write(RELEASED, before)
    _write(KEPT, surface())
    _write(SAID, [stamp_now(), *map(_digest, sections()[0].text.splitlines())])


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _complaint(today: date) -> str | None:
    """Why the file must not be written; None if it may."""
    if missing := unsaid():
        return f"CHANGELOG.md does not name {', '.join(sorted(missing))} in a new line of its newest section"
    if sections()[0].released:
        return "the newest section of CHANGELOG.md is of a version that was released: begin another"
    if early := removed_too_early(today):
        return f"{', '.join(sorted(early))}: first deprecate it in a minor version, then wait {NOTICE.days} days"
    return None


if __name__ == "__main__":
    main()
