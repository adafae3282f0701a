"""The text grammar: headers, tokens, their places, and what is assumed."""

from __future__ import annotations

import pytest

from minemind import Assumption, Board, Layout, ParseError
from minemind.errors import TooLarge
from minemind.header import Header
from minemind.notation import read, write
from minemind.source import Source


def tokens(source: Source) -> list[list[str]]:
    known, codes = source.vocabulary
    return [[known[code] for code in row] for row in codes.tolist()]


def faults_of(text: str | bytes) -> list[str]:
    with pytest.raises(ParseError) as caught:
        Board.parse(text)
    return [str(fault) for fault in caught.value.faults]


def test_without_separators_every_character_is_a_token() -> None:
    assert tokens(read("..1\n!2_")) == [[".", ".", "1"], ["!", "2", "_"]]


def test_separated_tokens_may_be_longer_and_a_run_of_spaces_is_one_separator() -> None:
    assert tokens(read(". 10  !2\n1   . .")) == [[".", "10", "!2"], ["1", ".", "."]]


def test_lines_that_split_into_one_token_each_are_not_separated() -> None:
    assert tokens(read("12\n34")) == [["1", "2"], ["3", "4"]]


def test_lines_that_keep_their_cells_apart_are_separated_even_if_unequally_long() -> None:
    source = read("* *\n* * *")
    assert tokens(source) == [["*", "*", "."], ["*", "*", "*"]]
    assert [str(note) for note in source.notes] == ["line 1: the row has 2 of 3 cells; the rest is read as '.'"]


def test_tabs_separate_too() -> None:
    assert tokens(read(".\t1\t \t!\n. . .\t")) == [[".", "1", "!"], [".", ".", "."]]


@pytest.mark.parametrize("text", ["* *\n**.", ". . .\n...\n. .\n....", "*  *\n11 1 1"])
def test_a_text_in_which_most_lines_do_not_keep_cells_apart_is_not_separated(text: str) -> None:
    assert not any(row.is_separated for row in read(text).rows)


def test_cells_side_by_side_in_a_separated_text_are_an_error_that_names_the_slip() -> None:
    assert faults_of(". . 1\n. .1\n1 . .") == [
        "line 2, column 3: '.1' is 2 cells without spaces between them; write '. 1'"
    ]
    with pytest.raises(ParseError, match=r"line 3, column 1: '\*\.' is 2 cells .* write '\* \.'"):
        Layout.parse("3 3 2\n. . *\n*. .\n. . .")


def test_a_long_token_in_a_row_that_lacks_just_its_length_is_several_cells() -> None:
    assert faults_of("2 3 1\n. 1 .\n. 12") == [
        "line 3, column 3: '12' is 2 cells without spaces between them; write '1 2'"
    ]
    assert tokens(read("2 4 9 k=2\n. 10 . .\n. !2")) == [[".", "10", ".", "."], [".", "!2", ".", "."]]


def test_many_cells_side_by_side_are_reported_in_part() -> None:
    faults = faults_of("\n".join([". " * 3] * 1500 + [".. ."] * 1200))
    assert len(faults) == 1001
    assert "200 more" in faults[-1]


def test_a_header_tells_few_mines_among_blanks_from_a_ragged_separated_text() -> None:
    text = "*   *\n  *  \n *   "
    assert [[*"*   *"], [*"  *.."], [*" *..."]] == tokens(read("3 5 4\n" + text))
    assert tokens(read(text)) == [["*", "*"], ["*", "."], ["*", "."]]


@pytest.mark.parametrize("line", ["2  4", "2 4", "4 2", "2\t4\t1", "2  4  ?"])
def test_the_size_of_the_rows_below_is_no_short_row(line: str) -> None:
    assert "looks like a header; write" in faults_of(f"{line}\n. . . .\n. . . .")[0]


@pytest.mark.parametrize("text", ["2 3 -1\n...\n...", "3 2 many mines\n...\n..."])
def test_a_header_with_another_count_is_not_taken_for_a_row(text: str) -> None:
    assert "looks like a header; write 2 3 and the mine count (or ?)" in faults_of(text)[0]


@pytest.mark.parametrize("text", ["16 30 99", "1 2 9", "1 2 1 k=2\n"])
def test_a_header_alone_is_not_taken_for_a_row(text: str) -> None:
    assert faults_of(text) == ["line 1: there is nothing below the header; is the file complete?"]


@pytest.mark.parametrize("text", ["3 1 ?", "1 2 3", "2 4 ?"])
def test_three_numbers_alone_may_be_a_row_of_a_larger_board(text: str) -> None:
    board, notes = Board.of_source(read(text), crop=True)
    assert board.grid.shape == (1, 3)
    assert str(notes[0]) == "line 1: a single line of numbers is read as a row, not as a header"


@pytest.mark.parametrize("text", ["https://example.org/x", " http://127.0.0.1:8000/#play?rows=9 \n", b"HTTPS://A.B"])
def test_a_web_address_is_called_one(text: str | bytes) -> None:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert str(caught.value) == "this is a web address, not a board"


def test_a_single_line_with_spaces_is_separated() -> None:
    assert tokens(read("1 . 10")) == [["1", ".", "10"]]


@pytest.mark.parametrize(
    "text", ["..\n.1", "..\r\n.1\r\n", "\ufeff..\n.1\n\n  \n", "..   \n.1 ", "\n..\n.1", b"\xef\xbb\xbf..\r\n.1"]
)
def test_line_ends_byte_order_marks_blank_ends_and_trailing_spaces_do_not_count(text: str | bytes) -> None:
    assert tokens(read(text)) == [[".", "."], [".", "1"]]


@pytest.mark.parametrize(
    ("line", "header"),
    [
        ("2 3 5", Header(2, 3, 5)),
        ("2 3 ?", Header(2, 3, None)),
        ("2 3 5 topology=hex", Header(2, 3, 5, "hex")),
        ("2 3 5 k=2 reach=2 topology=torus", Header(2, 3, 5, "torus", 2, 2)),
        ("2 3 ? density=0.2", Header(2, 3, None, density=0.2)),
        ("2 3 ? density=1e-05", Header(2, 3, None, density=1e-05)),
    ],
)
def test_headers(line: str, header: Header) -> None:
    assert read(f"{line}\n...\n...").header == header
    assert read(f"{header}\n...\n...").header == header


def test_without_a_header_the_count_is_unknown() -> None:
    assert read("...\n...").header == Header(2, 3, None)


def test_columns_before_rows_are_turned_round_with_a_note() -> None:
    source = read("3 2 5\n...\n...")
    assert source.header == Header(2, 3, 5)
    assert "columns before rows" in str(source.notes[0])
    with pytest.warns(Assumption, match="line 1: the header gives columns before rows"):
        Board.parse("3 2 5\n...\n...")


def test_three_numbers_are_a_row_where_what_follows_has_not_their_shape() -> None:
    assert tokens(read("1 1 1\n. . .\n. . .")) == [["1", "1", "1"], [".", ".", "."], [".", ".", "."]]


def test_three_numbers_are_a_header_where_what_follows_has_their_shape() -> None:
    assert tokens(read("1 3 1\n. . .")) == [[".", ".", "."]]


def test_a_header_of_another_shape_than_its_body_is_an_error_that_names_both() -> None:
    assert faults_of("9 9 10\n...\n...") == [
        "line 1: the header says 9×9, but there are 2 rows of up to 3 cells below it; correct or remove the header"
    ]


def test_a_header_needs_single_spaces() -> None:
    assert tokens(read("2  2 1\n. . .\n. . .")) == [["2", "2", "1"], [".", ".", "."], [".", ".", "."]]


def test_one_column_of_long_tokens_is_told_by_its_header() -> None:
    assert tokens(read("3 1 ? k=2\n!2\n.\n10")) == [["!2"], ["."], ["10"]]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("color=red", "'color=red' is not a header option; use topology, reach, k, density"),
        (".", "'.' is not a header option"),
        ("topology=klein", "topology cannot be 'klein'; give hex or square or torus"),
        ("reach=0", "reach cannot be '0'"),
        ("k=256", "k cannot be '256'; give a whole number from 1 to 255"),
        ("k=2 k=2", "k is given twice"),
        ("density=1", "density cannot be '1'"),
        ("density=nan", "density cannot be 'nan'"),
        ("density=1.2.3", "density cannot be '1.2.3'"),
        ("density=0.1", "both a mine count and a density"),
    ],
)
def test_a_wrong_header_says_what_is_wrong_with_it(options: str, says: str) -> None:
    (fault,) = faults_of(f"1 2 1 {options}\n..")
    assert fault.startswith("line 1: ")
    assert says in fault


def test_every_fault_is_reported_at_its_line_and_column() -> None:
    assert faults_of("2 3 1 k=0\n.Z.\n1.Q") == [
        "line 1: k cannot be '0'; give a whole number from 1 to 255",
        "line 2, column 2: 'Z' is not a valid cell; use . (hidden), ! (flag), a number, or _ (no cell)",
        "line 3, column 3: 'Q' is not a valid cell; use . (hidden), ! (flag), a number, or _ (no cell)",
    ]


def test_columns_of_separated_tokens_count_characters() -> None:
    assert faults_of(".   10 a\n.  1   .")[0].startswith("line 1, column 8: 'a'")


def test_blanks_in_a_text_that_is_not_separated_are_explained() -> None:
    for blank in " \t":
        fault = faults_of(f"..{blank}1\n....")[0]
        assert fault.startswith("line 1, column 3: a space, although most lines have none")


def test_a_text_of_too_many_lines_is_refused_before_it_is_taken_apart() -> None:
    assert read("1000 1 9\n" + ".\n" * 1000 + "\n" * 99, max_cells=1000).header.rows == 1000
    for text in (".\n" * 1002, b".\n" * 1002):
        with pytest.raises(TooLarge, match="more than 1,000 lines; read a part of it"):
            read(text, max_cells=1000)


def test_a_short_row_of_a_separated_text_is_refused_if_strict() -> None:
    with pytest.warns(Assumption, match="line 2: the row has 2 of 3 cells"):
        assert Board.parse(". . 1\n. .").tokens() == [[".", ".", "1"], [".", ".", "."]]
    with pytest.raises(ParseError, match="the row has 2 of 3 cells"):
        Board.parse(". . 1\n. .", strict=True)


def test_all_separated_rows_may_be_shorter_than_the_header_says() -> None:
    with pytest.warns(Assumption, match=r"line 2: the row has 4 of 5 cells; .* \(also in 1 more line\)"):
        assert Board.parse("2 5 1\n. . . .\n1 1 1 .").grid.shape == (2, 5)


def test_short_rows_are_filled_up_with_a_warning_or_refused_if_strict() -> None:
    with pytest.warns(Assumption, match=r"line 2: the row has 1 of 3 cells; .* \(also in 1 more line\)"):
        board = Board.parse("111\n.\n..")
    assert board.tokens() == [["1", "1", "1"], [".", ".", "."], [".", ".", "."]]
    with pytest.raises(ParseError, match="line 2: not allowed in strict mode: the row has 1 of"):
        Board.parse("111\n.\n..", strict=True)


@pytest.mark.parametrize("text", ["", "\n\n", "   ", "\ufeff", b""])
def test_nothing_is_no_position(text: str | bytes) -> None:
    assert "the text is empty" in faults_of(text)[0]


def test_numbers_in_a_single_line_are_a_row_and_not_a_header() -> None:
    for text in ("1 2 1", "1 2 1 ."):
        with pytest.warns(Assumption, match="read as a row, not as a header"):
            assert Board.parse(text).tokens() == [text.split()]


def test_all_rows_may_be_shorter_than_the_header_says() -> None:
    with pytest.warns(Assumption, match="line 2: the row has 2 of 3 cells"):
        assert Board.parse("2 3 1\n..\n1.").tokens() == [[".", ".", "."], ["1", ".", "."]]


def test_a_header_that_is_mistyped_is_not_taken_for_a_row() -> None:
    for text in ("9 9 10\n......\n......", "1 1 1\n*.*.*\n.....\n....."):
        assert "line 1: the header says" in faults_of(text)[0]


def test_faults_at_the_end_of_a_long_line_are_found_without_delay() -> None:
    faults = faults_of(". " * 200_000 + "Z " * 1_000)
    assert len(faults) == 1000
    assert faults[-1].startswith("line 1, column 401999: 'Z'")


def test_bytes_that_are_no_text_say_where() -> None:
    assert faults_of(b"...\n..\xff") == ["line 2: this is not UTF-8 text; save the file as plain text"]


@pytest.mark.parametrize("token", ["\x00", "²", "٣", "é", "\u2028", "\x0b"])
def test_strange_characters_are_faults(token: str) -> None:
    assert repr(token) in faults_of(f".{token}.")[0]


def test_numbers_too_long_for_a_cell_are_faults() -> None:
    assert "'1234567890'" in faults_of("1234567890 .")[0]


def test_a_text_that_is_wrong_all_over_is_reported_in_part() -> None:
    with pytest.raises(ParseError) as caught:
        Board.parse(("Z" * 100 + "\n") * 100)
    assert len(caught.value.faults) == 1001
    assert str(caught.value.faults[-1]) == "9,000 more cells are wrong"


def test_a_text_beyond_the_limit_is_refused_before_it_is_filled_up() -> None:
    ragged = "." * 3000 + "\n." * 3000
    with pytest.raises(TooLarge, match="4,000,000"):
        Board.parse(ragged)
    with pytest.raises(TooLarge, match="limit of 10"):
        Board.parse("....\n" * 3, max_cells=10)


def test_writing_separates_only_where_a_token_is_long() -> None:
    assert write(Header(1, 3, 2), [["1", ".", "!"]]) == "1 3 2\n1.!"
    assert write(Header(1, 3, None), [["1", ".", "!2"]]) == "1 3 ?\n1 . !2"
