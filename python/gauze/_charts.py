"""Small charts for notebooks, as SVG inside HTML: nothing to install, nothing to fetch."""

from __future__ import annotations

import html
from typing import Any

_WIDTH = 220
_ROW = 16


def bars(title: str, values: list[tuple[str, float]], shown: str = "{:.3g}") -> str:
    """Horizontal bars, each with its name and value."""
    if not values:
        return ""
    most = max(value for _, value in values) or 1
    height = _ROW * (len(values) + 1) + 4
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="460" height="{height}" role="img" '
        f'style="font: 11px sans-serif" fill="currentColor"><title>{html.escape(title)}</title>',
        f'<text x="0" y="12" font-weight="bold">{html.escape(title)}</text>',
    ]
    for row, (name, value) in enumerate(values, 1):
        y = row * _ROW
        length = max(1.0, _WIDTH * value / most)
        lines.append(
            f'<text x="150" y="{y + 12}" text-anchor="end">{html.escape(name)}</text>'
            f'<rect x="155" y="{y + 3}" width="{length:.1f}" height="{_ROW - 5}" fill="#4c78a8"/>'
            f'<text x="{160 + length:.1f}" y="{y + 12}">{html.escape(shown.format(value))}</text>'
        )
    return "".join(lines) + "</svg>"


def class_sizes(measures: dict[str, float]) -> list[tuple[str, float]]:
    """Rows of the smallest, the median, the mean and the largest class."""
    names = ("smallest", "median", "mean", "largest")
    return [(name, measures[f"class_sizes.{name}"]) for name in names if f"class_sizes.{name}" in measures]


def losses(measures: dict[str, float]) -> list[tuple[str, float]]:
    """What each column lost."""
    return [
        (name.removeprefix("attribute_loss."), value)
        for name, value in measures.items()
        if name.startswith("attribute_loss.")
    ]


def release(manifest: dict[str, Any]) -> str:
    measures = manifest["measures"]
    promises = "".join(f"<li>{html.escape(promise['claim'])} holds</li>" for promise in manifest["promises"])
    warnings = "".join(f"<li>{html.escape(warning)}</li>" for warning in manifest["warnings"])
    return (
        f"<div><b>{manifest['rows']:,} of {manifest['rows_in']:,} rows in {manifest['classes']:,} classes</b>"
        f"<ul>{promises}</ul>"
        + bars("rows of a class", class_sizes(measures), "{:,.1f}")
        + bars("loss by column (0: nothing, 1: everything)", losses(measures))
        + (f"<details><summary>warnings</summary><ul>{warnings}</ul></details>" if warnings else "")
        + "</div>"
    )
