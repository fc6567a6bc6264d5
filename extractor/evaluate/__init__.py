"""Evaluate the pure part of JavaScript over abstract values and never run it: what cannot be known stays unknown."""

from extractor.evaluate.evaluator import Evaluator, Library
from extractor.evaluate.values import (
    UNDEFINED,
    Arr,
    Class,
    Const,
    Context,
    Func,
    Host,
    Instance,
    Namespace,
    Obj,
    RegExp,
    Undefined,
    Unknown,
    Value,
    is_nullish,
    plain,
)

__all__ = [
    "UNDEFINED",
    "Arr",
    "Class",
    "Const",
    "Context",
    "Evaluator",
    "Func",
    "Host",
    "Instance",
    "Library",
    "Namespace",
    "Obj",
    "RegExp",
    "Undefined",
    "Unknown",
    "Value",
    "is_nullish",
    "plain",
]
