"""The engine for the page: `make wasm` compiles it, and options check that the stored module is that of the engine.

The module is kept in the repository, so that nobody needs the compiler to install or serve the page. Next to it is a
digest of the code and the flags that it was made from. `--check` compares the digest, which needs no compiler;
`--rebuild` compiles again and compares every byte.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "wasm"
MODULE = ROOT / "src" / "minemind" / "web" / "static" / "engine" / "minemind.wasm"
DIGEST = MODULE.with_suffix(".digest")

# Features of every browser that has exceptions: they make code shorter, and copying as fast as the processor can.
FEATURES = {
    "exception-handling": "-fwasm-exceptions",
    "bulk-memory": "-mbulk-memory",
    "sign-ext": "-msign-ext",
    "nontrapping-float-to-int": "-mnontrapping-fptoint",
}

# No fused multiply-add: the same answer on every machine. There is one thread. If the library would throw, for example
# because a list is longer than all memory, the module traps, which the page treats as an engine that has died.
COMPILED = [
    "-std=c++20",
    "-DNDEBUG",
    "-D_LIBCPP_NO_EXCEPTIONS",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-fmerge-all-constants",
    "-ffp-contract=off",
    *FEATURES.values(),
]

# The code in which counting and searching spend their time is compiled for speed, without optimisations that make it
# long for little gain; all else for size, because every visitor downloads it. Compiled for size alone, games would take
# three times as long.
HOT = [
    "-O2",
    "-fno-unroll-loops",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    *("-mllvm", "-inline-threshold=5"),
    *("-mllvm", "-rotation-max-header-size=2"),
]
COLD = ["-Oz"]
HOT_FOLDERS = {"core", "count", "analysis"}
HOT_FILES = {  # with the files that use them: compiled apart, both together would be longer
    "deep.cpp",
    "endgame.cpp",
    "endgame_bounds.cpp",
    "endgame_memo.cpp",
    "endgame_questions.cpp",
    "ending.cpp",
    "ending_cache.cpp",
    "fifty_fifty.cpp",
    "lookahead.cpp",
    "played_on.cpp",
    "playoff.cpp",
    "solution_sets.cpp",
    "strategy.cpp",
}

# A worker may take as much memory as a small tab; what does not fit is refused, and the page carries on.
LINKED = [
    "-Oz",
    *FEATURES.values(),
    "--no-entry",
    "-sSTANDALONE_WASM=1",
    "-sMALLOC=emmalloc",
    "-sALLOW_MEMORY_GROWTH=1",
    f"-sMAXIMUM_MEMORY={256 * 2**20}",
    f"-sTOTAL_STACK={2**20}",
    "-sABORTING_MALLOC=0",
    "-sERROR_ON_UNDEFINED_SYMBOLS=0",  # the page provides one function
]

# The linker shortens the module once; doing it again until nothing changes takes off another per cent. C++ gives no
# meaning to operations that trap, such as reading where there is no memory, so none has to be kept for that alone.
SHORTENED = [
    "-Oz",
    "--converge",
    "--ignore-implicit-traps",
    "--enable-mutable-globals",
    *(f"--enable-{name}" for name in FEATURES),
]

# A comment, or a literal, inside of which nothing is a comment. The quote in 1'000 begins no literal.
COMMENT_OR_LITERAL = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|"(?:\\.|[^"\\])*"|(?<!\w)'(?:\\.|[^'\\])*'""", re.DOTALL
)

# The page has no use for threads, Python and games by the thousand.
LEFT_OUT = {"python", "simulation.cpp", "simulation.hpp", "game_batch.cpp", "game_batch.hpp"}


def main() -> int:
    """Compile the module, or check the one that is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the digest of the code")
    parser.add_argument("--rebuild", action="store_true", help="compile again and compare the bytes")
    asked = parser.parse_args()
    if asked.check:
        return _complaint(DIGEST.read_text().strip() == digest(), "is older than the engine: run 'make wasm'")
    if asked.rebuild:
        return _complaint(
            compiled().read_bytes() == MODULE.read_bytes(), "is not what its sources give: run 'make wasm'"
        )
    shutil.copyfile(compiled(), MODULE)
    DIGEST.write_text(digest() + "\n")
    print(f"{MODULE.relative_to(ROOT)}: {MODULE.stat().st_size:,} bytes")
    return 0


def _complaint(is_right: bool, wrong: str) -> int:  # noqa: FBT001
    if not is_right:
        print(f"{MODULE.relative_to(ROOT)} {wrong}", file=sys.stderr)
    return 0 if is_right else 1


def sources() -> Iterator[Path]:
    """The files that the module is made of, in a fixed order."""
    for path in sorted((ROOT / "engine").glob("*/*.?pp")):
        if LEFT_OUT.isdisjoint((path.parent.name, path.name)):
            yield path


def code(source: str) -> str:
    """A source without its comments and blank lines, so that rewording a comment needs no compiler."""
    bare = COMMENT_OR_LITERAL.sub(lambda found: "" if found["comment"] else found[0], source)
    return "\n".join(line.rstrip() for line in bare.splitlines() if line.strip())


def digest() -> str:
    """A digest of what the module is made from: the flags, and the code of every source with its path."""
    hashed = hashlib.sha256(
        "\n".join([*COMPILED, *HOT, *COLD, *LINKED, *SHORTENED, *sorted(HOT_FOLDERS | HOT_FILES)]).encode()
    )
    for path in sources():
        hashed.update(f"\n{path.relative_to(ROOT).as_posix()}\n".encode())
        hashed.update(code(path.read_text(encoding="utf-8")).encode())
    return hashed.hexdigest()


def compiled() -> Path:
    """Compile the module from two unity files, one for speed and one for size: headers are parsed only twice."""
    if not shutil.which("emcc"):
        sys.exit("The compiler is missing: 'make wasm-tools' installs Debian's emscripten")
    BUILD.mkdir(parents=True, exist_ok=True)
    files = [path for path in sources() if path.suffix == ".cpp"]
    hot = [path for path in files if path.parent.name in HOT_FOLDERS or path.name in HOT_FILES]
    units = [_unit("hot", hot, HOT), _unit("cold", [path for path in files if path not in hot], COLD)]
    for unit in units:
        if unit.wait():
            sys.exit("The engine does not compile for the page")
    for command in (
        ["emcc", *LINKED, "hot.o", "cold.o", "-o", "linked.wasm"],
        ["wasm-opt", *SHORTENED, "linked.wasm", "-o", "minemind.wasm"],
    ):
        subprocess.run(command, cwd=BUILD, check=True, stderr=subprocess.DEVNULL)
    return BUILD / "minemind.wasm"


def _unit(name: str, files: list[Path], flags: list[str]) -> subprocess.Popen[bytes]:
    """Start compiling some sources as one."""
    lines = [f'#include "{path.relative_to(ROOT / "engine").as_posix()}"' for path in files]
    (BUILD / f"{name}.cpp").write_text("\n".join(lines) + "\n")
    command = ["emcc", *COMPILED, *flags, f"-I{ROOT / 'engine'}", "-c", f"{name}.cpp", "-o", f"{name}.o"]
    return subprocess.Popen(command, cwd=BUILD)


if __name__ == "__main__":
    sys.exit(main())
