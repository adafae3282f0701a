"""Inline: an SVG file made part of a page, in the page's colours and font."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from minemind.lab.report.palette import PALETTE

__all__ = ["inlined"]

# What the page says better: fonts and colours for all, and descriptions.
_LEFT_OUT = ("metadata", "style")
_FONT = re.compile(r"font-family:[^;]*;?\s*")
_COLOUR = re.compile("|".join(colour.light for colour in PALETTE.values()))
_VARIABLE = {colour.light: f"var(--{name})" for name, colour in PALETTE.items()}
_REFERENCE = re.compile(r"(?<=#)[^)]+")


def inlined(svg: bytes, name: str, label: str) -> str:
    """The drawing as an element. `name` is put before all its ids, which must not be those of another drawing."""
    root = ElementTree.fromstring(svg)  # we have just written it
    _clean(root)
    for element in root.iter():
        element.tag = _local(element.tag)
        element.attrib = dict(_attributes(element, name))
    box = root.attrib["viewBox"]
    root.attrib = {"viewBox": box, "role": "img", "aria-label": label}
    return ElementTree.tostring(root, encoding="unicode").strip()


def _clean(element: Element) -> None:
    element.text = (element.text or "").strip() or None
    element.tail = None
    for child in list(element):
        if _local(child.tag) in _LEFT_OUT:
            element.remove(child)
        else:
            _clean(child)


def _local(name: str) -> str:
    """Without its namespace, of which HTML knows nothing."""
    return name.rpartition("}")[2]


def _attributes(element: Element, name: str) -> Iterator[tuple[str, str]]:
    """Only what is referred to keeps its id; matplotlib gives one to everything else, too."""
    for key, value in element.attrib.items():
        attribute = _local(key)
        if attribute == "style":
            yield attribute, _COLOUR.sub(lambda found: _VARIABLE[found[0]], _FONT.sub("", value))
        elif attribute == "id":
            if element.tag != "g":
                yield attribute, f"{name}-{value}"
        elif attribute in ("href", "clip-path"):
            yield attribute, _REFERENCE.sub(lambda found: f"{name}-{found[0]}", value)
        else:
            yield attribute, value
