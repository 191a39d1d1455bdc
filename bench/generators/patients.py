"""Generator B: hospital patients, of whom almost every one is unique.

Quasi-identifiers: birth_date, zip (30,000 different; the largest holds 1.6 % of all rows, the median one 0.002 %), sex,
ethnicity, admission_date (three years) and ward, which depends on sex and age. diagnosis is sensitive: 300 codes, those of
a ward apart from those of another, the most frequent 3.7 %. measurement differs in every row. Of 10,000,000 rows 9,999,956
have quasi-identifiers of their own.
"""
ZIPS = 30_000
CODES = 25  # of each ward
WARDS = ["cardiology", "dermatology", "emergency", "geriatrics", "intensive care", "neurology", "oncology", "orthopaedics",
         "psychiatry", "surgery", "obstetrics", "paediatrics"]
ETHNICITIES = ["White"] * 60 + ["Hispanic"] * 18 + ["Black"] * 12 + ["Asian"] * 6 + ["Indigenous"] * 3 + ["Pacific"]
QUASI_IDENTIFIERS = ["birth_date", "zip", "sex", "ethnicity", "admission_date", "ward"]


def enum(connection, table, column):
    connection.execute(f"CREATE TYPE {table}_values AS ENUM (SELECT DISTINCT {column} FROM {table} ORDER BY 1)")
    connection.execute(f"ALTER TABLE {table} ALTER {column} TYPE {table}_values")


def tables(connection):
    """Small tables that numbers are looked up in; text as ENUM, because Parquet is then written several times faster."""
    def listed(name, values):
        connection.execute(f"CREATE TEMP TABLE {name} AS SELECT (generate_subscripts({values!r}, 1) - 1)::INTEGER AS id, "
                           f"unnest({values!r}) AS {name}_name")
        enum(connection, name, f"{name}_name")

    listed("ward", WARDS)
    listed("ethnicity", ETHNICITIES)
    listed("sex", ["female", "male"])
    # 7919 scatters the frequent numbers, which are the small ones, over the country.
    connection.execute(f"CREATE TEMP TABLE zip AS SELECT id, printf('%05d', 1000 + id * 7919 % {ZIPS} * 3) AS code "
                       f"FROM (SELECT range::INTEGER AS id FROM range({ZIPS}))")
    enum(connection, "zip", "code")
    connection.execute(f"CREATE TEMP TABLE diagnosis AS SELECT id, "
                       f"printf('%s%02d.%d', chr(65 + id // {CODES}), id % {CODES} * 4, id * 7 % 10) AS code "
                       f"FROM (SELECT range::INTEGER AS id FROM range({CODES * len(WARDS)}))")
    enum(connection, "diagnosis", "code")


def select(numbers, seed):
    """The statement that makes a row of every number. A power of a uniform number makes small results frequent."""
    def uniform(source, shift):
        return f"(({source} >> {shift}) & 2097151) / 2097152"

    drawn = (f"SELECT number, hash(number, {seed}) AS one, hash(one) AS two, "
             f"hash(two) AS three, (one % 2)::INTEGER AS sex_id, "
             f"DATE '2023-01-01' + (two % 1096)::INTEGER AS admission_date, "
             f"(36500 * pow({uniform('one', 1)}, 0.8))::INTEGER AS days, "
             f"floor({ZIPS} * pow({uniform('one', 22)}, 2.5))::INTEGER AS zip_id, "
             f"((one >> 43) % 100)::INTEGER AS ethnicity_id, "
             f"CASE WHEN days < 5840 THEN 11 WHEN sex_id = 0 AND days < 16425 AND (two >> 40) % 3 = 0 THEN 10 "
             f"ELSE floor(10 * pow({uniform('two', 11)}, 1.5))::INTEGER END AS ward_id, "
             f"ward_id * {CODES} + floor({CODES} * pow({uniform('three', 0)}, 2))::INTEGER AS diagnosis_id FROM {numbers}")
    return ("SELECT DATE '2023-01-01' - days AS birth_date, zip.code AS zip, sex_name AS sex, "
            "ethnicity_name AS ethnicity, admission_date, ward_name AS ward, diagnosis.code AS diagnosis, "
            # An odd factor modulo a power of two: a different result for every number below 2^40.
            "number * 2654435761 % 1099511627776 / 1e9 AS measurement "
            f"FROM ({drawn}) JOIN zip ON zip.id = zip_id JOIN sex ON sex.id = sex_id "
            "JOIN ethnicity ON ethnicity.id = ethnicity_id JOIN ward ON ward.id = ward_id "
            "JOIN diagnosis ON diagnosis.id = diagnosis_id")
