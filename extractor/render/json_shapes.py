"""Says a schema in JSON Schema 2020-12, the way zod's own `toJSONSchema` does for input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never
from urllib.parse import quote

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    FrozenJson,
    FrozenObject,
    Intersection,
    Literal,
    Never,
    Nullable,
    Number,
    NumberFormat,
    Object,
    Optional,
    Record,
    Ref,
    Scalar,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)
from extractor.render.discriminators import is_exclusive
from extractor.render.portable_patterns import portable_pattern
from extractor.render.presence import is_optional

JsonSchema: TypeAlias = dict[str, object]

NULL: JsonSchema = {"type": "null"}
NOTHING: JsonSchema = {"not": {}}
FORMAT_NAMES: Mapping[str, str] = {
    "guid": "uuid",
    "url": "uri",
    "datetime": "date-time",
    "json_string": "json-string",
}
"""The formats that JSON Schema calls otherwise; every other name is passed on."""

SAFE = 2**53 - 1
FORMAT_BOUNDS: Mapping[NumberFormat, tuple[float, float]] = {
    "safeint": (-SAFE, SAFE),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "float32": (-3.4028234663852886e38, 3.4028234663852886e38),
}
INTEGERS: tuple[NumberFormat, ...] = ("int", "safeint", "int32", "uint32")


class JsonShapes:
    """Says the schemas of one inventory; references become `#/$defs/...`."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions

    def schema(self, schema: Schema) -> JsonSchema:
        """The JSON Schema of one schema. What it cannot say stands under a keyword that starts with `x-`."""
        match schema:
            case Any():
                return {}
            case Never() | Undefined():
                return dict(NOTHING)
            case Boolean():
                return {"type": "boolean"}
            case String():
                return _string(schema)
            case Number():
                return _number(schema)
            case Literal(values):
                return _literal(values)
            case Ref(name):
                return {"$ref": f"#/$defs/{pointer_part(name)}"}
            case Optional(inner):
                return self.schema(inner)
            case Nullable(inner):
                return self._nullable(inner)
            case Default(inner, value, known):
                given: JsonSchema = {"default": thawed(value)} if known else {"x-default": "computed"}
                return {**self.schema(inner), **given}
            case Catch(inner, value, known):
                caught: JsonSchema = {"default": thawed(value)} if known else {"x-default": "computed"}
                return {**self.schema(inner), **caught, "x-catch": True}
            case Effect(inner, _, str(text)):
                return {**self.schema(inner), "description": text}
            case Effect(inner, effects):
                said = [effect for effect in effects if effect != "lazy"]
                return {**self.schema(inner), **({"x-effects": said} if said else {})}
            case _:
                return self._composite(schema)

    def _composite(self, schema: Array | Tuple | Record | Object | Union | Intersection) -> JsonSchema:
        match schema:
            case Array(element, min_items, max_items):
                limits = given(minItems=min_items, maxItems=max_items)
                return {"type": "array", "items": self.schema(element), **limits}
            case Tuple():
                return self._tuple(schema)
            case Record():
                return self._record(schema)
            case Object():
                return self._object(schema)
            case Union():
                return self._union(schema)
            case Intersection(left, right):
                return {"allOf": [self.schema(left), self.schema(right)]}
            case _:
                assert_never(schema)

    def _nullable(self, inner: Schema) -> JsonSchema:
        said = self.schema(inner)
        if said == {}:
            return said
        options = said["anyOf"] if said.keys() == {"anyOf"} else [said]
        assert isinstance(options, list)
        return {"anyOf": [*options, dict(NULL)]}

    def _tuple(self, schema: Tuple) -> JsonSchema:
        needed = len(schema.items)
        while needed and is_optional(schema.items[needed - 1], self._definitions):
            needed -= 1
        items = [self.schema(item) for item in schema.items]
        return {
            "type": "array",
            **({"prefixItems": items} if items else {}),
            "items": False if schema.rest is None else self.schema(schema.rest),
            **({"minItems": needed} if needed else {}),
        }

    def _record(self, schema: Record) -> JsonSchema:
        """An exhaustive record does not say `required`: the schema library asks for every key, real clients do not."""
        names: JsonSchema = {} if schema.key == String() else {"propertyNames": self.schema(schema.key)}
        said: JsonSchema = {"x-exhaustive": True} if schema.exhaustive else {}
        return {"type": "object", **names, "additionalProperties": self.schema(schema.value), **said}

    def _object(self, schema: Object) -> JsonSchema:
        properties = {field.name: self.schema(field.schema) for field in schema.fields}
        required = [field.name for field in schema.fields if not is_optional(field.schema, self._definitions)]
        said: JsonSchema = {"type": "object", "properties": properties}
        if required:
            said["required"] = required
        if schema.rest is not None:
            said["additionalProperties"] = self.schema(schema.rest)
        elif schema.unknown_keys != "strip":
            said["additionalProperties"] = {} if schema.unknown_keys == "passthrough" else False
        return said

    def _union(self, schema: Union) -> JsonSchema:
        options = [option for option in schema.options if not isinstance(option, Undefined)]
        if not options:
            return dict(NOTHING)
        said = [self.schema(option) for option in options]
        if schema.discriminator is None:
            return {"anyOf": said}
        exclusive = is_exclusive(schema, self._definitions)
        return {"oneOf" if exclusive else "anyOf": said, "x-discriminator": schema.discriminator}


def given(**keywords: object) -> JsonSchema:
    """The keywords that have a value."""
    return {name: value for name, value in keywords.items() if value is not None}


def plain_number(value: float) -> float:
    """A number as JSON Schema writes it: an integral float is the integer that it is in JavaScript."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e21 else value


def thawed(value: FrozenJson) -> object:
    """A frozen JSON value as dictionaries, lists and scalars."""
    if isinstance(value, FrozenObject):
        return {key: thawed(item) for key, item in value.items}
    if isinstance(value, tuple):
        return [thawed(item) for item in value]
    return plain_number(value) if isinstance(value, float) else value


def pointer_part(name: str) -> str:
    """A name as one part of a JSON pointer in a URI fragment."""
    return quote(name.replace("~", "~0").replace("/", "~1"), safe="~$!&'()*+,;=:@", errors="surrogatepass")


def _string(schema: String) -> JsonSchema:
    form = schema.format and FORMAT_NAMES.get(schema.format, schema.format)
    limits = given(minLength=schema.min_length, maxLength=schema.max_length, format=form)
    patterns = [_pattern(source) for source in schema.patterns]
    if len(patterns) > 1:
        return {"type": "string", **limits, "allOf": patterns}
    return {"type": "string", **limits, **(patterns[0] if patterns else {})}


def _pattern(source: str) -> JsonSchema:
    """A pattern as every engine reads it; as it was written, where that is something else."""
    shared = portable_pattern(source)
    return {**given(pattern=shared), **({} if shared == source else {"x-pattern": source})}


def _number(schema: Number) -> JsonSchema:
    low, high = FORMAT_BOUNDS.get(schema.format, (None, None)) if schema.format else (None, None)
    if schema.minimum is not None:
        low = schema.minimum if low is None else max(low, schema.minimum)
    if schema.maximum is not None:
        high = schema.maximum if high is None else min(high, schema.maximum)
    limits = {
        "minimum": low,
        "maximum": high,
        "exclusiveMinimum": schema.exclusive_minimum,
        "exclusiveMaximum": schema.exclusive_maximum,
        "multipleOf": schema.multiple_of,
    }
    said = {name: plain_number(value) for name, value in limits.items() if value is not None}
    return {"type": "integer" if schema.format in INTEGERS else "number", **said}


def _literal(values: tuple[Scalar, ...]) -> JsonSchema:
    types = {_json_type(value) for value in values}
    kind: JsonSchema = {"type": types.pop()} if len(types) == 1 else {}
    said = [plain_number(value) if isinstance(value, float) else value for value in values]
    return {**kind, "const": said[0]} if len(said) == 1 else {**kind, "enum": said}


def _json_type(value: Scalar) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case _:
            return "number"
