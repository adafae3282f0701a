"""The exception tree is part of the interface."""

from __future__ import annotations

import inspect
import pickle

import pytest

from minemind import errors
from minemind.errors import Fault, MineMindError, OffBoard, ParseError


def exceptions() -> list[type[BaseException]]:
    return [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, Exception)]


def test_every_error_is_in_the_drawing_at_the_top_and_under_the_one_root() -> None:
    drawn = errors.__doc__ or ""
    for kind in exceptions():
        assert kind.__name__ in drawn.split()
        assert kind is errors.Assumption or issubclass(kind, MineMindError)
        assert kind.__name__ in errors.__all__


@pytest.mark.parametrize(
    "error",
    [
        OffBoard("(9, 9) is off the board", (9, 9)),
        ParseError([Fault("wrong", (1, 2), 3, 4), Fault("wrong too")]),
        errors.InvalidValue("no"),
    ],
)
def test_errors_survive_the_way_to_another_process(error: MineMindError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.cells) == (type(error), str(error), error.cells)


def test_a_fault_says_where() -> None:
    assert str(Fault("wrong")) == "wrong"
    assert str(Fault("wrong", (1, 2))) == "(1, 2): wrong"
    assert str(Fault("wrong", line=3)) == "line 3: wrong"
    assert str(Fault("wrong", (1, 2), 3, 4)) == "line 3, column 4: wrong"


def test_an_error_names_its_cells_once() -> None:
    error = ParseError([Fault("a", (1, 2)), Fault("b", (1, 2)), Fault("c"), Fault("d", (0, 0))])
    assert error.cells == ((1, 2), (0, 0))
