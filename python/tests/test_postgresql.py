"""Tables of PostgreSQL by their addresses: the package passes them through. tests/postgresql.py has the rest."""

import pathlib
import sys

import pytest
from conftest import ROOT

import gauze

sys.path.append(str(ROOT / "tests" / "server"))
from postgres import POSTGRES, Cluster  # noqa: E402

pytestmark = pytest.mark.skipif(not (POSTGRES / "postgres").exists(), reason="no PostgreSQL")


def test_a_table_is_a_table(tmp_path):
    server = Cluster()
    try:
        database = server.create()
        server.sql(
            "CREATE TABLE patients AS SELECT 20 + i % 40 AS age, 'city ' || i % 3 AS city, i % 9 AS visits FROM generate_series(1, 300) i",
            database,
        )
        at = f"postgresql://gauzed@{str(server.folder).replace('/', '%2F')}/{database}?table="
        policy = gauze.Policy(
            attributes={"age": {"role": "quasi_identifying", "type": "integer"}, "city": {"role": "quasi_identifying"},
                        "visits": {"role": "insensitive", "type": "integer"}},
            protect=[{"k_anonymity": {"k": 5}}],
        )
        assert gauze.check(policy, at + "patients")["rows"] == 300
        to_folder = gauze.run(policy, at + "patients", tmp_path / "out")
        to_table = gauze.run(policy, at + "patients", at + "released")
        assert to_table.manifest == to_folder.manifest and to_table.directory == at + "released"
        assert to_table.table.to_arrow() == to_folder.table.to_arrow()
        assert server.sql("SELECT count(*) FROM released", database) == "300"
        with pytest.raises(gauze.PolicyError, match="in a database"):
            to_table.save(tmp_path / "copy")
        with pytest.raises(gauze.GauzeError, match="no such table"):
            gauze.run(policy, at + "nobody")
        assert not list(pathlib.Path.cwd().glob("postgresql:*"))
    finally:
        server.close()
