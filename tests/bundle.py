"""Signed bundles: every changed byte is found, a signed lie is refused, and the same inputs give the same bytes.

The program's bundles are compared with those of a second implementation (bundle_format.py), which also signs what the program would not:
releases that break their promise, files that do not belong, paths that lead elsewhere.

--count N flips bits at N random positions.
"""
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys

import bundle_format
import lib

POLICY = """version: 1
source: patients.csv
attributes:
  name: {role: identifying}
  age: {role: quasi_identifying, type: integer}
  city: {role: quasi_identifying, hierarchy: trees/city.csv}
  illness: {role: sensitive}
  signs: {role: quasi_sensitive, type: set, separator: ";"}
protect:
  - k_anonymity: {k: 4}
  - l_diversity: {attribute: illness, kind: distinct, l: 2}
  - qs_diversity: {attribute: signs, knowledge: known/diseases.csv, c: 1, l: 2}
transform:
  - mondrian: {choose: span}
  - suppress_terms:
release: {directory: out, format: FORMAT}
"""
KNOWN = "label,terms\nflu,fever;cough\ncold,cough;sneeze\nangina,fever;throat\nasthma,cough;wheeze\n"


class World:
    """A folder with a policy, its release, keys, and bundles of it."""

    def __init__(self, suite, form):
        self.suite, self.folder = suite, suite.folder / form
        for name in ("trees", "known"):
            (self.folder / name).mkdir(parents=True)
        rng = suite.random
        (self.folder / "trees" / "city.csv").write_text("".join(f"city {i};region {i // 3};*\n" for i in range(9)))
        (self.folder / "known" / "diseases.csv").write_text(KNOWN)
        terms = ["fever", "cough", "sneeze", "throat", "wheeze"]
        rows = [{"name": f"person {i}", "age": rng.randint(20, 70), "city": f"city {rng.randrange(9)}", "illness": f"illness {rng.randrange(6)}",
                 "signs": ";".join(rng.sample(terms, rng.randint(0, 3)))} for i in range(200)]
        lib.write_csv(self.folder / "patients.csv", list(rows[0]), rows)
        (self.folder / "policy.yaml").write_text(POLICY.replace("FORMAT", form))
        self.expect(0, "run", "policy.yaml", "-q")
        self.expect(0, "bundle", "keys", "signing")
        self.key = bundle_format.read_key(self.folder / "signing.key")

    def expect(self, code, *arguments, **options):
        return self.suite.expect(code, self.folder.name, *arguments, cwd=self.folder, **options)

    def verify(self, data, name="tried.tar"):
        """What the program says of these bytes."""
        (self.folder / name).write_bytes(data)
        return self.suite.gauze("bundle", "verify", name, "--key", "signing.pub", "-q", cwd=self.folder)


def same_bytes(world):
    """Twice the same, whatever is not an input; and the same as the second implementation makes."""
    check = world.suite.check
    world.expect(0, "bundle", "out", "--key", "signing.key", "--policy", "policy.yaml", "--out", "one.tar", "-q")
    copy = world.folder / "elsewhere"
    for name in ("out", "trees", "known"):
        shutil.copytree(world.folder / name, copy / name)
    shutil.copy(world.folder / "policy.yaml", copy)
    for path in copy.rglob("*"):
        os.utime(path, (1, 1))
    world.expect(0, "bundle", "elsewhere/out/", "--key", "signing.key", "--policy", "elsewhere/policy.yaml", "--out", "two.tar", "--threads",
                 "1", "-q", env={**os.environ, "LC_ALL": "C", "TZ": "Asia/Tokyo"})
    data = (world.folder / "one.tar").read_bytes()
    check(data == (world.folder / "two.tar").read_bytes(), "two runs gave other bytes")
    files = bundle_format.read(data)
    sums = files.pop("SHA256SUMS")
    del files["SIGNATURE"]
    check(bundle_format.make(files, world.key) == data, "the second implementation makes other bytes")
    unpacked = world.folder / "unpacked"
    unpacked.mkdir()
    subprocess.run(["tar", "xf", "../one.tar"], cwd=unpacked, check=True)
    shown = subprocess.run(["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=unpacked, capture_output=True, text=True)
    check(shown.returncode == 0 and sums.count(b"\n") == len(files), f"sha256sum says {shown.stdout}{shown.stderr}")
    names = {"READ-ME-FIRST.html", "policy/policy.yaml", "policy/trees/city.csv", "policy/known/diseases.csv", "release/manifest.json",
             "release/report/evidence.json", "release/report/report.html"}
    check(names < set(files) and all(name in names or name.startswith("release/data") for name in files), f"packed were {sorted(files)}")
    world.expect(0, "bundle", "verify", "one.tar", "--key", "signing.pub", "-q", env={**os.environ, "TMPDIR": str(world.folder)})
    check(not list(world.folder.glob(".gauze-*")), "something was left behind")
    return data, files


def flipped(world, data, count):
    for _ in range(count):
        place = world.suite.random.randrange(len(data))
        changed = bytearray(data)
        changed[place] ^= 1 << world.suite.random.randrange(8)
        result = world.verify(bytes(changed))
        world.suite.check(result.returncode in (1, 2) and not result.stdout, f"byte {place} was changed: exit {result.returncode}")


def broken(world, files):
    """A release that lost a row of a class of k, signed: by us never, by somebody else in vain."""
    folder = world.folder / "edited"
    shutil.copytree(world.folder / "out", folder)
    names, rows = lib.read_csv(folder / "data.csv")
    classes = {}
    for row in rows:
        classes.setdefault((row["age"], row["city"]), []).append(row)
    smallest = min(classes.values(), key=len)
    for row in smallest[3:]:
        rows.remove(row)
    lib.write_csv(folder / "data.csv", names, rows)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["rows"] = len(rows)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    # The report that was published with it does not fit any more, and gives it away.
    result = world.expect(2, "bundle", "edited", "--key", "signing.key", "--out", "false.tar", "-q")
    world.suite.check("evidence on another release" in result.stderr, f"no word of the report: {result.stderr}")
    shutil.rmtree(folder / "report")
    files = {name: data for name, data in files.items() if not name.startswith("release/report/")}
    result = world.expect(1, "bundle", "edited", "--key", "signing.key", "--policy", "policy.yaml", "--out", "false.tar", "-q")
    world.suite.check("k_anonymity(k=4) does not hold" in result.stderr, f"no word of the promise: {result.stderr}")
    world.suite.check(not (world.folder / "false.tar").exists(), "a false promise was signed")
    lie = {**files, "release/data.csv": (folder / "data.csv").read_bytes(), "release/manifest.json": (folder / "manifest.json").read_bytes()}
    result = world.verify(bundle_format.make(lie, world.key))
    world.suite.check(result.returncode == 1 and "BROKEN  k_anonymity(k=4)" in result.stdout, f"a signed lie: {result.stdout}{result.stderr}")
    # A promise that was not checked when the release was made.
    more = files["release/manifest.json"].replace(b"k_anonymity(k=4)", b"k_anonymity(k=100)").replace(b'"k": "4"', b'"k": "100"')
    result = world.verify(bundle_format.make({**{name: data for name, data in files.items() if not name.endswith(".yaml") and "city" not in name},
                                              "release/manifest.json": more}, world.key))
    world.suite.check(result.returncode == 1 and "BROKEN  k_anonymity(k=100)" in result.stdout, f"k=100: {result.stdout}{result.stderr}")


def refused(world, files):
    """Bundles with a good signature that are not sound; each error says which file, and nothing is written anywhere."""
    manifest = json.loads(files["release/manifest.json"])
    evidence = {"evidence": 1, "form": "public", "about": {name: manifest[name] for name in ("rows", "classes", "policy_digest")}}

    def changed(**more):
        return {**files, **{name.replace("__", "/").replace("_json", ".json"): json.dumps(text).encode() for name, text in more.items()}}

    good = world.verify(bundle_format.make(changed(report__evidence_json=evidence), world.key))
    world.suite.check(good.returncode == 0, f"with evidence: {good.stderr}")
    without = {name: data for name, data in files.items()}
    knowledge = without.pop("policy/known/diseases.csv")
    weaker = {**manifest, "promises": manifest["promises"][1:]}
    for what, tried in {
        "no JSON object": {**files, "report/evidence.json": b"[]"},
        "not evidence in its public form": changed(report__evidence_json={**evidence, "form": "internal"}),
        "rows differs": changed(report__evidence_json={**evidence, "about": {**evidence["about"], "rows": 1}}),
        "internal manifest": changed(release__manifest_json={**manifest, "inputs": []}),
        "policies/x is not part": {**files, "policies/x": b""},
        "release/data.parquet is not part": {**files, "release/data.parquet": b""},
        "release/notes.txt is not part": {**files, "release/notes.txt": b""},
        "policy/known/diseases.csv is missing": without,
        "not the knowledge table": {**without, "policy/known/diseases.csv": knowledge + b"ague,fever\n"},
        "not the policy": {**files, "policy/policy.yaml": files["policy/policy.yaml"] + b"\n"},
        "does not promise k_anonymity(k=4)": changed(release__manifest_json=weaker),
    }.items():
        result = world.verify(bundle_format.make(tried, world.key))
        world.suite.check(result.returncode == 2 and what.replace("no JSON", "not a JSON") in result.stderr,
                          f"{what}: exit {result.returncode}: {result.stderr}")
    before = sorted(path for path in world.suite.folder.rglob("*"))
    order = sorted(files)
    parts = [bundle_format.part(name, files[name]) for name in order]
    for what, name in {"above": "../above", "root": str(world.folder / "root"), "within": "release/../within"}.items():
        result = world.verify(bundle_format.make({**files, name: b"x"}, world.key))
        world.suite.check(result.returncode == 2 and "not allowed" in result.stderr, f"{what}: {result.stderr}")
    for what, tried in {
        "a link": parts[:-1] + [bundle_format.part(order[-1], files[order[-1]], b"2")],
        "a file twice": parts + parts[-1:],
        "a file more": parts + [bundle_format.part("release/more", b"")],
        "a file less": parts[:-1],
        "another order": parts[::-1],
        "a huge size": parts[:-1] + [bundle_format.header(order[-1], 8 ** 11 - 1) + files[order[-1]]],
    }.items():
        result = world.verify(bundle_format.make(files, world.key, tried))
        world.suite.check(result.returncode == 1 and result.stderr, f"{what}: exit {result.returncode}: {result.stderr}")
    world.suite.check(before == sorted(path for path in world.suite.folder.rglob("*")), "something was written")


def reports(world):
    """Public evidence and its page are packed; internal evidence, another page and another release's evidence are not."""
    world.expect(0, "report", "out", "--policy", "policy.yaml", "--public", "--no-attacks", "--out", "public", "-q")
    world.expect(0, "bundle", "out", "--key", "signing.key", "--report", "public", "--out", "reported.tar", "-q")
    world.expect(0, "bundle", "verify", "reported.tar", "--key", "signing.pub", "-q")
    files = bundle_format.read((world.folder / "reported.tar").read_bytes())
    for name in ("evidence.json", "report.html"):
        world.suite.check(files.get(f"report/{name}") == (world.folder / "public" / name).read_bytes(), f"{name} was not packed")
    world.expect(0, "report", "out", "--policy", "policy.yaml", "--no-attacks", "--out", "internal", "-q")
    refused = world.expect(2, "bundle", "out", "--key", "signing.key", "--report", "internal", "--out", "never.tar", "-q")
    world.suite.check("public form" in refused.stderr, refused.stderr)
    shutil.copy(world.folder / "internal" / "report.html", world.folder / "public")
    refused = world.expect(2, "bundle", "out", "--key", "signing.key", "--report", "public", "--out", "never.tar", "-q")
    world.suite.check("not made from the evidence" in refused.stderr, refused.stderr)
    world.suite.check(not (world.folder / "never.tar").exists(), "packed all the same")


def read_me_first(world, files):
    """The page that is opened first tells what is packed and promised, and its lines for pandas do what they say, and those for R and SPSS where they are installed."""
    page = files["READ-ME-FIRST.html"].decode()
    manifest = json.loads(files["release/manifest.json"])
    text = html.unescape(re.sub(r"<[^>]*>", "", page)).replace("\u00a0", " ")  # spaces that do not break
    for promise in manifest["promises"]:
        world.suite.check(promise["sentence"] in text, f"the page does not say: {promise['sentence']}")
    for name in ("release/data.csv", "release/report/report.html", "policy/policy.yaml", "SHA256SUMS", *(column["name"] for column in manifest["columns"])):
        world.suite.check(name in text, f"the page does not name {name}")
    world.suite.check("<script" not in page and "http:" not in page and "https:" not in page, "the page has a script or an address")
    names, rows = lib.read_csv(world.folder / "out" / "data.csv")
    ends = [re.fullmatch(r"\[(\d+), (\d+)\]", row["age"]) for row in rows]
    expected = ["|".join(found.groups() if found else (row["age"], row["age"])) for found, row in zip(ends, rows)]

    def lines(program):
        code = re.search(rf"{program}</h3>\s*(?:<p>.*?</p>\s*)?<pre>(.*?)</pre>", page, re.DOTALL).group(1)
        return "\n".join(html.unescape(line) for line in re.findall(r"<code>(.*?)</code>", code)).replace("COLUMN", "age") + "\n"

    def does(program, command, script, suffix):
        path = world.folder / f"read{suffix}"
        path.write_text(script)
        done = subprocess.run([*command, path], cwd=world.folder / "unpacked", capture_output=True, text=True)
        world.suite.check(done.stdout.split() == expected, f"{program}: {done.stdout[:300]}{done.stderr[-300:]}")

    does("pandas", [sys.executable], lines("Python with pandas") + "print(*(f'{a}|{b}' for a, b in zip(low, high)), sep='\\n')\n", ".py")
    if shutil.which("Rscript"):
        does("R", ["Rscript"], lines(">R") + 'cat(paste(low, high, sep = "|"), sep = "\\n")\n', ".R")
    if shutil.which("pspp"):
        variables = " ".join(f"{name} A100" for name in names)
        begin = f'GET DATA /TYPE=TXT /FILE="release/data.csv" /ARRANGEMENT=DELIMITED /FIRSTCASE=2 /DELIMITERS="," /QUALIFIER=\'"\' /VARIABLES={variables}.\n'
        end = 'STRING ends (A40).\nCOMPUTE ends = CONCAT(LTRIM(STRING(low, F8)), "|", LTRIM(STRING(high, F8))).\nWRITE OUTFILE="ends.txt" /ends.\nEXECUTE.\n'
        (world.folder / "read.sps").write_text(begin + lines("SPSS") + end)
        done = subprocess.run(["pspp", world.folder / "read.sps"], cwd=world.folder / "unpacked", capture_output=True, text=True)
        written = world.folder / "unpacked" / "ends.txt"
        world.suite.check(written.exists() and written.read_text().split() == expected, f"SPSS: {done.stdout[-300:]}")


def elsewhere(world):
    """A policy that names its files by paths from the root: `check` says that no bundle can hold it, and the rest is bundled all the same."""
    folder = world.folder / "rooted"
    folder.mkdir()
    policy = (world.folder / "policy.yaml").read_text().replace("source: ", f"source: {world.folder}/").replace("trees/", f"{world.folder}/trees/")
    (folder / "policy.yaml").write_text(policy.replace("knowledge: known/", f"knowledge: {world.folder}/known/").replace("directory: out", "directory: made"))
    checked = world.expect(0, "check", "rooted/policy.yaml", "-q")
    world.suite.check("the policy names paths of this machine" in checked.stdout, f"check says nothing of paths: {checked.stdout}")
    world.expect(0, "run", "rooted/policy.yaml", "-q")
    refused = world.expect(2, "bundle", "rooted/made", "--key", "signing.key", "--policy", "rooted/policy.yaml", "--out", "rooted.tar", "-q")
    world.suite.check("names paths of this machine" in refused.stderr, refused.stderr)
    world.expect(0, "bundle", "rooted/made", "--key", "signing.key", "--out", "rooted.tar", "-q")
    files = bundle_format.read((world.folder / "rooted.tar").read_bytes())
    world.suite.check(files.get("policy/diseases.csv") == KNOWN.encode(), f"the knowledge table is not packed: {sorted(files)}")
    known = world.folder / "known" / "diseases.csv"
    known.rename(known.with_suffix(".away"))  # a recipient does not have it there
    world.expect(0, "bundle", "verify", "rooted.tar", "--key", "signing.pub", "-q")
    known.with_suffix(".away").rename(known)


def single_files(world, files):
    """A file and its proof are enough, and fit no other file."""
    for name in sorted(files):
        proof = world.expect(0, "bundle", "prove", "one.tar", name).stdout
        (world.folder / "proof.json").write_text(proof)
        steps = json.loads(proof)
        hashed, place, width = hashlib.sha256(b"\0" + steps["file"].encode()).digest(), steps["place"], len(files)
        for other in map(bytes.fromhex, steps["path"]):
            while place % 2 == 0 and place + 1 == width:  # no partner on this level
                place, width = place // 2, (width + 1) // 2
            pair = (hashed, other) if place % 2 == 0 else (other, hashed)
            hashed, place, width = hashlib.sha256(b"\1" + b"".join(pair)).digest(), place // 2, (width + 1) // 2
        world.suite.check(f"root {hashed.hex()}\n" in steps["signature"], f"{name}: the way does not lead to the root")
        (world.folder / "single").write_bytes(files[name])
        world.expect(0, "bundle", "check", "single", "--proof", "proof.json", "--key", "signing.pub")
        (world.folder / "single").write_bytes(files[name] + b" ")
        world.expect(1, "bundle", "check", "single", "--proof", "proof.json", "--key", "signing.pub")


def main():
    suite = lib.Suite(__doc__, count=40)
    world = World(suite, "csv")
    data, files = same_bytes(world)
    flipped(world, data, suite.flags.count)
    broken(world, files)
    refused(world, files)
    single_files(world, files)
    read_me_first(world, files)
    elsewhere(world)
    reports(world)
    same_bytes(World(suite, "parquet"))
    suite.finish()


if __name__ == "__main__":
    main()
