"""Question: what everything that can be asked has in common, and how it is read. A fault is said in a sentence."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError

from minemind.answers import schema
from minemind.answers.questions.values import Chosen, Natural, SeedText, Value
from minemind.errors import BadRequest
from minemind.words import LANGUAGES

__all__ = ["Question", "Seed"]

LanguageName = StrEnum("LanguageName", [*LANGUAGES])  # type: ignore[misc]

Seed = SeedText | Natural

# A message lists so many faults of a request, each with a name of at most so many characters.
MOST_NAMED, LONGEST_NAME = 5, 60

# What pydantic says of these names its own parts, which whoever asks does not know.
PLAINLY = {
    "model_type": "give an object",
    "extra_forbidden": "there is no such field; leave it out",
}


class Question(Value):
    """A question."""

    lang: Annotated[LanguageName, Chosen] = Field(
        default=LanguageName.en,  # type: ignore[attr-defined]
        description="the language of all sentences in the answer",
    )

    @classmethod
    def asked(cls, values: Mapping[str, Any]) -> Self:
        """The question that these fields ask. Raises `BadRequest`."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            raise BadRequest(_listed(error.errors(include_url=False, include_input=False))) from None

    @abstractmethod
    def answer(self) -> schema.AnswerJson:
        """The answer. Raises `MineMindError` if there is none."""


def _listed(errors: Sequence[Any]) -> str:
    """What is wrong with a request: the first fault at each place."""
    wrong = {_place(error): PLAINLY.get(error["type"], error["msg"]) for error in reversed(errors)}
    named = [f"{place}: {wrong[place]}" for place in reversed(wrong)]
    return "; ".join([*named[:MOST_NAMED], *([f"… and {len(named) - MOST_NAMED} more"] if named[MOST_NAMED:] else [])])


def _place(error: Any) -> str:
    """The path to a value, without pydantic's names of the alternatives that it tried."""
    path = map(str, error["loc"])
    names = (
        path if error["type"] == "extra_forbidden" else takewhile(lambda name: name.replace("_", "").isalnum(), path)
    )
    return ".".join(names)[:LONGEST_NAME] or "the body"
