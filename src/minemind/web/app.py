"""The app: the API, the page, and the guard in front of both."""

from __future__ import annotations

import json

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

import minemind as mm
from minemind.errors import BadRequest, MineMindError
from minemind.web.api import make_router
from minemind.web.guard import Guard
from minemind.web.hosts import Hosts
from minemind.web.pages import fixed_route, page_routes
from minemind.web.refusal import Internal, NotAllowed, NotFound
from minemind.web.reply import refused
from minemind.web.workers import Answerer

__all__ = ["make_app"]

SCHEMA_PATH = "/api/openapi.json"

REFUSALS: dict[int, type[MineMindError]] = {400: BadRequest, 404: NotFound, 405: NotAllowed}
SENTENCES = {
    400: "the body cannot be read; send JSON",
    404: f"there is nothing at this address; see {SCHEMA_PATH}",
    405: f"this method is not allowed here; see {SCHEMA_PATH}",
}


def make_app(answerer: Answerer, hosts: Hosts | None = None) -> Guard:
    """The whole application."""
    app = FastAPI(
        title="MineMind",
        version=mm.__version__,
        description="Minesweeper: what is safe, why, and which guess is best.",
        openapi_url=None,  # made once, below
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        exception_handlers={HTTPException: _not_here, Exception: _mistaken},
    )
    app.include_router(make_router(answerer))
    app.router.routes.append(fixed_route(SCHEMA_PATH, json.dumps(app.openapi()).encode(), "application/json"))
    app.router.routes.extend(page_routes())
    return Guard(app, hosts or Hosts())


async def _not_here(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code if error.status_code in REFUSALS else 400
    return refused(REFUSALS[status](SENTENCES[status]), error.headers or {}).response()


async def _mistaken(_: Request, __: Exception) -> Response:
    return refused(Internal.ours()).response()
