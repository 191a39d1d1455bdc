"""The policies of the benchmarks: the three generated tables and the real Adult table, k = 5 unless a task asks for more."""
import pathlib

DATA = pathlib.Path(__file__).resolve().parents[2] / "shared" / "data"
K5 = [{"k_anonymity": {"k": 5}}]
ADULT_KEYS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]
PATIENT_KEYS = ["birth_date", "zip", "sex", "ethnicity", "admission_date", "ward"]
KEYS = {"adult": ADULT_KEYS, "real": ADULT_KEYS, "patients": PATIENT_KEYS, "sets": ADULT_KEYS}
SENSITIVE = {"adult": "occupation", "real": "occupation", "patients": "diagnosis"}


def adult():
    """Eight quasi-identifiers with the hierarchies that the field uses; age as a number."""
    attributes = {name: {"role": "quasi_identifying", "hierarchy": str(DATA / "adult" / f"adult_hierarchy_{name}.csv")}
                  for name in ADULT_KEYS}
    attributes["age"] = {"role": "quasi_identifying", "type": "integer"}
    attributes["occupation"] = {"role": "sensitive"}
    return attributes


def patients():
    """Dates as ranges, the postcode from the right, the rest without groups."""
    attributes = {name: {"role": "quasi_identifying"} for name in PATIENT_KEYS}
    attributes["birth_date"]["type"] = attributes["admission_date"]["type"] = "date"
    attributes["zip"]["hierarchy"] = {"mask": "right"}
    attributes["diagnosis"] = {"role": "sensitive"}
    attributes["measurement"] = {"role": "insensitive", "type": "decimal"}
    return attributes


def sets():
    """Adult with a column of sets that nothing is promised about."""
    return {**adult(), "terms": {"role": "insensitive"}}


ATTRIBUTES = {"adult": adult, "real": adult, "patients": patients, "sets": sets}


def policy(case, source, target, transform):
    """The policy of a case as a dictionary, which is written as JSON, which is YAML."""
    return {"version": 1, "source": str(source), "attributes": ATTRIBUTES[case.kind](), "protect": case.protect,
            "transform": transform,
            "release": {"directory": str(target), "format": case.format, "ranges": case.ranges}}
