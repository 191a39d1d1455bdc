"""Writes a table of generator A (adult), B (patients), C (sets), D (school), E (diagnoses) or F (wide):
`generate.py adult out.parquet --rows 10000000`.

Everything is a hash of row number and seed, computed by DuckDB: the same seed gives the same bytes, and a row does not
depend on how many there are. Above 20 million rows the result is a folder of parts. Each part is written by one thread,
because DuckDB's joins keep no order on several; parts are written side by side.
"""
import argparse
import concurrent.futures
import os
import pathlib

import duckdb

from generators import adult, diagnoses, patients, school, sets, wide

GENERATORS = {"adult": adult, "diagnoses": diagnoses, "patients": patients, "school": school, "sets": sets, "wide": wide}
PART_ROWS = 20_000_000


def generate(kind, path, rows, seed=1, workers=None, memory="1GB", part_rows=PART_ROWS, first=0):
    """Writes `path`, Parquet or CSV by its ending; returns what a reader gives DuckDB or a policy as source. Rows are numbered from
    `first`, so that more of a table can be made later.

    `memory` is DuckDB's limit for each worker; about 200 MB are used."""
    path = pathlib.Path(path)
    if rows <= part_rows:
        write(kind, path, first, rows, seed, memory)
        return str(path)
    path.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        parts = [pool.submit(write, kind, path / f"part-{part:03}{path.suffix}", first + start,
                             min(part_rows, rows - start), seed, memory)
                 for part, start in enumerate(range(0, rows, part_rows))]
        for part in parts:
            part.result()
    return str(path / f"*{path.suffix}")


def write(kind, file, start, count, seed, memory):
    """One file with the rows of the numbers from `start`."""
    with duckdb.connect() as connection:
        connection.execute(f"SET threads = 1; SET memory_limit = '{memory}'")
        # Joins as they are written, the small tables on the hashed side, so that rows stream through.
        connection.execute("SET disabled_optimizers = 'join_order,build_side_probe_side'")
        GENERATORS[kind].tables(connection)
        numbers = f"(SELECT range AS number FROM range({start}, {start + count}))"
        connection.execute(f"COPY ({GENERATORS[kind].select(numbers, seed)}) TO '{file}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kind", choices=GENERATORS)
    parser.add_argument("path", help="a name that ends in .parquet or .csv")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--memory", default="1GB")
    parser.add_argument("--part-rows", type=int, default=PART_ROWS)
    parser.add_argument("--first", type=int, default=0, help="number of the first row")
    flags = parser.parse_args()
    print(generate(flags.kind, flags.path, flags.rows, flags.seed, flags.workers, flags.memory, flags.part_rows,
                   flags.first))


if __name__ == "__main__":
    main()
