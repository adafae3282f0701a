"""Pages: the static files that a browser gets.

All are read once, at the start: no path of a request reaches the disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from minemind.words.catalogue import FOLDER

__all__ = ["STATIC", "fixed_route", "page_routes"]

STATIC = Path(__file__).with_name("static")

# Where the page finds the texts that it shares with Python.
WORDS = "/words"

# Not the system's types, which differ: browsers do not run a script of the wrong type.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


def page_routes(folder: Path = STATIC) -> Iterator[Route]:
    """An address for every file of the page, and for the words of every language."""
    yield from _routes(folder, "")
    yield from _routes(FOLDER, WORDS)


def _routes(folder: Path, prefix: str) -> Iterator[Route]:
    """An address for every file of a folder whose type is known; that of index.html is the folder's, too."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in TYPES:
            address = f"{prefix}/{path.relative_to(folder).as_posix()}"
            content, kind = path.read_bytes(), TYPES[path.suffix]
            yield fixed_route(address, content, kind)
            if path.name == "index.html":
                yield fixed_route(address.removesuffix("index.html"), content, kind)


def fixed_route(address: str, content: bytes, kind: str) -> Route:
    """An address with fixed content."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    # A browser may keep it, and asks each time whether it is still the same.
    headers = {"etag": tag, "cache-control": "no-cache"}

    async def page(request: Request) -> Response:
        known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
        if tag in known:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=kind)

    return Route(address, page, methods=["GET"], include_in_schema=False)
