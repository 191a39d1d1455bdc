"""Runs one DuckDB statement, after settings that are not timed, and prints its seconds as JSON."""
import json
import sys
import time

import duckdb

connection = duckdb.connect()
if sys.argv[1]:
    connection.execute(sys.argv[1])
begin = time.monotonic()
connection.execute(sys.argv[2])
print(json.dumps({"seconds": time.monotonic() - begin}))
