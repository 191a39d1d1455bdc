"""One release, its original, and every figure of its evidence.json counted again by SQL."""
import hashlib
import math
import statistics

import duckdb
import lib
import report_reader

STEP, CYCLE, MOST_ROWS, MOST_LABELS = 2654435761, 1 << 32, 100_000, 8
THRESHOLDS = [(0.05, 20), (0.09, 11), (0.2, 5), (0.33, 3)]


def near(a, b):
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class World:
    """One release and its original as tables of DuckDB, cells as text, nothing as NULL."""

    def __init__(self, folder, policy, attributes, document):
        self.document, self.attributes = document, attributes
        self.sql = duckdb.connect()
        self.load("original", policy["source"], attributes)
        data = folder / "data.parquet"
        self.data = data if data.exists() else folder / "data.csv"
        self.load("released", self.data, None)
        self.quasi = [name for one in document["about"]["columns"] if one["role"] == "quasi_identifying"
                      for name in one["released_as"]]
        shown = [name for name, one in attributes.items() if one["role"] != "identifying"]
        self.columns = {name: self.column(name, self.sampled("original")) for name in shown}
        self.whole = {name: self.column(name) for name in shown}

    def load(self, table, path, attributes):
        if str(path).endswith(".parquet"):
            source = f"read_parquet('{path}')"
        else:
            source = f"read_csv('{path}', all_varchar=true, header=true, delim=',', quote='\"', escape='\"')"
        names = [row[0] for row in self.sql.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()]
        cells = ", ".join(f"nullif({quoted(name)}::VARCHAR, '') AS {quoted(name)}" for name in names)
        self.sql.execute(f"CREATE TABLE {table} AS SELECT row_number() OVER () - 1 AS gauze_row, {cells} FROM {source}")

    def ask(self, sql):
        return self.sql.execute(sql).fetchall()

    def column(self, name, condition="true"):
        """By the rows of a sample; a hierarchy that is built needs all of them."""
        attribute, tree = self.attributes[name], {}
        hierarchy = attribute.get("hierarchy")
        condition = "true" if isinstance(hierarchy, dict) else condition
        counted = self.ask(f"SELECT {quoted(name)}, count(*) FROM original WHERE {quoted(name)} IS NOT NULL AND {condition} GROUP BY 1")
        if isinstance(hierarchy, str):
            for line in lib.csv.reader(open(hierarchy, encoding="utf-8"), delimiter=";"):
                for node in line[1:]:
                    tree.setdefault(node, set()).add(line[0])
        return report_reader.Column(name, attribute, counted, tree, masked=hierarchy == {"mask": "right"})

    def sampled(self, table):
        """Which rows of a table the document is counted from."""
        rows = self.ask(f"SELECT count(*) FROM {table}")[0][0]
        if rows <= MOST_ROWS:
            return "true"
        return f"(gauze_row::UBIGINT % {CYCLE}) * {STEP} % {CYCLE} < {int(MOST_ROWS / rows * CYCLE)}"

    def label(self, name):
        """What the release shows of a column, as one text."""
        if quoted(name) in map(quoted, self.names("released")):
            return quoted(name)
        low, high = quoted(name + "_from"), quoted(name + "_to")
        return f"CASE WHEN {low} IS NULL THEN '*' ELSE '[' || {low} || ', ' || {high} || ']' END"

    def names(self, table):
        return [row[0] for row in self.ask(f"DESCRIBE {table}")]

    def sizes(self, table, names):
        """Rows of each class."""
        group = ", ".join(map(quoted, names))
        return [row[0] for row in self.ask(f"SELECT count(*) FROM {table} GROUP BY {group}")]

    def spread_rows(self, name):
        """Makes o_<i>(row, place) and r_<i>(row, place, share): where every sampled row counts."""
        number, column = list(self.columns).index(name), self.columns[name]
        places = {str(place): i for i, place in enumerate(column.places())}
        cells = self.ask(f"SELECT DISTINCT {quoted(name)} FROM original")
        labels = self.ask(f"SELECT DISTINCT {self.label(name)} FROM released")
        self.sql.execute(f"CREATE OR REPLACE TABLE places (text VARCHAR, place INTEGER)")
        self.sql.executemany("INSERT INTO places VALUES (?, ?)", [(text, places[str(column.place(text))]) for text, in cells])
        self.sql.execute("CREATE OR REPLACE TABLE shares (text VARCHAR, place INTEGER, share DOUBLE)")
        self.sql.executemany("INSERT INTO shares VALUES (?, ?, ?)",
                             [(text, places[str(place)], share) for text, in labels for place, share in column.spread(text).items()])
        self.sql.execute(f"CREATE OR REPLACE TABLE o_{number} AS SELECT (row_number() OVER (ORDER BY gauze_row)) - 1 AS row, place "
                         f"FROM original JOIN places ON {quoted(name)} IS NOT DISTINCT FROM text WHERE {self.sampled('original')}")
        self.sql.execute(f"CREATE OR REPLACE TABLE r_{number} AS SELECT gauze_row AS row, place, share FROM released "
                         f"JOIN shares ON {self.label(name)} IS NOT DISTINCT FROM text WHERE {self.sampled('released')}")
        return number


    def shown_labels(self, column):
        """Sampled rows of the release: by place where a label lies within one, those with coarser labels by label, those with *."""
        places = {str(place): i for i, place in enumerate(column.places())}
        shown, coarser, suppressed = {}, [], 0
        for label, rows in self.ask(f"SELECT {self.label(column.name)}, count(*) FROM released WHERE {self.sampled('released')} GROUP BY 1"):
            covered = list(column.spread(label))
            if label == "*":
                suppressed += rows
            elif len(covered) == 1:
                place = places[str(covered[0])]
                shown[place] = shown.get(place, 0) + rows
            else:
                coarser.append((label, rows))
        return shown, sorted(coarser, key=lambda one: (-one[1], one[0].encode())), suppressed


def check_classes(world, check):
    document, sizes = world.document, world.sizes("released", world.quasi)
    check(document["about"]["rows"] == sum(sizes) and document["about"]["classes"] == len(sizes), "rows and classes")
    found = document["class_sizes"]
    check((found["smallest"], found["median"], found["largest"]) == (min(sizes), statistics.median(sizes), max(sizes)), "class sizes")
    begins = [1, 2, 3, *(digit * 10 ** power for power in range(13) for digit in (1, 2, 5) if digit * 10 ** power >= 5)]
    edges = [(begin, end - 1) for begin, end in zip(begins, begins[1:]) if end > min(sizes) and begin <= max(sizes)]
    check([(one["from"], one["to"]) for one in found["bins"]] == edges, "the bins are 1, 2, 3-4, 5-9, 10-19, 20-49, 50-99 and so on")
    for one in found["bins"]:
        inside = [size for size in sizes if one["from"] <= size <= one["to"]]
        check((one["classes"], one["rows"]) == (len(inside), sum(inside)), f"classes of {one['from']}")
    check(sum(one["rows"] for one in found["bins"]) == sum(sizes), "every class is in a bin")
    quasi = [name for name, one in world.attributes.items() if one["role"] == "quasi_identifying"]
    for when, of in (("before", world.sizes("original", quasi)), ("after", sizes)):
        risk = document["risk"][when]
        expected = [sum(of), len(of), 1 / min(of), len(of) / sum(of), of.count(1)]
        figures = [risk[name] for name in ("rows", "classes", "highest", "mean", "unique_rows")]
        check(all(map(near, figures, expected)), f"risk {when}")
        for (limit, cell), line, meets in zip(THRESHOLDS, risk["above"], document["risk"]["thresholds"]):
            check(line["limit"] == meets["limit"] == limit and near(line["share"], sum(s for s in of if s < cell) / sum(of)),
                  f"risk {when} above {limit}")
            check(meets[f"{when}_meets"] == (min(of) >= cell), f"{when} meets {limit}")


def check_uniqueness(world, check):
    """Every row is counted here: the tables are small."""
    found, measures = world.document["uniqueness"], world.document["measures"]
    columns = [(one["role"], name) for one in world.document["about"]["columns"] for name in one["released_as"]]
    shown, shown_openly = [name for _, name in columns], [name for role, name in columns if role not in ("sensitive", "quasi_sensitive")]
    rows = world.ask("SELECT count(*) FROM released")[0][0]
    check(found["rows"] == rows and found["one_in"] == 1, "rows that were looked at")
    sets = [(found["all"], shown, len(shown)), (found["open"], shown_openly, len(shown_openly))]
    for one, names, columns in sets + [(one, one["columns"], one["columns"]) for one in found["sets"]]:
        alone = world.sizes("released", names).count(1)
        check((one["unique_rows"], one["columns"]) == (alone, columns) and near(one["share"], alone / rows), f"unique by {names}")
    for name, share in (("singling_out.share", found["all"]["share"]), ("singling_out.open_share", found["open"]["share"])):
        check(measures[name] == share, name)


def check_promises(world, check):
    for promise in world.document["promises"]:
        group = ", ".join(map(quoted, world.quasi))
        values = promise["parameters"]
        counted = "count(*)" if promise["model"] == "k_anonymity" else f"count(DISTINCT {quoted(values['attribute'])})"
        worst, rows = world.ask(f"SELECT {counted} AS value, count(*) AS rows FROM released GROUP BY {group} ORDER BY 1, 2 LIMIT 1")[0]
        found = promise["holds"], promise["failing"], promise["worst"]["value"], promise["worst"]["rows"]
        check(found == (True, 0, worst, rows), f"worst of {promise['claim']}: {found} is not {worst, rows}")


def check_loss(world, check):
    """Losses of labels, summed by SQL; rows that were left out cost 1."""
    document = world.document
    rows_in = world.ask("SELECT count(*) FROM original")[0][0]
    check(document["about"]["rows_in"] == rows_in, "rows that came in")
    sizes, total = world.sizes("released", world.quasi), 0
    for line in document["loss"]:
        column = world.whole[line["attribute"]]
        counted = world.ask(f"SELECT {world.label(column.name)}, count(*) FROM released GROUP BY 1")
        lost = sum(column.loss(label) * rows for label, rows in counted) + rows_in - sum(sizes)
        check(near(line["ncp"], lost / rows_in), f"loss of {column.name}: {line['ncp']} is not {lost / rows_in}")
        total += lost / rows_in
    measures = document["measures"]
    left_out = rows_in - sum(sizes)
    mean, highest, k = len(sizes) / sum(sizes), 1 / min(sizes), int(document["promises"][0]["parameters"]["k"])
    expected = {"ncp": total / len(document["loss"]), "gcp": total / len(document["loss"]), "average_information_loss": total,
                "discernibility": sum(size * size for size in sizes) + left_out * rows_in,
                "average_class_size": sum(sizes) / len(sizes) / k,
                "class_sizes.classes": len(sizes), "class_sizes.smallest": min(sizes), "class_sizes.median": statistics.median(sizes),
                "class_sizes.mean": sum(sizes) / len(sizes), "class_sizes.largest": max(sizes), "class_sizes.suppressed_rows": left_out,
                "prosecutor_risk.highest": highest, "prosecutor_risk.mean": mean, "journalist_risk.highest": highest,
                "journalist_risk.mean": mean, "marketer_risk": mean, "uniques.rows": sizes.count(1), "uniques.share": sizes.count(1) / sum(sizes),
                **{f"risk_above.{limit:g}": sum(s for s in sizes if s < cell) / sum(sizes) for limit, cell in THRESHOLDS},
                "individual_risk.fk_smallest": min(sizes), "individual_risk.Fk_smallest": min(sizes), "individual_risk.highest": highest,
                "individual_risk.mean": mean, "individual_risk.expected": len(sizes)}
    told = {"singling_out.share", "singling_out.open_share"}  # check_uniqueness counts these
    check(measures.keys() == expected.keys() | told, "every measure is checked")
    for name, value in expected.items():
        check(near(measures[name], value), f"{name}: {measures[name]} is not {value}")
    check(document["about"]["suppressed_rows"] == left_out, "rows left out")


def check_distributions(world, check):
    left_out = {one["attribute"] for one in world.document["sample"]["left_out"]}
    shown = [one["attribute"] for one in world.document["distributions"]]
    check(shown == [name for name in world.columns if name not in left_out], "every column is shown or left out")
    for one in world.document["distributions"]:
        name, column = one["attribute"], world.columns[one["attribute"]]
        number = world.spread_rows(name)
        bins = [{key: bin[key] for key in bin if key in ("label", "from", "to")} for bin in one["bins"]]
        check(bins == column.bins(), f"bins of {name}")
        original = dict(world.ask(f"SELECT place, count(*) FROM o_{number} GROUP BY 1"))
        released = dict(world.ask(f"SELECT place, sum(share) FROM r_{number} GROUP BY 1"))
        shown, coarser, suppressed = world.shown_labels(column)
        lines = [*one["bins"], one["other"], one["missing"]]
        check(one["other"]["values"] == (0 if column.numeric else len(column.values) - len(bins)), f"other values of {name}")
        for i, line in enumerate(lines):
            check((line["original"], line["released"]) == (original.get(i, 0), shown.get(i, 0)), f"{name}, place {i}")
        check([(label["label"], label["released"]) for label in one["labels"]] == coarser[:MOST_LABELS], f"labels of {name}")
        others = coarser[MOST_LABELS:]
        check(one["other_labels"] == {"labels": len(others), "released": sum(rows for _, rows in others)}, f"other labels of {name}")
        check(one["suppressed"] == suppressed, f"suppressed cells of {name}")
        sums = sum(original.values()), sum(released.values())
        distance = sum(abs(original.get(i, 0) / sums[0] - released.get(i, 0) / sums[1]) for i in range(len(lines))) / 2
        check(near(one["distance"], distance), f"distance of {name}")


def cramers_v(joint):
    total, rows, columns = sum(n for _, _, n in joint), {}, {}
    for a, b, n in joint:
        rows[a] = rows.get(a, 0) + n
        columns[b] = columns.get(b, 0) + n
    narrow = min(len(rows), len(columns))
    if narrow < 2:
        return 0
    found = {(a, b): n for a, b, n in joint}
    chi = sum((found.get((a, b), 0) - rows[a] * columns[b] / total) ** 2 / (rows[a] * columns[b] / total) for a in rows for b in columns)
    return min(1, math.sqrt(chi / total / (narrow - 1)))


def joints(world, a, b, training=False):
    """Rows by two places: of the original, and of the release."""
    held_out = f"(a.row::UBIGINT % {CYCLE}) * {STEP} % {CYCLE} < {CYCLE // 4}"
    i, j = list(world.columns).index(a), list(world.columns).index(b)
    return (world.ask(f"SELECT a.place, b.place, count(*) FROM o_{i} a JOIN o_{j} b USING (row) "
                      f"WHERE {f'NOT ({held_out})' if training else 'true'} GROUP BY ALL"),
            world.ask(f"SELECT a.place, b.place, sum(a.share * b.share) FROM r_{i} a JOIN r_{j} b USING (row) GROUP BY ALL"))


def check_dependence(world, check):
    found = world.document["dependence"]
    for i, a in enumerate(found["attributes"]):
        check(found["original"][i][i] == found["released"][i][i] == 1, "a column depends on itself")
        for j, b in enumerate(found["attributes"][:i]):
            original, released = joints(world, a, b)
            for kind, joint in (("original", original), ("released", released)):
                check(near(found[kind][i][j], cramers_v(joint)) and found[kind][i][j] == found[kind][j][i], f"{kind} {a}, {b}")


def check_learning(world, check):
    """Naive Bayes by hand. Where two classes are as good as equal, either may be guessed."""
    names = world.document["dependence"]["attributes"]
    for line in world.document.get("learning", {"targets": []})["targets"]:
        target, others = line["target"], [name for name in names if name != line["target"]]
        missing = len(world.columns[target].places()) - 1
        number = {name: list(world.columns).index(name) for name in names}
        test = [row for row in world.ask(
            f"SELECT row, place FROM o_{number[target]} WHERE row::UBIGINT * {STEP} % {CYCLE} < {CYCLE // 4} ORDER BY 1") if row[1] != missing]
        check(line["rows_tested"] == len(test), f"rows tested for {target}")
        training = dict(world.ask(f"SELECT place, count(*) FROM o_{number[target]} WHERE place <> {missing} AND "
                                  f"NOT (row::UBIGINT * {STEP} % {CYCLE} < {CYCLE // 4}) GROUP BY 1"))
        check(line["rows_trained"] == sum(training.values()), f"rows trained for {target}")
        common = min(place for place, rows in training.items() if rows == max(training.values()))
        check(near(line["majority"] * len(test), sum(place == common for _, place in test)), f"majority of {target}")
        shows = {name: dict(world.ask(f"SELECT row, place FROM o_{number[name]}")) for name in others}
        for kind, which in (("original", 0), ("released", 1)):
            score, classes = {}, {}
            for name in others:
                joint = {(a, b): n for a, b, n in joints(world, name, target, training=which == 0)[which] if b != missing}
                classes = {}
                for (_, b), n in joint.items():
                    classes[b] = classes.get(b, 0) + n
                places = len(world.columns[name].places())
                score[name] = {(a, b): math.log((joint.get((a, b), 0) + 1) / (classes[b] + places)) for a in range(places) for b in classes}
            right = unsure = 0
            for row, truth in test:
                chances = sorted(((math.log(n) + sum(score[name][shows[name][row], b] for name in others), -b) for b, n in classes.items()),
                                 reverse=True)
                close = len(chances) > 1 and chances[0][0] - chances[1][0] < 1e-9
                unsure += close
                right += -chances[0][1] == truth and not close
            check(right - 1e-6 <= line[kind] * len(test) <= right + unsure + 1e-6, f"{kind} learns {target}")


def check_about(world, policy_path, source, check):
    about = world.document["about"]
    check(about["inputs"] == [{"name": source.name, "sha256": hashlib.sha256(source.read_bytes()).hexdigest()}], "digest of the input")
    text = policy_path.read_bytes()
    check(about["policy_digest"] == "sha256:" + hashlib.sha256(text).hexdigest(), "digest of the policy")
    check(world.document["reproduce"]["policy"] == text.decode(), "the policy itself")
    check(about["release_digest"] == "sha256:" + hashlib.sha256(world.data.read_bytes()).hexdigest(), "digest of the release")
