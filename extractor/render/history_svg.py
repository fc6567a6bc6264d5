"""Draws how the protocol grew: a history comes in, one SVG picture for light and dark pages goes out."""

from __future__ import annotations

import hashlib
import io
import json
import re
from importlib.util import find_spec
from typing import TYPE_CHECKING

from extractor.errors import InputError
from extractor.model.history import History, Size

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#7d8590"
"""Text and lines, readable on white and on black."""

SENDERS = (
    ("client", "sent by the client", "#2f81f7"),
    ("agent", "sent by the program", "#db6d28"),
    ("both", "sent by both", "#8957e5"),
    ("unknown", "sender not known", "#8b949e"),
)
LINES = (("messages", "Messages on the wire", "#2ea043"), ("events", "Managed Agents events", "#bf4b8a"))
DISPATCH_ONLY = "#d29922"

_SETTINGS = {
    "svg.hashsalt": "claude-protocol-extractor",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def can_draw() -> bool:
    """Whether the plotting library is installed: the extra `plots`."""
    return find_spec("matplotlib") is not None


def growth_svg(history: History) -> str:
    """The picture: requests by sender, messages, events, and requests that are answered but not declared.

    The same history gives the same bytes with one version of matplotlib; `shows` compares across versions. An
    InputError says how to install matplotlib where it is missing.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "matplotlib", "is not installed", "install the extra `plots`: pip install '.[plots]'"
        ) from None
    with rc_context(_SETTINGS):
        figure = Figure(figsize=(9, 5.6), layout="constrained")
        figure.patch.set_alpha(0)
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        _requests(above, history.sizes)
        _lines(below, history.sizes)
        for axes in (above, below):
            _plain(axes)
        below.set_xticks(range(len(history.releases)), history.releases, rotation=45, ha="right")
        page = io.StringIO()
        metadata = {"Date": None, "Creator": None, "Description": fingerprint(history)}
        figure.savefig(page, format="svg", transparent=True, metadata=metadata)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n"


def fingerprint(history: History) -> str:
    """A digest of all that the picture shows; the picture carries it as its description."""
    shown = [
        (
            one.release,
            dict(one.requests) if one.requests is not None else None,
            one.messages,
            one.events,
            one.dispatch_only,
        )
        for one in history.sizes
    ]
    return "growth " + hashlib.sha256(json.dumps(shown).encode("ascii")).hexdigest()


def shows(picture: str, history: History) -> bool:
    """Whether a picture is of this history, whatever version of matplotlib has drawn it."""
    found = re.search(r"growth [0-9a-f]{64}", picture)
    return found is not None and found[0] == fingerprint(history)


def _requests(axes: Axes, sizes: tuple[Size, ...]) -> None:
    """Declared requests stacked by sender, and on top those known from dispatch only."""
    places = list(range(len(sizes)))
    floor = [0] * len(sizes)
    for sender, label, colour in SENDERS:
        counts = [0 if one.requests is None else one.requests.get(sender, 0) for one in sizes]
        if any(counts):
            axes.bar(places, counts, 0.7, floor, color=colour, label=label)
            floor = [low + count for low, count in zip(floor, counts, strict=True)]
    hidden = [one.dispatch_only or 0 for one in sizes]
    if any(hidden):
        about = "answered, shape not declared"
        axes.bar(places, hidden, 0.7, floor, color=DISPATCH_ONLY, alpha=0.55, hatch="///", label=about)
    axes.set_title("Control requests", loc="left", fontsize=10, fontweight="bold")
    if axes.patches:
        axes.legend(loc="upper left", frameon=False, labelcolor=INK)


def _lines(axes: Axes, sizes: tuple[Size, ...]) -> None:
    places = list(range(len(sizes)))
    for name, label, colour in LINES:
        counts = [getattr(one, name) for one in sizes]
        known = [float("nan") if count is None else float(count) for count in counts]
        axes.plot(places, known, color=colour, marker="o", markersize=4, label=label)
    axes.set_title("Messages and events", loc="left", fontsize=10, fontweight="bold")
    axes.legend(loc="upper left", frameon=False, labelcolor=INK)


def _plain(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.patch.set_alpha(0)
    axes.grid(axis="y", color=INK, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
