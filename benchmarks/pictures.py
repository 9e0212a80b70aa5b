"""Pictures for the documentation, out of what was measured.

    python -m benchmarks.pictures calibration docs/calibration.svg build/bench/calibration.json
    python -m benchmarks.pictures curves docs/curves.svg NAME=NET...
    python -m benchmarks.pictures ppo docs/ppo.svg build/ppo-1.json build/ppo-2.json build/ppo-3.json

The first draws what `benchmarks.calibration` has found, the second how the loss of nets fell while they learned, the
third what the nets of `examples/study/ppo.py` won, a curve for each.
"""

import argparse
import json
import math
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import mezani

PLOT, LEFT, TOP, BETWEEN, UNDER = 150, 52, 76, 52, 46
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #2b2420 }
.title { font-weight: 600; font-size: 16px } .name { font-weight: 600; font-size: 13px }
.note, .tick { fill: #6b5d52 } .tick { font-size: 11px }
.paper { fill: #fbf7f0 } .frame { fill: none; stroke: #b8a898 } .even { stroke: #6b5d52; stroke-dasharray: 4 4 }
.now { fill: #c8743a; fill-opacity: .85 } .before { fill: none; stroke: #6b5d52; stroke-width: 1.5 }
.curve { fill: none; stroke: #c8743a; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #f1e8dc } .note, .tick { fill: #b8a898 } .paper { fill: #221c18 } .frame { stroke: #6b5d52 }
  .even, .before { stroke: #b8a898 }
}
"""


class Scale(NamedTuple):
    """What an axis reaches from and to, and how a number is written at it."""

    low: float
    high: float
    form: str

    def at(self, value: float) -> float:
        """Where a value lies on an axis, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[tuple[float, str]]:
        middle = (self.low + self.high) / 2
        return [(self.at(value), format(value, self.form)) for value in (self.low, middle, self.high)]


class Panel(NamedTuple):
    """One of the plots of a picture; what is in it knows nothing of where it lies."""

    name: str
    across: Scale
    upward: Scale
    marks: str


def picture(title: str, note: str, under: str, panels: Sequence[Panel]) -> str:
    """Plots side by side, as SVG."""
    width = LEFT + len(panels) * (PLOT + BETWEEN)
    height = TOP + PLOT + UNDER
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(note)}</desc>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="8"/>',
        f'<text class="title" x="16" y="26">{escape(title)}</text>',
        f'<text class="note" x="16" y="45">{escape(note)}</text>',
    ]
    for place, panel in enumerate(panels):
        parts += framed(panel, LEFT + place * (PLOT + BETWEEN))
    parts.append(f'<text class="note" x="{LEFT}" y="{height - 12}">{escape(under)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def framed(panel: Panel, x: int) -> list[str]:
    """A plot with its name and its axes."""
    parts = [
        f'<g transform="translate({x} {TOP})">',
        f'<text class="name" y="-8">{escape(panel.name)}</text>',
        f'<rect class="frame" width="{PLOT}" height="{PLOT}"/>',
    ]
    for share, text in panel.across.ticks():
        parts.append(f'<text class="tick" x="{PLOT * share:.1f}" y="{PLOT + 16}" text-anchor="middle">{text}</text>')
    for share, text in panel.upward.ticks():
        parts.append(f'<text class="tick" x="-8" y="{PLOT * (1 - share) + 4:.1f}" text-anchor="end">{text}</text>')
    return [*parts, panel.marks, "</g>"]


def calibration(found: dict[str, Any]) -> str:
    """How likely a victory was called, and how often it came, for each game."""
    percent = Scale(0.0, 1.0, ".0%")
    panels = []
    for name, judgements in found.items():
        marks = [f'<path class="even" d="M0 {PLOT}L{PLOT} 0"/>']
        for who in ("before", "now"):
            marks += [bubble(who, *told) for told in judgements.get(who, {"bins": []})["bins"]]
        panels.append(Panel(mezani.game(name).title, percent, percent, "\n".join(marks)))
    return picture(
        "Whether hints come true",
        "Upward: how often a victory came; filled: now, hollow: before; the larger, the more hints",
        "Across: how likely the hint called it",
        panels,
    )


def bubble(who: str, told: float, came: float, count: int) -> str:
    radius = min(1.5 + math.log2(count + 1) / 2, 8.0)
    return f'<circle class="{who}" cx="{PLOT * told:.1f}" cy="{PLOT * (1 - came):.1f}" r="{radius:.1f}"/>'


def curves(nets: dict[str, Path]) -> str:
    """How the loss in games that were not learned from fell."""
    told = {name: json.loads(path.read_bytes().partition(b"\n")[0])["made"]["curve"] for name, path in nets.items()}
    panels = []
    for name, curve in told.items():
        losses = [loss for _, loss in curve]
        upward = Scale(min(losses) - 0.005, max(losses) + 0.005, ".3f")
        across = Scale(0.0, curve[-1][0], ".1f")
        panels.append(Panel(name, across, upward, line(across, upward, curve)))
    return picture(
        "How the nets learned",
        "Upward: the loss in games that were not learned from",
        "Across: how often each position was learned from",
        panels,
    )


def line(across: Scale, upward: Scale, curve: Sequence[tuple[float, float]]) -> str:
    points = " ".join(f"{PLOT * across.at(x):.1f},{PLOT * (1 - upward.at(y)):.1f}" for x, y in curve)
    return f'<polyline class="curve" points="{points}"/>'


def ppo(learned: Sequence[list[dict[str, Any]]]) -> str:
    """How much nets won while they learned, a panel for each opponent."""
    across = Scale(0.0, max(curve[-1]["minutes"] for curve in learned), ".2g")
    upward = Scale(0.0, 1.0, ".0%")
    even = f'<path class="even" d="M0 {PLOT * 0.75}H{PLOT}"/>'
    panels = []
    for opponent in learned[0][0]["shares"]:
        lines = [[(point["minutes"], point["shares"][opponent][0]) for point in curve] for curve in learned]
        marks = [even, *(line(across, upward, one) for one in lines)]
        panels.append(Panel(opponent, across, upward, "\n".join(marks)))
    return picture(
        "A net learns ANNE! against itself",
        "Upward: victories of one seat against three such bots, a line for each seed; dashed: an even share",
        "Across: minutes of learning",
        panels,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["calibration", "curves", "ppo"])
    parser.add_argument("out", type=Path)
    parser.add_argument("sources", nargs="+")
    asked = parser.parse_args()
    if asked.kind == "calibration":
        found: dict[str, Any] = {}
        for source in asked.sources:
            found |= json.loads(Path(source).read_text("utf-8"))
        drawn = calibration(found)
    elif asked.kind == "ppo":
        drawn = ppo([json.loads(Path(source).read_text("utf-8")) for source in asked.sources])
    else:
        drawn = curves({name: Path(path) for name, _, path in (source.partition("=") for source in asked.sources)})
    asked.out.write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
