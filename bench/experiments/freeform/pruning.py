"""How much looking critical nodes save: every combination of observable values at every level, counted one by one, beside
those that are built from critical nodes alone. DuckDB counts; nothing of gauze takes part.
"""
import csv

import duckdb

from experiments.freeform import guards


def saved(table, judge, names):
    lines = []
    for name in names:
        guarded, reading = guards.SETS[name], guards.Reading()
        few = judge.look(table, guarded, reading, 1)
        trees = judge.trees(guarded, reading)
        found = [everything(table, judge, trees, column) for column in guarded]
        line = {"guarded": name, "combinations": sum(each[0] for each in found), "attacks": sum(each[1] for each in found),
                "critical_attacks": few.attacks, "worst": max(each[2] for each in found), "critical_worst": float(few.worst)}
        if abs(line["worst"] - line["critical_worst"]) > 1e-9:
            raise ValueError(f"pruning changes the worst threat: {line}")
        lines.append(line)
        print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
    return lines


def everything(table, judge, trees, target):
    """Combinations of observable nodes of the other columns that somebody has; those of them that hit a target, target by
    target; and the largest threat."""
    with duckdb.connect() as connection:
        connection.execute("SET threads = 2; SET preserve_insertion_order = false; SET memory_limit = '6GB'")
        connection.execute(f"CREATE TABLE people AS SELECT *, count(*) AS n FROM read_csv('{table}', all_varchar = true) GROUP BY ALL")
        others = [column for column in judge.header if column != target]
        joins, key = "", "0::BIGINT"
        for number, column in enumerate(others):
            above, size = ancestors(column, trees.get(column), judge.occurring[column])
            fill(connection, f"above{number}", above)
            joins += f' JOIN above{number} ON above{number}.leaf = people."{column}"'
            key = f"({key} * {size} + above{number}.node)"
        tree = trees[target]
        aims = sorted({node for leaf in tree.leaves["*"] for node in tree.targets(leaf)})
        sums = ", ".join(f"sum(CASE WHEN aim{number} THEN n ELSE 0 END) AS hits{number}" for number, _ in enumerate(aims))
        connection.execute("CREATE TABLE aims (leaf VARCHAR, " + ", ".join(f"aim{number} BOOLEAN" for number, _ in enumerate(aims)) + ")")
        connection.executemany(f"INSERT INTO aims VALUES (?{', ?' * len(aims)})",
                               [[leaf, *(aim in tree.above[leaf] for aim in aims)] for leaf in sorted(tree.leaves["*"])])
        grouped = (f'SELECT {key} AS known, sum(n) AS support, {sums} FROM people JOIN aims ON aims.leaf = people."{target}"{joins} '
                   "GROUP BY known")
        hit = " + ".join(f"count(*) FILTER (hits{number} > 0)" for number, _ in enumerate(aims))
        worst = ", ".join(f"max(hits{number} / support) * {float(tree.sensitivity[aim])}" for number, aim in enumerate(aims))
        return connection.execute(f"SELECT count(*), {hit}, greatest({worst}) FROM ({grouped})").fetchone()


def ancestors(column, tree, occurring):
    """(leaf, number of an observable node above it) and how many numbers there are."""
    if tree is None:
        with open(guards.hierarchy(column), newline="") as file:
            paths = {line[0]: list(dict.fromkeys(line)) for line in csv.reader(file, delimiter=";") if line[0] in occurring}
    else:
        paths = {leaf: [node for node in tree.above[leaf] if node in tree.observable] for leaf in tree.leaves["*"]}
    numbers = {node: number for number, node in enumerate(sorted({node for path in paths.values() for node in path}))}
    return [(leaf, numbers[node]) for leaf, path in sorted(paths.items()) for node in path], len(numbers)


def fill(connection, name, rows):
    connection.execute(f"CREATE TABLE {name} (leaf VARCHAR, node BIGINT)")
    connection.executemany(f"INSERT INTO {name} VALUES (?, ?)", rows)
