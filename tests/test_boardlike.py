"""Texts given as a board or a layout: the error for the name of a file says what the text seems to be."""

from __future__ import annotations

import pytest

import minemind as mm


@pytest.mark.parametrize("name", ["board.txt", "games/expert 1.mbf", "C:\\game.avf"])
@pytest.mark.parametrize("function", [mm.analyse, mm.hint, mm.metrics])
def test_the_name_of_a_file_is_not_read_letter_by_letter(function: object, name: str) -> None:
    assert callable(function)
    with pytest.raises(mm.ParseError, match=r"^'.*' seems to be the name of a file; read it with mm.load$"):
        function(name)


@pytest.mark.parametrize("text", ["..z", "1.q\n.z.ab", "."])
def test_any_other_text_is(text: str) -> None:
    with pytest.raises((mm.ParseError, mm.InvalidValue)) as caught:
        mm.metrics(text + "z")
    assert "line 1" in str(caught.value)
