"""The page's reader of texts in Node reads as Python does, valid texts and texts with slips alike."""

from __future__ import annotations

import random
from typing import Any

import minemind as mm
from minemind import notation
from tests.web.node import answers


def random_text(dice: random.Random) -> str:
    """The text of a board, with or without separators and header, and with up to two slips."""
    rows, cols = dice.randint(1, 5), dice.randint(1, 5)
    tokens = dice.choice([".1", ".?#Hox!F_012", ".*M ", ["!2", "10", ".", "*2", "1"], ".."])
    blank = dice.choice(["", "", " ", " ", "  ", "\t"])
    lines = [blank.join(dice.choices(tokens, k=cols)) for _ in range(rows)]
    if dice.random() < 0.6:
        size = [rows, cols] if dice.random() < 0.7 else [cols, rows]
        more = dice.choice(["", "", " k=2", " reach=2", " topology=hex", " density=0.1", " k=x", " a=b"])
        lines.insert(0, f"{size[0]} {size[1]} {dice.choice(['?', '1', '12'])}{more}")
    for _ in range(dice.choice([0, 0, 1, 2])):
        place = dice.randrange(len(lines))
        line = lines[place]
        cut = dice.randrange(len(line) + 1)
        lines[place] = dice.choice(
            [line[:cut], line[:cut] + line[cut + 1 :], line[:cut] + " " + line[cut:], line + line[:2], ""]
        )
    return dice.choice(["\n", "\n", "\r\n"]).join(lines)


def as_python_reads(text: str) -> dict[str, Any]:
    try:
        source = notation.read(text)
    except mm.ParseError as error:
        return {"faults": [[fault.line, fault.column] for fault in error.faults]}
    header = source.header
    return {
        "header": [header.rows, header.cols, header.mines, header.topology, header.reach, header.max_per_cell],
        "tokens": [list(row.tokens) for row in source.rows],
        "faults": [[fault.line, fault.column] for fault in source.faults],
        "notes": [[note.line, note.sentence] for note in source.notes],
    }


def as_the_page_reads(found: dict[str, Any]) -> dict[str, Any]:
    faults = [[fault["line"], fault["column"]] for fault in found["faults"]]
    if "header" not in found:
        return {"faults": faults}
    header = found["header"]
    return {
        "header": [header[name] for name in ("rows", "cols", "mines", "topology", "reach", "perCell")],
        "tokens": found["tokens"],
        "faults": faults,
        "notes": [[note["line"], note["sentence"]] for note in found["notes"]],
    }


def test_texts_are_read_alike_by_python_and_by_the_page() -> None:
    numbers = random.Random(3)
    texts = [random_text(numbers) for _ in range(5000)]
    found = answers([{"kind": "text", "text": text} for text in texts])
    read = [as_python_reads(text) for text in texts]
    for text, expected, answer in zip(texts, read, found, strict=True):
        assert as_the_page_reads(answer) == expected, repr(text)
    assert sum(not each["faults"] for each in read) > 1000
    assert sum(bool(each["faults"]) for each in read) > 500
    assert sum(bool(each.get("notes")) for each in read) > 500
