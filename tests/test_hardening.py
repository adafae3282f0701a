"""How the native module was compiled and linked, read from its own file: what makes an overflow harder to exploit.

docs/security.md has the same list. Position independence is not checked, because every shared library has it. The
module is the installed one, or the one that MINEMIND_MODULE names: `make wheel` checks those in the wheels.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other formats")


@pytest.fixture(scope="module")
def module() -> Iterator[ELFFile]:
    with Path(os.environ.get("MINEMIND_MODULE") or installed()).open("rb") as file:
        yield ELFFile(file)


def installed() -> str:
    found = find_spec("_minemind_engine")
    assert found is not None
    assert found.origin is not None
    return found.origin


def dynamic(module: ELFFile) -> dict[str, int]:
    section = module.get_section_by_name(".dynamic")
    assert isinstance(section, DynamicSection)
    return {tag.entry.d_tag: tag.entry.d_val for tag in section.iter_tags()}


def imported(module: ELFFile) -> set[str]:
    symbols = module.get_section_by_name(".dynsym")
    assert isinstance(symbols, SymbolTableSection)
    return {symbol.name for symbol in symbols.iter_symbols() if symbol.entry.st_shndx == "SHN_UNDEF"}


def test_its_tables_of_addresses_cannot_be_written_once_it_is_loaded(module: ELFFile) -> None:
    assert any(segment.header.p_type == "PT_GNU_RELRO" for segment in module.iter_segments())
    tags = dynamic(module)
    now, bind_now = 0x1, 0x8
    assert tags.get("DT_FLAGS_1", 0) & now or tags.get("DT_FLAGS", 0) & bind_now


def test_nothing_that_can_be_written_can_be_run(module: ELFFile) -> None:
    executable, writable = 0x1, 0x2
    segments = [each for each in module.iter_segments() if each.header.p_type in ("PT_GNU_STACK", "PT_LOAD")]
    assert "PT_GNU_STACK" in {segment.header.p_type for segment in segments}  # without it, the stack is executable
    for segment in segments:
        assert not (segment.header.p_flags & executable and segment.header.p_flags & writable), segment.header
    assert "DT_TEXTREL" not in dynamic(module)


def test_overflows_of_the_stack_and_of_buffers_are_noticed(module: ELFFile) -> None:
    names = imported(module)
    assert "__stack_chk_fail" in names
    assert "__snprintf_chk" in names  # _FORTIFY_SOURCE


def test_no_folder_of_whoever_built_it_is_searched_for_libraries(module: ELFFile) -> None:
    assert {"DT_RPATH", "DT_RUNPATH"}.isdisjoint(dynamic(module))
