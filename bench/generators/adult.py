"""Generator A: an Adult-like table of any size with few distinct rows.

Each row is a row of the real Adult table whose age moved by up to eleven years, and in every second row one category is
taken from another row. So value frequencies and most dependencies stay, and distinct rows grow slowly:

| rows | distinct rows | distinct in the eight quasi-identifiers (all but occupation) |
| --- | --- | --- |
| 1,000,000 | 229,512 | 117,103 |
| 10,000,000 | 677,471 | 320,387 |
| 100,000,000 | 1,967,876 | 871,336 |
| 1,000,000,000 | 4,593,442 | 1,910,055 |
"""
from real_data import DATA

SOURCE = DATA / "adult" / "adult.csv"
SWAPPED = ["sex", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]
QUASI_IDENTIFIERS = [*SWAPPED, "age"]
JITTER = 11  # years, both ways
SWAP_PERCENT = 50  # of the rows have one category of another row


def tables(connection):
    """The real rows, numbered; categories as ENUM, because Parquet is then written several times faster."""
    connection.execute(f"CREATE TEMP TABLE adult AS SELECT (row_number() OVER () - 1)::INTEGER AS id, * "
                       f"FROM read_csv('{SOURCE}', delim = ';')")
    for name in [*SWAPPED, "occupation"]:
        connection.execute(f'CREATE TYPE "{name}_values" AS ENUM (SELECT DISTINCT "{name}" FROM adult ORDER BY 1)')
        connection.execute(f'ALTER TABLE adult ALTER "{name}" TYPE "{name}_values"')


def select(numbers, seed):
    """The statement that makes a row of every number; the order of the columns is Adult's."""
    def column(name):
        if name == "age":  # reflected at 17 and 90, so that no year is piled up
            return "(90 - abs(73 - abs(own.age + jitter - 17)))::TINYINT AS age"
        if name not in SWAPPED:
            return f'own."{name}"'
        return f'CASE swap WHEN {SWAPPED.index(name)} THEN other."{name}" ELSE own."{name}" END AS "{name}"'

    columns = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation",
               "salary-class"]
    drawn = (f"SELECT hash(number, {seed}) AS one, hash(one) AS two, (one % 30162)::INTEGER AS own_id, "
             f"(two % 30162)::INTEGER AS other_id, ((one >> 40) % {2 * JITTER + 1})::INTEGER - {JITTER} AS jitter, "
             f"CASE WHEN (two >> 24) % 100 < {SWAP_PERCENT} THEN ((two >> 44) % {len(SWAPPED)})::INTEGER ELSE -1 END AS swap "
             f"FROM {numbers}")
    return (f"SELECT {', '.join(map(column, columns))} FROM ({drawn}) "
            f"JOIN adult AS own ON own.id = own_id JOIN adult AS other ON other.id = other_id")
