"""Somebody else on the machine where a studio runs. They can reach its port and see which programs run, and get nothing: no token from arguments, environment or
files, no answer without one, no file that the studio has written. Needs root, to be two users.
"""
import contextlib
import encodings.idna  # what the neighbour needs is loaded before: they may not read where it lies
import http.client
import json
import os
import pathlib
import shutil
import sys
import time
import traceback

import lib
from studio_world import Studio

OWNER, NEIGHBOUR = 61_001, 61_002

TARGETS = [("GET", "/"), ("GET", "/api/state"), ("GET", "/api/rows?of=source&from=0&count=5"), ("GET", "/api/jobs/1/events"), ("GET", "/docs/"), ("POST", "/api/jobs")]


def look(port, folders):
    """What the neighbour finds: of programs, what can be read; of folders, names and what can be read; of the port, answers."""
    found = {"programs": [], "listed": [], "read": [], "answers": []}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        for name in ("cmdline", "environ", "maps", "mem"):
            try:
                with open(process / name, "rb") as file:
                    text = file.read(100_000).decode("utf-8", "replace")
            except OSError:
                continue
            if "studio" in text:
                found["programs"].append([name, text])
    for folder in folders:
        for path, names, files in os.walk(folder):
            found["listed"] += [os.path.join(path, name) for name in names + files]
            for name in files:
                with contextlib.suppress(OSError):
                    found["read"].append([name, pathlib.Path(path, name).read_bytes().decode("utf-8", "replace")])
    for method, target in TARGETS:
        for headers in ({}, {"Sec-Fetch-Site": "same-origin", "Cookie": f"gauze-studio-{port}={'0' * 64}"}, {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request(method, target, headers=headers)
            answer = connection.getresponse()
            found["answers"].append([answer.status, answer.read().decode("utf-8", "replace")])
    return found


def as_neighbour(work):
    """What `work` returns, done by a process of the neighbour's."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.setgroups([])
            os.setgid(NEIGHBOUR)
            os.setuid(NEIGHBOUR)
            with open(writing, "w", encoding="utf-8") as pipe:
                json.dump(work(), pipe)
        except BaseException:  # pylint: disable=broad-except
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(process, 0)
    return json.loads(text)


def owners_folder(suite):
    """A home that only its owner can enter, and a table in it; a place for temporary files that both can write to."""
    home, shared = suite.folder / "home", suite.folder / "tmp"
    home.mkdir()
    shared.mkdir()
    shutil.copy(lib.ROOT / "examples" / "clinic" / "patients.csv", home)
    # Whoever shares their folder has not shared what the studio writes into it.
    for path, mode in ((suite.folder, 0o755), (home, 0o755), (home / "patients.csv", 0o600), (shared, 0o1777)):
        path.chmod(mode)
    for path in (home, home / "patients.csv"):
        os.chown(path, OWNER, OWNER)
    browser = suite.folder / "browser"
    browser.mkdir(mode=0o755)
    (browser / "xdg-open").write_text("#!/bin/sh\nsleep 30\n")
    (browser / "xdg-open").chmod(0o755)
    return home, shared, browser


def main():
    suite = lib.Suite(__doc__)
    if os.geteuid() != 0:
        print("skipped: to be two users takes root")
        sys.exit(lib.SKIPPED)
    home, shared, browser = owners_folder(suite)
    studio = Studio(suite, home, "patients.csv", browser=browser, user=OWNER, temporary=shared)
    first = studio.token
    seen_before = as_neighbour(lambda: look(studio.port, [home, shared]))
    suite.check(studio.visit().code == 303, "the token does not let its owner in")
    state = studio.opened()
    studio.job("profile")
    for _ in range(200):
        if studio.get("/api/rows?of=source&from=0&count=1").code == 200:
            break
        time.sleep(0.05)
    studio.post("/api/policy", {"revision": state["policy"]["revision"], "label": "x", "text": state["policy"]["text"] + "# x\n"})
    studio.post("/api/approvals", {"release": "0" * 8, "point": "roles", "name": "A. Officer", "approved": True})
    seen = as_neighbour(lambda: look(studio.port, [home, shared]))
    secret = studio.cookie.split("=")[1]
    rows = (home / "patients.csv").read_text().splitlines()[1:]
    for found in (seen_before, seen):
        told = json.dumps(found)
        suite.check(first not in told and secret not in told, "the neighbour has the token, or the cookie")
        suite.check({name for name, _ in found["programs"]} == {"cmdline"}, f"of programs, the neighbour reads {sorted({name for name, _ in found['programs']})}")
        suite.check({code for code, _ in found["answers"]} == {401}, f"answers: {[code for code, _ in found['answers']]}")
        suite.check(not any(row.split(",")[0] in told for row in rows), "the neighbour has a cell")
        suite.check({name for name, _ in found["read"]} <= {"patients.yaml"}, f"read: {[name for name, _ in found['read']]}")
        suite.check(not [path for path in found["listed"] if ".gauze-studio/" in path or "studio.html" in path], "the neighbour sees names in private folders")
    private = home / ".gauze-studio"
    suite.check(private.stat().st_mode & 0o777 == 0o700, "the private folder is open")
    kept = [path for path in private.iterdir() if path.is_file()]
    suite.check(len(kept) >= 5, f"too little is kept to look at: {[path.name for path in kept]}")
    for path in kept:
        suite.check(path.stat().st_mode & 0o777 == 0o600, f"{path.name} is {path.stat().st_mode & 0o777:o}")
    studio.end()
    suite.finish()


if __name__ == "__main__":
    main()
