"""The API: one address for each question. What is asked is computed in a slot, and the answer is the command line's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from minemind.errors import MineMindError, TooHard
from minemind.web import answers, questions
from minemind.web.questions import Question
from minemind.web.refusal import answered, refused
from minemind.web.slots import ClientGone, Slots

__all__ = ["make_router"]

# What is sent to nobody, when whoever asked is gone.
CLIENT_CLOSED_REQUEST = 499

ANSWERS: dict[type[Question], type[answers.Answer]] = {
    questions.Analyse: answers.Analysis,
    questions.Hint: answers.Moves,
    questions.Explain: answers.Proved,
    questions.Guesses: answers.Candidates,
    questions.Generate: answers.Dealt,
    questions.Step: answers.Stepped,
    questions.Convert: answers.Converted,
}

_RETRY = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer"}}}
_FOREIGN = "Asked by a foreign page, or by a name that this server does not go by"
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": answers.Error, "description": "No JSON, or not what is asked for"},
    403: {"model": answers.Error, "description": _FOREIGN},
    408: {"model": answers.Error, "description": "The body did not arrive in time"},
    413: {"model": answers.Error, "description": "The body is too long"},
    422: {
        "model": answers.Error,
        "description": "No answer: a contradiction, too large a board, or too hard a question",
    },
    503: {"model": answers.Error, "description": "Too many ask at once", "headers": _RETRY},
}


def make_router(slots: Slots) -> APIRouter:
    """All addresses below /api."""
    api = APIRouter(prefix="/api")
    for question, answer in ANSWERS.items():
        name = question.__name__.lower()
        api.add_api_route(
            f"/{name}",
            _asking(question, slots),
            methods=["POST"],
            response_model=answer,
            responses=REFUSALS,
            name=name,
            summary=question.__doc__,
        )
    api.add_api_route(
        "/about", _about, methods=["GET"], response_model=answers.About, responses={403: REFUSALS[403]}, name="about"
    )
    return api


async def _about() -> Response:
    """What there is to be asked for, and the limits."""
    return answered(questions.about())


def _asking(kind: type[Question], slots: Slots) -> Callable[..., Awaitable[Response]]:
    """What answers one kind of question."""

    async def ask(question: Question, request: Request) -> Response:
        async def gone() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass

        try:
            return await slots.run(lambda: answered(question.answer()), gone)
        except ClientGone:
            return Response(status_code=CLIENT_CLOSED_REQUEST)
        except MemoryError:
            return refused(TooHard("there is not enough memory for that; try a smaller board"))
        except MineMindError as error:
            return refused(error)

    # What is asked decides how the body is read, and what the schema says of it.
    ask.__annotations__ = {"question": kind, "request": Request, "return": Response}
    return ask
