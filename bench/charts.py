"""Two kinds of charts as static SVG: bars with a line to compare with, and lines on logarithmic axes.

No script and no font of its own; colours follow the reader's light or dark preference, on a background of their own, so that
they can be read on any page.
"""
import html
import math

STYLE = """
.back { fill: #ffffff } .text { fill: #24292f; font: 13px sans-serif } .small { font-size: 12px }
.grid { stroke: #d0d7de } .bar { stroke: #b3261e; stroke-width: 2; stroke-dasharray: 5 4 }
.c0 { fill: #00796b; stroke: #00796b } .c1 { fill: #b26a00; stroke: #b26a00 } .c2 { fill: #5c6bc0; stroke: #5c6bc0 }
.c3 { fill: #8e6c8a; stroke: #8e6c8a } .line { fill: none; stroke-width: 2.5 } .thin { stroke-width: 0 }
@media (prefers-color-scheme: dark) {
.back { fill: #1f2329 } .text { fill: #e6edf3 } .grid { stroke: #3d444d } .bar { stroke: #ff8a80 }
.c0 { fill: #4db6ac; stroke: #4db6ac } .c1 { fill: #ffb74d; stroke: #ffb74d } .c2 { fill: #9fa8da; stroke: #9fa8da }
.c3 { fill: #ce93d8; stroke: #ce93d8 } .line { fill: none }
}"""
WIDTH, LEFT = 720, 250


def text(x, y, words, more=""):
    return f'<text class="text {more}" x="{x:.0f}" y="{y:.0f}">{html.escape(str(words))}</text>'


def frame(caption, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'role="img"><title>{html.escape(caption)}</title><style>{STYLE}</style>'
            f'<rect class="back" width="{WIDTH}" height="{height}" rx="6"/>'
            + text(16, 26, caption) + "\n" + "\n".join(parts) + "\n</svg>\n")


def colour(name):
    """The same in every chart."""
    return {"mondrian": "c0", "memory": "c0", "cluster": "c1", "time": "c1", "bare": "c2"}.get(name, "c3")


def bars(caption, entries, line=None, unit="×"):
    """`entries` are (group, name, value); `line` is the value to compare with."""
    largest = max([value for *_, value in entries] + [line or 0])
    scale = (WIDTH - LEFT - 80) / (largest or 1)
    parts, y, group = [], 44, None
    for entry_group, name, value in entries:
        y += 12 if group is not None and group != entry_group else 0
        label = f"{entry_group}, {name}" if entry_group else name
        group = entry_group
        parts += [text(16, y + 14, label, "small"),
                  f'<rect class="{colour(name)} thin" x="{LEFT}" y="{y}" width="{max(value * scale, 1):.1f}" height="18" rx="2"/>',
                  text(LEFT + max(value * scale, 1) + 6, y + 14, f"{value:.3g}{unit}", "small")]
        y += 24
    if line is not None:
        x = LEFT + line * scale
        parts += [f'<line class="bar" x1="{x:.1f}" x2="{x:.1f}" y1="38" y2="{y}"/>',
                  text(x - 8, y + 16, f"{line:g}{unit}", "small")]
    return frame(caption, y + 28, parts)


def ticks(low, high):
    """Powers of ten around the values."""
    return range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)


def lines(caption, series, across, up):
    """`series` is name: [(x, y)]; both axes are logarithmic."""
    points = [point for values in series.values() for point in values]
    xs, ys = (ticks(min(axis), max(axis)) for axis in zip(*points))
    left, top, right, bottom, height = 70, 64, WIDTH - 150, 384, 434

    def place(x, y):
        return (left + (math.log10(x) - xs[0]) / max(1, xs[-1] - xs[0]) * (right - left),
                bottom - (math.log10(y) - ys[0]) / max(1, ys[-1] - ys[0]) * (bottom - top))

    parts = []
    for power in xs:
        x, _ = place(10**power, 10**ys[0])
        parts += [f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>',
                  text(x - 16, bottom + 18, short(power), "small")]
    for power in ys:
        _, y = place(10**xs[0], 10**power)
        parts += [f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>',
                  text(24, y + 4, f"{10**power:g}", "small")]
    for index, (name, values) in enumerate(sorted(series.items())):
        spots = [place(*point) for point in sorted(values)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts += [f'<polyline class="{colour(name)} line" points="{path}"/>',
                  *(f'<circle class="{colour(name)}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in spots),
                  f'<rect class="{colour(name)} thin" x="{right + 16}" y="{top + 22 * index}" width="12" height="12"/>',
                  text(right + 34, top + 11 + 22 * index, name, "small")]
    parts += [text((left + right) / 2 - 20, bottom + 38, across, "small"), text(24, top - 14, up, "small")]
    return frame(caption, height, parts)


def short(power):
    """10^6 as 1M."""
    return f"{10 ** (power % 3):g}" + {0: "", 1: "K", 2: "M", 3: "G"}.get(power // 3, f"e{power // 3 * 3}")
