"""The wheels and the source distribution, built twice, compared byte for byte, and tried: `make wheel`.

The source distribution is made first, and every wheel from it, without a network. One wheel serves all Pythons from
3.12 on, by the stable ABI; 3.11 has its own. auditwheel names the oldest C library that they run with, zopfli packs
them, and abi3audit looks for symbols that the stable ABI does not have. Then each is installed into a clean environment
of every Python that is found, without a compiler, and `python -m minemind.selftest` runs from outside the checkout:
with numpy alone, and with every extra. If all is well, they are put into dist/.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import zopfli.zlib

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "release"
DIST = ROOT / "dist"
LOCK = ROOT / "contributor.lock"

BUILDERS = ("scikit-build-core", "nanobind", "hatch-fancy-pypi-readme", "cmake", "ninja")
OLDEST = (3, 11)
STABLE_SINCE = (3, 12)
EXTRAS = "cli,cluster,mcp,page,pandas,plot,png,rl,sat,web"

# A third is the native module, a third Python, a third the page and its engine.
MAX_BYTES = 1_500_000

ABOUT = """
import sys, sysconfig

print(*sys.version_info[:3], sys.implementation.name, sysconfig.get_config_var("Py_GIL_DISABLED") or 0)
"""


class Interpreter(NamedTuple):
    """A Python on this machine."""

    path: Path
    version: tuple[int, int, int]

    @property
    def minor(self) -> tuple[int, int]:
        """The minor version, such as (3, 12)."""
        return self.version[:2]

    @property
    def name(self) -> str:
        """The version, such as 3.12.1."""
        return ".".join(map(str, self.version))


def interpreters() -> list[Interpreter]:
    """Every CPython from the oldest supported on: on the path, of pyenv, and the system's own; each version once.

    Free-threaded ones are left out, because they cannot load the stable ABI.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [*sorted(pyenv.glob("*/bin/python")), Path("/usr/bin/python3")]
    candidates += [Path(on_path) for minor in range(11, 20) if (on_path := shutil.which(f"python3.{minor}"))]
    found = {python.version: python for python in map(_asked, reversed(candidates)) if python}
    return [found[version] for version in sorted(found) if version >= OLDEST]


def _asked(path: Path) -> Interpreter | None:
    done = subprocess.run([path, "-c", ABOUT], capture_output=True, text=True, check=False) if path.exists() else None
    if done is None or done.returncode or (said := done.stdout.split())[3:] != ["cpython", "0"]:
        return None
    return Interpreter(path, (int(said[0]), int(said[1]), int(said[2])))


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """The output of a command; if it fails, print everything and exit."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return done.stdout


def environment(python: Interpreter, name: str) -> Path:
    """The Python of a new virtual environment, with pip, which Debian's own Python does not bring along."""
    folder = WORK / f"{name}-{python.name}"
    shutil.rmtree(folder, ignore_errors=True)
    run(python.path, "-m", "venv", "--without-pip", folder)
    run(sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", "--quiet", "pip>=25.1")
    return folder / "bin" / "python"


def builder(python: Interpreter) -> Path:
    """The Python of an environment with the pinned versions of what builds a wheel; kept until these change."""
    name = f"builder-{digest(LOCK)[:8]}"
    inside = WORK / f"{name}-{python.name}" / "bin" / "python"
    if not (inside.parent / "ninja").exists():
        inside = environment(python, name)
        run(inside, "-m", "pip", "install", "--quiet", "--constraint", LOCK, *BUILDERS)
    return inside


@cache
def when() -> str:
    """The time stamp of all files: that of the last commit, unless SOURCE_DATE_EPOCH gives another."""
    return os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct").strip()


def build_sdist(folder: Path) -> Path:
    """Build the source distribution in a folder."""
    dated = {**os.environ, "SOURCE_DATE_EPOCH": when()}
    run(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", folder, env=dated)
    sdist = _only(folder, "*.tar.gz")
    check_sdist(sdist)
    return sdist


def check_sdist(sdist: Path) -> None:
    """Exit if it has files that the repository does not have: building it takes everything in the checkout."""
    with tarfile.open(sdist) as content:
        inside = {member.name.partition("/")[2] for member in content.getmembers() if member.isfile()}
    if strange := inside - {"PKG-INFO", *run("git", "ls-files").splitlines()}:
        sys.exit(f"{sdist.name} has files that the repository does not have: {', '.join(sorted(strange))}")


def build_wheel(python: Path, sdist: Path, folder: Path) -> Path:
    """Build a wheel from the source distribution, without a network, repaired by the tools of this environment."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    dated = {**os.environ, "SOURCE_DATE_EPOCH": when(), "PATH": path}
    raw = folder / "raw"
    # A folder of its own each time, so that no path gets into the bytes unnoticed.
    with tempfile.TemporaryDirectory() as place:
        offline = ("--no-build-isolation", "--no-index", "--no-deps", "--no-cache-dir")
        run(python, "-m", "pip", "wheel", *offline, "--wheel-dir", raw, sdist, env={**dated, "TMPDIR": place})
    repair = ("-m", "auditwheel", "repair", "--zip-compression-level", "9", "--wheel-dir")
    run(sys.executable, *repair, folder, _only(raw, "*.whl"), env=dated)
    wheel = _only(folder, "*.whl")
    pack(wheel)
    return wheel


class _Zopfli:
    """The compressor for one member of a zip file: zopfli, which is slow, but gives 3 % fewer bytes than zlib."""

    def __init__(self) -> None:
        self._content = bytearray()

    def compress(self, content: bytes) -> bytes:
        self._content += content
        return b""

    def flush(self) -> bytes:
        head, check = 2, 4  # bytes that zlib's format has around the data that a zip file holds
        return bytes(zopfli.zlib.compress(bytes(self._content))[head:-check])


def pack(wheel: Path) -> None:
    """Compress every member of a wheel again, in a way that any unzip can read."""
    packed = wheel.with_suffix(".packed")
    with ZipFile(wheel) as source, ZipFile(packed, "w") as target:
        for member in source.infolist():
            content = source.read(member)  # before `open` changes the member's position in the same record
            with target.open(member, "w") as file:
                file._compressor = _Zopfli()  # type: ignore[attr-defined]
                file.write(content)
    with ZipFile(wheel) as before, ZipFile(packed) as after:
        if any(before.read(name) != after.read(name) for name in before.namelist()):
            sys.exit(f"{wheel.name}: packing has changed its content")
    packed.replace(wheel)


def _only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def digest(path: Path) -> str:
    """The digest of a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def built(pythons: list[Interpreter], *, twice: bool) -> Iterator[Path]:
    """Everything that is published, built once or twice; exits if the two differ."""
    rounds = [WORK / "first", WORK / "second"] if twice else [WORK / "first"]
    for folder in rounds:
        shutil.rmtree(folder, ignore_errors=True)
    sdists = [build_sdist(folder) for folder in rounds]
    yield _same(sdists)
    for python in pythons:
        print(f"building by Python {python.name}", flush=True)
        yield _same([build_wheel(builder(python), sdists[0], folder / python.name) for folder in rounds])


def _same(paths: list[Path]) -> Path:
    if len({digest(path) for path in paths}) > 1:
        sys.exit(
            f"{paths[0].name} is not the same bytes when it is built again: compare {' and '.join(map(str, paths))}"
        )
    how = "the same bytes twice" if len(paths) > 1 else "built once"
    print(f"  {paths[0].name}: {paths[0].stat().st_size:,} bytes, {how}, sha256 {digest(paths[0])}", flush=True)
    return paths[0]


def check_size(wheel: Path) -> None:
    """Exit if a wheel is too large."""
    size = wheel.stat().st_size
    if size > MAX_BYTES:
        sys.exit(f"{wheel.name} has {size:,} bytes, and at most {MAX_BYTES:,} are allowed")


def check_wheel(wheel: Path) -> None:
    """Exit if a wheel is too large, its module is not hardened, or it is not limited to abi3 as its name says."""
    check_size(wheel)
    check_module(wheel)
    if "-abi3-" in wheel.name:
        run(sys.executable, "-m", "abi3audit", "--strict", "--verbose", wheel)
        print(f"  {wheel.name}: nothing but the stable ABI")


def check_module(wheel: Path) -> None:
    """Exit unless the native module is hardened."""
    with tempfile.TemporaryDirectory() as folder, ZipFile(wheel) as content:
        (module,) = (
            name for name in content.namelist() if name.startswith("_minemind_engine") and name.endswith(".so")
        )
        hardened = {**os.environ, "MINEMIND_MODULE": content.extract(module, folder)}
        run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_hardening.py", env=hardened)
    print(f"  {wheel.name}: hardened")


def try_wheel(wheel: Path, python: Interpreter, *, extras: bool) -> None:
    """Install a wheel where there is no compiler, and run its self-test."""
    name = "extras" if extras else "plain"
    inside = environment(python, name)
    bare = {"PATH": str(inside.parent), "HOME": os.environ.get("HOME", "/"), "CC": "false", "CXX": "false"}
    # Packages come from wherever the user's configuration of pip says.
    bare |= {key: value for key, value in os.environ.items() if key.startswith(("PIP_", "SSL_", "http", "HTTP"))}
    wanted = f"minemind-engine[{EXTRAS}] @ {wheel.as_uri()}" if extras else str(wheel)
    run(inside, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", wanted, env=bare)
    with tempfile.TemporaryDirectory() as elsewhere:
        said = run(inside, "-m", "minemind.selftest", *["--extras"] * extras, cwd=Path(elsewhere), env=bare)
    print(f"Python {python.name}, {name}: {said}", flush=True)


def main() -> None:
    """Build, check and try everything."""
    parser = argparse.ArgumentParser(prog="python -m tools.wheel", description=__doc__)
    parser.add_argument("--once", action="store_true", help="do not build everything a second time")
    parser.add_argument(
        "--pack",
        type=Path,
        nargs="+",
        metavar="WHEEL",
        help="compress wheels that were built elsewhere, check their sizes and modules, and do nothing else",
    )
    given = parser.parse_args()
    if given.pack:
        for wheel in given.pack:
            pack(wheel)
            print(f"{wheel.name}: {wheel.stat().st_size:,} bytes", flush=True)
            check_size(wheel)
            check_module(wheel)
        return
    pythons = interpreters()
    old = [python for python in pythons if python.minor == OLDEST][-1:]
    stable = [python for python in pythons if python.minor == STABLE_SINCE][-1:]
    if not (old and stable):
        sys.exit(f"Python 3.11 and 3.12 are needed to build, and there is {[python.name for python in pythons]}")
    _, own, abi3 = results = [*built([*old, *stable], twice=not given.once)]
    DIST.mkdir(exist_ok=True)
    for stale in DIST.iterdir():
        stale.unlink()
    for wheel in (own, abi3):
        check_wheel(wheel)
    for python in pythons:
        for extras in (False, True):
            try_wheel(own if python.minor == OLDEST else abi3, python, extras=extras)
    for path in results:
        shutil.copy(path, DIST)
    print(f"in dist/: {', '.join(path.name for path in results)}")


if __name__ == "__main__":
    main()
