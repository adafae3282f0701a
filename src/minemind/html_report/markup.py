"""Markup: the parts of a page: tables of text, and drawings embedded in the page.

Text in a table is escaped; a drawing takes the page's colours and font.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from minemind.html_report.palette import PALETTE

__all__ = ["Cells", "HtmlTable", "inlined"]

# What the page replaces in a drawing: descriptions, styles, fonts and colours.
_LEFT_OUT = ("metadata", "style")
_FONT = re.compile(r"font-family:[^;]*;?\s*")
_COLOUR = re.compile("|".join(colour.light for colour in PALETTE.values()))
_VARIABLE = {colour.light: f"var(--{name})" for name, colour in PALETTE.items()}
_REFERENCE = re.compile(r"(?<=#)[^)]+")

Cells = Sequence[str]


@dataclass(frozen=True)
class HtmlTable:
    """Rows under a head, in groups with or without names. The first cell of a row is its heading."""

    head: Cells
    groups: tuple[tuple[str, tuple[Cells, ...]], ...]

    @property
    def html(self) -> str:
        """The table, inside an element that scrolls sideways on a narrow page."""
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in self.head)
        bodies = "".join(f"<tbody>{''.join(self._body(name, rows))}</tbody>" for name, rows in self.groups)
        return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>{bodies}</table></div>'

    def _body(self, name: str, rows: Iterable[Cells]) -> Iterator[str]:
        if name:
            yield f'<tr><th class="group" colspan="{len(self.head)}" scope="rowgroup">{escape(name)}</th></tr>'
        for first, *others in rows:
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
            yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'


def inlined(svg: bytes, name: str, label: str) -> str:
    """The drawing as an element. `name` prefixes all its ids, so that they are unique in the page."""
    root = ElementTree.fromstring(svg)  # safe, because we have just written it
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
    """A name without its namespace, which HTML does not have."""
    return name.rpartition("}")[2]


def _attributes(element: Element, name: str) -> Iterator[tuple[str, str]]:
    """The attributes for the page. Groups lose the ids that matplotlib gives them: nothing refers to these."""
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
