"""Fills templates for pages and documents: HTML is escaped by the template engine, whatever a value holds."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound

PACKAGE = "extractor.templates"
SOURCE = Path(__file__).parent.parent.parent / "templates"


class _Templates(BaseLoader):
    """Reads templates of the installed package, or of the source tree that the program runs from."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, None]:
        for folder in (_installed(), SOURCE):
            try:
                if folder is not None:
                    return folder.joinpath(*template.split("/")).read_text("utf-8"), None, None
            except OSError:
                continue
        raise TemplateNotFound(template)


def _installed() -> Path | None:
    try:
        return Path(str(files(PACKAGE)))
    except ModuleNotFoundError:
        return None


@cache
def _environment() -> Environment:
    return Environment(
        loader=_Templates(),
        undefined=StrictUndefined,
        autoescape=lambda name: name is not None and name.endswith((".html.jinja", ".svg.jinja")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def filled(template: str, **values: object) -> str:
    """The text of a template; one that ends in `.html.jinja` is escaped throughout."""
    return _environment().get_template(template).render(**values)
