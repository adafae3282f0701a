"""Table: rows of text as HTML. Nothing in a cell becomes markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["Cells", "Table"]

Cells = Sequence[str]


@dataclass(frozen=True)
class Table:
    """Rows under a head, in groups with or without names. The first cell of a row says whose it is."""

    head: Cells
    groups: tuple[tuple[str, tuple[Cells, ...]], ...]

    @property
    def html(self) -> str:
        """The element, in another one in which it can be moved to the side where a page is narrow."""
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in self.head)
        bodies = "".join(f"<tbody>{''.join(self._body(name, rows))}</tbody>" for name, rows in self.groups)
        return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>{bodies}</table></div>'

    def _body(self, name: str, rows: Iterable[Cells]) -> Iterator[str]:
        if name:
            yield f'<tr><th class="group" colspan="{len(self.head)}" scope="rowgroup">{escape(name)}</th></tr>'
        for first, *others in rows:
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
            yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
