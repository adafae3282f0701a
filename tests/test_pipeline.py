"""board_* → configurations_* → solution_*: every placement of mines next to the numbers, and what they agree on."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from minemind import pipeline
from minemind.pipeline import Names, Outline, listing
from minemind.pipeline import outline as outline_module
from tests import write_archive
from tests.oracle import geometry
from tests.solve.boards import random_board
from tests.test_combining import combined

ARCHIVE = sorted(write_archive.ARCHIVE.glob("board_*.txt"))


# A number with eight hidden cells around it: 28 configurations, and no number connects two of them.
RING = ["...", ".2.", "..."]


def rings(count: int) -> bytes:
    """Some clusters side by side, with holes between them."""
    return "\n".join("_".join([row] * count) for row in RING).encode()


def listed(outline: Outline, path: Path, jobs: int = 1) -> bytes:
    """Write all configurations, and return the content of the file."""
    pipeline.write_configurations(outline, path, force=True, jobs=jobs)
    return path.read_bytes()


def configurations(text: bytes, path: Path) -> list[str]:
    """All configurations of a position, sorted, because their order is not promised."""
    content = listed(Outline.read(text), path)
    assert content.endswith(b"\n")
    return sorted(content[:-1].decode().split("\n\n"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "configurations.txt"


# What is written, character by character


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(b".1\n", b"@1\n", id="a hidden cell beside a number is x or o"),
        pytest.param(b"1 4 ?\n.1..", b"@1@.\n", id="the header is left out, and what no number sees is left alone"),
        pytest.param(b".1..\r\n____", b"@1@.\r\n____\r\n", id="lines end as they did, and the last like the first"),
        pytest.param(b"\xef\xbb\xbf1 4 1\n.1..\n", b"@1@.\n", id="a byte-order mark is no part of a board"),
        pytest.param(b"\n\n.1..\n\n\n", b"@1@.\n", id="nor are blank lines around it"),
        pytest.param(b"#1?H\n", b"@1@H\n", id="every letter for a hidden cell"),
        pytest.param(b"F1?H\n", b"F1@H\n", id="a flag stays as it was written"),
        pytest.param(b"x1ox\n", b"@1@x\n", id="annotated cells are hidden, and stay where no number sees them"),
        pytest.param(b" ?  1 ?  H  \n _  _ _  !\n", b" @  1 @  H  \n _  _ _  !\n", id="any spaces between tokens"),
        pytest.param(b"_1.\n", b"_1@\n", id="holes"),
        pytest.param(b"1 3 1 topology=torus\n1..\n", b"1@@\n", id="a torus, whose edges touch"),
        pytest.param(b"2 3 1 topology=hex\n.1.\n...\n", b"@1@\n@@.\n", id="hexagons"),
        pytest.param(b".0.\n...\n", b"@0@\n@@@\n", id="a zero is a number, too"),
    ],
)
def test_only_the_outline_changes(text: bytes, expected: bytes, path: Path) -> None:
    content = listed(Outline.read(text), path)
    pattern = re.escape(expected).replace(b"@", b"[ox]")
    line_end = b"\r\n" if b"\r" in expected else b"\n"
    assert re.fullmatch(pattern + b"(" + line_end + pattern + b")*", content)


def test_long_tokens_stay_whole(path: Path) -> None:
    row = b"10 ! ! ! ! ! ! ! ! . .\n"
    assert listed(Outline.read(b"1 11 ? reach=10\n" + row), path) == b"10 ! ! ! ! ! ! ! ! x x\n"


def test_all_configurations_stand_one_blank_line_apart(path: Path) -> None:
    assert listed(Outline.read(b".1.\n___\n"), path) in (b"o1x\n___\n\nx1o\n___\n", b"x1o\n___\n\no1x\n___\n")


def test_blank_lines_end_like_the_others(path: Path) -> None:
    assert listed(Outline.read(b".1.\r\n"), path) in (b"o1x\r\n\r\nx1o\r\n", b"x1o\r\n\r\no1x\r\n")


def test_a_short_row_is_filled_up_before_its_spaces(path: Path) -> None:
    outline = Outline.read(b"1 \n...\n")
    assert outline.notes == ("line 1: the row has 1 of 3 cells; the rest is read as '.'",)
    assert sorted(listed(outline, path)[:-1].split(b"\n\n"))[0] == b"1o. \nox."


def test_a_short_row_of_separated_cells_is_filled_up_with_separated_ones(path: Path) -> None:
    outline = Outline.read(b"1  . .\n1 \n\n. 1\t.\n")
    assert outline.notes == ("line 2: the row has 1 of 3 cells; the rest is read as '.' (also in 1 more line)",)
    content = listed(outline, path).split(b"\n\n")[0]
    assert re.fullmatch(rb"1  [ox] \.\n1 [ox] \. \n[ox] [ox] [ox]\n[ox] 1\t[ox]", content)


# Three rows of a larger board, as people draw them: the numbers at the left count a mine that lies outside.
CROP = b"101111!!!\n101!113.4\n0011101..\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("⬜1️⃣⬜\n1️⃣1️⃣⬜\n", "x1o\n11o\n"),
        (".,1,.\n1,1,.\n", "x 1 o\n1 1 o\n"),
        ("3x2x1\r\nH1H\r\n11H\r\n", "x1o\r\n11o\r\n"),
        ("board=3x2x1&analysis=adacaaabSlSmS", "x1o\n11o\n"),
    ],
)
def test_a_board_of_another_dialect_is_given_back_in_ours(text: str, expected: str, path: Path) -> None:
    assert listed(Outline.read(text.encode()), path) == expected.encode()


def test_a_part_of_a_larger_board_is_read_as_one(path: Path) -> None:
    outline = Outline.read(CROP)
    (note,) = outline.notes
    assert re.search(r"part of a larger .*: the 1 at \(0, 0\), the 1 at \(1, 0\)$", note)
    assert sorted(listed(outline, path)[:-1].split(b"\n\n")) == [
        b"101111!!!\n101!113o4\n0011101xx",
        b"101111!!!\n101!113x4\n0011101ox",
    ]
    assert str(outline.solution()) == "101111!!!\n101!113#4\n0011101#x"


def test_a_number_that_sees_a_hidden_cell_is_held_to_it_on_a_part_of_a_board_too() -> None:
    with pytest.raises(mm.Impossible, match=r"\(0, 0\): shows 3"):
        Outline.read(b"3.\n")


def test_a_row_that_looks_like_a_header_stays_a_row(path: Path) -> None:
    content = listed(Outline.read(b"3 3 ?\n2 3 2\n. . .\n_ _ _\n"), path)
    assert content == b"2 3 2\nx x x\n_ _ _\n"
    assert combined(content).solution.mines == {(1, 0), (1, 1), (1, 2)}


def test_the_size_of_a_small_file_is_said_in_a_small_unit(path: Path) -> None:
    for clusters, size in ((1, "[0-9]+ bytes"), (2, r"[0-9.]+ KB"), (4, r"[0-9.]+ MB")):
        with pytest.raises(mm.TooHard, match=rf"configurations, a file of {size}, more than the limit of 9; "):
            pipeline.write_configurations(Outline.read(rings(clusters)), path, limit=9)


def test_the_order_of_magnitude_of_a_file_is_said_before_it_is_written(path: Path) -> None:
    with pytest.raises(mm.TooHard, match=r"there are 17,210,368 configurations, a file of 1,001\.2 MB, .* --direct"):
        pipeline.write_configurations(Outline.read(rings(5)), path)
    assert not path.exists()


# Which configurations there are


def every_configuration(board: mm.Board) -> set[str]:
    """All placements of mines on the outline that agree with the board, by trying everything."""
    around = geometry.neighbours(*board.grid.shape, board.grid.topology, board.grid.reach, holes(board))
    outline = [cell for cell in around if board.hidden[cell] and any(board.opened[other] for other in around[cell])]
    outside = int(np.count_nonzero(board.hidden)) - len(outline)

    def is_held(cell: tuple[int, int]) -> bool:
        """Whether a number must fit: on a part of a larger board, those that see no hidden cell need not."""
        return bool(board.opened[cell]) and any(board.hidden[other] for other in around[cell])

    found = set()
    for mined in itertools.product([0, 1], repeat=len(outline)):
        mines = {**{cell: int(board.flags[cell]) for cell in around}, **dict(zip(outline, mined, strict=True))}
        if all(sum(mines[o] for o in around[cell]) == board.faces[cell] for cell in around if is_held(cell)):
            left = 0 if board.mines is None else board.mines - sum(mines.values())
            if 0 <= left <= (math.inf if board.mines is None else outside):
                tokens = board.tokens()
                for cell, is_mine in zip(outline, mined, strict=True):
                    tokens[cell[0]][cell[1]] = "ox"[is_mine]
                found.add("\n".join(map("".join, tokens)))
    return found


def holes(board: mm.Board) -> frozenset[tuple[int, int]]:
    return frozenset((hole.row, hole.col) for hole in board.grid.holes)


def small_boards() -> Iterator[mm.Board]:
    for seed in range(600):
        board = random_board(random.Random(seed))
        if board.max_per_cell == 1 and all(len(token) == 1 for row in board.tokens() for token in row):
            yield board


def test_the_product_of_the_clusters_is_what_trying_everything_finds(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "PLACEMENTS_AT_ONCE", 5)
    monkeypatch.setattr(listing, "BYTES_AT_ONCE", 200)
    seen = 0
    for board in small_boards():
        expected = every_configuration(board)
        if not expected:
            with pytest.raises(mm.Impossible):
                Outline.read(str(board).encode())
            continue
        outline = Outline.read(str(board).encode())
        found = configurations(str(board).encode(), path)
        assert (outline.configurations, set(found), len(found)) == (len(expected), expected, len(expected))
        check_agreement(outline, path.read_bytes())
        seen += 1
    assert seen > 200


def check_agreement(outline: Outline, content: bytes) -> None:
    """Check that the combined configurations and the direct way agree with the exact analysis of the outline."""
    solution, count = combined(content)
    assert count == outline.configurations
    if outline.cells:
        certain = {cell for cell in outline.cells if cell in outline.analysis.safe | outline.analysis.mines}
        assert (solution.safe | solution.mines, solution.safe <= outline.analysis.safe) == (certain, True)
        assert solution == outline.solution()


def test_clusters_are_parts_that_no_number_connects() -> None:
    outline = Outline.read(rings(4))
    assert (outline.clusters, len(outline.cells), outline.configurations) == (4, 32, 28**4)


def test_a_mine_count_leaves_out_placements_that_need_more_or_leave_too_many(path: Path) -> None:
    chain = b".1.1."  # one mine in the middle, or two outside
    assert configurations(chain, path) == ["o1x1o", "x1o1x"]
    assert configurations(b"1 5 1\n" + chain, path) == ["o1x1o"]
    assert configurations(b"1 5 2\n" + chain, path) == ["x1o1x"]
    assert configurations(b"1 8 2\n" + chain + b"_..", path) == ["o1x1o_..", "x1o1x_.."]
    assert configurations(b"1 8 4\n" + chain + b"_..", path) == ["x1o1x_.."]


@pytest.mark.parametrize(("spare", "expected"), [(0, 1), (1, 40), (2, 780)])
def test_many_clusters_under_a_tight_mine_count_are_not_all_multiplied_out(
    spare: int, expected: int, path: Path
) -> None:
    row = "_".join([".1.1."] * 40)  # 2^40 placements, of which the mine count leaves few
    outline = Outline.read(f"1 {len(row)} {40 + spare}\n{row}".encode())
    assert outline.configurations == expected
    assert len(set(listed(outline, path).split(b"\n\n"))) == expected
    check_agreement(outline, path.read_bytes())


def test_a_large_component_under_a_tight_mine_count_is_searched_for_that_count_only(path: Path) -> None:
    rows = ["." * 11, ".2.2.2.2.3.", "." * 11]
    loose = Outline.read("\n".join(rows).encode())
    tight = Outline.read("\n".join(["3 11 11", *rows]).encode())
    assert (loose.configurations, tight.configurations) == (53_995, 100)
    content = listed(tight, path)
    assert all(board.count(b"x") == 11 for board in content.split(b"\n\n"))
    check_agreement(tight, content)


def test_any_number_of_jobs_writes_the_same_file(path: Path) -> None:
    outline = Outline.read(b"...._...\n.3.._.2.\n...._...\n________\n.1.1._1.\n")
    assert outline.clusters == 4
    assert listed(outline, path) == listed(outline, path, jobs=2)


def test_no_jobs_are_refused(path: Path) -> None:
    with pytest.raises(mm.InvalidValue, match="jobs is 0; give 1 or more"):
        listed(Outline.read(rings(2)), path, jobs=0)


def test_a_process_that_dies_is_an_error_of_ours(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor.map", die)
    with pytest.raises(mm.TooHard, match="a worker process died"):
        listed(Outline.read(rings(3)), path, jobs=2)
    assert not path.exists()


@pytest.mark.parametrize("limit", [0, 10**16])
def test_a_limit_that_cannot_be_meant_is_refused(limit: int, path: Path) -> None:
    with pytest.raises(mm.InvalidValue, match="give 1 to 1,000,000,000,000,000"):
        pipeline.write_configurations(Outline.read(rings(1)), path, limit=limit)


def test_progress_is_told_of_every_configuration_and_every_byte(path: Path) -> None:
    written: list[int] = []
    outline = Outline.read(rings(3))
    pipeline.write_configurations(outline, path, progress=written.append)
    assert sum(written) == outline.configurations == 28**3
    read: list[int] = []
    with path.open("rb") as file:
        pipeline.combine(file, read.append)
    assert sum(read) == path.stat().st_size


# What has no configurations


def test_a_board_without_outline_has_nothing_to_find_out(path: Path) -> None:
    outline = Outline.read(b"...\n...\n")
    assert (outline.cells, outline.clusters, outline.configurations) == ([], 0, 1)
    assert outline.solution().text == b"...\n...\n"
    assert listed(outline, path) == b"...\n...\n"


@pytest.mark.parametrize(
    ("text", "cells", "sentence"),
    [
        (b"!1!\n...\n", ((0, 1),), r"\(0, 1\): shows 1, but 2 mines are flagged around it"),
        (b"2.\n__\n", ((0, 0),), r"\(0, 0\): shows 2, but a cell here can show at most 1"),
        (b"1 3 1\n!.!\n", (), "2 mines are flagged, but there is only 1"),
        (
            b"1.1.1\n_____\n_1.__\n",
            ((0, 0), (0, 2), (0, 4)),
            "no configuration is valid: these numbers cannot all be right",
        ),
        (
            b"1 7 4\n.1.1._.\n",
            (),
            "need from 1 to 2 mines on the outline, 1 fit outside it, and 4 of 4 are left",
        ),
    ],
)
def test_a_board_that_contradicts_itself_says_where(
    text: bytes, cells: tuple[tuple[int, int], ...], sentence: str
) -> None:
    with pytest.raises(mm.Impossible, match=sentence) as caught:
        Outline.read(text)
    assert caught.value.cells == cells


def test_several_mines_in_a_cell_cannot_be_written_as_o_and_x() -> None:
    with pytest.raises(mm.InvalidValue, match="can hold up to 2 mines, but a configuration marks each cell"):
        Outline.read(b"1 2 2 k=2\n.2\n")


def test_an_unreadable_board_says_where() -> None:
    with pytest.raises(mm.ParseError, match="line 2, column 3"):
        Outline.read(b"...\n..Z\n")
    with pytest.raises(mm.ParseError, match="line 2: not allowed in strict mode: the row has 2 of 3"):
        Outline.read(b"...\n..\n", strict=True)


def test_a_count_beyond_all_bounds_is_refused_and_the_direct_way_is_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = "_".join([".1.1."] * 400)
    with pytest.raises(mm.TooHard, match=r"about 10\^120 configurations, a file of about 10\^114 GB"):
        listed(Outline.read(row.encode()), path)
    monkeypatch.setattr(outline_module, "MAX_PRODUCTS", 1_000)
    counted = Outline.read(f"1 {len(row)} 600\n{row}".encode())
    with pytest.raises(mm.TooHard, match="too large to count"):
        listed(counted, path)
    assert not path.exists()
    assert len(counted.solution().uncertain) == 1_200


# What configurations agree on


@pytest.mark.parametrize("board", ARCHIVE, ids=lambda board: board.stem)
def test_the_archive_is_solved_byte_for_byte(board: Path, path: Path) -> None:
    solution = Names.beside(board).solution.read_bytes()
    outline = Outline.read(board.read_bytes())
    content = listed(outline, path)
    for found in (combined(content).solution, outline.solution()):
        found.write(path, force=True)
        assert path.read_bytes() == solution
    check_agreement(outline, content)


def test_a_solution_file_ends_with_a_blank_line_of_its_own_kind(path: Path) -> None:
    for text, ending in [(b".1\n..", b"\n\n"), (b".1\r\n..", b"\r\n\r\n")]:
        Outline.read(text).solution().write(path, force=True)
        assert path.read_bytes().endswith(ending)
        assert Outline.read(path.read_bytes()).board.grid.shape == (2, 2)


def test_what_somebody_annotated_elsewhere_stays_and_is_no_conclusion(path: Path) -> None:
    outline = Outline.read(b".1_ox\n")
    solution = combined(listed(outline, path)).solution
    assert solution.text == outline.solution().text == b"x1_ox\n"
    assert solution.mines == {(0, 0), (0, 4)}
    assert solution.about(outline.cells) == outline.solution()


def test_the_archive_is_large_and_of_all_kinds() -> None:
    texts = [board.read_bytes() for board in ARCHIVE]
    outlines = [Outline.read(text) for text in texts]
    assert len(texts) >= 50
    assert all(outline.board.flags.any() and outline.cells for outline in outlines)
    assert {outline.board.grid.topology for outline in outlines} == {"square", "hex", "torus"}
    assert any(outline.board.mines is None for outline in outlines)
    assert any(outline.board.grid.holes for outline in outlines)
    assert all(any(sign in text for text in texts) for sign in (b"\r\n", b"\xef\xbb\xbf", b"F", b"H", b"#", b"?  1"))
