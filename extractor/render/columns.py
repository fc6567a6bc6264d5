"""Rows of cells on a console: tables folded to its width on a terminal, aligned plain lines in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from extractor.render.visible import visible

Rows = Sequence[Sequence[str]]

NARROW, NARROWEST = 16, 8
"""So many characters a column needs to be read easily, and at all."""


class Columns:
    """Prints tables and lists in the way that suits the console. What is empty is not printed, and nothing is cut.

    With `gap`, an empty line follows each table.
    """

    def __init__(self, console: Console, gap: bool = True) -> None:
        self._console, self._gap = console, gap

    def table(self, title: str, columns: Sequence[str], rows: Rows) -> None:
        """A table with a title; cells from the inventory are shown with no markup and no control characters."""
        if not rows:
            return
        title, shown = visible(title), [[visible(cell) for cell in row] for row in rows]
        if self._console.is_terminal and self._console.width >= NARROWEST * min(2, len(shown[0])):
            self._folded(title, columns, shown)
        else:
            self._plain(title, [list(columns), *shown] if columns else shown)
        if self._gap:
            self.line("")

    def words(self, title: str, words: Iterable[str]) -> None:
        """A list of words with a title."""
        shown = [visible(word) for word in words]
        if shown:
            self.table(title, (), [[word] for word in shown] if not self._console.is_terminal else [[", ".join(shown)]])

    def line(self, text: str, style: str = "") -> None:
        """A line as it is, however long."""
        self._console.print(Text(text, style=style), soft_wrap=True)

    def _folded(self, title: str, columns: Sequence[str], rows: Rows) -> None:
        if self._console.width < NARROW * len(rows[0]):
            columns, rows = _joined(columns), [_joined(row) for row in rows]
        names = columns or [""] * len(rows[0])
        first = min(max(len(names[0]), *(cell_len(row[0]) for row in rows)), self._console.width // 2)
        table = Table(title=Text(title, style="table.title"), title_justify="left", box=None, show_header=bool(columns))
        for index, name in enumerate(names):
            table.add_column(name, overflow="fold", width=first if index == 0 and len(names) > 1 else None)
        for row in rows:
            table.add_row(*map(Text, row))
        self._console.print(table)

    def _plain(self, title: str, rows: Rows) -> None:
        self.line(f"{title}:")
        widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self.line(("  " + "  ".join(cells)).rstrip())


def _joined(cells: Sequence[str]) -> list[str]:
    """The first cell, and the others in one: what is left of a row where there is room for two columns."""
    return [*cells[:1], *(["; ".join(filter(None, cells[1:]))] if len(cells) > 1 else [])]
