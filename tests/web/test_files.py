"""The page's reader of texts and files in Node answers as the API does, for valid and damaged files."""

from __future__ import annotations

import json
import random
import re
import secrets
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

import minemind as mm
from minemind import filetypes
from tests.formats import test_mutated
from tests.web.files import DATA, UNKNOWN, asked, compare, data, documents, recordings


def test_the_page_knows_every_format_in_the_same_order() -> None:
    assert asked("formats", [{}]) == [list(filetypes.FORMATS)]


def cases(name: str) -> list[str]:
    return [case["text"] for case in json.loads((DATA / f"{name}.json").read_text())]


def test_texts_and_dialects_are_converted_as_the_api_does() -> None:
    texts = [*cases("texts"), *cases("dialects"), *(path.read_text() for path in sorted(DATA.glob("positions/*")))]
    counts = compare({"text": text, "to": ["svg"]} for text in texts)
    assert min(counts["position"], counts["layout"], counts["ParseError"]) > 5


def test_kinds_of_texts_and_what_is_wrong_with_them() -> None:
    texts = [
        "2 3 1\n1!.\n5!.",
        "1o#\n1x#",
        "1.#\n##.",
        ".1.\n.1.\n\n.1!\n.1.",
        ".1.\n\n.1",
        "*..\n\n*..",
        "2 3 4\n*2.\n1..",
        "3 3\n*..\n...\n...",
        "4 4 1\n*..\n...\n...",
        "0 1 1\n*2.\n...",
        "1 3 ? density=0.00001\n1..",
        "3 3 1 topology=hex reach=2 k=2\n1 _ .\n!2 . .\n. . .",
        "__\n__",
        "*__",
        "\ufeff*.",
        "'\"\\.",
        "2 2 1 a='b\n..\n..",
        "1 2 1\n!2.",
        "",
        "2 2 1 k=x k=2 k=3 reach=0 topology=cube density=2\n..\n..",
        "2 2 1 density=0.5\n..\n*.",
        "3 2\n. . .\n. . .",
        "1 2 3",
        "1 2 1",
        "2 3 1 topology=moon",
        "2 3 -1\n...\n...",
        "2 3 1 x x\n. . .\n. . .",
        "2 2 1 topology=moon\n*3\n..",
        "5 5 1\n..\n..",
        "2 3 1\n..\n..\n..",
        "1 12 .\n. . .",
        "1 2\n. .\n.",
        "..\n. .",
        "..*\n.z.",
        "*a\n..",
        "*2.\n..",
        "\n".join(["z" * 40 + "." * 160] * 40),
    ]
    counts = compare({"text": text, "lang": lang} for text in texts for lang in ("en", "de"))
    assert counts.keys() >= {"position", "solution", "configurations", "layout", "ParseError", "InvalidValue"}


def test_pictures_are_drawn_alike() -> None:
    texts = [
        str(board)
        for topology in ("square", "torus", "hex")
        for board in (
            mm.Board(mm.Grid(12, 11, topology, holes=[(0, 0)]), mines=3),
            mm.Board.parse("3 4 9 k=3\n0 1 2 3\n4 5 6 7\n! !2 12 .", topology=topology),
            mm.Layout.parse("3 3 5 k=3\n* . .\n. *3 .\n_ . *", topology=topology),
        )
    ]
    compare({"text": text, "to": ["svg"]} for text in texts)


LAYOUTS = ("*..\n...", "3 3 0\n...\n...\n...", "**\n**", str(mm.Layout.deal(mm.Grid(16, 30), 99, seed=1)))


def test_every_file_that_python_writes_is_read() -> None:
    values: list[Any] = [*map(mm.Layout.parse, LAYOUTS), mm.Board.parse("3 3 1\n1..\n1!.\n...")]
    values += [mm.play("beginner", seed=7), mm.play("beginner", seed=7).replay()]
    values.append(mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)))
    done = set()
    bodies = []
    for value in values:
        for name in filetypes.writable():
            try:
                bodies.append(data(filetypes.written(value, filetypes.FORMATS[name])))
            except mm.InvalidValue:
                continue
            done.add(name)
    compare(bodies)
    assert done == set(filetypes.writable())


def test_recorded_games_are_layouts() -> None:
    assert compare(map(data, recordings()))["layout"] >= 8


def test_saved_games_records_and_certificates() -> None:
    counts = compare(map(data, documents()))
    assert counts == {"game": 73, "layout": 1}
    certificate = json.loads(documents()[-1])
    budgets = (json.dumps(certificate | {"budget": budget}).encode() for budget in (1000, "x", -1))
    assert compare(map(data, budgets)) == {"layout": 1, "BadSave": 2}


def test_what_cannot_be_read_is_refused_in_the_same_words() -> None:
    assert compare(map(data, UNKNOWN)).keys() >= {"UnknownFormat", "BadSave", "BadReplay", "ParseError"}
    texts = [{}, {"text": "1.", "data": ""}, {"text": "1."}]
    assert compare(texts)["InvalidValue"] == 2


def test_what_is_too_large_is_refused_before_room_is_made_for_it() -> None:
    contents = [
        b"\n".join([b"200 200 ?", *[b"." * 200] * 200]),
        b"\n".join([b"1000 1000 ?", *[b"." * 1000] * 1000]),
        b"1 1 1 reach=999999999\n.",
        b"\n".join([b"100 100 ? reach=5", *[b"." * 100] * 100]),
        b"3 3 ? k=200\n...\n...\n...",
        b"\n" * 2_000_000 + b".",
        b". " * 900_000,
        b"999999x999999:" + b"0" * 9,
        b"?b=999999999999",
        b'{"x_size": 100000000, "y_size": 1, "mine_coords": []}',
        b"?board=9999x9999x1",
        b"?board=9x9x1&analysis=99990000" + b"9" * 99,
        b"?board=4x3x3&analysis=a255adaaadb2bSblVlS",
        bytes([255, 255, 0, 0]),
    ]
    counts = compare(map(data, contents))
    assert counts["TooLarge"] >= 9


def mutated_documents(dice: random.Random, count: int) -> Iterator[bytes]:
    """Documents with some values replaced, most of which are still JSON."""
    found = documents()
    values = [b"1.0", b"null", b'"x"', b"[]", b"{}", b"-1", b"9" * 44, b"NaN", b"7", b"1e3", b"2"]
    for _ in range(count):
        content = dice.choice(found)
        for _ in range(dice.choice([1, 1, 2])):
            spots = list(re.finditer(rb'-?\b[0-9.]+\b|"[^"]*"|true|false|null', content))
            spot = dice.choice(spots)
            new = dice.choice([*values, dice.choice(spots)[0]])
            content = content[: spot.start()] + new + content[spot.end() :]
        yield content


def mutations(dice: random.Random, count: int) -> Iterator[bytes]:
    """Damaged files of every format."""
    for seeds in test_mutated.SEEDS.values():
        yield from test_mutated.mutations(seeds, dice, count)
    yield from test_mutated.mutations(recordings()[:8], dice, 2 * count)
    yield from mutated_documents(dice, 3 * count)


def is_of_known_letters(content: bytes) -> bool:
    """Whether Python knows all characters: a browser may know newer ones, and quote them unescaped."""
    return all(unicodedata.category(letter) != "Cn" for letter in content.decode("utf-8", "ignore"))


def test_long_values_are_shortened_alike() -> None:
    saves = [json.loads(content) for content in (documents()[60], documents()[-1])]
    long = "9" * 44
    values: list[Any] = [
        int(long), [int(long), 3], [1, -int(long)], ["x" * 70, 3], "'\n" * 40, "ß" * 59, [1] * 9, [[[[[[[[1]]]]]]]], {},
        {"b": 1, "a": long * 2, "c": [], "d": None, "e": True}, [1.5, 1e300], True, None, [True, 3], "",
    ]  # fmt: skip
    bodies = []
    for value in values:
        bodies.append(saves[0] | {"no_guess": saves[0]["no_guess"] | {"grade": value}})
        bodies.append(saves[1] | {"moves": [saves[1]["moves"][0] | {"cell": value}]})
        bodies.append(saves[1] | {"moves": [saves[1]["moves"][0] | {"numbers": value}]})
        bodies.append(saves[1] | {"seed": value})
        bodies.append(saves[0] | {"first_click": value})
        bodies.append(saves[0] | {"no_guess": saves[0]["no_guess"] | {"way": value}})
    counts = compare(data(json.dumps(body).encode()) for body in bodies)
    assert counts["BadSave"] > 45


def test_spaces_around_a_link_are_the_same_to_both() -> None:
    link = "https://davidnhill.github.io/JSMinesweeper/index.html?board=4x3x3&analysis=aeadaaadb2bSblVlS"
    spaces = ["", " ", "\n", "\v", "\x1e", "\x85", "\xa0", "\ufeff", "\n\ufeff", "\u2003"]
    bodies = [{"text": before + link + after} for before in spaces for after in spaces]
    assert compare(bodies).keys() >= {"position", "ParseError"}


def test_damaged_files_are_read_or_refused_alike() -> None:
    counts = compare(map(data, mutations(random.Random(5), 60)))
    assert min(counts[kind] for kind in ("layout", "position", "BadSave", "ParseError", "UnknownFormat")) > 30


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_damaged_files_that_nobody_has_seen_before() -> None:
    seed = secrets.randbits(32)
    print("seed", seed)  # noqa: T201  # pytest shows it where something was found
    dice = random.Random(seed)
    for _ in range(20):
        compare(map(data, filter(is_of_known_letters, mutations(dice, 1000))))
