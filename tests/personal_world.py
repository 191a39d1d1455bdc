"""Tables of people who choose, policies for them, and the grades of docs/transforms/personal.md in Python's doubles."""
import re

import lib

TREE = [("Flu", "Infection"), ("Bronchitis", "Infection"), ("Tuberculosis", "Infection"),
        ("Lung cancer", "Chronic"), ("Asthma, severe", "Chronic"), ("Gastritis \"B\"", "Stomach")]
BOUNDS = [0, 12.5, 40, 1000]
KNEE = 0.999 - 2.0**-20


def grade(number, bounds):
    """docs/transforms/personal.md, in Python's doubles."""
    for i, (low, high) in enumerate(zip(bounds, bounds[1:]), start=1):
        last = i == len(bounds) - 1
        if low <= number < high or (last and number == high):
            if number == high:
                return i + 0.999
            m = (number - low) / (high - low)
            return i + (m if m <= KNEE else KNEE + (m - KNEE) * ((0.999 - KNEE) / (1 - KNEE)))
    return None


def make_table(rng, count, persons):
    return [{"person": f"person {rng.randrange(persons)}", "name": f"canary-name-{i}",
             "age": str(rng.randint(18, 80)), "city": rng.choice(["Aachen", "Bonn", "Celle", "Döbeln"]),
             "illness": rng.choice(TREE)[0] if rng.random() > 0.05 else "",
             "secret": rng.choice([f"canary-{n}" for n in range(5)]),
             "income": f"{rng.choice(BOUNDS) if rng.random() < 0.1 else rng.randint(0, 100000) / 100}",
             "note": rng.choice(["a", "b", ""]),
             "c1": rng.choice(["1", "2", "3", ""]),
             # Nobody shows a canary: it must not be found anywhere.
             "c2": rng.choice(["2", "3", ""])} for i in range(count)]


def attributes_of(folder, entity):
    tree = folder / "illness.csv"
    tree.write_text("".join(f"{csv_cell(leaf)};{node};*\n"
                            for leaf, node in TREE))
    return {"person": {"role": "entity" if entity else "identifying"}, "name": {"role": "identifying"},
            "age": {"role": "quasi_identifying", "type": "integer"}, "city": {"role": "quasi_identifying"},
            "illness": {"role": "sensitive", "hierarchy": str(tree)}, "secret": {"role": "sensitive"},
            "income": {"role": "sensitive", "type": "decimal"}, "note": {"role": "insensitive"},
            "c1": {"role": "choice"}, "c2": {"role": "choice"}}


def csv_cell(text):
    return '"' + text.replace('"', '""') + '"' if re.search('[";\n]', text) else text


def personal_of(folder, mode):
    return {"recipient": "university", "missing_choice": 3,
            "vault": {"file": str(folder / "out.vault"), "server": str(folder.parent / "server.pub")},
            "attributes": {"illness": {"aliases": mode, "choice": "c1"}, "secret": {"aliases": "literal", "choice": "c2"},
                           "income": {"grades": BOUNDS}}}


def read_release(folder, manifest):
    data = manifest["data"]
    names, rows = None, []
    for file in [data] if isinstance(data, str) else data:
        read = lib.read_csv if file.endswith("csv") else lib.read_parquet
        names, more = read(folder / file)
        rows += more
    return names, rows
