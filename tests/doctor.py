"""`gauze doctor`: what it tells agrees with what the system says, its document fits its schema, and what is in the way of a run is found."""
import json
import os
import re
import subprocess

import jsonschema
import lib


def told(suite, code, name, *flags, **options):
    """The document of a call, once it fits its schema."""
    schema = json.loads(suite.expect(0, "schema", "schema", "doctor").stdout)
    document = json.loads(suite.expect(code, name, "doctor", "--json", *flags, **options).stdout)
    found = [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]
    suite.check(not found, f"{name}: the document does not fit its schema: {found}")
    return document


def check_facts(suite):
    machine = told(suite, 0, "here", cwd=suite.folder)
    memory = re.search(r"MemTotal: +(\d+) kB", open("/proc/meminfo", encoding="ascii").read())
    suite.check(machine["memory"]["machine_bytes"] == int(memory.group(1)) * 1024, "another amount of memory than /proc/meminfo has")
    suite.check(machine["cores"]["machine"] == len(os.sched_getaffinity(0)), "another number of cores")
    working, temporary = machine["folders"]
    suite.check(working["path"] == str(suite.folder) and working["writable"], f"the working folder is told as {working}")
    free = os.statvfs(suite.folder)
    suite.check(abs(working["free_bytes"] - free.f_bavail * free.f_frsize) < 1 << 28, f"{working['free_bytes']} bytes free")
    suite.check(temporary["writable"] and machine["ready"], "the temporary folder cannot be written to")
    suite.check(not list(suite.folder.iterdir()), "something was left behind")
    one = told(suite, 0, "one core", preexec_fn=lambda: os.sched_setaffinity(0, {next(iter(os.sched_getaffinity(0)))}))
    suite.check(one["cores"]["machine"] == 1 and any("one core" in advice["message"] for advice in one["advice"]), "one core is not told")
    berlin = told(suite, 0, "zone", env={**os.environ, "TZ": "Europe/Berlin"})["time_zone"]
    suite.check(berlin["name"] == "Europe/Berlin" and berlin["utc_offset"] in ("+01:00", "+02:00"), f"the zone is told as {berlin}")


def check_problems(suite):
    for name, flags, environment in (("option", ("--temp", suite.folder / "nowhere"), {}), ("TMPDIR", (), {"TMPDIR": str(suite.folder / "nowhere")})):
        machine = told(suite, 3, name, *flags, env={**os.environ, **environment})
        suite.check(not machine["ready"] and machine["advice"][0]["level"] == "problem", f"{name}: a folder that is not there is no problem")
    said = suite.expect(3, "text", "doctor", "--temp", suite.folder / "nowhere").stdout
    suite.check("problem: the folder for temporary files cannot be written to: No such file or directory\n  hint: " in said, said)
    few = ["prlimit", "--nofile=64:64", *suite.command("doctor", "--json")]
    done = subprocess.run(few, capture_output=True, text=True, timeout=60, check=False)
    suite.check(done.returncode == 3 and "only 64 files" in done.stdout, f"64 open files: exit {done.returncode}")


def main():
    suite = lib.Suite(__doc__)
    check_facts(suite)
    check_problems(suite)
    suite.finish()


if __name__ == "__main__":
    main()
