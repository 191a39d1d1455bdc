"""Roles that are suggested for labelled columns: invented ones with names in a dozen languages (tests/roles), those of real tables, of the examples, and of public schemas.

Of those that words and rules were tried at, and of those that nobody has looked at one by one, at least 98 % of the direct identifiers are found, none of them is called insensitive, at least
90 % of the quasi-identifiers are found, and at most 5 % of the other columns are called identifying. Reasons hold no value. The table in docs/roles.md is what comes out here; --write makes it
again. With --mistakes, columns that were not found are listed, but for those that are not to be looked at.
"""
import json
import random
import re
import subprocess
import sys

import lib

sys.path.append(str(lib.ROOT / "tests" / "roles"))
import facts  # noqa: E402  pylint: disable=wrong-import-position
import held_out  # noqa: E402  pylint: disable=wrong-import-position
import many_schemas  # noqa: E402  pylint: disable=wrong-import-position
import more_names  # noqa: E402  pylint: disable=wrong-import-position
import more_schemas  # noqa: E402  pylint: disable=wrong-import-position
import other_languages  # noqa: E402  pylint: disable=wrong-import-position
import public_schemas  # noqa: E402  pylint: disable=wrong-import-position
import real  # noqa: E402  pylint: disable=wrong-import-position
import tune  # noqa: E402  pylint: disable=wrong-import-position
import values  # noqa: E402  pylint: disable=wrong-import-position

ROWS = 600
DOC = lib.ROOT / "docs" / "roles.md"
UNSEEN = "names of other public schemas, held out"
DIRECT, QUASI = ("identifying", "entity"), "quasi_identifying"
HEAD = "| columns | direct identifiers found | of these called insensitive | quasi-identifiers found | others called identifying | role as labelled |\n|---|---|---|---|---|---|\n"


def invented(lines, rng):
    """Each column with cells of its own, one in fifty missing. Python's random source is the same everywhere."""
    for role, kind, names in lines:
        for name in names.split(", "):
            yield name, role, ["" if rng.random() < 0.02 else values.KINDS[kind](rng) for _ in range(ROWS)]


def suggest(program, columns):
    lines = "".join(json.dumps(facts.of_column(name, cells)) + "\n" for name, _, cells in columns)
    done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True, timeout=600)
    return [json.loads(line) for line in done.stdout.splitlines()]


class Group:
    """Columns of one kind: how many there are, and how many were found."""

    def __init__(self, name, columns, suggestions):
        labelled = [(column[1].split("|"), suggestion["role"]) for column, suggestion in zip(columns, suggestions)]
        direct = [role for roles, role in labelled if roles[0] in DIRECT]
        quasi = [role in roles for roles, role in labelled if roles[0] == QUASI]
        others = [(roles, role) for roles, role in labelled if roles[0] not in DIRECT and "identifying" not in roles]
        self.name = name
        self.direct = sum(role in DIRECT for role in direct), len(direct)
        self.hidden = direct.count("insensitive")
        self.quasi = sum(quasi), len(quasi)
        self.false = sum(role in DIRECT for _, role in others), len(others)
        self.right = sum(role in roles for roles, role in labelled), len(labelled)

    def row(self):
        found = [f"{a} of {b} ({a / b:.1%})".replace("%", " %") if b else "–" for a, b in (self.direct, self.quasi, self.false, self.right)]
        return f"| {self.name} | {found[0]} | {self.hidden} | {found[1]} | {found[2]} | {found[3]} |\n"


def check_targets(suite, group):
    suite.check(group.direct[0] >= 0.98 * group.direct[1], f"{group.name}: direct identifiers found: {group.direct}")
    suite.check(group.hidden == 0, f"{group.name}: {group.hidden} direct identifiers were called insensitive")
    suite.check(group.quasi[0] >= 0.9 * group.quasi[1], f"{group.name}: quasi-identifiers found: {group.quasi}")
    suite.check(group.false[0] <= 0.05 * group.false[1], f"{group.name}: others called identifying: {group.false}")


def check_reasons(suite, columns, suggestions):
    """One sentence each, and no cell of five characters or more in it, but for words of our own."""
    told = re.compile(r"[^\W\d_]{5,}|[\w@.:/-]{6,}")
    own = {word for suggestion in suggestions for word in told.findall(suggestion["concept"])}
    for (name, _, cells), suggestion in zip(columns, suggestions):
        words = set(told.findall(suggestion["reason"])) - own
        shown = words & {cell for cell in cells if not cell.isdigit()}
        suite.check(not shown, f"{name}: the reason holds {len(shown)} values")
        suite.check(suggestion["reason"].endswith(".") and 0 < suggestion["confidence"] <= 1, f"{name}: a suggestion is not complete")


def tables(program, figures):
    """Those of the page: head, rows."""
    lists = json.loads(subprocess.run([program, "--lists"], capture_output=True, text=True, check=True, timeout=60).stdout)
    yield HEAD, figures
    yield "| | rule | fires where |\n|---|---|---|\n", "".join(f"| {place} | `{rule['name']}` | {rule['summary']} |\n" for place, rule in enumerate(lists["rules"], 1))
    yield "| recogniser | a value fits that has | speaks for |\n|---|---|---|\n", "".join(
        f"| `{one['name']}` | {one['form']} | {one['kind']} |\n" for one in lists["recognisers"])
    yield "| | identifier | concepts |\n|---|---|---|\n", "".join(
        f"| {chr(64 + number)} | {identifier} | {', '.join(one['name'] for one in lists['concepts'] if one['safe_harbor'] == number)} |\n"
        for number, identifier in enumerate(lists["identifiers"], 1))
    yield "| role | concepts |\n|---|---|\n", "".join(
        f"| {role} | {', '.join(one['name'] for one in lists['concepts'] if one['role'] == role)} |\n"
        for role in ("identifying", "quasi_identifying", "sensitive", "insensitive"))


def check_page(suite, program, figures):
    """The page says what the program says. With --write 1 it does afterwards."""
    page = DOC.read_text(encoding="utf-8")
    for head, rows in tables(program, figures):
        if suite.flags.write:
            begin = page.index(head) + len(head)
            page = page[:begin] + rows + page[page.index("\n\n", begin - 1) + 1:]
            DOC.write_text(page, encoding="utf-8")
        if head != HEAD or not lib.skipped:
            suite.check(head + rows in page, f"docs/roles.md has another table {head.splitlines()[0]}; tests/roles.py --write 1 makes it again")


def main():
    suite = lib.Suite(__doc__, write=0, mistakes=0)
    program = suite.flags.gauze.resolve().parent / "suggest_roles"
    real_columns = [(name, role, cells) for _, name, role, cells in real.columns()]
    public = [column for seed, half in ((2, public_schemas), (4, more_schemas), (5, many_schemas)) for column in invented(half.COLUMNS, random.Random(seed))]
    halves = {"invented names, tuned": list(invented(tune.COLUMNS + more_names.COLUMNS, random.Random(1))), "real tables and examples": real_columns,
              "names of public schemas, tuned": public,
              UNSEEN: list(invented(held_out.COLUMNS, random.Random(6))),
              "languages without words": list(invented(other_languages.COLUMNS, random.Random(3)))}
    groups = {}
    for name, columns in halves.items():
        suggestions = suggest(program, columns)
        groups[name] = Group(name, columns, suggestions)
        check_reasons(suite, columns, suggestions)
        if suite.flags.mistakes and name != UNSEEN:
            for (column, role, _), suggestion in zip(columns, suggestions):
                if suggestion["role"] not in role.split("|"):
                    print(f"{column}: {role}, suggested {suggestion['role']} ({suggestion['confidence']}): {suggestion['reason']}")
    for name in ("invented names, tuned", "names of public schemas, tuned", UNSEEN):
        check_targets(suite, groups[name])
    suite.check(groups["real tables and examples"].hidden == 0, "an identifier of a real table was called insensitive")
    table = "".join(group.row() for group in groups.values())
    print(HEAD + table)
    check_page(suite, program, table)
    suite.finish()


if __name__ == "__main__":
    main()
