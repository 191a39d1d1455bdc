"""What `gauze plan` says before a run, and what the run then needs, in twelve shapes. A plan is good if its memory is within
20 % of the peak of the process, and its time within a factor of two.
"""
from harness import Case
from policies import K5

TITLE = "Plans"
BASELINE = None
COLUMNS = ["shape", "route", "planned_mib", "memory_ratio", "planned_seconds", "time_ratio", "good"]
SPAN, LOSS = {"mondrian": {"choose": "span"}}, {"mondrian": {"choose": "loss", "labels": "set"}}
CLUSTER = {"cluster": {"labels": "set"}}
DIVERSE = [*K5, {"l_diversity": {"attribute": "occupation", "kind": "distinct", "l": 3}}]


def cases(scale):
    shapes = [("adult", 100_000, "parquet", SPAN, {}),
              ("adult", 1_000_000, "csv", LOSS, {}),
              ("adult", 10_000_000, "parquet", SPAN, {}),
              ("adult", 10_000_000, "csv", SPAN, {}),
              ("adult", 1_000_000, "parquet", CLUSTER, {}),
              ("adult", 10_000_000, "parquet", CLUSTER, {}),
              ("adult", 1_000_000, "parquet", LOSS, {"protect": DIVERSE, "threads": 1}),
              ("patients", 100_000, "parquet", SPAN, {}),
              ("patients", 1_000_000, "csv", LOSS, {}),
              ("patients", 1_000_000, "parquet", CLUSTER, {}),
              ("patients", 10_000_000, "parquet", SPAN, {"ranges": "bounds"}),
              ("patients", 10_000_000, "parquet", SPAN, {"memory": "1GiB"})]
    return [Case(kind, int(rows * scale), file_format, transform=transform, repeats=1, **more)
            for kind, rows, file_format, transform, more in shapes]


def remarks(results):
    judged = [result["good"] for result in results if "good" in result]
    return [f"{judged.count('yes')} of {len(judged)} plans are good"] if judged else []


def bars(results):
    entries = [(result["case"]["name"], what, result[f"{what}_ratio"]) for result in results if "good" in result
               for what in ("memory", "time")]
    return "What was needed, in units of what was planned", entries, 1.0, "×"
