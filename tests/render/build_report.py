"""A small report with everything a report can hold, hostile names among it."""

from __future__ import annotations

from datetime import date

from extractor.model.change import Change, Judgement, Rename, Report, ShapePair, Shared, Waiver

HOSTILE = "<script>alert(1)</script>`|*\n::error::x\x1b[31m\u202e@all%"
"""A name that is markup, a command or a control sequence somewhere."""

ASK, RESULT = "control_request/ask", "message/result"
LINES = tuple(f"  a{n}: string" for n in range(9))
AGENT = Shared("Agent", ".model")
WAIVER = Waiver("0123456789ab", "agreed, see the plan", date(2031, 12, 31))

REPORT = Report(
    old="2.1.235",
    new="2.1.245",
    judgements=(
        Judgement(
            Change("field_added_required", ASK, f"{ASK}/request.it", "to_agent", None, "string"),
            "breaking",
            "What existing clients send lacks the field and is refused.",
        ),
        Judgement(
            Change("type_changed", "message/told", "message/told.x", "to_client", "string", "number"),
            "breaking",
            "A reader meets another type than it expects.",
            WAIVER,
        ),
        *(
            Judgement(
                Change("value_added", "message/told", f"message/told.{place}.model", "to_client", None, value, AGENT),
                "dangerous",
                "A reader that knows a fixed set of values meets an unknown one.",
            )
            for place in ("first", "second")
            for value in ('"a"', '"b"')
        ),
        *(
            Judgement(
                Change("field_added_optional", f"{RESULT}/{name}", f"{RESULT}/{name}.n", "to_client", None, "integer"),
                "safe",
                "A reader may ignore the field.",
            )
            for name in ("error", "success")
        ),
        Judgement(
            Change("slash_command_added", f"slash_command/{HOSTILE}", f"slash_command/{HOSTILE}", "to_agent"),
            "safe",
            "One more command can be used.",
        ),
    ),
    renames=(Rename("message/told.server_name", "message/told.serverName", 0.97),),
    shapes=(
        ShapePair(f"{ASK}/request", ("{", *LINES, "}"), ("{", *LINES, "  it: string", "}")),
        ShapePair("message/told", ("{", "  x: string", "}"), ("{", "  x: number", "}")),
        ShapePair("message/result/error", ("{", "}"), ("{", f"  n?: {HOSTILE}", "}")),
    ),
    notes=("2.1.235 has 1 unresolved match",),
    unused=(Waiver("ba9876543210", "long gone"),),
    expired=(Waiver("c0ffeec0ffee", "for a week", date(2031, 1, 1)),),
)  # fmt: skip

EMPTY = Report("2.1.235", "2.1.245", ())
