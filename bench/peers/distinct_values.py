"""Prints as JSON how many different values each column of a file has, empty and missing cells not counted: by DuckDB, one column at a time."""
import json
import sys

import duckdb

connection = duckdb.connect()
read = f"read_csv('{sys.argv[1]}', all_varchar = true)" if sys.argv[1].endswith(".csv") else f"'{sys.argv[1]}'"
names = [row[0] for row in connection.execute(f"DESCRIBE FROM {read}").fetchall()]
counts = {}
for name in names:
    quoted = '"' + name.replace('"', '""') + '"'
    counts[name] = connection.execute(
        f"SELECT count(DISTINCT {quoted}) - count(DISTINCT CASE WHEN {quoted}::VARCHAR = '' THEN {quoted} END) FROM {read}").fetchall()[0][0]
print(json.dumps(counts))
