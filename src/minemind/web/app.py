"""The app: the API, the page and the guard before both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

import minemind as mm
from minemind.web.api import make_router
from minemind.web.guard import Guard
from minemind.web.hosts import Hosts
from minemind.web.pages import page_routes
from minemind.web.refusal import BadRequest, Internal, NotAllowed, NotFound, Refusal, refused
from minemind.web.slots import Slots

__all__ = ["make_app"]

# A sentence names so many things that are wrong with a request, each with a name of at most so many characters.
MOST_NAMED, LONGEST_NAME = 5, 60

REFUSALS: dict[int, type[Refusal]] = {kind.status: kind for kind in (BadRequest, NotFound, NotAllowed)}
SENTENCES = {
    400: "the body cannot be read; send JSON",
    404: "there is nothing at this address; /api/openapi.json lists what there is",
    405: "not by this method; /api/openapi.json says how to ask",
}


def make_app(hosts: Hosts | None = None, slots: Slots | None = None) -> ASGIApp:
    """Everything that a server serves."""
    app = FastAPI(
        title="MineMind",
        version=mm.__version__,
        description="Minesweeper: what is safe, why, and which guess is best.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        exception_handlers={
            RequestValidationError: _not_understood,
            HTTPException: _not_here,
            Exception: _mistaken,
        },
    )
    app.include_router(make_router(slots or Slots()))
    app.router.routes.extend(page_routes())
    return Guard(app, hosts or Hosts())


async def _not_understood(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refused(BadRequest(_listed(error.errors())))


def _listed(errors: Sequence[Any]) -> str:
    """What is wrong with a request, in a sentence: the first thing at each place."""
    if errors and errors[0]["type"] == "json_invalid":
        return f"the body is no JSON: {errors[0]['ctx']['error']}, at character {errors[0]['loc'][-1]}"
    if errors and errors[0]["type"] == "model_attributes_type" and len(errors[0]["loc"]) == 1:
        return "the body is no JSON object; send one, with Content-Type: application/json"
    wrong = {_place(error): error["msg"] for error in reversed(errors)}
    named = [f"{place}: {wrong[place]}" for place in reversed(wrong)]
    return "; ".join([*named[:MOST_NAMED], *([f"… and {len(named) - MOST_NAMED} more"] if named[MOST_NAMED:] else [])])


def _place(error: Any) -> str:
    """The path to a value; without the ways in which it was tried to be understood, which are no names."""
    path = map(str, error["loc"][1:])
    names = (
        path if error["type"] == "extra_forbidden" else takewhile(lambda name: name.replace("_", "").isalnum(), path)
    )
    return ".".join(names)[:LONGEST_NAME] or "the body"


async def _not_here(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kind = REFUSALS.get(error.status_code, BadRequest)
    return refused(kind(SENTENCES[kind.status]), error.headers)


async def _mistaken(_: Request, __: Exception) -> Response:
    return refused(Internal.ours())
