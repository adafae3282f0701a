"""Boards as people and other programs write them: cases that Python and the page take from one file."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import minemind as mm
from minemind import address, dialect, notation
from tests.web.node import answers

CASES = json.loads((Path(__file__).parent / "data" / "dialects.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"])
def test_a_dialect_is_read_as_its_case_says(case: dict[str, Any]) -> None:
    if "fault" in case:
        assert case["fault"] in fault_in(case["text"])
        return
    source = notation.read(case["text"])
    assert source.faults == ()
    assert ["".join(row.tokens) for row in source.rows] == case["cells"]
    assert [*source.header.shape, source.header.mines] == case["size"]
    notes = [note.sentence for note in source.notes]
    assert len(notes) == len(case.get("notes", []))
    assert all(wanted in note for wanted, note in zip(case.get("notes", []), notes, strict=True)), notes


def fault_in(text: str) -> str:
    try:
        return notation.read(text).faults[0].sentence
    except mm.ParseError as error:
        return error.faults[0].sentence


def test_every_kind_of_case_is_there() -> None:
    assert len(CASES) > 40
    assert sum("fault" in case for case in CASES) > 5


def random_text(dice: random.Random) -> str:
    """A board in some dialect, sometimes with a typo."""
    rows, cols = dice.randint(1, 4), dice.randint(1, 4)
    tokens = dice.choice(
        ["-1?0", "-1*?", "B12-", "⬜⬛1🚩", "■1２①", ["1️⃣", "⬜", "🚩", "💣"], ["", "1", ".", "0"], "HF1M?", "🟦🟩1 "]
    )
    blank = dice.choice(["", "", " ", ",", ";", "|", "\t", "\t", "\t\t", ", "])
    lines = [blank.join(dice.choices(tokens, k=cols)) for _ in range(rows)]
    if dice.random() < 0.1:
        lines = ["\t" + line for line in lines]
    match dice.randrange(5):
        case 0:
            lines.insert(0, f"{cols}x{rows}x{dice.randint(0, 3)}")
        case 1:
            lines.insert(0, f"{rows} {cols} {dice.choice('?12')}")
        case 2:
            lines.insert(0, f"{rows},{cols},{dice.randint(0, 3)}{',' * dice.randint(0, 2)}")
    if dice.random() < 0.2:
        place = dice.randrange(len(lines))
        cut = dice.randrange(len(lines[place]) + 1)
        lines[place] = lines[place][:cut] + dice.choice(["", " ", ",", "Z", "\ufe0f"]) + lines[place][cut + 1 :]
    return dice.choice(["\n", "\n", "\r\n"]).join(lines)


def random_link(dice: random.Random) -> str:
    cols, rows = dice.randint(1, 6), dice.randint(1, 6)
    cells = dice.choices("0123478HF", weights=[9, 9, 4, 2, 1, 1, 1, 9, 5], k=rows * cols)
    link = address.packed(cols, dice.randint(0, 40), cells)
    if dice.random() < 0.3:
        place = dice.randrange(len(link))
        link = link[:place] + dice.choice(["", "a", "9", "-", "x"]) + link[place + 1 :]
    return link


def as_python_reads(text: str) -> dict[str, Any]:
    try:
        source = notation.read(text)
    except mm.ParseError as error:
        return {"faults": [[fault.line, fault.column] for fault in error.faults]}
    return {
        "size": [*source.header.shape, source.header.mines],
        "tokens": [list(row.tokens) for row in source.rows],
        "notes": [[note.line, note.sentence] for note in source.notes],
        "faults": [[fault.line, fault.column] for fault in source.faults],
    }


def as_the_page_reads(found: dict[str, Any]) -> dict[str, Any]:
    faults = [[fault["line"], fault["column"]] for fault in found["faults"]]
    if "header" not in found:
        return {"faults": faults}
    return {
        "size": [found["header"][name] for name in ("rows", "cols", "mines")],
        "tokens": found["tokens"],
        "notes": [[note["line"], note["sentence"]] for note in found["notes"]],
        "faults": faults,
    }


def test_dialects_are_read_alike_by_python_and_by_the_page() -> None:
    dice = random.Random(11)
    texts = [random_text(dice) if dice.random() < 0.8 else random_link(dice) for _ in range(4000)]
    found = answers([{"kind": "text", "text": text} for text in texts])
    read = [as_python_reads(text) for text in texts]
    for text, expected, answer in zip(texts, read, found, strict=True):
        assert as_the_page_reads(answer) == expected, repr(text)
    assert sum(not each["faults"] for each in read) > 1500
    assert sum(bool(each["faults"]) for each in read) > 300
    assert sum(bool(each.get("notes")) for each in read) > 500


def test_what_the_grammar_has_is_left_as_it_is() -> None:
    for text in ("9 9 10\n.........", "* *\n***", "2 3 ? k=2\n. 10 !2\n1 . .", "1\t2\n.\t.", "..\n\n.."):
        assert dialect.standard(text) == (text, (), False)


def test_a_board_is_read_in_its_dialect_wherever_a_board_is_read() -> None:
    text = "⬜⬜1️⃣\n🚩⬜1️⃣"
    with pytest.warns(mm.Assumption, match="'⬜' is read as hidden"):
        board = mm.Board.parse(text)
    assert board == mm.Board.parse("..1\n!.1")
    with pytest.raises(mm.ParseError, match="'⬜' is read as hidden"):
        mm.Board.parse(text, strict=True)
    assert mm.Layout.parse("B1\n11") == mm.Layout.parse("*1\n11")


def test_a_flag_too_many_survives_a_link() -> None:
    text = address.unpacked(address.packed(3, 1, list("1FF" + "FHF" + "0FF")))
    assert text == "3x3x1\n1FF\nFHF\n0FF"


@pytest.mark.parametrize("link", ["?board=9999x9999x1", "?board=9x9x1&analysis=99990000"])
def test_a_link_to_a_huge_board_is_refused_before_room_is_made_for_it(link: str) -> None:
    with pytest.raises(mm.errors.TooLarge, match="cells, more than the limit of 4,000,000"):
        address.unpacked(link)


def test_a_short_link_to_a_large_board_is_not_unpacked_for_a_reader_of_small_ones() -> None:
    link = address.packed(1000, 1, ["H"] * 1_000_000)
    assert len(link) < 60
    with pytest.raises(mm.errors.TooLarge, match="the link has 1000×1000 cells, more than the limit of 100,000"):
        notation.read(link, 100_000)
