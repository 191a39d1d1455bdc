"""Values of invented columns, a function from a random source to a cell for each kind. Words are few and plain: what is tested is how columns look as a whole.

Kinds whose names end in _b are other forms of the same, which only the held-out half has (columns.py)."""
import numbers_of_people as numbers

FIRST = ("Ada Ben Carla David Elena Felix Greta Hugo Ines Jonas Karin Liam Marta Nils Olga Pablo Rosa Samuel Tara Umberto Vera Walter Xenia Yusuf Zoe Anna "
         "Bruno Clara Dario Emil Fiona Georg Helga Ivan Julia Kemal Lena Marek Nora Otto Paula Rafael Sofia Tomas Ursula Viktor Wanda Akira Aylin Matti").split()
LAST = ("Abel Bauer Castro Dumont Ekman Ferrari Garcia Haas Ivanov Jansen Kowalski Laine Moreau Novak Olsen Pereira Quist Rossi Silva Tanaka Ulrich Virtanen "
        "Weber Yilmaz Zeman Adams Brown Conti Dekker Eriksson Fischer Gomez Huber Ito Jensen Keller Lopez Meyer Nilsson Orlov Petit Ricci Schmidt Torres Urban Vogel "
        "Walsh Young Ziegler Baker").split()
CITIES = ("Aachen Bergen Cadiz Dijon Essen Ferrara Gdansk Hamburg Izmir Jena Kazan Lille Malaga Nantes Oslo Porto Quimper Rome Siena Turku Utrecht Verona Warsaw York "
          "Zurich Boston Denver Austin Osaka Kyoto Lugo Tartu Bari Metz").split()
REGIONS = "North South East West Centre Coast Highlands Lakes Islands Valley Plains Delta".split()
COUNTRIES = "Germany France Spain Italy Portugal Netherlands Sweden Poland Finland Turkey Japan Brazil Canada Mexico Ireland Norway Kenya".split()
STREETS = ("{n} Oak Street", "{n} Mill Road", "{n} Park Avenue", "Gartenstraße {n}", "Lindenweg {n}", "{n} rue du Moulin", "Calle Sol {n}", "Via Garibaldi {n}",
           "Rua Nova {n}", "Dorpsstraat {n}", "Storgatan {n}", "ul. Polna {n}", "Koulukatu {n}", "Gül Sokak {n}")
JOBS = ("nurse teacher driver clerk engineer farmer cook lawyer welder cashier pilot tailor baker painter plumber chemist editor broker gardener librarian mason "
        "optician potter roofer surveyor translator").split()
FIRMS = "Acme Globex Initech Umbra Vandelay Wonka Stark Hooli Soylent Tyrell Cyberdyne Massive Oscorp Aperture Gringotts".split()
ILLNESSES = ("influenza asthma diabetes migraine anaemia eczema gout hepatitis bronchitis depression epilepsy psoriasis measles pneumonia arthritis angina "
             "sciatica tonsillitis").split()
SYMPTOMS = "cough fever chills headache rash nausea dizziness tiredness sneezing itching thirst".split() + ["sore throat", "runny nose", "stiff neck"]
DRUGS = "ibuprofen metformin insulin amoxicillin ramipril bisoprolol simvastatin omeprazole sertraline warfarin codeine prednisone".split()
PRODUCTS = "kettle lamp chair bottle notebook cable mug towel blanket shelf candle basket bucket ladder hammer".split()
SENTENCES = ("patient reports that the pain began last week", "was seen together with his wife on Monday", "please call the daughter before the next visit",
             "no change since the operation in spring", "lives alone on the second floor and needs help", "asked about the letter from the insurance company",
             "arrived late because the bus did not come", "is worried about work and sleeps badly")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def one_of(*values):
    return lambda rng: rng.choice(values)


def whole(low, high):
    return lambda rng: str(rng.randint(low, high))


def decimal(low, high, places):
    return lambda rng: f"{rng.uniform(low, high):.{places}f}"


def number(form):
    """9 is a digit, A a letter, anything else itself."""
    return lambda rng: "".join(numbers.digits(rng, 1) if c == "9" else numbers.letters(rng, 1) if c == "A" else c for c in form)


def date(form):
    def make(rng):
        year, month, day = numbers.birthday(rng)
        return form.format(y=year, m=month, d=day, s=year % 100, n=MONTHS[month - 1])
    return make


def few(words, most):
    """A set of up to so many."""
    return lambda rng: ";".join(sorted(rng.sample(words, rng.randint(1, most))))


def sentences(low, high):
    return lambda rng: ". ".join(rng.choice(SENTENCES) + f" ({rng.choice(FIRST)})" for _ in range(rng.randint(low, high)))


def name(form):
    return lambda rng: form.format(f=rng.choice(FIRST), l=rng.choice(LAST), g=rng.choice(FIRST))


def mail(form):
    return lambda rng: form.format(f=rng.choice(FIRST).lower(), l=rng.choice(LAST).lower(), n=rng.randint(1, 99))


def ip6(rng):
    return "2001:db8:" + ":".join(f"{rng.randrange(65536):x}" for _ in range(6))


def uuid(rng):
    return "-".join("".join(rng.choice("0123456789abcdef") for _ in range(n)) for n in (8, 4, 4, 4, 12))


def postcode_uk(rng):
    return f"{rng.choice(('LS', 'M', 'EH', 'CF', 'SW'))}{rng.randint(1, 29)} {rng.randint(1, 9)}{rng.choice('ABDEFGHJLN')}{rng.choice('ABDEFGHJLN')}"


def postcode_ca(rng):
    return f"{rng.choice('KMVH')}{rng.randint(1, 9)}{rng.choice('ABCE')} {rng.randint(1, 9)}{rng.choice('ABCE')}{rng.randint(1, 9)}"


def street(rng):
    return rng.choice(STREETS).format(n=rng.randint(1, 250))


def icd10(rng):
    return f"{rng.choice('ACEFGIJKMN')}{rng.randint(0, 9)}{rng.randint(0, 9)}" + rng.choice(("", f".{rng.randint(0, 9)}"))


def icd9(rng):
    return rng.choice((f"{rng.randint(1, 999):03}", f"{rng.randint(240, 999)}.{rng.randint(0, 99)}", f"V{rng.randint(10, 89)}"))


def in_fours(text):
    return " ".join(text[i:i + 4] for i in range(0, len(text), 4))


def rising(start, step=1):
    """Numbers that were given out one after the other."""
    state = {"next": start}

    def make(rng):
        state["next"] += rng.randint(1, step)
        return str(state["next"])
    return make


def repeating(form, people):
    """The keys of people with several rows."""
    keys = {}

    def make(rng):
        person = rng.randrange(people)
        if person not in keys:
            keys[person] = number(form)(rng)
        return keys[person]
    return make


KINDS = {
    "first": name("{f}"), "last": name("{l}"), "full": name("{f} {l}"), "last_first_b": name("{l}, {f}"), "last_capitals_b": lambda rng: rng.choice(LAST).upper(),
    "full_small_b": lambda rng: f"{rng.choice(FIRST)} {rng.choice(LAST)}".lower(), "full_middle_b": name("{f} {g} {l}"), "initial_b": name("{f[0]}. {l}"),
    "mail": mail("{f}.{l}{n}@example.org"), "mail_b": mail("{l}{n}@post.example.com"),
    "phone": number("+49 30 9999999"), "phone_us": number("(999) 999-9999"), "phone_number": number("5559999999"), "phone_b": number("0179/9999999"),
    "phone_spaces_b": number("06 99 99 99 99"), "phone_plain_b": number("+3519999999"),
    "street": street, "street_b": lambda rng: f"{street(rng)}, {rng.randint(10000, 99999)} {rng.choice(CITIES)}",
    "us_ssn": numbers.us_ssn, "nhs": numbers.nhs_number, "fiscal_code": numbers.fiscal_code, "nir": numbers.nir, "personnummer": numbers.personnummer,
    "hetu": numbers.hetu, "bsn": numbers.bsn, "dni": numbers.dni, "german_tax": numbers.german_tax_number, "pesel": numbers.pesel, "tckn": numbers.tckn,
    "cpf": numbers.cpf, "us_ssn_plain_b": lambda rng: numbers.us_ssn(rng).replace("-", ""), "nhs_plain_b": lambda rng: numbers.nhs_number(rng).replace(" ", ""),
    "iban": numbers.iban, "card": numbers.card, "vin": numbers.vin, "account": number("99999999"), "iban_spaces_b": lambda rng: in_fours(numbers.iban(rng)),
    "uuid": uuid, "mrn": number("MRN999999"), "mrn_b": number("999-99-99A"), "serial": rising(100000), "serial_steps_b": rising(7000, 9), "code_b": number("AA99-9999"),
    "policy": number("A999999999"), "policy_b": number("POL/9999/9999"), "plate": number("AB 999 AA"), "plate_b": number("99-AAA-9"), "passport": number("C99AA9999"),
    "passport_b": number("999999999"), "imei": number("359999999999999"), "device": number("SN-AA9999999"), "mac": lambda rng: ":".join(f"{rng.randrange(256):02x}" for _ in range(6)),
    "ip4": lambda rng: f"192.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(256)}", "ip6": ip6,
    "url": lambda rng: f"https://example.org/{rng.choice(FIRST).lower()}{rng.randint(1, 999)}", "url_b": lambda rng: f"www.{rng.choice(LAST).lower()}{rng.randint(1, 999)}.example.com",
    "login": lambda rng: f"{rng.choice(LAST).lower()}{rng.randint(1, 999)}", "login_b": lambda rng: f"@{rng.choice(FIRST).lower()}_{rng.choice(LAST).lower()}",
    "photo": lambda rng: f"img_{rng.randint(1, 99999):05}.jpg", "photo_b": lambda rng: f"/faces/{uuid(rng)[:8]}.png", "template": lambda rng: uuid(rng).replace("-", ""),
    "hash_b": lambda rng: uuid(rng).replace("-", "") + uuid(rng)[:8],
    "notes": sentences(1, 3), "notes_b": lambda rng: rng.choice(SENTENCES).capitalize() + ", " + rng.choice(SENTENCES) + f" {rng.randint(1, 28)}.{rng.randint(1, 12)}.",
    "person_visits": repeating("9999999", 150), "person_visits_b": repeating("PA99999", 120),

    "date": date("{y}-{m:02}-{d:02}"), "date_points": date("{d:02}.{m:02}.{y}"), "date_us": date("{m}/{d}/{y}"), "date_slashes_b": date("{d:02}/{m:02}/{s:02}"),
    "date_month_b": date("{d:02}-{n}-{y}"), "date_compact_b": date("{y}{m:02}{d:02}"), "time": date("{y}-{m:02}-{d:02} 08:{d:02}:00"), "month_b": date("{y}-{m:02}"),
    "year": whole(1930, 2012), "age": whole(0, 95), "age_band": one_of("0-17", "18-29", "30-44", "45-64", "65+"), "age_band_b": one_of("[0-10)", "[10-20)", "[20-30)", "[30-40)"),
    "sex": one_of("F", "M"), "sex_words": one_of("female", "male", "other"), "sex_code_b": one_of("1", "2", "9"),
    "zip": whole(10000, 99999), "zip_zero": number("09999"), "postcode_uk": postcode_uk, "postcode_ca_b": postcode_ca, "postcode_nl_b": number("9999 AA"), "zip_3_b": number("999"),
    "city": one_of(*CITIES), "city_two_b": lambda rng: f"{rng.choice(('New', 'San', 'Bad', 'Saint'))} {rng.choice(CITIES)}", "region": one_of(*REGIONS),
    "region_code_b": lambda rng: f"R{rng.randint(1, 40):02}", "country": one_of(*COUNTRIES), "country_code_b": one_of(*"DE FR ES IT PT NL SE PL FI TR JP BR CA".split()),
    "latitude": decimal(40, 60, 5), "pair": lambda rng: f"{rng.uniform(40, 60):.5f}, {rng.uniform(0, 20):.5f}", "pair_b": lambda rng: f"({rng.uniform(40, 60):.4f};{rng.uniform(0, 20):.4f})",
    "race": one_of("White", "Black", "Asian", "Other"), "marital": one_of("single", "married", "divorced", "widowed"), "marital_code_b": one_of("1", "2", "3", "4"),
    "education": one_of("primary", "secondary", "bachelor", "master", "doctorate"), "job": one_of(*JOBS), "job_code_b": whole(1000, 1060), "firm": one_of(*FIRMS),
    "language": one_of("de", "en", "fr", "tr", "pl"), "count": whole(0, 6), "height": whole(145, 205), "weight": decimal(45, 130, 1), "blood": one_of("A+", "A-", "B+", "0+", "AB+"),
    "ward": one_of("ward 1", "ward 2", "ward 3", "intensive care", "surgery"), "days": whole(1, 40), "plan": one_of("public", "private", "none"),

    "money": lambda rng: str(round(rng.lognormvariate(10.3, 0.6) / 100) * 100), "money_decimal_b": decimal(900, 9000, 2), "money_band_b": one_of("<20k", "20-40k", "40-60k", ">60k"),
    "religion": one_of("catholic", "protestant", "muslim", "jewish", "hindu", "none"), "party": one_of("red", "green", "blue", "yellow", "none"),
    "orientation": one_of("heterosexual", "homosexual", "bisexual", "unknown"), "offence": one_of("theft", "fraud", "assault", "none"), "yes_no": one_of("yes", "no"),
    "icd10": icd10, "icd9_b": icd9, "illness": one_of(*ILLNESSES), "drug": one_of(*DRUGS), "atc": lambda rng: f"{rng.choice('ACJNR')}{rng.randint(1, 16):02}{rng.choice('ABCD')}{rng.choice('ABCX')}{rng.randint(1, 30):02}",
    "operation": one_of("appendectomy", "bypass", "cataract", "hip", "knee", "none"), "loinc": numbers.loinc, "lab": decimal(3.5, 14, 1), "pressure": whole(90, 190),
    "result": one_of("positive", "negative", "unclear"), "symptoms": few(SYMPTOMS, 5), "drugs": few(DRUGS, 4), "illnesses_b": lambda rng: few(ILLNESSES, 4)(rng).replace(";", "|"),

    "product": one_of(*PRODUCTS), "quantity": whole(1, 9), "price": decimal(1, 200, 2), "status": one_of("open", "closed", "pending"), "flag": one_of("0", "1"),
    "sensor": decimal(0, 1, 4), "version": one_of("1.0", "1.1", "2.0"), "wave": one_of("1", "2", "3"), "constant": one_of("x"), "likert": one_of("1", "2", "3", "4", "5"),
    "truth_b": one_of("true", "false"), "letter_b": one_of("A", "B", "C"),
}
