"""Benchmarks: what a release costs beside a bare DuckDB copy of the same file, measured in one run.

Every answer is verified before its time counts. Rivals alternate, the best of three counts, and the table is written to
docs/benchmarks/ with versions and command. Absolute seconds depend on the machine; the ratio to the bare copy is the figure.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import subprocess
import tempfile
import time

import duckdb

from generate_adult import ADULT, generate

HIERARCHIES = ["sex", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]


def policy(source, target, file_format, transform):
    """The eight quasi-identifiers of the field's benchmark, k = 5, occupation kept."""
    attributes = {"age": {"role": "quasi_identifying", "type": "integer"}, "occupation": {"role": "sensitive"}}
    for name in HIERARCHIES:
        attributes[name] = {"role": "quasi_identifying", "hierarchy": str(ADULT.parent / f"adult_hierarchy_{name}.csv")}
    return {"version": 1, "source": str(source), "attributes": attributes, "protect": [{"k_anonymity": {"k": 5}}],
            "transform": {"mondrian": transform}, "release": {"directory": str(target), "format": file_format}}


def bare_copy(source, target):
    """DuckDB reads and writes the file, all columns as they are."""
    begin = time.monotonic()
    code = (f"import duckdb; duckdb.sql(\"COPY (FROM '{source}') TO '{target}'\")")
    subprocess.run([os.sys.executable, "-c", code], check=True)
    return time.monotonic() - begin


def release(gauze, policy_file, target):
    """One run, timed; then verified; returns seconds, peak memory in MiB, and the manifest."""
    begin = time.monotonic()
    process = subprocess.Popen([gauze, "run", policy_file, "--quiet"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - begin
    assert status == 0, "the run failed"
    subprocess.run([gauze, "verify", target, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    manifest = json.loads((pathlib.Path(target) / "manifest.json").read_text())
    return seconds, usage.ru_maxrss / 1024, manifest


def measure(gauze, folder, source, file_format, transform, repeats):
    target = folder / "release"
    policy_file = folder / "policy.json"
    policy_file.write_text(json.dumps(policy(source, target, file_format, transform)))
    bare, ours = [], []
    for _ in range(repeats):
        bare.append(bare_copy(source, folder / f"bare.{file_format}"))
        ours.append(release(gauze, policy_file, target))
    best = min(ours, key=lambda result: result[0])
    manifest = best[2]
    return {"format": file_format, "transform": transform, "rows": manifest["rows"], "classes": manifest["classes"],
            "ncp": round(manifest["measures"]["ncp"], 4), "seconds": round(best[0], 2),
            "bare_seconds": round(min(bare), 2), "ratio": round(best[0] / min(bare), 2), "peak_mib": round(best[1])}


def markdown(results, command, versions):
    lines = ["# Benchmarks", "",
             "A release beside a bare DuckDB copy (`COPY (FROM in) TO out`) of the same file, alternating in one run, best of",
             "three, every release verified before its time counts. Seconds depend on the machine, ratios much less.", "",
             f"Adult-like rows (`bench/generate_adult.py`), eight quasi-identifiers, k = 5. {versions}", "",
             f"    {command}", "",
             "| rows | files | mondrian | NCP | classes | seconds | bare copy | ratio | peak MiB |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for r in results:
        options = ", ".join(f"{key} {value}" for key, value in r["transform"].items())
        lines.append(f"| {r['rows']:,} | {r['format']} | {options} | {r['ncp']} | {r['classes']:,} | {r['seconds']} | "
                     f"{r['bare_seconds']} | {r['ratio']}× | {r['peak_mib']} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gauze", default="build/gauze")
    parser.add_argument("--out", default="docs/benchmarks")
    parser.add_argument("--rows", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    gauze = str(pathlib.Path(options.gauze).resolve())
    results = []
    for rows in options.rows:
        with tempfile.TemporaryDirectory(prefix="gauze-bench-") as name:
            folder = pathlib.Path(name)
            generate(folder / "in.csv", rows)
            duckdb.sql(f"COPY (FROM '{folder}/in.csv') TO '{folder}/in.parquet'")
            for file_format in ("csv", "parquet"):
                for transform in ({"choose": "span", "labels": "set"}, {"choose": "loss", "labels": "set"},
                                  {"choose": "loss", "labels": "node"}):
                    result = measure(gauze, folder, folder / f"in.{file_format}", file_format, transform, options.repeats)
                    print(result, flush=True)
                    results.append(result)
    version = subprocess.run([gauze, "version"], capture_output=True, text=True, check=True).stdout.strip()
    versions = (f"{version}, DuckDB {duckdb.__version__}, {os.cpu_count()} cores, {platform.machine()}, "
                f"{datetime.date.today()}.")
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "adult.json").write_text(json.dumps({"versions": versions, "results": results}, indent=1) + "\n")
    (out / "index.md").write_text(markdown(results, "make bench", versions))


if __name__ == "__main__":
    main()
