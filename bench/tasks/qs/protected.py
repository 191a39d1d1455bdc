import json

from generators import sets
from rivals import Gauze


class Protected(Gauze):
    """The same policy, with a promise about the sets and the step that keeps it."""

    def start(self, bench, case, folder, transform):
        command = super().start(bench, case, folder, transform)
        path, knowledge = folder / "policy.json", folder / "knowledge.csv"
        sets.write_knowledge(knowledge, sets.knowledge())
        policy = json.loads(path.read_text())
        policy["attributes"]["terms"] = {"role": "quasi_sensitive", "type": "set"}
        policy["protect"].append({"qs_diversity": {"attribute": "terms", "knowledge": str(knowledge), "c": 1, "l": 30}})
        policy["transform"] = [transform, {"suppress_terms": {}}]
        path.write_text(json.dumps(policy, indent=1))
        return command

    def check(self, bench, case, folder, run):
        facts = super().check(bench, case, folder, run)
        figures = json.loads((folder / "release" / "manifest.json").read_text())["steps"][0]["figures"]
        fallbacks = sum(figures[f"classes_{way}"] for way in ("emptied", "joined", "withheld"))
        return {**facts, "removal_cost": round(figures["removal_cost"], 4), "fallbacks": int(fallbacks),
                "proven": round(figures["classes_proven"] / figures["classes"], 4)}


rival = Protected("mondrian", choose="span")
