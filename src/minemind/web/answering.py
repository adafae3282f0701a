"""Answering: from the bytes of a question to the bytes of its answer. All of it is done by a worker.

Reading a hostile body can take long, so that the server itself reads none.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from pydantic import ValidationError

from minemind.errors import MineMindError
from minemind.web import questions
from minemind.web.questions import Question
from minemind.web.refusal import BadRequest, Internal
from minemind.web.reply import Reply, answered, refused
from minemind.words import speaking

__all__ = ["QUESTIONS", "reply_to"]

QUESTIONS: dict[str, type[Question]] = {
    kind.__name__.lower(): kind
    for kind in (
        questions.Analyse,
        questions.Hint,
        questions.Explain,
        questions.Guesses,
        questions.Generate,
        questions.Metrics,
        questions.Step,
        questions.Review,
        questions.Convert,
    )
}

# A message lists so many faults of a request, each with a name of at most so many characters.
MOST_NAMED, LONGEST_NAME = 5, 60

log = logging.getLogger("minemind.web")


def reply_to(name: str, body: bytes) -> Reply:
    """The answer to one of the questions, or why there is none. Raises `MemoryError` if memory runs out."""
    try:
        question = _understood(QUESTIONS[name], body)
        with speaking(question.lang.value):
            return answered(question.answer())
    except MineMindError as error:
        return refused(error)
    except MemoryError:
        raise
    except Exception:
        log.exception("a question could not be answered")
        return refused(Internal.ours())


def _understood(kind: type[Question], body: bytes) -> Question:
    """The question that a body asks. Raises `BadRequest`."""
    try:
        return kind.model_validate(_object(body))
    except ValidationError as error:
        raise BadRequest(_listed(error.errors(include_url=False, include_input=False))) from None


def _object(body: bytes) -> dict[str, Any]:
    try:
        values = json.loads(body)
    except json.JSONDecodeError as error:
        raise BadRequest(f"the body is not valid JSON: {error.msg}, at character {error.pos}") from None
    except (ValueError, RecursionError):  # not UTF-8, numbers of thousands of digits, or nested too deeply
        raise BadRequest("the body cannot be read; send JSON") from None
    if not isinstance(values, dict):
        raise BadRequest("the body is not a JSON object; send one")
    return values


def _listed(errors: Sequence[Any]) -> str:
    """What is wrong with a request: the first fault at each place."""
    wrong = {_place(error): error["msg"] for error in reversed(errors)}
    named = [f"{place}: {wrong[place]}" for place in reversed(wrong)]
    return "; ".join([*named[:MOST_NAMED], *([f"… and {len(named) - MOST_NAMED} more"] if named[MOST_NAMED:] else [])])


def _place(error: Any) -> str:
    """The path to a value, without pydantic's names of the alternatives that it tried."""
    path = map(str, error["loc"])
    names = (
        path if error["type"] == "extra_forbidden" else takewhile(lambda name: name.replace("_", "").isalnum(), path)
    )
    return ".".join(names)[:LONGEST_NAME] or "the body"
