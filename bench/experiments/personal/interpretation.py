"""A tree learned from T′ as the server reads it, beside the tree of T."""
import json
import subprocess

from experiments.personal import people, trees

LEAVES = 64
LIMITS = (5, 100)  # k of the server


def as_json(model, table):
    """The tree in the form that the server takes. A column of a value asks for it: yes is where it is 1."""
    tree = model.tree_

    def likeliest(place):
        """Of classes with as many rows in a leaf the one with most in the table: their order is that of names, which aliases change."""
        rows, everywhere = ([round(share * tree.n_node_samples[at]) for share in tree.value[at][0]] for at in (place, 0))
        return str(model.classes_[max(range(len(rows)), key=lambda index: (rows[index], everywhere[index]))])

    def node(place):
        if tree.children_left[place] < 0:
            return {"predicts": likeliest(place)}
        low, high = (node(child) for child in (tree.children_left[place], tree.children_right[place]))
        column, value = table.tests[tree.feature[place]]
        if value is None:
            return {"column": column, "threshold": float(tree.threshold[place]), "yes": low, "no": high}
        return {"column": column, "values": [value], "yes": high, "no": low}

    return node(0)


def passes(node, row):
    if "threshold" in node:
        value = float(row[node["column"]])
        return value < node["threshold"] if node.get("threshold_open") else value <= node["threshold"]
    return row[node["column"]] in node["values"]


def ask(release, k, asked, *alone):
    """The server's answers, in order: its gate over the vault, opened with its key. Each is remembered when the next is decided, unless `alone` is said."""
    run = subprocess.run([release.gauze.parent / "ask_gate", release.folder / "out.vault", release.folder / "server.key", str(k), *alone],
                         input="".join(json.dumps(one) + "\n" for one in asked), capture_output=True, text=True)
    if run.returncode != 0:
        raise ValueError(f"exit {run.returncode}: {run.stderr[-500:]}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def check(told, truth, rows):
    """Goes through both trees with the rows of T that reach a node: nodes, those that were told, those that were told wrongly, and whether
    the trees split these rows alike."""
    refused = "refused" in told or "left" in told  # left: k does not allow to say what some alias or grade means
    wrong = not refused and told.get("support", len(rows)) != len(rows)
    if "predicts" in truth:
        alike = "predicts" in told
        return 1, int(not refused), int(wrong or (not refused and told.get("predicts") != truth["predicts"])), alike
    if "predicts" in told:
        return 1, int(not refused), int(not refused), False
    sides = {side: [row for row in rows if passes(truth, row) == (side == "yes")] for side in ("yes", "no")}
    if not refused:
        wrong = wrong or told["column"] != truth["column"] or [row for row in rows if passes(told, row)] != sides["yes"]
    parts = [check(told[side], truth[side], sides[side]) for side in ("yes", "no")]
    return (1 + parts[0][0] + parts[1][0], int(not refused) + parts[0][1] + parts[1][1], int(wrong) + parts[0][2] + parts[1][2],
            parts[0][3] and parts[1][3])


def compare(gauze, folder, rows):
    release = people.Release(gauze, folder / "fixed", rows, "fixed", "literal")
    own, shown = release.pairs()
    for target in trees.TARGETS:
        tables = [trees.Table(some, target) for some in (own, shown)]
        truth, learned = (as_json(table.learn(max_leaf_nodes=LEAVES), table) for table in tables)
        for k in LIMITS:
            answer, = ask(release, k, [{"target": target, "root": learned}])
            nodes, told, wrong, alike = check(answer["root"], truth, own)
            line = {"attribute": target, "k": k, "nodes": nodes, "told": told, "wrong": wrong, "same_tree": "yes" if alike else "no"}
            print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
            yield line
