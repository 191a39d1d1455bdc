"""What leaves the house holds what released rows show, and nothing else. Random tables and policies over every transform, step, format,
ledger method and mode of personal releases (bytes_world.py); in each some values are in no released row: rows that were left out, cells
inside of ranges, terms that were suppressed, people who wait. Every file of the release, of its signed bundle and of its public report
is searched for them (bytes_search.py). Releases of Spark are in python/tests_spark/test_bytes.py.

--count N makes N tables or ledgers.
"""
import lib
from bytes_world import KINDS


def main():
    suite = lib.Suite(__doc__, count=len(KINDS))
    suite.expect(0, "keys", "bundle", "keys", suite.folder / "signing")
    hidden = {}
    for number in range(suite.flags.count):
        kind = KINDS[number % len(KINDS)]
        hidden[kind.__name__] = hidden.get(kind.__name__, 0) + kind(suite, number // len(KINDS))
    suite.check(all(hidden.values()), f"every kind hides something: {hidden}")
    print(f"hidden values searched for: {hidden}")
    suite.finish()


if __name__ == "__main__":
    main()
