"""How many freeform attacks the raw table holds, and how many are left in releases that promise something else."""
import csv
import json
import subprocess

from experiments.freeform import full_domain, guards, runs


def others(quick):
    """Name, what is promised beside the class of a guarded column, transform."""
    promises = {"k = 5": [{"k_anonymity": {"k": 5}}], "k = 10": [{"k_anonymity": {"k": 10}}], "l = 2, k = 5": None}
    return [(f"{name}, {transform}", protect, transform) for name, protect in promises.items()
            for transform in guards.CLASSES if not (quick and (name == "k = 10" or transform == "mondrian"))]


def diverse(column):
    return [{"k_anonymity": {"k": 5}}, {"l_diversity": {"attribute": column, "kind": "distinct", "l": 2}}]


def files(gauze, folder, table, column, quick):
    """Releases in which `column` is the sensitive one: name, file, loss as a mean over nine columns."""
    yield "raw table", table, 0.0
    for name, protect, transform in others(quick):
        target = folder / "other"
        policy = guards.write(folder / "other.json", table, protect or diverse(column), {transform: {"labels": "node"}}, [column],
                              target)
        subprocess.run([gauze, "run", policy, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        yield name, target / "data.csv", runs.mean_loss(json.loads((target / "manifest.json").read_text()), guards.COLUMNS)
    header, rows, loss, levels = full_domain.search(table, column, 5)
    path = folder / "recoded.csv"
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])
    print("full-domain levels", levels, flush=True)
    yield "k = 5, full domain", path, loss


def count(gauze, folder, table, judge, quick):
    """A line for every file, guarding set and threshold. For all four at once the salary class is the sensitive one."""
    lines, reading = [], guards.Reading()
    sets = {guards.KEPT: guards.SETS[guards.KEPT]} if quick else {name: guards.SETS[name] for name in guards.GUARDS}
    for column in sets:
        for name, file, loss in files(gauze, folder, table, column, quick):
            for guarded in [column] + [guards.FOUR] * (column == guards.KEPT):
                for threat in (0.5, 0.9):
                    line = {"guarded": guarded, "file": name, "loss": round(loss, 6), "threat": threat,
                            **runs.breaches(gauze, folder, table, file, judge, guarded, threat, reading)}
                    lines.append(line)
                    print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
    return lines
