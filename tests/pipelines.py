"""What programs around Gauze read: JUnit and SARIF files of verify, check and attack, JSON documents, exit codes.

Proved: the files fit the published schemas (`tools/setup` downloads them), say what the command says, name the lines of the policy, and hold no cell of the table; every
document fits the schema that `gauze schema NAME` prints, and no schema has changed without a new version.
"""
import hashlib
import json
import xml.etree.ElementTree

import jsonschema
import xmlschema

import lib

SCHEMAS = lib.ROOT / ".deps" / "schemas"
CANARY = "zebra"
POLICY = """version: 1
source: table.csv
attributes:
  name: {role: identifying}
  age: {role: quasi_identifying, type: integer}
  city: {role: quasi_identifying}
  illness: {role: sensitive}
  note: {role: insensitive}
protect:
  - k_anonymity: {k: 3}
release: {directory: out}
"""


class World:
    """A table full of canaries, its policy and release, and calls that write both files."""

    def __init__(self, suite):
        self.suite, self.folder = suite, suite.folder
        rows = [{"name": f"{CANARY}{i}", "age": 20 + i % 7, "city": f"{CANARY} city {i % 3}", "illness": f"{CANARY} {i % 4}", "note": f"{CANARY} note {i}"}
                for i in range(60)]
        lib.write_csv(self.folder / "table.csv", list(rows[0]), rows)
        (self.folder / "policy.yaml").write_text(POLICY)
        self.junit_schema = xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")
        self.sarif_schema = jsonschema.Draft7Validator(json.loads((SCHEMAS / "sarif-2.1.0.json").read_text()))
        self.gauze(0, "run", "policy.yaml", "-q")

    def gauze(self, code, *arguments, **options):
        return self.suite.expect(code, " ".join(arguments[:2]), *arguments, cwd=self.folder, **options)

    def files(self, code, *arguments):
        """Both files of a call that ends so: a suite and a list of results."""
        self.gauze(code, *arguments, "-q", "--junit", "found.xml", "--sarif", "found.sarif")
        junit, sarif = self.folder / "found.xml", self.folder / "found.sarif"
        name = " ".join(arguments)
        try:
            self.junit_schema.validate(str(junit))
        except xmlschema.XMLSchemaValidationError as error:
            self.suite.check(False, f"{name}: the JUnit file does not fit its schema: {error.reason}")
        document = json.loads(sarif.read_text())
        found = [error.message for error in self.sarif_schema.iter_errors(document)]
        self.suite.check(not found, f"{name}: the SARIF file does not fit its schema: {found[:3]}")
        for file in (junit, sarif):
            self.suite.check(CANARY not in file.read_text(), f"{name}: {file.name} holds a cell")
        return xml.etree.ElementTree.parse(junit).getroot().find("testsuite"), document["runs"][0]["results"]


def outcomes(junit):
    """Of each case: what became of it."""
    return {case.get("name"): case[0].tag if len(case) else "passed" for case in junit.iter("testcase")}


def places(results):
    """Of each result: its rule, file and line."""
    found = []
    for result in results:
        place = result["locations"][0]["physicalLocation"]
        found.append((result["ruleId"], place["artifactLocation"]["uri"], place.get("region", {}).get("startLine")))
    return found


def check_files(world):
    check = world.suite.check
    junit, results = world.files(0, "verify", "out")
    check(outcomes(junit) == {"k_anonymity(k=3)": "passed"} and not results, f"verify: {outcomes(junit)}, {results}")
    claims = ["--qi", "age,city", "--claim", "k_anonymity(k=3)", "--claim", "k_anonymity(k=50)"]
    junit, results = world.files(1, "verify", "out/data.csv", *claims)
    check(outcomes(junit) == {"k_anonymity(k=3)": "passed", "k_anonymity(k=50)": "failure"}, f"verify of claims: {outcomes(junit)}")
    check((junit.get("tests"), junit.get("failures"), junit.get("errors")) == ("2", "1", "0"), f"verify of claims: {junit.attrib}")
    check(places(results) == [("gauze/promise", "out/data.csv", None)], f"verify of claims: {places(results)}")
    printed = world.gauze(1, "verify", "out/data.csv", *claims).stdout
    check(next(junit.iter("failure")).get("message") in printed, "verify: the failure is not what is printed")
    junit, results = world.files(2, "verify", "nowhere.csv", *claims)
    check(outcomes(junit) == {"nowhere.csv": "error"} and places(results) == [("gauze/input", "nowhere.csv", None)], f"nothing there: {places(results)}")

    junit, results = world.files(0, "check", "policy.yaml")
    check(outcomes(junit) == {"k_anonymity(k=3)": "passed"} and junit.find("system-out") is not None, f"check: {outcomes(junit)}")
    lines = POLICY.split("\n")
    where = {column: lines.index(next(line for line in lines if line.startswith(f"  {column}:"))) + 1 for column in ("illness", "note")}
    for column, line in where.items():
        check(("gauze/warning", "policy.yaml", line) in places(results), f"check: no warning of {column} in line {line}: {places(results)}")
    for name, wrong, line in (("role", POLICY.replace("role: sensitive", "role: sensible"), 7), ("k", POLICY.replace("k: 3", "k: many"), 10)):
        (world.folder / "my wrong.yaml").write_text(wrong)
        junit, results = world.files(2, "check", "my wrong.yaml")
        check(places(results) == [("gauze/input", "my%20wrong.yaml", line)] and list(outcomes(junit).values()) == ["error"], f"{name}: {places(results)}")

    junit, results = world.files(0, "attack", "linkage", "out", "--policy", "policy.yaml")
    check(list(outcomes(junit).values()) == ["passed"] and not results, f"attack: {outcomes(junit)}, {results}")
    (world.folder / "untrue.yaml").write_text(POLICY.replace("k: 3", "k: 30"))
    junit, results = world.files(0, "attack", "linkage", "out", "--policy", "untrue.yaml")
    check(list(outcomes(junit).values()) == ["failure"] and places(results) == [("gauze/promise", "out", None)], f"an attack that succeeds: {places(results)}")
    refused = world.gauze(3, "verify", "out", "--junit", "nowhere/found.xml")
    check("nowhere/found.xml" in refused.stderr, "a file that cannot be written is not named")


def check_documents(world):
    """Each kind of document against its schema, with and without what an error changes."""
    check = world.suite.check
    versions = json.loads(world.gauze(0, "version", "--json").stdout)["documents"]
    frozen = json.loads((lib.ROOT / "tests" / "data" / "documents.json").read_text())
    for name, version in versions.items():
        digest = hashlib.sha256((lib.ROOT / "data" / "documents" / f"{name}.json").read_bytes()).hexdigest()
        check(frozen.get(f"{name}/{version}") == digest, f"the schema of {name} is not that of version {version}: give it a new version, or add what was only added to "
              f"tests/data/documents.json as {digest}")
    calls = {"check": (0, "check", "policy.yaml"), "verify": (0, "verify", "out"), "measure": (0, "measure", "out"), "version": (0, "version"),
             "attack": (0, "attack", "linkage", "out", "--policy", "policy.yaml"), "doctor": (0, "doctor"), "error": (2, "check", "nowhere.yaml")}
    check(set(calls) == set(versions), f"documents without a call: {set(versions) ^ set(calls)}")
    for name, (code, *words) in calls.items():
        schema = jsonschema.Draft202012Validator(json.loads(world.gauze(0, "schema", name).stdout))
        schema.check_schema(schema.schema)
        document = json.loads(world.gauze(code, *words, "--json", "-q").stdout)
        check(not (found := [error.message for error in schema.iter_errors(document)]), f"{name}: {found[:3]}")
        for key in schema.schema.get("required", []):
            less = {field: value for field, value in document.items() if field != key}
            check(any(schema.iter_errors(less)), f"the schema of {name} accepts a document without {key}")
    for flag in ("manifest", "evidence"):
        check(world.gauze(0, "schema", flag).stdout == world.gauze(0, "schema", f"--{flag}").stdout, f"two schemas of {flag}")


def main():
    suite = lib.Suite(__doc__)
    world = World(suite)
    check_files(world)
    check_documents(world)
    suite.finish()


if __name__ == "__main__":
    main()
