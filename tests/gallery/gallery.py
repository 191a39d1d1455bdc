#!/usr/bin/env python3
"""Reports of every example, opened in a real browser: `make report-gallery`.

Makes each release and its report, then has Chromium open every page at 1920, 1280 and 390 pixels, light and dark, with scripts turned off,
and print it to A4 (look.mjs). Proved: no message on the console, no request, nothing wider than the screen, no text cut off or over
another, no finding of axe-core, at most 2 MB; verdict, worst risk and uniqueness on the first screen; at most 6,000 pixels for diabetes; numbered
pages on paper. Screenshots for the docs go to docs/images/reports.

Needs Debian's packages chromium and fonts, Node, pypdf (requirements.txt), and the real tables of the examples (GAUZE_DATA); not part of CI.
"""
import json
import pathlib
import shutil
import subprocess
import sys

import pypdf

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import lib  # noqa: E402

EXAMPLES = lib.ROOT / "examples"


class Gallery:
    def __init__(self, suite):
        self.suite = suite
        self.pages = suite.folder / "pages"

    def add(self, name, target, *flags, code=0):
        self.suite.expect(code, f"{name}: report", "report", target, "--out", self.pages / name, "-q", *flags)

    def run(self, name, policy, *flags, cwd=None):
        target = self.suite.folder / name
        self.suite.expect(0, name, "run", policy, "--out", target, "-q", *flags, cwd=cwd)
        self.add(name, target, "--policy", policy, *flags)
        return target


def write_policy(suite, name, **parts):
    path = suite.folder / f"{name}.yaml"
    path.write_text(json.dumps({"version": 1, **parts}))
    return path


ABOUT_ADULT = {"title": "Adults of a census, 1994", "purpose": "Comparing tools on the table that everybody uses", "owner": "Whoever keeps the table",
               "recipient": "Everybody", "legal_basis": "None is needed, it is public", "date": "2026-11-18"}


def adult(gallery):
    policy = write_policy(gallery.suite, "adult", about=ABOUT_ADULT, source=str(lib.DATA / "adult" / "adult.csv"), attributes=lib.adult_attributes(),
                          missing="own_value", transform={"mondrian": {}},
                          protect=[{"k_anonymity": {"k": 5}}, {"l_diversity": {"attribute": "occupation", "kind": "distinct", "l": 3}}])
    target = gallery.run("adult", policy)
    gallery.add("adult-public", target, "--policy", policy, "--public")


def freeform(gallery):
    attributes = lib.adult_attributes()
    attributes["salary-class"]["role"] = "sensitive"
    attributes["occupation"]["role"] = "insensitive"
    guard = {"threat": 0.6, "observable_from": 0.5, "attributes": {"salary-class": {"guard": [">50K"]}}}
    gallery.run("freeform", write_policy(gallery.suite, "freeform", source=str(lib.DATA / "adult" / "adult.csv"), missing="own_value",
                                         attributes=attributes, protect=[{"freeform": guard}], transform={"cluster": {}}))


def covid(gallery):
    gallery.run("covid", EXAMPLES / "covid" / "policy.yaml", "--source", lib.DATA / "covid" / "covid.csv.gz")


def diabetes(gallery):
    gallery.run("diabetes", EXAMPLES / "diabetes" / "policy.yaml", "--source", lib.DATA / "diabetes" / "diabetic_data.csv.gz")


def symptoms(gallery):
    folder, knowledge = gallery.suite.folder, lib.DATA / "knowledge" / "disease_symptoms.csv"
    subprocess.run([sys.executable, EXAMPLES / "symptoms" / "make_patients.py", knowledge, folder / "patients.csv", "5000"], check=True)
    shutil.copy(knowledge, folder / "diseases.csv")
    policy = shutil.copy(EXAMPLES / "symptoms" / "policy.yaml", folder / "symptoms.yaml")
    gallery.run("symptoms", policy)


def weekly(gallery):
    folder = gallery.suite.folder / "weekly"
    subprocess.run([sys.executable, EXAMPLES / "weekly" / "weeks.py", folder, "--gauze", gallery.suite.flags.gauze.resolve(), "--source",
                    lib.DATA / "diabetes" / "diabetic_data.csv.gz", "--first", "4000", "--later", "400"], check=True, stdout=subprocess.DEVNULL)
    gallery.add("weekly", folder / "ledger")


def personal(gallery):
    folder = gallery.suite.folder / "personal"
    subprocess.run(["cp", "-r", EXAMPLES / "personal", folder], check=True)
    for command in (["vault", "keys", "server"], ["choice", "policy.yaml", "--source", "patients.csv", "--choices", "choices.csv", "--out", "chosen.csv"],
                    ["run", "policy.yaml", "--out", "release", "-q"]):
        gallery.suite.expect(0, f"personal: {command[0]}", *command, cwd=folder)
    gallery.add("personal", folder / "release", "--policy", folder / "policy.yaml")


HOSTILE = ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "W" * 10_000, "\u202egnp.exe\u2066", "e" + "\u0301" * 200,
           "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467", "a\tb\x0bc", "&lt;b&gt;", "مرحبا بالعالم", "一二三四五六七八九十一二三四五六七八九十"]


def hostile(gallery):
    """Columns and values that try to break the page."""
    names = ["<b onclick=x>age</b>", "town\u202e" + "x" * 300, "illness & \"more\""]
    rows = [dict(zip(names, (str(20 + i % 30), HOSTILE[i % len(HOSTILE)], HOSTILE[(i // 3) % len(HOSTILE)]))) for i in range(200)]
    source = gallery.suite.folder / "hostile.csv"
    lib.write_csv(source, names, rows)
    roles = [{"role": "quasi_identifying", "type": "integer"}, {"role": "quasi_identifying"}, {"role": "sensitive"}]
    gallery.run("hostile", write_policy(gallery.suite, "hostile", source=str(source), missing="own_value", attributes=dict(zip(names, roles)),
                                        protect=[{"k_anonymity": {"k": 5}}], transform={"mondrian": {}}))


def clinic(gallery):
    target = gallery.run("clinic", EXAMPLES / "clinic" / "policy.yaml")
    gallery.add("clinic-public", target, "--public")


def check_paper(gallery):
    """Every printed page says which one it is of how many."""
    for pdf in sorted(gallery.pages.glob("*/report.pdf")):
        sheets = [" ".join(sheet.extract_text().split()) for sheet in pypdf.PdfReader(pdf).pages]
        for number, sheet in enumerate(sheets, start=1):
            gallery.suite.check(f"Page {number} of {len(sheets)}" in sheet, f"{pdf.parent.name}: page {number} has no number")
        print(f"{pdf.parent.name}: {len(sheets)} pages on paper")


def main():
    makers = [clinic, diabetes, personal, hostile, weekly, symptoms, adult, freeform, covid]
    suite = lib.Suite(__doc__, examples=len(makers))
    gallery = Gallery(suite)
    for make in makers[:suite.flags.examples]:
        make(gallery)
        print(f"made {make.__name__}", flush=True)
    looked = subprocess.run(["node", HERE / "look.mjs", gallery.pages, lib.ROOT / "docs" / "images" / "reports"], cwd=lib.ROOT)
    suite.check(looked.returncode == 0, "the browser found something")
    check_paper(gallery)
    suite.finish()


if __name__ == "__main__":
    main()
