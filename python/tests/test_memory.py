"""A stream larger than memory: what the process takes stays near what it was given.

With GAUZE_SOAK=1 at full size, 5 GB under 2 GiB.
"""

from conftest import SOAK, python

CODE = """
import random, resource, sys
import pyarrow as pa
import gauze
gauze.show_progress(False)
total, memory = int(sys.argv[1]), sys.argv[2]
schema = pa.schema([("age", pa.int32()), ("sex", pa.string()), ("zip", pa.string()), ("illness", pa.string()),
                    ("note", pa.string())])
ROWS = 50_000

def batches():
    made = number = 0
    while made < total:
        rng = random.Random(number)
        number += 1
        batch = pa.record_batch([
            pa.array(rng.choices(range(18, 90), k=ROWS), pa.int32()),
            pa.array(rng.choices(["female", "male"], k=ROWS)),
            pa.array(rng.choices([f"{z}" for z in range(10_000, 10_400)], k=ROWS)),
            pa.array(rng.choices(["influenza", "diabetes", "asthma", "none of these"], k=ROWS)),
            pa.array(rng.choices([f"a note that is rather long and says nothing much, number {n}" for n in range(500)], k=ROWS)),
        ], schema=schema)
        made += batch.nbytes
        yield batch

policy = gauze.Policy(
    attributes={"age": {"role": "quasi_identifying", "type": "integer"}, "sex": {"role": "quasi_identifying"},
                "zip": {"role": "quasi_identifying"}, "illness": {"role": "sensitive"}, "note": {"role": "identifying"}},
    protect=[gauze.k_anonymity(k=5)])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
release = gauze.run(policy, pa.RecordBatchReader.from_batches(schema, batches()), memory=memory, temp=sys.argv[3])
print(release.manifest["rows"], before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_a_stream_larger_than_memory(tmp_path, monkeypatch):
    monkeypatch.delenv("GAUZE_BOTH_READERS", raising=False)  # one reader is measured, as users have it
    total, memory, most = (5 * 10**9, "2GiB", 2.5 * 2**20) if SOAK else (700 * 10**6, "512MiB", 1.25 * 0.5 * 2**20)
    rows, before, after = map(int, python(CODE, total, memory, tmp_path).split())
    print(f"measured: {total:,} bytes, {rows:,} rows under {memory}: {after / 1024:.0f} MiB at most, {before / 1024:.0f} MiB before")
    assert after < most
