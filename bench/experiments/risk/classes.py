"""Loss of the class models on the same table: the paper's ten quasi-identifiers are generalised, the other seventeen columns
are sensitive.
"""
import json
import subprocess

import policies
from generators import school

ONE = "suspended"  # for models of a single sensitive column
OTHERS = [name for name in school.KNOWN if name not in school.QUASI_IDENTIFIERS]

# Of whole columns: how many neighbours share a label, level by level; the others have none but `*`.
GROUPS = {"age": (2, 4), "grade": (2, 4), "entry_year": (3, 6), "district": (8,)}


def diverse(columns, kind, l):
    return [{"l_diversity": {"attribute": name, "kind": kind, "l": l}} for name in columns]


def close(columns, t):
    return [{"t_closeness": {"attribute": name, "distance": "equal", "t": t}} for name in columns]


def promises(quick):
    """Model, setting, number of sensitive columns, what is promised."""
    k_values = (2, 10) if quick else (2, 5, 10, 20, 50, 100)
    t_values = (0.1,) if quick else (0.3, 0.2, 0.1, 0.05)
    found = [("k-anonymity", f"k = {k}", 0, [{"k_anonymity": {"k": k}}]) for k in k_values]
    for columns in ([ONE], OTHERS):
        found.append(("l-diversity", "distinct, l = 2", len(columns), diverse(columns, "distinct", 2)))
        found.append(("l-diversity", "frequency, l = 2", len(columns), diverse(columns, "frequency", 2)))
        found += [("t-closeness", f"t = {t:g}", len(columns), close(columns, t)) for t in t_values]
    return found


def losses(gauze, folder, table, quick):
    """A line for every model. Those that no release can keep have no loss."""
    attributes = policies.school()
    for name in OTHERS:
        attributes[name] = {"role": "sensitive"}
    lines = []
    for model, setting, sensitive, protect in promises(quick):
        path, target = folder / "classes.json", folder / "classes-release"
        path.write_text(json.dumps({"version": 1, "source": str(table), "attributes": attributes,
                                    "protect": [{"k_anonymity": {"k": 2}}, *protect] if sensitive else protect,
                                    "transform": {"mondrian": {"choose": "loss", "labels": "set"}},
                                    "release": {"directory": str(target), "format": "csv"}}))
        run = subprocess.run([gauze, "run", path, "--quiet"], capture_output=True, text=True)
        line = {"model": model, "setting": setting, "sensitive": sensitive, "ncp": "", "classes": ""}
        if run.returncode == 0:
            manifest = json.loads((target / "manifest.json").read_text())
            line.update(ncp=round(manifest["measures"]["ncp"], 6), classes=manifest["classes"])
        elif run.returncode != 2:
            raise ValueError(f"{model}, {setting}: exit {run.returncode}: {run.stderr[-500:]}")
        lines.append(line)
        print("  ".join(f"{name} {value}" for name, value in line.items()), flush=True)
    return lines
