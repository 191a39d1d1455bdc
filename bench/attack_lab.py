"""What `attacks.py` measures: releases of Adult by Gauze under many settings, releases by other tools, and what the attacks on files make of them."""
import json
import pathlib
import random
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
from real_data import DATA  # noqa: E402  pylint: disable=wrong-import-position

ADULT = DATA / "adult" / "adult.csv"
KEYS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]
SENSITIVE = "occupation"
DESCRIPTIONS = 10_000  # that singling out tries
WITH_HIERARCHIES = ("arx", "anjana", "amnesia")  # tools whose labels are nodes
K = {"k_anonymity": {"k": 5}}
L = {"l_diversity": {"attribute": SENSITIVE, "kind": "distinct", "l": 3}}


def grid(step):
    return {"boxes": {"grid": {"age": step}}}


# Name of a setting: transform and its parameters.
SETTINGS = {
    "cluster, tight": ("cluster", {"boxes": "tight"}),
    "cluster, tight sets": ("cluster", {"boxes": "tight", "labels": "set"}),
    **{f"cluster, grid {step}": ("cluster", grid(step)) for step in (1, 2, 3, 4, 5, 10)},
    "mondrian, tight": ("mondrian", {"boxes": "tight"}),
    "mondrian, tight sets": ("mondrian", {"boxes": "tight", "labels": "set"}),
    **{f"mondrian, grid {step}": ("mondrian", grid(step)) for step in (2, 3, 5)},
    "mondrian, cells": ("mondrian", {"boxes": "cells"}),
    "mondrian, cells, sets": ("mondrian", {"boxes": "cells", "labels": "set"}),
}


class Lab:
    """Runs the program, in a folder for what it makes."""

    def __init__(self, gauze, folder):
        self.gauze, self.folder, self.seconds = gauze, folder, 0.0

    def call(self, *arguments):
        begin = time.monotonic()
        result = subprocess.run([self.gauze, *map(str, arguments), "-q"], capture_output=True, text=True, check=False)
        if result.returncode:
            raise SystemExit(f"{' '.join(map(str, arguments))}:\n{result.stdout}{result.stderr}")
        self.seconds += time.monotonic() - begin
        return result.stdout

    def attack(self, name, release, *arguments):
        return json.loads(self.call("attack", name, release, *arguments, "--json"))["figures"]

    def attack_unless(self, reasons, name, release, *arguments):
        """Nothing where the attack has nothing to go by, and says so in one of these words."""
        try:
            return self.attack(name, release, *arguments)
        except SystemExit as refused:
            if not any(reason in str(refused) for reason in reasons):
                raise
            return {}

    def release(self, name, setting, source=ADULT, protect=(K,)):
        """Makes a release; returns its policy and its folder."""
        method, parameters = SETTINGS[setting]
        attributes = {key: {"role": "quasi_identifying", "hierarchy": str(ADULT.parent / f"adult_hierarchy_{key}.csv")} for key in KEYS}
        attributes["age"] = {"role": "quasi_identifying", "type": "integer"}
        attributes[SENSITIVE] = {"role": "sensitive"}
        out = self.folder / name
        policy = out.with_suffix(".json")
        policy.write_text(json.dumps({"version": 1, "source": str(source), "csv": {"delimiter": ";"}, "attributes": attributes, "protect": list(protect),
                                      "transform": {method: parameters}, "release": {"directory": str(out)}}))
        self.call("run", policy)
        return policy, out

    def halves(self):
        """Adult in two halves, by chance: people who are released, and as many who are not."""
        lines = ADULT.read_text().splitlines(keepends=True)
        header, rows = lines[0], lines[1:]
        random.Random(1).shuffle(rows)
        files = []
        for name, part in (("members", rows[::2]), ("others", rows[1::2])):
            files.append(self.folder / f"{name}.csv")
            files[-1].write_text(header + "".join(part))
        return files

    def labels(self, tool):
        """A description of a tool's labels: hierarchies for those that print nodes."""
        columns = {key: {"hierarchy": str(ADULT.parent / f"adult_hierarchy_{key}.csv")} for key in KEYS}
        path = self.folder / f"{tool}.yaml"
        path.write_text(json.dumps({"quasi_identifying": columns if tool in WITH_HIERARCHIES else KEYS, "sensitive": [SENSITIVE]}))
        return path


def percent(share):
    return f"{100 * share:.1f} %"


def loss_of(figures, people):
    """Rows that a tool has left out lose everything."""
    return (figures["loss"] * figures["rows"] + people - figures["rows"]) / people


def frontier(lab, settings):
    """One line for each setting: loss, what is certain, and what is gained by singling out."""
    members, others = lab.halves()
    lines = []
    for setting in settings:
        name = setting.replace(", ", "-").replace(" ", "")
        policy, out = lab.release(name, setting)
        figures = lab.attack("downcoding", out, "--policy", policy, "--victims", 1)
        half_policy, half = lab.release(f"half-{name}", setting, members)
        single = lab.attack("singling_out", half, "--policy", half_policy, "--control", others, "--victims", DESCRIPTIONS)
        lines.append({"setting": setting, "loss": figures["loss"], "classes": figures["classes"],
                      "certain": figures["cells.certain"] / figures["cells.hidden"],
                      "whole": figures["classes.with_whole_tuple"] / figures["classes.hidden"],
                      "success": single["success"], "control": single["control"], "above": single["success"] - single["control"]})
        print(f"{setting}: loss {lines[-1]['loss']:.4f}, certain {percent(lines[-1]['certain'])}, whole {percent(lines[-1]['whole'])}, "
              f"singling out {percent(lines[-1]['above'])} above control", flush=True)
    return lines


def attacked(lab, name, release, described):
    """What all attacks on files make of a release of all of Adult."""
    with_source = (*described, "--source", ADULT)
    down = lab.attack("downcoding", release, *with_source, "--victims", 1)
    single = lab.attack("singling_out", release, *with_source)
    guess = lab.attack("inference", release, *with_source)
    learned = lab.attack("definetti", release, *with_source)
    linked = lab.attack("linkability", release, *with_source)
    uncut = lab.attack_unless(("of no class it is known",), "minimality", release, *with_source)
    passes = lab.attack_unless(("does not recode in passes", "nothing shows that passes were made", "without a hierarchy it is not known"), "refinement", release, *with_source)
    order = None if name.startswith("anonypyx") else lab.attack("row_order", release, *with_source)
    line = {"release": name, "loss": loss_of(down, 30162), "rows": down["rows"], "classes": down["classes"],
            "certain": down["cells.certain"] / down["cells.hidden"] if down["cells.hidden"] else 0,
            "whole": down["classes.with_whole_tuple"] / down["classes.hidden"] if down["classes.hidden"] else 0,
            "single": single["success"], "single_guess": single["guess"], "inference": guess["success"], "inference_guess": guess["guess"],
            "learned": learned["success"], "sure": learned["success.sure"], "sure_right": learned.get("success.sure.right"),
            "linked": linked["success"], "linked_guess": linked["guess"],
            "uncut": uncut.get("success"), "uncut_guess": uncut.get("guess"), "uncut_classes": uncut.get("classes.narrowed", 0),
            "uncut_certain": uncut.get("people.certain", 0),
            "left_over": passes.get("cells.narrowed_share"), "left_over_classes": passes.get("classes.narrowed"), "left_over_right": passes.get("success"),
            "passes_refuted": passes.get("refuted"),
            "order": order and order["success"], "order_guess": order and order["guess"]}
    print(f"{name}: loss {line['loss']:.4f}, certain {percent(line['certain'])}", flush=True)
    return line


COMPARED = ("cluster, tight", "cluster, tight sets", "cluster, grid 3", "cluster, grid 5", "mondrian, tight", "mondrian, grid 3", "mondrian, cells")


def comparison(lab, quick=False):
    """Other tools' files and ours, with k = 5 and with l = 3 as well: two lists of lines."""
    lines = {"k5": [], "l3": []}
    for file in sorted((DATA / "peers").glob("arx_*_local.csv.gz" if quick else "*.csv.gz")):
        name = file.name[:-len(".csv.gz")]
        promised = "l3" if "_l3" in name else "k5"
        lines[promised].append(attacked(lab, name, file, ("--labels", lab.labels(name.split("_")[0]))))
    for promised, protect in (("k5", (K,)), ("l3", (K, L))):
        for setting in COMPARED[:1] if quick else COMPARED:
            policy, out = lab.release(f"{promised}-{setting}".replace(", ", "-").replace(" ", ""), setting, protect=protect)
            lines[promised].append(attacked(lab, f"gauze: {setting}", out, ("--policy", policy)))
    return lines
