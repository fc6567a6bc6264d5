"""Find the places that dispatch on the subtype of a control request, the worker first, then those with other roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from extractor.find.dispatch.answers import Answers
from extractor.find.dispatch.evaluate import Evaluator
from extractor.find.dispatch.found import NAME, Branch, FoundDispatch
from extractor.find.dispatch.gates import Wording
from extractor.find.dispatch.names import EVERY
from extractor.find.dispatch.record import Record
from extractor.find.dispatch.roles import ROUTE, actors, reads_for_cloud
from extractor.find.dispatch.roots import Root, handed_loops, message_loops
from extractor.find.dispatch.walk import Walk
from extractor.model.finding import Match
from extractor.syntax import Node, Source

WORKER = "worker"


def find(source: Source) -> list[FoundDispatch]:
    """Every place of the bundle that dispatches, the worker first, the others by role."""
    evaluator, answers = Evaluator(source), Answers(source)
    found = [*_workers(source, evaluator, answers, message_loops(source, evaluator))] or [
        *_workers(source, evaluator, answers, handed_loops(source, evaluator))
    ]
    ranges = [(place.match.start, place.match.end) for place in found]
    others = [*_others(source, evaluator, answers, ranges), *_others(source, evaluator, Answers(source, ROUTE), ranges)]
    if _is_missed(found, others, answers):
        found = [replace(place, is_complete=False) for place in found]
    return found + sorted(others, key=lambda place: (place.role, place.match.start))


def _workers(source: Source, evaluator: Evaluator, answers: Answers, loops: Iterable[Root]) -> Iterator[FoundDispatch]:
    for root in loops:
        if reads_for_cloud(root.statement, source):
            continue
        walk = Walk(evaluator, answers)
        record = walk.loop(root.body, root.frame, EVERY)
        place = _place(WORKER, root.statement, record, walk)
        if place.branches:
            yield place


def _is_missed(workers: list[FoundDispatch], others: list[FoundDispatch], answers: Answers) -> bool:
    """Whether no worker was seen to refuse, though the bundle has a refusal that belongs to none of the others."""
    if any(worker.refuses for worker in workers):
        return False
    return any(not any(place.match.start <= said < place.match.end for place in others) for said in answers.spoken())


def _others(
    source: Source, evaluator: Evaluator, answers: Answers, skip: list[tuple[int, int]]
) -> Iterator[FoundDispatch]:
    for actor in actors(source, evaluator, answers, skip):
        evaluator.follow.seeds = {actor.seed: actor.part}
        walk = Walk(evaluator, answers, finds_callbacks=True)
        record = walk.function(actor.function, evaluator.called(actor.function, ()), EVERY)
        place = _place(actor.role, actor.function.node, record, walk)
        evaluator.follow.seeds = {}
        if record.refuses and place.branches:
            yield place


def _place(role: str, node: Node, record: Record, walk: Walk) -> FoundDispatch:
    branches = []
    for name in sorted(record.names()):
        seen = record.places.get(name, node)
        branches.append(Branch(name, _match(seen), _condition(name, record, Wording(walk, name))))
    is_complete = role != WORKER or not record.unfollowed
    return FoundDispatch(role, _match(node), tuple(branches), record.refuses, is_complete)


def _match(node: Node) -> Match:
    return Match(NAME, node.start_byte, node.end_byte)


def _condition(name: str, record: Record, wording: Wording) -> str | None:
    """In words, all conditions that `name` has to meet; None for one that is always served.

    What a branch asks of the request itself (a missing field, a wrong value) is no condition of that kind.
    """
    may_refuse = record.may_refuse(name)
    gates = [gate for gate in record.gates if name in gate.names and (may_refuse or not gate.is_entry)]
    said = [wording.of(gate.place, holds=gate.holds) for gate in gates]
    words = dict.fromkeys(one for one in said if one is not None and not one.is_own)
    if words:
        return " and ".join(f"({one.text})" if one.is_joint and len(words) > 1 else one.text for one in words)
    is_explained = any(one is not None for one in said)
    is_sure = any(gate.is_sure for gate in gates)
    return UNNAMED if is_sure or (may_refuse and not is_explained) else None


UNNAMED = "a condition that the code does not name"
