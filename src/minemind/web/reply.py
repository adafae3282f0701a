"""Reply: the response to a request, in bytes. Workers make it, the server passes it on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from minemind.answers.json import error_json
from minemind.errors import MineMindError
from minemind.formats.document import SCHEMA
from minemind.web.refusal import Refusal, status_of

if TYPE_CHECKING:
    from starlette.responses import Response

__all__ = ["Reply", "answered", "refused"]

NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class Reply(NamedTuple):
    """A status, JSON, and headers."""

    status: int
    content: bytes
    headers: Mapping[str, str] = NO_HEADERS

    def response(self) -> Response:
        """The reply as the server sends it."""
        from starlette.responses import Response  # workers start faster without it

        return Response(self.content, self.status, self.headers, "application/json")


def answered(values: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] = NO_HEADERS) -> Reply:
    """A reply with these values as JSON."""
    return Reply(status, json.dumps({"minemind": SCHEMA, **values}, allow_nan=False).encode(), headers)


def refused(error: MineMindError, headers: Mapping[str, str] = NO_HEADERS) -> Reply:
    """A reply that says why there is no answer."""
    own = error.headers if isinstance(error, Refusal) else NO_HEADERS
    return answered(error_json(error), status_of(error), {**own, **headers})
