import json
import subprocess

from harness import Skip, Wrong
from rivals import Gauze


class Planned(Gauze):
    """The plan is asked for first; then the run is measured from outside, and the two are compared."""

    def prepare(self, bench, case, folder):
        command = super().prepare(bench, case, folder)
        if not bench.has_flag("plan", "Usage: gauze plan"):
            raise Skip("this gauze has no plan")
        asked = subprocess.run([command[0], "plan", *command[2:]], capture_output=True, text=True)
        if asked.returncode:
            raise Wrong(f"plan: exit {asked.returncode}: {(asked.stderr or asked.stdout).strip()[:300]}")
        answer = json.loads(asked.stdout)
        self.planned = answer.get("planned", answer)
        return command

    def check(self, bench, case, folder, run):
        facts = super().check(bench, case, folder, run)
        memory = self.planned["memory_bytes"] / 2**20
        memory_ratio, time_ratio = run.peak_mib / memory, run.seconds / self.planned["seconds"]
        good = 0.8 <= memory_ratio <= 1.2 and 0.5 <= time_ratio <= 2
        manifest = json.loads((folder / "release" / "manifest.json").read_text())
        (transform, parameters), = case.transform.items()
        return {**facts, "shape": " ".join([transform, *map(str, parameters.values())]),
                "route": self.planned.get("route"), "planned": self.planned, "actual": manifest.get("actual"),
                "planned_mib": round(memory), "memory_ratio": round(memory_ratio, 2),
                "planned_seconds": round(self.planned["seconds"], 2), "time_ratio": round(time_ratio, 2),
                "good": "yes" if good else "no"}


rival = Planned("mondrian")
