"""Random schemas and batches at the Arrow boundary: a clear error or a correct release, never a crash.

GAUZE_FUZZ_CASES says how many (default: some hundreds), GAUZE_FUZZ_SEED where to begin. Each case is a function of its
number, so that one that fails can be looked at alone: GAUZE_FUZZ_CASES=1 GAUZE_FUZZ_SEED=17. A release of one case in ten; of the others the
values and their counts, which is what the library takes over the boundary, in half the time.
"""

import collections
import datetime
import decimal
import gc
import os
import random

import pyarrow as pa

import gauze
from gauze._call import Call

CASES = int(os.environ.get("GAUZE_FUZZ_CASES", "300"))
SEED = int(os.environ.get("GAUZE_FUZZ_SEED", "1"))
WORDS = ["", "a", "bb", "a somewhat longer text", "x" * 31, "x" * 32, "a\0", "ü", "日本", "x;y", "*", "null"]


def leaf(rng):
    """A type without children, and a maker of its values."""
    day = datetime.date(2000, 1, 1)
    return rng.choice(
        [
            (pa.int8(), lambda: rng.randint(-128, 127)),
            (pa.uint16(), lambda: rng.randint(0, 65535)),
            (pa.int32(), lambda: rng.randint(-5, 5)),
            (pa.int64(), lambda: rng.choice([-(2**63), 2**63 - 1, 0, rng.randint(-9, 9)])),
            (pa.uint64(), lambda: rng.choice([2**64 - 1, 0, 7])),
            (pa.float32(), lambda: rng.choice([0.5, -1.25, float("inf"), float("nan"), 0.0])),
            (pa.float64(), lambda: rng.random()),
            (pa.bool_(), lambda: rng.random() < 0.5),
            (pa.string(), lambda: rng.choice(WORDS)),
            (pa.large_string(), lambda: rng.choice(WORDS)),
            (pa.string_view(), lambda: rng.choice(WORDS)),
            (pa.binary(), lambda: rng.randbytes(rng.randint(0, 20))),
            (pa.binary(3), lambda: rng.randbytes(3)),
            (pa.date32(), lambda: day + datetime.timedelta(rng.randint(-9, 9))),
            (pa.date64(), lambda: day + datetime.timedelta(rng.randint(-9, 9))),
            (pa.timestamp(rng.choice(["s", "ms", "us", "ns"])), lambda: rng.randint(-(10**9), 10**9)),
            (pa.timestamp(rng.choice(["s", "us", "ns"]), tz="UTC"), lambda: rng.randint(-(10**9), 10**9)),
            (pa.time64("us"), lambda: rng.randint(0, 86_399_999_999)),
            (pa.duration("s"), lambda: rng.randint(-99, 99)),
            (pa.decimal128(rng.choice([3, 9, 18, 30]), 2), lambda: decimal.Decimal(rng.randint(-9, 9)) / 4),
            (pa.null(), lambda: None),
        ]
    )


def kind(rng, depth=0):
    """A type, perhaps with children, and a maker of its values."""
    choice = rng.random()
    if depth >= 2 or choice < 0.7:
        return leaf(rng)
    inner, make = kind(rng, depth + 1)
    if choice < 0.85:
        return rng.choice([pa.list_, pa.large_list])(inner), lambda: [make() for _ in range(rng.randint(0, 3))]
    return pa.struct([("x", inner), ("y", pa.int32())]), lambda: {"x": make(), "y": rng.randint(0, 3)}


def exact(made):
    """The same in buffers that end where the values do. Arrow's own have room up to the next 64 bytes, in which nobody would see what reads past the end."""
    if pa.types.is_dictionary(made.type):
        return pa.DictionaryArray.from_arrays(exact(made.indices), exact(made.dictionary))
    if made.type.num_fields or pa.types.is_null(made.type) or made.type == pa.string_view():
        return made
    buffers = [None if buffer is None else pa.py_buffer(buffer.to_pybytes()) for buffer in made.buffers()]
    return pa.Array.from_buffers(made.type, len(made), buffers, offset=made.offset)


def array(rng, length):
    """A column of any kind: all missing, sliced, a dictionary, a dictionary of a dictionary, runs."""
    type_, make = kind(rng)
    missing = rng.choice([0, 0, 0.2, 1])
    before, after = rng.randint(0, 9), rng.randint(0, 9)
    values = [None if rng.random() < missing else make() for _ in range(before + length + after)]
    made = pa.array(values, type_)
    shape = rng.random()
    try:
        if shape < 0.2:
            made = made.dictionary_encode()
            if rng.random() < 0.5:
                made = pa.DictionaryArray.from_arrays(made.indices, made.dictionary.dictionary_encode())
        elif shape < 0.3:
            made = pa.compute.run_end_encode(made)
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid, TypeError):
        pass
    return exact(made).slice(before, length)


def table(rng):
    """A stream of batches with one column that is a quasi-identifier, and others of any kind."""
    lengths = [rng.choice([0, 1, rng.randint(2, 40)]) for _ in range(rng.randint(1, 5))]
    columns = {"age": [pa.array([rng.randint(0, 3) for _ in range(n)], pa.int32()) for n in lengths]}
    for number in range(rng.randint(0, 4)):
        whole = array(rng, sum(lengths))
        parts, begin = [], 0
        for n in lengths:
            parts.append(whole.slice(begin, n))
            begin += n
        columns[f"c{number}"] = parts
    schema = pa.schema([(name, parts[0].type) for name, parts in columns.items()])
    batches = [pa.record_batch([parts[i] for parts in columns.values()], schema=schema) for i in range(len(lengths))]
    return schema, batches


TYPES = ["text", "integer", "decimal", "date", "timestamp", "boolean", "set"]


def run(seed):
    """One case: what happened, as a word."""
    rng = random.Random(seed)
    schema, batches = table(rng)
    attributes = {"age": {"role": "quasi_identifying", "type": "integer"}}
    for name in schema.names[1:]:
        role = rng.choice(["identifying", "insensitive", "sensitive", "quasi_identifying"])
        attributes[name] = {"role": role, "type": rng.choice(TYPES[:1] * 4 + TYPES)}
    policy = gauze.Policy(attributes=attributes, protect=[gauze.k_anonymity(k=2)])
    if seed % 10:
        return count(seed, policy, attributes, schema, batches)
    ages = collections.Counter(age for batch in batches for age in batch.column(0).to_pylist())
    try:
        release = gauze.run(policy, pa.RecordBatchReader.from_batches(schema, iter(batches)), threads=rng.choice([1, 2]))
    except gauze.PolicyError as error:
        assert error.message and "internal" not in error.message, (seed, str(error))
        return "refused"
    out = release.table.to_arrow()
    assert out.num_rows == sum(ages.values()), seed
    for name, attribute in attributes.items():
        if attribute["role"] not in ("insensitive", "sensitive") or attribute["type"] != "text":
            continue
        given = [value for batch in batches for value in batch.column(name).to_pylist()]
        if logical(schema.field(name).type):
            assert collections.Counter(v or None for v in given) == collections.Counter(out[name].to_pylist()), (seed, name)
        else:
            assert sum(v is None for v in given) <= sum(v is None for v in out[name].to_pylist()), (seed, name)
    return "released"


def count(seed, policy, attributes, schema, batches):
    """Cell by cell what arrives of each column. Tables that say how often a row occurs are read in another way."""
    for name, attribute in attributes.items():
        kept, columns = [schema.field(name)], [[batch.column(name)] for batch in batches]
        if seed % 2:
            kept.append(pa.field("gauze rows", pa.int64()))
            columns = [[*one, pa.array([1] * len(one[0]), pa.int64())] for one in columns]
        alone = pa.schema(kept)
        given = [value for batch in batches for value in batch.column(name).to_pylist()]
        try:
            call = Call("cluster_spell", policy=policy.to_call(), column=name)
            stream = pa.RecordBatchReader.from_batches(alone, iter([pa.record_batch(one, schema=alone) for one in columns]))
            found = call.table("source", stream).run()
        except gauze.PolicyError as error:
            assert error.message and "internal" not in error.message, (seed, str(error))
            return "refused"
        assert len(found) == len(given), (seed, name)
        if attribute["type"] == "text" and logical(schema.field(name).type):
            assert found == given, (seed, name)
    return "counted"


def logical(type_):
    """A text, however it is laid out."""
    while pa.types.is_dictionary(type_) or pa.types.is_run_end_encoded(type_):
        type_ = type_.value_type
    return type_ in (pa.string(), pa.large_string(), pa.string_view())


def test_random_tables():
    gc.freeze()  # what was imported stays; looking through it again and again takes a tenth of the time
    seen = collections.Counter(run(seed) for seed in range(SEED, SEED + CASES))
    if CASES >= 100:
        assert seen["released"] > CASES // 50 and seen["counted"] > CASES // 5, seen
    print(dict(seen))
