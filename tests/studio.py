"""The studio's server, as its page uses it: from a CSV file to a signed bundle; undo and redo across restarts; jobs that are watched and cancelled.

The policy that is left gives the same bytes with `gauze run`. No cell of the table, each of which is a word of its own, is in the journal, the policy, the profile that is kept,
a state, a job's command or an error, or in anything that the program prints.
"""
import json
import pathlib
import subprocess
import time

import lib
from studio_world import Studio, clinic, edit

ROLES = {"name": "identifying", "age": "quasi_identifying", "sex": "quasi_identifying", "zip": "quasi_identifying", "admitted": "quasi_identifying",
         "diagnosis": "sensitive", "ward": "insensitive"}


def walk(suite):
    """From the table to the bundle."""
    folder = clinic(suite, "walk")
    studio = Studio(suite, folder, "patients.csv")
    suite.check(studio.visit().code == 303, "the token does not let in")
    state = studio.opened()
    suite.check(state["open"] == {"kind": "policy", "path": "patients.yaml"}, f"opened {state['open']}")
    suite.check(pathlib.Path(state["folder"]).resolve() == folder.resolve(), "another folder")
    suite.check(all(column["role"] == "undecided" for column in state["policy"]["document"]["attributes"].values()), "init has decided roles")
    suite.check("undecided" in state["policy"]["problems"][0]["message"], "undecided roles are no problem")
    catalog = studio.get("/api/catalog").json()
    suite.check({"models", "transforms", "steps", "measures", "builders", "libraries", "presets", "attacks", "roles"} <= set(catalog), "the catalog lacks sections")
    listed = json.loads(suite.gauze("models", "--json").stdout)["models"]
    suite.check([entry["name"] for entry in catalog["models"]] == [entry["name"] for entry in listed], "the catalog has other models")

    profile = studio.job("profile")
    suite.check(profile["state"] == "done" and profile["result"]["rows"] == len(lib.read_csv(folder / "patients.csv")[1]), f"no profile: {profile['error']}")
    suite.check(profile["command"] == "gauze profile patients.csv --json", profile["command"])
    suite.check(studio.job("profile")["result"] == profile["result"], "the profile that was kept is another")

    for name, role in ROLES.items():
        state = edit(studio, state, f"{name}: {role}", lambda document, n=name, r=role: document["attributes"][n].__setitem__("role", r))
    state = edit(studio, state, "zip: mask", lambda document: document["attributes"]["zip"].update(type="text", hierarchy={"mask": "right"}))
    state = edit(studio, state, "k_anonymity: k 5", lambda document: document.__setitem__("protect", [{"k_anonymity": {"k": 5}}]))
    suite.check(state["policy"]["problems"] == [], f"problems: {state['policy']['problems']}")
    price = studio.job("price", {"document": state["policy"]["document"]})
    suite.check(price["state"] == "done" and price["result"]["candidates"][0]["smallest_class"] >= 5, f"no price: {price}")
    dearer = json.loads(json.dumps(state["policy"]["document"]))
    dearer["protect"][0]["k_anonymity"]["k"] = 50
    dear = studio.job("price", {"document": dearer})
    suite.check(dear["result"]["candidates"][0]["loss"]["ncp"] > price["result"]["candidates"][0]["loss"]["ncp"], "more privacy costs nothing")
    suite.check(studio.get("/api/state").json()["policy"]["document"] == state["policy"]["document"], "a price was saved")
    for action, options in (("plan", {}), ("check", {}), ("sweep", {"sweeps": ["k=2,5"]}), ("hierarchy_suggest", {"column": "zip"}),
                            ("hierarchy_build", {"column": "zip"})):
        job = studio.job(action, options)
        suite.check(job["state"] == "done", f"{action}: {job['error']}")

    rows(suite, studio, folder)
    run = studio.job("run")
    suite.check(run["state"] == "done" and run["result"]["rows"] > 0, f"run: {run['error']}")
    suite.check(studio.get("/api/state").json()["policy"]["release"] == "release", "the release is not told")
    for action, options in (("verify", {}), ("measure", {}), ("explain", {"row": 1}), ("attack", {"name": "linkage", "options": {"victims": 5}}), ("report", {}),
                            ("keys", {"name": "office"}), ("bundle", {"key": "office.key"}), ("bundle_verify", {"target": "release.bundle.tar", "key": "office.pub"})):
        job = studio.job(action, options)
        suite.check(job["state"] == "done", f"{action}: {job['error']}")
        if action == "verify":
            suite.check(job["result"]["holds"] is True, "the release does not hold")
    suite.check(studio.get("/api/rows?of=release&from=0&count=5").code in (200, 202), "no rows of the release")
    report = studio.get("/api/report/report.html?of=internal")
    suite.check(report.code == 200 and "sandbox" in report.headers["Content-Security-Policy"], "no report, or it may run scripts")
    suite.check(studio.get("/api/report/report.html?of=public").code == 200, "no public report")

    sign_off(suite, studio)
    made = lib.contents(folder / "release")
    suite.check(studio.end() == 130, "Ctrl-C does not end it")
    suite.expect(0, "the policy that is left", "run", "patients.yaml", "--out", "again", cwd=folder)
    suite.check(lib.contents(folder / "again") == made, "the policy that is left gives other bytes")
    suite.expect(0, "the bundle", "bundle", "verify", "release.bundle.tar", "--key", "office.pub", cwd=folder)


def sign_off(suite, studio):
    """Approvals are kept beside the policy; the manifest of the release before, too."""
    suite.check(studio.get("/api/manifests").json()["before"] is None, "there was a release before the first")
    first = studio.get("/api/manifests").json()["now"]
    studio.job("run")
    suite.check(studio.get("/api/manifests").json()["before"] == first, "the release before is not kept")
    line = {"release": "abc", "point": "roles", "name": "A. Officer", "remark": "as agreed", "approved": True}
    stands = studio.post("/api/approvals", line).json()
    suite.check(stands["abc"]["roles"]["name"] == "A. Officer" and stands["abc"]["roles"]["remark"] == "as agreed", f"approved: {stands}")
    studio.post("/api/approvals", {**line, "point": "loss"})
    stands = studio.post("/api/approvals", {**line, "point": "loss", "approved": False}).json()
    suite.check(set(stands["abc"]) == {"roles"} and studio.get("/api/approvals").json() == stands, f"taken back: {stands}")
    for wrong in ({}, {**line, "approved": 1}, {**line, "x": 1}, {**line, "name": ""}):
        suite.check(studio.post("/api/approvals", wrong).code == 400, f"{wrong} is taken")


def trees(suite):
    """A hierarchy as a tree with rows, before it is taken; an edited one is a new file, and undo leads back."""
    folder = clinic(suite, "trees")
    studio = Studio(suite, folder, "patients.csv")
    studio.visit()
    state = edit(studio, studio.opened(), "zip", lambda document: document["attributes"]["zip"].update(role="quasi_identifying", type="text", hierarchy={"mask": "right"}))
    shown = studio.job("hierarchy_build", {"column": "zip"})
    total = len(lib.read_csv(folder / "patients.csv")[1])
    tree = shown["result"]["tree"]
    suite.check(tree[0] == {"depth": 0, "label": "*", "rows": total} and sum(node["rows"] for node in tree if node["depth"] == 1) == total, f"the tree: {tree[:3]}")
    other = studio.job("hierarchy_build", {"column": "zip", "hierarchy": {"mask": {"side": "left"}}})
    suite.check(other["state"] == "failed" or other["result"]["tree"] != tree, "another builder gives the same tree")
    suite.check(studio.get("/api/state").json()["policy"]["document"] == state["policy"]["document"], "a tree that was looked at was taken")
    tree[1]["label"] = "a region"
    nodes = [{"depth": node["depth"], "label": node["label"]} for node in tree]
    for name in ("zip-hierarchy.csv", "zip-hierarchy-2.csv"):
        written = studio.post("/api/hierarchy", {"column": "zip", "tree": nodes})
        suite.check(written.code == 201 and written.json() == {"path": name}, f"written: {written.text}")
        suite.check((folder / name).stat().st_mode & 0o777 == 0o600, "others can read the tree")
    state = edit(studio, state, "zip: file", lambda document: document["attributes"]["zip"].__setitem__("hierarchy", "zip-hierarchy.csv"))
    again = studio.job("hierarchy_build", {"column": "zip"})
    suite.check(again["state"] == "done" and again["result"]["tree"] == tree, f"the tree that was written is another: {again['error']}")
    state = studio.post("/api/undo", {"revision": state["policy"]["revision"]}).json()
    suite.check(state["policy"]["document"]["attributes"]["zip"]["hierarchy"] == {"mask": "right"}, "undo does not lead back")
    for wrong in ([], [{"depth": 0, "label": "*"}], [{"depth": 1, "label": "a"}], [{"depth": 0, "label": "*"}, {"depth": 2, "label": "a"}], [{"depth": 0, "label": "*"}, {"depth": -1, "label": "a"}],
                  [{"depth": 0, "label": "*"}, {"depth": 1, "label": "a"}, {"depth": 1, "label": "a"}], [{"depth": 0, "label": "*"}, {"depth": 1}], "x", None, [1, 2]):
        suite.check(studio.post("/api/hierarchy", {"column": "zip", "tree": wrong}).code == 422, f"{wrong} is a tree")
    suite.check(studio.post("/api/hierarchy", {"column": "../../zip", "tree": nodes}).json()["path"] == "______zip-hierarchy.csv", "a column's name leads elsewhere")
    # A large one is taken from the page that was let in, and from nobody else; nothing else may be as large.
    large = [{"depth": 0, "label": "*"}] + [{"depth": 1 + (at % 10 > 0), "label": f"place number {at}"} for at in range(60_000)]
    written = studio.post("/api/hierarchy", {"column": "zip", "tree": large})
    suite.check(written.code == 201 and sum(1 for _ in open(folder / written.json()["path"])) == 54_000, f"a large tree: {written.text[:200]}")
    body = {"column": "zip", "tree": large[:26_000]}  # a little above what others may be
    suite.check(studio.ask("POST", "/api/hierarchy", studio.browser_headers(True) | {"Cookie": None}, body).code == 413, "a stranger may send as much")
    suite.check(studio.post("/api/policy", body).code == 413, "any request may be as large")
    studio.end()


def ledgers(suite):
    """A policy gets its section, and the ledger begins, grows and is looked at."""
    folder = suite.folder / "ledgers"
    folder.mkdir()
    for week in range(2):
        lib.write_csv(folder / f"week-{week}.csv", ["key", "age", "illness"],
                      [{"key": f"p{week}-{row}", "age": 20 + (row * 7 + week) % 60, "illness": f"i{(row + week) % 5}"} for row in range(40)])
    studio = Studio(suite, folder, "week-0.csv")
    studio.visit()
    state = studio.opened()
    for name, role in (("key", "identifying"), ("age", "quasi_identifying"), ("illness", "sensitive")):
        state = edit(studio, state, name, lambda document, n=name, r=role: document["attributes"][n].__setitem__("role", r))
    state = edit(studio, state, "k", lambda document: document.__setitem__("protect", [{"k_anonymity": {"k": 3}}]))
    suite.check(studio.job("ledger_init", {"folder": "hospital"})["state"] == "failed", "a policy without a section has a ledger")
    methods = studio.get("/api/catalog").json()["methods"]
    state = edit(studio, state, "ledger", lambda document: document.__setitem__("ledger", {"method": {methods[0]["name"]: {}}, "key": "key"}))
    begun = studio.job("ledger_init", {"folder": "hospital"})
    suite.check(begun["state"] == "done" and begun["result"] == {"ledger": "hospital"}, f"begun: {begun['error']}")
    suite.check(begun["project"] == "week-0.yaml", f"the job is one of {begun['project']}")
    suite.check(studio.job("ledger_init", {"folder": "../hospital"})["state"] == "refused 422", "a ledger lies elsewhere")
    state = studio.post("/api/open", {"path": "hospital"}).json()
    suite.check(state["open"] == {"kind": "ledger", "path": "hospital"}, f"opened {state['open']}")
    for week in range(2):
        suite.check(studio.job("append", {"batch": f"week-{week}.csv"})["state"] == "done", f"week {week} is not appended")
    for action in ("ledger_status", "ledger_log", "ledger_verify"):
        job = studio.job(action)
        suite.check(job["state"] == "done" and job["project"] == "hospital", f"{action}: {job['error']}")
    studio.end()
    suite.expect(0, "the ledger", "ledger", "verify", "hospital", cwd=folder)


def rows(suite, studio, folder):
    """Slices are the file's rows, anywhere in it."""
    for _ in range(200):
        answer = studio.get("/api/rows?of=source&from=0&count=3")
        if answer.code != 202:
            break
        time.sleep(0.05)
    names, table = lib.read_csv(folder / "patients.csv")
    for begin, count in ((0, 3), (17, 200), (len(table) - 2, 10), (len(table), 5), (2 ** 63, 5)):
        answer = studio.get(f"/api/rows?of=source&from={begin}&count={count}")
        if not suite.check(answer.code == 200, f"rows from {begin}: {answer.code}"):
            continue
        found = answer.json()
        expected = [[row[name] or None for name in names] for row in table[begin:begin + count]]
        suite.check(found["columns"] == names and found["total"] == len(table) and found["rows"] == expected, f"rows from {begin} are others")
    for wrong in ("of=source&from=0&count=201", "of=x&from=0&count=1", "of=source&from=-1&count=1", "of=source&from=0", "of=source&from=0&count=1&x=1"):
        suite.check(studio.get(f"/api/rows?{wrong}").code == 400, f"{wrong} is answered")


def undo(suite):
    """Fifty edits back and forth, with the program ended between."""
    folder = clinic(suite, "undo")
    studio = Studio(suite, folder, "patients.csv")
    studio.visit()
    state = studio.opened()
    first, texts = state["policy"]["text"], []
    for k in range(2, 52):
        state = edit(studio, state, f"k_anonymity: k {k}", lambda document, k=k: document.__setitem__("protect", [{"k_anonymity": {"k": k}}]))
        texts.append(state["policy"]["text"])
    suite.check((folder / "patients.yaml").read_text() == texts[-1], "the file is not the last edit")
    old = studio.post("/api/undo", {"revision": 1})
    suite.check(old.code == 409, "an old revision is accepted")
    for step in range(50):
        suite.check(state["policy"]["undo"] == f"k_anonymity: k {51 - step}", f"undo would take back {state['policy']['undo']}")
        state = studio.post("/api/undo", {"revision": state["policy"]["revision"]}).json()
    suite.check(state["policy"]["text"] == first and (folder / "patients.yaml").read_text() == first, "fifty undone edits are not the beginning")
    suite.check(state["policy"]["undo"] is None, "there is more to undo")
    suite.check(studio.post("/api/undo", {"revision": state["policy"]["revision"]}).code == 409, "nothing was undone")
    studio.process.kill()
    studio.end()
    studio = Studio(suite, folder, "patients.csv")
    studio.visit()
    state = studio.get("/api/state").json()
    for text in texts:
        state = studio.post("/api/redo", {"revision": state["policy"]["revision"]}).json()
        suite.check(state["policy"]["text"] == text, "redo gives another text")
    history = studio.get("/api/history").json()
    suite.check(len(history) == 51 and history[-1]["current"], "the history is not what was done")
    outside = texts[-1] + "# by hand\n"
    (folder / "patients.yaml").write_text(outside)
    suite.check(studio.get("/api/state").json()["policy"]["text"] == outside, "an edit elsewhere is not seen")
    state = studio.get("/api/state").json()
    wrong = studio.post("/api/policy", {"revision": state["policy"]["revision"], "label": "x", "text": "a: [}"})
    suite.check(wrong.code == 422 and wrong.json()["place"].startswith("patients.yaml:1"), "what is no YAML is kept")
    kept = studio.post("/api/policy", {"revision": state["policy"]["revision"], "label": "x", "text": "version: 1\nattributes: {a: {role: quasi}}\n"}).json()
    suite.check(kept["policy"]["problems"][0]["line"] == 2, "a policy with a problem is not kept, or its line not told")
    second = subprocess.run(suite.command("studio", "patients.yaml", "--no-browser"), cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    suite.check(second.returncode == 3 and "another studio" in second.stderr, "two studios have one policy")
    studio.end()


def jobs(suite):
    """Progress as events, cancel, and a second address."""
    folder = suite.folder / "jobs"
    folder.mkdir()
    names, made, attributes = lib.random_table(suite.random, 400, folder)
    lib.write_csv(folder / "t.csv", names, made * 150)
    attributes["city"]["hierarchy"] = "city.csv"
    (folder / "t.yaml").write_text(json.dumps({"version": 1, "source": "t.csv", "attributes": attributes, "protect": [{"k_anonymity": {"k": 20}}],
                                               "release": {"directory": "out"}}))
    studio = Studio(suite, folder, "t.yaml")
    studio.visit()
    job = studio.job("run", wait=False)
    events = studio.get(f"/api/jobs/{job['id']}/events")
    suite.check(events.headers["Content-Type"] == "text/event-stream", "events are no stream")
    told = [json.loads(line[6:]) for line in events.text.splitlines() if line.startswith("data: ")]
    suite.check(events.text.count("event: end\n") == 1 and told[-1]["state"] == "done" and "result" not in told[-1], f"the end is not told: {told[-1:]}")
    suite.check(any(each["progress"]["stage"] for each in told), "no stage is told")
    job = studio.job("attack", {"name": "linkage", "options": {"victims": 0}}, wait=False)
    studio.ask("DELETE", f"/api/jobs/{job['id']}", studio.browser_headers(True))
    for _ in range(200):
        job = studio.get(f"/api/jobs/{job['id']}").json()
        if job["state"] != "running":
            break
        time.sleep(0.05)
    suite.check(job["state"] in ("cancelled", "done") and (job["state"] == "done") == (job["result"] is not None), f"cancelled: {job['state']}")
    suite.check({path.name for path in folder.iterdir()} == {"t.csv", "t.yaml", "city.csv", "out", ".gauze-studio"}, "a cancelled job leaves files")
    for action, options in (("none", {}), ("run", {"x": 1}), ("attack", {"name": "none"}), ("explain", {"row": "1"}), ("verify", {"target": "../t.csv"}), ("append", {"batch": "t.csv"})):
        suite.check(studio.job(action, options)["state"] == "refused 422", f"{action} {options} is started")
    studio.process.stdin.write("\n")
    studio.process.stdin.flush()
    second = studio.next_address(1)
    suite.check(studio.visit(second.split("token=")[1]).code == 303, "Enter does not give a new address")
    studio.job("run", wait=False)
    began = time.monotonic()
    while len(working_in(folder)) < 2 and time.monotonic() < began + 10:
        time.sleep(0.005)
    suite.check(len(working_in(folder)) == 2, "the studio and its job do not work in the folder")
    studio.process.kill()
    studio.end()
    for _ in range(100):
        if not working_in(folder):
            break
        time.sleep(0.05)
    suite.check(not working_in(folder), "a job outlives the studio")


def working_in(folder):
    """Processes whose current folder this is."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve() == folder.resolve() and (process / "cmdline").read_bytes():
                found.append(process.name)
        except OSError:  # it has ended, or is another user's
            pass
    return found


def canaries(suite):
    """Every cell is a word that occurs nowhere else."""
    folder = suite.folder / "canary"
    folder.mkdir()
    rng = suite.random
    word = lambda: "".join(rng.choice("bcdfghjklmnpqrstvwxz") for _ in range(12))
    towns, illnesses = [word() for _ in range(6)], [word() for _ in range(5)]
    table = [{"town": rng.choice(towns), "job": rng.choice(towns), "illness": rng.choice(illnesses), "person": word()} for _ in range(300)]
    lib.write_csv(folder / "t.csv", list(table[0]), table)
    cells = sorted({cell for row in table for cell in row.values()})
    studio = Studio(suite, folder, "t.csv")
    studio.visit()
    said = []
    state = studio.opened()
    for name, role in (("town", "quasi_identifying"), ("job", "quasi_identifying"), ("illness", "sensitive"), ("person", "identifying")):
        state = edit(studio, state, f"{name}: {role}", lambda document, n=name, r=role: document["attributes"][n].__setitem__("role", r))
    state = edit(studio, state, "k", lambda document: document.__setitem__("protect", [{"k_anonymity": {"k": 3}}]))
    for action, options in (("profile", {}), ("price", {}), ("plan", {}), ("run", {}), ("verify", {}), ("attack", {"name": "linkage"}), ("hierarchy_check", {"column": "town", "hierarchy": "t.csv"})):
        said.append(json.dumps(studio.job(action, options)))
    state = edit(studio, state, "k", lambda document: document.__setitem__("protect", [{"k_anonymity": {"k": 3000}}]))
    said.append(json.dumps(studio.job("run")))
    state = edit(studio, state, "type", lambda document: document["attributes"]["town"].__setitem__("type", "integer"))
    for action in ("check", "run", "price", "profile"):
        said.append(json.dumps(studio.job(action)))
    (folder / "t.csv").write_text((folder / "t.csv").read_text() + f'"{cells[0]}\n')
    for action in ("profile", "run"):
        said.append(json.dumps(studio.job(action)))
    for _ in range(20):
        said.append(studio.get("/api/rows?of=source&from=0&count=0").text)
        time.sleep(0.02)
    said += [studio.get("/api/state").text, studio.get("/api/history").text]
    studio.end()
    said += studio.printed + studio.errors
    said += [path.read_text() for path in [folder / "t.yaml", *(folder / ".gauze-studio").iterdir()] if path.suffix != ".parquet"]
    for text in said:
        found = [cell for cell in cells if cell in text]
        suite.check(not found, f"a cell is in: {text[:300]}")
    for path in (folder / ".gauze-studio").iterdir():
        suite.check(path.stat().st_mode & 0o077 == 0, f"others can read {path.name}")


def main():
    suite = lib.Suite(__doc__)
    walk(suite)
    undo(suite)
    jobs(suite)
    canaries(suite)
    trees(suite)
    ledgers(suite)
    suite.finish()


if __name__ == "__main__":
    main()
