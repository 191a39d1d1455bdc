#!/usr/bin/env python3
"""Pictures of ledgers, read by a parser that is not ours.

Proved: a picture is an XML document of plain shapes and texts, without script, links or anything that is fetched; it begins with a
title and a description; its numbers are those of `ledger log` and `ledger status`; and nothing of the table is in it.
"""
import collections
import re
import xml.etree.ElementTree

import ledger_world
import lib

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "title", "desc", "style", "rect", "text", "line", "polyline", "circle"}
FETCHES = re.compile(r"url\s*\(|@import|@font-face|https?:|//", re.IGNORECASE)
BATCHES = 6


def draw(suite, ledger):
    """The picture's root; checks what holds of every picture."""
    path = suite.folder / "picture.svg"
    suite.expect(0, "picture", "ledger", "status", ledger.folder, "-q", "--picture", path)
    root = xml.etree.ElementTree.parse(path).getroot()
    elements = list(root.iter())
    suite.check({element.tag for element in elements} <= {SVG + name for name in SHAPES}, "other elements than shapes and texts")
    suite.check([child.tag for child in root][:2] == [SVG + "title", SVG + "desc"], "no title and description at the beginning")
    suite.check(all(len(root.find(SVG + name).text) > 10 for name in ("title", "desc")), "title or description say nothing")
    for element in elements:
        told = [element.text or "", *element.attrib.values()]
        suite.check(not any(FETCHES.search(text) for text in told), f"something is fetched by {element.tag}")
        suite.check(not any(name.startswith("on") or "href" in name for name in element.attrib), f"{element.tag} acts")
    return root


def marks(root, shape):
    """(place, count) of every mark of a shape, and how often."""
    titles = [mark.find(SVG + "title") for mark in root.iter(SVG + shape)]
    return collections.Counter(tuple(int(part.replace(",", "")) for part in title.text.split(": ")) for title in titles if title is not None)


def compare(suite, ledger, root):
    status, log = ledger.json("status"), ledger.json("log")
    expected = collections.Counter((line["release"], line[figure]) for line in log for figure in ("released", "classes", "waiting"))
    suite.check(marks(root, "circle") == expected, "points are not the log")
    ages = collections.Counter((age["since"], age["rows"]) for age in status.get("waiting_since", []))
    suite.check(marks(root, "rect") == ages, "bars are not who waits")


def main():
    suite = lib.Suite(__doc__)
    policy = ledger_world.write_policy(suite.folder / "policy.yaml")
    ledger = ledger_world.Ledger(suite, suite.folder / "ledger").init(policy)
    seen = set()
    for number in range(BATCHES):
        rows = ledger_world.patients(suite.random, 100 * number, 40)
        seen |= {value for row in rows for name, value in row.items() if name != "age"}
        batch = ledger_world.write_batch(suite.folder / "batch.csv", rows)
        suite.check(ledger.append(batch).returncode == 0, f"batch {number} is refused")
        compare(suite, ledger, draw(suite, ledger))
    suite.check(ledger.append("--seal").returncode == 0, "sealing is refused")
    root = draw(suite, ledger)
    compare(suite, ledger, root)
    suite.check("sealed" in root.find(SVG + "desc").text, "nothing says that the ledger is sealed")
    text = (suite.folder / "picture.svg").read_text()
    suite.check(not any(value in text for value in seen), "a value is in the picture")
    suite.finish()


if __name__ == "__main__":
    main()
