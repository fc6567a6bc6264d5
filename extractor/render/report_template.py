"""Fills the templates of pages: HTML is escaped by the template engine, whatever a value holds."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FunctionLoader, StrictUndefined

from extractor.render.templates import template_root


def _source(name: str) -> str | None:
    found = template_root()
    for part in name.split("/"):
        found = found / part
    return found.read_text("utf-8") if found.is_file() else None


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_source),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def page_from(template: str, **values: object) -> str:
    """The page that a template makes of values; all of them are escaped."""
    return _environment().get_template(template).render(**values)
