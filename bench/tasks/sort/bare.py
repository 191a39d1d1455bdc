from rivals import DuckDB

rival = DuckDB("COPY (FROM '{source}' ORDER BY ALL) TO '{target}'")
