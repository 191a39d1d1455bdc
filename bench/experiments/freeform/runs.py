"""One release, or one look at a file, by gauze; and by the judge, who must say the same."""
import json
import subprocess

from experiments.freeform import guards


def mean_loss(manifest, columns):
    """Over all columns: one that is released as it is has none, whether it counts as a quasi-identifier or not."""
    return sum(manifest["measures"].get(f"attribute_loss.{column}", 0) for column in columns) / len(columns)


def release(gauze, folder, policy, columns, limit=None):
    """Loss, classes and seconds; None if no release can keep the promise, or within `limit` seconds. The manifest's worst threat is left
    to the caller."""
    try:
        run = subprocess.run([gauze, "run", policy, "--quiet", "--internal", folder / "internal.json"], capture_output=True, text=True,
                             timeout=limit)
    except subprocess.TimeoutExpired:
        return None, None
    if run.returncode == 2 and "no release can satisfy" in run.stderr:
        return None, None
    if run.returncode:
        raise ValueError(f"exit {run.returncode}: {run.stderr[-500:]}")
    manifest = json.loads((folder / "internal.json").read_text())
    parts = manifest["run"]["seconds"]
    return manifest, {"loss": round(mean_loss(manifest, columns), 6), "classes": manifest["classes"],
                      "make_seconds": round(parts["release"] - parts["write"], 3),
                      "seconds": round(sum(parts[name] for name in ("read", "release", "verify", "publish")), 3)}


def point(gauze, folder, table, judge, name, threat, reading, form):
    """A line of the sweep: one form, one guarding set, one threshold."""
    guarded, target = guards.SETS[name], folder / "release"
    transform, sensitive = guards.form(form, guarded)
    policy = guards.write(folder / "policy.json", table, [guards.promise(guarded, threat, reading)], transform, sensitive, target)
    manifest, figures = release(gauze, folder, policy, guards.COLUMNS)
    line = {"guarded": name, "sensitivity": reading.sensitivity, "observability": reading.observability, "threat": threat,
            "form": form, "loss": "", "classes": "", "make_seconds": "", "seconds": ""}
    if figures:
        line.update(figures)
        found = judge.look(target / "data.csv", guarded, reading, threat)
        told, = manifest["promises"]
        if found.breaches or found.attacks != told["figures"]["attacks"] or abs(found.worst - told["worst_class"]["value"]) > 1e-6:
            raise ValueError(f"{line}: the judge says {found}, the manifest {told['figures']}, {told['worst_class']}")
    print("  ".join(f"{key} {value}" for key, value in line.items() if value != ""), flush=True)
    return line


def breaches(gauze, folder, table, file, judge, name, threat, reading):
    """How many attacks succeed against a file, as SQL and the judge count them."""
    guarded = guards.SETS[name]
    policy = guards.write(folder / "verify.json", table, [guards.promise(guarded, threat, reading)], {"specialize": {}}, [],
                          folder / "none")
    asked = subprocess.run([gauze, "verify", file, "--policy", policy, "--json", "--quiet"], capture_output=True, text=True)
    if asked.returncode not in (0, 1):
        raise ValueError(f"exit {asked.returncode}: {asked.stderr[-500:]}")
    told, = json.loads(asked.stdout)["verdicts"]
    found = judge.look(file, guarded, reading, threat)
    if found.breaches != told["failing_classes"] or abs(found.worst - told["worst_class"]["value"]) > 1e-6:
        raise ValueError(f"{file.name}: the judge says {found}, verify {told}")
    return {"attacks": found.attacks, "breaches": found.breaches, "people": found.people, "worst": round(float(found.worst), 6)}
