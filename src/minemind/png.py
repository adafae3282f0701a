"""PNG: renders a picture that was drawn as SVG, so that both always show the same."""

from __future__ import annotations

from functools import cache

from minemind.errors import MissingExtra

__all__ = ["png"]

# Pixels for each unit of the SVG, so that text stays sharp; fewer if a side would be longer than MAX_SIDE.
ZOOM = 2.0
MAX_SIDE = 8192

_EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" font-family="{family}">{content}</svg>'


def png(svg: str, width: float, height: float, family: str) -> bytes:
    """The picture as PNG; `family` lists the fonts that it uses. Raises `MissingExtra` without resvg or any font."""
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError:
        raise MissingExtra(
            'saving a PNG needs resvg: pip install "minemind-engine[png]"; saving an SVG needs nothing'
        ) from None
    if not _has_font(family):
        raise MissingExtra("saving a PNG needs a font, and none is installed; install DejaVu Sans, or save an SVG")
    return svg_to_bytes(svg, background="#ffffff", zoom=min(ZOOM, MAX_SIDE / max(width, height)))


@cache
def _has_font(family: str) -> bool:
    """Whether text is drawn at all: without fonts it is silently left out."""
    from resvg_py import svg_to_bytes

    with_text, without = (
        svg_to_bytes(_EMPTY.format(family=family, content=content))
        for content in ('<text x="1" y="8" font-size="9">8</text>', "")
    )
    return with_text != without
