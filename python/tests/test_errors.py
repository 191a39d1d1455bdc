"""Exceptions mirror the exit codes, say where and what to do, and never quote a cell."""

import pyarrow as pa
import pytest
from conftest import PEOPLE, people

import gauze

K5 = [{"k_anonymity": {"k": 5}}]


def test_a_wrong_policy_cannot_be_made():
    with pytest.raises(gauze.PolicyError) as caught:
        gauze.Policy(attributes={"age": {"role": "quasi"}}, protect=K5)
    assert "quasi_identifying" in caught.value.hint and "<policy>" in caught.value.where
    assert isinstance(caught.value, gauze.GauzeError)


def test_a_parameter_that_is_missing_or_unknown():
    with pytest.raises(TypeError):
        gauze.k_anonymity()
    with pytest.raises(TypeError):
        gauze.k_anonymity(k=5, m=3)
    with pytest.raises(gauze.PolicyError, match="k"):
        gauze.Policy(attributes=PEOPLE, protect=[gauze.k_anonymity(k=0)])


def test_data_that_does_not_suit():
    policy = gauze.Policy(attributes=PEOPLE, protect=K5)
    with pytest.raises(gauze.PolicyError, match="no column") as caught:
        gauze.run(policy, people(100).drop_columns(["zip"]))
    with pytest.raises(gauze.PolicyError, match="no rows|not one|a header but no rows"):
        gauze.run(policy, people(100).slice(0, 0))
    wrong = people(100).set_column(0, "age", pa.array(["secret"] * 100))
    with pytest.raises(gauze.PolicyError) as caught:
        gauze.run(policy, wrong)
    assert "secret" not in str(caught.value) and "age" in str(caught.value) and "row 1" in str(caught.value)
    with pytest.raises(gauze.PolicyError, match="k"):
        gauze.run(policy, people(4))


def test_what_is_no_table():
    policy = gauze.Policy(attributes=PEOPLE, protect=K5)
    with pytest.raises(gauze.PolicyError, match="is not a table"):
        gauze.run(policy, [1, 2, 3])
    with pytest.raises(gauze.PolicyError, match="does not exist"):
        gauze.run(policy, "nowhere.csv")
    with pytest.raises(gauze.PolicyError, match="no source"):
        gauze.run(policy)
    with pytest.raises(gauze.PolicyError, match="stream of arrays"):
        gauze.run(policy, pa.chunked_array([[1, 2, 3]]))


def test_column_names():
    policy = gauze.Policy(attributes=PEOPLE, protect=K5)
    table = people(100)
    with pytest.raises(gauze.PolicyError, match="name as an earlier one"):
        gauze.run(policy, table.append_column("AGE", table["age"]))
    with pytest.raises(gauze.PolicyError, match="has no name"):
        gauze.run(policy, table.append_column("", table["age"]))


def test_too_little_memory():
    policy = gauze.Policy(attributes=PEOPLE, protect=K5)
    with pytest.raises(gauze.ResourceError, match="not enough") as caught:
        gauze.run(policy, people(100), memory="1MiB")
    assert caught.value.hint
    with pytest.raises(gauze.PolicyError, match="not an amount"):
        gauze.run(policy, people(100), memory="much")


def test_a_release_that_was_changed(tmp_path):
    policy = gauze.Policy(attributes=PEOPLE, protect=K5, release={"format": "csv"})
    gauze.run(policy, people(500), out=tmp_path / "out")
    data = tmp_path / "out" / "data.csv"
    data.write_text("".join(data.read_text().splitlines(True)[:-1]))
    with pytest.raises(gauze.PromiseError, match="changed after it was released"):
        gauze.verify(tmp_path / "out")


def test_texts_that_are_not_utf8():
    policy = gauze.Policy(attributes=PEOPLE, protect=K5)
    bad = pa.array([b"\xff\xfe"] * 100, pa.binary())
    texts = pa.StringArray.from_buffers(100, bad.buffers()[1], bad.buffers()[2])
    with pytest.raises(gauze.PolicyError, match="not UTF-8"):
        gauze.run(policy, people(100).set_column(2, "zip", texts))
