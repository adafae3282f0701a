"""Refusal: a request that gets no answer, with its status and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from minemind.errors import MineMindError
from minemind.web.limits import RETRY_SECONDS

__all__ = ["BadRequest", "Busy", "Forbidden", "Internal", "NotAllowed", "NotFound", "Refusal", "Slow", "TooMuch"]


class Refusal(MineMindError):
    """A request that is refused for what it is, whatever it asks."""

    status = 422
    headers: ClassVar[Mapping[str, str]] = {}


class BadRequest(Refusal):
    """Not JSON, or not a valid question."""

    status = 400


class Forbidden(Refusal):
    """A foreign page, or a host that nobody here goes by."""

    status = 403


class NotFound(Refusal):
    """Nothing is here."""

    status = 404


class NotAllowed(Refusal):
    """Not by this method."""

    status = 405


class Slow(Refusal):
    """A body that does not arrive."""

    status = 408


class TooMuch(Refusal):
    """A body that is too long."""

    status = 413


class Internal(Refusal):
    """A mistake of ours."""

    status = 500

    @classmethod
    def ours(cls) -> Internal:
        """All that is said of it: what it was is nobody's business but ours."""
        return cls("something went wrong on the server; its log has the details")


class Busy(Refusal):
    """Too many ask at once."""

    status = 503
    headers: ClassVar[Mapping[str, str]] = {"retry-after": str(RETRY_SECONDS)}
