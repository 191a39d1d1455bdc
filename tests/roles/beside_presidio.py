"""Presidio's figures on the same columns as tests/roles.py, for docs/roles.md. Usage: beside_presidio.py PYTHON, where PYTHON has presidio-analyzer.

Only what Presidio can know is compared: columns whose cells are text, by their values alone. Names of columns are hidden from Gauze, too, in the second line.
"""
import json
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "roles")]
import facts  # noqa: E402  pylint: disable=wrong-import-position
import first_held_out  # noqa: E402  pylint: disable=wrong-import-position
import held_out  # noqa: E402  pylint: disable=wrong-import-position
import roles  # noqa: E402  pylint: disable=wrong-import-position
import tune  # noqa: E402  pylint: disable=wrong-import-position


def main():
    columns = [*roles.invented(tune.COLUMNS + first_held_out.COLUMNS, random.Random(1)), *roles.invented(held_out.COLUMNS, random.Random(2))]
    columns = [column for column in columns if facts.of_column(column[0], column[2])["type"] == "text"]
    lines = "".join(json.dumps(facts.of_column(name, cells)) + "\n" for name, _, cells in columns)
    peer = subprocess.run([sys.argv[1], ROOT / "bench" / "peers" / "presidio_peer.py"], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    nameless = [("", role, cells) for _, role, cells in columns]
    for name, found in (("Presidio, without a model", [{"role": "identifying" if json.loads(line) else "other"} for line in peer.stdout.splitlines()]),
                        ("Gauze, without names of columns", roles.suggest(ROOT / "build" / "suggest_roles", nameless)),
                        ("Gauze", roles.suggest(ROOT / "build" / "suggest_roles", columns))):
        group = roles.Group(name, columns, found)
        print(f"| {name} | {group.direct[0]} of {group.direct[1]} | {group.false[0]} of {group.false[1]} |")


main()
