"""What pages show of real tables is so.

docs/coming-from-arx.md and docs/coming-from-sdcmicro.md compare releases of Adult that these tools made with ours. Their commands run as run_docs.py
runs those of other pages, beside the real tables and bench/, and must print exactly what the pages show. What the pages say of these files in a sentence
is counted here, from the files alone: records that ARX suppressed, and what sdcMicro means by k. The functions that docs/for-recipients.md shows read the
labels of a release with odd values. docs/tutorials/strange-table.md takes at most ten commands and five edits; on the first rows of its table its commands
run, and with --whole 1, on all of them, print what it shows.
"""
import ast
import collections
import csv
import gzip
import re

import numpy

import lib
import run_docs

GLOBAL, LOCAL, SUPPRESSED = "peers/arx_k5_l3_global.csv.gz", "peers/arx_k5_l3_local.csv.gz", "peers/sdcmicro_k5_localsuppression.csv.gz"
BESIDE = [lib.DATA / "adult", lib.DATA / "peers", lib.ROOT / "bench"]


TUTORIAL = lib.ROOT / "docs" / "tutorials" / "strange-table.md"
FIRST_ROWS = 2500


def pages():
    return [page for page in sorted((lib.ROOT / "docs").rglob("*.md"))
            if page != TUTORIAL and run_docs.READS_REAL_TABLES in page.read_text(encoding="utf-8")]


def run_tutorial(suite):
    text = TUTORIAL.read_text(encoding="utf-8")
    way = text[:text.index("## What a person")]
    commands, edits = len(re.findall(r"^gauze ", way, re.MULTILINE)), len(re.findall(r" -e \"", way))
    suite.check(3 < commands <= 10 and 0 < edits <= 5, f"the tutorial takes {commands} commands and {edits} edits")
    source, page = lib.DATA / "diabetes", TUTORIAL
    if not suite.flags.whole:
        with gzip.open(source / "diabetic_data.csv.gz", "rt", encoding="utf-8") as whole:
            lines = [line for line, _ in zip(whole, range(FIRST_ROWS + 1))]
        source, page = suite.folder / "diabetes", suite.folder / "tutorial.md"
        source.mkdir()
        (source / "diabetic_data.csv.gz").write_bytes(gzip.compress("".join(lines).encode()))
        page.write_text(re.sub(r"<!-- output -->\n```text\n.*?```", "", text, flags=re.DOTALL), encoding="utf-8")
    runs, complaint = run_docs.run_page(page, suite.flags.gauze.resolve(), [source])
    suite.check(runs > 4 and complaint is None, f"{page.name}, {runs} blocks: {complaint}")


def classes(name):
    """Quasi-identifiers as a file prints them: how many rows."""
    with gzip.open(lib.DATA / name, "rt", encoding="utf-8", newline="") as file:
        return collections.Counter(tuple(cell for column, cell in row.items() if column != "occupation") for row in csv.DictReader(file, delimiter=";"))


def fewest_compatible(counts):
    """The least number of rows that agree with a row wherever both show something: sdcMicro's fk."""
    numbers = {"NA": -1}
    rows = numpy.array([[numbers.setdefault(cell, len(numbers)) for cell in labels] for labels in counts])
    sizes = numpy.array(list(counts.values()))
    return min(int(sizes[((rows == row) | (rows == -1) | (row == -1)).all(axis=1)].sum()) for row in rows)


def shown_functions():
    """bounds() and values() of docs/for-recipients.md."""
    files, _ = run_docs.plan((lib.ROOT / "docs" / "for-recipients.md").read_text(encoding="utf-8"), False)
    tree = ast.parse(files["read.py"])
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    functions = {"re": re}
    exec(compile(tree, "read.py", "exec"), functions)  # pylint: disable=exec-used
    return functions["bounds"], functions["values"]


def read_labels(suite):
    """What the page's functions make of a label holds what the original had; `row` tells whose it is."""
    bounds, values = shown_functions()
    towns = ["Aachen", "Bad | Ems", "{Caub}", "\\Dahn", "E\\f", "Fürth, a.d.R.", "[Gera, Hof]"]
    rows = [{"row": str(i), "age": str(suite.random.randint(-20, 80)), "town": suite.random.choice(towns)} for i in range(90)]
    source = suite.folder / "towns.csv"
    lib.write_csv(source, list(rows[0]), rows)
    attributes = {"row": {"role": "insensitive"}, "age": {"role": "quasi_identifying", "type": "integer"}, "town": {"role": "quasi_identifying"}}
    policy = lib.write_policy(suite.folder / "towns.json", source, attributes, [{"k_anonymity": {"k": 12}}], {"labels": "set"})
    suite.expect(0, "towns", "run", policy, "-q")
    sets = 0
    for shown in lib.read_csv(suite.folder / "towns" / "data.csv")[1]:
        own = rows[int(shown["row"])]
        low, high = bounds(shown["age"])
        suite.check(low is None or int(low) <= int(own["age"]) <= int(high), f"an age is not in {shown['age']}")
        inside = values(shown["town"])
        sets += len(inside) > 1
        suite.check(shown["town"] == "*" or (own["town"] in inside and set(inside) <= set(towns)), f"a town is not in {shown['town']}")
    suite.check(sets > 10, f"only {sets} sets of towns were read")


def main():
    suite = lib.Suite(__doc__, whole=0)
    suite.check([page.name for page in pages()] == ["coming-from-arx.md", "coming-from-sdcmicro.md"], f"other pages read real tables: {pages()}")
    read_labels(suite)
    if lib.have_data("pages about real tables", [GLOBAL, LOCAL, SUPPRESSED]):
        run_tutorial(suite)
        for page in pages():
            runs, complaint = run_docs.run_page(page, suite.flags.gauze.resolve(), BESIDE)
            suite.check(runs > 2 and complaint is None, f"{page.name}, {runs} blocks: {complaint}")
        stars = classes(GLOBAL)[("*",) * 8]
        suite.check(f"`global` has {stars} of them" in pages()[0].read_text(encoding="utf-8"), f"ARX has suppressed {stars} records")
        fewest = fewest_compatible(classes(SUPPRESSED))
        suite.check(fewest == 5, f"by sdcMicro's count a row has {fewest} rows, and the page says at least five")
    suite.finish()


if __name__ == "__main__":
    main()
