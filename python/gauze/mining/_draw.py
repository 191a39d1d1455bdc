"""Trees as pictures: SVG, nothing to install and nothing to fetch."""

from __future__ import annotations

import html
from typing import Any

_BOX = 150
_GAP = 12
_LINE = 14
_LEVEL = 84
_LONGEST = 24  # characters of a line


def tree(target: str, root: dict[str, Any]) -> str:
    """Leaves side by side, each node above the middle of what is below it; `yes` is on the left."""
    parts: list[str] = []
    leaves, depth = _place(root, 0, 0, parts)[1:]
    width, height = leaves * (_BOX + _GAP), depth * _LEVEL
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
            f'style="font: 11px sans-serif" fill="currentColor"><title>{html.escape(f"A decision tree for {target}")}</title>' + "".join(parts) + "</svg>")


def _place(node: dict[str, Any], left: int, level: int, parts: list[str]) -> tuple[float, int, int]:
    """Draws a node and all below it from the leaf `left` on: where its middle is, how many leaves and how many levels it takes."""
    from ._trees import figures, test_of

    top = level * _LEVEL
    if "predicts" in node:
        middle, leaves, levels = left * (_BOX + _GAP) + _BOX / 2, 1, 1
        lines = [node["predicts"], figures(node)]
    else:
        yes, leaves, levels = _place(node["yes"], left, level + 1, parts)
        no, more, deeper = _place(node["no"], left + leaves, level + 1, parts)
        middle, leaves, levels = (yes + no) / 2, leaves + more, 1 + max(levels, deeper)
        lines = [test_of(node), figures(node)]
        for word, end in (("yes", yes), ("no", no)):
            parts.append(f'<line x1="{middle:.1f}" y1="{top + 44}" x2="{end:.1f}" y2="{top + _LEVEL}" stroke="currentColor" stroke-opacity="0.5"/>'
                         f'<text x="{(middle + end) / 2:.1f}" y="{top + 68}" text-anchor="middle">{word}</text>')
    dashed = ' stroke-dasharray="4 3"' if "refused" in node else ""
    parts.append(f'<rect x="{middle - _BOX / 2:.1f}" y="{top + 2}" width="{_BOX}" height="42" rx="4" fill="none" stroke="currentColor"{dashed}/>')
    for row, line in enumerate(line for line in lines if line):
        short = line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
        parts.append(f'<text x="{middle:.1f}" y="{top + 18 + row * _LINE}" text-anchor="middle"><title>{html.escape(line)}</title>{html.escape(short)}</text>')
    return middle, leaves, levels
