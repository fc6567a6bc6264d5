"""JavaScript as text and trees: the only importer of tree_sitter; spans are parsed and names resolved on demand."""

from extractor.syntax.definitions import Definition, DefinitionKind, Missing
from extractor.syntax.extent import declaration_end, expression_end
from extractor.syntax.parse import Node, content, enclosing, named_child, parse_range
from extractor.syntax.scopes import enclosing_function, local_value
from extractor.syntax.source import Source

__all__ = [
    "Definition",
    "DefinitionKind",
    "Missing",
    "Node",
    "Source",
    "content",
    "declaration_end",
    "enclosing",
    "enclosing_function",
    "expression_end",
    "local_value",
    "named_child",
    "parse_range",
]
