from rivals import DuckDB

rival = DuckDB("COPY (FROM '{source}' ORDER BY ALL) TO '{target}'",
               settings="SET memory_limit = '{memory}'; SET temp_directory = '{temp}'")
