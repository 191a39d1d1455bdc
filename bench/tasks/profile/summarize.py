import json

from harness import Wrong
from rivals import DuckDB


class Summarize(DuckDB):
    """Nothing of it is written, so there is nothing to check but that it ran."""

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {run.errors.strip()[-300:]}")
        return json.loads(run.output)


rival = Summarize("SUMMARIZE SELECT * FROM '{source}'")
