import json
import subprocess

from experiments.freeform import guards
from generators import diagnoses
from harness import Skip, Wrong
from rivals import Gauze, verify

# Every builder takes part. The result of the test comes first, as it is guarded.
COVID = {"CLASIFFICATION_FINAL": {"type": "integer", "hierarchy": {"order": {"fanout": 3}}},
         "AGE": {"type": "integer", "hierarchy": {"interval": {"width": 5}}}, "SEX": {},
         "MEDICAL_UNIT": {"hierarchy": {"priority": {}}}, "DATE_DIED": {"type": "date", "format": "%d/%m/%Y", "hierarchy": {"date": {}}},
         "PREGNANT": {"hierarchy": {"mask": "right"}},
         **{name: {"hierarchy": {"priority": {}}} for name in ("OBESITY", "TOBACCO", "DIABETES", "HIPERTENSION", "ASTHMA", "PNEUMONIA")}}
OTHERS = ("USMER", "PATIENT_TYPE", "INTUBED", "COPD", "INMSUPR", "OTHER_DISEASE", "CARDIOVASCULAR", "RENAL_CHRONIC", "ICU")
POSITIVE = ["1", "2", "3"]
CHAPTERS = ["chapter F", "chapter K"]


class Specialize(Gauze):
    """`gauze run` with freeform promised; made and judged twice."""

    def start(self, bench, case, folder, transform):
        if "specialize" not in bench.transforms:
            raise Skip("this gauze has no specialize")
        path = folder / "policy.json"
        about = {"adult": adult, "covid": covid, "diagnoses": stays}[case.kind](case, folder)
        path.write_text(json.dumps({"version": 1, "source": case.source, **about, "transform": {"specialize": {}},
                                    "release": {"directory": str(folder / "release"), "format": case.format}}, indent=1))
        command = [bench.gauze, "run", path]
        self.again = [*command, "--threads", "1", "--out", folder / "again", "--quiet"]
        return [*command, "--internal", folder / "internal.json"]

    def check(self, bench, case, folder, run):
        facts = super().check(bench, case, folder, run)
        release = folder / "release"
        data, = (path.name for path in release.iterdir() if path.name.startswith("data"))
        verify(bench, release, "--policy", folder / "policy.json")
        if subprocess.run(self.again, capture_output=True).returncode:
            raise Wrong("it fails on one thread")
        if content(release / data) != content(folder / "again" / data):
            raise Wrong("another release on one thread")
        manifest = json.loads((folder / "internal.json").read_text())
        parts = manifest["run"]["seconds"]
        return {"ncp": facts["ncp"], "classes": facts["classes"], "attacks": int(manifest["promises"][0]["figures"]["attacks"]),
                "whole": round(run.seconds, 3), "seconds": parts["release"] + parts["verify"] + parts["publish"],
                "parts": {name: round(seconds, 3) for name, seconds in parts.items()}}


def content(path):
    """A file, or the parts of a folder in their order."""
    return [part.read_bytes() for part in sorted(path.iterdir())] if path.is_dir() else path.read_bytes()


def promise(threat, columns):
    return [{"freeform": {"threat": threat, "observable_from": 0.5, "attributes": columns}}]


def adult(case, folder):
    return {"attributes": guards.attributes([]), "protect": [guards.promise(guards.SETS[guards.FOUR], 0.5, guards.Reading())]}


def covid(case, folder):
    """As many columns as the case asks for; the others are dropped. More than half of the first patients were positive, so that with
    half as the threshold a part of the table would show no results, and there would be nothing to attack."""
    kept = list(COVID)[:case.columns]
    attributes = {name: {"role": "quasi_identifying", **COVID[name]} for name in kept}
    dropped = {name: {"role": "identifying"} for name in [*list(COVID)[case.columns:], *OTHERS]}
    return {"attributes": {**attributes, **dropped}, "missing": "own_value", "missing_markers": ["9999-99-99"],
            "protect": promise(0.9, {"CLASIFFICATION_FINAL": {"guard": POSITIVE}})}


def stays(case, folder):
    file = folder / "diagnoses.csv"
    diagnoses.write_hierarchy(file)
    attributes = {name: {"role": "quasi_identifying"} for name in ("sex", "region", "ward", "admission")}
    attributes["diagnosis"] = {"role": "quasi_identifying", "hierarchy": str(file)}
    attributes["age"] = {"role": "quasi_identifying", "type": "integer", "hierarchy": {"interval": {"width": 5}}}
    attributes["year"] = {"role": "quasi_identifying", "type": "integer", "hierarchy": {"order": {"fanout": 2}}}
    return {"attributes": attributes, "protect": promise(0.5, {"diagnosis": {"guard": CHAPTERS}})}


rival = Specialize("specialize")
