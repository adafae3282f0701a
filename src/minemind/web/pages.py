"""Pages: the files of the site, as a browser gets them.

All are made once, at the start, with their compressed copies: no path of a request reaches the disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from minemind.web.site import INDEX, Site, build_site

__all__ = ["fixed_route", "page_routes"]

# A browser may keep a file, but asks each time whether it is still the same; or it need never ask again.
ASK_AGAIN = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def page_routes() -> tuple[Route, ...]:
    """An address for every file of the site; the page has a second one, that of the site."""
    return tuple(_routes(build_site()))


def _routes(site: Site) -> Iterator[Route]:
    for file in site.files.values():
        encoded = {encoding: file.encoded(encoding, best=False) for encoding in file.encodings}
        keeping = FOR_EVER if file.is_lasting else ASK_AGAIN
        for address in (f"/{file.name}", *(["/"] if file.name == INDEX else [])):
            yield fixed_route(address, file.content, file.kind, encoded, keeping)


def fixed_route(
    address: str, content: bytes, kind: str, encoded: Mapping[str, bytes] | None = None, keeping: str = ASK_AGAIN
) -> Route:
    """An address with fixed content, which may have encoded copies, the best one first."""
    # A weak tag, because it is the same for all copies, which differ in their bytes.
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": f"W/{tag}", "cache-control": keeping, "vary": "accept-encoding"}

    async def page(request: Request) -> Response:
        known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
        if tag in known:
            return Response(status_code=304, headers=headers)
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        for encoding, copy in (encoded or {}).items():
            if encoding in accepted:
                return Response(copy, headers={**headers, "content-encoding": encoding}, media_type=kind)
        return Response(content, headers=headers, media_type=kind)

    return Route(address, page, methods=["GET"], include_in_schema=False)


def _accepted(header: str) -> set[str]:
    """The encodings that a browser names, without those that it refuses."""
    named = (each.partition(";") for each in header.lower().split(","))
    return {name.strip() for name, _, quality in named if quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00")}
