import json

import policies
from harness import Skip, Wrong
from rivals import verify
from tasks.spark.bare import Job


class Release(Job):
    """`gauze.spark.run`."""

    name = "gauze"

    def prepare(self, bench, case, folder):
        policy = folder / "policy.json"
        about = policies.policy(case, case.source, folder / "made", {"mondrian": {"choose": "span", "labels": case.labels}})
        policy.write_text(json.dumps(about, indent=1))
        return super().prepare(bench, case, folder, policy)

    def check(self, bench, case, folder, run):
        if run.code:
            if "No module named 'gauze'" in run.errors:
                raise Skip("not installed: gauze-privacy")
            raise Wrong(f"exit {run.code}: {run.errors.strip()[-300:]}")
        verify(bench, folder / "made")
        manifest = json.loads((folder / "made" / "manifest.json").read_text())
        if manifest["rows"] != case.rows:
            raise Wrong(f"{manifest['rows']} rows")
        told = json.loads(run.output.strip().split("\n")[-1])
        return {**told, "classes": told.pop("told")}


rival = Release()
