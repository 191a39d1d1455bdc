"""What the tests of the package share.

They run against the installed package (make test-python), or one in a build folder by PYTHONPATH=build/python. Tests
that compare with the command line need GAUZE_PROGRAM; GAUZE_SOAK=1 makes them long.
"""

import os
import pathlib
import subprocess
import sys

import pyarrow as pa
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))
import real_data  # noqa: E402

DATA = real_data.DATA
PROGRAM = os.environ.get("GAUZE_PROGRAM", str(ROOT / "build" / "gauze"))
SOAK = bool(os.environ.get("GAUZE_SOAK"))

needs_data = pytest.mark.skipif(real_data.lacking() is not None, reason=str(real_data.lacking()))
needs_program = pytest.mark.skipif(not os.path.exists(PROGRAM), reason="no program to compare with")


@pytest.fixture(autouse=True)
def quiet():
    import gauze

    gauze.show_progress(False)


@pytest.fixture
def clinic():
    """The people of examples/clinic as a table of typed columns."""
    import pyarrow.csv

    return pyarrow.csv.read_csv(
        ROOT / "examples" / "clinic" / "patients.csv",
        convert_options=pyarrow.csv.ConvertOptions(
            column_types={"zip": pa.string(), "admitted": pa.date32()}, strings_can_be_null=True, null_values=[""]
        ),
    )


@pytest.fixture
def clinic_policy():
    import gauze

    return gauze.Policy.load(ROOT / "examples" / "clinic" / "policy.yaml")


def python(code, *arguments, **options):
    """Runs code in a fresh interpreter; its output, or what went wrong."""
    done = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, **{"timeout": 600, **options})
    assert done.returncode == 0, done.stderr
    return done.stdout


def people(rows, seed=1):
    """A table of invented people, numbers and texts that repeat; without numpy."""
    import random

    rng = random.Random(seed)
    return pa.table(
        {
            "age": pa.array([rng.randint(18, 90) for _ in range(rows)], pa.int32()),
            "sex": pa.array([rng.choice(["f", "m"]) for _ in range(rows)]),
            "zip": pa.array([f"{rng.randint(100, 199)}" for _ in range(rows)]),
            "illness": pa.array([rng.choice("abcdefgh") for _ in range(rows)]),
        }
    )


PEOPLE = {
    "age": {"role": "quasi_identifying", "type": "integer"},
    "sex": {"role": "quasi_identifying"},
    "zip": {"role": "quasi_identifying"},
    "illness": {"role": "sensitive"},
}
