"""What Spark's own event log tells of one application: `stages(folder)` and `peaks(folder)`."""
import json
import pathlib


def events(folder):
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and not path.name.startswith((".", "appstatus")):
            with open(path) as lines:
                yield from map(json.loads, lines)


def plain(name):
    """Spark names what it does in threads of its own, which is to fill a shuffle or a cache, by a function of its own."""
    return "shuffle" if name.startswith("$anonfun") else name


def stages(folder, since=0):
    """Name, seconds and tasks of every stage that began `since` milliseconds of the clock, in order."""
    found = []
    for event in events(folder):
        about = event.get("Stage Info", {})
        if event["Event"] == "SparkListenerStageCompleted" and about["Submission Time"] >= since:
            seconds = (about["Completion Time"] - about["Submission Time"]) / 1000
            found.append((about["Stage ID"], plain(about["Stage Name"].split(" at ")[0]), seconds, about["Number of Tasks"]))
    return [{"name": name, "seconds": round(seconds, 2), "tasks": tasks} for _, name, seconds, tasks in sorted(found)]


def peaks(folder):
    """The most memory in MiB that an executor had: heap of its JVM, and its Python processes."""
    most = {"JVMHeapMemory": 0, "ProcessTreePythonRSSMemory": 0}
    for event in events(folder):
        metrics = event.get("Executor Metrics", {})
        if event["Event"] == "SparkListenerStageExecutorMetrics" and event["Executor ID"] != "driver":
            most = {name: max(value, metrics.get(name, 0)) for name, value in most.items()}
    return {"heap_mib": round(most["JVMHeapMemory"] / 2**20), "python_mib": round(most["ProcessTreePythonRSSMemory"] / 2**20)}
