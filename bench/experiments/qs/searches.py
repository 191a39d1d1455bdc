"""One point of a figure: a release by one search, within the paper's time, judged.

The paper bounds an experiment by ten seconds. Here a table has ten seconds of processor time on one thread. A first try of
2,000 removals a class tells which classes are quickly done; the ten seconds are shared equally among the others, and
removals are not counted. `exact` has no clock but a number of removals that keeps it within the same time, so its
releases are reproducible; the page says what time it took.
"""
import json
import resource
import subprocess

from experiments.qs import workload

TRY = 2000
UNLIMITED = 10**12
EXACT = 300_000  # removals a class; the default is a third of it
FALLBACKS = ("classes_emptied", "classes_joined", "classes_withheld")


def release(gauze, folder, table, judge, k, promise, step, choose):
    """Runs gauze and returns the manifest's figures and the processor time of the whole run."""
    path, target = folder / "policy.json", folder / "release"
    path.write_text(workload.policy(table, k, promise, step, target, choose))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([gauze, "run", path, "--quiet", "--threads", "1"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    manifest = json.loads((target / "manifest.json").read_text())
    figures = dict(manifest["steps"][0]["figures"]) if step else {"removal_cost": 0.0}
    cost = judge.read(target / "data.csv", promise)
    if abs(cost - figures["removal_cost"]) > 1e-9:
        raise ValueError(f"the manifest says {figures['removal_cost']}, counted {cost}")
    return {**figures, "classes": manifest["classes"], "ncp": manifest["measures"]["ncp"], "seconds": seconds}


def point(gauze, folder, table, judge, k, promise, search, budget, choose="span"):
    """A row of a figure's table."""
    step = {"search": search, "nodes": EXACT}
    if search in ("adaptive", "depth_first"):
        tried = release(gauze, folder, table, judge, k, promise, {**step, "nodes": TRY}, choose)
        undone = tried["classes"] - tried["classes_proven"]
        step.update(nodes=UNLIMITED, seconds=round(budget / max(1, undone), 6))
    figures = release(gauze, folder, table, judge, k, promise, None if search == "none" else step, choose)
    (_, parameters), = promise.items()
    row = {"workload": table.name, "k": k, **{name: parameters.get(name, "") for name in ("c", "l", "t")}, "search": search,
           "removal_cost": round(figures["removal_cost"], 6), "ncp": round(figures["ncp"], 6), "classes": figures["classes"],
           "cpu_seconds": round(figures["seconds"], 2)}
    if search != "none":
        untouched = figures["classes"] - figures["classes_searched"] - figures["classes_emptied"]
        row.update(at_least=round(figures["removal_cost_at_least"], 6), searched=int(figures["classes"] - untouched),
                   proven=int(figures["classes_proven"] - untouched),
                   fallbacks=int(sum(figures[name] for name in FALLBACKS)))
    print("  ".join(f"{name} {value}" for name, value in row.items() if value != ""), flush=True)
    return row
