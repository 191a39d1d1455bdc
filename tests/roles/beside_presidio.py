"""Presidio's figures on the invented columns of tests/roles.py, for docs/roles.md. Usage: beside_presidio.py PYTHON, where PYTHON has presidio-analyzer.

Presidio knows values and no names of columns, so Gauze is measured without them, too. Only columns of text are compared. Names of people, addresses and free text need a language
model, which is not on PyPI: the second pair of lines has only identifiers with a form of their own.
"""
import json
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "roles")]
import facts  # noqa: E402  pylint: disable=wrong-import-position
import more_names  # noqa: E402  pylint: disable=wrong-import-position
import public_schemas  # noqa: E402  pylint: disable=wrong-import-position
import roles  # noqa: E402  pylint: disable=wrong-import-position
import tune  # noqa: E402  pylint: disable=wrong-import-position

OWN_FORM = ("mail", "mail_b", "phone", "phone_us", "phone_b", "phone_spaces_b", "phone_plain_b", "us_ssn", "nhs", "fiscal_code", "nir", "personnummer", "hetu", "dni", "cpf", "iban",
            "iban_spaces_b", "vin", "ip4", "ip6", "mac", "url", "url_b", "uuid")


def main():
    lines = [line for half in (tune, more_names, public_schemas) for line in half.COLUMNS]
    columns = [(kind, "", role, cells) for kind, (_, role, cells) in zip((kind for _, kind, names in lines for _ in names.split(", ")), roles.invented(lines, random.Random(1)))]
    columns = [column for column in columns if facts.of_column("", column[3])["type"] == "text"]
    text = "".join(json.dumps(facts.of_column(name, cells)) + "\n" for _, name, _, cells in columns)
    peer = subprocess.run([sys.argv[1], ROOT / "bench" / "peers" / "presidio_peer.py"], input=text, capture_output=True, text=True, check=True)
    found = {"Presidio, without a model": [{"role": "identifying" if json.loads(line) else "other"} for line in peer.stdout.splitlines()],
             "Gauze, without names of columns": roles.suggest(ROOT / "build" / "suggest_roles", [column[1:] for column in columns])}
    for what, wanted in (("", lambda kind, role: True), (", identifiers with a form of their own", lambda kind, role: kind in OWN_FORM or "identifying" not in role.split("|"))):
        for name, suggestions in found.items():
            chosen = [(column[1:], suggestion) for column, suggestion in zip(columns, suggestions) if wanted(column[0], column[2])]
            group = roles.Group(name, *zip(*chosen))
            print(f"| {name}{what} | {group.direct[0]} of {group.direct[1]} | {group.false[0]} of {group.false[1]} |", flush=True)


main()
