"""The real official types against real releases: the package is fetched once with npm into the tool's cache."""

from __future__ import annotations

import tarfile
import tempfile
from pathlib import Path

import pytest

from extractor.acquire import acquire, npm
from extractor.model.schema import Ref
from extractor.naming import apply_matching, match_official_names, read_official_names
from extractor.paths import cache_directory
from extractor.pipeline import extract
from tests.naming.build import roots, same_shapes

pytestmark = pytest.mark.release

PACKAGE = "@anthropic-ai/claude-agent-sdk"
DECLARATIONS = "package/sdk.d.ts"

ANCHORED = {
    "SDKAssistantMessage", "SDKUserMessage", "SDKUserMessageReplay", "SDKSystemMessage", "SDKResultSuccess",
    "SDKResultError", "SDKPartialAssistantMessage", "SDKControlRequest", "SDKControlResponse",
    "SDKControlInitializeRequest", "SDKControlInitializeResponse", "SDKControlPermissionRequest",
}  # fmt: skip
"""Types that the wire itself identifies."""

INSIDE = {
    "PermissionMode", "PermissionUpdate", "PermissionRuleValue", "PermissionBehavior", "AgentDefinition", "ModelUsage",
    "SDKMessageOrigin", "SDKStatus", "HookInput", "BaseHookInput", "PreToolUseHookInput", "McpServerStatus",
    "McpServerConfigForProcessTransport", "SlashCommand", "ModelInfo", "AccountInfo", "SDKAssistantMessageError",
}  # fmt: skip
"""Types known by where they stand in others."""

LONE = {"PermissionResult", "RewindFilesResult", "McpSetServersResult", "EffortLevel", "HookJSONOutput",
        "PreToolUseHookSpecificOutput"}  # fmt: skip
"""Types that no other type leads to."""

OUTSIDE = {"Options", "Query", "CanUseTool", "Settings", "SessionStore", "SDKMessage", "ConfigScope", "SettingSource"}
"""Types that no shape of a release may be called by: of the SDK alone, unions of messages, two of one shape."""


def official_types(version: str) -> Path:
    """The declaration file of a version of the SDK, fetched unless the cache has it."""
    kept = cache_directory() / "sdk-types" / f"{version}.d.ts"
    if not kept.is_file():
        with tempfile.TemporaryDirectory() as folder:
            tarball = npm.pack(npm.view(PACKAGE, version), Path(folder))
            with tarfile.open(tarball) as archive:
                member = archive.extractfile(DECLARATIONS)
                assert member is not None
                text = member.read(8 << 20)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(text)
    return kept


@pytest.mark.parametrize(("number", "floor"), [("235", 190), ("245", 190), ("332", 218)])
def test_official_types_of_a_release_name_its_shapes(number: str, floor: int) -> None:
    inventory = extract(acquire(f"2.1.{number}"))
    types = read_official_names(official_types(f"0.3.{number}"))
    matching = match_official_names(inventory, types)
    assert len(matching.shapes) >= floor
    assert set(matching.shapes) >= ANCHORED | INSIDE | LONE
    assert not OUTSIDE & set(matching.shapes)
    assert set(matching.shapes) | set(matching.unmatched) == set(types.shapes) | set(types.no_data)
    after = apply_matching(inventory, matching)
    assert same_shapes(inventory, after)
    assert set(matching.shapes) <= set(after.definitions)
    assert sum(isinstance(root, Ref) for root in roots(after)) > len(roots(after)) // 3
