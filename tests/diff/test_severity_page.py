"""The severity table in docs/diff.md is the table of the code; `--refresh-golden` writes it again."""

from __future__ import annotations

from pathlib import Path

from extractor.diff.severity import TABLE, Verdict

PAGE = Path(__file__).parent.parent.parent / "docs" / "diff.md"
START = "<!-- severity table: made by tests/diff/test_severity_page.py -->\n"
END = "<!-- end of severity table -->\n"


def table() -> str:
    """The rows as markdown: one verdict where a change is judged alike in every direction."""
    lines = ["| change | in what a client sends | in what it receives |", "|---|---|---|"]
    for kind, row in TABLE.items():
        sent, received = cell(row.to_agent), cell(row.to_client)
        lines.append(f"| `{kind}` | {sent} | {'the same' if sent == received else received} |")
    return "\n".join(lines) + "\n"


def cell(verdict: Verdict) -> str:
    return f"**{verdict[0]}**: {verdict[1]}"


def test_the_page_has_the_table(refresh_golden: bool) -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    shown, _, after = rest.partition(END)
    if refresh_golden:
        PAGE.write_text(f"{before}{START}{table()}{END}{after}", "utf-8")
        shown = table()
    assert shown == table()
    assert after
