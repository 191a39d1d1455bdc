"""Types survive the way through: a table of round trips, for each library in and out."""

import datetime
import decimal

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import gauze

ROWS = 60


def column(kind):
    """Cells of a kind, some of them missing, and what a policy calls their type."""
    some = list(range(ROWS))
    day = datetime.date(2024, 1, 1)
    moment = datetime.datetime(2024, 1, 1, 12, 30, 15, 123456)
    zone = pa.timestamp("us", tz="UTC")
    make = {
        "int8": ("integer", pa.array([i % 9 for i in some], pa.int8())),
        "int16": ("integer", pa.array([i % 9 for i in some], pa.int16())),
        "int32": ("integer", pa.array([i % 9 for i in some], pa.int32())),
        "int64": ("integer", pa.array([i % 9 - 4 for i in some], pa.int64())),
        "uint8": ("integer", pa.array([i % 9 for i in some], pa.uint8())),
        "uint32": ("integer", pa.array([i % 9 for i in some], pa.uint32())),
        "nullable integer": ("integer", pa.array([None if i % 7 == 0 else i % 9 for i in some], pa.int32())),
        "float": ("decimal", pa.array([i % 9 / 4 for i in some], pa.float32())),
        "double": ("decimal", pa.array([None if i % 7 == 0 else i % 9 / 10 for i in some], pa.float64())),
        "decimal": ("decimal", pa.array([decimal.Decimal(i % 9) / 10 for i in some], pa.decimal128(9, 2))),
        "boolean": ("boolean", pa.array([None if i % 7 == 0 else i % 2 == 0 for i in some])),
        "date": ("date", pa.array([day + datetime.timedelta(i % 9) for i in some], pa.date32())),
        "timestamp": ("timestamp", pa.array([moment + datetime.timedelta(i % 9) for i in some], pa.timestamp("us"))),
        "milliseconds": ("timestamp", pa.array([1_700_000_000_000 + i % 9 for i in some], pa.timestamp("ms"))),
        "nanoseconds": ("timestamp", pa.array([1_700_000_000_000_000_000 + i % 9 * 1000 for i in some], pa.timestamp("ns"))),
        "zoned": ("timestamp", pa.array([1_700_000_000_000_000 + i % 9 for i in some], zone)),
        "string": ("text", pa.array([None if i % 7 == 0 else f"a text of some length {i % 9}" for i in some])),
        "large string": ("text", pa.array([f"t{i % 9}" for i in some], pa.large_string())),
        "category": ("text", pa.array([None if i % 7 == 0 else f"c{i % 9}" for i in some]).dictionary_encode()),
    }
    return make[kind]


KINDS = [
    "int8", "int16", "int32", "int64", "uint8", "uint32", "nullable integer", "float", "double", "decimal", "boolean",
    "date", "timestamp", "milliseconds", "nanoseconds", "zoned", "string", "large string", "category",
]  # fmt: skip


def table(kind):
    kept = column(kind)[1]
    return pa.table({"age": pa.array([i // 10 for i in range(ROWS)]), "kept": kept})


def policy(kind, role="insensitive", **sections):
    return gauze.Policy(
        attributes={
            "age": {"role": "quasi_identifying", "type": "integer"},
            "kept": {"role": role, "type": column(kind)[0]},
        },
        protect=[gauze.k_anonymity(k=5)],
        **sections,
    )


def cells(values):
    """In an order that does not matter."""
    return sorted(values, key=lambda value: (value is None, str(value)))


def logical(type_):
    """Types that say the same: texts with long or short offsets, dictionaries of them."""
    if pa.types.is_dictionary(type_):
        return "category"
    if pa.types.is_string(type_) or pa.types.is_large_string(type_) or type_ == pa.string_view():
        return "string"
    return type_


@pytest.mark.parametrize("kind", KINDS)
def test_pyarrow(kind):
    made = gauze.run(policy(kind), table(kind)).table.to_arrow()["kept"]
    given = table(kind)["kept"]
    assert logical(made.type) == logical(given.type)
    assert cells(made.to_pylist()) == cells(given.to_pylist())


@pytest.mark.parametrize("kind", KINDS)
def test_polars(kind):
    given = pl.DataFrame(table(kind))
    made = gauze.run(policy(kind), given).table.to_polars()
    assert logical_polars(made["kept"].dtype) == logical_polars(given["kept"].dtype)
    assert cells(made["kept"].to_list()) == cells(given["kept"].to_list())


def logical_polars(dtype):
    return "category" if isinstance(dtype, (pl.Categorical, pl.Enum)) else dtype


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "decimal"])
def test_pandas(kind):
    given = pd.DataFrame(table("int64").to_pandas())
    given["kept"] = pandas_column(kind)
    made = gauze.run(policy(kind), given).table.to_pandas()["kept"]
    assert made.dtype == given["kept"].dtype or {made.dtype.kind, given["kept"].dtype.kind} == {"O"} \
        or (made.dtype == "category" and given["kept"].dtype == "category"), (made.dtype, given["kept"].dtype)
    assert cells(None if pd.isna(v) else v for v in made) == cells(None if pd.isna(v) else v for v in given["kept"])


def pandas_column(kind):
    """As people have them: nullable integers are Int32, categories are categories."""
    array = column(kind)[1]
    if kind == "nullable integer":
        return array.to_pandas(types_mapper={pa.int32(): pd.Int32Dtype()}.get)
    if kind == "boolean":
        return array.to_pandas(types_mapper={pa.bool_(): pd.BooleanDtype()}.get)
    return array.to_pandas()


@pytest.mark.parametrize("kind", KINDS)
def test_duckdb(kind):
    given = table(kind)
    connection = duckdb.connect()
    connection.sql("SET TimeZone = 'UTC'")
    connection.register("given", given)
    relation = connection.sql("FROM given")
    release = gauze.run(policy(kind), relation)
    out = release.table.to_arrow()
    connection.register("made", out)
    same = connection.sql("SELECT count(*) FROM ((SELECT kept::VARCHAR FROM given EXCEPT ALL SELECT kept::VARCHAR FROM made))").fetchall()[0][0]
    assert same == 0
    assert out.num_rows == ROWS


@pytest.mark.parametrize("kind", ["int32", "date", "timestamp", "zoned", "double"])
def test_bounds_have_the_type_of_the_column(kind):
    made = policy(kind, role="quasi_identifying", release={"ranges": "bounds"}, missing="wildcard")
    out = gauze.run(made, table(kind)).table.to_arrow()
    given = table(kind)["kept"]
    for end in ("kept_from", "kept_to"):
        assert out[end].type == given.type
        assert set(out[end].to_pylist()) <= set(given.to_pylist()) | {None}


def test_pandas_objects_and_zones():
    given = pd.DataFrame(
        {
            "age": [i // 10 for i in range(ROWS)],
            "kept": pd.date_range("2024-03-30", periods=ROWS, freq="h", tz="Europe/Berlin"),
        }
    )
    made = gauze.run(policy("zoned"), given).table.to_pandas()["kept"]
    assert str(made.dt.tz) == "UTC"
    assert sorted(made) == sorted(given["kept"])


@pytest.mark.parametrize("category", [False, True])
def test_texts_that_differ_by_a_zero_byte_only(category):
    texts = pa.array(["a\0" if i % 2 else "a" for i in range(ROWS)])
    given = pa.table({"age": [i // 10 for i in range(ROWS)], "kept": texts.dictionary_encode() if category else texts})
    released = gauze.run(policy("string"), given).table.to_arrow()
    assert sorted(released["kept"].to_pylist()) == sorted(texts.to_pylist())


@pytest.mark.parametrize(
    "values",
    [
        pa.array(["a", "b"]),
        pa.array([1, 2]),
        pa.array([datetime.time(1), datetime.time(2)], pa.time64("us")),
        pa.array([5, 6], pa.duration("s")),
        pa.array([[1], [2, 3]]),
    ],
    ids=lambda values: str(values.type),
)
def test_missing_cells_of_a_dictionary_stay_missing(values):
    """Of any type: some of them the engine converts itself, and it would show the first entry."""
    indices = pa.array([None if i % 7 == 0 else i % 2 for i in range(ROWS)], pa.int8())
    given = pa.table({"age": [i // 10 for i in range(ROWS)], "kept": pa.DictionaryArray.from_arrays(indices, values)})
    out = gauze.run(policy("string"), given).table.to_arrow().column("kept").to_pylist()
    assert sorted(out.count(value) for value in set(out)) == [9, 25, 26]
    assert out.count(None) == 9
