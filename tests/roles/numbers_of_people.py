"""Numbers of people, accounts and things with their check digits, made up from a random source. Written apart from the recognisers, which they test."""
import string

DIGITS = string.digits
ODD = dict(zip(DIGITS, (1, 0, 5, 7, 9, 13, 15, 17, 19, 21))) | dict(zip(string.ascii_uppercase, (
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)))


def digits(rng, count):
    return "".join(rng.choice(DIGITS) for _ in range(count))


def letters(rng, count):
    return "".join(rng.choice(string.ascii_uppercase) for _ in range(count))


def luhn(text):
    """The digit that makes Luhn's sum a multiple of ten."""
    total = 0
    for place, digit in enumerate(reversed(text)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def weighted(text, weights):
    return sum(int(digit) * weight for digit, weight in zip(text, weights))


def birthday(rng):
    return rng.randint(1930, 2012), rng.randint(1, 12), rng.randint(1, 28)


def us_ssn(rng):
    return f"{rng.choice([*range(1, 666), *range(667, 900)]):03}-{rng.randint(1, 99):02}-{rng.randint(1, 9999):04}"


def nhs_number(rng):
    while True:
        text = str(rng.randint(4, 7)) + digits(rng, 8)
        check = -weighted(text, range(10, 1, -1)) % 11
        if check < 10:
            return f"{text[:3]} {text[3:6]} {text[6:]}{check}"


def fiscal_code(rng):
    year, month, day = birthday(rng)
    text = f"{letters(rng, 6)}{year % 100:02}{'ABCDEHLMPRST'[month - 1]}{day + rng.choice((0, 40)):02}{letters(rng, 1)}{digits(rng, 3)}"
    total = sum((int(c) if c.isdigit() else ord(c) - 65) if place % 2 else ODD[c] for place, c in enumerate(text))
    return text + chr(65 + total % 26)


def nir(rng):
    year, month, _ = birthday(rng)
    department = rng.choice([f"{n:02}" for n in range(1, 96) if n != 20] + ["2A", "2B"])
    text = f"{rng.randint(1, 2)}{year % 100:02}{month:02}{department}{rng.randint(1, 900):03}{rng.randint(1, 999):03}"
    return f"{text}{97 - int(text.replace('2A', '19').replace('2B', '18') if not department.isdigit() else text) % 97:02}"


def personnummer(rng):
    year, month, day = birthday(rng)
    text = f"{year % 100:02}{month:02}{day:02}{digits(rng, 3)}"
    return f"{text[:6]}-{text[6:]}{luhn(text)}"


def hetu(rng):
    year, month, day = birthday(rng)
    birth, number = f"{day:02}{month:02}{year % 100:02}", f"{rng.randint(2, 899):03}"
    return f"{birth}{'A' if year >= 2000 else '-'}{number}{'0123456789ABCDEFHJKLMNPRSTUVWXY'[int(birth + number) % 31]}"


def bsn(rng):
    while True:
        text = str(rng.randint(1, 9)) + digits(rng, 7)
        check = weighted(text, range(9, 1, -1)) % 11
        if check < 10:
            return f"{text}{check}"


def dni(rng):
    number = rng.randint(10_000_000, 99_999_999)
    return f"{number}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"


def german_tax_number(rng):
    places = rng.sample(DIGITS, 9)
    places.insert(rng.randrange(9), rng.choice(places))
    if places[0] == "0":
        return german_tax_number(rng)
    product = 10
    for place in places:
        total = (int(place) + product) % 10 or 10
        product = total * 2 % 11
    return "".join(places) + str((11 - product) % 10)


def pesel(rng):
    year, month, day = birthday(rng)
    text = f"{year % 100:02}{month + (20 if year >= 2000 else 0):02}{day:02}{digits(rng, 4)}"
    return f"{text}{-weighted(text, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10}"


def tckn(rng):
    text = str(rng.randint(1, 9)) + digits(rng, 8)
    odd, even = sum(map(int, text[0::2])), sum(map(int, text[1::2]))
    text += str((7 * odd - even) % 10)
    return text + str(sum(map(int, text)) % 10)


def cpf(rng):
    text = digits(rng, 9)
    for _ in range(2):
        text += str(weighted(text, range(len(text) + 1, 1, -1)) * 10 % 11 % 10)
    return f"{text[:3]}.{text[3:6]}.{text[6:9]}-{text[9:]}"


def iban(rng):
    country, length = rng.choice((("DE", 18), ("FR", 23), ("ES", 20), ("PL", 24), ("BE", 12)))
    account = digits(rng, length)
    return f"{country}{98 - int(account + ''.join(str(ord(c) - 55) for c in country) + '00') % 97:02}{account}"


def card(rng):
    text = rng.choice(("4", "51", "52", "55"))
    text += digits(rng, 15 - len(text))
    return text + luhn(text)


def vin(rng):
    alphabet = [c for c in string.ascii_uppercase + DIGITS if c not in "IOQ"]
    counts = dict(zip("ABCDEFGH", range(1, 9))) | dict(zip("JKLMN", range(1, 6))) | {"P": 7, "R": 9} | dict(zip("STUVWXYZ", range(2, 10)))
    text = [rng.choice(alphabet) for _ in range(17)]
    total = sum((int(c) if c.isdigit() else counts[c]) * weight
                for c, weight in zip(text, (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)))
    text[8] = "0123456789X"[total % 11]
    return "".join(text)


def loinc(rng):
    text = str(rng.randint(100, 99999))
    return f"{text}-{luhn(text)}"
