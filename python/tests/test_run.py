"""A release from Python: what comes in, what comes out, what is refused."""

import base64
import json
import os
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import PEOPLE, ROOT, people

import gauze


def policy(**sections):
    return gauze.Policy(**{"attributes": PEOPLE, "protect": [gauze.k_anonymity(k=5)], **sections})


def test_a_release_comes_back_as_a_table():
    table = people(1000)
    release = gauze.run(policy(), table)
    rows = release.table.to_arrow()
    assert rows.num_rows == 1000 and rows.column_names == ["age", "sex", "zip", "illness"]
    counts = rows.group_by(["age", "sex", "zip"]).aggregate([("illness", "count")])
    assert min(counts["illness_count"].to_pylist()) >= 5
    assert sorted(rows["illness"].to_pylist()) == sorted(table["illness"].to_pylist())
    assert release.manifest["promises"][0]["claim"] == "k_anonymity(k=5)"
    assert release.measures["class_sizes.smallest"] >= 5


def test_the_table_can_be_read_again_and_outlives_the_release():
    table = gauze.run(policy(), people(500)).table
    assert table.to_arrow().equals(table.to_arrow())


def test_the_temporary_folder_goes_away(tmp_path):
    release = gauze.run(policy(), people(500), temp=tmp_path)
    assert any(tmp_path.iterdir())
    del release
    assert not any(tmp_path.iterdir())


def test_a_release_can_be_kept(tmp_path):
    release = gauze.run(policy(), people(500))
    saved = release.to_parquet(tmp_path / "kept")
    assert json.loads((tmp_path / "kept" / "manifest.json").read_text()) == release.manifest
    assert gauze.verify(saved)["holds"]
    assert sorted(os.listdir(tmp_path)) == ["kept"]
    with pytest.raises(gauze.PolicyError, match="not empty"):
        release.to_parquet(saved)


def test_out_is_a_release_as_the_policy_has_it(tmp_path):
    release = gauze.run(policy(release={"format": "csv"}), people(500), out=tmp_path / "out")
    assert sorted(os.listdir(tmp_path / "out")) == ["data.csv", "manifest.json", "report"]
    assert release.table.to_arrow().num_rows == 500
    with pytest.raises(gauze.PolicyError, match="not Parquet"):
        release.to_parquet(tmp_path / "other")


def test_people_choose_what_is_shown(tmp_path):
    (tmp_path / "server.pub").write_text("gauze vault public key " + base64.b64encode(bytes(range(32))).decode() + "\n")
    table = people(300)
    table = table.append_column("choice", pa.array([[1, 2, 3, None][i % 4] for i in range(300)]))
    chosen = policy(
        attributes={**PEOPLE, "choice": {"role": "choice"}},
        personal={
            "recipient": "university",
            "vault": {"file": str(tmp_path / "out.vault"), "server": str(tmp_path / "server.pub")},
            "missing_choice": 3,
            "attributes": {"illness": {"aliases": "literal", "choice": "choice"}},
        },
    )
    release = gauze.run(chosen, table)
    shown = release.table.to_arrow()["illness"].to_pylist()
    own = [value for value, choice in zip(table["illness"].to_pylist(), table["choice"].to_pylist()) if choice == 1]
    assert sorted(value for value in shown if not value.startswith("~")) == sorted(own)
    assert "pseudonymised" in release.manifest["personal"]["note"]
    assert (tmp_path / "out.vault").read_bytes().startswith(b"gauze vault 2\n")
    with pytest.raises(gauze.PolicyError, match="vault already exists"):
        gauze.run(chosen, table)


def test_paths_and_the_policys_own_source(clinic, clinic_policy):
    by_policy = gauze.run(clinic_policy)
    by_path = gauze.run(ROOT / "examples" / "clinic" / "policy.yaml", ROOT / "examples" / "clinic" / "patients.csv")
    by_table = gauze.run(clinic_policy, clinic)
    assert by_policy.table.to_arrow().equals(by_path.table.to_arrow())
    assert by_policy.table.to_arrow().equals(by_table.table.to_arrow())
    assert by_policy.manifest == by_path.manifest == by_table.manifest


def test_one_thread_or_two():
    table = people(3000)
    assert gauze.run(policy(), table, threads=1).table.to_arrow().equals(gauze.run(policy(), table, threads=2).table.to_arrow())


def test_a_table_that_does_not_fit_goes_to_a_file(tmp_path, monkeypatch):
    table = people(3000)
    expected = gauze.run(policy(), table)
    monkeypatch.setenv("GAUZE_TABLE_BYTES", "1000")
    batches = table.to_batches(max_chunksize=100)
    stream = pa.RecordBatchReader.from_batches(table.schema, iter(batches))
    spilled = gauze.run(policy(), stream, temp=tmp_path)
    assert spilled.table.to_arrow().equals(expected.table.to_arrow())
    assert spilled.manifest == expected.manifest
    del spilled
    assert not any(tmp_path.iterdir())


def test_a_stream_is_read_once():
    table = people(300)
    stream = pa.RecordBatchReader.from_batches(table.schema, iter(table.to_batches()))
    assert gauze.run(policy(), stream).manifest["rows"] == 300
    with pytest.raises((gauze.PolicyError, pa.ArrowInvalid)):
        gauze.run(policy(), stream)


def test_a_stream_that_fails():
    table = people(300)

    def batches():
        yield from table.to_batches(max_chunksize=100)
        raise ValueError("secret cell")

    stream = pa.RecordBatchReader.from_batches(table.schema, batches())
    with pytest.raises(gauze.PolicyError, match="stream failed") as caught:
        gauze.run(policy(), stream)
    assert "secret" not in str(caught.value)


def test_plan_check_explain_measure_verify(tmp_path):
    table = people(2000)
    assert gauze.plan(policy(), table)["planned"]["rows"] == 2000
    assert gauze.check(policy(), table)["rows"] == 2000
    assert gauze.explain(policy(), table, column="age")["column"] == "age"
    assert gauze.explain(policy(), table, row=1)["class_rows"] >= 5
    release = gauze.run(policy(), table)
    assert gauze.measure(release)["ncp"] == release.measures["ncp"]
    assert gauze.verify(release)["holds"]
    assert gauze.verify(release, reader="sql") == gauze.verify(release)
    with pytest.raises(gauze.PolicyError, match="no such reader"):
        gauze.verify(release, reader="slow")
    with pytest.raises(gauze.PolicyError, match="table in memory"):
        gauze.verify(release.table, policy(), reader="sql")
    assert gauze.verify(release.table, policy())["holds"]
    assert not gauze.verify(table, policy())["holds"]
    assert not gauze.verify(table, claims=[gauze.k_anonymity(k=2)], qi=["age", "sex", "zip"])["holds"]
    assert gauze.measure(table, qi=["age", "sex", "zip"])["class_sizes.smallest"] == 1


def test_candidates_side_by_side():
    policies = {f"k{k}": policy(protect=[gauze.k_anonymity(k=k)]) for k in (2, 5)}
    compared = gauze.compare(policies, people(500))
    swept = gauze.sweep(policies["k2"], people(500), k=[2, 5])
    assert [one["name"] for one in compared["candidates"]] == ["k2", "k5"]
    listed = gauze.compare(list(policies.values()), people(500))
    assert [one["name"] for one in listed["candidates"]] == ["policy 1", "policy 2"]
    assert [one["name"] for one in swept["candidates"]] == ["k=2", "k=5"]
    for one, other in zip(compared["candidates"], swept["candidates"]):
        assert one["measures"] == other["measures"]
    assert swept["readings"] == 1


def test_init_and_hierarchies(tmp_path):
    table = people(200)
    text = gauze.init(table)
    assert "age: {role: undecided, type: integer}" in text
    masked = {"role": "quasi_identifying", "hierarchy": gauze.hierarchy.mask(side="right")}
    made = policy(attributes={**PEOPLE, "zip": masked})
    tree = tmp_path / "sex.csv"
    tree.write_text("f;*\nm;*\n")
    assert gauze.hierarchy.check(tree, table, "sex")["leaves"] == 2
    with pytest.raises(gauze.PolicyError):
        gauze.hierarchy.check(tree, table, "zip")
    assert "10*" in gauze.hierarchy.build(made, "zip", table)


def test_library_is_checked_against_a_column(tmp_path):
    codes = pa.table({"diagnosis": ["E11.9", "I10", "no code", "?"]})
    missing = tmp_path / "missing.txt"
    with pytest.raises(gauze.PolicyError) as refused:
        gauze.hierarchy.check(None, codes, "diagnosis", library="icd10", markers=["?"], missing=missing)
    assert "no code" not in str(refused.value)
    assert missing.read_text() == "no code\n"
    known = codes.slice(0, 2)
    assert gauze.hierarchy.check(table=known, column="diagnosis", library="icd10")["leaves"] == 2


def test_suggestions_show_values_only_if_asked():
    codes = pa.table({"diagnosis": ["E11.9", "I10", "J45.0", "?"]})
    suggested = gauze.hierarchy.suggest(codes, "diagnosis", markers=["?"])
    assert suggested["suggestions"][0]["policy"] == "{library: icd10}"
    assert "E11" not in str(suggested)
    shown = gauze.hierarchy.suggest(codes, "diagnosis", markers=["?"], show=True)
    assert [node["label"] for node in shown["suggestions"][0]["tree"]].count("E11.9") == 1


def test_propose():
    table = people(200)
    proposed = gauze.propose(table, "internal")
    assert "k_anonymity: {k: 3}" in proposed["policy"] and proposed["plan"]["planned"]["rows"] == 200
    changes = [abs(one["loss"] - one["loss_then"]) for one in proposed["trial"]["decide"]]
    assert changes and changes == sorted(changes, reverse=True)
    with pytest.raises(gauze.PolicyError, match="known: internal, share, publish"):
        gauze.propose(table, "everybody")


def test_profile(tmp_path):
    table = people(200)
    profile = gauze.profile(table)
    assert profile["rows"] == 200
    for column in profile["columns"]:
        cells = table.column(column["name"])
        assert column["exact"] and column["distinct"] == len(set(cells.to_pylist()) - {None, ""})
    best = profile["sets"]["best"]
    for found in best:
        rows = list(zip(*(table.column(name).to_pylist() for name in found["columns"])))
        assert found["unique_rows"] == sum(rows.count(row) == 1 for row in rows)
    assert [found["unique_rows"] for found in best] == sorted(found["unique_rows"] for found in best)
    pq.write_table(table, tmp_path / "people.parquet")
    assert gauze.profile(tmp_path / "people.parquet", threads=1) == profile
    with pytest.raises(gauze.ResourceError):
        gauze.profile(table, memory="10MiB")


def test_risk_of_every_record():
    table = people(400)
    made = gauze.Policy(
        attributes={name: {**column, "role": "quasi_identifying"} for name, column in PEOPLE.items()},
        protect=[gauze.record_risk(delta=0.1)],
        transform=gauze.transform.suppress_cells(),
        risk={
            "alpha": 1,
            "known": {"age": 0.5, "sex": 0.9, "zip": 0.4, "illness": 0.01},
            "weights": {"illness": {"weight": 1, "values": {"a": 1}, "others": 0}},
        },
    )
    report = gauze.risk(made, table)
    rows = report.table.to_arrow()
    assert rows.column_names == ["row", "risk_from", "risk_to", "known_set"]
    assert rows["row"].to_pylist() == list(range(1, 401))
    for row, illness in zip(rows.to_pylist(), table["illness"].to_pylist()):
        assert (row["risk_to"] > 0) == (illness == "a")
    above = sum(row["risk_to"] > 0.1 for row in rows.to_pylist())
    assert report["above"][0]["rows"] == above
    assert gauze.risk(made, table, decide=True)["above"][0]["rows"] == above
    release = gauze.run(made, table)
    assert gauze.risk(made, table, released=release, decide=True)["above"][0]["rows"] == 0


def test_attacks():
    table = people(1000)
    release = gauze.run(policy(), table)
    for descriptor in gauze.models()["attacks"]:
        assert callable(getattr(gauze.attack, descriptor["name"]))
    report = gauze.attack.linkage(release, policy(), table)
    assert report["attack"] == "linkage" and report["holds"]
    with pytest.raises(gauze.PolicyError, match="not a release"):
        gauze.attack.linkage(table, policy(), table)


def test_ledger(tmp_path):
    made = policy(
        protect=[gauze.l_diversity(attribute="illness", kind="distinct", l=3)], ledger={"method": gauze.ledger.pool()}
    )
    with pytest.raises(gauze.PolicyError, match="save it first"):
        gauze.Ledger.init(made, tmp_path / "ledger")
    saved = made.save(tmp_path / "policy.yaml")
    ledger = gauze.Ledger.init(saved, tmp_path / "ledger")
    assert ledger.append(people(300))["release"] == 0
    assert gauze.Ledger.open(tmp_path / "ledger").append(people(200, seed=2))["batch"] == 200
    assert [line["batch"] for line in ledger.log()] == [300, 200]
    assert ledger.status()["came"] == 500
    assert ledger.verify()["holds"]
    releases = sorted(pathlib.Path(tmp_path / "ledger" / "releases").iterdir())
    assert len(releases) == 2
    assert gauze.attack.inference_channels(releases, saved)["holds"]


def test_charts():
    release = gauze.run(policy(), people(500))
    html = release._repr_html_()
    assert html.count("<svg") == 2 and "k_anonymity(k=5) holds" in html and "zip" in html


def test_columns_with_markup_do_not_get_out_of_the_charts():
    table = people(500).rename_columns(["<b>age</b>", "sex", "zip", "illness"])
    attributes = {"<b>age</b>": PEOPLE["age"], **{name: PEOPLE[name] for name in ("sex", "zip", "illness")}}
    assert "<b>age" not in gauze.run(policy(attributes=attributes), table)._repr_html_()
