"""The file of a certificate: it round-trips, and any other file is refused in one sentence."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import minemind as mm
from tests.no_guess.certificates import certificates

LAYOUT, START = "3 4 2\n...*\n....\n...*", (0, 0)


def test_certificates_round_trip_through_files(tmp_path: Path) -> None:
    for certificate in certificates()[::6]:
        certificate.save(tmp_path / "certificate.json")
        assert mm.no_guess.Certificate.load(tmp_path / "certificate.json") == certificate
        assert mm.no_guess.verify(tmp_path / "certificate.json").is_valid
        assert mm.no_guess.verify(str(tmp_path / "certificate.json")).is_valid


def test_what_is_known_of_the_deal_is_written_down() -> None:
    game = mm.Game("beginner", seed=2**64 - 1)
    game.open(4, 4)
    found = next(game for game in beginners() if not mm.no_guess.grade(game).needs_guess)
    certificate = mm.no_guess.certify(found, way="uniform")
    assert (certificate.seed, certificate.way, certificate.first_click) == (found.seed, "uniform", "opening")
    assert certificate.start == (4, 4)
    values = certificate.to_json()
    assert (values["seed"], values["way"]) == (str(found.seed), "uniform")
    assert mm.no_guess.Certificate.from_json(json.loads(json.dumps(values))) == certificate
    plain = mm.no_guess.certify(str(found.layout), start=(4, 4))
    assert (plain.seed, plain.way, plain.moves) == (None, None, certificate.moves)
    assert not {"seed", "way"} & set(plain.to_json())


def beginners() -> Iterator[mm.Game]:
    for seed in range(2**64 - 100, 2**64):
        game = mm.Game("beginner", seed=seed)
        game.open(4, 4)
        yield game


def test_cells_that_start_open_count_like_all_others() -> None:
    layout = mm.Layout.parse("3 4 2\n...*\n....\n2..*".replace("2..*", "0..*"), reveal_numbers=True)
    assert layout.revealed
    assert mm.no_guess.certify(layout, START) == mm.no_guess.certify(LAYOUT, START)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a certificate, or is incomplete"),
        (b"\xff\xfe", "is not a certificate: it is not a text file"),
        (b"[" * 100_000, "is not a certificate, or is incomplete: not valid JSON"),
        (
            b'{"minemind": 2, "kind": "certificate", "moves": ' + b"[" * 100_000,
            "is not a certificate, or is incomplete",
        ),
        (b"1" * 10_000, "is not a certificate, or is incomplete: not valid JSON"),
        (b"null", "is not a certificate: this JSON was not written by MineMind"),
        (b'{"minemind": true}', "is not a certificate: this JSON was not written by MineMind"),
        (b'{"minemind": 99, "kind": "certificate"}', "comes from a newer MineMind"),
        (b'{"minemind": 0, "kind": "certificate"}', "version 0 does not exist"),
        (b'{"minemind": 2, "kind": "game"}', "is not a certificate, but another file written by MineMind"),
        (b'{"minemind": 2, "kind": "certificate"}', "'layout' is missing or invalid"),
    ],
    ids=range(11),
)
def test_what_is_not_a_certificate_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "certificate.json").write_bytes(content)
    with pytest.raises(mm.errors.BadSave, match=message) as refused:
        mm.no_guess.verify(tmp_path / "certificate.json")
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


HOSTILE: list[Any] = [
    None, True, -1, 1.5, float("nan"), float("inf"), 10**100, "", "x" * 10_000, [], [[]], {}, [1, 2, 3], [0, -1],
    [True, False], [float("nan"), 0], [10**30, 0], [[0, 0, 0]], [["0", "0"]], [{"a": 1}],
]  # fmt: skip


def paths_in(values: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path in a document; of lists, the first and the last element."""
    yield path
    if isinstance(values, dict):
        for key, value in values.items():
            yield from paths_in(value, (*path, key))
    elif isinstance(values, list) and values:
        for index in {0, len(values) - 1}:
            yield from paths_in(values[index], (*path, index))


def changed(values: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value at a path."""
    if not path:
        return value
    other = copy.copy(values)
    other[path[0]] = changed(values[path[0]], path[1:], value)
    return other


def test_a_hostile_value_anywhere_gets_one_sentence() -> None:
    """Either the file is refused, or the verdict says what is wrong; nothing else is raised for any value."""
    document = mm.no_guess.certify("4 5 3\n.....\n...*.\n*....\n*....", START, seed=7, way="uniform").to_json()
    untouched = {("seed",), ("way",)}
    refused = invalid = 0
    for path in paths_in(document):
        for hostile in HOSTILE:
            values = changed(document, path, hostile)
            try:
                verdict = mm.no_guess.verify(mm.no_guess.Certificate.from_json(values))
            except mm.errors.BadSave as error:
                refused += 1
                sentence = str(error)
            else:
                is_same = values == document or path in untouched
                assert verdict.is_valid is False or is_same, (path, hostile, verdict)
                invalid += not verdict
                sentence = str(verdict)
            assert "\n" not in sentence
            assert len(sentence) < 400, sentence
    assert refused > 1_000
    assert invalid > 15


@pytest.mark.parametrize("key", ["layout", "start", "first_click", "moves"])
def test_every_part_is_needed(key: str) -> None:
    values = mm.no_guess.certify(LAYOUT, START).to_json()
    del values[key]
    with pytest.raises(mm.errors.BadSave, match=r"is damaged: .*"):
        mm.no_guess.Certificate.from_json(values)


@pytest.mark.parametrize("seed", ["", "-1", "1e3", "٣", "9" * 30, str(2**64), 7, None])
def test_a_seed_is_a_decimal_text(seed: Any) -> None:
    values = mm.no_guess.certify(LAYOUT, START, seed=1).to_json() | {"seed": seed}
    with pytest.raises(mm.errors.BadSave, match=r"is damaged: .*seed"):
        mm.no_guess.Certificate.from_json(values)


def test_a_board_that_needs_a_guess_has_no_certificate() -> None:
    with pytest.raises(mm.InvalidValue, match="the layout needs a guess: after 0 moves"):
        mm.no_guess.certify("2 4 2\n....\n.*.*", start=(0, 0))
