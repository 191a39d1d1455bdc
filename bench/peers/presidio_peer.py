"""Presidio (PyPI: presidio-analyzer) on columns: which does it take for direct identifiers, by its recognisers that need no language model?

Presidio looks for entities in text and knows neither columns nor their names. So a column counts as identifying if half of its values or more are one entity each, nearly from end
to end, of a kind that is a direct identifier. Its recognisers of all countries are asked; what needs a model (persons, places) is left out, since models are not on PyPI.
Reads columns as JSON lines ({"sample": [...]}), writes the entity or null for each. Usage: presidio_peer.py < columns
"""
import collections
import inspect
import json
import sys

from presidio_analyzer import EntityRecognizer, PatternRecognizer, predefined_recognizers

SCORE, COVERED, SHARE, LOOKED_AT = 0.4, 0.8, 0.5, 100
NOT_DIRECT = {"DATE_TIME", "LOCATION", "NRP", "CRYPTO"}


def recognisers():
    for _, one in inspect.getmembers(predefined_recognizers, inspect.isclass):
        if issubclass(one, EntityRecognizer) and (issubclass(one, PatternRecognizer) or one.__name__ == "PhoneRecognizer"):
            try:
                yield one()
            except TypeError:
                continue


def entity_of(value, known):
    """The entity with the best score that covers the value."""
    best = None
    for one in known:
        for found in one.analyze(value, one.supported_entities, None) or []:
            if found.score >= SCORE and found.end - found.start >= COVERED * len(value) and (best is None or found.score > best.score):
                best = found
    return best.entity_type if best and best.entity_type not in NOT_DIRECT else None


def main():
    known = list(recognisers())
    print(f"{len(known)} recognisers", file=sys.stderr)
    for line in sys.stdin:
        values = json.loads(line)["sample"][:LOOKED_AT]
        entities = collections.Counter(filter(None, (entity_of(value, known) for value in values)))
        found = entities.total() >= SHARE * len(values) and values
        print(json.dumps(entities.most_common(1)[0][0] if found and entities else None), flush=True)


main()
