"""Damaged recorded games: a replay or an error of ours, soon, and in little memory."""

from __future__ import annotations

import random
import time

import pytest

import minemind as mm
from minemind import _native, filetypes
from tests.formats.recorded import Script, avf, clicked, evf, mvf, rawvf, rmv

FILES, MANY_FILES = 20_000, 2_000_000
PLAYED_EVERY = 10

# A file takes about 30 microseconds; the average reaches this limit only if work grows with a header's claims.
SECONDS_FOR_EACH = 0.002

PLAYED = clicked((0, "o", 0, 2), (1250, "f", 0, 0), (2500, "c", 0, 1), (300_000, "o", 0, 1), (301_000, "o", 2, 0))
SCRIPT = Script(3, 3, ((0, 0), (2, 2)), PLAYED, milliseconds=301_000, flags=((1, 1),))
SEEDS = {
    "avf": [avf(SCRIPT), avf(SCRIPT, version=0), avf(SCRIPT, level=3)],
    "evf": [evf(SCRIPT, version=version, summary=8) for version in range(5)],
    "mvf": [mvf(SCRIPT, year=year) for year in (0, 2005, 2006, 2007)],
    "rawvf": [rawvf(SCRIPT), rawvf(SCRIPT, pixels=24, newline="\r\n")],
    "rmv": [rmv(SCRIPT), rmv(SCRIPT, utf8=1), rmv(SCRIPT, version=2), rmv(SCRIPT, version=2, small=True)],
}
PIECES = [
    b"\0",
    b"\xff",
    b"\xff\xff",
    b"\x7f\xff",
    b"\0\0\0",
    b"\xff" * 4,
    b"-",
    b"9" * 30,
    b"\n",
    b"Width: 99999\n",
    b"]",
]


def damaged(content: bytes, rng: random.Random) -> bytes:
    """The content with up to four changes: bytes replaced, removed, repeated or overwritten, or the end cut off."""
    for _ in range(rng.randint(1, 4)):
        place = int(rng.random() * len(content))
        size = int(rng.random() ** 4 * 40)
        kind = int(rng.random() * 5)
        if kind == 0:
            content = content[:place] + bytes([int(rng.random() * 256)]) + content[place + 1 :]
        elif kind == 1:
            content = content[:place] + content[place + size :]
        elif kind == 2:
            content = content[: place + size] + content[place:]
        elif kind == 3:
            piece = rng.choice(PIECES)
            content = content[:place] + piece + content[place + len(piece) :]
        elif rng.random() < 0.1:
            content = content[:place]
    return content


def try_files(name: str, count: int, seed: int) -> int:
    """The number of damaged files that the engine could read; some of them are also replayed."""
    rng, seeds, read = random.Random(seed), SEEDS[name], 0
    for _ in range(count):
        content = damaged(rng.choice(seeds), rng)
        try:
            _native.read_recording(name, content)
            read += 1
            if read % PLAYED_EVERY == 0:
                filetypes.FORMATS[name].read(content, 10_000).value.replay()
        except mm.MineMindError:
            pass
    return read


@pytest.mark.parametrize("name", list(SEEDS))
def test_damaged_files_are_read_or_refused(name: str) -> None:
    start = time.process_time()
    read = try_files(name, FILES, seed=1)
    assert 0 < read < FILES
    assert time.process_time() - start < FILES * SECONDS_FOR_EACH


@pytest.mark.long
@pytest.mark.parametrize("name", list(SEEDS))
def test_very_many_damaged_files_are_read_or_refused(name: str) -> None:
    assert try_files(name, MANY_FILES, seed=2) > 0
