"""The policies of the benchmarks: the four generated tables and the real Adult table, k = 5 unless a task asks for more."""
from generators import school as school_table
from generators import wide as wide_table
from real_data import DATA

K5 = [{"k_anonymity": {"k": 5}}]
ADULT_KEYS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]
PATIENT_KEYS = ["birth_date", "zip", "sex", "ethnicity", "admission_date", "ward"]
KEYS = {"adult": ADULT_KEYS, "real": ADULT_KEYS, "patients": PATIENT_KEYS, "sets": ADULT_KEYS, "wide": ADULT_KEYS}
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


def wide():
    """Adult with 41 columns that nobody can link."""
    types = {**dict.fromkeys(wide_table.MORE, "integer"), **dict.fromkeys(wide_table.CODES, "text"), **dict.fromkeys(wide_table.MEASURED, "decimal")}
    return {**adult(), **{name: {"role": "insensitive", "type": kind} for name, kind in types.items()}}


def school():
    """Every column may be known, if only by few: the risk asks for each how likely."""
    attributes = {name: {"role": "quasi_identifying"} for name in school_table.KNOWN}
    for name in ("age", "grade", "entry_year"):
        attributes[name]["type"] = "integer"
    return attributes


def school_risk(suppressed="wildcard"):
    """The section `risk`: a flag that is set weighs 1, everything else nothing; alpha and delta are the paper's."""
    flags = {name: {"weight": 1, "values": {"yes": 1, "no": 0}} for name in school_table.FLAGS}
    return {"alpha": 100, "known": school_table.KNOWN, "weights": flags, "suppressed": suppressed}


ATTRIBUTES = {"adult": adult, "real": adult, "patients": patients, "school": school, "sets": sets, "wide": wide}


def policy(case, source, target, transform):
    """The policy of a case as a dictionary, which is written as JSON, which is YAML."""
    risk = {"risk": school_risk()} if case.kind == "school" else {}
    return {"version": 1, "source": str(source), "attributes": ATTRIBUTES[case.kind](), **risk, "protect": case.protect,
            "transform": transform,
            "release": {"directory": str(target), "format": case.format, "ranges": case.ranges}}
