"""A match as a picture: each bot's share of wins with its interval, beside an even share."""

from html import escape

from mezani.arena.result import Result, Standing

WIDTH, ROW, TOP, LEFT, BAR = 720, 44, 64, 150, 430

STYLE = """
text { font: 14px system-ui, sans-serif; fill: #2b2420 }
.title { font-weight: 600; font-size: 16px }
.note { font-size: 12px; fill: #6b5d52 }
.bar { fill: #c8743a }
.even { stroke: #2b2420; stroke-width: 2 }
.interval { stroke: #2b2420; stroke-width: 1.5; fill: none }
.paper { fill: #fbf7f0 }
@media (prefers-color-scheme: dark) {
  text { fill: #f1e8dc } .note { fill: #b8a898 } .paper { fill: #221c18 } .even, .interval { stroke: #f1e8dc }
}
"""


def chart(result: Result) -> str:
    """The chart as SVG."""
    height = TOP + ROW * len(result.standings) + 16
    match = result.match
    title = f"{match.game}, {match.players} players: {', '.join(match.bots)}"
    said = "; ".join(f"{s.name} {s.wins.mean:.1%} of the wins, even {s.even:.1%}" for s in result.standings)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(said)}</desc>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="8"/>',
        f'<text class="title" x="16" y="28">{escape(title)}</text>',
        f'<text class="note" x="16" y="48">Share of wins with 95% intervals over {result.deals} deals, '
        f"{result.games} games; the vertical line marks an even share</text>",
    ]
    parts += [row(standing, TOP + ROW * place) for place, standing in enumerate(result.standings)]
    return "\n".join([*parts, "</svg>", ""])


def row(standing: Standing, y: int) -> str:
    def x(share: float) -> float:
        return round(LEFT + BAR * min(max(share, 0.0), 1.0), 1)

    middle = y + ROW // 2
    half = standing.wins.half or 0.0
    low, high = x(standing.wins.mean - half), x(standing.wins.mean + half)
    return "\n".join(
        [
            f'<text x="16" y="{middle + 5}">{escape(standing.name)}</text>',
            f'<rect class="bar" x="{LEFT}" y="{y + 8}" width="{x(standing.wins.mean) - LEFT}" height="{ROW - 16}"/>',
            f'<path class="interval" d="M{low} {middle}H{high}M{low} {middle - 5}v10M{high} {middle - 5}v10"/>',
            f'<path class="even" d="M{x(standing.even)} {y + 4}v{ROW - 8}"/>',
            f'<text x="{LEFT + BAR + 12}" y="{middle + 5}">{standing.wins.mean:.1%} '
            f"({standing.times_even:.2f} × even)</text>",
        ]
    )
