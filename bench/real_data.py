"""Where the real tables are that benchmarks and tests read. They are no part of the repository: GAUZE_DATA names their folder.

Without them, tests leave out what needs them and say so. With GAUZE_DATA_REQUIRED=1, as in `.ci/run`, they fail instead. For unit tests
src/gauze/base/testing/test_data.h says the same.
"""
import os
import pathlib

DATA = pathlib.Path(os.environ.get("GAUZE_DATA") or pathlib.Path(__file__).resolve().parents[1] / "../shared/data").resolve()
TABLES = ["adult/adult.csv", "adult/adult_full.csv.gz", "covid/covid.csv.gz", "diabetes/diabetic_data.csv.gz", "knowledge/disease_symptoms.csv"]


def lacking(more=()):
    """Why tests can't read the real tables, and `more` files beside them; None if they can."""
    missing = [name for name in (*TABLES, *more) if not (DATA / name).is_file()]
    if not missing:
        return None
    what = f"{', '.join(missing)} in" if DATA.is_dir() else "folder"
    reason = f"no {what} {DATA}, where real tables should be; GAUZE_DATA names another folder"
    if os.environ.get("GAUZE_DATA_REQUIRED"):
        raise FileNotFoundError(f"GAUZE_DATA_REQUIRED is set, but there is {reason}")
    return reason
