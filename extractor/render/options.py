"""Tells the options of a union apart: by which field, and by which word each is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from extractor.model.schema import Literal, Object, Optional, Schema
from extractor.render.intersections import merged
from extractor.render.model_scalars import is_whole_text

PREFERRED = ("type", "subtype", "kind")


def string_discriminator(
    options: Sequence[Schema], definitions: Mapping[str, Schema], declared: str | None = None
) -> str | None:
    """The field whose text tells which option an object is, or None where no field always does."""
    objects = [merged(option, definitions) for option in options]
    if len(objects) < 2 or not isinstance(objects[0], Object):
        return None
    fields = [field.name for field in objects[0].fields]
    wanted = [name for name in (declared, *PREFERRED) if name in fields]
    for name in dict.fromkeys([*wanted, *fields]):
        texts = [_texts(option, name) for option in objects]
        if all(texts) and len(set().union(*texts)) == sum(map(len, texts)):
            return name
    return None


def _texts(schema: Schema, name: str) -> frozenset[str]:
    """The texts that the field of an object must be one of; empty where it may be something else or absent."""
    field = schema.field(name) if isinstance(schema, Object) else None
    if field is None or not isinstance(field.schema, Literal):
        return frozenset()
    values = field.schema.values
    texts = frozenset(value for value in values if isinstance(value, str) and is_whole_text(value))
    return texts if len(texts) == len(values) else frozenset()


def option_words(options: Sequence[Schema], definitions: Mapping[str, Schema]) -> list[str]:
    """A word for each option to name its class by: the text that tells it apart, or its position."""
    if sum(isinstance(option, Object) for option in options) == 1:
        return ["" if isinstance(option, Object) else f"Option{n}" for n, option in enumerate(options, 1)]
    field = string_discriminator(options, definitions)
    objects = [merged(option, definitions) for option in options]
    texts = [_word(option, field) for option in objects]
    flags = _flags(objects)
    return [
        text if text and texts.count(text) == 1 else flag if flag and flags.count(flag) == 1 else f"Option{number}"
        for number, (text, flag) in enumerate(zip(texts, flags, strict=True), 1)
    ]


def _flags(options: Sequence[Schema]) -> list[str | None]:
    """The field that is always true in one option and not in others; the one option without such a field is plain."""
    always = [
        [field.name for field in option.fields if field.schema == Literal((True,))]
        if isinstance(option, Object)
        else []
        for option in options
    ]
    words = [next(iter(names), None) for names in always]
    return [word or "Plain" for word in words] if words.count(None) == 1 else words


def _is_true(schema: Schema) -> bool:
    return isinstance(schema, Literal) and len(schema.values) == 1 and schema.values[0] is True


def _word(schema: Schema, field: str | None) -> str | None:
    """The one text of the field that tells options apart, or of a field that usually does."""
    if not isinstance(schema, Object):
        return None
    for name in PREFERRED if field is None else (field,):
        found = schema.field(name)
        inner = (
            found.schema.inner if found is not None and isinstance(found.schema, Optional) else found and found.schema
        )
        if isinstance(inner, Literal) and len(inner.values) == 1 and isinstance(inner.values[0], str):
            return inner.values[0]
    return None
