"""A removed and an added thing of nearly one shape are suggested as a rename; unlike ones are not."""

from __future__ import annotations

from extractor.diff.compare import diff_inventories
from extractor.model.change import Rename
from extractor.model.inventory import ControlRequest, Inventory
from extractor.model.schema import Boolean, Literal, Number, Schema, String
from tests.diff.build import maybe, messages, obj, received


def named(subtype: str, **fields: Schema) -> Inventory:
    body = obj(subtype=Literal((subtype,)), **fields)
    return Inventory("1", (ControlRequest(subtype, "client", body, "undeclared"),))


def suggested(old: Inventory, new: Inventory) -> list[tuple[str, str]]:
    return [(one.old, one.new) for one in diff_inventories(old, new).renames]


FIELDS: dict[str, Schema] = {"path": String(), "depth": Number(), "hidden": maybe(Boolean()), "limit": maybe(Number())}


def test_a_request_with_the_same_fields() -> None:
    assert diff_inventories(named("read_dir", **FIELDS), named("list_directory", **FIELDS)).renames == (
        Rename("control_request/read_dir", "control_request/list_directory", 0.86),
    )


def test_a_request_with_nearly_the_same_fields() -> None:
    more: dict[str, Schema] = {**FIELDS, "follow": maybe(Boolean())}
    assert suggested(named("list_dir", **FIELDS), named("list_dirs", **more)) != []


def test_a_request_with_other_fields_or_none() -> None:
    assert suggested(named("list_dir", **FIELDS), named("list_dirs", name=String(), value=String())) == []
    assert suggested(named("interrupt"), named("get_usage")) == []
    assert suggested(named("mcp_reload"), named("mcp_reloads")) == [
        ("control_request/mcp_reload", "control_request/mcp_reloads")
    ]


def test_each_thing_is_in_one_rename_the_best() -> None:
    old = messages(("note", obj(**FIELDS), ("stdout",)))
    new = messages(("notes", obj(**FIELDS), ("stdout",)), ("zebra", obj(**FIELDS), ("stdout",)))
    assert suggested(old, new) == [("message/note", "message/notes")]


def test_a_field_written_another_way() -> None:
    old, new = received(obj(server_name=String(), x=Number())), received(obj(serverName=String(), y=String()))
    assert suggested(old, new) == [("message/told.server_name", "message/told.serverName")]


def test_a_field_of_another_shape_or_another_object_is_no_rename() -> None:
    assert suggested(received(obj(server_name=String())), received(obj(serverName=Number()))) == []
    old = received(obj(a=obj(name=String()), b=obj()))
    new = received(obj(a=obj(), b=obj(name=String())))
    assert suggested(old, new) == []
