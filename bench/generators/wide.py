"""Generator F: generator A with 41 more columns that nobody can link: 50 in all, as an extract of a clinical record has them. A third are codes (8 to 5,000
different ones, some missing), a third whole numbers, a third measurements with decimals."""
from generators import adult
from generators.adult import tables

CODES = {f"code_{i:02}": (8, 20, 50, 200, 1000, 5000)[i % 6] for i in range(14)}
COUNTS = {f"count_{i:02}": (3, 10, 100, 1000, 100_000, 1 << 30)[i % 6] for i in range(14)}
MEASURED = {f"measured_{i:02}": (1, 10, 100, 1000)[i % 4] for i in range(13)}
MORE = [*CODES, *COUNTS, *MEASURED]

__all__ = ["MORE", "MEASURED", "CODES", "select", "tables"]


def select(numbers, seed):
    """A column's values are squares of evenly distributed ones, so that small ones are frequent."""
    def drawn(place, most):
        even = f"((hash(number, {seed}, {place}) >> 11) / 9007199254740992.0)"
        return f"({even} * {even} * {most})"

    columns = [f"CASE WHEN hash(number, {place}, {seed}) % 20 = 0 THEN NULL ELSE 'c' || floor({drawn(place, most)})::INTEGER END AS {name}"
               for place, (name, most) in enumerate(CODES.items())]
    columns += [f"floor({drawn(place, most)})::INTEGER AS {name}" for place, (name, most) in enumerate(COUNTS.items(), 20)]
    columns += [f"round({drawn(place, most)}, 3) AS {name}" for place, (name, most) in enumerate(MEASURED.items(), 40)]
    known = adult.select(numbers, seed).replace("SELECT ", "SELECT number, ", 1).replace("AS swap FROM", "AS swap, number FROM")
    return f"SELECT * EXCLUDE number, {', '.join(columns)} FROM ({known})"
