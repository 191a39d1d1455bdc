"""Generator E: hospital stays with one of 10,000 diagnoses, which form a tree like ICD-10's: 20 chapters of 10 blocks of 10
categories of 5 codes. Frequencies fall as a power, so most codes are rare; age, sex, region, ward, year and way of admission go
with them. Ward and age depend on the chapter.
"""
CHAPTERS, BLOCKS, CATEGORIES, CODES = 20, 10, 10, 5
REGIONS = 16


def path(number):
    """Code, category, block, chapter, top."""
    category, code = divmod(number, CODES)
    block = category // CATEGORIES
    chapter = chr(ord("A") + block // BLOCKS)
    category_name = f"{chapter}{category % (BLOCKS * CATEGORIES):02}"
    block_name = f"{chapter}{block % BLOCKS}0-{chapter}{block % BLOCKS}9"
    return [f"{category_name}.{code}", category_name, block_name, f"chapter {chapter}", "*"]


def leaves():
    return CHAPTERS * BLOCKS * CATEGORIES * CODES


def write_hierarchy(file):
    file.write_text("".join(";".join(path(number)) + "\n" for number in range(leaves())))


def tables(connection):
    connection.execute("CREATE TEMP TABLE diagnosis (id INTEGER, code VARCHAR)")
    values = ", ".join(f"({number}, '{path(number)[0]}')" for number in range(leaves()))
    connection.execute(f"INSERT INTO diagnosis VALUES {values}")


def select(numbers, seed):
    """The statement that makes a row of every number. A power of a uniform number makes small results frequent; 7919 scatters
    them over the tree."""
    def uniform(source, shift):
        return f"(({source} >> {shift}) & 2097151) / 2097152"

    drawn = (f"SELECT hash(number, {seed}) AS one, hash(one) AS two, "
             f"(floor({leaves()} * pow({uniform('one', 0)}, 2.5))::INTEGER * 7919 % {leaves()})::INTEGER AS diagnosis_id, "
             f"(diagnosis_id // {leaves() // CHAPTERS})::INTEGER AS chapter, "
             f"floor(100 * pow({uniform('one', 21)}, 0.5 + chapter / 20))::INTEGER AS age FROM {numbers}")
    return ("SELECT code AS diagnosis, age, CASE WHEN two % 100 < 40 + chapter THEN 'female' ELSE 'male' END AS sex, "
            f"'region ' || (floor({REGIONS} * pow({uniform('two', 8)}, 1.5))::INTEGER)::VARCHAR AS region, "
            f"'ward ' || ((chapter // 2 + floor(3 * pow({uniform('two', 30)}, 3))::INTEGER) % 12)::VARCHAR AS ward, "
            "2020 + ((two >> 52) % 5)::INTEGER AS year, CASE WHEN (one >> 45) % 3 = 0 THEN 'emergency' ELSE 'planned' END AS admission "
            f"FROM ({drawn}) JOIN diagnosis ON diagnosis.id = diagnosis_id")
