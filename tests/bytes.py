"""Files of a release hold what its rows show, and nothing else. In each of these tables some values are in no released row:
rows that were left out, terms that were suppressed, people who wait in a ledger. Every file of the release is searched for
them, raw and, where it is Parquet, in every dictionary and every bound of a column as pyarrow decodes them.
"""
import json
import re

import ledger_world
import lib
import pyarrow
import pyarrow.parquet
import sets


def decoded(path):
    """Every text of a Parquet file: dictionaries of all row groups, unused entries included, and bounds of columns."""
    file, texts = pyarrow.parquet.ParquetFile(path), set()
    names = [field.name for field in file.schema_arrow if pyarrow.types.is_string(field.type)]
    with_dictionaries = pyarrow.parquet.ParquetFile(path, read_dictionary=names)
    for group in range(file.metadata.num_row_groups):
        for column in range(file.metadata.num_columns):
            bounds = file.metadata.row_group(group).column(column).statistics
            if bounds is not None and bounds.has_min_max:
                texts |= {str(bounds.min), str(bounds.max)}
        for column in with_dictionaries.read_row_group(group).columns:
            for chunk in column.chunks:
                texts |= {str(value) for value in (chunk.dictionary if pyarrow.types.is_dictionary(chunk.type) else chunk).to_pylist()}
    return texts


def shown(folder):
    """What the rows of a release show."""
    texts = set()
    for path in [*folder.rglob("*.csv"), *folder.rglob("*.parquet")]:
        _, rows = (lib.read_csv if path.suffix == ".csv" else lib.read_parquet)(path)
        texts |= {cell for row in rows for cell in row.values()}
    return texts


def search(suite, name, folder, private):
    """Values of the private table that no row shows, in all files; gives how many there are."""
    text = "\n".join(shown(folder))
    hidden = sorted(value for value in private if value not in text)
    for path in (path for path in folder.rglob("*") if path.is_file()):
        bytes_, words = path.read_bytes(), decoded(path) if path.suffix == ".parquet" else ()
        found = [value for value in hidden if value.encode() in bytes_ or any(value in word for word in words)]
        suite.check(not found, f"{name}: {len(found)} of {len(hidden)} hidden values in {path.name}")
    return len(hidden)


def people(rng, count):
    """Nearly every cell is found nowhere else; the last few are far away from all others."""
    rows = [{"age": str(rng.randint(20, 60)), "city": f"city-{rng.randint(10, 19)}", "illness": f"illness-{int(30 * rng.random() ** 2) + 10}",
             "note": f"note-{10_000 + i}"} for i in range(count)]
    for i, row in enumerate(rows[-3:]):
        row.update(age=str(900 + i), illness=f"outlier-{i}")
    return rows


def check_ends(suite, name, folder, rows):
    """No range reaches beyond released ages, and no figure tells how far the others do."""
    manifest = json.loads((folder / "manifest.json").read_text())
    _, released = (lib.read_csv if manifest["data"].endswith("csv") else lib.read_parquet)(folder / manifest["data"])
    notes = {row["note"] for row in released}
    oldest = max(int(row["age"]) for row in rows if row["note"] in notes)
    ends = [[int(end) for end in re.findall(r"\d+", row["age"])] for row in released]
    suite.check(max(max(pair) for pair in ends) <= oldest, f"{name}: a range ends beyond all released rows")
    youngest = min(int(row["age"]) for row in rows if row["note"] in notes)
    # A row that is left out has lost everything.
    lost = (sum(pair[-1] - pair[0] for pair in ends) / (oldest - youngest) + len(rows) - len(ends)) / len(rows)
    told = manifest["measures"]["attribute_loss.age"]
    suite.check(abs(told - lost) < 1e-9, f"{name}: the loss of age is {told}, and {lost} by what is released")


def left_out(suite, number):
    """Rows that are far from all others."""
    rng, folder = suite.random, suite.folder / f"rows-{number}"
    folder.mkdir()
    rows = people(rng, rng.randint(200, 400))
    lib.write_csv(folder / "table.csv", list(rows[0]), rows)
    attributes = {"age": {"role": "quasi_identifying", "type": "integer"}, "illness": {"role": "sensitive"}, "note": {"role": "insensitive"},
                  "city": {"role": "quasi_identifying", "hierarchy": {"order": {"fanout": 3}}}}
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, [{"k_anonymity": {"k": rng.randint(4, 8)}}],
                              {"suppress_rows": 0.05, "labels": rng.choice(["node", "set"]), "boxes": ["tight", "cells"][number // 2 % 2]},
                              {"format": ["parquet", "csv"][number % 2]})
    suite.expect(0, f"rows {number}", "run", policy, "--out", folder / "release", "-q")
    check_ends(suite, f"rows {number}", folder / "release", rows)
    return search(suite, f"rows {number}", folder / "release", {cell for row in rows for cell in (row["illness"], row["note"])})


def suppressed_terms(suite, number):
    """Terms that would give a secret away, and rows that could not be kept; tables of sets.py, with longer words."""
    table = sets.Table(suite, number)
    policy = table.policy("bytes")
    written = json.loads(policy.read_text())
    written["release"]["format"] = ["parquet", "csv"][number % 2]
    policy.write_text(json.dumps(written))
    done = suite.gauze("run", policy, "--out", table.folder / "release", "-q")
    if done.returncode == 2 and "nothing would be left" in done.stderr:
        return 0
    suite.check(done.returncode == 0, f"terms {number}: {done.stderr[-300:]}")
    # Whole cells: single terms are in the knowledge table, which is public.
    private = {row["terms"] for row in table.rows if row["terms"].count(";") > 1} | {row["who"] for row in table.rows}
    return search(suite, f"terms {number}", table.folder / "release", private)


def waiting(suite, number):
    """People who wait in a ledger."""
    rng, folder = suite.random, suite.folder / f"ledger-{number}"
    folder.mkdir()
    policy = ledger_world.write_policy(folder / "policy.json", release={"format": ["parquet", "csv"][number % 2]})
    ledger = ledger_world.Ledger(suite, folder / "ledger").init(policy)
    hidden, came = 0, []
    for week in range(3):
        batch = ledger_world.patients(rng, 10_000 + 100 * week, 40)
        for i, row in enumerate(batch[:2]):
            row["illness"] = f"rare-{week}-{i}"
        came += batch
        ledger.append(ledger_world.write_batch(folder / f"{week}.csv", batch))
        hidden += search(suite, f"ledger {number}, week {week}", ledger.folder / "releases", {row[name] for row in came for name in ("note", "illness")})
    return hidden


def main():
    suite = lib.Suite(__doc__, count=24)
    kinds, hidden = (left_out, suppressed_terms, waiting), {}
    for number in range(suite.flags.count):
        kind = kinds[number % len(kinds)]
        hidden[kind.__name__] = hidden.get(kind.__name__, 0) + kind(suite, number // len(kinds))
    suite.check(all(hidden.values()), f"every kind hides something: {hidden}")
    print(f"hidden values searched for: {hidden}")
    suite.finish()


if __name__ == "__main__":
    main()
