import filecmp
import json
import subprocess
import sys

from harness import HERE, Skip, Wrong
from rivals import Gauze


class Package(Gauze):
    """`gauze.run` on a table of this form; its release is compared with the program's."""

    def __init__(self, form):
        super().__init__("mondrian", choose="span")
        self.form = form

    def prepare(self, bench, case, folder):
        self.program = super().prepare(bench, case, folder)
        return [sys.executable, HERE / "peers" / "arrow_run.py", case.source, folder / "policy.json", folder / "release", self.form]

    def check(self, bench, case, folder, run):
        if "No module named 'gauze'" in run.errors:
            raise Skip("not installed: gauze-privacy")
        facts = super().check(bench, case, folder, run)
        subprocess.run([*self.program, "--out", folder / "other"], capture_output=True, check=True)
        files = sorted(path.relative_to(folder / "other") for path in (folder / "other").rglob("*.parquet"))
        for file in files:
            if not filecmp.cmp(folder / "release" / file, folder / "other" / file, shallow=False):
                raise Wrong(f"{file} differs from the program's")
        return {**facts, **json.loads(run.output.strip().split("\n")[-1])}


rival = Package("strings")
