from rivals import DuckDB

rival = DuckDB("COPY (FROM '{source}') TO '{target}'")
