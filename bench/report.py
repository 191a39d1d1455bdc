"""Writes docs/benchmarks/: a JSON file and charts for each task that ran, and one page made of all JSON files there.

So a single task can be measured again without the others.
"""
import datetime
import importlib
import json
import os
import pathlib
import platform
import subprocess
import sys

import charts
import tasks

TITLES = {"rows": "rows", "files": "files", "rival": "", "seconds": "seconds", "ratio": "ratio", "peak_mib": "peak MiB",
          "ncp": "NCP", "planned_mib": "planned MiB", "memory_ratio": "peak / planned", "planned_seconds": "planned seconds",
          "time_ratio": "seconds / planned", "removal_cost": "T", "whole": "whole run",
          "first_seconds": "first batch, seconds", "first_mib": "its peak MiB", "ledger_mib": "ledger, MiB",
          "processor_seconds": "processor seconds", "first_tenth": "processor seconds, first tenth", "last_tenth": "last tenth",
          "beside": "beside the release", "first_tenth_mib": "peak MiB, first tenth", "last_tenth_mib": "last tenth", "heap_mib": "heap MiB",
          "python_mib": "Python MiB"}
INTRO = """# Benchmarks

Written by `make bench`. Rivals take turns on the same input; the best of three runs counts (one run where the table says so
in its text, or where a run takes minutes). Every answer is checked before its time counts: releases and
the files of other tools by `gauze verify`, bare copies by their number of rows. Peak memory is that of the whole process
as the kernel saw it. Seconds depend on the machine, ratios much less.

Inputs are made by `bench/generate.py`: A is Adult-like with few distinct rows, B is a hospital's patients, almost all of
them distinct, C is A with a set of nine terms in every row, D is a state's pupils with 27 columns, most of them flags, E is hospital
stays with one of 10,000 diagnoses. The policies are in `bench/policies.py`, the tasks in `bench/tasks/`: a folder for each, a file for every rival.
"""


def machine():
    """What the figures depend on."""
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({cpu or platform.machine()}), {memory:.0f} GiB"


def beside():
    """For a page with times: says so if other programs kept the cores busy meanwhile."""
    return "; other work ran at the same time" if os.getloadavg()[2] > os.cpu_count() else ""


def versions(bench):
    ask = "import duckdb; print(duckdb.__version__)"
    duckdb = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True).stdout.strip()
    return f"{bench.ask('version').strip()}, DuckDB {duckdb}, Python {platform.python_version()}"


def save(out, name, results, bench, command):
    out.mkdir(parents=True, exist_ok=True)
    record = {"task": name, "command": command, "date": str(datetime.date.today()), "machine": machine(),
              "versions": versions(bench), "scale": bench.scale, "results": results}
    (out / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n")
    for chart, (_, drawing) in drawings(name, task_module(name), results).items():
        (out / f"{chart}.svg").write_text(drawing)


def with_earlier(out, name, results):
    """Results of some cases among those of the others, which were measured before, in the order of the task."""
    path = out / f"{name}.json"
    measured = {result["case"]["name"] for result in results}
    earlier = json.loads(path.read_text())["results"] if path.exists() else []
    both = [result for result in earlier if result["case"]["name"] not in measured] + results
    order = {case.name(): place for place, case in enumerate(task_module(name).cases(1))}
    return sorted(both, key=lambda result: order.get(result["case"]["name"], -1))


def task_module(name):
    return importlib.import_module(f"tasks.{name}")


def page(out):
    """index.md from whatever has been measured."""
    out = pathlib.Path(out)
    sections = [INTRO]
    for name in tasks.NAMES:
        if (out / f"{name}.json").exists():
            sections.append(section(task_module(name), json.loads((out / f"{name}.json").read_text())))
    (out / "index.md").write_text("\n".join(sections))


def drawings(name, task, results):
    """File name: (caption, SVG). The task's own, or lines where it has series, bars where it has some, else ratios."""
    found = {}
    if hasattr(task, "charts"):
        return task.charts(results)
    if hasattr(task, "series"):
        for kind, title in (("adult", "A, Adult-like rows"), ("patients", "B, patients"), ("sets", "C, rows with sets"),
                            ("school", "D, pupils")):
            series = task.series(results, kind)
            if series:
                caption = f"{title}: seconds by rows"
                found[f"{name}-{kind}"] = (caption, charts.lines(caption, series, "rows", "seconds"))
        return found
    if hasattr(task, "bars"):
        caption, entries, line, unit = task.bars(results)
    else:
        caption, line, unit = f"{task.TITLE}: time in units of the bare one's", 1.0, "×"
        entries = [(result["case"]["name"], result["rival"], result["ratio"])
                   for result in with_ratios(task, results) if "ratio" in result and result["rival"] != task.BASELINE]
    if entries:
        found[name] = (caption, charts.bars(caption, entries, line, unit))
    return found


def section(task, record):
    results = record["results"]
    lines = [f"## {task.TITLE}", "", task.__doc__.strip(), "",
             f"{record['versions']}, {record['machine']}, {record['date']}; `{record['command']}`.", ""]
    if record["scale"] != 1:
        lines += [f"Measured at {record['scale']} of the sizes above.", ""]
    for chart, (caption, _) in drawings(record["task"], task, results).items():
        lines += [f"![{caption}]({chart}.svg)", ""]
    for remark in getattr(task, "remarks", lambda results: [])(results):
        lines += [f"- {remark}"]
    lines += [""] + table(task, results)
    left = sorted({f"- {result['rival']}, {result['case']['name']}: {result.get('skipped') or result['wrong']}"
                   for result in results if "seconds" not in result})
    return "\n".join(lines + (["", "Not in the table:", "", *left] if left else [])) + "\n"


def table(task, results):
    columns = ["rows", "files", "rival", "seconds", *(["ratio"] if task.BASELINE else []), "peak_mib", *task.COLUMNS]
    lines = ["| " + " | ".join(TITLES.get(column, column) for column in columns) + " |",
             "| " + " | ".join("---" for _ in columns) + " |"]
    for result in with_ratios(task, results):
        if "seconds" in result:
            lines.append("| " + " | ".join(cell(result, column) for column in columns) + " |")
    return lines


def with_ratios(task, results):
    """Each result with its time beside the baseline's on the same case."""
    bare = {result["case"]["name"]: result["seconds"] for result in results
            if result["rival"] == task.BASELINE and "seconds" in result}
    return [{**result, "ratio": result["seconds"] / bare[result["case"]["name"]]}
            if "seconds" in result and result["case"]["name"] in bare else result for result in results]


def cell(result, column):
    if column == "rows":
        return f"{result['case']['name'].split()[0]} {result['case']['rows']:,}"
    if column == "files":
        return " ".join(result["case"]["name"].split()[2:])
    value = result.get(column)
    if value is None:
        return ""
    if column == "ratio":
        return f"{value:.2f}×"
    if column == "seconds":
        return f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
