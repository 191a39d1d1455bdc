"""Names in languages that header_words.inc does not have: nobody promised these, and they count apart. Danish, Czech, Hungarian, Romanian, Greek, Norwegian.

Lines are as in tune.py."""

COLUMNS = [
    ("identifying", "last_capitals_b", "efternavn, příjmení, vezetéknév, nume, επώνυμο, etternavn"),
    ("identifying", "street_b", "bopæl, bydliště, lakcím, strada"),
    ("quasi_identifying", "age", "alder, věk, életkor, vârstă"),
    ("quasi_identifying", "sex", "køn, pohlaví, nem, sexul"),
    ("quasi_identifying", "city_two_b", "by, město, település, oraș"),
    ("sensitive", "money_decimal_b", "indkomst, příjem, jövedelem, venit"),
]
