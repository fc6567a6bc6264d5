"""Find the places that dispatch on the subtype of a control request, the worker first, then those with other roles."""

from __future__ import annotations

from extractor.find.dispatch.answers import Answers
from extractor.find.dispatch.evaluate import Evaluator
from extractor.find.dispatch.found import NAME, Branch, FoundDispatch
from extractor.find.dispatch.gates import Wording
from extractor.find.dispatch.names import EVERY
from extractor.find.dispatch.roots import message_loops
from extractor.find.dispatch.walk import Record, Walk
from extractor.model.finding import Match
from extractor.syntax import Node, Source

WORKER = "worker"


def find(source: Source) -> list[FoundDispatch]:
    """Every place of the bundle that dispatches, the worker first, the others by role."""
    evaluator, answers = Evaluator(source), Answers(source)
    found = []
    for root in message_loops(source, evaluator):
        walk = Walk(evaluator, answers)
        record = walk.loop(root.body, root.frame, EVERY)
        place = _place(WORKER, root.statement, record, walk)
        if place.branches:
            found.append(place)
    return found


def _place(role: str, node: Node, record: Record, walk: Walk) -> FoundDispatch:
    wording = Wording(walk.evaluator, walk.conditions)
    branches = []
    for name in sorted(record.names()):
        seen = record.places.get(name, node)
        branches.append(Branch(name, _match(seen), _condition(name, record, wording)))
    return FoundDispatch(role, _match(node), tuple(branches), record.refuses)


def _match(node: Node) -> Match:
    return Match(NAME, node.start_byte, node.end_byte)


def _condition(name: str, record: Record, wording: Wording) -> str | None:
    """In words, all conditions that `name` has to meet; None for one that is always served."""
    may_be_refused = name in record.refused or name in record.refused_rest
    words: dict[str, None] = {}
    for gate in record.gates:
        if name in gate.names:
            text = wording.of(gate.place, holds=gate.holds)
            if text is not None:
                words[text] = None
    if not words:
        return UNNAMED if may_be_refused else None
    return " and ".join(f"({text})" if " or " in text and len(words) > 1 else text for text in words)


UNNAMED = "a condition that the code does not name"
