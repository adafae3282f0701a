"""Every parser over damaged and random input: a value or an error of ours, never anything else, never for long.

What a run finds becomes a file in tests/data/fuzz, which every parser reads from then on. `make test-long` runs longer.
"""

from __future__ import annotations

import json
import random
import secrets
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import minemind as mm
from minemind.formats import foreign
from minemind.formats.saved import from_json, to_json

DATA = Path(__file__).parent / "data"
CORPUS = sorted((DATA / "fuzz").iterdir())

SEEDS = [
    b"9 9 10\n" + b".........\n" * 9,
    b"2 3 ? topology=hex reach=2 k=3 density=0.25\n. 1 !2\n10 _ F\n",
    b"3 2 5\r\n..1\r\n!0x\r\n",
    b"\xef\xbb\xbf* *\n 1*\n",
    b"2 4 3 topology=torus k=2\n*2 . 2 _\n. M . 1\n",
    (DATA / "saved_v1.json").read_bytes(),
    b'{"minemind": 1, "kind": "game", "layout": {"text": "1 3 1\\n.1*"}, "history": [["flag", 0, 2, 1], '
    b'["chord", 0, 1]], "undone": [["open", 0, 0]], "board": {"text": "1 3 1\\n.1!"}}',
    b'{"minemind": 1, "kind": "record", "strategy": "csp", "expansion": "bfs", "seed": "7", "start": {"minemind": 1, '
    b'"kind": "game", "layout": {"text": "1 3 1\\n.1*"}, "history": [], "undone": [], '
    b'"board": {"text": "1 3 1\\n..."}}, "moves": [{"cell": [0, 2], "action": "flag", "mines": 1, '
    b'"reason": "", "probability": 0.5, "is_certain": false, "opened": 0}], "result": "stuck", '
    b'"iterations": 2, "expanded_states": 0, "opened": 0, "flags": 1, "guesses": 1, "seconds": 0.25}',
]
WORDS = b"""
    0 1 2 9 99 999999999 9999999999 . ? # H ! F o x _ * M !2 *3 - = k= reach= topology= density= hex torus 1e-400
    nan { } [ ] " , : null true 1e999 -1 "open" "flag" \\ud800
"""
PIECES = [*WORDS.split(), b" ", b"\n", b"\r\n", b"\t", b"\0", b"\xff"]

# Each reads the bytes, or a file with them.
PARSERS: list[Callable[[bytes, Path], object]] = [
    lambda content, _: mm.Board.parse(content),
    lambda content, _: mm.Layout.parse(content),
    lambda content, _: mm.Layout.parse(content, reveal_numbers=True),
    lambda content, _: foreign.read(content)[0],
    lambda _, path: mm.load(path),
    lambda _, path: mm.Record.load(path),
]


def read_by_all(content: bytes, path: Path) -> None:
    """Read the bytes with every parser; what can be read must round-trip."""
    path.unlink(missing_ok=True)  # a file that is truncated and refilled is flushed to the disk at once, which is slow
    path.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mm.Assumption)
        for parse in PARSERS:
            try:
                value = parse(content, path)
            except mm.MineMindError as error:
                assert str(error)
                continue
            if isinstance(value, mm.Board):
                assert mm.Board.parse(str(value), strict=True) == value
                value.faults()
            elif isinstance(value, mm.Layout):
                assert mm.Layout.parse(str(value), strict=True, reveal_numbers=True) == value
            elif isinstance(value, mm.Game):
                assert to_json(from_json(to_json(value))) == to_json(value)
            elif isinstance(value, mm.Record):
                assert mm.Record.from_json(json.loads(json.dumps(value.to_json(), allow_nan=False))) == value


def mutations(seed: int, count: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    for _ in range(count):
        content = bytearray(rng.choice(SEEDS))
        for _ in range(rng.choice([1, 1, 2, 4, 8])):
            start, end = sorted(rng.randrange(len(content) + 1) for _ in range(2))
            match rng.randrange(5):
                case 0:
                    content[start:start] = rng.choice(PIECES)
                case 1:
                    content[start : start + rng.randrange(1, 4)] = rng.choice(PIECES)
                case 2:
                    del content[start : start + rng.randrange(1, 9)]
                case 3:
                    content[start:start] = content[start:end][:200]
                case _ if start < len(content):
                    content[start] = rng.randrange(256)
        yield bytes(content)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_what_was_found_once_is_read_well_for_ever(path: Path, tmp_path: Path) -> None:
    read_by_all(path.read_bytes(), tmp_path / "game.json")


@pytest.mark.parametrize("seed", range(4))
def test_mutated_texts_and_saves(seed: int, tmp_path: Path) -> None:
    for content in mutations(seed, 2_000):
        read_by_all(content, tmp_path / "game.json")


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_mutated_texts_and_saves_that_nobody_has_seen_before(tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    for content in mutations(seed, 500_000):
        (tmp_path / f"found_with_seed_{seed}").write_bytes(content)  # what stays after a failure joins the corpus
        read_by_all(content, tmp_path / "game.json")


@given(st.binary(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join))
@example(b"")
def test_random_bytes_and_pieces_of_grammar(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    read_by_all(content, tmp_path_factory.getbasetemp() / "random.json")
