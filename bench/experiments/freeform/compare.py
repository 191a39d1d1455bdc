"""One cut for the whole table against classes, the same guards and thresholds: on Adult, on a million Adult-like rows and on the
covid table. And, with four guarded columns, which of them classes leave as they are.
"""
import gzip
import itertools
import json
import subprocess

import generate
import policies
from experiments.freeform import guards, runs
from harness import ROOT

THREATS = (0.5, 0.9)
LONGEST = 240  # seconds for one release; near a value's share of the whole table cluster looks very far for company
COVID = "covid"
COVID_GUARDED = "CLASIFFICATION_FINAL"
FILES = ROOT / "examples" / "covid" / "hierarchies"
ANSWERS = ("OBESITY", "TOBACCO", "DIABETES", "HIPERTENSION", "ASTHMA")


def covid_attributes(sensitive):
    """Twelve columns; the test's result is guarded: that it was covid."""
    own = {"MEDICAL_UNIT": {"hierarchy": str(FILES / "medical_unit.json")}, "SEX": {}, "PATIENT_TYPE": {},
           "AGE": {"type": "integer", "hierarchy": {"interval": {"width": 5}}},
           "DATE_DIED": {"type": "date", "format": "%d/%m/%Y", "hierarchy": {"date": {}}},
           "PREGNANT": {"hierarchy": str(FILES / "pregnant.json")},
           **{name: {"hierarchy": str(FILES / "answer.json")} for name in ANSWERS},
           COVID_GUARDED: {"hierarchy": str(FILES / "result.json")}}
    return {name: {"role": "sensitive" if name in sensitive else "quasi_identifying", **more} for name, more in own.items()}


def make_covid(folder, every):
    """Every row, or every so many."""
    path, names = folder / "covid.csv", list(covid_attributes([]))
    with gzip.open(policies.DATA / "covid" / "covid.csv.gz", "rt") as source, open(path, "w") as file:
        header = next(source).rstrip("\n").split(",")
        places = [header.index(name) for name in names]
        file.write(",".join(names) + "\n")
        for line in itertools.islice(source, 0, None, every):
            cells = line.rstrip("\n").split(",")
            file.write(",".join(cells[place] for place in places) + "\n")
    return path


def covid_policy(path, table, threat, transform, sensitive, target):
    promise = {"freeform": {"threat": threat, "observable_from": 0.5, "attributes": {COVID_GUARDED: {"guard": ["covid"]}}}}
    path.write_text(json.dumps({"version": 1, "source": str(table), "missing": "own_value", "missing_markers": ["9999-99-99"],
                                "attributes": covid_attributes(sensitive), "protect": [promise], "transform": transform,
                                "release": {"directory": str(target), "format": "csv"}}))
    return path


def tables(folder, adult, quick):
    """Name, file, guarding sets."""
    both = [guards.KEPT, guards.FOUR]
    like = folder / "like.parquet"
    generate.generate("adult", like, 2_000 if quick else 1_000_000)
    return [("Adult", adult, both), ("Adult-like", like, both), (COVID, make_covid(folder, 500 if quick else 1), [COVID_GUARDED])]


def line_of(gauze, folder, name, table, guarded, threat, form):
    target, path = folder / "compared", folder / "compared.json"
    if name == COVID:
        transform, sensitive = guards.form(form, [COVID_GUARDED])
        policy, columns = covid_policy(path, table, threat, transform, sensitive, target), list(covid_attributes([]))
    else:
        transform, sensitive = guards.form(form, guards.SETS[guarded])
        promise = guards.promise(guards.SETS[guarded], threat, guards.Reading())
        policy, columns = guards.write(path, table, [promise], transform, sensitive, target), guards.COLUMNS
    manifest, figures = runs.release(gauze, folder, policy, columns, LONGEST)
    line = {"table": name, "guarded": guarded, "threat": threat, "form": form, "rows": "", "loss": "", "classes": "", "make_seconds": "",
            "seconds": ""}
    if figures:
        judge_again(gauze, target, policy)
        line.update({"rows": manifest["rows"], **figures})
    print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
    return line


def judge_again(gauze, target, policy):
    """Verified in the run; here once more against the policy."""
    file, = (path for path in target.iterdir() if path.name.startswith("data"))
    subprocess.run([gauze, "verify", file, "--policy", policy, "--quiet"], check=True, stdout=subprocess.DEVNULL)


def forms(gauze, folder, adult, quick):
    return [line_of(gauze, folder, name, table, guarded, threat, form)
            for name, table, sets in tables(folder, adult, quick) for guarded in sets for threat in THREATS
            for form in ("portfolio", "observable first", "mondrian", "cluster")]


def kept(gauze, folder, adult, judge, threats):
    """All four guarded: cluster with each of them, or all, as the sensitive column."""
    lines, guarded = [], guards.SETS[guards.FOUR]
    for threat in threats:
        for sensitive in [*([column] for column in guarded), guarded, []]:
            promise, target = guards.promise(guarded, threat, guards.Reading()), folder / "compared"
            policy = guards.write(folder / "compared.json", adult, [promise], {"cluster": {"labels": "node"}}, sensitive, target)
            manifest, figures = runs.release(gauze, folder, policy, guards.COLUMNS)
            line = {"threat": threat, "sensitive": ", ".join(sensitive) or "none", "loss": "", "classes": ""}
            if figures:
                line.update({name: figures[name] for name in ("loss", "classes")})
                line.update({f"loss_{column}": round(manifest["measures"].get(f"attribute_loss.{column}", 0), 6)
                             for column in guards.COLUMNS})
                if judge.look(target / "data.csv", guarded, guards.Reading(), threat).breaches:
                    raise ValueError(f"{line}: the judge finds breaches")
            lines.append(line)
            print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
    return lines
