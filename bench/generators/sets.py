"""Generator C: Adult-like rows (generator A) with a set of nine terms each, and the public table of labels that the terms
link to.

A label has about a hundred terms (Poisson) of a vocabulary of 500; a row's terms are nine of one label, its true one. So
nearly every set is another, and most link to their true label alone.
"""
import itertools
import random

from generators import adult

LABELS = 3000
VOCABULARY = 500
TERMS_OF_LABEL = 100  # on average
TERMS_OF_ROW = 9


def knowledge(seed=1):
    """The terms of every label. The number of terms is how many exponential gaps fit, which is Poisson's distribution."""
    rng = random.Random(f"knowledge {seed}")

    def size():
        times = itertools.accumulate(rng.expovariate(1) for _ in itertools.count())
        return sum(1 for _ in itertools.takewhile(lambda time: time < TERMS_OF_LABEL, times))

    return [[f"t{term:03}" for term in sorted(rng.sample(range(VOCABULARY), size()))] for _ in range(LABELS)]


def write_knowledge(path, labels):
    lines = [f"label {number:04},{';'.join(terms)}" for number, terms in enumerate(labels)]
    path.write_text("\n".join(["label,terms", *lines]) + "\n")


def tables(connection):
    adult.tables(connection)
    labels = ", ".join(f"({number}, {terms})" for number, terms in enumerate(knowledge()))
    connection.execute(f"CREATE TEMP TABLE labels AS FROM (VALUES {labels}) AS labels(id, terms)")


def select(numbers, seed):
    """Generator A's row of every number, and beside it the nine terms of a label whose hashes are smallest. A term's
    place in the label is in the last eight bits of its hash, so that the nine are found by sorting plain numbers."""
    hashed = f"list_transform(range(len(terms)), lambda place: hash(place, number, {seed}) >> 8 << 8 | place::UBIGINT)"
    nine = f"list_transform(list_sort({hashed})[1:{TERMS_OF_ROW}], lambda drawn: terms[(drawn & 255)::INTEGER + 1])"
    drawn = (f"SELECT array_to_string(list_sort({nine}), ';') AS terms FROM {numbers} "
             f"JOIN labels ON labels.id = hash(number, {seed}, 'label') % {LABELS}")
    return f"SELECT * FROM ({adult.select(numbers, seed)}) POSITIONAL JOIN ({drawn})"
