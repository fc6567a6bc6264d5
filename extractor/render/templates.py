"""Fills the templates that ship with the program; a template takes only text that is known to be safe."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound

from extractor.render.code import Code
from extractor.render.markdown import Markdown

PACKAGE = "extractor.templates"
SOURCE_TREE = Path(__file__).parents[2] / "templates"
"""Where the templates are when the program runs from its source tree, without being installed."""


def template_root() -> Traversable:
    """The folder of templates: that of the installed package, else that of the source tree."""
    try:
        return files(PACKAGE)
    except ModuleNotFoundError:
        return SOURCE_TREE


class _Shipped(BaseLoader):
    """Reads templates from the installed package, by a path with forward slashes."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, None]:
        try:
            found = template_root()
            for part in template.split("/"):
                found = found / part
            return found.read_text("utf-8"), None, None
        except OSError:
            raise TemplateNotFound(template) from None


def _only(kind: type[str]) -> Callable[[object], object]:
    def finalize(value: object) -> object:
        if isinstance(value, kind | int):
            return value
        raise TypeError(f"text that is not known to be safe was about to be written: {value!r}")

    return finalize


@cache
def _environment(kind: type[str]) -> Environment:
    return Environment(
        loader=_Shipped(),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_only(kind),
    )


def code_from(template: str, **values: object) -> str:
    """The source text of a code template. Everything it prints must be `Code` or a whole number."""
    return _environment(Code).get_template(template).render(**values)


def markdown_from(template: str, **values: object) -> str:
    """The text of a document template. Everything it prints must be `Markdown` or a whole number."""
    return _environment(Markdown).get_template(template).render(**values)
