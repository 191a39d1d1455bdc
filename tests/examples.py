"""The examples run end to end, on the invented tables that lie with them and on the real ones, keep their promises, and stay useful.

Counted here once more, in SQL over the released files: sizes of classes, columns, markers, and the shares of exact cells that
their READMEs speak of. Invented tables are what their scripts make, and have the columns and values of the real ones. What the READMEs show is run by
run_docs.py.
"""
import gzip
import itertools
import json
import math
import shutil
import subprocess
import sys

import duckdb
import yaml

import lib

duckdb.execute("SET enable_progress_bar = false")


EXAMPLES = lib.ROOT / "examples"
COVID = lib.DATA / "covid" / "covid.csv.gz"
DIABETES = lib.DATA / "diabetes" / "diabetic_data.csv.gz"
KNOWLEDGE = lib.DATA / "knowledge" / "disease_symptoms.csv"
# Invented tables, what makes them, and the real table whose columns and values they have.
INVENTED = {"covid/patients.csv": ("make_sample.py", COVID), "diabetes/stays.csv": ("make_sample.py", DIABETES), "symptoms/patients.csv": ("make_patients.py", None),
            "symptoms/examined.csv": ("make_examined.py", None)}


def made_again(suite):
    """A script beside an invented table makes the same bytes."""
    for name, (script, _) in INVENTED.items():
        copy = suite.folder / name.split("/")[0]
        shutil.copytree(EXAMPLES / copy.name, copy)
        (suite.folder / name).unlink()
        subprocess.run([sys.executable, copy / script], check=True)
        suite.check((suite.folder / name).read_bytes() == (EXAMPLES / name).read_bytes(), f"{name} is not what {script} makes")
        shutil.rmtree(copy)


def invented_like_real(suite):
    """Columns in the same order; values of categories that occur in the real table, too. No stay is a real one."""
    for name, (_, real) in INVENTED.items():
        if real is None:
            continue
        for table, path in (("ours", EXAMPLES / name), ("theirs", real)):
            duckdb.sql(f"CREATE OR REPLACE TABLE {table} AS FROM read_csv('{path}', all_varchar = true)")
        columns = duckdb.sql("FROM ours").columns
        suite.check(columns == duckdb.sql("FROM theirs").columns, f"{name}: other columns than the real table")
        for column in set(columns) - {"encounter_id", "patient_nbr", "DATE_DIED"}:
            others = one(f'SELECT count(*) FROM (SELECT DISTINCT "{column}" FROM ours EXCEPT SELECT DISTINCT "{column}" FROM theirs)')
            suite.check(others == 0, f"{name}: {others} values of {column} that the real table does not have")
    rest = "* EXCLUDE (encounter_id, patient_nbr)"
    ours, theirs = (f"read_csv('{path}', all_varchar = true)" for path in (EXAMPLES / "diabetes" / "stays.csv", DIABETES))
    suite.check(one(f"SELECT count(*) FROM (SELECT {rest} FROM {ours} INTERSECT SELECT {rest} FROM {theirs})") == 0, "a stay is a real one")


def invented(suite):
    """Each example as it lies in a clone."""
    made_again(suite)
    for name, k in (("clinic", 5), ("covid", 10), ("covid-risk", 1), ("diabetes", 5), ("symptoms", 5)):
        policy, target = EXAMPLES / name / "policy.yaml", suite.folder / f"invented-{name}"
        suite.expect(0, name, "run", policy, "--out", target, "-q")
        suite.expect(0, f"{name}, release", "verify", target, "-q", cwd=EXAMPLES / name)
        data = next(target.glob("data.*"))
        suite.expect(0, f"{name}, policy", "verify", data, "--policy", policy, "-q")
        table = f"read_csv('{data}', all_varchar = true)" if data.suffix == ".csv" else f"'{data}'"
        manifest = json.loads((target / "manifest.json").read_text())
        classes(suite, f"{name}, invented", manifest, table, k)
        suite.check(0 < manifest["measures"]["ncp"] < 0.3, f"{name}, invented: loss {manifest['measures']['ncp']}")
    weeks(suite, "invented-weekly", 1500, 0.15)
    examined(suite)


def examined(suite):
    """Two columns of sets, one of flags: nobody who holds both lists finds a victim, in either column; before, they find many."""
    policy, target = EXAMPLES / "symptoms" / "examined.yaml", suite.folder / "invented-examined"
    suite.expect(0, "examined", "run", policy, "--out", target, "-q")
    suite.expect(0, "examined, release", "verify", target, "-q", cwd=EXAMPLES / "symptoms")
    suite.expect(0, "examined, policy", "verify", target / "data.csv", "--policy", policy, "-q")
    result = suite.expect(0, "examined", "attack", "knowledge_linking", target, "--policy", policy, "--victims", 0, "--json", "-q")
    found = json.loads(result.stdout)
    print(found["figures"])
    suite.check(found["holds"], f"examined: {found}")


def release(suite, name, source):
    """Runs an example's policy on a real table; then verifies from the manifest and against the policy."""
    policy = EXAMPLES / name / "policy.yaml"
    target = suite.folder / name
    suite.expect(0, name, "run", policy, "--source", source, "--out", target, "-q")
    suite.expect(0, f"{name}, release", "verify", target, "-q")
    suite.expect(0, f"{name}, policy", "verify", next(target.glob("data.*")), "--policy", policy, "-q")
    return json.loads((target / "manifest.json").read_text()), f"'{next(target.glob('data.*'))}'"


def one(question):
    return duckdb.sql(question).fetchall()[0][0]


def classes(suite, name, manifest, data, k):
    """Sizes of classes, counted from the file; a class of k persons has at least k rows."""
    keys = [column["name"] for column in manifest["columns"] if column["role"] == "quasi_identifying"]
    columns = ", ".join(f'"{key}"' for key in keys)
    smallest = one(f"SELECT min(n) FROM (SELECT count(*) AS n FROM {data} GROUP BY {columns})")
    suite.check(smallest >= k, f"{name}: a class of {smallest} rows")
    suite.check(all(promise["holds"] for promise in manifest["promises"]), f"{name}: a promise is broken")


def covid(suite, manifest, data):
    classes(suite, "covid", manifest, data, 10)
    suite.check(manifest["measures"]["ncp"] < 0.02, f"covid: loss {manifest['measures']['ncp']}")
    suite.check(manifest["suppressed_rows"] < 1000, f"covid: {manifest['suppressed_rows']} rows left out")
    suite.check(len(duckdb.sql(f"FROM {data}").columns) == 20, "covid: other columns than the policy keeps")
    suite.check(one(f"SELECT avg((AGE NOT LIKE '[%' AND AGE <> '*')::INT) FROM {data}") > 0.75, "covid: few exact ages")
    suite.check(one(f"SELECT avg((DIABETES IN ('1', '2'))::INT) FROM {data}") > 0.97, "covid: few exact answers")
    suite.check(one(f"SELECT count(*) FROM {data} WHERE DATE_DIED LIKE '%9999%'") == 0, "covid: a marker is released")
    keys = "MEDICAL_UNIT, SEX, AGE, PATIENT_TYPE, DATE_DIED, PREGNANT, OBESITY, TOBACCO, DIABETES, HIPERTENSION, ASTHMA"
    for column in ("ICU", "INTUBED"):
        alike = f"SELECT count(*) FROM (SELECT bool_and({column} = '1') AS all_yes FROM {data} GROUP BY {keys}) WHERE all_yes"
        suite.check(one(alike) == 0, f"covid: a class in which all have {column}")


def diabetes(suite, manifest, data):
    data = f"read_csv({data}, all_varchar = true)"
    classes(suite, "diabetes", manifest, data, 5)
    suite.check(manifest["persons"], "diabetes: patients are not counted")
    suite.check(manifest["measures"]["ncp"] < 0.04, f"diabetes: loss {manifest['measures']['ncp']}")
    columns = duckdb.sql(f"FROM {data}").columns
    suite.check(len(columns) == 30 and len(manifest["columns"]) == 50, f"diabetes: {len(columns)} columns are released")
    suite.check("patient_nbr" not in columns, "diabetes: the patient's number is released")
    suite.check(one(f"SELECT avg((race IS DISTINCT FROM '*')::INT) FROM {data}") > 0.98, "diabetes: race is lost")
    suite.check(one(f"SELECT count(*) FROM {data} WHERE race = '?' OR diag_1 = '?'") == 0, "diabetes: a marker is released")


def symptoms_policy():
    """With the real list of diseases."""
    return (EXAMPLES / "symptoms" / "policy.yaml").read_text().replace("diseases.csv", str(KNOWLEDGE))


def symptoms(suite):
    """Its patients are made first; then figures of its README."""
    subprocess.run([sys.executable, EXAMPLES / "symptoms" / "make_patients.py", KNOWLEDGE, suite.folder / "patients.csv", "5000"], check=True)
    target, policy = suite.folder / "symptoms", suite.folder / "symptoms.yaml"
    policy.write_text(symptoms_policy())
    suite.expect(0, "symptoms", "run", policy, "--out", target, "-q")
    suite.expect(0, "symptoms, policy", "verify", target / "data.csv", "--policy", policy, "-q")
    suite.expect(0, "symptoms, release", "verify", target, "-q")
    figures = json.loads((target / "manifest.json").read_text())["steps"][0]["figures"]
    suite.check(figures["classes_proven"] == figures["classes"], "symptoms: not every class is proven")
    suite.check(0 < figures["removal_cost"] < 0.001, f"symptoms: removal cost {figures['removal_cost']}")
    suite.check(figures["largest_share"] <= 0.3 < figures["largest_share_before"], "symptoms: a disease is too likely")
    plan = suite.expect(0, "symptoms, plan", "plan", policy, "--json", "-q")
    trade_off = json.loads(plan.stdout)["trade_off"]
    curve = {point["k"]: (point["loss"], point["suppress_terms"]) for point in trade_off["k"]}
    suite.check(abs(curve[5][1] - figures["removal_cost"]) < 1e-9, "symptoms: the plan tells another removal cost than the run")
    suite.check(curve[1][0] == 0 and curve[1][1] > 0.05 and curve[500][0] > 0.1, f"symptoms: another trade-off: {curve}")
    best = min((k for k in curve if k >= 5), key=lambda k: sum(curve[k]))
    suite.check(trade_off["proposed"] == best, f"symptoms: k = {trade_off['proposed']} is proposed and not {best}")


# By l, from docs/transforms/suppress_terms.md: terms that are listed, and the share that is shown.
LISTED = {2: (10, 0.275), 3: (6, 0.201), 5: (3, 0.151)}


def listed(suite):
    """The example's patients with `minimality: safe`."""
    text = (EXAMPLES / "symptoms" / "policy.yaml").read_text().replace("suppress_terms:", "suppress_terms: {minimality: safe}")
    for name in ("patients.csv", "diseases.csv"):
        text = text.replace(name, str(EXAMPLES / "symptoms" / name))
    for l, (kept, share) in LISTED.items():
        policy, target = suite.folder / f"listed{l}.yaml", suite.folder / f"listed{l}"
        policy.write_text(text.replace("l: 5", f"l: {l}"))
        suite.expect(0, f"listed, l = {l}", "run", policy, "--out", target, "-q")
        figures = json.loads((target / "manifest.json").read_text())["steps"][0]["figures"]
        suite.check(figures["terms_kept"] == kept and abs(figures["terms"] / 6594 - share) < 0.0005, f"listed, l = {l}: {figures}")


# By k, from docs/attacks.md: victims above the bound without the promise, certain ones, the likeliest disease; then with the
# promise the likeliest disease, and for who knows how terms are suppressed, with the victims above the bound.
LINKING = {1: (2692, 0.0274, 1, 0.4, 0.579, 1730), 2: (2508, 0, 0.75, 0.4, 0.525, 1630), 5: (71, 0, 0.4, 0.3, 0.36, 81)}


def linking(suite, sizes):
    """Diseases of the symptoms example, found by who holds the list, with k-anonymity alone and with its promise."""
    text = symptoms_policy()
    for k in sizes:
        policy = suite.folder / f"symptoms{k}.yaml"
        policy.write_text(text.replace("k: 5", f"k: {k}"))
        alone = suite.folder / f"alone{k}.yaml"
        alone.write_text("".join(line + "\n" for line in policy.read_text().splitlines()
                                 if "qs_diversity" not in line and "suppress_terms" not in line))
        figures = []
        for name, used in (("alone", alone), ("promised", policy)):
            target = suite.folder / f"{name}{k}"
            suite.expect(0, f"{name}, k = {k}", "run", used, "--out", target, "-q")
            result = suite.expect(0, f"attack on {name}, k = {k}", "attack", "knowledge_linking", target, "--policy", policy,
                                  "--victims", 0, "--json", "-q")
            found = json.loads(result.stdout)
            suite.check(found["holds"] is (name == "promised"), f"attack on {name}, k = {k}: holds is {found['holds']}")
            figures.append(found["figures"])
        names = ("victims.above_promise", "posterior.certain", "posterior.highest", "posterior.highest", "minimality.highest",
                 "minimality.victims_above_promise")
        for i, (name, wanted) in enumerate(zip(names, LINKING[k])):
            suite.check(abs(figures[i >= 3].get(name, -1) - wanted) < 0.0005, f"k = {k}: {name} is {figures[i >= 3].get(name)}")


# The columns of covid-risk that are likeliest known: their known sets alone make most of the risk.
LIKELY = ["SEX", "AGE", "DATE_DIED", "PREGNANT", "OBESITY", "TOBACCO", "PATIENT_TYPE"]
RISK_ROWS, RISK_DELTA = 10_000, 3  # few rows make everybody stand out: a larger threshold


def known_sets(policy, table):
    """A statement that counts, for every row, the risk of all known sets of the likeliest columns: what others add is left out."""
    risk = policy["risk"]
    weights = {column: f"({about['weight']} * ({column} IN {(*about['values'], '')})::INT)"
               for column, about in risk["weights"].items()}
    terms = []
    for size in range(len(LIKELY) + 1):
        for known in itertools.combinations(LIKELY, size):
            chance = math.prod(risk["known"][column] for column in known)
            hurts = " + ".join(weight for column, weight in weights.items() if column not in known)
            matches = f"count(*) OVER (PARTITION BY {', '.join(known)})" if known else "count(*) OVER ()"
            terms.append(f"{risk['alpha'] * chance} * ({hurts}) / {matches}")
    return f"SELECT {' + '.join(terms)} AS risk FROM {table}"


def covid_risk(suite):
    """On the first rows of the table: what is above the threshold, and that nothing but cells at risk has changed."""
    sample, target = suite.folder / "covid.csv", suite.folder / "covid-risk"
    with gzip.open(COVID, "rt") as whole:
        sample.write_text("".join(itertools.islice(whole, RISK_ROWS + 1)))
    text = (EXAMPLES / "covid-risk" / "policy.yaml").read_text()
    shipped = yaml.safe_load(text)
    delta = shipped["protect"][0]["record_risk"]["delta"]
    policy = suite.folder / "covid-risk.yaml"
    policy.write_text(text.replace(f"delta: {delta}", f"delta: {RISK_DELTA}").replace("parquet", "csv"))
    suite.expect(0, "covid-risk", "run", policy, "--source", sample, "--out", target, "-q")
    suite.expect(0, "covid-risk, release", "verify", target, "-q")
    figures = json.loads((target / "manifest.json").read_text())["transform_figures"]
    for name, path in (("before", sample), ("after", target / "data.csv")):
        duckdb.sql(f"CREATE TABLE {name} AS FROM read_csv('{path}', all_varchar = true)")
    duckdb.sql("UPDATE before SET DATE_DIED = strftime(try_strptime(DATE_DIED, '%d/%m/%Y'), '%Y-%m-%d')")
    counted = one(f"SELECT count(*) FROM ({known_sets(shipped, 'before')}) WHERE risk > {RISK_DELTA}")
    above = figures["records_above_before"]
    suite.check(0.7 * above <= counted <= above, f"covid-risk: {above} records above, of which SQL finds {counted}")
    suite.check(one("SELECT count(*) FROM after") == RISK_ROWS, "covid-risk: rows are missing")
    stars = 0
    for column in duckdb.sql("FROM after").columns:
        changed = dict(duckdb.sql(f"SELECT cell, sum(n)::INT FROM (SELECT {column} AS cell, 1 AS n FROM before UNION ALL "
                                  f"SELECT {column}, -1 FROM after) GROUP BY cell HAVING sum(n) <> 0").fetchall())
        lost = -changed.pop("*", 0)
        stars += lost
        suite.check(sum(changed.values()) == lost and all(n > 0 for n in changed.values()), f"covid-risk: {column} has other cells")
    suite.check(stars == figures["cells_suppressed"] >= above, f"covid-risk: {stars} cells are suppressed")


def weeks(suite, name, rows, loss, *flags):
    """Ten weeks of a hospital: nothing that was told is told differently, everybody is released once or waits. Returns the folder."""
    folder = suite.folder / name
    subprocess.run([sys.executable, EXAMPLES / "weekly" / "weeks.py", folder, "--gauze", suite.flags.gauze, *flags], check=True, capture_output=True)
    releases = [(folder / "ledger" / "releases" / f"{week:06}" / "data.csv").read_text().splitlines() for week in range(10)]
    for earlier, later in itertools.pairwise(releases):
        suite.check(later[:len(earlier)] == earlier, "weekly: a former row has changed")
    status = json.loads(suite.expect(0, "weekly", "ledger", "status", folder / "ledger", "--json").stdout)
    suite.check(len(releases[-1]) - 1 == status["released"] == rows - status["waiting"], "weekly: rows are lost")
    suite.check(status["waiting"] <= 60 and status["loss"] < loss, f"weekly: {status['waiting']} wait, loss {status['loss']}")
    # In every class each diagnosis is at most a third, counted from the file.
    data = f"read_csv('{folder}/ledger/releases/000009/data.csv', all_varchar = true)"
    worst = one(f"""SELECT max(n / size) FROM (SELECT count(*) AS n, sum(count(*)) OVER (PARTITION BY race, gender, age,
        admission_type_id, time_in_hospital) AS size FROM {data} GROUP BY race, gender, age, admission_type_id, time_in_hospital, diag_1)""")
    suite.check(worst <= 1 / 3 + 1e-9, f"weekly: a diagnosis is {worst} of a class")
    suite.expect(0, "weekly", "ledger", "verify", folder / "ledger", "-q")
    return folder


def weekly(suite):
    folder = weeks(suite, "weekly", 7600, 0.08, "--source", DIABETES, "--first", "4000", "--later", "400")
    shown = lib.ROOT / "docs" / "images" / "weekly.svg"
    suite.check((folder / "weeks.svg").read_bytes() == shown.read_bytes(), "weekly: the picture in the docs is another")


def main():
    suite = lib.Suite(__doc__, large=0)
    invented(suite)
    listed(suite)
    if lib.have_data("examples on real tables"):
        invented_like_real(suite)
        diabetes(suite, *release(suite, "diabetes", DIABETES))
        symptoms(suite)
        linking(suite, LINKING if suite.flags.large else [5])
        covid_risk(suite)
        if suite.flags.large:  # a million rows, each judged four times
            covid(suite, *release(suite, "covid", COVID))
        weekly(suite)
    suite.finish()


if __name__ == "__main__":
    main()
