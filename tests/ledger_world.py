"""Ledgers for tests: a policy, batches of invented patients, and what can be asked of a ledger from outside."""
import collections
import json
import re
import shutil

import lib

CITIES = ["Aachen", "Bonn", "Celle", "Döbeln", "Eutin", "Fürth"]
SPAN = re.compile(r"\[(.+), (.+)\]")


def write_cities(folder):
    path = folder / "city.csv"
    path.write_text("".join(f"{city};region {i // 2};*\n" for i, city in enumerate(CITIES)))
    return path


def patients(rng, first, count, gaps=False):
    """New records, numbered from `first`; no two notes are equal."""
    return [{"id": f"P{first + i}",
             "age": "" if gaps and rng.random() < 0.1 else str(rng.randint(20, 70)),
             "city": "" if gaps and rng.random() < 0.1 else rng.choice(CITIES),
             "seen": f"{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.{rng.randint(2020, 2022)}",
             "illness": f"illness {int(6 * rng.random() ** 1.5)}",
             "note": f"note of P{first + i}"} for i in range(count)]


def attributes(folder):
    return {"id": {"role": "identifying"}, "age": {"role": "quasi_identifying", "type": "integer"},
            "city": {"role": "quasi_identifying", "hierarchy": str(write_cities(folder))},
            "seen": {"role": "quasi_identifying", "type": "date", "format": "%d.%m.%Y"},
            "illness": {"role": "sensitive"}, "note": {"role": "insensitive"}}


PROTECT = [{"k_anonymity": {"k": 3}}, {"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 2}}]


def write_policy(path, protect=None, release=None, section=None, drop=(), columns=None, **more):
    """The policy of these tests; `columns` changes some of its attributes."""
    described = {**attributes(path.parent), **(columns or {})}
    policy = {"version": 1, "protect": protect or PROTECT, **more,
              "attributes": {name: attribute for name, attribute in described.items() if name not in drop},
              "ledger": {"method": {"pool": {"most_waiting": 6}}, "key": "id", **(section or {})},
              "release": release or {"format": "csv"}}
    path.write_text(json.dumps(policy, indent=1))
    return path


def write_batch(path, rows, drop=()):
    lib.write_csv(path, [name for name in rows[0] if name not in drop], rows)
    return path


class Ledger:
    """A ledger in a folder, as a user sees it."""

    def __init__(self, suite, folder):
        self.suite, self.folder = suite, folder

    def init(self, policy):
        self.suite.expect(0, "init", "ledger", "init", policy, self.folder)
        return self

    def append(self, *arguments, **options):
        return self.suite.gauze("append", self.folder, *arguments, "-q", **options)

    def json(self, command):
        """What status, log or verify say; None if they fail."""
        result = self.suite.gauze("ledger", command, self.folder, "--json")
        return json.loads(result.stdout) if result.returncode == 0 else None

    def verify(self):
        return self.suite.gauze("ledger", "verify", self.folder, "-q")

    def copy(self, folder, links=True):
        """As `cp -a`; without links, as most other ways of copying."""
        if links:
            import subprocess
            subprocess.run(["cp", "-a", str(self.folder), str(folder)], check=True)
        else:
            shutil.copytree(self.folder, folder)
        return Ledger(self.suite, folder)

    def releases(self):
        """Every file that is published, with its bytes."""
        return lib.contents(self.folder / "releases")

    def files(self):
        return sorted(path for path in self.folder.rglob("*") if path.is_file() and not path.name.endswith("-shm"))

    def staged(self):
        return [str(path.relative_to(self.folder)) for path in (self.folder / "staged").rglob("*")]

    def rows(self, number, delta=False):
        """Rows of a release, all or what is new in it."""
        folder = self.folder / "releases" / f"{number:06}"
        manifest = json.loads((folder / "manifest.json").read_text())
        names = manifest["ledger"]["delta"] if delta else manifest.get("data", [])
        names = [names] if isinstance(names, str) else names
        rows = []
        for name in names:
            rows += (lib.read_csv if name.endswith("csv") else lib.read_parquet)(folder / name)[1]
        return rows


def covers(row, person, gaps):
    """Can this row of a release be that person? Labels are ranges, nodes, values, or `*`."""
    days = person["seen"]
    wanted = {"age": person["age"].zfill(3) if person["age"] else "", "seen": f"{days[6:]}-{days[3:5]}-{days[:2]}"}
    for name, value in wanted.items():
        if f"{name}_from" in row:
            low, high = row[f"{name}_from"], row[f"{name}_to"]
        else:
            span = SPAN.fullmatch(row[name])
            low, high = span.groups() if span else (row[name], row[name])
        if name == "age":
            low, high = (text.zfill(3) if text.isdigit() else text for text in (low, high))
        if low not in ("*", "") and value and not low <= value <= high:
            return False
        if bool(value) != bool(low) and low != "*" and not gaps:
            return False
    city = person["city"]
    nodes = {"*", city} | ({f"region {CITIES.index(city) // 2}"} if city else set())
    return (row["city"] in nodes or gaps) and row["illness"] == person["illness"]


def multiset(rows):
    return collections.Counter(tuple(sorted(row.items())) for row in rows)


def kept(before, after):
    """Is everything that was published there, byte for byte?"""
    return all(after.get(name) == content for name, content in before.items())
