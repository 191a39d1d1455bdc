"""Generator D: pupils of a state's public schools, with what the authorities know of them, as the paper on record risk
describes its table: 27 columns, ten of which others may know.

Seen or talked about: age, sex, ethnicity, district (64, the largest holds one pupil in eight), grade, language, entry_year,
school_type, and two flags, special_education and retained. Seventeen more flags are on file: school, family, police. All
flags are `yes` for one pupil in ten or fewer. They go together: a hardship of its own in every pupil raises most of them,
age and grade rule some out, one record with the police makes the next likelier. Rare languages, small districts and
pupils too old for their grade make some pupils stand out.
"""
import zlib

DISTRICTS = 64
ETHNICITIES = ["White"] * 500 + ["Black"] * 440 + ["Hispanic"] * 35 + ["Asian"] * 16 + ["Indigenous"] * 8 + ["Pacific"]
LANGUAGES = ["English", "Spanish", "Vietnamese", "French", "Arabic", "Chinese", "Tagalog", "Urdu", "Korean", "Hindi",
             "Portuguese", "German", "Japanese", "Thai", "Lao", "Khmer", "Russian", "Haitian Creole", "Somali", "Amharic"]
# Share of `yes` for a pupil of no hardship, of the greatest one, and who can have it at all. A flag may ask for columns
# and for the flags before it.
FLAGS = {
    "special_education": (0.02, 0.1, "TRUE"),
    "retained": (0.2, 0.6, "years_over >= 1"),
    "homeless": (0.0005, 0.03, "TRUE"),
    "foster_care": (0.0005, 0.01, "TRUE"),
    "migrant": (0.0005, 0.005, "TRUE"),
    "chronic_illness": (0.01, 0.02, "TRUE"),
    "mental_health": (0.005, 0.05, "TRUE"),
    "abuse_victim": (0.0005, 0.01, "TRUE"),
    "parent_in_prison": (0.0005, 0.02, "TRUE"),
    "truant": (0.005, 0.08, "age >= 10"),
    "suspended": (0.01, 0.1, "age >= 9"),
    "expelled": (0.04, 0.15, "suspended = 'yes'"),
    "substance": (0.005, 0.06, "age >= 12"),
    "weapon": (0.02, 0.1, "suspended = 'yes'"),
    "teen_parent": (0.005, 0.08, "age >= 14 AND sex = 'female'"),
    "dropout": (0.01, 0.18, "age >= 16"),
    "assault": (0.01, 0.20, "suspended = 'yes' OR substance = 'yes'"),
    "juvenile_contact": (0.05, 0.40, "assault = 'yes' OR weapon = 'yes' OR substance = 'yes'"),
    "corrections_contact": (0.02, 0.25, "age >= 17 AND (juvenile_contact = 'yes' OR dropout = 'yes')"),
}
# How likely somebody knows a column of a pupil.
KNOWN = {"age": 0.05, "sex": 0.8, "ethnicity": 0.25, "district": 0.012, "grade": 0.02, "language": 0.08, "entry_year": 0.012,
         "school_type": 0.02, "special_education": 0.012, "retained": 0.012,
         "homeless": 0.005, "foster_care": 0.003, "migrant": 0.005, "chronic_illness": 0.005, "mental_health": 0.002,
         "abuse_victim": 0.001, "parent_in_prison": 0.002, "truant": 0.005, "suspended": 0.005, "expelled": 0.005,
         "substance": 0.002, "weapon": 0.002, "teen_parent": 0.005, "dropout": 0.005, "assault": 0.002,
         "juvenile_contact": 0.001, "corrections_contact": 0.001}
QUASI_IDENTIFIERS = [name for name, chance in KNOWN.items() if chance > 0.01]


def tables(connection):
    """Small tables that numbers are looked up in; text as ENUM, because Parquet is then written several times faster."""
    def listed(name, values):
        connection.execute(f"CREATE TYPE {name}_names AS ENUM {tuple(dict.fromkeys(values))}")
        connection.execute(f"CREATE TEMP TABLE {name} AS SELECT (generate_subscripts({values!r}, 1) - 1)::INTEGER AS id, "
                           f"unnest({values!r})::{name}_names AS {name}_name")

    listed("ethnicity", ETHNICITIES)
    listed("language", LANGUAGES)
    listed("sex", ["female", "male"])
    listed("school_type", ["regular"] * 90 + ["magnet"] * 5 + ["charter"] * 4 + ["alternative"])
    # 37 scatters the large ones, which are the small numbers, over the names.
    listed("district", [f"district {1 + number * 37 % DISTRICTS:02}" for number in range(DISTRICTS)])
    connection.execute("CREATE TYPE answer AS ENUM ('no', 'yes')")


def select(numbers, seed):
    """The statement that makes a row of every number. A power of a uniform number makes small results frequent."""
    def bits(what):
        # hash() of several things mixes them too little for draws that must not depend on each other.
        return f"hash(xor(pupil, {zlib.crc32(what.encode())}))"

    def drawn(what):
        return f"({bits(what)} >> 11) / 9007199254740992"

    def power(what, exponent):
        return f"({' * '.join([drawn(what)] * exponent)})"

    # Products and not pow(), whose last bit is another on other machines.
    pupils = (f"SELECT hash(number, {seed}) AS pupil, {power('hardship', 3)} AS hardship, "
              f"({bits('sex')} % 2)::INTEGER AS sex_id, "
              f"floor({DISTRICTS} * {power('district', 2)})::INTEGER AS district_id, "
              # Districts differ: the ethnicity's lottery is turned by up to a sixth.
              f"(({bits('ethnicity')} % 1000 + CASE WHEN district_id % 3 = 0 AND {drawn('turn')} < 0.3 "
              f"THEN 300 ELSE 0 END) % 1000)::INTEGER AS ethnicity_id, "
              f"floor(13 * {drawn('grade')})::INTEGER AS grade, "
              # One pupil in twelve is a year over, fewer two or three.
              f"CASE WHEN {drawn('over')} < 0.06 + 0.1 * hardship THEN 1 + floor(3 * {power('years', 3)})::INTEGER "
              f"ELSE 0 END AS years_over, 5 + grade + years_over + ({bits('month')} % 2)::INTEGER AS age, "
              f"2011 - floor(least(grade + years_over, 12) * (1 - {power('moved', 4)}))::INTEGER AS entry_year, "
              f"({bits('school')} % 100)::INTEGER AS school_type_id, "
              f"{drawn('language')} AS tongue, floor({len(LANGUAGES) - 2} * {power('which', 2)})::INTEGER AS other "
              f"FROM {numbers}")
    named = ("SELECT pupil, hardship, years_over, age::TINYINT AS age, sex_name AS sex, ethnicity_name AS ethnicity, "
             "district_name AS district, grade::TINYINT AS grade, "
             "CASE ethnicity_name WHEN 'Hispanic' THEN if(tongue < 0.7, 1, 0) "
             "WHEN 'Asian' THEN if(tongue < 0.8, 2 + other, 0) WHEN 'Pacific' THEN if(tongue < 0.5, 2 + other, 0) "
             "ELSE if(tongue < 0.002, 2 + other, 0) END AS language_id, "
             "entry_year::SMALLINT AS entry_year, school_type_name AS school_type "
             f"FROM ({pupils}) JOIN sex ON sex.id = sex_id JOIN district ON district.id = district_id "
             "JOIN ethnicity ON ethnicity.id = ethnicity_id JOIN school_type ON school_type.id = school_type_id")
    flags = ", ".join(f"if({drawn(name)} < {low} + {high - low:.6g} * hardship AND ({rule}), 'yes', 'no')::answer AS {name}"
                      for name, (low, high, rule) in FLAGS.items())
    columns = ", ".join("language_name AS language" if name == "language" else name for name in KNOWN)
    return (f"SELECT {columns} FROM (SELECT *, {flags} FROM ({named})) "
            "JOIN language ON language.id = language_id")
