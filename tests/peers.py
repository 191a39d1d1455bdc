"""Thirteen releases of Adult by six other tools are read as what they are: how many labels of each kind every column has, which columns are tight and which
are left out, how many rows and classes there are, and that everybody whom a tool has kept has a row whose labels cover them. Hierarchies are given to the
tools that used them. Claims about the tables of tools whose labels are tight are all right.
"""
import csv
import gzip
import json
import re

import lib

COLUMNS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]
LETTERS = {"value": "v", "range": "r", "node": "n", "set": "s", "mask": "m", "anything": "*", "missing": "-"}
# By tool and settings: rows, classes, people of whom no row is left, then each column: how many values (v), ranges (r), nodes (n) and sets (s) it
# shows, whether stars (*), and whether labels are tight (!).
READ = {
    "amnesia_k5_global_nosuppression": (30162, 26, 0, "2v * * * * * 7v 2v"),
    "amnesia_k5_global_suppressed": (29656, 222, 506, "2v 5n 5v * 3n 5n 2n 2v"),
    "anjana_k5": (29651, 231, 511, "2v * 5v 2n 5n 5n 2n 2v"),
    "anjana_k5_l3": (29651, 82, 189, "2v * * 2n 3n 5n 2n 2v"),
    "anonypyx_mondrian_k5_counts": (30162, 2896, 0, "2v 51v562r! 5v8s! 6v33s! 15v322s! 3v350s! 6v38s! 2v"),
    "anonypyx_mondrian_k5_l3_counts": (30162, 2702, 0, "2v 53v550r! 5v9s! 6v33s! 15v334s! 3v360s! 6v39s! 2v"),
    "arx_k5_global": (30162, 223, 0, "2v* 5n* 5v* * 3n* 5n* 2n* 2v*"),
    "arx_k5_l3_global": (30162, 220, 0, "2v* 5n* 5v* * 3n* 5n* 2n* 2v*"),
    "arx_k5_l3_local": (30162, 3161, 0, "2v 53v27n* 5v* 6v2n* 15v8n* 20v4n* 6v3n* 2v"),
    "arx_k5_local": (30162, 3394, 0, "2v 54v27n* 5v* 6v2n* 16v8n* 20v5n* 6v3n* 2v"),
    "mosaicrown_mondrian_k5": (30162, 2955, 0, "2v 52v678r! 5v26s! 6v109s! 15v423s! 4v434s! 6v92s! 2v1s!"),
    "mosaicrown_mondrian_k5_l3": (30162, 2747, 0, "2v 52v666r! 5v26s! 6v120s! 15v431s! 4v430s! 6v94s! 2v1s!"),
    "sdcmicro_k5_localsuppression": (30162, 3886, 0, "2v* 15r* 5v* 7v* 16v* 34v* 7v* 2v"),
}


# Whether rows are in the order of the table, also where some were left out.
IN_ORDER = {"arx_k5_local": True, "anjana_k5": True, "amnesia_k5_global_suppressed": False}


def attack(suite, what, name, file, labels, *given):
    result = json.loads(suite.expect(0, what, "attack", name, file, "--labels", labels, *given, "--json", "-q").stdout)
    return result["figures"] | {"findings": result["findings"]}


def describe(suite, hierarchies):
    columns = {name: {"hierarchy": lib.adult_hierarchy(name)} for name in COLUMNS}
    path = suite.folder / f"labels{hierarchies}.yaml"
    path.write_text(json.dumps({"quasi_identifying": columns if hierarchies else COLUMNS, "sensitive": ["occupation"]}))
    return path


def labels_of(file):
    """How many different labels each column has."""
    with gzip.open(file, "rt", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter=";"))
    return [len({row[name] for row in rows}) for name in COLUMNS]


def read_as(findings):
    """Sentences about columns in the short form of READ."""
    short = {}
    for sentence in findings:
        if sentence.startswith("count: says how many people"):
            continue
        column, kinds, tight = re.fullmatch(r"(\S+) \(\w+\): ([^;]*?)(?:; (tight|not tight): .*)?\.", sentence).groups()
        counts = [re.fullmatch(r"(\d+) (\w+?)s?", kind).groups() for kind in kinds.split(", ")]
        short[column] = "".join("*" if kind == "anything" else count + LETTERS[kind] for count, kind in counts) + ("!" if tight == "tight" else "")
    return " ".join(short[name] for name in COLUMNS)


def main():
    suite = lib.Suite(__doc__)
    files = sorted((lib.DATA / "peers").glob("*.csv.gz"))
    if lib.have_data("releases of Adult by other tools", ["peers/arx_k5_local.csv.gz"]):
        original = lib.DATA / "adult" / "adult.csv"
        suite.check([file.name[:-7] for file in files] == sorted(READ), f"other releases: {files}")
        for file in files:
            name = file.name[:-7]
            labels = describe(suite, name.split("_")[0] in ("arx", "anjana", "amnesia"))
            figures = attack(suite, name, "downcoding", file, labels, "--source", original)
            inference = attack(suite, name, "inference", file, labels, "--source", original, "--victims", 0)
            found = (figures["rows"], figures["classes"], inference["people.without_candidates"], read_as(figures["findings"]))
            suite.check(found == READ.get(name), f"{name} was read as {found}")
            suite.check(labels_of(file) == [sum(int(count or 1) for count in re.findall(r"(\d+)[vrns]|\*", part)) for part in found[3].split()],
                        f"{name} has {labels_of(file)} labels")
            suite.check(figures["cells.certain"] == 0 or figures["success"] == 1, f"{name}: claims are wrong: {figures}")
            # Classes of thousands, which no attack may fail on; or it says that it has nothing to go by.
            for other in ("minimality", "linkability", "singling_out"):
                done = suite.gauze("attack", other, file, "--labels", labels, "--source", original, "--victims", 100, "-q")
                refused = done.returncode == 2 and "of no class it is known" in done.stderr
                suite.check(done.returncode == 0 or refused, f"{name}: {other}: exit {done.returncode}: {done.stderr[-200:]}")
            # Hierarchies of equal levels and classes within others: ARX, and Amnesia nowhere. Every claim is right.
            done = suite.gauze("attack", "refinement", file, "--labels", labels, "--source", original, "--json", "-q")
            suite.check((done.returncode == 0) == name.startswith("arx"), f"{name}: refinement: exit {done.returncode}: {done.stderr[-200:]}")
            if done.returncode == 0:
                told = json.loads(done.stdout)["figures"]
                suite.check(told["refuted"] == 0 and told.get("success", 1) == 1 and (told["classes.narrowed"] > 500) == (name == "arx_k5_local"), f"{name}: {told}")
            print(f"{name}: {100 * figures['cells.certain'] / figures['cells.hidden']:.1f} % of hidden cells are certain", flush=True)
        for name, kept in IN_ORDER.items():
            found = attack(suite, name, "row_order", lib.DATA / "peers" / f"{name}.csv.gz", describe(suite, True), "--source", original)
            suite.check((found["success"] == 1) is kept and found["guess"] < 0.5, f"{name}: order {found}")
    suite.finish()


if __name__ == "__main__":
    main()
