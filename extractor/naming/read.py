"""Reads the official TypeScript types: the path of an `sdk.d.ts` comes in, the types it declares go out."""

from __future__ import annotations

from pathlib import Path

from extractor.errors import InputError
from extractor.naming.official import OfficialTypes
from extractor.naming.translate import Translator, what_it_is
from extractor.syntax.typescript import read_declarations

LARGEST = 32 << 20
"""A declaration file of more bytes than this is refused; the official one has less than one million."""

_REMEDY = "give the sdk.d.ts of the npm package @anthropic-ai/claude-agent-sdk, 0.3.N for release 2.1.N"


def read_official_names(path: Path) -> OfficialTypes:
    """The types that the declaration file at `path` names.

    Raises InputError where it cannot be read, is too large, or declares no type.
    """
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        raise InputError(str(path), f"cannot be read ({error.strerror})", _REMEDY) from None
    if len(text) > LARGEST:
        raise InputError(str(path), f"is larger than {LARGEST >> 20} MiB", _REMEDY)
    declared = read_declarations(text)
    if not declared.types:
        raise InputError(str(path), "declares no TypeScript types", _REMEDY)
    translator = Translator(declared)
    no_data = {name: what for name, written in declared.types.items() if (what := what_it_is(written)) is not None}
    shapes = {name: translator.schema(written) for name, written in declared.types.items() if name not in no_data}
    no_data |= {name: "a declaration that cannot be parsed" for name in declared.damaged if name not in shapes}
    return OfficialTypes(str(path), shapes, no_data)
