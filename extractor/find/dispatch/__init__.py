"""Find every place that branches on the subtype of a control request, and which subtypes it serves."""

from extractor.find.dispatch.find import find
from extractor.find.dispatch.found import NAME, Branch, FoundDispatch

__all__ = ["NAME", "Branch", "FoundDispatch", "find"]
