"""Turns the schemas of an inventory into the types of a generated package: expressions, and classes for objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from extractor.model.schema import (
    Any,
    Array,
    Boolean,
    Catch,
    Default,
    Effect,
    Intersection,
    Literal,
    Never,
    Nullable,
    Number,
    Object,
    Optional,
    Record,
    Ref,
    Schema,
    String,
    Tuple,
    Undefined,
    Union,
)
from extractor.render.code import NONE, Call, Code, Constant, Expression, Name, Subscript, literal
from extractor.render.intersections import LENIENT, merged
from extractor.render.model_nouns import MODULES, ModelAlias, ModelClass, ModelField, ModelItem, ModuleName
from extractor.render.model_scalars import (
    ANYTHING,
    either,
    is_fixed,
    is_simple,
    keywords,
    literal_type,
    number_type,
    scalar_value,
    string_type,
)
from extractor.render.names import ClassNames, class_part, is_plain_attribute
from extractor.render.options import option_words, string_discriminator
from extractor.render.presence import may_be_absent

ELLIPSIS = Constant(Code("..."))
EMPTY_TUPLE = Constant(Code("()"))


class ModelShapes:
    """Collects the classes and aliases that schemas need, module by module, and gives the type of each schema."""

    def __init__(self, definitions: Mapping[str, Schema], names: ClassNames, partial_tuples: bool) -> None:
        """`partial_tuples`: whether the release's dialect lets the last, optional items of a tuple be missing."""
        self.definitions = definitions
        self.modules: dict[ModuleName, list[ModelItem]] = {module: [] for module in MODULES}
        self.module: ModuleName = "shapes"
        self._names = names
        self._partial_tuples = partial_tuples
        self._known: dict[str, Name] = {}
        self._named = {name: names.take(name) for name in definitions}

    def class_of_definition(self, schema: Schema) -> str | None:
        """The name of the definition's class, where the schema is a reference to an object."""
        is_class = isinstance(schema, Ref) and isinstance(merged(schema, self.definitions), Object)
        return self._named[schema.name] if isinstance(schema, Ref) and is_class else None

    def add_definitions(self) -> None:
        """Adds every definition to the module of shared shapes."""
        self.module = "shapes"
        for name, schema in self.definitions.items():
            about = f"The shape that the release's schemas share as {name}."
            shape = schema if isinstance(schema, Ref) else merged(schema, self.definitions)
            if isinstance(shape, Object):
                self._add_class(self._named[name], about, shape)
            else:
                value = self.type_of(shape, self._named[name])
                self.modules["shapes"].append(ModelAlias(self._named[name], about, value))

    def add_entry(self, name: str, about: str, schema: Schema) -> str:
        """The class of a request, response or message: that of its definition, or a new one called `name`."""
        shape = merged(schema, self.definitions)
        items = self.modules[self.module]
        if not isinstance(shape, Object):
            model = ModelClass(name, about)
            items.append(model)
            model.root = self.type_of(schema, name)
            return name
        shared = self.class_of_definition(schema)
        known = self._known.get(repr(shape)) if shared is None else Name(shared)
        if known is None:
            self._add_class(name, about, shape)
            return name
        if known.text != name:
            items.append(ModelAlias(name, about, known, same_as=True))
        return known.text

    def _add_class(self, name: str, about: str, shape: Object) -> None:
        model = ModelClass(name, about)
        self.modules[self.module].append(model)
        if any(is_fixed(field.schema) for field in shape.fields):
            self._known.setdefault(repr(shape), Name(name))
        for field in shape.fields:
            model.fields.append(self._field(field.name, field.schema, name))
        if shape.rest is not None and not isinstance(shape.rest, Any):
            model.extra = self.type_of(shape.rest, name, "Extra")

    def _field(self, wire: str, schema: Schema, owner: str) -> ModelField:
        part = class_part(wire) or "Field"
        if not may_be_absent(schema, self.definitions):
            return ModelField(wire, self.type_of(schema, owner, part), "fixed" if is_fixed(schema) else "needed")
        if isinstance(schema, Default) and schema.known and is_simple(schema.inner, schema.value):
            return ModelField(wire, self.type_of(schema.inner, owner, part), "given", scalar_value(schema.value))
        inner = self.type_of(schema, owner, part)
        return ModelField(wire, inner if inner == ANYTHING else Subscript("Maybe", (inner,)), "maybe")

    def type_of(self, schema: Schema, *path: str) -> Expression:
        """The type of a schema; classes it needs are named after `path`."""
        match schema:
            case Any():
                return ANYTHING
            case Never() | Undefined():
                return Name("Nothing")
            case Boolean():
                return Name("bool")
            case String():
                return string_type(schema)
            case Number():
                return number_type(schema)
            case Literal(values):
                return literal_type(values)
            case Ref(name):
                return Name(self._named[name])
            case Optional(inner) | Default(inner):
                return self.type_of(inner, *path)
            case Nullable(inner):
                return either(self.type_of(inner, *path), NONE)
            case Catch(inner):
                return either(self.type_of(inner, *path), ANYTHING)
            case Effect(inner, effects):
                said = self.type_of(inner, *path)
                return either(said, ANYTHING) if LENIENT.intersection(effects) else said
            case _:
                return self._composite(schema, path)

    def _composite(
        self, schema: Array | Tuple | Record | Object | Union | Intersection, path: tuple[str, ...]
    ) -> Expression:
        match schema:
            case Array(element, min_items, max_items):
                listed = Subscript("list", (self.type_of(element, *path),))
                limits = keywords(min_length=min_items, max_length=max_items)
                return Subscript("Annotated", (listed, Call("Field", (), limits))) if limits else listed
            case Tuple():
                return self._tuple(schema, path)
            case Record(key, value):
                return Subscript("dict", (self.type_of(key, *path, "Key"), self.type_of(value, *path)))
            case Object():
                return self._object(schema, path)
            case Union():
                return self._union(schema, path)
            case Intersection():
                return self._intersection(schema, path)
            case _:
                assert_never(schema)

    def _object(self, schema: Object, path: tuple[str, ...]) -> Expression:
        known = self._known.get(repr(schema))
        if known is not None:
            return known
        name = self._names.take(*path)
        self._add_class(name, f"The part {'.'.join(path[1:]) or 'inside'} of {path[0]}.", schema)
        return Name(name)

    def _tuple(self, schema: Tuple, path: tuple[str, ...]) -> Expression:
        items = tuple(self.type_of(item, *path, f"Item{number}") for number, item in enumerate(schema.items, 1))
        rest = None if schema.rest is None else self.type_of(schema.rest, *path, "Rest")
        if rest is not None and not items:
            return Subscript("list", (rest,))
        needed = len(items)
        while self._partial_tuples and needed and may_be_absent(schema.items[needed - 1], self.definitions):
            needed -= 1
        whole = items if rest is None else (*items, Subscript("Unpack", (Subscript("tuple", (rest, ELLIPSIS)),)))
        shorter = [items[:count] for count in range(len(items) - 1, needed - 1, -1)]
        return either(*map(_positions, [whole, *shorter]))

    def _union(self, schema: Union, path: tuple[str, ...]) -> Expression:
        options = [option for option in schema.options if not isinstance(option, Undefined)]
        words = option_words(options, self.definitions)
        found = [self.type_of(option, *path, word) for option, word in zip(options, words, strict=True)]
        if not found:
            return Name("Nothing")
        field = string_discriminator(options, self.definitions, schema.discriminator)
        distinct = list(dict.fromkeys(found))
        if field is None or len(distinct) < len(found) or not is_plain_attribute(field, self._names):
            return either(*found)
        choice = Call("Field", (), (("discriminator", Constant(literal(field))),))
        return Subscript("Annotated", (Subscript("Union", tuple(found)), choice))

    def _intersection(self, schema: Intersection, path: tuple[str, ...]) -> Expression:
        shape = merged(schema, self.definitions)
        if not isinstance(shape, Intersection):
            return self.type_of(shape, *path)
        left, right = self.type_of(shape.left, *path, "Left"), self.type_of(shape.right, *path, "Right")
        return Subscript("Annotated", (left, Call("Also", (right,))))


def _positions(items: tuple[Expression, ...]) -> Expression:
    """A tuple type; an array on the wire is no Python tuple, so a marker reads and writes it."""
    return Subscript("Annotated", (Subscript("tuple", items or (EMPTY_TUPLE,)), Call("Positions")))
