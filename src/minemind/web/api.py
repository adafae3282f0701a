"""The API: one address for each question. A worker gets the body as it arrived, and its reply is passed on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import cache
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from minemind.answers import review, schema
from minemind.errors import BadRequest, MineMindError
from minemind.web import answers, questions
from minemind.web.answering import QUESTIONS
from minemind.web.clients import client_at
from minemind.web.reply import Reply, answered, refused
from minemind.web.workers import Answerer

__all__ = ["ANSWERS", "make_router"]

# The status of a response to a client that has disconnected.
CLIENT_CLOSED_REQUEST = 499

ANSWERS: dict[str, type[Any]] = {
    "analyse": schema.AnalysisJson,
    "hint": schema.MovesJson,
    "explain": schema.ProvedJson,
    "guesses": schema.CandidatesJson,
    "generate": schema.DealtJson,
    "metrics": schema.MetricsJson,
    "step": answers.SteppedJson,
    "review": review.ReviewJson,
    "convert": answers.ConvertedJson,
}

_RETRY = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer"}}}
_FOREIGN = "The request comes from another page, or names another host"
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": schema.ErrorJson, "description": "Not JSON, or not a valid question"},
    403: {"model": schema.ErrorJson, "description": _FOREIGN},
    408: {"model": schema.ErrorJson, "description": "The body did not arrive in time"},
    413: {"model": schema.ErrorJson, "description": "The body is too long"},
    422: {
        "model": schema.ErrorJson,
        "description": "No answer: the board contradicts itself or is too large, or the question is too hard",
    },
    503: {"model": schema.ErrorJson, "description": "Too many questions are waiting", "headers": _RETRY},
}

# A form on another site's page can send bodies, but not of this type.
_JSON = re.compile(r"application/([^;]+\+)?json\s*(;.*)?", re.IGNORECASE)

Value = TypeVar("Value")


def make_router(answerer: Answerer) -> APIRouter:
    """All addresses below /api."""
    api = APIRouter(prefix="/api", route_class=_handing_to(answerer))
    for name, question in QUESTIONS.items():
        api.add_api_route(
            f"/{name}",
            _declared(question),
            methods=["POST"],
            response_model=ANSWERS[name],
            responses=REFUSALS,
            name=name,
            summary=question.__doc__,
        )
    api.add_api_route(
        "/about",
        _about,
        methods=["GET"],
        response_model=answers.AboutJson,
        responses={403: REFUSALS[403]},
        name="about",
        route_class_override=APIRoute,
    )
    return api


async def _about() -> Response:
    """What the server offers, and its limits."""
    return _about_reply().response()


@cache
def _about_reply() -> Reply:
    return answered(questions.about())


def _declared(kind: type[questions.Question]) -> Callable[..., None]:
    """A function that nobody calls, with the signature that the schema describes: workers read the bodies."""

    def ask(question: questions.Question) -> None:
        raise AssertionError(f"workers answer questions, not the server: {question}")

    ask.__annotations__ = {"question": kind, "return": None}
    return ask


def _handing_to(answerer: Answerer) -> type[APIRoute]:
    """Routes that pass the body of a request to a worker."""

    class Handing(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            async def hand(request: Request) -> Response:
                body = await request.body()
                if not _JSON.fullmatch(request.headers.get("content-type", "")):
                    return refused(
                        BadRequest("the body is not a JSON object; send one, with Content-Type: application/json")
                    ).response()
                client = client_at(request.client.host if request.client else "")
                try:
                    reply = await _while_connected(request, answerer.ask(client, self.name, body))
                except MineMindError as error:
                    reply = refused(error)
                return reply.response() if reply else Response(status_code=CLIENT_CLOSED_REQUEST)

            return hand

    return Handing


async def _while_connected(request: Request, asking: Awaitable[Value]) -> Value | None:
    """The awaited result, or None if the client disconnects first, which cancels it."""
    asked = asyncio.ensure_future(asking)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({asked, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return asked.result() if asked.done() else None
    finally:
        asked.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
