"""Answering: from the bytes of a question to the bytes of its answer. A worker does all of it.

Parsing a hostile body can take long, so the server itself parses none.
"""

from __future__ import annotations

import json
import logging
from typing import Any

from minemind.answers.questions.question import Question
from minemind.errors import BadRequest, MineMindError
from minemind.web import questions
from minemind.web.refusal import Internal
from minemind.web.reply import Reply, answered, refused
from minemind.words import speaking

__all__ = ["QUESTIONS", "reply_to"]

QUESTIONS: dict[str, type[Question]] = {
    kind.__name__.removesuffix("Question").lower(): kind
    for kind in (
        questions.AnalyseQuestion,
        questions.HintQuestion,
        questions.ExplainQuestion,
        questions.GuessesQuestion,
        questions.GenerateQuestion,
        questions.MetricsQuestion,
        questions.StepQuestion,
        questions.ReviewQuestion,
        questions.ConvertQuestion,
    )
}

log = logging.getLogger("minemind.web")


def reply_to(name: str, body: bytes) -> Reply:
    """The answer to one of the questions, or why there is none. Raises `MemoryError` if memory runs out."""
    try:
        question = QUESTIONS[name].asked(_object(body))
        with speaking(question.lang.value):
            return answered(question.answer())
    except MineMindError as error:
        return refused(error)
    except MemoryError:
        raise
    except Exception:
        log.exception("a question could not be answered")
        return refused(Internal.ours())


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
