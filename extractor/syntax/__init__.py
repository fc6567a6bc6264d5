"""JavaScript as text and trees: the only importer of tree_sitter; spans are parsed and names resolved on demand."""

from extractor.syntax.around import definition_around
from extractor.syntax.branch import Branch
from extractor.syntax.definitions import Definition, DefinitionKind, Missing
from extractor.syntax.extent import bracket_end, declaration_end, expression_end
from extractor.syntax.parse import Node, content, enclosing, named_child, operator_of, parse_range
from extractor.syntax.scopes import declared_names, enclosing_function, enclosing_functions, local_value
from extractor.syntax.source import Source

__all__ = [
    "Branch",
    "Definition",
    "DefinitionKind",
    "Missing",
    "Node",
    "Source",
    "bracket_end",
    "content",
    "declaration_end",
    "declared_names",
    "definition_around",
    "enclosing",
    "enclosing_function",
    "enclosing_functions",
    "expression_end",
    "local_value",
    "named_child",
    "operator_of",
    "parse_range",
]
