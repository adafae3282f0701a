"""The engine compiled with every compiler and library that is installed, warnings being errors: `make compilers`.

Each compiles it with a program that plays games, and the digests of these games must all be equal: GCC and Clang,
libstdc++ and libc++, and ARM with Debian's cross compiler, run by qemu. What is not installed is skipped, with a
message; MINEMIND_COMPILERS=required makes that an error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.native.driver import GAMES_DRIVER, compile_driver

GAMES = "60"
FLAGS = [
    "-O2",
    "-ffp-contract=off",
    "-DNDEBUG",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Werror",
]


# Debian's packages qemu-user and qemu-user-static have one of them each.
QEMU = next(filter(shutil.which, ("qemu-aarch64", "qemu-aarch64-static")), "qemu-aarch64")


class Compiler(NamedTuple):
    """A compiler, its flags in addition to those that all get, and the command that runs its programs."""

    name: str
    program: str
    flags: tuple[str, ...] = ()
    runner: tuple[str, ...] = ()

    @property
    def is_here(self) -> bool:
        """Whether it is installed, and what runs its programs, too."""
        return all(shutil.which(each) for each in (self.program, *self.runner[:1]))


COMPILERS = (
    Compiler("GCC, libstdc++, x86-64", "g++", ("-mpopcnt",)),
    Compiler("Clang, libstdc++, x86-64", "clang++", ("-mpopcnt",)),
    Compiler("Clang, libc++, x86-64", "clang++", ("-mpopcnt", "-stdlib=libc++")),
    Compiler(
        "GCC, libstdc++, ARM under qemu",
        "aarch64-linux-gnu-g++",
        ("-Wno-psabi",),
        (QEMU, "-L", "/usr/aarch64-linux-gnu"),
    ),
)


def digests(compiler: Compiler) -> str:
    """The digests of the games as compiled with it."""
    os.environ["CXX"] = compiler.program
    with tempfile.TemporaryDirectory() as folder:
        program = compile_driver(Path(folder), [*FLAGS, *compiler.flags, "-pthread"], GAMES_DRIVER)
        done = subprocess.run([*compiler.runner, program, GAMES], capture_output=True, text=True, check=True)
    return done.stdout


def main() -> None:
    """Compile and play with each; exit with an error if two differ."""
    found: dict[str, list[str]] = {}
    for compiler in COMPILERS:
        if not compiler.is_here:
            if os.environ.get("MINEMIND_COMPILERS") == "required":
                sys.exit(f"{compiler.name} is not installed")
            print(f"SKIPPED: {compiler.name} is not installed", file=sys.stderr)  # noqa: T201
            continue
        found.setdefault(digests(compiler), []).append(compiler.name)
        print(f"compiled without a warning, played: {compiler.name}", flush=True)  # noqa: T201
    if len(found) != 1:
        sys.exit("\n\n".join(f"{', '.join(names)}:\n{lines}" for lines, names in found.items()))
    print(f"the same games, every byte of their outcomes:\n{next(iter(found))}")  # noqa: T201


if __name__ == "__main__":
    main()
