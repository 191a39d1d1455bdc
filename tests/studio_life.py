"""How a studio begins, what it serves beside its screens, and how it ends: tables that are opened by a job, files of every kind, the manual, the browser, and that it ends when
nobody is there.
"""
import gzip
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import time
import urllib.parse

import lib
from studio_world import Studio, clinic

SAFE_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
                "Cross-Origin-Resource-Policy": "same-origin"}


def check_page(suite, studio):
    page = studio.ask("GET", "/", {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Cookie": studio.cookie})
    suite.check(page.code == 200 and page.headers["Content-Encoding"] == "gzip", "the page is not served")
    policy = page.headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"):
        suite.check(part in policy, f"the page's policy lacks {part}")
    for answer in (page, studio.get("/api/state"), studio.get("/api/jobs/99"), studio.get("/assets/none.js")):
        for name, value in SAFE_HEADERS.items():
            suite.check(answer.headers.get(name) == value, f"{name} is {answer.headers.get(name)}")
    suite.check(studio.get("/data").bytes == page.bytes, "a path of the page's own is not the page")
    suite.check(studio.get("/assets/none.js").code == 404, "an absent file is found")


class Links(html.parser.HTMLParser):
    """Where the links and pictures of a page lead, and the places that it has."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.places, self.inline = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.places |= {named["id"]} if "id" in named else set()
        self.targets += [named[name] for name in ("href", "src") if name in named]
        self.inline += [tag] if tag in ("script", "style") or "style" in named else []


def manual(suite):
    """Every page of the manual that can be reached is there, with the place that a link names; so is what the studio's own page and its catalog lead to."""
    folder = clinic(suite, "manual")
    studio = Studio(suite, folder, "patients.csv")
    studio.visit()
    check_page(suite, studio)
    pages, wanted = {}, ["/docs/"]
    catalog = json.dumps(studio.get("/api/catalog").json())
    wanted += ["/docs/" + found for found in re.findall(r'"docs": "([^"]+)"', catalog)]
    for source in (lib.ROOT / "web" / "src").rglob("*.tsx"):
        wanted += ["/docs/" + found for found in re.findall(r'page="([^"]+)"', source.read_text())]
    while wanted:
        target = wanted.pop()
        path, _, place = target.partition("#")
        if path not in pages:
            answer = studio.get(path)
            suite.check(answer.code == 200 and answer.headers["Content-Encoding"] == "gzip", f"{path}: {answer.code}")
            suite.check("frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], f"{path} has another policy")
            is_page = answer.headers["Content-Type"].startswith("text/html")
            pages[path] = Links(gzip_text(answer)) if answer.code == 200 and is_page else None
            if pages[path]:
                suite.check(not pages[path].inline, f"{path} has {pages[path].inline}, which its policy forbids")
                wanted += [urllib.parse.urljoin(path, found) for found in pages[path].targets if not re.match("[a-z]+:", found)]
        if place and pages[path]:
            suite.check(place in pages[path].places, f"{target}: there is no such place")
    suite.check(len(pages) > 60, f"only {len(pages)} pages were reached")
    lost = studio.get("/docs/none/")
    suite.check(lost.code == 404 and "no such page" in gzip_text(lost), "a page that is not there is found")
    for target in Links(gzip_text(lost)).targets:
        suite.check(target.startswith("/docs/") and studio.get(target.partition("#")[0]).code == 200, f"a page that is not there leads to {target}")
    studio.end()


def gzip_text(answer):
    return gzip.decompress(answer.bytes).decode()


def opening(suite):
    """A large table: the address comes at once, then the progress of reading; whoever cancels leaves nothing."""
    folder = suite.folder / "large"
    folder.mkdir()
    rng = suite.random
    with open(folder / "t.csv", "w", encoding="utf-8") as file:
        file.write("id,age,zip,illness\n")
        file.writelines(f"p{row},{rng.randrange(90)},{rng.randrange(20_000)},i{rng.randrange(40)}\n" for row in range(400_000))
    began = time.monotonic()
    studio = Studio(suite, folder, "t.csv")
    suite.check(time.monotonic() - began < 5, "the address does not come at once")
    studio.visit()
    state = studio.get("/api/state").json()
    suite.check(state["open"] == {"kind": "table", "path": "t.csv"} and state["policy"] is None, f"opened {state['open']}")
    job = state["jobs"][0]
    suite.check(job["action"] == "open" and job["project"] == "t.csv" and job["command"].startswith("gauze profile t.csv --init t.yaml"), f"the job: {job}")
    studio.post("/api/open", {"path": "t.csv"})
    suite.check(len(studio.get("/api/state").json()["jobs"]) == 1, "a second window reads the table again")
    studio.ask("DELETE", f"/api/jobs/{job['id']}", studio.browser_headers(True))
    state = studio.opened()
    suite.check(state["jobs"][0]["state"] == "cancelled" and state["open"]["kind"] == "table", f"cancelled: {state['jobs'][0]['state']}")
    suite.check({path.name for path in folder.iterdir()} <= {"t.csv", ".gauze-studio"}, "what was cancelled leaves files")
    job = studio.job("open", {"path": "t.csv"}, wait=False)
    events = studio.get(f"/api/jobs/{job['id']}/events").text
    stages = [json.loads(line[6:])["progress"]["stage"] for line in events.splitlines() if line.startswith("data: ")]
    suite.check(any(stages), "no progress is told")
    state = studio.get("/api/state").json()
    suite.check(state["open"] == {"kind": "policy", "path": "t.yaml"}, f"after reading: {state['open']}")
    profile = studio.job("profile")
    suite.check(profile["state"] == "done" and profile["seconds"] < 0.1, "the table is read a second time")
    studio.end()


def idle(suite):
    """It ends when nobody is there, and not before; strangers are nobody, a job is a reason to stay."""
    folder = clinic(suite, "idle")
    studio = Studio(suite, folder, "patients.csv", "--idle", "1")
    studio.visit()
    studio.opened()
    for _ in range(12):
        time.sleep(0.25)
        studio.get("/api/approvals")
    suite.check(studio.process.poll() is None, "the studio has ended while it was used")
    began = time.monotonic()
    while studio.process.poll() is None and time.monotonic() < began + 20:
        try:
            studio.ask("GET", "/api/state", {})
        except OSError:
            pass
        time.sleep(0.2)
    suite.check(studio.process.poll() == 0, f"the studio has not ended by itself: {studio.process.poll()}")
    suite.check(0.5 < time.monotonic() - began < 15, "it has ended at another time")
    studio.end()
    # The table of the test before takes longer to be read than the studio waits.
    for path in (suite.folder / "large").glob("t.yaml"):
        path.unlink()
    studio = Studio(suite, suite.folder / "large", "t.csv", "--idle", "1")
    suite.check(studio.process.wait(timeout=120) == 0, "the studio has not ended by itself")
    suite.check((suite.folder / "large" / "t.yaml").exists(), "the studio has ended before its job")
    studio.end()


def browser(suite):
    """The example, in a browser: what everybody on the machine can see of it, its arguments, has no token."""
    folder = suite.folder / "browser"
    folder.mkdir()
    (folder / "xdg-open").write_text(f'#!/bin/sh\nexec >{folder}/seen.part\necho "$@"\nstat -c %a "$1"\ncat "$1"\nmv {folder}/seen.part {folder}/seen\n')
    (folder / "xdg-open").chmod(0o755)
    studio = Studio(suite, folder, "--example", browser=folder)
    for _ in range(200):
        if (folder / "seen").exists():
            break
        time.sleep(0.05)
    arguments, mode, page = (folder / "seen").read_text().split("\n", 2)
    suite.check(studio.token not in arguments and mode == "600" and studio.address in page, f"the browser got {arguments}, {mode}")
    came = studio.ask("GET", f"/?token={studio.token}", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"})
    suite.check(came.code == 200 and came.headers["Set-Cookie"], "the private file does not lead in")
    studio.end()
    suite.check(not pathlib.Path(arguments).exists(), "the private file is left")
    suite.check((folder / "gauze-example" / "patients.csv").read_bytes() == (lib.ROOT / "examples" / "clinic" / "patients.csv").read_bytes(), "another example")


def openings(suite):
    """What can be opened, and what is said of what cannot."""
    folder = clinic(suite, "openings")
    shutil.copy(lib.ROOT / "examples" / "clinic" / "policy.yaml", folder)
    suite.expect(0, "run", "run", "policy.yaml", cwd=folder)
    (folder / "wrong.csv").write_text("Ada Abel,75,f\nBen Haas,35,m\n")
    (folder / "tree.json").write_text('{"*": {"a": []}}')
    studio = Studio(suite, folder)
    studio.visit()
    suite.check(studio.get("/api/state").json()["open"] is None, "something is open")
    kinds = {entry["name"]: entry["kind"] for entry in studio.get("/api/files").json()["entries"]}
    suite.check(kinds == {"patients.csv": "table", "policy.yaml": "policy", "release": "release", "tree.json": "other", "wrong.csv": "table"}, f"files: {kinds}")
    state = studio.post("/api/open", {"path": "release"}).json()
    suite.check(state["open"] == {"kind": "release", "path": "release"} and state["policy"] is None, "a release is not opened")
    suite.check(studio.job("verify")["result"]["holds"] is True, "an opened release is not verified")
    state = studio.post("/api/open", {"path": "release/data.csv", "as": "file"}).json()
    suite.check(state["open"]["kind"] == "file", "a file is not opened as it is")
    verified = studio.job("verify", {"claims": ["k_anonymity(k=5)"], "qi": ["age", "sex", "zip", "admitted"]})
    suite.check(verified["state"] == "done" and verified["result"]["holds"] is True, f"a file is not verified: {verified}")
    studio.post("/api/open", {"path": "wrong.csv"})
    state = studio.opened()
    wrong = state["jobs"][-1]
    suite.check(state["open"] == {"kind": "table", "path": "wrong.csv"} and wrong["state"] == "failed" and wrong["error"]["hint"], f"a table without a header: {wrong}")
    suite.check(studio.job("open", {"path": "patients.csv"})["state"] == "refused 422", "a table is opened that is not the one that was asked for")
    (folder / "wrong.csv").write_text("name,age\nAda Abel,75\nBen Haas,35\n")
    suite.check(studio.job("open", {"path": "wrong.csv"})["state"] == "done", "a table that was mended is not opened")
    suite.check(studio.get("/api/state").json()["open"] == {"kind": "policy", "path": "wrong.yaml"}, "a table that was opened has no policy")
    suite.check(studio.post("/api/open", {"path": "policy.yaml"}).json()["policy"]["problems"] == [], "the example's policy has problems")
    document = studio.get("/api/state").json()["policy"]["document"]
    (folder / "clinic.json").write_text(json.dumps(document))
    state = studio.post("/api/open", {"path": "clinic.json"}).json()
    suite.check(state["open"] == {"kind": "policy", "path": "clinic.json"} and state["policy"]["document"] == document, "a policy in JSON is not opened")
    document["protect"] = [{"k_anonymity": {"k": 9}}]
    studio.post("/api/policy", {"revision": state["policy"]["revision"], "label": "k", "document": document})
    suite.check(json.loads((folder / "clinic.json").read_text()) == document, "a policy in JSON is written as something else")
    studio.end()
    absent = subprocess.run(suite.command("studio", "none.csv", "--no-browser"), cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    suite.check(absent.returncode == 2 and "hint" in absent.stderr, "an absent file is opened")


def main():
    suite = lib.Suite(__doc__)
    manual(suite)
    opening(suite)
    idle(suite)
    browser(suite)
    openings(suite)
    suite.finish()


if __name__ == "__main__":
    main()
