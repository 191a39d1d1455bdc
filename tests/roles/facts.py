"""What is known of a column (src/gauze/roles/column_facts.h), counted here for tests; a program's own count is engine/profile. person_key is left to that: here it is never so."""
import collections
import hashlib
import re

SAMPLE = 1000
SHAPES = 8
TYPES = (("integer", r"\s*[-+]?(0|[1-9][0-9]{0,17})\s*"), ("decimal", r"\s*[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\s*"),
         ("date", r"\d{4}-\d{2}-\d{2}"), ("timestamp", r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}.*"), ("boolean", r"(?i:true|false)"))


def shape_of(cell):
    letters = "".join("9" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in cell)
    return re.sub(r"(.)\1{8,}", lambda run: run.group(1) * 8 + "+", letters)


def of_column(name, cells):
    present = [cell for cell in cells if cell != ""]
    counts = collections.Counter(present)
    kind = next((kind for kind, pattern in TYPES if counts and all(re.fullmatch(pattern, value) for value in counts)), "text")
    lengths = [len(cell) for cell in present] or [0]
    return {"name": name, "type": kind, "rows": len(cells), "missing": len(cells) - len(present), "distinct": len(counts),
            "repeated": sum(count for count in counts.values() if count > 1), "shortest": min(lengths), "longest": max(lengths),
            "mean_length": sum(lengths) / len(lengths), "mean_words": sum(len(cell.split()) for cell in present) / len(lengths),
            "shapes": [shape for shape, _ in collections.Counter(map(shape_of, present)).most_common(SHAPES)],
            "sample": sorted(counts, key=lambda value: hashlib.sha256(value.encode()).digest())[:SAMPLE]}
