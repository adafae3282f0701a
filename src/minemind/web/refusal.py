"""Refusal: a request that gets no answer, with its status and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from minemind.errors import BadRequest, MineMindError
from minemind.web.limits import RETRY_SECONDS

__all__ = ["Busy", "Forbidden", "Internal", "NotAllowed", "NotFound", "Refusal", "Slow", "TooMuch", "status_of"]


class Refusal(MineMindError):
    """A request that is refused for its form, whatever it asks."""

    status = 422
    headers: ClassVar[Mapping[str, str]] = {}


class Forbidden(Refusal):
    """A request from another site, or to a host name that is not ours."""

    status = 403


class NotFound(Refusal):
    """An unknown address."""

    status = 404


class NotAllowed(Refusal):
    """A method that is not allowed here."""

    status = 405


class Slow(Refusal):
    """A body that did not arrive in time."""

    status = 408


class TooMuch(Refusal):
    """A body that is too long."""

    status = 413


class Internal(Refusal):
    """An error of the server."""

    status = 500

    @classmethod
    def ours(cls) -> Internal:
        """An error of ours, without details in its message: these are for the log."""
        return cls("something went wrong on the server; its log has the details")


class Busy(Refusal):
    """Too many questions at once."""

    status = 503
    headers: ClassVar[Mapping[str, str]] = {"retry-after": str(RETRY_SECONDS)}


def status_of(error: MineMindError) -> int:
    """The status of a request that gets no answer."""
    if isinstance(error, BadRequest):
        return 400
    return error.status if isinstance(error, Refusal) else Refusal.status
