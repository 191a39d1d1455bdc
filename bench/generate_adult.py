"""Generator A: an Adult-like table of any size.

Rows are drawn from the real Adult table and jittered: age by a few years, and each category with a small chance replaced by
that of another row. So value frequencies and most dependencies stay, and distinct rows grow slowly with size. Seeded: the
same seed gives the same bytes.
"""
import csv
import pathlib
import random

ADULT = pathlib.Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "adult" / "adult.csv"
CHANGED = 0.02  # chance that a category is taken from another row


def generate(path, rows, seed=1):
    """Writes `rows` rows as CSV with a comma."""
    with open(ADULT, newline="") as source:
        reader = csv.reader(source, delimiter=";")
        header = next(reader)
        table = [row for row in reader]
    age = header.index("age")
    rng = random.Random(seed)
    with open(path, "w", newline="") as target:
        target.write(",".join(header) + "\n")
        for start in range(0, rows, 10_000):
            lines = []
            for _ in range(min(10_000, rows - start)):
                row = table[int(rng.random() * len(table))]
                row = row[:age] + [str(min(90, max(17, int(row[age]) + int(rng.gauss(0, 2)))))] + row[age + 1:]
                while rng.random() < CHANGED * len(header):
                    column = int(rng.random() * len(header))
                    if column != age:
                        row[column] = table[int(rng.random() * len(table))][column]
                lines.append(",".join(row))
            target.write("\n".join(lines) + "\n")
