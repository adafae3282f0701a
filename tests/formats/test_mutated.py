"""Every reader on damaged files of its own format: a value or an error of ours, never anything else.

`make test-long` reads a hundred times as many, with a new seed each time.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator

import pytest

import minemind as mm
from minemind import filetypes

LAYOUT = mm.Layout.parse(".*..\n....\n*..*")
BOARD = mm.Board.parse("3 4 3\n1!1.\n12..\n..1.")

# Small files of every format, so that most mutations hit something.
SEEDS = {
    "mbf": [filetypes.written(LAYOUT, filetypes.FORMATS["mbf"])],
    "abf": [filetypes.written(LAYOUT, filetypes.FORMATS["mbf"]) + b"\0\1"],
    "mbf-hex": [filetypes.written(LAYOUT, filetypes.FORMATS["mbf-hex"])],
    "mgb": [
        filetypes.written(LAYOUT, filetypes.FORMATS["mgb"]),
        b'{"dims": [2, 3], "coords": [[0, 1], [0, 1]], "per_cell": 2, "mines": 2}',
    ],
    "tatham": [filetypes.written(LAYOUT, filetypes.FORMATS["tatham"]), b"4x3n3a:2,0,u409"],
    "ptta": [b"https://example.org/?b=43&m=828", b"b=1&m=0123456789abcdefg"],
    "mine": [filetypes.written(BOARD, filetypes.FORMATS["mine"]), filetypes.written(LAYOUT, filetypes.FORMATS["mine"])],
    "mine-link": [filetypes.written(BOARD, filetypes.FORMATS["mine-link"])],
    "text": [
        "⬜⬜1️⃣\n🚩⬜1️⃣\n".encode(),
        b'2,3,1\n1,,.\n.,"!",.\n',
        b"--1?\n-12*\n-1??\n",
        "■1-\n①２-\n".encode(),
        b"B-\n1-\n",
        b"1\t\t0\n1\t.\t0\n",
    ],
}
COUNT = 20_000
PIECES = [
    *b"0 1 2 9 99 255 999999999 x : # , ; | - B M ? F H * ! . m u a n b= m= board= analysis= [ ] { } null 1e9".split(),
    *[b" ", b"\n", b"\r\n", b"\t", b"\0", b"\xff", b"\xef\xbb\xbf", "⬜".encode(), "1️⃣".encode(), b"-1", b'"', b"\x1b"],
]


def mutations(seeds: list[bytes], dice: random.Random, count: int) -> Iterator[bytes]:
    for _ in range(count):
        content = bytearray(dice.choice(seeds))
        for _ in range(dice.choice([1, 1, 2, 4])):
            place = dice.randrange(len(content) + 1)
            match dice.randrange(4):
                case 0:
                    content[place:place] = dice.choice(PIECES)
                case 1:
                    content[place : place + dice.randrange(1, 4)] = dice.choice(PIECES)
                case 2:
                    del content[place : place + dice.randrange(1, 9)]
                case _ if place < len(content):
                    content[place] = dice.randrange(256)
        yield bytes(content)


def is_read(content: bytes, name: str | None = None) -> bool:
    """Whether a file can be read, by the named reader or by the one that recognises it."""
    try:
        value = filetypes.read(content).value if name is None else filetypes.FORMATS[name].read(content, 10_000).value
    except mm.MineMindError as error:
        assert str(error)
        return False
    assert isinstance(value, mm.Board | mm.Layout)
    return True


def try_to_read(name: str, dice: random.Random, count: int) -> int:
    """The number of mutated files that their reader recognises and can read."""
    reader, done = filetypes.FORMATS[name], 0
    for content in mutations(SEEDS[name], dice, count):
        done += reader.recognises(content) and is_read(content, name)
    return done


@pytest.mark.parametrize("name", SEEDS)
def test_the_seeds_are_files_of_their_format(name: str) -> None:
    for content in SEEDS[name]:
        assert filetypes.format_of(content).name == name
        assert is_read(content)


@pytest.mark.parametrize("name", SEEDS)
def test_mutated_files(name: str) -> None:
    done = try_to_read(name, random.Random(name), COUNT)
    assert COUNT // 100 < done < COUNT - COUNT // 100  # some can still be read, and some cannot


@pytest.mark.parametrize("name", SEEDS)
def test_mutated_files_whatever_they_seem_to_be(name: str) -> None:
    for content in mutations(SEEDS[name], random.Random(f"any {name}"), 500):
        is_read(content)


def test_every_reader_of_another_program_is_tried() -> None:
    own = {"game", "record", "certificate"}  # tested in tests/test_fuzz.py
    layouts = {name for name, each in filetypes.FORMATS.items() if filetypes.Holds.REPLAY not in each.holds}
    assert layouts - own == SEEDS.keys()


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", SEEDS)
def test_mutated_files_that_nobody_has_seen_before(name: str) -> None:
    seed = secrets.randbits(32)
    print("seed", seed)  # noqa: T201  # pytest shows it where something was found
    dice = random.Random(seed)
    try_to_read(name, dice, 2_000_000)
    for content in mutations(SEEDS[name], dice, 100_000):
        is_read(content)
