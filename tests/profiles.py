"""What `gauze profile` counts is what Python counts in the same table, on random ones: values, missing cells, values by the number of their rows, people with several rows, and
for each number of columns the set that makes the most rows unique. CSV and Parquet, one thread and two, and little memory give the same; of too little memory estimates are said
to be some. On the real covid table the sets are those that DuckDB counts.

--count N makes N random tables.
"""
import collections
import itertools
import json

import duckdb
import lib
import pyarrow.csv
import pyarrow.parquet


def random_table(rng):
    """Columns of few and of many values, functions of others, and gaps."""
    count = rng.choice([1, 2, 30, 200])
    names = [f"column {i}" for i in range(rng.randint(2, 7))]
    columns = []
    for name in names:
        values = rng.choice([1, 2, 3, 10, count, 10 * count])
        cells = [str(rng.randrange(values)) for _ in range(count)]
        if columns and rng.random() < 0.3:
            cells = [str(int(cell or 0) % values) for cell in rng.choice(columns)]
        columns.append([("" if rng.random() < 0.05 else cell) for cell in cells])
    return names, [dict(zip(names, row)) for row in zip(*columns)]


def groups(rows, names):
    return collections.Counter(tuple(row[name] for name in names) for row in rows)


def alone(rows, names):
    return sum(count == 1 for count in groups(rows, names).values())


def compare_column(suite, what, found, rows):
    counts = collections.Counter(row[found["name"]] for row in rows)
    missing = counts.pop("", 0)
    suite.check(found["exact"] and found["distinct"] == len(counts) and found["missing"] == missing,
                f"{what}: {found['name']} has {len(counts)} values and {missing} missing, found {found}")
    suite.check(found["alone"] == sum(count == 1 for count in counts.values()), f"{what}: {found['name']}: alone {found['alone']}")
    for band in found["by_rows"]:
        values = sum(band["from"] <= count <= band["to"] for count in counts.values())
        suite.check(band["values"] == values, f"{what}: {found['name']}: {values} values in {band}")
    suite.check(sum(band["values"] for band in found["by_rows"]) == len(counts), f"{what}: {found['name']}: bands lack values")


def best_sets(rows, names):
    """By trying all: of each size the first that makes the most rows unique, if that is more than a smaller one does."""
    most, everything, best = 0, alone(rows, names), []
    for size in range(1, min(4, len(names)) + 1):
        if most == everything:
            break
        number, chosen = max(((alone(rows, some), some) for some in itertools.combinations(names, size)), key=lambda pair: pair[0])
        if number > most:
            most = number
            best.append(list(chosen))
    return best


def compare_sets(suite, what, found, rows, names):
    names = [name for name in names if name not in found["alone"]]
    suite.check([one["columns"] for one in found["best"]] == best_sets(rows, names), f"{what}: sets {found}")
    for one in found["best"]:
        sizes = groups(rows, one["columns"]).values()
        suite.check(one["exact"] and one["unique_rows"] == sum(size == 1 for size in sizes), f"{what}: {one}")
        for small in one["small_groups"]:
            suite.check(small["rows"] == sum(size for size in sizes if size < small["fewer_than"]), f"{what}: {one['columns']}: {small}")


def look(suite, what, *arguments):
    return json.loads(suite.expect(0, what, "profile", *arguments, "--json", "--quiet").stdout or "{}")


def compare_random(suite, number):
    names, rows = random_table(suite.random)
    path = suite.folder / f"{number}.csv"
    lib.write_csv(path, names, rows)
    what = f"table {number}"
    found = look(suite, what, path)
    if not suite.check(found.get("rows") == len(rows), f"{what}: {found.get('rows')} rows"):
        return
    for column in found["columns"]:
        compare_column(suite, what, column, rows)
    compare_sets(suite, what, found["sets"], rows, names)
    suite.check(found == look(suite, what, path, "--threads", "1"), f"{what}: another profile on one thread")
    suite.check(found["columns"] == look(suite, what, path, "--memory", "400MiB")["columns"], f"{what}: another profile in little memory")
    as_text = pyarrow.csv.ConvertOptions(column_types={name: pyarrow.string() for name in names}, strings_can_be_null=False)
    parquet = path.with_suffix(".parquet")
    pyarrow.parquet.write_table(pyarrow.csv.read_csv(path, convert_options=as_text), parquet)
    suite.check(found == look(suite, what, parquet), f"{what}: another profile of the same rows as Parquet")


def many_values(suite):
    """300,000 rows with columns of many values: the paths of large tables."""
    path = suite.folder / "many.parquet"
    select = "SELECT i AS id, (i * 7919 % 100003)::VARCHAR AS text, i // 3 AS patient_nbr, (i // 3) % 89 AS born, i % 7 AS ward FROM range(300000) AS t(i)"
    duckdb.sql(f"COPY ({select}) TO '{path}'")
    found = look(suite, "many values", path)
    suite.check([column["distinct"] for column in found["columns"]] == [300000, 100003, 100000, 89, 7], f"many values: {found['columns']}")
    suite.check(found["sets"]["alone"] == ["id", "patient_nbr"], f"many values: {found['sets']['alone']}")
    suite.check(found == look(suite, "many values", path, "--threads", "1"), "many values: another profile on one thread")


def covid(suite):
    path = lib.DATA / "covid" / "covid.csv.gz"
    found = look(suite, "covid", path)
    database = duckdb.connect()
    database.execute(f"CREATE TABLE rows AS FROM read_csv('{path}', all_varchar = true)")
    names = [row[0] for row in database.execute("DESCRIBE rows").fetchall()]
    ask = lambda some: database.execute("SELECT count(*) FROM (SELECT 1 FROM rows GROUP BY {} HAVING count(*) = 1)".format(
        ", ".join(f'"{name}"' for name in some))).fetchall()[0][0]
    for one in found["sets"]["best"]:
        suite.check(one["exact"] and one["unique_rows"] == ask(one["columns"]), f"covid: {one}")
    pairs = max(itertools.combinations(names, 2), key=ask)
    suite.check(list(pairs) in [one["columns"] for one in found["sets"]["best"]], f"covid: the best pair is {pairs}")


def main():
    suite = lib.Suite(__doc__, count=12)
    for number in range(suite.flags.count):
        compare_random(suite, number)
    many_values(suite)
    if lib.have_data("sets of the covid table"):
        covid(suite)
    suite.finish()


if __name__ == "__main__":
    main()
