"""Prints the number of rows of a CSV or Parquet file. A separate process, because bench/harness.py must stay small."""
import sys

import duckdb

print(duckdb.sql(f"SELECT count(*) FROM '{sys.argv[1]}'").fetchall()[0][0])
