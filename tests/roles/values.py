"""Values of invented columns, a function from a random source to a cell for each kind. Words are few and plain: what is tested is how columns look as a whole.

Kinds whose names end in _b are other forms of the same, which more_names.py and lists after it have; those that end in _c are what many_schemas.py has besides, with names of people from
more countries, and those that end in _d what held_out.py has."""
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


FIRST_C = ("Aarav Abdullah Abena Adriana Agnieszka Aisha Ahmed Alejandra Amara Amina Ananya Andrzej Anjali Apinya Arjun Ayesha Babak Baraka Beatriz Bich Bogdan Brandon Camila Carlos Catarina "
           "Chiamaka Chinedu Cristina Danilo Dariusz Deepika Diego Dilnoza Dmitri Dragana Ebony Edwin Ekaterina Emeka Erika Esperanza Esther Fadi Faisal Farah Fatima Fernanda Francesco Gabriela "
           "Giorgos Gloria Grace Gustavo Habib Hana Haruto Hassan Heather Hiroshi Huong Ibrahim Ifeoma Iman Irina Isabel Jamal Javier Jelena Ji-woo Joana Jorge Joyce Juan Kareem Katarzyna Keiko "
           "Kenneth Khadija Kofi Krzysztof Kwame Laila Lakshmi Larissa Leticia Ling Luciana Lukasz Luz Mahmoud Mamadou Manuel Marcelo Mariam Mei Mehdi Mercy Miguel Milica Minh Mohammed Monique "
           "Mustafa Nadia Naledi Natalia Neha Ngoc Nikola Ngozi Noor Olena Oluwaseun Omar Oscar Pavel Precious Priya Quynh Rahul Rania Raquel Ravi Reza Ricardo Rohan Rosario Ryan Sadia Samira "
           "Sandeep Santiago Shanice Shreya Siddharth Sipho Stanislav Svetlana Tadeusz Takumi Tamara Tanisha Tariq Thabo Thiago Tyler Valentina Vikram Wei Wilson Xiaoming Ximena Yasmin Youssef "
           "Yuki Zainab Zanele Zhanna Zoltan").split()
LAST_C = ("Abdi, Abubakar, Acosta, Adebayo, Aguilar, Ahmadi, Al-Masri, Almeida, Alvarez, Amoah, Asante, Aziz, Babic, Banerjee, Barbosa, Begum, Benali, Bergstrom, Bondarenko, Boateng, Caballero, "
          "Campbell, Cardoso, Castillo, Chaudhary, Chavez, Chen, Chukwu, Cohen, Contreras, Correia, Cruz, Dang, Das, Davies, Delgado, Desai, Diallo, Diaz, Dlamini, Dominguez, dos Santos, Dube, "
          "Edwards, El Amrani, Escobar, Espinoza, Farah, Fernandes, Figueroa, Flores, Fofanah, Fujita, Gaikwad, Georgiou, Ghosh, Gomes, Gonzalez, Gunawan, Gupta, Gutierrez, Haddad, Hakimi, "
          "Hamid, Haruna, Hassan, Hernandez, Hidayat, Hoang, Hosseini, Hughes, Hussein, Ibrahim, Inoue, Iyer, Jackson, Jankowski, Jimenez, Joshi, Jovanovic, Juarez, Kaya, Kaczmarek, Kamau, "
          "Karimi, Kaur, Keita, Khan, Khumalo, Kim, Kiplagat, Kobayashi, Kovalenko, Krishnan, Kumar, Kuznetsov, Le, Lewandowski, Lin, Liu, Machado, Mahlangu, Malik, Mbeki, Medina, Mehta, "
          "Mendoza, Mensah, Mishra, Mitchell, Mohamud, Moreno, Morozov, Murphy, Mwangi, Nair, Nakamura, Navarro, Ncube, Ndiaye, Nguyen, Nikolic, Nkosi, Nowicki, Nunes, O'Brien, Obi, Ochieng, "
          "Okafor, Okoye, Ortiz, Osei, Othman, Owusu, Papadopoulos, Park, Patel, Pavlovic, Petrenko, Pham, Phiri, Popescu, Qureshi, Rahman, Ramirez, Ramos, Rao, Reyes, Ribeiro, Rivera, "
          "Robinson, Rocha, Rodriguez, Romero, Sahin, Saito, Salazar, Sanchez, Sato, Sesay, Shah, Sharma, Shevchenko, Siddiqui, Singh, Sithole, Sokolov, Souza, Suarez, Suleiman, Suzuki, Taylor, "
          "Thapa, Tkachenko, Traore, Tran, Ueda, van den Berg, Vargas, Vasquez, Velasco, Vu, Wang, Watanabe, Williams, Wojcik, Wu, Yadav, Yamamoto, Yang, Zapata, Zhang, Zhou, Zielinski, "
          "Zulu").split(", ")


def name_c(form):
    return lambda rng: form.format(f=rng.choice(FIRST_C), l=rng.choice(LAST_C), g=rng.choice(FIRST_C))


def capitals(make):
    return lambda rng: make(rng).upper()


def hexadecimal(n):
    return lambda rng: "".join(rng.choice("0123456789ABCDEF") for _ in range(n))


def again(make, people):
    """The cells of people with several rows."""
    cells = {}

    def of_one(rng):
        person = rng.randrange(people)
        if person not in cells:
            cells[person] = make(rng)
        return cells[person]
    return of_one


def agent(rng):
    system = rng.choice(("Windows NT 10.0; Win64; x64", "X11; Linux x86_64", "iPhone; CPU iPhone OS 16_1 like Mac OS X", "Macintosh; Intel Mac OS X 10_15_7"))
    return f"Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{rng.randint(90, 140)}.0.0.0 Safari/537.36"


def jpeg(rng):
    return "/9j/4AAQSkZJRgABAQ" + "".join(rng.choice("ABCDEFGHabcdefgh0123456789+/") for _ in range(60))


def social_security_de(rng):
    year, month, day = numbers.birthday(rng)
    return f"{rng.randint(2, 89):02}{day:02}{month:02}{year % 100:02}{numbers.letters(rng, 1)}{numbers.digits(rng, 3)}"


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

    "first_c": name_c("{f}"), "last_c": name_c("{l}"), "full_c": name_c("{f} {l}"), "last_first_c": name_c("{l}, {f}"), "hl7_name_c": capitals(name_c("{l}^{f}")),
    "deaths_name_c": capitals(name_c("{l}*{f} {g}/")), "dn_c": name_c("cn={f} {l},ou=people,dc=example,dc=org"),
    "hl7_address_c": lambda rng: f"{street(rng)}^^{rng.choice(CITIES)}^^{rng.randint(10000, 99999)}", "street_name_c": lambda rng: rng.choice(STREETS).format(n="").strip(),
    "house_c": whole(1, 250), "postcode_pl_c": number("99-999"), "zip_9_c": number("999999999"), "precinct_c": whole(1, 123), "state_us_c": one_of(*"NC CA NY TX FL OH GA WA MA IL".split()),
    "state_br_c": one_of(*"SP RJ MG BA RS PE CE PR".split()), "municipality_br_c": number("359999"), "tract_c": number("9999.99"), "state_mx_c": whole(1, 32),
    "timezone_c": one_of("Europe/Berlin", "America/New_York", "Asia/Tokyo", "Africa/Lagos", "America/Bogota"), "mbi_c": number("1A99A99AA99"), "nip_c": number("9999999999"),
    "social_security_de_c": social_security_de, "subject_c": number("CDISC01-799-9999"), "customer_c": number("9999-AAAAA"), "voter_br_c": number("999999999999"),
    "card_masked_c": number("************9999"), "auth_c": lambda rng: "auth0|" + hexadecimal(24)(rng).lower(),
    "login_c": lambda rng: f"{rng.choice(FIRST_C).lower()}.{rng.choice(LAST_C).lower()}", "hash_visits_c": again(hexadecimal(16), 150), "physician_visits_c": repeating("1999999999", 120),
    "agent_c": agent, "model_c": one_of("iPhone14,3", "SM-G991B", "Pixel 7", "Redmi Note 11"), "date_slashes_c": date("{d:02}/{m:02}/{y}"), "date_together_c": date("{d:02}{m:02}{y}"),
    "minute_compact_c": date("{y}{m:02}{d:02}08{d:02}"), "date_strava_c": date("{n} {d}, {y}, 7:{d:02}:00 AM"), "date_words_c": date("{d:02} {n} {y}"),
    "unix_c": whole(1300000000, 1700000000), "month_number_c": whole(1, 12), "hour_c": lambda rng: f"{rng.randrange(24):02}{rng.randrange(60):02}", "sex_de_c": one_of("m", "w", "d"),
    "sex_nl_c": one_of("M", "V", "O"), "sex_br_c": one_of("FEMININO", "MASCULINO"), "race_br_c": one_of("BRANCA", "PARDA", "PRETA", "AMARELA"),
    "marital_br_c": one_of("SOLTEIRO(A)", "CASADO(A)", "DIVORCIADO(A)", "VIÚVO(A)"), "education_br_c": one_of("SUPERIOR COMPLETO", "ENSINO MÉDIO COMPLETO", "LÊ E ESCREVE"),
    "code_c": whole(1, 8), "ten_c": whole(0, 10), "title_c": one_of("Mr", "Mrs", "Ms", "Dr"), "eyes_c": one_of("BRO", "BLK", "BLU", "GRN", "HAZ"), "feet_c": decimal(4.8, 6.6, 1),
    "family_c": one_of("LE3", "GT3"), "parent_c": one_of("mother", "father", "other"), "field_c": one_of("Law", "Physics", "History", "Nursing", "Economics"),
    "office_c": one_of("Sindaco", "Consigliere", "Assessore"), "party_c": one_of("DEM", "REP", "UNA", "LIB"), "y_n_c": one_of("Y", "N"), "si_no_c": one_of("SI", "NO"),
    "severity_c": one_of("MILD", "MODERATE", "SEVERE"), "case_c": one_of("Confirmado", "Descartado", "Sospechoso"), "alive_c": one_of("Alive", "Expired"),
    "icd10_plain_c": lambda rng: f"{rng.choice('ACEFGIJKMN')}{rng.randint(0, 99):02}{rng.randint(0, 9)}", "ops_c": number("9-999.9"), "grams_c": whole(900, 4800),
    "steps_c": whole(500, 20000), "points_c": whole(1, 50000), "denial_c": one_of("Credit history", "Debt-to-income ratio", "Collateral", "Employment history"), "site_c": number("C99.9"),
    "months_c": whole(0, 180), "bmi_times_100_c": whole(1600, 4200), "make_c": one_of("TOYOT", "HONDA", "FORD", "NISSA", "BMW"),
    "hex_c": lambda rng: hexadecimal(16)(rng).lower(), "ncid_c": number("AA999999"), "unique_visits_c": repeating("099-99999", 150), "thousands_c": whole(20, 400), "jpeg_c": jpeg,
    "violation_c": one_of("BUS LANE VIOLATION", "NO STANDING-DAY/TIME LIMITS", "FIRE HYDRANT"),
    "province_ca_d": one_of(*"BC ON QC AB MB NS".split()), "allergy_d": one_of("penicillin", "peanuts", "latex", "pollen", "none known"),
    "vaccine_d": one_of("INFLUENZA (FLUZONE)", "MMR (MMR II)", "COVID19 (MODERNA)", "ZOSTER (SHINGRIX)"),
    "tcga_d": lambda rng: f"TCGA-{rng.randint(10, 99)}-{rng.randint(1000, 9999)}", "days_back_d": whole(-30000, -300), "days_after_d": whole(0, 4000), "dead_d": one_of("Alive", "Dead"),
    "histology_d": one_of("Infiltrating Ductal Carcinoma", "Serous Cystadenocarcinoma", "Lung Adenocarcinoma", "Glioblastoma"), "organ_d": one_of("Breast", "Ovary", "Lung", "Colon", "Brain"),
    "tumor_d": one_of("WITH TUMOR", "TUMOR FREE"), "case_us_d": one_of("Laboratory-confirmed case", "Probable Case"), "aih_d": number("3524999999999"), "nis_d": number("16099999999"),
    "citizen_d": one_of("US Citizen", "Eligible NonCitizen", "Non-Citizen"), "leaving_d": one_of("career change", "attendance", "unhappy", "more money", "medical issues"),
    "recruited_d": one_of("LinkedIn", "Indeed", "Employee Referral", "Google Search"), "performance_d": one_of("Fully Meets", "Exceeds", "Needs Improvement", "PIP"),
    "order_d": number("119-9999999-9999999"), "ticket_d": one_of("VIP", "Early bird", "General Admission"), "voter_oh_d": number("OH0019999999"), "party_letter_d": one_of(*"DRLG"),
    "voter_status_d": one_of("ACTIVE", "CONFIRMATION"), "flat_d": lambda rng: f"APT {rng.randint(1, 60)}", "zip_4_d": number("9999"), "descent_d": one_of(*"BWHOA"),
    "disposition_d": one_of("MISDEMEANOR COMPLAINT FILED", "FELONY COMPLAINT FILED", "DISCHARGED"), "tdcj_d": number("999999"), "grade_d": whole(5, 16),
    "colour_d": one_of("Black", "Brown", "Blond", "Gray", "Hazel", "Blue"), "livelihood_d": one_of("Working", "Pensioner", "State servant", "Unemployed", "Student"),
    "housing_d": one_of("House / apartment", "With parents", "Rented apartment", "Municipal apartment"), "savings_d": one_of("<100", "100<=X<500", "500<=X<1000", "no known savings"),
    "credit_d": one_of("existing paid", "critical/other existing credit", "delayed previously", "all paid"), "personal_d": one_of("male single", "female div/dep/mar", "male mar/wid", "male div/sep"),
    "deprived_d": one_of("0-10%", "10-20%", "20-30%", "50-60%", "90-100%"), "passed_d": one_of("Pass", "Fail", "Withdrawn", "Distinction"),
    "residency_d": one_of("Permanent", "Student visa", "Dependant visa"),
    "school_d": one_of("Lakeside School", "Hill Primary School", "St Mary's College", "International School"), "pin_d": number("699999"), "card_library_d": number("23529000999999"),
    "hobby_d": one_of("chess", "hiking", "cooking", "football", "photography"), "sid_d": number("S-1-5-21-1999999999-999999999-1999"),
    "screen_d": one_of("Apple TV 4K", "Samsung 2019 Smart TV", "iPhone 12", "Chrome PC (Cadmium)"),
}
