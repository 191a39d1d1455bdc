"""Two kinds of charts as static SVG: bars with a line to compare with, and lines on logarithmic or even axes.

No script and no font of its own; colours follow the reader's light or dark preference, on a background of their own, so that
they can be read on any page.
"""
import html
import math

STYLE = """
.back { fill: #ffffff } .text { fill: #24292f; font: 13px sans-serif } .small { font-size: 12px }
.grid { stroke: #d0d7de } .bar { stroke: #b3261e; stroke-width: 2; stroke-dasharray: 5 4 }
.c0 { fill: #00796b; stroke: #00796b } .c1 { fill: #b26a00; stroke: #b26a00 } .c2 { fill: #5c6bc0; stroke: #5c6bc0 }
.c3 { fill: #8e6c8a; stroke: #8e6c8a } .c4 { fill: #c2185b; stroke: #c2185b } .c5 { fill: #546e7a; stroke: #546e7a }
.c6 { fill: #689f38; stroke: #689f38 } .line { fill: none; stroke-width: 2.5 } .thin { stroke-width: 0 }
@media (prefers-color-scheme: dark) {
.back { fill: #1f2329 } .text { fill: #e6edf3 } .grid { stroke: #3d444d } .bar { stroke: #ff8a80 }
.c0 { fill: #4db6ac; stroke: #4db6ac } .c1 { fill: #ffb74d; stroke: #ffb74d } .c2 { fill: #9fa8da; stroke: #9fa8da }
.c3 { fill: #ce93d8; stroke: #ce93d8 } .c4 { fill: #f06292; stroke: #f06292 } .c5 { fill: #90a4ae; stroke: #90a4ae }
.c6 { fill: #aed581; stroke: #aed581 } .line { fill: none }
}"""
WIDTH, LEFT = 720, 250


def text(x, y, words, more=""):
    return f'<text class="text {more}" x="{x:.0f}" y="{y:.0f}">{html.escape(str(words))}</text>'


def frame(caption, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'role="img"><title>{html.escape(caption)}</title><style>{STYLE}</style>'
            f'<rect class="back" width="{WIDTH}" height="{height}" rx="6"/>'
            + text(16, 26, caption) + "\n" + "\n".join(parts) + "\n</svg>\n")


def colour(name, otherwise=3):
    """The same in every chart for names that come back; others as the chart says."""
    known = {"mondrian": 0, "memory": 0, "exact": 0, "cluster": 1, "time": 1, "adaptive": 1, "bare": 2, "depth_first": 2}
    return f"c{known.get(name, otherwise) % 7}"


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


def powers(values):
    """A logarithmic axis: marks at powers of ten around the values, and a value's place between 0 and 1."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return ([(10**power, short(power)) for power in range(low, high + 1)],
            lambda value: (math.log10(value) - low) / max(1, high - low))


def evenly(values):
    """An axis from 0 with three to six round marks up to the largest value."""
    largest = max(values) or 1
    unit = 10 ** math.floor(math.log10(largest))
    step = next(step for step in (unit / 5, unit / 2, unit, 2 * unit) if largest <= 5 * step)
    marks = [step * number for number in range(math.ceil(largest / step - 1e-9) + 1)]
    return [(mark, f"{mark:.4g}") for mark in marks], lambda value: value / marks[-1]


def lines(caption, series, across, up, axis=powers):
    """`series` is name: [(x, y)]; both axes are of one kind."""
    points = [point for values in series.values() for point in values]
    (x_marks, x_place), (y_marks, y_place) = (axis(values) for values in zip(*points))
    left, top, right, bottom, height = 70, 64, WIDTH - 150, 384, 434

    def place(x, y):
        return left + x_place(x) * (right - left), bottom - y_place(y) * (bottom - top)

    parts = []
    for mark, label in x_marks:
        x, _ = place(mark, y_marks[0][0])
        parts += [f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>',
                  text(x - 16, bottom + 18, label, "small")]
    for mark, _ in y_marks:
        _, y = place(x_marks[0][0], mark)
        parts += [f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>',
                  text(24, y + 4, f"{mark:.4g}", "small")]
    for index, (name, values) in enumerate(sorted(series.items())):
        kind = colour(name, index)
        spots = [place(*point) for point in sorted(values)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts += [f'<polyline class="{kind} line" points="{path}"/>',
                  *(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in spots),
                  f'<rect class="{kind} thin" x="{right + 16}" y="{top + 22 * index}" width="12" height="12"/>',
                  text(right + 34, top + 11 + 22 * index, name, "small")]
    parts += [text((left + right) / 2 - 20, bottom + 38, across, "small"), text(24, top - 14, up, "small")]
    return frame(caption, height, parts)


def short(power):
    """10^6 as 1M, 10^-2 as 0.01."""
    if power < 0:
        return f"{10.0**power:g}"
    return f"{10 ** (power % 3):g}" + {0: "", 1: "K", 2: "M", 3: "G"}.get(power // 3, f"e{power // 3 * 3}")
