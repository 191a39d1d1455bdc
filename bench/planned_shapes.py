"""What `gauze plan` says of every shape of shapes.py, and what the run then needs: `planned_shapes.py --rows 200000`.

For each shape the plan is asked for, then the run is measured from outside. A plan is good if the run takes half to twice the time
that it says, and its peak is within a fifth of the memory that it says. Processor seconds (user and system) of both tell what a plan
costs beside its run: they do not depend on what else the machine does, seconds do. Writes a JSON file and a page with a table.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import shapes

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHORT = 1.0  # processor seconds of a run that nobody needs a plan for
HEAD = """# Plans of many shapes

Written by `python bench/planned_shapes.py`: what `gauze plan` says of a run before it runs, and what it then needs, for every transform, for
the step `suppress_terms`, and for every mode of `gauze run` but personal releases. {rows:,} rows (some shapes have a part or a multiple of that), {cores} cores, {date}.{load}

A plan is good if the run takes half to twice its seconds and its peak memory is within a fifth. *cost* is the processor time of the
plan in that of the run; runs of less than {short:g} processor second are not judged by it.

{summary}

| shape | rows | run, processor s | run, s | planned s | time | peak MiB | planned MiB | memory | cost of the plan |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def measured(command):
    """Exit code, output, errors, seconds, processor seconds and peak MiB of a process."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(command, stdout=out, stderr=errors)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begin
        out.seek(0)
        errors.seek(0)
        return child.returncode, out.read().decode(), errors.read().decode(), seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def look_at(gauze, shape, rows, folder):
    policy = shapes.write_shape(shape, rows, folder)
    code, out, errors, _, plan_processor, _ = measured([gauze, "plan", policy, "--json", "--quiet", *shape.flags])
    if code:
        return {"shape": shape.name, "wrong": f"plan: exit {code}: {errors.strip()[:200]}"}
    planned = json.loads(out)["planned"]
    code, _, errors, seconds, processor, peak = measured([gauze, "run", policy, "--no-report", "--quiet", *shape.flags])
    if code:
        return {"shape": shape.name, "wrong": f"run: exit {code}: {errors.strip()[:200]}", "planned": planned}
    memory = planned["memory_bytes"] / 2**20
    return {"shape": shape.name, "rows": int(rows * shape.rows), "seconds": round(seconds, 3), "processor": round(processor, 3), "peak_mib": round(peak),
            "planned": planned, "planned_mib": round(memory), "time_ratio": round(seconds / planned["seconds"], 2),
            "memory_ratio": round(peak / memory, 2), "plan_processor": round(plan_processor, 3), "cost": round(plan_processor / processor, 2)}


def summary(results):
    good = [result for result in results if "wrong" not in result]
    times = sum(0.5 <= result["time_ratio"] <= 2 for result in good)
    memories = sum(0.8 <= result["memory_ratio"] <= 1.2 for result in good)
    above = sum(result["memory_ratio"] > 1.2 for result in good)
    long = [result for result in good if result["processor"] >= SHORT]
    cheap = sum(result["cost"] <= 0.1 for result in long)
    return (f"Of {len(results)} shapes, time is within a factor of two in {times}, memory within a fifth in {memories} (in {above} the run took more than "
            f"that). Of {len(long)} runs that took {SHORT:g} processor second or more, {cheap} were planned in a tenth of it.")


def page(results, rows, load):
    lines = [HEAD.format(rows=rows, cores=os.cpu_count(), date=time.strftime("%Y-%m-%d"), short=SHORT, summary=summary(results), load=load)]
    for result in results:
        if "wrong" in result:
            lines.append(f"| {result['shape']} | {result['wrong']} | | | | | | | | |\n")
            continue
        lines.append(f"| {result['shape']} | {result['rows']:,} | {result['processor']:.2f} | {result['seconds']:.2f} | {result['planned']['seconds']:.2f} | "
                     f"{result['time_ratio']:.2f} | {result['peak_mib']} | {result['planned_mib']} | {result['memory_ratio']:.2f} | {result['cost']:.2f} |\n")
    return "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--gauze", type=pathlib.Path, default=ROOT / "build" / "gauze")
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--only", default="", help="shapes whose name has this text")
    parser.add_argument("--busy", action="store_true", help="the machine did other things, too, and the page says so")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "plans.json")
    flags = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory(prefix="gauze-shapes-") as folder:
        for number, shape in enumerate(shapes.shapes()):
            if flags.only not in shape.name:
                continue
            result = look_at(str(flags.gauze), shape, flags.rows, pathlib.Path(folder) / str(number))
            results.append(result)
            print({key: value for key, value in result.items() if key != "planned"}, flush=True)
    print(summary(results))
    flags.out.write_text(json.dumps({"command": "python bench/planned_shapes.py", "rows": flags.rows, "busy": flags.busy, "results": results}, indent=1) + "\n")
    load = " The machine was busy with other things, so seconds are longer than they need be, and differ." if flags.busy else ""
    flags.out.with_suffix(".md").write_text(page(results, flags.rows, load))
    sys.exit(any("wrong" in result for result in results))


if __name__ == "__main__":
    main()
